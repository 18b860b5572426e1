import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newPhone as newApp, pair, refresh } from '../pairing/support.ts';
import { place, placed, setTerms } from '../preorders/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Client, Json, Reply } from '../support/callers.ts';
import { Canaries, dump } from '../support/canaries.ts';
import { makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { CUSTOMERS, customer } from './support.ts';

/*
 * A person leaves something everywhere that the API lets them, and so does the staff about them. Each text is unique; all are in the
 * database before, and none after the person was anonymized, in no form.
 */

const SALES = '/v1/admin/sales';
const ADDRESS = '203.0.113.77';
const LOCAL = '901234567';
const ARABIC = '٩٩٨ ٩٠ ١٢٣ ٤٥ ٦٧';

const canaries = new Canaries();
let planted = 0;

/** A text that is nowhere else. It has letters that a search folds, and is no e-mail address. */
function text(what: string): string {
  planted += 1;
  const made = `Qaqnus${planted}Oʻzbek${'abcdefghijklmnopqrst'.charAt(planted % 20)}${planted * 7919}`;
  canaries.add(what, made);
  return made;
}
/** A word of ASCII, for user names, request ids and campaigns. */
function word(what: string): string {
  planted += 1;
  const made = `qaqnus_${planted}_${planted * 7919}`;
  canaries.add(what, made);
  return made;
}

const dataDir = temporaryFolder('erasure');
const NAME = `${text('the name')} ${text('the family name')}`;
const EMAIL = `${word('the e-mail address')}@example.com`;
let app: TestApp;
let owner: Caller;
let person: Json;
let phone: { readonly credential: string };
let before: string;
let after: string;
let reply: Reply;
let figures: readonly string[];
let recounted: readonly Json[];

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir, TRUSTED_PROXIES: '1' } });
  owner = await app.as('SUPER_ADMIN');
  await setTerms(owner);
  canaries.add('the phone number', `+998${LOCAL}`);
  canaries.add('the phone number without its country', `${LOCAL.slice(0, 2)} ${LOCAL.slice(2, 5)} ${LOCAL.slice(5)}`);
  canaries.add('the phone number as it is dialled from abroad', `00998${LOCAL}`);
  canaries.add('the phone number in Arabic digits', ARABIC);
  canaries.add('the phone number behind an 8', `8-(${LOCAL.slice(0, 2)})-${LOCAL.slice(2)}`);
  canaries.add('the address of the person', ADDRESS);
  await somebodyElse();
  await orders();
  await profile();
  await purchases();
  await ownership();
  await readers();
  before = await dump(app.sql);
  figures = await sums();
  reply = await owner.rest('POST', `${CUSTOMERS}/${person.id}/anonymize`, { reason: 'CUSTOMER_REQUEST' });
  after = await dump(app.sql);
  recounted = await tallies();
});
afterAll(() => app.stop());

async function done(call: Promise<Reply>): Promise<Json> {
  const { status, body, text: said } = await call;
  if (status >= 300 || body?.errors) throw new Error(`It was refused: ${said}`);
  return body;
}

/** Of whom nothing may be lost: the same city, and a note that names the person by number and address. */
async function somebodyElse(): Promise<void> {
  const other = await customer(owner, { fullName: 'Somebody Else', city: 'Samarqand' });
  await done(
    owner.rest('POST', `/v1/admin/preorders/customers/${other.id}/notes`, {
      content: `Call ${LOCAL.slice(0, 2)} ${LOCAL.slice(2, 5)} ${LOCAL.slice(5)} or write to ${EMAIL}, the husband`,
    }),
  );
  await done(
    owner.rest('POST', `/v1/admin/preorders/customers/${other.id}/notes`, {
      content: `From abroad 00998${LOCAL}, ${ARABIC} or 8-(${LOCAL.slice(0, 2)})-${LOCAL.slice(2)}; not 00${LOCAL}1`,
    }),
  );
  const device = await makeDevice(app);
  const sale = await done(
    owner.rest('POST', SALES, {
      customer: { id: other.id },
      deviceId: device.id,
      unitPrice: 5,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
      notes: `Paid by ${EMAIL}`,
    }),
  );
  const refund = { amount: 1, reason: `+998-${LOCAL} complained` };
  await done(owner.rest('POST', `${SALES}/${sale.id}/refund`, refund));
  await done(
    owner.rest('PATCH', `/v1/admin/devices/${device.id}/status`, {
      status: 'SUSPENDED',
      reason: `reported by ${EMAIL.toUpperCase()}`,
    }),
  );
}

async function orders(): Promise<void> {
  const visitor = app.client({ 'x-forwarded-for': ADDRESS, 'x-request-id': word('the request id of an order') });
  const by = (client: Client) => ({ ...app, ...client });
  const campaign = {
    utmSource: word('utm_source'),
    utmMedium: word('utm_medium'),
    utmCampaign: word('utm_campaign'),
    utmContent: word('utm_content'),
    utmTerm: word('utm_term'),
    referrer: `https://example.com/${word('referrer')}`,
  };
  const contact = { fullName: NAME, phone: `+998 ${LOCAL}`, email: EMAIL, telegramUsername: `tg_${word('telegram')}` };
  const preorder = await placed(by(visitor), owner, {
    ...contact,
    region: text('region of the order'),
    city: text('city of the order'),
    note: text('note of the order'),
    ...campaign,
  });
  person = (await done(owner.rest('GET', `${CUSTOMERS}/${preorder.customerId}`))) as Json;
  const path = `/v1/admin/preorders/${preorder.id}/status`;
  await done(owner.rest('PATCH', path, { status: 'CONTACTED', note: text('note of a status') }));
  await done(owner.rest('PATCH', path, { status: 'NEW', note: text('note of a correction') }));
  await done(owner.rest('PATCH', path, { status: 'CANCELLED', note: text('note of a cancellation') }));

  const gone = await placed(by(visitor), owner, contact);
  await done(
    owner.rest('PATCH', `/v1/admin/preorders/${gone.id}/status`, {
      status: 'CANCELLED',
      note: text('note of a deleted order'),
    }),
  );
  await done(
    owner.rest('DELETE', `/v1/admin/preorders/${gone.id}`, {
      preorderNumber: gone.number,
      reason: text('reason of a deletion'),
    }),
  );
}

async function profile(): Promise<void> {
  const first = { company: text('company'), country: text('country'), city: text('city'), region: text('region') };
  await done(owner.rest('PATCH', `${CUSTOMERS}/${person.id}`, { ...first, notes: text('notes') }));
  await done(
    owner.rest('PATCH', `${CUSTOMERS}/${person.id}`, { ...first, city: 'Samarqand', notes: text('more notes') }),
  );
  await done(
    owner.rest('POST', `/v1/admin/preorders/customers/${person.id}/notes`, { content: text('a note of the staff') }),
  );
}

const sell = async (more: Json, key: string) =>
  done(
    owner.rest(
      'POST',
      SALES,
      {
        customer: { id: person.id },
        deviceId: (await makeDevice(app)).id,
        unitPrice: 1_200_000,
        paymentStatus: 'PAID',
        salesChannel: 'TELEGRAM',
        ...more,
      },
      { 'idempotency-key': key },
    ),
  );

async function purchases(): Promise<void> {
  const sale = await sell({ notes: text('notes of a sale') }, 'a-first-sale');
  await done(owner.rest('PATCH', `${SALES}/${sale.id}`, { notes: text('changed notes of a sale') }));
  await done(
    owner.rest(
      'POST',
      `${SALES}/${sale.id}/refund`,
      { amount: 200_000, reason: text('reason of a refund') },
      { 'idempotency-key': 'a-refund' },
    ),
  );
  const unpaid = await sell({ paymentStatus: 'UNPAID', notes: text('notes of a cancelled sale') }, 'a-second-sale');
  await done(owner.rest('POST', `${SALES}/${unpaid.id}/cancel`, { reason: text('reason of a cancelled sale') }));
  // It went to somebody else afterwards, and what is written about it from then on is not the person's.
  const moved = await sell({ notes: text('notes of a sale that moved') }, 'a-third-sale');
  const buyer = await customer(owner, { fullName: 'Another Buyer' });
  await done(owner.rest('PATCH', `${SALES}/${moved.id}`, { customerId: buyer.id, notes: 'gift wrapped' }));
}

async function ownership(): Promise<void> {
  const visitor = app.client({ 'x-forwarded-for': ADDRESS, 'x-request-id': word('the request id of a claim') });
  const device = await makeDevice(app);
  await done(
    owner.rest('POST', SALES, {
      customer: { id: person.id },
      deviceId: device.id,
      unitPrice: 900_000,
      paymentStatus: 'PAID',
      salesChannel: 'DIRECT',
    }),
  );
  const own = { ...newApp(), installationId: `app-${word('the id of the app')}` };
  canaries.add('the key of the app', JSON.parse(own.publicKey).x);
  const claimed = await pair(visitor, device, own, { customerEmail: EMAIL, deviceName: text('the name of the phone') });
  phone = claimed.body;
  phone = await done(refresh(visitor, phone.credential));
  await done(
    owner.rest('POST', `/v1/admin/devices/${device.id}/claim/reset`, { reason: text('reason of a reset claim') }),
  );
  // A gift that the person got, and gave away.
  const gift = await makeDevice(app, { status: 'ACTIVE' });
  const transfer = `/v1/admin/devices/${gift.id}/transfer`;
  await done(owner.rest('POST', transfer, { customerEmail: EMAIL, reason: text('reason of a transfer') }));
  await done(
    owner.rest('POST', transfer, { customerEmail: 'heir@example.com', reason: text('reason of a second transfer') }),
  );
}

/** What those left who looked for the person. */
async function readers(): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify({ fullName: { eq: NAME } }));
  await done(owner.rest('GET', `/v1/admin/exports/customers?filter=${filter}`));
  await done(owner.rest('GET', `${CUSTOMERS}/export.csv?search=${encodeURIComponent(NAME)}`));
  await done(owner.gql('query ($text: String!) { search(text: $text) { title subtitle } }', { text: NAME }));
  await done(
    owner.gql(
      'mutation ($input: CreateSavedQuestionInput!) { createSavedQuestion(input: $input) { savedQuestion { id } } }',
      {
        input: {
          name: `Sales to ${NAME}`,
          description: `She is ${EMAIL}`,
          question: { sales: { metrics: ['ORDERS'], filter: { customer: { fullName: { eq: NAME } } } } },
        },
      },
    ),
  );
  const named = { or: [{ customer: { fullName: { eq: NAME } } }, { customer: { email: { in: [EMAIL] } } }] };
  const view = { sales: { filter: named, search: LOCAL, columns: ['number'] } };
  await done(
    owner.gql('mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { id } } }', {
      input: { name: `Sales to ${NAME}`, view },
    }),
  );
}

/** Sums and counts that analysts and lists show. */
async function sums(): Promise<readonly string[]> {
  const asked = [
    `{ sales { totalCount totals { currency count unitPrice discount total refundedTotal } } }`,
    `{ customers { totalCount } preorders { totalCount } devices { totalCount } refunds { totalCount } }`,
    '{ salesAnalytics(range: YEAR) { totals { orders grossRevenue netRevenue refunded customers } } }',
  ];
  const replies = await Promise.all(asked.map((query) => owner.gql(query)));
  return replies.map(({ body }) => {
    expect(body.errors).toBeUndefined();
    return JSON.stringify(body.data);
  });
}

/** The counts of words that differ from what the tables hold. */
async function tallies(): Promise<readonly Json[]> {
  const counted = await Promise.all(
    [
      ['customer', 'customer', 'preferred_language', 'true'],
      ['preorder', 'preorder', 'status', 'deleted_at is null'],
    ].map(([subject, table, column, where]) =>
      app.sql(
        `select $1::text as subject, coalesce(k.word, r.word) as word, k.count, r.count as right
           from (select key[1] as word, sum(count)::int as count from (select * from tally union all select * from tally_change) t
                  where subject = $1::text group by 1) k
           full join (select ${column} as word, count(*)::int as count from ${table} where ${where} group by 1) r
             on coalesce(r.word, '') = coalesce(k.word, '')
          where coalesce(k.count, 0) <> coalesce(r.count, 0)`,
        [subject],
      ),
    ),
  );
  return counted.flat();
}

const names = () => [...new Set(canaries.all.map(({ name }) => name))].sort();

it('everything that a person and the staff leave is in the database before', () => {
  expect(names().length).toBeGreaterThan(40);
  expect(canaries.in(before).sort()).toEqual(names());
});

it('anonymizeCustomer answers the customer without the person', () => {
  expect(reply.status).toBe(201);
  expect(canaries.in(`${JSON.stringify(reply.headers)} ${reply.text}`)).toEqual([]);
  expect(reply.body).toMatchObject({ id: person.id, fullName: 'Anonymized customer', email: null, phone: null });
});

it('nothing of a person is in any table afterwards, in no form', () => {
  expect(canaries.in(after)).toEqual([]);
});

it('nothing of a person is in the files of the service, nor in its log but for the address and the id of a request', () => {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const stored = files
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'))
    .join('\n');
  expect(canaries.in(stored)).toEqual([]);
  const lines = app.logs.map(({ ip: _ip, requestId: _id, ...line }) => JSON.stringify(line)).join('\n');
  expect(lines.length).toBeGreaterThan(1_000);
  expect(canaries.in(lines)).toEqual([]);
});

it('no list, search, export or audit entry shows anything of the person, to whoever may see all', async () => {
  const paths = [
    `${CUSTOMERS}?take=100`,
    `${CUSTOMERS}/${person.id}`,
    '/v1/admin/preorders?take=200',
    `${SALES}?take=100`,
    '/v1/admin/audit?take=100',
    `${CUSTOMERS}/export.csv`,
    '/v1/admin/preorders/export.csv',
    ...['customers', 'preorders', 'sales', 'refunds', 'device-events'].map(
      (list) => `/v1/admin/exports/${list}?format=ndjson`,
    ),
  ];
  const replies = await Promise.all(paths.map((path) => owner.rest('GET', path)));
  const shown = replies.map(({ status, text: said }, at) => [paths[at], status, canaries.in(said)]);
  expect(shown).toEqual(paths.map((path) => [path, 200, []]));
  const found = await owner.rest('GET', `${CUSTOMERS}?search=${encodeURIComponent(NAME)}`);
  expect(found.body).toMatchObject({ total: 0, items: [] });
});

it('sums and counts stay, and those of words are those of what is left', async () => {
  expect(await sums()).toEqual(figures);
  expect(recounted).toEqual([]);
});

it('others keep what is theirs: only what names the person is gone', async () => {
  expect(await app.sql(`select notes from sale where unit_price = 5`)).toEqual([{ notes: 'Paid by [erased]' }]);
  expect(await app.sql(`select reason from refund where amount = 1`)).toEqual([{ reason: '[erased] complained' }]);
  expect(await app.sql(`select reason from device_event where to_status = 'SUSPENDED'`)).toEqual([
    { reason: 'reported by [erased]' },
  ]);
  expect(await app.sql(`select reason from audit_entry where action = 'setDeviceStatus'`)).toEqual([
    { reason: 'reported by [erased]' },
  ]);
  const notes = await app.sql('select content from customer_note order by created_at, id');
  expect(notes.map(({ content }) => content)).toEqual([
    'Call [erased] or write to [erased], the husband',
    // The last is another number.
    `From abroad [erased], [erased] or [erased]; not 00${LOCAL}1`,
  ]);
  const [moved] = await app.sql(`select notes from sale where unit_price <> 5 and notes is not null`);
  expect(moved.notes).toBe('gift wrapped');
  const [{ query }] = await app.sql('select query from saved_question');
  expect(query).toEqual({ metrics: ['ORDERS'], filter: { customer: { fullName: { eq: '[erased]' } } } });
});

it('what happened to sales and devices can still be read in the audit log', async () => {
  const kept = await app.sql(
    `select action, changes -> 'paymentStatus' as payment, detail ->> 'number' as number, reason, actor_id
       from audit_entry where action in ('refundSale', 'cancelSale') and reason = '[erased]' order by id`,
  );
  expect(kept).toMatchObject([
    { action: 'refundSale', number: expect.stringMatching(/^KRV-/), reason: '[erased]', actor_id: owner.admin.id },
    { action: 'cancelSale', number: expect.stringMatching(/^KRV-/), reason: '[erased]', actor_id: owner.admin.id },
  ]);
});

it('a retry of a sale or a refund with the same key does nothing again', async () => {
  const { body } = await owner.rest('GET', `${SALES}?take=100`);
  const again = await owner.rest(
    'POST',
    `${SALES}/${body.items[0].id}/refund`,
    { amount: 200_000, reason: 'again' },
    { 'idempotency-key': 'a-refund' },
  );
  expect([again.status, again.body.error.code]).toEqual([409, 'IDEMPOTENCY_REPLY_ERASED']);
});

it('another registration with the same number and address is a new customer', async () => {
  const order = { fullName: NAME, phone: `+998${LOCAL}`, email: EMAIL, region: 'Toshkent', locale: 'uz' };
  const { body } = await place(app, order);
  const [row] = await app.sql('select customer_id from preorder where number = $1', [body.number]);
  expect(row.customer_id).not.toBe(person.id);
  const [{ full_name: stays }] = await app.sql('select full_name from customer where id = $1', [person.id]);
  expect(stays).toBe('Anonymized customer');
});
