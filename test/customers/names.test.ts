import { pair } from '../pairing/support.ts';
import { order, place, setTerms } from '../preorders/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { addNote, CUSTOMERS, codeOf, customer, newEmail, newPhone, person } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const INVISIBLE = '\u200b\u202a\u2060';
const stored = async (id: string) => (await app.sql('select * from customer where id = $1', [id]))[0];
const found = async (filter: string): Promise<string[]> => {
  const { body } = await admin.gql(`{ customers(filter: ${filter}) { nodes { id } } }`);
  expect(body.errors).toBeUndefined();
  return body.data.customers.nodes.map(({ id }: Json) => id);
};
const searched = async (text: string): Promise<string[]> =>
  (await admin.rest('GET', `${CUSTOMERS}?${new URLSearchParams({ search: text })}`)).body.items.map(
    ({ id }: Json) => id,
  );

describe('a name', () => {
  const TYPED = '\u202aZulfiya\u00a0\u00a0  Zoe\u0308\u200b ';
  const NORMAL = 'Zulfiya Zo\u00eb';

  it('a name is stored in its normal form, on both transports', async () => {
    const { id, fullName } = await customer(admin, { fullName: TYPED, city: '\u2003Fargʻona\t' });
    expect(fullName).toBe(NORMAL);
    expect(await stored(id)).toMatchObject({ full_name: NORMAL, city: 'Fargʻona' });
    const { body } = await admin.gql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { fullName company } } }',
      { input: person({ fullName: TYPED, company: `${INVISIBLE}Registon  Hotel` }) },
    );
    expect(body.data.createCustomer.customer).toEqual({ fullName: NORMAL, company: 'Registon Hotel' });
  });

  it('a name keeps an emoji whole', async () => {
    expect((await customer(admin, { fullName: 'Aziza 👩\u200d🔧' })).fullName).toBe('Aziza 👩\u200d🔧');
  });

  it.each([INVISIBLE.repeat(3), '\u2800\u2800\u2800', '\u00a0 \u3000', '\u3164\u3164', 'A\u200b'])(
    'a name that shows too little is refused as too short: %j',
    async (fullName) => {
      expect(codeOf(await admin.rest('POST', CUSTOMERS, person({ fullName })))).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it('a name may have as many characters as its normal form has', async () => {
    const decomposed = 'e\u0301'.repeat(120);
    expect((await customer(admin, { fullName: `${decomposed}\u200b` })).fullName).toBe('\u00e9'.repeat(120));
    const reply = await admin.rest('POST', CUSTOMERS, person({ fullName: 'e\u0301'.repeat(121) }));
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a name that is typed in another form is no change', async () => {
    const { id, revision } = await customer(admin, { fullName: NORMAL });
    const { body } = await admin.rest('PATCH', `${CUSTOMERS}/${id}`, { fullName: TYPED });
    expect(body.revision).toBe(revision);
  });

  it.each([
    'Oʻlmas Gʻaniyev',
    'Oʼlmas Gʼaniyev',
    'O‘lmas G‘aniyev',
    'O’lmas G’aniyev',
    "O'lmas G'aniyev",
    'O`lmas G`aniyev',
  ])('a name is found however its apostrophes are typed: stored as %s', async (fullName) => {
    const { id } = await customer(admin, { fullName });
    for (const text of ['Oʻlmas', 'oʼlmas', 'O‘LMAS', 'O’lmas', "o'lmas g'aniyev", 'O`lmas  G`aniyev\u200b']) {
      expect(await searched(text)).toContain(id);
      expect(await found(`{ fullName: { contains: ${JSON.stringify(text)} } }`)).toContain(id);
    }
  });

  it('a name is found in another normal form of Unicode, and equals it', async () => {
    const { id } = await customer(admin, { fullName: 'Chlo\u00eb Dubois' });
    expect(await searched('chloe\u0308  dubois')).toEqual([id]);
    expect(await found(`{ fullName: { eq: "\u200bChloe\u0308 Dubois " } }`)).toEqual([id]);
    expect(await found(`{ fullName: { in: ["Chloe\u0308  Dubois"] } }`)).toEqual([id]);
    expect(await found(`{ fullName: { eq: "Chloe Dubois" } }`)).toEqual([]);
  });

  it('a name with ё or ß is not found by е or ss', async () => {
    const { id } = await customer(admin, { fullName: 'Фёдор Weißkopf' });
    expect(await searched('федор')).toEqual([]);
    expect(await searched('weisskopf')).toEqual([]);
    expect(await searched('ФЁДОР')).toEqual([id]);
    expect(await searched('WEIẞKOPF')).toEqual([id]);
  });

  it.each([
    ['Işık Yılmaz', ['ışık', 'IŞIK YILMAZ', 'Yılmaz']],
    ['İlkay Çağlar', ['ilkay', 'İLKAY', 'çağlar']],
    ['ШУКУРОВА Ғайрат', ['шукурова', 'ғайрат']],
    ['محمد علی زاده', ['محمد', 'علی زاده', '\u200fمحمد علی']],
    ['王小明', ['小明', '王小明']],
    ['Đặng Thị Hương', ['đặng', 'HƯƠNG', 'Thi\u0323 Hu\u031bo\u031bng']],
  ])('%s is found by its words in small letters and capitals: %j', async (fullName, texts) => {
    const { id } = await customer(admin, { fullName });
    for (const text of texts) expect([text, await searched(text)]).toEqual([text, [id]]);
  });

  it.each([
    ['Aziza Karimovaxon', ['Karimovaxon Aziza', 'karimovaxon  AZIZA', 'aziz karimovax', 'Ａｚｉｚａ Karimovaxon']],
    ['Botir Oʻrinov Anvarovich', ["O'rinov Botir", 'Anvarovich Botir O‘rinov', 'Botir Anvarovich']],
  ])('%s is found by its words in any order: %j', async (fullName, texts) => {
    const { id } = await customer(admin, { fullName });
    await makeSale(app, { customerId: id });
    for (const text of texts) {
      expect([text, await searched(text)]).toEqual([text, [id]]);
      const asked =
        'query ($t: String!) { customers(search: $t) { totalCount nodes { id } } sales(search: $t) { totalCount } }';
      const { body } = await admin.gql(asked, { t: text });
      expect(body.data).toEqual({ customers: { totalCount: 1, nodes: [{ id }] }, sales: { totalCount: 1 } });
    }
    for (const text of [`${fullName} Nobody`, `Nobody ${texts[0]}`]) expect(await searched(text)).toEqual([]);
    // A filter says what the text contains.
    expect(await found(`{ fullName: { contains: ${JSON.stringify(texts[0])} } }`)).toEqual([]);
  });

  it('a name contains nothing that is invisible', async () => {
    await customer(admin);
    expect(await found(`{ fullName: { contains: "${INVISIBLE}" } }`)).toEqual([]);
    expect(await found(`{ phone: { contains: "+ -" } }`)).toEqual([]);
  });
});

it('notes keep their lines', async () => {
  const { id, notes } = await customer(admin, { notes: 'first\u200b  line \r\n\r\n- second\u00a0' });
  expect(notes).toBe('first line\n\n- second');
  expect((await addNote(admin, id, 'one\r\ntwo')).body.content).toBe('one\ntwo');
});

describe('a phone number', () => {
  const typed = (phone: string) => {
    const [code, first, second, third] = [phone.slice(4, 6), phone.slice(6, 9), phone.slice(9, 11), phone.slice(11)];
    const fullWidth = [...phone].map((each) => String.fromCodePoint(each.charCodeAt(0) + 0xfee0)).join('');
    return [
      `\u202a${phone}\u202c`,
      `tel:${phone}`,
      `Tel: +998 (${code}) ${first}-${second}-${third}`,
      `${code}/${first}/${second}/${third}`,
      `+998\u200b${code}\u2011${first}\u2013${second}\u00a0${third}`,
      `00998.${code}.${first}.${second}.${third}`,
      fullWidth,
      `"${phone}"`,
      `'${phone}`,
      `№ ${phone.slice(4)}`,
      `☎️ ${phone},`,
      `📞${phone} 🤙🏻`,
      `Телефон рақами: ${code} ${first}-${second}-${third}`,
      `8 10 998 ${code} ${first} ${second} ${third}`,
      `https://wa.me/998${code}${first}${second}${third}`,
    ];
  };

  it('a phone number belongs to one customer, however it is typed', async () => {
    const phone = newPhone();
    await customer(admin, { phone });
    for (const other of typed(phone)) {
      const reply = await admin.rest('POST', CUSTOMERS, person({ phone: other }));
      expect([other, ...codeOf(reply)]).toEqual([other, 409, 'DUPLICATE_PHONE']);
    }
  });

  it('a phone number is stored without the address that it was copied with', async () => {
    const phone = newPhone();
    const made = await customer(admin, { phone: `https://wa.me/${phone.slice(1)}` });
    expect(made.phone).toBe(phone);
  });

  it('a phone number finds its customer, however it is typed there and here', async () => {
    const phone = newPhone();
    const { id } = await customer(admin, { phone: `+998 (${phone.slice(4, 6)}) ${phone.slice(6)}` });
    for (const text of [phone, phone.slice(1), phone.slice(4), ...typed(phone)]) {
      expect([text, await searched(text)]).toEqual([text, [id]]);
      expect([text, await found(`{ phone: { eq: ${JSON.stringify(text)} } }`)]).toEqual([text, [id]]);
    }
    expect(await found(`{ phone: { startsWith: "${phone.slice(4)}" } }`)).toEqual([id]);
    const end = phone.slice(-6);
    expect(await found(`{ phone: { contains: "${end.slice(0, 2)}-${end.slice(2)}" } }`)).toContain(id);
  });

  it('a phone number finds its customer with what is dialled before it or copied with it, by a search and by contains', async () => {
    const phone = newPhone();
    const { id } = await customer(admin, { phone });
    const [local, digits] = [phone.slice(4), phone.slice(1)];
    const texts = [
      ...[`0${local}`, `0${digits}`, `810${digits}`, `+00${digits}`, `+0${digits}`, `8 998 ${local}`, `+998 0${local}`],
      ...[`WhatsApp: https://wa.me/${digits}`, `(wa.me/${digits}).`, `Mening raqamim: 0 ${local}`, `8 ${local}`],
    ];
    for (const text of texts) {
      expect([text, await searched(text)]).toEqual([text, [id]]);
      expect([text, await found(`{ phone: { contains: ${JSON.stringify(text)} } }`)]).toEqual([text, [id]]);
    }
  });

  it('a user name and an address find their customer as they are copied from a message', async () => {
    const { id, email } = await customer(admin, { telegramUsername: 'Telegram: @copied_c.' });
    expect((await stored(id))?.telegram_username).toBe('copied_c');
    const texts = [
      'Telegram: @copied_c',
      't.me/copied_c.',
      '(https://t.me/copied_c)',
      'Telegram: copied_c',
      `<${email}>`,
    ];
    for (const text of [...texts, `E-mail: ${email}.`, `mailto:${email}`])
      expect([text, await searched(text)]).toEqual([text, [id]]);
    for (const text of texts.slice(0, 4))
      expect([text, await found(`{ telegramUsername: { contains: ${JSON.stringify(text)} } }`)]).toEqual([text, [id]]);
  });

  it('a number behind an 8, which says no country, is a customer of its own, and a search for one of the two finds both', async () => {
    const phone = newPhone();
    const ids = [
      (await customer(admin, { phone })).id,
      (await customer(admin, { phone: `8-${phone.slice(4, 6)}-${phone.slice(6)}` })).id,
    ].sort();
    for (const text of [`8 ${phone.slice(4)}`, `8-(${phone.slice(4, 6)})-${phone.slice(6)}`, phone, phone.slice(4)]) {
      expect([text, (await searched(text)).toSorted()]).toEqual([text, ids]);
    }
    expect(await found(`{ phone: { eq: "${phone}" } }`)).toHaveLength(1);
    expect(await found(`{ phone: { startsWith: "8 ${phone.slice(4)}" } }`)).toHaveLength(1);
  });

  it('a phone number finds the preorders and the sales of it too, and is found by the search over every kind', async () => {
    await setTerms(await app.as('SUPER_ADMIN'));
    const phone = newPhone();
    const sent = order({ fullName: 'Gʻayrat\u200b', phone: phone.slice(4), email: newEmail() });
    const { number } = (await place(app, sent)).body;
    for (const text of typed(phone)) {
      const query = new URLSearchParams({ search: text });
      const { items } = (await admin.rest('GET', `/v1/admin/preorders?${query}`)).body;
      expect([text, items.map((each: Json) => each.number)]).toEqual([text, [number]]);
      expect(items[0].fullName).toBe('Gʻayrat');
      const { body } = await admin.gql('query ($text: String!) { search(text: $text) { kind } }', { text });
      expect([text, body.data.search.map(({ kind }: Json) => kind).sort()]).toEqual([text, ['CUSTOMER', 'PREORDER']]);
    }
  });
});

it('a second preorder with the same number in another form is of the same customer', async () => {
  await setTerms(await app.as('SUPER_ADMIN'));
  const phone = newPhone();
  await place(app, order({ phone, email: newEmail() }));
  await place(app, order({ phone: `\u202atel:${phone}\u202c`, email: newEmail() }));
  expect(await app.sql('select count(*)::int from customer where phone_canonical = $1', [phone])).toEqual([
    { count: 1 },
  ]);
});

it('a customer who shares a phone number of before is listed, and can be changed with the same number', async () => {
  const phone = newPhone();
  const older = await customer(admin, { phone });
  const younger = await customer(admin);
  await app.sql('update customer set phone = $1, phone_canonical = null where id = $2', [`\u202a${phone}`, younger.id]);
  expect(await found(`{ sharesPhone: { eq: true } }`)).toEqual([younger.id]);
  expect(await found(`{ sharesPhone: { eq: false }, phone: { eq: "${phone}" } }`)).toEqual([older.id]);
  expect((await searched(phone)).sort()).toEqual([older.id, younger.id].sort());
  const kept = await admin.rest('PATCH', `${CUSTOMERS}/${younger.id}`, { phone: `\u202a${phone}`, city: 'Buxoro' });
  expect([kept.status, kept.body.city, kept.body.sharesPhone]).toEqual([200, 'Buxoro', true]);
  await admin.rest('PATCH', `${CUSTOMERS}/${older.id}`, { phone: newPhone() });
  const own = await admin.rest('PATCH', `${CUSTOMERS}/${younger.id}`, { phone });
  expect([own.status, own.body.phone, own.body.sharesPhone]).toEqual([200, phone, false]);
  expect(await found(`{ sharesPhone: { eq: true } }`)).toEqual([]);
});

it('the name of a paired phone is stored in its normal form', async () => {
  const device = await makeDevice(app, { status: 'SOLD' });
  expect((await pair(app, device, undefined, { deviceName: '\u202aAziza’s \u00a0phone\u200b' })).status).toBe(201);
  expect(await app.sql('select device_name from pairing where device_id = $1', [device.id])).toEqual([
    { device_name: 'Aziza’s phone' },
  ]);
});

it('names of admins, batches and reasons are stored in their normal form', async () => {
  const superAdmin = await app.as('SUPER_ADMIN');
  const made = await superAdmin.rest('POST', '/v1/admin/team', {
    name: '\u200fDilnoza\u00a0\u00a0Aliyeva',
    email: `\u200b${newEmail()}`,
    role: 'VIEWER',
  });
  expect([made.status, made.body.name]).toEqual([201, 'Dilnoza Aliyeva']);
  const batch = await superAdmin.rest('POST', '/v1/admin/inventory/batches', {
    code: ' LOT\u2003\u200b77 ',
    model: 'LAMP\u200b1',
    hardwareRevision: 'rev-b\ufeff',
    quantity: 1,
  });
  expect(batch.body).toMatchObject({ code: 'LOT 77', model: 'LAMP1', hardwareRevision: 'rev-b' });
  const again = await superAdmin.rest('POST', '/v1/admin/inventory/batches', {
    code: 'LOT \u202f77',
    model: 'LAMP1',
    hardwareRevision: 'rev-b',
    quantity: 1,
  });
  expect(codeOf(again)).toEqual([409, 'DUPLICATE_BATCH_CODE']);
  const device = await makeDevice(app, { status: 'READY' });
  const moved = await superAdmin.rest('PATCH', `/v1/admin/devices/${device.id}/status`, {
    status: 'REPAIR',
    reason: '\u200bbroken  lamp',
  });
  expect(moved.status).toBe(200);
  expect(
    await app.sql(`select reason from device_event where device_id = $1 and reason is not null`, [device.id]),
  ).toEqual([{ reason: 'broken lamp' }]);
});
