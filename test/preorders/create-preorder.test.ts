import { createHash } from 'node:crypto';
import pg from 'pg';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { withoutGuard } from '../support/race.ts';
import { until } from '../support/until.ts';
import { eventsOf, newKey, order, PREORDERS, PUBLIC, place, placed, recounted, reserved, setTerms } from './support.ts';

let app: TestApp;
let owner: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
});
beforeEach(() => setTerms(owner));
afterAll(() => app.stop());

const codeOf = ({ status, body }: Reply) => [status, body?.error?.code];
const rowOf = async (number: string): Promise<Json> =>
  (await app.sql('select * from preorder where number = $1', [number]))[0];
/** Waits until a call of the service holds its key. */
async function someoneHoldsAKey(): Promise<void> {
  const held = `select 1 from pg_locks join pg_database d on d.oid = database
                 where locktype = 'advisory' and granted and d.datname = current_database()`;
  await until(async () => (await app.sql(held)).length > 0);
}
/** What was stored of an order then: the hash of its fields in the order of their names, without the spaces around them. */
function formerFingerprint(body: Json): string {
  const { fullName, phone, region, locale, city = null, email, note = null } = body;
  const fields = {
    city: city?.trim() ?? null,
    email: email?.trim().toLowerCase() ?? null,
    fullName: fullName.trim(),
    locale,
    note: note?.trim() ?? null,
    paymentMethod: null,
    phone: phone.trim(),
    productColor: null,
    quantity: 1,
    region: region.trim(),
    telegramUsername: null,
  };
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

const howMany = async () => (await app.sql('select count(*)::int as count from preorder'))[0].count;

describe('createPreorder: an order from the public site', () => {
  it('an order from the public site returns only number, status and time', async () => {
    app.clock.set(new Date('2026-11-21T19:30:00.000Z'));
    const reply = await place(app, order({ quantity: 2 }));
    expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
    expect(reply.body).toEqual({
      // The day is that of Tashkent, where it is half past midnight.
      number: expect.stringMatching(/^PRE-261122-[0-9A-HJKMNP-TV-Z]{6}$/),
      status: 'NEW',
      createdAt: '2026-11-21T19:30:00.000Z',
    });
    expect(reply.headers['idempotency-replayed']).toBeUndefined();
    app.clock.set(new Date());
  });

  it('an order from the public site is stored completely, with the current prices', async () => {
    const body = order({
      fullName: '  Botir Rashidov ',
      city: 'Chilonzor',
      email: ' Botir@Example.COM ',
      telegramUsername: '@botir_r',
      note: 'Please call in the evening',
      productColor: 'LAVENDER',
      paymentMethod: 'DEPOSIT',
      quantity: 3,
      locale: 'ru',
      website: '',
      utmSource: 'instagram',
      utmMedium: 'story',
      utmCampaign: 'spring',
      utmContent: 'lamp-1',
      utmTerm: 'lamp',
      referrer: 'https://instagram.com/karvon',
    });
    const before = await reserved(app);
    const reply = await place(app, body);
    await setTerms(owner, { fullPrice: 9, depositAmount: 1, productName: 'Another' });
    const row = await rowOf(reply.body.number);
    expect(row).toMatchObject({
      status: 'NEW',
      full_name: 'Botir Rashidov',
      phone: body.phone,
      region: 'Toshkent',
      city: 'Chilonzor',
      email: 'botir@example.com',
      telegram_username: 'botir_r',
      note: 'Please call in the evening',
      product_color: 'LAVENDER',
      payment_method: 'DEPOSIT',
      quantity: 3,
      locale: 'ru',
      utm_source: 'instagram',
      utm_medium: 'story',
      utm_campaign: 'spring',
      utm_content: 'lamp-1',
      utm_term: 'lamp',
      referrer: 'https://instagram.com/karvon',
      product_name: 'Karvon Lamp',
      currency: 'UZS',
      full_price: '1200000',
      deposit_amount: '200000',
      assigned_admin_id: null,
      revision: 1,
    });
    const [customer] = await app.sql('select * from customer where id = $1', [row.customer_id]);
    expect(customer).toMatchObject({ full_name: 'Botir Rashidov', email: 'botir@example.com', source: 'instagram' });
    expect(await reserved(app)).toBe(before + 3);
    expect(await eventsOf(app, row.id)).toMatchObject([
      { from_status: null, to_status: 'NEW', actor_id: null, correction: false },
    ]);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      {
        action: 'createPreorder',
        actor_type: 'PUBLIC',
        target_kind: 'Preorder',
        target_id: row.id,
        detail: { number: reply.body.number, quantity: 3 },
      },
    ]);
  });

  it('an order from the public site has the default quantity 1', async () => {
    const { body } = await place(app);
    expect((await rowOf(body.number)).quantity).toBe(1);
  });

  it('an order from the public site drops a referrer that is not a web address', async () => {
    const reply = await place(app, order({ referrer: 'javascript:alert(1)' }));
    expect([reply.status, (await rowOf(reply.body.number)).referrer]).toEqual([201, null]);
  });

  it('an order from the public site finds its customer by phone number, however it is written, then by e-mail address', async () => {
    const customerOf = async (overrides: Json) => {
      const { body } = await place(app, order(overrides));
      return (await rowOf(body.number)).customer_id;
    };
    const first = await customerOf({ phone: '+998901112233', email: 'first@example.com' });
    const second = await customerOf({ phone: '+998904445566', email: 'second@example.com' });
    expect(second).not.toBe(first);
    expect(await customerOf({ phone: '(90) 111-22-33', email: 'second@example.com' })).toBe(first);
    expect(await customerOf({ phone: '+998907778899', email: 'SECOND@example.com' })).toBe(second);
  });

  it.each([
    ['fullName', 'A', 'x'.repeat(121)],
    ['fullName', 'Az', null],
    ['phone', '1234567', '1'.repeat(33)],
    ['region', 'T', 'x'.repeat(81)],
    ['city', 'T', 'x'.repeat(81)],
    ['note', '', 'x'.repeat(501)],
    ['email', 'a@', 'no address'],
    ['telegramUsername', '@abcd', 'with space'],
    ['quantity', 0, 21],
    ['locale', 'de', 'UZ'],
    ['productColor', 'RED', 'black'],
    ['paymentMethod', 'CASH', ''],
    ['website', 'https://spam.example', 'x'],
    ['utmSource', '', 'x'.repeat(121)],
    ['referrer', 'not a uri', `https://e.example/${'x'.repeat(500)}`],
    ['unknown', 1, null],
  ])('an order from the public site rejects %s = %p and %p', async (field, ...values) => {
    const before = await howMany();
    for (const value of field === 'fullName' && values[1] === null ? [null] : values) {
      const reply = await place(app, order({ [field]: value }));
      expect([value, ...codeOf(reply)]).toEqual([value, 400, 'VALIDATION_FAILED']);
      expect(reply.body.error.message).toContain(field);
    }
    expect(await howMany()).toBe(before);
  });

  it.each(['fullName', 'phone', 'region', 'locale'])('an order from the public site requires %s', async (field) => {
    const { [field]: _left, ...body } = order();
    const reply = await place(app, body);
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(`${field} is required`);
  });

  it('an order from the public site draws another number if the first is in use', async () => {
    const numbers = ['PRE-261121-AAAAAA', 'PRE-261121-AAAAAA', 'PRE-261121-BBBBBB'];
    const path = 'src/domain/preorders/preorder-number.ts';
    const start = await withoutGuard(path, { newPreorderNumber: () => numbers.shift() });
    const other = await start();
    await setTerms(await other.as('SUPER_ADMIN'));
    const replies = [await place(other), await place(other)];
    expect(replies.map(({ body }) => body.number)).toEqual(['PRE-261121-AAAAAA', 'PRE-261121-BBBBBB']);
    expect(await reserved(other)).toBe(await recounted(other));
    await other.stop();
  });
});

describe('createPreorder: the preorder settings', () => {
  it('the preorder settings can close preorders', async () => {
    await setTerms(owner, { preOrderEnabled: false });
    expect(codeOf(await place(app))).toEqual([409, 'PREORDER_DISABLED']);
  });

  it('limit the quantity of one order', async () => {
    await setTerms(owner, { maxQuantityPerOrder: 3 });
    expect((await place(app, order({ quantity: 3 }))).status).toBe(201);
    const reply = await place(app, order({ quantity: 4 }));
    expect(codeOf(reply)).toEqual([400, 'PREORDER_QUANTITY_EXCEEDED']);
    expect(reply.body.error.message).toContain('quantity');
  });

  it('limit the total exactly to the capacity, and a cancelled order returns its quantity once', async () => {
    await setTerms(owner, { preorderCapacity: (await reserved(app)) + 3 });
    const two = await placed(app, owner, { quantity: 2 });
    expect(codeOf(await place(app, order({ quantity: 2 })))).toEqual([409, 'PREORDER_CAPACITY_REACHED']);
    expect((await place(app)).status).toBe(201);
    expect(codeOf(await place(app))).toEqual([409, 'PREORDER_CAPACITY_REACHED']);
    for (let again = 0; again < 2; again += 1) {
      await owner.rest('PATCH', `${PREORDERS}/${two.id}/status`, { status: 'CANCELLED' });
    }
    expect((await place(app, order({ quantity: 2 }))).status).toBe(201);
    expect(codeOf(await place(app))).toEqual([409, 'PREORDER_CAPACITY_REACHED']);
    expect(await reserved(app)).toBe(await recounted(app));
  });
});

describe('createPreorder: the idempotency key of an order', () => {
  it('the idempotency key of an order returns the same response to a retry, which changes nothing', async () => {
    const [key, body] = [newKey(), order({ quantity: 2 })];
    const first = await place(app, body, key);
    const before = await reserved(app);
    app.clock.advance(90 * 24 * 60 * 60 * 1000);
    const retry = await place(app, body, key);
    expect([retry.status, retry.text]).toEqual([201, first.text]);
    expect(retry.headers['idempotency-replayed']).toBe('true');
    expect(await reserved(app)).toBe(before);
    expect(await auditOf(app, retry.headers['x-request-id'])).toEqual([]);
    app.clock.set(new Date());
  });

  it('the idempotency key of an order is the same with and without quotes', async () => {
    const [key, body] = [newKey(), order()];
    const first = await place(app, body, key);
    const quoted = await place(app, body, `"${key}"`);
    expect([quoted.status, quoted.text]).toEqual([201, first.text]);
  });

  it('the idempotency key of an order accepts a retry with equivalent input or from another campaign', async () => {
    const [key, body] = [newKey(), order({ telegramUsername: '@botir_r', email: 'a@example.com' })];
    const first = await place(app, { ...body, utmSource: 'instagram' }, key);
    const { fullName, ...others } = body;
    const again = {
      ...others,
      quantity: 1,
      website: '',
      email: ' A@Example.com',
      telegramUsername: 'botir_r',
      utmSource: 'telegram',
      referrer: 'https://t.me/x',
      fullName: ` ${fullName} `,
    };
    expect((await place(app, again, key)).text).toBe(first.text);
  });

  it.each([
    ['a name with an invisible mark and doubled spaces', { fullName: ' \u200eBotir  Rashidov\u200e ' }],
    ['letters with accents of their own', { fullName: 'Zoe\u0308 Rashidova', city: 'Urganch\u00a0shahri' }],
    ['line breaks of Windows', { note: ' Call in the evening,\r\nplease ', email: ' Botir@Example.COM' }],
  ])(
    'the idempotency key of an order accepts a retry of an order from before texts had a normal form, of %s',
    async (_what, more) => {
      const [key, body] = [newKey(), order(more)];
      const first = await place(app, body, key);
      await app.sql(`update preorder set fingerprint = decode($2, 'hex') where number = $1`, [
        first.body.number,
        formerFingerprint(body),
      ]);
      const retry = await place(app, body, key);
      expect([retry.status, retry.text, retry.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
      const other = await place(app, { ...body, region: 'Another\u200e region' }, key);
      expect(codeOf(other)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    },
  );

  it.each([{ quantity: 2 }, { fullName: 'Somebody Else' }, { note: 'and a note' }, { locale: 'en' }])(
    'the idempotency key of an order refuses another order: %j',
    async (change) => {
      const [key, body] = [newKey(), order()];
      const { body: first } = await place(app, body, key);
      const reply = await place(app, { ...body, ...change }, key);
      expect(codeOf(reply)).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
      expect(reply.text).not.toContain(first.number);
    },
  );

  it('the idempotency key of an order returns NEW whatever the current status, even if preorders are closed or sold out', async () => {
    const [key, body] = [newKey(), order()];
    const first = await place(app, body, key);
    const { id } = await rowOf(first.body.number);
    await owner.rest('PATCH', `${PREORDERS}/${id}/status`, { status: 'CONTACTED' });
    await setTerms(owner, { preOrderEnabled: false, preorderCapacity: 1 });
    expect((await place(app, body, key)).text).toBe(first.text);
  });

  it('the idempotency key of an order never restores a deleted order', async () => {
    const [key, body] = [newKey(), order()];
    const first = await place(app, body, key);
    const { id, number } = await rowOf(first.body.number);
    await owner.rest('DELETE', `${PREORDERS}/${id}`, { preorderNumber: number, reason: 'A test of ours' });
    const before = await howMany();
    expect(codeOf(await place(app, body, key))).toEqual([409, 'PREORDER_DELETED']);
    expect(codeOf(await place(app, order(), key))).toEqual([409, 'PREORDER_DELETED']);
    expect(await howMany()).toBe(before);
  });

  it('the idempotency key of an order can be reused after a client error', async () => {
    const [key, body] = [newKey(), order({ quantity: 2 })];
    expect((await place(app, { ...body, quantity: 0 }, key)).status).toBe(400);
    await setTerms(owner, { preorderCapacity: 1 });
    expect(codeOf(await place(app, body, key))).toEqual([409, 'PREORDER_CAPACITY_REACHED']);
    await setTerms(owner);
    const reply = await place(app, body, key);
    expect([reply.status, reply.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it.each([null, ''])('the idempotency key of an order is required: %p', async (key) => {
    expect(codeOf(await place(app, order(), key))).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
  });

  it.each(['x'.repeat(256), 'with a space in it', 'key-with-ü-in-it-x'])(
    'the idempotency key of an order must not be %p',
    async (key) => {
      expect(codeOf(await place(app, order(), key))).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
    },
  );

  it.each(['1', 'x'.repeat(255), `"${'y'.repeat(255)}"`, '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'])(
    'the idempotency key of an order is taken as %p',
    async (key) => {
      expect((await place(app, order(), key)).status).toBe(201);
    },
  );

  it('the idempotency key of an order fails with 409 and Retry-After if the first request takes longer than two seconds', async () => {
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      // Another process has made the order and not committed yet: it holds what the service's own calls hold.
      const [key, body] = [newKey(), order()];
      await client.query('begin');
      await client.query('select 1 from preorder_settings for update');
      const first = place(app, body, key);
      await someoneHoldsAKey();
      const retry = await place(app, body, key);
      expect(codeOf(retry)).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
      expect(retry.headers['retry-after']).toBe('1');
      await client.query('rollback');
      const done = await first;
      expect(done.status).toBe(201);
      expect((await place(app, body, key)).text).toBe(done.text);
    } finally {
      await client.end();
    }
  });
});

it('the public site accepts five orders per minute from one address', async () => {
  const limited = await startTestApp({ limits: 'real' });
  try {
    await setTerms(await limited.as('SUPER_ADMIN'));
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await place(limited)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await limited.rest('GET', PUBLIC)).status).toBe(405);
  } finally {
    await limited.stop();
  }
});
