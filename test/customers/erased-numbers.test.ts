import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { addNote, CUSTOMERS, customer } from './support.ts';

/** How people write a number in notes about others. */

let app: TestApp;
let owner: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

/** The texts of others after the person with the phone is anonymized: as notes of a sale and of a customer. */
async function afterErasing(phone: string, texts: readonly string[]): Promise<{ sales: string[]; notes: string[] }> {
  const { id } = await customer(owner, { fullName: 'Gone', phone });
  const other = await customer(owner, { fullName: 'Stays' });
  const sales: string[] = [];
  for (const text of texts) {
    const sale = await makeSale(app, { customerId: other.id });
    await app.sql('update sale set notes = $2 where id = $1', [sale.id, text]);
    await addNote(owner, other.id, text);
    sales.push(sale.id);
  }
  const { status } = await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  expect(status).toBe(201);
  const rows = await app.sql('select notes from sale where id = any ($1) order by array_position($1, id)', [sales]);
  const notes = await app.sql('select content from customer_note where customer_id = $1 order by created_at, id', [
    other.id,
  ]);
  return { sales: rows.map(({ notes: text }) => text), notes: notes.map(({ content }) => content) };
}

it.each<[string, readonly string[], readonly string[]]>([
  [
    '+998 90 765 00 01',
    [
      ...['٩٠ ٧٦٥ ٠٠ ٠١', '۹۰۷۶۵۰۰۰۱', '९०-७६५-००-०१', '９０　７６５　００　０１', '𝟵𝟬 𝟳𝟲𝟱 𝟬𝟬 𝟬𝟭', '+९९८ ९० ७६५ ०० ०१'],
      ...['8-90-765-00-01', '8 10 998 90 765 00 01', '00998 (90) 765 00 01'],
      ...['0998 90 765 00 01', '+00998907650001', '+998 0 90 765 00 01'],
    ],
    ['1998907650001', '90 765 00 02', '190 765 00 01', '90 765 00 011', '٩٠ ٧٦٥ ٠٠ ٠٢', '1 200 000'],
  ],
  [
    '+7 701 765 43 21',
    ['8 701 765 43 21', '8-(701)-765-43-21', '٨ ٧٠١ ٧٦٥ ٤٣ ٢١', '701 765 43 21', '+7 (701) 765-43-21', '87017654321'],
    ['8 701 765 43 22', '+7 702 765 43 21'],
  ],
  [
    '8 777 765 43 21',
    ['+7 777 765 43 21', '007 777 765 43 21', '777 765-43-21', '8 (777) 765 43 21'],
    ['+7 777 765 43 20'],
  ],
  [
    '+49 30 76543210',
    ['030 76543210', '030/765 432 10', '+49 (0)30 76543210', '0049 30 765432-10', '8 10 49 30 76543210'],
    ['030 76543211', '+49 40 76543210'],
  ],
  ['+49 30 654321', ['030 654321', '030/65 43 21'], ['30 654321 pieces']],
  ['0532 765 43 21', ['+90 532 765 43 21', '532 765 43 21', '0 (532) 765 43 21'], ['0533 765 43 21']],
  ['+998 90 765 00 03, 91 765 00 04', ['90 765 00 03', '+998917650004'], ['93 765 00 03']],
  [
    '+998 71 276 00 00 доб. 12',
    [
      ...['71 276 00 00 доб. 12', '+998 71 276-00-00 ext 12', '71 276 00 00, ichki raqam: 12', '8 71 276 00 00 x12'],
      ...['+998712760000;ext=12', '712760000#12', '+998 71 276 00 00', '٧١ ٢٧٦ ٠٠ ٠٠ доб. ١٢'],
    ],
    ['71 276 00 00 доб. 15', '71 276 00 00 ext. 125', '71 276 00 01 доб. 12'],
  ],
])(
  'erasing a person with the number %s takes it from texts of others, however it is written there',
  async (phone, its, others) => {
    const texts = [...its, ...others];
    const left = [...its.map(() => 'Call [erased]!'), ...others.map((text) => `Call ${text}!`)];
    expect(
      await afterErasing(
        phone,
        texts.map((text) => `Call ${text}!`),
      ),
    ).toEqual({ sales: left, notes: left.map((text) => text.replaceAll('\u3000', ' ')) });
  },
);

it('erasing a person takes the number in any digits from reasons about devices, and from the audit log', async () => {
  const { id } = await customer(owner, { fullName: 'Gone', phone: '+998 90 765 00 09' });
  const device = await makeDevice(app, { status: 'ACTIVE' });
  const status = await owner.rest('PATCH', `/v1/admin/devices/${device.id}/status`, {
    status: 'SUSPENDED',
    reason: 'Reported by ९० ७६५ ०० ०९',
  });
  expect(status.status).toBeLessThan(300);
  await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  const [event] = await app.sql(`select reason from device_event where device_id = $1 and to_status = 'SUSPENDED'`, [
    device.id,
  ]);
  const [entry] = await app.sql(`select reason from audit_entry where action = 'setDeviceStatus' and target_id = $1`, [
    device.id,
  ]);
  expect([event?.reason, entry?.reason]).toEqual(['Reported by [erased]', 'Reported by [erased]']);
});

describe('the name of an erased person', () => {
  const notesAfter = async (fullName: string, texts: readonly string[]): Promise<string[]> => {
    const { id } = await customer(owner, { fullName });
    const other = await customer(owner, { fullName: 'Stays' });
    for (const text of texts) await addNote(owner, other.id, text);
    expect((await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' })).status).toBe(201);
    const notes = await app.sql('select content from customer_note where customer_id = $1 order by created_at, id', [
      other.id,
    ]);
    return notes.map(({ content }) => content);
  };

  it('the name of an erased person goes from texts of others with any dash and apostrophe, and with the family name before it', async () => {
    const its = [
      'Anna\u2013Maria Oʻktamova',
      'ANNA\u2011MARIA O‘KTAMOVA',
      'Oʻktamova Anna-Maria',
      "o'ktamova\nanna\u2212maria",
      'Anna Maria Oʻktamova',
    ];
    const others = ['Maria Oʻktamova', 'Oʻktamova Anna-Marianna', 'Anna-Maria'];
    const notes = await notesAfter(
      "Anna-Maria O'ktamova",
      [...its, ...others].map((text) => `Call ${text}!`),
    );
    expect(notes).toEqual([...its.map(() => 'Call [erased]!'), ...others.map((text) => `Call ${text}!`)]);
  });

  it('the name of an erased person stays in an order in which it may be that of another', async () => {
    await customer(owner, { fullName: 'Salim Anvar' });
    expect(await notesAfter('Anvar Salim', ['Anvar Salim', 'Salim Anvar'])).toEqual(['[erased]', 'Salim Anvar']);
    await customer(owner, { fullName: 'Jamol Davron' });
    expect(await notesAfter('Jamol Davron', ['Jamol Davron', 'Davron Jamol'])).toEqual([
      'Jamol Davron',
      'Davron Jamol',
    ]);
  });

  it('the name of an erased person goes from the reply to a write about another, and a retry of that is still answered', async () => {
    const person = { fullName: 'Kamola Retriyeva', phone: '+998 90 765 00 21', email: 'kamola.r@example.com' };
    const { id } = await customer(owner, person);
    const other = await customer(owner, { fullName: 'Stays' });
    const device = await makeDevice(app);
    const order = {
      customer: { id: other.id },
      deviceId: device.id,
      unitPrice: 5,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
      notes: 'For "Kamola\nRetriyeva", 90 765-00-21, kamola.r@example.com',
    };
    const sell = () => owner.rest('POST', '/v1/admin/sales', order, { 'idempotency-key': 'a-sale-about-another' });
    const first = await sell();
    expect([first.status, first.body.notes]).toEqual([201, order.notes]);
    await owner.rest('POST', `${CUSTOMERS}/${id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
    const kept = await app.sql(`select reply::text from idempotency_key`);
    expect(JSON.stringify(kept)).not.toMatch(/Kamola|Retriyeva|765-00-21/);
    const again = await sell();
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    expect(again.body.notes).toBe('For "[erased]", [erased], [erased]');
  });
});
