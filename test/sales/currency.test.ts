import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { graphql, rest, saleBody } from './support.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const BUSINESS = {
  onlineThresholdMinutes: 15,
  activeThresholdDays: 60,
  companyName: 'Karvon MChJ',
  defaultCurrency: 'UZS',
  defaultDevicePrice: 1_500_000,
  orderNumberPrefix: 'KRV',
};

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const setDefault = (defaultCurrency: string) =>
  admin.rest('PUT', '/v1/admin/settings/business', { ...BUSINESS, defaultCurrency });
const dataOf = async (document: string, who = admin): Promise<Json> => {
  const { body } = await who.gql(document);
  expect(body.errors).toBeUndefined();
  return body.data;
};

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
] as const)('createSale: the currency of a sale over %s', (_transport, call) => {
  it.each(['usd', 'Usd', ' USD ', 'USD'])(
    'the currency of a sale is stored in capitals when it is given as "%s"',
    async (currency) => {
      const { id } = await makeDevice(app);
      const { body } = await call.create(admin, saleBody(id, { currency }));
      expect(body).toMatchObject({ currency: 'USD' });
      expect(await app.sql('select currency from sale where id = $1', [body.id])).toEqual([{ currency: 'USD' }]);
    },
  );

  it('the currency of a sale is UZS when none is given, whatever the settings say', async () => {
    await setDefault('USD');
    const { id } = await makeDevice(app);
    expect((await call.create(admin, saleBody(id))).body).toMatchObject({ currency: 'UZS' });
    await setDefault('UZS');
  });
});

it('a sale from a preorder takes letters of any case too', async () => {
  const { id: customerId } = await makeCustomerRow(app);
  const preorder = await makePreorder(app, { customerId });
  const { id } = await makeDevice(app);
  const input = saleBody(id, { customer: { id: customerId }, preorderId: preorder.id, currency: 'eur' });
  const { body } = await admin.gql(
    'mutation ($input: CreateSaleInput!) { createSale(input: $input) { sale { currency } } }',
    {
      input,
    },
  );
  expect(body.data).toEqual({ createSale: { sale: { currency: 'EUR' } } });
});

describe('updateBusinessSettings: the default currency', () => {
  it('the default currency is stored in capitals, and refused with 400 when it is not three Latin letters', async () => {
    expect((await setDefault('eur')).body).toMatchObject({ defaultCurrency: 'EUR' });
    expect((await admin.rest('GET', '/v1/admin/settings')).body.business).toMatchObject({ defaultCurrency: 'EUR' });
    for (const wrong of ['E€R', 'УЗС', 'U1S', 'US']) {
      const { status, body } = await setDefault(wrong);
      expect([wrong, status, body.error.code]).toEqual([wrong, 400, 'VALIDATION_FAILED']);
      expect(body.error.message).toContain('defaultCurrency');
    }
    await setDefault('UZS');
  });

  it('the default currency and the usual price are shown to every role before a sale, the currency in the overview too, on both transports', async () => {
    await setDefault('USD');
    for (const role of ROLES) {
      const who = await app.as(role);
      const data = await dataOf('{ viewer { defaultCurrency defaultDevicePrice } overview { defaultCurrency } }', who);
      expect([role, data]).toEqual([
        role,
        {
          viewer: { defaultCurrency: 'USD', defaultDevicePrice: BUSINESS.defaultDevicePrice },
          overview: { defaultCurrency: 'USD' },
        },
      ]);
      expect((await who.rest('GET', '/v1/admin/overview')).body).toMatchObject({ defaultCurrency: 'USD' });
    }
    await setDefault('UZS');
  });
});

describe('sales in several currencies', () => {
  let shop: Json;
  beforeAll(async () => {
    await app.sql('delete from sale');
    shop = await makeCustomerRow(app);
    const sale = (currency: string, unitPrice: number, more = {}) =>
      makeSale(app, { customerId: shop.id, currency, unitPrice, soldAt: new Date('2026-11-25T08:00:00Z'), ...more });
    await sale('UZS', 1_000_000);
    await sale('UZS', 3_000_000, { salesChannel: 'WEBSITE' });
    await sale('USD', 100);
    await sale('USD', 300, { salesChannel: 'RESELLER' });
    await sale('U$D', 7);
  });
  const ask = async (query: string) => (await dataOf(`{ salesMetrics(query: ${query}) { ${ANSWER} } }`)).salesMetrics;
  const ANSWER = 'currency totals columns { key unit } rows { dimensions metrics }';

  it('sales in several currencies are all counted by ORDERS, whether money is asked for beside it or not', async () => {
    expect((await ask('{ metrics: [ORDERS, CUSTOMERS] }')).totals).toEqual([5, 1]);
    const beside = await ask('{ metrics: [ORDERS, REVENUE, CUSTOMERS, AVERAGE_ORDER_VALUE, RETURN_RATE] }');
    expect(beside).toMatchObject({ currency: 'UZS', totals: [5, 4_000_000, 1, 2_000_000, 0] });
    expect(beside.columns.map(({ unit }: Json) => unit)).toEqual(['count', 'UZS', 'count', 'UZS', 'share']);
    const ranged = '{ metrics: [ORDERS, REVENUE], grain: DAY, range: { from: "2026-11-25", to: "2026-11-25" } }';
    expect((await ask(ranged)).rows).toEqual([{ dimensions: [], metrics: [5, 4_000_000] }]);
  });

  it('sales in several currencies make a row of each group that other metrics count, with no money where there is none in the currency', async () => {
    const query = 'dimensions: [SALES_CHANNEL], orderBy: [{ dimension: SALES_CHANNEL }]';
    expect((await ask(`{ metrics: [ORDERS, REVENUE], ${query} }`)).rows).toEqual([
      { dimensions: ['DIRECT'], metrics: [3, 1_000_000] },
      { dimensions: ['RESELLER'], metrics: [1, 0] },
      { dimensions: ['WEBSITE'], metrics: [1, 3_000_000] },
    ]);
    const top = `{ metrics: [ORDERS, REVENUE], dimensions: [SALES_CHANNEL], top: { count: 1, by: REVENUE } }`;
    expect((await ask(top)).rows).toEqual([
      { dimensions: ['WEBSITE'], metrics: [1, 3_000_000] },
      { dimensions: [null], metrics: [4, 1_000_000] },
    ]);
  });

  it('sales in several currencies are limited to the currency that a question names, in letters of any case', async () => {
    for (const currency of ['USD', 'usd', ' Usd ']) {
      const { currency: shown, totals } = await ask(`{ metrics: [ORDERS, REVENUE], currency: "${currency}" }`);
      expect([shown, totals]).toEqual(['USD', [2, 400]]);
    }
  });

  it('sales in several currencies are in the default currency of the settings where a question names none; the report stays in UZS', async () => {
    await setDefault('USD');
    const { currency, totals } = await ask('{ metrics: [ORDERS, REVENUE] }');
    expect([currency, totals]).toEqual(['USD', [5, 400]]);
    const refunds = await dataOf('{ refundMetrics(query: { metrics: [AMOUNT] }) { currency } }');
    expect(refunds.refundMetrics.currency).toBe('USD');
    const preorders = await dataOf('{ preorderMetrics(query: { metrics: [EXPECTED] }) { currency } }');
    expect(preorders.preorderMetrics.currency).toBe('USD');
    const query = encodeURIComponent(JSON.stringify({ metrics: ['ORDERS', 'REVENUE'] }));
    const file = await admin.rest('GET', `/v1/admin/exports/sales-metrics?format=ndjson&query=${query}`);
    expect(JSON.parse(file.text)).toEqual({ ORDERS: 5, REVENUE: 400 });
    const report = await admin.rest('GET', '/v1/admin/analytics/sales');
    expect(report.body).toMatchObject({ range: { currency: 'UZS' }, totals: { orders: 2, revenue: 4_000_000 } });
    const same = await dataOf('{ salesAnalytics { range { currency } totals { orders revenue } } }');
    expect(same.salesAnalytics).toEqual({ range: { currency: 'UZS' }, totals: { orders: 2, revenue: 4_000_000 } });
    const { overview } = await dataOf('{ overview { sales { last7Days { currency orders } } } }');
    expect(overview.sales.last7Days[0]).toEqual({ currency: 'USD', orders: 2 });
    await setDefault('UZS');
    const again = await dataOf('{ overview { sales { last7Days { currency orders } } } }');
    expect(again.overview.sales.last7Days[0]).toEqual({ currency: 'UZS', orders: 2 });
  });

  it('sales in several currencies are reported in a currency of any case, and as they were stored before', async () => {
    const report = (currency: string) =>
      admin.rest('GET', `/v1/admin/analytics/sales?currency=${encodeURIComponent(currency)}`);
    expect((await report('usd')).body).toMatchObject({ range: { currency: 'USD' }, totals: { revenue: 400 } });
    expect((await report('U$D')).body).toMatchObject({ range: { currency: 'U$D' }, totals: { revenue: 7 } });
  });

  it('sales in several currencies are found by a filter in letters of any case, and by what was stored before', async () => {
    const count = async (condition: string) =>
      (await dataOf(`{ sales(filter: { currency: ${condition} }) { totalCount } }`)).sales.totalCount;
    expect(await count('{ eq: "usd" }')).toBe(2);
    expect(await count('{ in: ["usd", "uZs"] }')).toBe(4);
    expect(await count('{ eq: "U$D" }')).toBe(1);
    expect(await count('{ contains: "us" }')).toBe(2);
    const across = await dataOf('{ refunds(filter: { sale: { currency: { eq: "usd" } } }) { totalCount } }');
    expect(across.refunds.totalCount).toBe(0);
    expect((await ask('{ metrics: [ORDERS], filter: { currency: { eq: "usd" } } }')).totals).toEqual([2]);
  });
});

describe('a start on sales whose currency is not three Latin letters', () => {
  const MESSAGE = /some currencies are not three Latin letters.*correctSale \(docs\/api\/sales\.md\)/;
  const noticesOf = ({ logs }: TestApp) => logs.filter(({ msg }) => MESSAGE.test(msg));

  it('a start on sales whose currency is not three Latin letters lists them with their numbers, and nothing once they are corrected', async () => {
    await app.sql(`update sale set currency = 'USD' where currency = 'U$D'`);
    const odd = await makeSale(app, { currency: '€UR' });
    await app.sql(`update business_settings set default_currency = 'soʻ'`);
    const listing = await startTestApp({ database: app.database });
    const [notice, ...others] = noticesOf(listing);
    await listing.stop();
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      level: 'warn',
      currencies: [{ currency: '€UR', sales: 1 }],
      numbers: [odd.number],
      defaultCurrency: 'soʻ',
    });
    await setDefault('UZS');
    const reason = 'no currency has a sign in its code';
    const corrected = await admin.rest('POST', `/v1/admin/sales/${odd.id}/correct`, { reason, currency: 'EUR' });
    expect(corrected).toMatchObject({ status: 201, body: { currency: 'EUR' } });
    const silent = await startTestApp({ database: app.database });
    const notices = noticesOf(silent);
    await silent.stop();
    expect(notices).toEqual([]);
  });
});

describe('a start on sales from before the year 2000', () => {
  const noticesOf = ({ logs }: TestApp) =>
    logs.filter(({ msg }) => / sales have a time before the year 2000/.test(msg));

  it('a start on sales from before the year 2000 lists them with their numbers, and nothing once they are corrected', async () => {
    const late = await makeSale(app, { soldAt: new Date('1999-12-31T23:59:59.999Z') });
    const early = await makeSale(app, { soldAt: new Date('0026-11-26T10:00:00Z') });
    await makeSale(app, { soldAt: new Date('2000-01-01T00:00:00Z') });
    const listing = await startTestApp({ database: app.database });
    const notices = noticesOf(listing);
    await listing.stop();
    expect(notices).toMatchObject([{ level: 'warn', sales: 2, numbers: [early.number, late.number] }]);
    expect(notices[0]?.msg).toMatch(/^2 sales .*correctSale \(docs\/api\/sales\.md\)$/);
    for (const { id } of [early, late]) {
      const body = { reason: 'the year was mistyped', soldAt: '2026-11-25T10:00:00Z' };
      expect(await admin.rest('POST', `/v1/admin/sales/${id}/correct`, body)).toMatchObject({ status: 201 });
    }
    const silent = await startTestApp({ database: app.database });
    const none = noticesOf(silent);
    await silent.stop();
    expect(none).toEqual([]);
  });
});
