import { SaleRecord } from '../../src/model/records/sale.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { wholeRecord } from '../support/whole-record.ts';
import { SALES } from './support.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');

let app: TestApp;
let viewer: Caller;
const at = (text: string) => new Date(text);

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  viewer = await app.as('VIEWER');
  const sales = [
    {
      number: 'KRV-2026-000001',
      paymentStatus: 'PAID',
      soldAt: at('2026-11-01T18:59:59.999Z'),
      salesChannel: 'DIRECT',
    },
    {
      number: 'KRV-2026-000002',
      paymentStatus: 'PARTIAL',
      soldAt: at('2026-11-01T19:00:00Z'),
      salesChannel: 'WEBSITE',
    },
    {
      number: 'KRV-2026-000003',
      paymentStatus: 'UNPAID',
      soldAt: at('2026-11-02T18:59:59.999Z'),
      salesChannel: 'WEBSITE',
    },
    { number: 'KRV-2026-000004', paymentStatus: 'REFUNDED', soldAt: at('2026-11-02T19:00:00Z'), salesChannel: 'OTHER' },
    { number: 'SHOP-2025-000001', paymentStatus: 'PAID', soldAt: at('2025-01-01T00:00:00Z'), claimedAt: NOW },
  ] as const;
  for (const [index, sale] of sales.entries()) {
    await makeSale(app, {
      ...sale,
      createdAt: at(`2026-11-10T10:00:0${index}Z`),
      unitPrice: 1000 + index,
      customer: { fullName: `Buyer 100% No_${index + 1}`, email: `buyer.${index + 1}@example.com` },
      device: { serial: `LAMP-${index + 1}00${index + 1}` },
    });
  }
  await app.sql(`update customer set phone = '+998 (90) 123-45-0' || right(full_name, 1),
                                     phone_canonical = '+9989012345' || lpad(right(full_name, 1), 2, '0')`);
});
afterAll(() => app.stop());

const list = (query: Record<string, string>, who = viewer) => who.rest('GET', `${SALES}?${new URLSearchParams(query)}`);
/** Which of the five were listed, by the last digit of their serial. */
const found = (body: Json): string => body.items.map(({ device }: Json) => device.serial.at(-1)).join('');

describe('listSales: the list of sales over REST', () => {
  it('returns one page, newest first, and the total', async () => {
    const { status, body } = await list({});
    expect([status, found(body), body.total, body.skip, body.take]).toEqual([200, '54321', 5, 0, 25]);
    expect(Object.keys(body).sort()).toEqual(['items', 'skip', 'take', 'total']);
    expect(body.items[4]).toEqual(
      wholeRecord(SaleRecord, {
        id: expect.any(String),
        number: 'KRV-2026-000001',
        status: 'PAID',
        paymentStatus: 'PAID',
        refundState: 'NONE',
        customer: { id: expect.any(String), fullName: 'Buyer 100% No_1' },
        device: { id: expect.any(String), serial: 'LAMP-1001' },
        unitPrice: 1000,
        discount: 0,
        total: 1000,
        refundedTotal: 0,
        refundable: 1000,
        currency: 'UZS',
        salesChannel: 'DIRECT',
        soldAt: '2026-11-01T18:59:59.999Z',
        notes: null,
        cancelledAt: null,
        cancelReason: null,
        claimedAt: null,
        deviceReleasedAt: null,
        createdBy: expect.any(String),
        revision: 1,
        createdAt: '2026-11-10T10:00:00.000Z',
        updatedAt: '2026-11-10T10:00:00.000Z',
      }),
    );
  });

  it.each([
    [{ skip: '1', take: '2' }, '43'],
    [{ skip: '5' }, ''],
    [{ take: '100' }, '54321'],
    [{ status: 'PAID' }, '1'],
    [{ status: 'FULFILLED' }, '5'],
    [{ status: 'PENDING' }, '32'],
    [{ paymentStatus: 'PAID' }, '51'],
    [{ paymentStatus: 'REFUNDED' }, '4'],
    [{ channel: 'WEBSITE' }, '32'],
    [{ channel: 'WEBSITE', paymentStatus: 'UNPAID' }, '3'],
    [{ search: '' }, '54321'],
    [{ search: 'krv-2026' }, '4321'],
    [{ search: '000001' }, '51'],
    [{ search: ' SHOP ' }, '5'],
    [{ search: 'BUYER 100% no_2' }, '2'],
    [{ search: 'buyer.3@EXAMPLE' }, '3'],
    [{ search: 'lamp-4' }, '4'],
    [{ search: 'krv\u20112026' }, '4321'],
    [{ search: 'ＫＲＶ－２０２６' }, '4321'],
    [{ search: '\u041aRV\u20132026' }, '4321'],
    [{ search: 'L\u0410MP\u20114' }, '4'],
    [{ search: '123-45-02' }, '2'],
    [{ search: '+998901234503' }, '3'],
    [{ search: '%' }, '54321'],
    [{ search: '_' }, '54321'],
    [{ search: 'No%2' }, ''],
    [{ search: '\\' }, ''],
    [{ search: '%\\' }, ''],
    [{ from: '2026-11-01' }, '4321'],
    [{ from: '2026-11-02' }, '432'],
    [{ to: '2026-11-01' }, '51'],
    [{ from: '2026-11-02', to: '2026-11-02' }, '32'],
    [{ from: '2026-11-01T19:00:00Z', to: '2026-11-02T19:00:00Z' }, '32'],
    [{ from: '2026-11-02t00:00:00+05:00', to: '2026-11-02' }, '32'],
    [{ from: '0001-01-01', to: '9998-12-31' }, '54321'],
  ])('filtered by %j returns %s', async (query, expected) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, status === 200 ? found(body) : body]).toEqual([200, expected]);
  });

  it('counts all matches, whatever the page', async () => {
    expect((await list({ channel: 'WEBSITE', skip: '1', take: '1' })).body).toMatchObject({
      total: 2,
      skip: 1,
      take: 1,
    });
  });

  it.each([
    ['take', { take: '0' }],
    ['take', { take: '101' }],
    ['take', { take: 'ten' }],
    ['skip', { skip: '-1' }],
    ['status', { status: 'paid' }],
    ['paymentStatus', { paymentStatus: '' }],
    ['channel', { channel: 'SHOP' }],
    ['from', { from: 'yesterday' }],
    ['from', { from: '2026-02-30' }],
    ['to', { to: '2026-11-21T10:00:00' }],
    ['salesChannel', { salesChannel: 'DIRECT' }],
    ['filter', { filter: '{}' }],
  ])('fails with 400 naming %s for %j', async (field, query) => {
    const { status, body } = await list(query as Record<string, string>);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
  });

  it.each([
    [{ from: '2026-11-03', to: '2026-11-02' }],
    [{ from: '2026-11-04', to: '2026-11-02' }],
    [{ from: '2026-11-02T00:00:00.001Z', to: '2026-11-02T00:00:00Z' }],
    [{ from: '2026-11-02T00:00:00Z', to: '2026-11-02T00:00:00Z' }],
  ])('fails with 400 INVALID_RANGE for %j', async (query) => {
    const { status, body } = await list(query);
    expect([status, body.error.code]).toEqual([400, 'INVALID_RANGE']);
  });

  it.each(['0001-01-01', '9999-12-31', '0001-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59'])(
    'answers at the ends of time: %s',
    async (moment) => {
      const answers = [await list({ from: moment }), await list({ to: moment })];
      for (const { status } of answers) expect([200, 400]).toContain(status);
    },
  );
});

describe('listSales: the list of sales over GraphQL', () => {
  const query = async (text: string, who = viewer) => {
    const { body } = await who.gql(text);
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  };
  const serials = (sales: Json): string => sales.nodes.map(({ serial }: Json) => serial.at(-1)).join('');

  it.each([
    ['filter: { total: { gte: 1003 } }', '54'],
    ['filter: { or: [{ status: { in: [PENDING] } }, { serial: { eq: "LAMP-1001" } }] }', '321'],
    ['filter: { not: { salesChannel: { eq: WEBSITE } }, paymentStatus: { eq: PAID } }', '51'],
    ['filter: { customerName: { contains: "no_3" } }', '3'],
    ['filter: { claimedAt: { isNull: true } }, sort: [{ field: TOTAL, direction: ASC }]', '1234'],
    ['filter: { soldAt: { gte: "2026-11-02", lt: "2026-11-03" } }', '32'],
    ['filter: { soldAt: { eq: "2026-11-02" } }', '32'],
    ['filter: { soldAt: { in: ["2026-11-01", "2026-11-03"] } }', '41'],
    ['sort: [{ field: SALES_CHANNEL, direction: ASC }, { field: NUMBER, direction: DESC }]', '51432'],
    ['first: 2', '54'],
    ['filter: { status: { eq: PENDING } }, search: "buyer"', '32'],
    ['last: 2', '21'],
    ['filter: { claimedAt: { isNull: true } }, sort: [{ field: TOTAL, direction: ASC }], last: 2', '34'],
  ])('returns for sales(%s) %s', async (args, expected) => {
    expect(serials((await query(`{ sales(${args}) { nodes { serial } } }`)).sales)).toBe(expected);
  });

  it('continues after a cursor, and counts only on request', async () => {
    const args = 'sort: [{ field: SOLD_AT, direction: DESC }], first: 2';
    const page = (after: string) =>
      query(`{ sales(${args}${after}) { nodes { serial } totalCount pageInfo { hasNextPage endCursor } } }`);
    const first = (await page('')).sales;
    const second = (await page(`, after: "${first.pageInfo.endCursor}"`)).sales;
    const third = (await page(`, after: "${second.pageInfo.endCursor}"`)).sales;
    expect([first, second, third].map(serials)).toEqual(['43', '21', '5']);
    expect([first.totalCount, third.pageInfo.hasNextPage]).toEqual([5, false]);
  });

  it('has edges from a sale to its customer, device, refunds and creator, and back', async () => {
    const seller = await app.as('SALES');
    const { id } = await makeSale(app, { createdBy: seller.admin.id, customer: { fullName: 'Gulnora' } });
    await seller.rest('POST', `${SALES}/${id}/refund`, { reason: 'a scratch', amount: 7 });
    const full = await query(
      `{ sale(id: "${id}") { customer { fullName sales { nodes { id } } } device { status activeSale { id } }
           refunds { nodes { amount createdBy { name } } } createdBy { id name } availableActions { operation to allowed blockedBy } } }`,
      seller,
    );
    expect(full.sale).toEqual({
      customer: { fullName: 'Gulnora', sales: { nodes: [{ id }] } },
      device: { status: 'SOLD', activeSale: { id } },
      refunds: { nodes: [{ amount: 7, createdBy: { name: seller.admin.name } }] },
      createdBy: { id: seller.admin.id, name: seller.admin.name },
      availableActions: expect.arrayContaining([
        { operation: 'refundSale', to: 'REFUNDED', allowed: true, blockedBy: null },
        { operation: 'cancelSale', to: 'CANCELLED', allowed: false, blockedBy: 'STATE' },
      ]),
    });
  });

  it('lists the available actions, depending on the role', async () => {
    const actions = async (overrides: object, who = viewer) => {
      const { id } = await makeSale(app, overrides);
      const data = await query(`{ sale(id: "${id}") { availableActions { operation to allowed blockedBy } } }`, who);
      return data.sale.availableActions;
    };
    expect((await actions({ paymentStatus: 'UNPAID' })).map(({ operation, to }: Json) => `${operation} ${to}`)).toEqual(
      [
        'updateSale null',
        'updateSale PARTIAL',
        'updateSale PAID',
        'cancelSale CANCELLED',
        'linkSaleToPreorder null',
        'refundSale REFUNDED',
        'correctSale null',
      ],
    );
    const over = await actions({ paymentStatus: 'REFUNDED' }, await app.as('ADMIN'));
    expect(over.filter(({ allowed }: Json) => allowed)).toMatchObject([
      { operation: 'updateSale', to: null },
      { operation: 'linkSaleToPreorder', to: null },
      { operation: 'correctSale', to: null },
    ]);
    for (const action of await actions({})) expect(action).toMatchObject({ allowed: false, blockedBy: 'ROLE' });
  });

  it('hides the sale of a device from roles that may not read sales', async () => {
    const { id, deviceId } = await makeSale(app);
    const operations = await app.as('OPERATIONS');
    const { body } = await operations.gql(`{ device(id: "${deviceId}") { serial activeSale { id } } }`);
    expect(body.data.device).toEqual({ serial: expect.any(String), activeSale: null });
    expect([body.errors, body.extensions.hidden]).toEqual([undefined, ['Device.activeSale']]);
    expect(JSON.stringify(body)).not.toContain(id);
  });
});
