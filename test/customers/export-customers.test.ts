import { fieldsWith } from '../../src/model/record.ts';
import { CustomerRecord } from '../../src/model/records/customer.ts';
import { parseCsv } from '../csv/parse.ts';
import { EXPORT, fillWithCustomers } from '../csv/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertPreorder } from './preorder-rows.ts';
import { codeOf, customer } from './support.ts';

let app: TestApp;
let sales: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  sales = await app.as('SALES');
});
afterAll(() => app.stop());
// Quicker than to truncate what is all but empty.
beforeEach(async () => {
  for (const table of ['preorder', 'customer']) await app.sql(`delete from ${table}`);
});

const COLUMNS: readonly string[] = fieldsWith(CustomerRecord, 'csv');

const exported = (query: Readonly<Record<string, string>> = {}) =>
  sales.rest('GET', `${EXPORT}?${new URLSearchParams(query)}`);
const recordsOf = (text: string) => parseCsv(text.replace('\uFEFF', ''));
const idsOf = async (query: Readonly<Record<string, string>>) =>
  recordsOf((await exported(query)).text)
    .slice(1)
    .map(([id]) => id);
const entryOf = async (requestId: string | undefined) =>
  (
    await app.sql('select action, actor_id, target_id, detail, transport from audit_entry where request_id = $1', [
      requestId,
    ])
  )[0];

describe('exportCustomers: the export of customers', () => {
  it('the export of customers contains every customer with the fields of the record', async () => {
    const plain = await customer(sales, { phone: '+998901234567', notes: 'one, "two"\nthree — тўрт' });
    app.clock.advance(1000);
    const formula = await customer(sales, { fullName: '=cmd|calc', company: '@evil', notes: '-1', city: '+1 (2)' });
    expect(COLUMNS.join()).toContain('id,fullName,email,phone,company,country,city,region');
    expect(COLUMNS).toEqual(
      expect.arrayContaining(['telegramUsername', 'preferredLanguage', 'notes', 'source', 'createdAt']),
    );
    const reply = await exported();
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="customers.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(reply.text.startsWith('\uFEFFid,')).toBe(true);
    const cells = (record: Json) => COLUMNS.map((column) => record[column] ?? '');
    const inert = { ...formula, fullName: "'=cmd|calc", company: "'@evil", notes: "'-1", city: "'+1 (2)" };
    expect(recordsOf(reply.text)).toEqual([COLUMNS, cells(inert), cells(plain)]);
  });

  it('the export of customers contains only the header without matches', async () => {
    expect(recordsOf((await exported({ search: 'nobody' })).text)).toEqual([COLUMNS]);
  });

  it('the export of customers contains all matches in the order of the list, or the window of skip and take', async () => {
    await fillWithCustomers(app, 2_500);
    const all = await idsOf({});
    expect([all.length, new Set(all).size]).toEqual([2500, 2500]);
    const page = await sales.rest('GET', '/v1/admin/customers?skip=1100&take=100');
    expect(all.slice(1100, 1200)).toEqual(page.body.items.map(({ id }: Json) => id));
    expect(await idsOf({ skip: '1100', take: '100' })).toEqual(all.slice(1100, 1200));
    expect(await idsOf({ skip: '2400' })).toEqual(all.slice(2400));
    expect(await idsOf({ take: '2' })).toEqual(all.slice(0, 2));
    // Whole batches, and one row more or less.
    for (const skip of [500, 499, 501, 1500]) expect(await idsOf({ skip: String(skip) })).toEqual(all.slice(skip));
  });

  it('the export of customers accepts the filters of the list', async () => {
    const one = await customer(sales, { preferredLanguage: 'ru', fullName: 'Dilnoza' });
    const other = await customer(sales);
    await insertPreorder(app, { customerId: other.id, status: 'NEW', utmSource: 'expo' });
    expect(await idsOf({ language: 'ru' })).toEqual([one.id]);
    expect(await idsOf({ search: 'dilnoza' })).toEqual([one.id]);
    expect(await idsOf({ preorderStatus: 'NEW', source: 'expo' })).toEqual([other.id]);
    expect(await idsOf({ assignedAdminId: 'nobody' })).toEqual([]);
    expect(await idsOf({ dateTo: app.clock.now().toISOString() })).toEqual([]);
  });

  it('the export of customers writes an audit entry with the filters and the row count, without the search text', async () => {
    await fillWithCustomers(app, 1_200);
    const reply = await exported({ search: 'Person', language: 'uz', skip: '10' });
    expect(await entryOf(reply.headers['x-request-id'])).toEqual({
      action: 'exportCustomers',
      actor_id: sales.admin.id,
      target_id: null,
      detail: { filter: { search: '***', language: 'uz', skip: 10 }, rows: 1190, complete: true },
      transport: 'REST',
    });
  });

  it.each([
    ['take', '0'],
    ['take', '101'],
    ['skip', '-1'],
    ['language', 'de'],
    ['dateFrom', 'today'],
    ['dateTo', '0001-01-01T00:00:00+14:00'],
    ['format', 'xlsx'],
  ])('the export of customers rejects %s = %s with the JSON error body', async (name, value) => {
    const reply = await exported({ [name]: value });
    expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['content-disposition']).toBeUndefined();
    expect(await entryOf(reply.headers['x-request-id'])).toBeUndefined();
  });

  it.each(['SUPPORT', 'VIEWER', 'OPERATIONS', 'FIRMWARE_MANAGER'] as const)(
    'the export of customers fails with 403 for %s',
    async (role) => {
      expect(codeOf(await (await app.as(role)).rest('GET', EXPORT))).toEqual([403, 'ROLE_FORBIDDEN']);
    },
  );

  it('the export of customers returns only its headers to HEAD, and reads no rows', async () => {
    await customer(sales);
    const reply = await sales.rest('HEAD', EXPORT);
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([200, 'text/csv; charset=utf-8', '']);
    expect(await entryOf(reply.headers['x-request-id'])).toBeUndefined();
  });

  it('the export of customers fails with the JSON error body if reading fails before the first byte', async () => {
    await app.sql('alter table customer rename to customer_away');
    try {
      const reply = await exported();
      expect(codeOf(reply)).toEqual([500, 'INTERNAL_ERROR']);
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(reply.headers['content-disposition']).toBeUndefined();
      expect(await entryOf(reply.headers['x-request-id'])).toBeUndefined();
    } finally {
      await app.sql('alter table customer_away rename to customer');
    }
  });
});
