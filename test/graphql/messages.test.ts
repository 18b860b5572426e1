import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { until } from '../support/until.ts';
import { liveClient } from './live-client.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('VIEWER');
});
afterAll(() => app.stop());

async function problemsOf(query: string, variables?: Json, by: Pick<Caller, 'gql'> = admin): Promise<string[]> {
  const { status, body } = await by.gql(query, variables);
  expect([status, Object.values(body.data ?? {}).filter((value) => value !== null)]).toEqual([400, []]);
  for (const error of body.errors) {
    expect(error.extensions).toMatchObject({ status: 400, requestId: expect.any(String) });
    expect(error.extensions.code).toMatch(/^(?:GRAPHQL_)?VALIDATION_FAILED$/);
  }
  return body.errors.map(({ message }: Json) => message);
}

const STATUSES = 'INVENTORY, READY, SOLD, CLAIMED, ACTIVE, RETURNED, SUSPENDED, REVOKED, REPAIR, RETIRED';
const INSTALLATION_STATUSES =
  'AVAILABLE, QUEUED, DOWNLOADING, VERIFYING, TRANSFERRING, INSTALLING, REBOOTING, VALIDATING, SUCCESS, FAILED, ROLLED_BACK';
const PAYMENTS = 'UNPAID, PARTIAL, PAID, REFUNDED';
const CHANNELS = 'DIRECT, INSTAGRAM, TELEGRAM, WEBSITE, RESELLER, OFFLINE, OTHER';
const CASH_SALE = '{ customer: {}, deviceId: "x", paymentStatus: PAID, salesChannel: DIRECT }';
const nodes = 'nodes { id }';

describe('a wrong value in a document is answered with its place and what to write instead:', () => {
  it.each([
    [
      'a mistyped value of an enum',
      `{ devices(filter: { status: { eq: ACTVE } }) { ${nodes} } }`,
      `The argument "filter.status.eq" of "devices" takes a value of the enum "DeviceStatus", and "ACTVE" is none. Did you mean "ACTIVE"? Its values: ${STATUSES}.`,
    ],
    [
      'a value of an enum in lower case, in a filter',
      `{ devices(filter: { or: [{ status: { eq: active } }] }) { ${nodes} } }`,
      `The argument "filter.or.status.eq" of "devices" takes a value of the enum "DeviceStatus", and "active" is none. Did you mean "ACTIVE"? Its values: ${STATUSES}.`,
    ],
    [
      'a value of an enum that is like no other',
      `{ devices(filter: { status: { eq: Broken } }) { ${nodes} } }`,
      `The argument "filter.status.eq" of "devices" takes a value of the enum "DeviceStatus", and "Broken" is none. Its values: ${STATUSES}.`,
    ],
    [
      'what people call a status, and another field says',
      `{ installations(filter: { status: { in: [STUCK] } }) { ${nodes} } }`,
      `The argument "filter.status.in" of "installations" takes a value of the enum "InstallationStatus", and "STUCK" is none. Another field says that: write {stuckSince: {isNull: false}}. Its values: ${INSTALLATION_STATUSES}.`,
    ],
    [
      'a value of an enum in quotes',
      `{ devices(filter: { status: { eq: "ACTIVE" } }) { ${nodes} } }`,
      'The argument "filter.status.eq" of "devices" takes a value of the enum "DeviceStatus", which has no quotes: write ACTIVE.',
    ],
    [
      'null in place of a value',
      '{ search(text: null) { title } }',
      'The argument "text" of "search" must not be null: it takes String!.',
    ],
    [
      'a condition in place of a value',
      `{ sales(filter: { status: { eq: { eq: PAID } } }) { ${nodes} } }`,
      'The argument "filter.status.eq" of "sales" takes one value of the enum "SaleStatus", not an object: DRAFT, PENDING, PAID, FULFILLED, CANCELLED, REFUNDED.',
    ],
    [
      'a value in place of a condition',
      `{ devices(filter: { status: ACTIVE }) { ${nodes} } }`,
      'The argument "filter.status" of "devices" takes a condition: write {status: {eq: ACTIVE}}.',
    ],
    [
      'a value in quotes in place of a condition',
      `{ devices(filter: { status: "ACTIVE" }) { ${nodes} } }`,
      'The argument "filter.status" of "devices" takes a condition: write {status: {eq: ACTIVE}}.',
    ],
    [
      'a list in place of a condition',
      `{ devices(filter: { status: [ACTIVE, SOLD] }) { ${nodes} } }`,
      'The argument "filter.status" of "devices" takes a condition: write {status: {in: [ACTIVE, SOLD]}}.',
    ],
    [
      'a text in place of a condition',
      `{ devices(filter: { serial: "KRV-1" }) { ${nodes} } }`,
      'The argument "filter.serial" of "devices" takes a condition: write {serial: {eq: "..."}}.',
    ],
    [
      'a number in place of a condition, in the list of a record',
      `{ customers { nodes { sales(filter: { total: 5 }) { ${nodes} } } } }`,
      'The argument "filter.total" of "sales" takes a condition: write {total: {eq: 5}}.',
    ],
    [
      'a Boolean in place of a condition',
      `{ devices(filter: { online: true }) { ${nodes} } }`,
      'The argument "filter.online" of "devices" takes a condition: write {online: {eq: true}}.',
    ],
    [
      'a field in place of an order',
      `{ devices(sort: serial) { ${nodes} } }`,
      'The argument "sort" of "devices" takes an object of the type "DeviceSort": write {sort: [{field: SERIAL, direction: ASC}]}.',
    ],
    [
      'an order without its direction',
      `{ sales(sort: [{ field: SOLD_AT }]) { ${nodes} } }`,
      'Field "SaleSort.direction" of required type "SortDirection!" was not provided. Its values: ASC, DESC.',
    ],
    [
      'null as the direction of an order',
      `{ sales(sort: [{ field: SOLD_AT, direction: null }]) { ${nodes} } }`,
      'The argument "sort.direction" of "sales" takes a value of the enum "SortDirection", and the value is none. Its values: ASC, DESC.',
    ],
    [
      'an unknown operator',
      `{ devices(filter: { status: { equals: ACTIVE } }) { ${nodes} } }`,
      'Field "equals" is not defined by type "DeviceStatusCondition". Its fields: eq, ne, in, notIn, isNull.',
    ],
    [
      'a preset in place of a range',
      `{ deviceMetrics(query: { metrics: [DEVICES], range: LAST_30_DAYS }) { rows { metrics } } }`,
      'The argument "query.range" of "deviceMetrics" takes an object of the type "AnalyticsRange": write {range: {preset: LAST_30_DAYS}}.',
    ],
    [
      'a mistyped preset in place of a range',
      `{ deviceMetrics(query: { metrics: [DEVICES], range: LAST_30_DAY }) { rows { metrics } } }`,
      'The argument "query.range" of "deviceMetrics" takes an object of the type "AnalyticsRange": write {range: {preset: LAST_30_DAYS}}.',
    ],
    ...['skip', 'offset', 'page'].map((name) => [
      `${name} in place of a cursor`,
      `{ devices(${name}: 50) { ${nodes} } }`,
      `Unknown argument "${name}" on field "Query.devices". Pages go by cursors: ask for "first", then for "after" with the "endCursor" of the page before.`,
    ]),
    ...[
      ['take', 'first'],
      ['limit', 'first'],
      ['where', 'filter'],
      ['orderBy', 'sort'],
    ].map(([name, meant]) => [
      `${name} in place of ${meant}`,
      `{ devices { nodes { events(${name}: 1) { nodes { id } } } } }`,
      `Unknown argument "${name}" on field "Device.events". Did you mean "${meant}"?`,
    ]),
    [
      'a number with a fraction in place of a length',
      `{ devices(first: 1.5) { ${nodes} } }`,
      'The argument "first" of "devices": Int cannot represent non-integer value.',
    ],
    [
      'the default of a variable',
      `query ($s: DeviceStatus = READ) { devices(filter: { status: { eq: $s } }) { ${nodes} } }`,
      `The default of "$s" takes a value of the enum "DeviceStatus", and "READ" is none. Did you mean "READY"? Its values: ${STATUSES}.`,
    ],
  ])('%s', async (_what, query, message) => {
    expect(await problemsOf(query)).toEqual([message]);
  });

  it('each required value that an input lacks, and those of enumerations with their values', async () => {
    const founder = await app.as('SUPER_ADMIN');
    const input = '{ customer: {}, deviceId: "x", unitPrice: 1 }';
    expect(await problemsOf(`mutation { createSale(input: ${input}) { sale { id } } }`, undefined, founder)).toEqual([
      `Field "CreateSaleInput.paymentStatus" of required type "PaymentStatus!" was not provided. Its values: ${PAYMENTS}.`,
      `Field "CreateSaleInput.salesChannel" of required type "SalesChannel!" was not provided. Its values: ${CHANNELS}.`,
    ]);
    const [withoutPrice] = await problemsOf(
      `mutation { createSale(input: ${CASH_SALE}) { sale { id } } }`,
      undefined,
      founder,
    );
    expect(withoutPrice).toBe('Field "CreateSaleInput.unitPrice" of required type "Money!" was not provided.');
  });

  it('a field as the key of an order', async () => {
    expect(await problemsOf(`{ devices(sort: { serial: DESC }) { ${nodes} } }`)).toContain(
      'Field "serial" is not defined by type "DeviceSort". Write {field: SERIAL, direction: ASC}.',
    );
  });
});

describe('a wrong value in the variables is answered with its place and what to send instead:', () => {
  it.each([
    [
      'a mistyped value of an enum',
      'DeviceStatus',
      'ACTVE',
      `Variable "$v" takes a value of the enum "DeviceStatus", and "ACTVE" is none. Did you mean "ACTIVE"? Its values: ${STATUSES}.`,
    ],
    [
      'a mistyped value in a list',
      'DeviceFilter',
      { status: { in: ['SOLD', 'sold'] } },
      `Variable "$v" at "v.status.in[1]" takes a value of the enum "DeviceStatus", and "sold" is none. Did you mean "SOLD"? Its values: ${STATUSES}.`,
    ],
    [
      'what people call a status, and another field says',
      'InstallationFilter',
      { status: { eq: 'stuck' } },
      `Variable "$v" at "v.status.eq" takes a value of the enum "InstallationStatus", and "stuck" is none. Another field says that: write {"stuckSince": {"isNull": false}}. Its values: ${INSTALLATION_STATUSES}.`,
    ],
    [
      'a number in place of a value of an enum',
      'DeviceStatus',
      7,
      `Variable "$v" takes a value of the enum "DeviceStatus", and the value is none. Its values: ${STATUSES}.`,
    ],
    [
      'a value in place of a condition',
      'DeviceFilter',
      { status: 'ACTIVE' },
      'Variable "$v" at "v.status" takes a condition: write {"status": {"eq": "ACTIVE"}}.',
    ],
    [
      'a list in place of a condition',
      'DeviceFilter',
      { and: [{ status: ['ACTIVE', 'SOLD'] }] },
      'Variable "$v" at "v.and[0].status" takes a condition: write {"status": {"in": ["ACTIVE", "SOLD"]}}.',
    ],
    [
      'an unknown field',
      'DeviceFilter',
      { serialNumber: { eq: 'KRV' } },
      'Variable "$v": Field "serialNumber" is not defined by type "DeviceFilter". Did you mean "serial"?',
    ],
    [
      'a part of a measure in place of the measure',
      'SalesQuestion!',
      { metrics: ['ORDERS'], distinct: 'CUSTOMER' },
      'Variable "$v": Field "distinct" is not defined by type "SalesQuestion". Did you mean "measures: [{distinct: ...}]"?',
    ],
    ['a text in place of a number', 'Int', '5', 'Variable "$v" has a value of another type. It takes Int.'],
    ['null in a list', '[ID!]!', [null], 'Variable "$v" must not be null at "v[0]": it takes ID!.'],
    [
      'an order without its direction',
      '[DeviceSort!]',
      [{ field: 'SERIAL' }],
      'Variable "$v" at "v[0]": Field "direction" of required type "SortDirection!" was not provided. Its values: ASC, DESC.',
    ],
    [
      'null as the direction of an order',
      '[DeviceSort!]',
      [{ field: 'SERIAL', direction: null }],
      'Variable "$v" must not be null at "v[0].direction": it takes SortDirection!. Its values: ASC, DESC.',
    ],
  ])('%s', async (_what, type, value, message) => {
    const uses = {
      DeviceStatus: 'devices(filter: { status: { eq: $v } }) { totalCount }',
      DeviceFilter: 'devices(filter: $v) { totalCount }',
      Int: 'devices(first: $v) { nodes { id } }',
      '[ID!]!': 'nodes(ids: $v) { id }',
      '[DeviceSort!]': 'devices(sort: $v) { totalCount }',
      InstallationFilter: 'installations(filter: $v) { totalCount }',
      'SalesQuestion!': 'salesMetrics(query: $v) { totals }',
    };
    expect(await problemsOf(`query ($v: ${type}) { ${uses[type as keyof typeof uses]} }`, { v: value })).toEqual([
      message,
    ]);
  });
});

describe('a page that is too long', () => {
  it.each([
    [{ first: 500 }, 'first must be at most 100'],
    [{ first: 0 }, 'first must be at least 1'],
    [{ last: 500 }, 'last must be at most 100'],
  ])('a page that is too long is refused in the words of the caller: %j', async (args, message) => {
    const [[name, value] = []] = Object.entries(args);
    for (const selection of ['nodes { id }', 'nodes { id owner { id } } totalCount']) {
      expect(await problemsOf(`{ devices(${name}: ${value}) { ${selection} } }`)).toEqual([message]);
    }
  });

  it('a page that is too long keeps the words of REST', async () => {
    const { status, body } = await admin.rest('GET', '/v1/admin/devices?take=500');
    expect([status, body.error.message]).toEqual([400, 'take must be at most 100']);
  });
});

describe('an unknown name is answered with those that were meant:', () => {
  it.each([
    [
      '{ salesMetrics(query: { metrics: [ORDERS], range: { preset: LAST_MONTH } }) { totals } }',
      expect.stringContaining('"LAST_MONTH" is none. Did you mean "PREVIOUS_MONTH"?'),
    ],
    ['{ devises { totalCount } }', 'Cannot query field "devises" on type "Query". Did you mean "devices" or "device"?'],
    [
      '{ devices { nodes { serialNumber } } }',
      'Cannot query field "serialNumber" on type "Device". Did you mean "serial"?',
    ],
    ['{ sales { nodes { nubmer } } }', 'Cannot query field "nubmer" on type "Sale". Did you mean "number"?'],
    [
      '{ devices { serial } }',
      'Cannot query field "serial" on type "DeviceConnection". Did you mean "nodes { serial }"?',
    ],
    [
      '{ devices { items { id } } }',
      'Cannot query field "items" on type "DeviceConnection". Its fields: edges, nodes, pageInfo, totalCount, facets.',
    ],
    [
      '{ refundSale { sale { id } } }',
      'Cannot query field "refundSale" on type "Query". It is a field of "Mutation": begin the operation with mutation.',
    ],
    [
      '{ devices(zebra: 5) { totalCount } }',
      'Unknown argument "zebra" on field "Query.devices". Its arguments: search, filter, sort, first, after, last, before.',
    ],
    [
      '{ sales(status: PAID) { totalCount } }',
      'Unknown argument "status" on field "Query.sales". Conditions belong to the argument "filter": write {status: {...}} there.',
    ],
    [
      '{ customers { nodes { sales(total: 5) { totalCount } } } }',
      'Unknown argument "total" on field "Customer.sales". Conditions belong to the argument "filter": write {total: {...}} there.',
    ],
    [
      '{ devices(filters: {}) { totalCount } }',
      'Unknown argument "filters" on field "Query.devices". Did you mean "filter"?',
    ],
    [
      '{ node(id: "x") { ... on Devise { id } } }',
      expect.stringMatching(/^Unknown type "Devise"\. Did you mean "Device/),
    ],
    [
      '{ salesMetrics(query: { metrics: [ORDERS], distinct: CUSTOMER }) { totals } }',
      'Field "distinct" is not defined by type "SalesQuestion". Did you mean "measures: [{distinct: ...}]"?',
    ],
    ...[
      ['avg', 'measures: [{avg: ...}]'],
      ['average', 'measures: [{avg: ...}]'],
      ['median', 'measures: [{median: ...}]'],
      ['sum', 'measures: [{sum: ...}]'],
      ['max', 'measures: [{max: ...}]'],
      ['countDistinct', 'measures: [{distinct: ...}]'],
      ['p95', 'measures: [{percentile: ...}]'],
      ['divide', 'formulas: [{divide: ...}]'],
      ['preset', 'range: {preset: ...}'],
      ['count', 'metrics'],
      ['group_by', 'dimensions'],
      ['sort', 'orderBy'],
      ['interval', 'grain'],
    ].map(([name, meant]): [string, string] => [
      `{ salesMetrics(query: { metrics: [ORDERS], ${name}: 1 }) { totals } }`,
      `Field "${name}" is not defined by type "SalesQuestion". Did you mean "${meant}"?`,
    ]),
    [
      '{ salesMetrics(distinct: CUSTOMER, query: { metrics: [ORDERS] }) { totals } }',
      'Unknown argument "distinct" on field "Query.salesMetrics". Did you mean "query: {measures: [{distinct: ...}]}"?',
    ],
    [
      '{ deviceMetrics(metrics: [DEVICES], query: {}) { totals } }',
      'Unknown argument "metrics" on field "Query.deviceMetrics". Did you mean "query: {metrics: ...}"?',
    ],
    [
      '{ sales(filter: { city: { eq: "Nukus" } }) { totalCount } }',
      'Field "city" is not defined by type "SaleFilter". Did you mean "customer: {city: ...}" or "preorder: {city: ...}"?',
    ],
    [
      'query ($id: UUID!) { device(id: $id) { id } }',
      'Unknown type "UUID" of the variable "$id". It is given to what takes ID!: write that.',
    ],
    [
      'query ($where: DeviceWhere) { ...all } fragment all on Query { devices(filter: $where) { totalCount } }',
      'Unknown type "DeviceWhere" of the variable "$where". It is given to what takes DeviceFilter: write that.',
    ],
    [
      'query ($keys: [Order!]) { devices(sort: $keys) { totalCount } }',
      'Unknown type "Order" of the variable "$keys". It is given to what takes [DeviceSort!]: write that.',
    ],
    ['{ node(id: "x") { serial } }', expect.stringContaining('Did you mean "... on Device { serial }"')],
  ])('%s', async (query, message) => {
    expect(await problemsOf(query)).toEqual([message]);
  });

  it('an unknown field of a subscription is answered with those that were meant, too', async () => {
    const client = liveClient(app.url, admin.cookie);
    const heard = client.subscribe('subscription { saleChangd { event } }');
    try {
      await until(() => heard.error !== undefined || heard.isComplete);
      expect(heard.results[0]?.errors?.[0]?.message).toContain('Did you mean "saleChanged"');
    } finally {
      client.close();
    }
  });
});

describe('a caller who is not signed in', () => {
  const login = (selection: string, input = '{ email: "a@b.test", password: "x" }') =>
    problemsOf(`mutation { login(input: ${input}) { ${selection} } }`, undefined, app);

  it('a caller who is not signed in gets no name of the schema by guessing', async () => {
    expect(await login('admim { id }')).toEqual(['Cannot query field "admim" on type "LoginPayload".']);
    expect(await login('admin { id }', '{ email: "a@b.test", password: "x", pasword: "y" }')).toEqual([
      expect.stringMatching(/^Field "pasword" is not defined by type "LoginInput"\.$/),
    ]);
  });
});

describe('a text that may be a secret', () => {
  const SECRET = 'Quiet-Harbour-71';

  it.each<[string, Json?]>([
    [`{ devices(filter: { status: { eq: "${SECRET}" } }) { totalCount } }`],
    [`{ devices(filter: { serial: "${SECRET}" }) { totalCount } }`],
    [`{ devices(filter: { status: "${SECRET}" }) { totalCount } }`],
    [`{ devices(first: "${SECRET}") { totalCount } }`],
    [`mutation { login(input: "${SECRET}") { admin { id } } }`],
    ['query ($v: DeviceStatus) { devices(filter: { status: { eq: $v } }) { totalCount } }', { v: SECRET }],
    ['query ($v: DeviceStatus) { devices(filter: { status: { eq: $v } }) { totalCount } }', { v: 'QuietHarbour71' }],
    ['query ($v: DeviceFilter) { devices(filter: $v) { totalCount } }', { v: { serial: SECRET } }],
    ['query ($v: DeviceFilter) { devices(filter: $v) { totalCount } }', { v: SECRET }],
    ['query ($v: Int) { devices(first: $v) { totalCount } }', { v: SECRET }],
    ['query ($v: [DeviceSort!]) { devices(sort: $v) { totalCount } }', { v: [SECRET] }],
    [
      'query ($v: DeviceStatus) { devices(filter: { status: { eq: $v } }) { totalCount } }',
      { v: 'ABCDEFGHJKMNPQRSTVWXYZ01' },
    ],
  ])('a text that may be a secret is in no message: %s', async (query, ...[variables]) => {
    const text = (await problemsOf(query, variables)).join();
    for (const secret of [SECRET, 'QuietHarbour71', 'ABCDEFGHJKMNPQRSTVWXYZ01']) expect(text).not.toContain(secret);
  });
});
