import pg from 'pg';
import { foldTallies } from '../../src/persistence/tallies.ts';
import { miscounted } from '../persistence/tally-races.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeSale } from '../support/factories/sale.ts';
import { rest, SALES } from './support.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const REASON = 'the year was mistyped';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

type Headers = Readonly<Record<string, string>>;

const overRest = (who: Caller, id: string, body: Json, headers?: Headers): Promise<Reply> =>
  who.rest('POST', `${SALES}/${id}/correct`, { reason: REASON, ...body }, headers);

/** As REST would have answered. */
async function overGraphql(who: Caller, id: string, body: Json, headers: Headers = {}): Promise<Reply> {
  const { 'if-match': revision, 'idempotency-key': key } = headers;
  const reply = await who.gql(
    `mutation ($id: ID!, $input: CorrectSaleInput!, $revision: Int, $key: String) {
       correctSale(id: $id, input: $input, expectedRevision: $revision, idempotencyKey: $key) { sale {
         id revision soldAt currency total refundedTotal refundable refunds { nodes { amount } } } } }`,
    { id, input: { reason: REASON, ...body }, revision: revision && Number(revision.replaceAll('"', '')), key },
  );
  const [error] = reply.body.errors ?? [];
  if (!error) return { ...reply, status: 201, body: reply.body.data.correctSale.sale };
  const { code, status } = error.extensions;
  return { ...reply, status, body: { error: { code, message: error.message } } };
}

const entriesOf = (id: string) =>
  app.sql('select action, changes, reason, detail from audit_entry where target_id = $1 order by id', [id]);
const report = async (currency: string, days: string): Promise<Json> => {
  const [from, to] = days.split(' ');
  const path = `/v1/admin/analytics/sales?range=custom&from=${from}&to=${to}&currency=${currency}`;
  return (await admin.rest('GET', path)).body.totals;
};

describe.each([
  ['REST', overRest],
  ['GraphQL', overGraphql],
] as const)('correctSale: a correction of a sale over %s', (_transport, correct) => {
  it('a correction of a sale moves the sale to another time and currency with its refunds, and every total and report follows', async () => {
    const sale = await makeSale(app, { soldAt: new Date('0026-11-20T10:00:00Z'), currency: 'U$D', unitPrice: 700 });
    await rest.refund(admin, sale.id, { amount: 200 });
    await app.sql(`update sale set updated_at = updated_at - interval '1 hour' where id = $1`, [sale.id]);
    const before = { uzs: await report('QQA', '2026-11-19 2026-11-19'), revision: 2 };
    expect(before.uzs).toMatchObject({ orders: 0, revenue: 0, refunded: 0, customers: 0 });
    const { status, body } = await correct(admin, sale.id, { soldAt: '2026-11-19T12:00:00+05:00', currency: 'qqa' });
    expect([status, body]).toMatchObject([
      201,
      {
        soldAt: '2026-11-19T07:00:00.000Z',
        currency: 'QQA',
        revision: 3,
        total: 700,
        refundedTotal: 200,
        refundable: 500,
      },
    ]);
    expect(await report('QQA', '2026-11-19 2026-11-19')).toMatchObject({
      orders: 1,
      revenue: 700,
      refunded: 200,
      netRevenue: 500,
      customers: 1,
    });
    const lists = await admin.gql(`{
      sales(filter: { currency: { eq: "QQA" } }) { totals { currency count total refundedTotal } }
      left: sales(filter: { currency: { eq: "U$D" } }) { totalCount }
      refunds(filter: { saleId: { eq: "${sale.id}" } }) { totals { currency amount } }
      salesMetrics(query: { metrics: [ORDERS, NET_REVENUE], dimensions: [CURRENCY], filter: { currency: { eq: "QQA" } } }) { rows { dimensions metrics } }
    }`);
    expect(lists.body.data).toEqual({
      sales: { totals: [{ currency: 'QQA', count: 1, total: 700, refundedTotal: 200 }] },
      left: { totalCount: 0 },
      refunds: { totals: [{ currency: 'QQA', amount: 200 }] },
      salesMetrics: { rows: [{ dimensions: ['QQA'], metrics: [1, 500] }] },
    });
    expect(await miscounted({ sql: app.sql })).toEqual([]);
    const pool = new pg.Pool({ connectionString: app.database.url, max: 1 });
    await foldTallies(pool);
    await pool.end();
    expect(await miscounted({ sql: app.sql })).toEqual([]);
    const [row] = await app.sql('select updated_at from sale where id = $1', [sale.id]);
    expect(row).toEqual({ updated_at: app.clock.now() });
    expect((await entriesOf(sale.id)).at(-1)).toEqual({
      action: 'correctSale',
      changes: {
        soldAt: { from: '0026-11-20T10:00:00.000Z', to: '2026-11-19T07:00:00.000Z' },
        currency: { from: 'U$D', to: 'QQA' },
      },
      reason: REASON,
      detail: { number: sale.number },
    });
    await app.sql(`update sale set currency = 'QQB' where id = $1`, [sale.id]);
  });

  it('a correction of a sale is a no-op without an entry when nothing changes, or nothing is said', async () => {
    const sale = await makeSale(app, { soldAt: NOW });
    for (const body of [{}, { currency: 'uzs' }, { soldAt: NOW.toISOString(), currency: 'UZS' }]) {
      expect(await correct(admin, sale.id, body)).toMatchObject({
        status: 201,
        body: { revision: 1, currency: 'UZS' },
      });
    }
    expect(await entriesOf(sale.id)).toEqual([]);
  });

  it('a correction of a sale is open in every state of the sale, also after a cancellation and a full refund', async () => {
    for (const state of [
      { status: 'CANCELLED', paymentStatus: 'UNPAID' },
      { paymentStatus: 'REFUNDED' },
      { paymentStatus: 'UNPAID' },
      { claimedAt: NOW },
    ] as const) {
      const sale = await makeSale(app, state);
      expect(await correct(admin, sale.id, { soldAt: '2026-11-01T00:00:00Z' })).toMatchObject({
        status: 201,
        body: { soldAt: '2026-11-01T00:00:00.000Z' },
      });
    }
  });

  it.each([
    ['soldAt', { soldAt: '1999-12-31T23:59:59.999Z' }],
    ['soldAt', { soldAt: '2026-11-27T10:00:00.001Z' }],
    ['soldAt', { soldAt: '2026-11-20' }],
    ['currency', { currency: 'U$D' }],
    ['currency', { currency: 'US' }],
    ['reason', { reason: 'no', currency: 'USD' }],
  ])('a correction of a sale fails with 400 naming %s (%#)', async (field, input) => {
    const sale = await makeSale(app);
    const { status, body } = await correct(admin, sale.id, input);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
    expect(await entriesOf(sale.id)).toEqual([]);
  });

  it('a correction of a sale takes the first instant of the year 2000 and one a day ahead', async () => {
    const sale = await makeSale(app);
    for (const soldAt of ['2000-01-01T00:00:00.000Z', '2026-11-27T10:00:00.000Z']) {
      expect(await correct(admin, sale.id, { soldAt })).toMatchObject({ status: 201, body: { soldAt } });
    }
  });

  it('a correction of a sale is made at the revision that the caller has read, or not at all, and once for a key', async () => {
    const sale = await makeSale(app);
    const stale = await correct(admin, sale.id, { currency: 'EUR' }, { 'if-match': '"7"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    const key = { 'idempotency-key': `correct-${_transport}-${sale.id}` };
    for (let time = 0; time < 2; time += 1) {
      expect(await correct(admin, sale.id, { currency: 'EUR' }, key)).toMatchObject({
        status: 201,
        body: { revision: 2, currency: 'EUR' },
      });
    }
    const reused = await correct(admin, sale.id, { currency: 'USD' }, key);
    expect([reused.status, reused.body.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await entriesOf(sale.id)).toHaveLength(1);
    // The key of somebody else is another one.
    const colleague = await correct(await app.as('ADMIN'), sale.id, { currency: 'USD' }, key);
    expect([colleague.status, colleague.body.currency]).toEqual([201, 'USD']);
  });

  it('a correction of a sale is for SUPER_ADMIN and ADMIN alone, and 404 for an unknown sale', async () => {
    const sale = await makeSale(app);
    for (const role of ROLES) {
      const { status, body } = await correct(await app.as(role), sale.id, { currency: 'EUR' });
      const may = role === 'SUPER_ADMIN' || role === 'ADMIN';
      expect([role, status, body.error?.code]).toEqual([role, may ? 201 : 403, may ? undefined : 'ROLE_FORBIDDEN']);
    }
    const unknown = await correct(admin, '01900000-0000-7000-8000-000000000000', { currency: 'EUR' });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'SALE_NOT_FOUND']);
  });
});
