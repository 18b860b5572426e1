import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';

const STATUSES = 'INVENTORY, READY, SOLD, CLAIMED, ACTIVE, RETURNED, SUSPENDED, REVOKED, REPAIR, RETIRED';
const RANGES = 'today, 7d, 30d, 90d, year, custom';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

async function problemOf(method: string, path: string, body?: Json): Promise<string> {
  const reply = await admin.rest(method, path, body);
  expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_FAILED' } } });
  expect(Object.keys(reply.body.error).sort()).toEqual(['code', 'message', 'requestId']);
  return reply.body.error.message;
}

const devices = (status: string) => `/v1/admin/devices?status=${encodeURIComponent(status)}`;

describe('a value that is none of an enumeration is repeated on REST, with the one that was meant:', () => {
  it.each([
    ['a mistyped one', devices('ACTVE'), `status must be one of ${STATUSES}, not "ACTVE" (did you mean "ACTIVE"?)`],
    [
      'one in small letters',
      devices('active'),
      `status must be one of ${STATUSES}, not "active" (did you mean "ACTIVE"?)`,
    ],
    [
      'one with a space',
      devices('In Ventory'),
      `status must be one of ${STATUSES}, not "In Ventory" (did you mean "INVENTORY"?)`,
    ],
    ['one that is like two others', devices('RE'), `status must be one of ${STATUSES}, not "RE"`],
    ['one that is like no other', devices('Broken'), `status must be one of ${STATUSES}, not "Broken"`],
    [
      'one with digits',
      '/v1/admin/analytics/sales?range=30D',
      `range must be one of ${RANGES}, not "30D" (did you mean "30d"?)`,
    ],
    [
      'one in the filter of an export',
      `/v1/admin/exports/devices?filter=${encodeURIComponent('{"status":{"in":["SOLD","Sould"]}}')}`,
      `filter.status.in[1] must be one of ${STATUSES}, not "Sould" (did you mean "SOLD"?)`,
    ],
  ])('%s', async (_what, path, problem) => {
    expect(await problemOf('GET', path)).toBe(problem);
  });

  it.each([
    ['{"status":"ACTIVE"}', 'filter.status must be conditions, such as {"eq": "ACTIVE"}'],
    ['{"online":true}', 'filter.online must be conditions, such as {"eq": true}'],
    ['{"serial":"Secret-Harbour-72"}', 'filter.serial must be conditions, such as {"eq": ...}'],
  ])('a value in the place of a condition, as in %s, is answered with the condition', async (filter, problem) => {
    expect(await problemOf('GET', `/v1/admin/exports/devices?filter=${encodeURIComponent(filter)}`)).toBe(problem);
  });

  it('one in a body, beside its other problems', async () => {
    const body = {
      salesChannel: 'Telegramm',
      paymentStatus: 'paid',
      unitPrice: 1,
      customer: { preferredLanguage: 'UZ' },
    };
    const problems = (await problemOf('POST', '/v1/admin/sales', body)).split('; ');
    expect(problems).toEqual(
      expect.arrayContaining([
        'customer.preferredLanguage must be one of uz, en, ru, not "UZ" (did you mean "uz"?)',
        'deviceId is required',
        'paymentStatus must be one of UNPAID, PARTIAL, PAID, REFUNDED, not "paid" (did you mean "PAID"?)',
        'salesChannel must be one of DIRECT, INSTAGRAM, TELEGRAM, WEBSITE, RESELLER, OFFLINE, OTHER, not "Telegramm" (did you mean "TELEGRAM"?)',
      ]),
    );
  });

  it.each([
    ['a number', 5],
    ['a list', ['PAID']],
    ['an empty text', ''],
  ])('%s in its place names the values alone', async (_what, paymentStatus) => {
    const problem = await problemOf('PATCH', `/v1/admin/sales/${admin.admin.id}`, { paymentStatus });
    expect(problem.split('; ')).toContain('paymentStatus must be one of UNPAID, PARTIAL, PAID, REFUNDED');
  });
});

describe('a value of an enumeration that is missing on REST', () => {
  const SORT = encodeURIComponent('[{"field":"soldAt"}]');

  it.each([
    ['in a body', 'POST', '/v1/admin/sales', {}, 'paymentStatus is required: one of UNPAID, PARTIAL, PAID, REFUNDED'],
    [
      'in an order',
      'GET',
      `/v1/admin/exports/sales?sort=${SORT}`,
      undefined,
      'sort[0].direction is required: one of ASC, DESC',
    ],
    [
      'in a question, as a list',
      'GET',
      '/v1/admin/exports/sales-metrics?query=%7B%22per%22:%7B%7D%7D',
      undefined,
      'query.per.by is required: a list of',
    ],
    ['of another type', 'POST', '/v1/admin/sales', {}, 'unitPrice is required'],
  ])(
    'a missing value of an enumeration on REST is answered with the allowed values: %s',
    async (_what, method, path, body, problem) => {
      const problems = (await problemOf(method, path, body)).split('; ');
      expect(problems.filter((each) => each.startsWith(problem))).toHaveLength(1);
      if (!problem.endsWith('of')) expect(problems).toContain(problem);
    },
  );
});

describe('a parameter or a field that REST does not have is answered with the one that was meant:', () => {
  it.each([
    ['of GraphQL', '/v1/admin/devices?first=500', 'first is not a known field (did you mean "take"?)'],
    [
      'of other APIs',
      '/v1/admin/sales?limit=5&offset=10',
      'limit is not a known field (did you mean "take"?); offset is not a known field (did you mean "skip"?)',
    ],
    ['in another spelling', '/v1/admin/sales?page_size=5', 'page_size is not a known field (did you mean "take"?)'],
    [
      'a mistyped one',
      '/v1/admin/sales?payment_status=PAID',
      'payment_status is not a known field (did you mean "paymentStatus"?)',
    ],
    ['one that is like no other', '/v1/admin/sales?zebra=1', 'zebra is not a known field'],
    ['one whose other name the list does not have', '/v1/admin/team?limit=1', 'limit is not a known field'],
  ])('%s', async (_what, path, problem) => {
    expect(await problemOf('GET', path)).toBe(problem);
  });

  it('a field inside of a body', async () => {
    const problems = (await problemOf('POST', '/v1/admin/sales', { customer: { fullname: 'A' }, unit_price: 1 })).split(
      '; ',
    );
    expect(await problemOf('POST', '/v1/admin/sales', { fullName: 'A' })).toContain(
      'fullName is not a known field (did you mean "customer: {fullName: ...}"?)',
    );
    expect(problems).toContain('customer.fullname is not a known field (did you mean "fullName"?)');
    expect(problems).toContain('unit_price is not a known field (did you mean "unitPrice"?)');
  });
});

describe('the filter and the columns of an export', () => {
  const exported = (name: string, value: string) => `/v1/admin/exports/sales?${name}=${encodeURIComponent(value)}`;
  const QUANTIFIERS = 'some, none, atLeast, every';

  it.each([
    [
      'a field of what an edge to many leads to',
      '/v1/admin/exports/customers?filter=%7B%22sales%22:%7B%22status%22:%7B%22eq%22:%22PAID%22%7D%7D%7D',
      'filter.sales.status is not a known field (did you mean "some: {status: ...}", "none: {status: ...}" or "every: {status: ...}"?)',
    ],
    [
      'a field that neither the edge nor what it leads to has',
      '/v1/admin/exports/customers?filter=%7B%22sales%22:%7B%22zebra%22:%7B%22eq%22:1%7D%7D%7D',
      `filter.sales.zebra is not a known field: the members are ${QUANTIFIERS}`,
    ],
    [
      'a field of what an edge to one leads to',
      exported('filter', '{"city":{"eq":"Nukus"}}'),
      'filter.city is not a known field (did you mean "customer: {city: ...}" or "preorder: {city: ...}"?)',
    ],
    [
      'a part of a measure beside the metrics of a question',
      `/v1/admin/exports/sales-metrics?query=${encodeURIComponent('{"metrics":["ORDERS"],"distinct":"CUSTOMER"}')}`,
      'query.distinct is not a known field (did you mean "measures: [{distinct: ...}]"?)',
    ],
    [
      'an operator that conditions do not have, across an edge too',
      exported('filter', '{"customer":{"fullName":{"matches":"x"}}}'),
      'filter.customer.fullName.matches is not a known field: the members are eq, ne, in, notIn, isNull, contains, startsWith',
    ],
    [
      'a mistyped field across an edge',
      exported('filter', '{"customer":{"fulName":{"eq":"x"}}}'),
      'filter.customer.fulName is not a known field (did you mean "fullName"?)',
    ],
    [
      'a period in words',
      exported('filter', '{"soldAt":{"withinLast":"7 days"}}'),
      'filter.soldAt.withinLast must be a whole number with a unit: 30m, 24h, 7d or 4w',
    ],
    ['a column twice', exported('fields', 'number,number'), 'fields names "number" twice'],
  ])('%s is answered with what to write instead', async (_what, path, problem) => {
    expect(await problemOf('GET', path)).toBe(problem);
  });

  it('a wrong column is named with the nearest, and with all that there are', async () => {
    const problem = await problemOf('GET', exported('fields', 'number,payment_status'));
    expect(problem).toContain(
      'fields names no column: "payment_status" (did you mean "paymentStatus"?). The columns are ',
    );
    expect(problem).toContain('number, ');
    expect(await problemOf('GET', exported('fields', 'Wide-Valley-52'))).not.toContain('Wide');
  });
});

it('a currency of the preorder settings that is not in capitals is answered with an example', async () => {
  const { body } = await admin.rest('PUT', '/v1/admin/preorder-settings', { currency: 'usd' });
  expect(body.error.message).toContain('currency must be three Latin capitals, such as UZS');
});

describe('a path that does not exist is answered with the one that was meant:', () => {
  const DEVICE = '/v1/admin/devices/:id';
  it.each([
    ['/', 'This path does not exist. Did you mean /graphql or /v1/docs or /health?'],
    ['/v1/admin/device', 'This path does not exist. Did you mean /v1/admin/devices?'],
    ['/v1/admin/device/00000000-0000-4000-8000-000000000000', `This path does not exist. Did you mean ${DEVICE}?`],
    ['/devices', 'This path does not exist. Did you mean /v1/admin/devices?'],
    ['/v1/sales', 'This path does not exist. Did you mean /v1/admin/sales?'],
    ['/v1/admin/export/devices', 'This path does not exist. Did you mean /v1/admin/exports/:list?'],
    ['/v1/admin/zebras', 'This path does not exist.'],
    [`/v1/admin/${'devices'.repeat(30)}`, 'This path does not exist.'],
  ])('%s', async (path, message) => {
    const { status, body } = await admin.rest('GET', path);
    expect([status, body.error.code, body.error.message]).toEqual([404, 'ROUTE_NOT_FOUND', message]);
  });
});

describe('what may be a secret is not repeated on REST:', () => {
  const SECRETS = [
    ['a password', 'Correct-Horse-7-Battery'],
    ['a claim code', '7K3M9Q-2XABCD-EFGH45-6JKMNP'],
    ['a token', `karvon_sa_${'aZ3'.repeat(14)}`],
    ['a hash', 'a1'.repeat(32)],
    ['a text of letters that is longer than any value', 'active'.repeat(1_000)],
    ['a value with very many spaces', `ACT${' '.repeat(5_000)}IVE`],
    ['markup', '<script>ACTIVE</script>'],
  ] as const;

  it.each(SECRETS)('%s', async (_what, secret) => {
    expect(await problemOf('PATCH', `/v1/admin/team/${admin.admin.id}/role`, { role: secret })).not.toContain(
      secret.slice(0, 6),
    );
  });
});
