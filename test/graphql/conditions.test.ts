import { listDevices } from '../../src/domain/devices/index.ts';
import type { Call } from '../../src/domain/kernel/operation.ts';
import { run } from '../../src/domain/run.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { MAX_CONDITIONS_ACROSS } from '../../src/model/limits.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { addPresence, makeCustomerRow } from '../support/factories/device.ts';
import { insertManyRows } from '../support/many-rows.ts';
import { rowsReadBy } from '../support/statements.ts';

/** Conditions across an edge. test/graphql/roles.test.ts asks for each of them in every role. */

let app: TestApp;
let admin: Caller;
let ids: Everything;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await makeEverything(app, admin.admin.id);
  await makeEverything(app, admin.admin.id);
  ids = await makeEverything(app, admin.admin.id);
  await app.sql(`update customer set full_name = 'Customer ' || id, country = 'UZ', email = id || '@example.com'`);
  await app.sql(`update release set version = '9.9.9' where id = $1`, [ids.release]);
  await app.sql(`update customer set country = 'KZ' where id = $1`, [ids.customer]);
});
afterAll(() => app.stop());

async function ask(query: string, variables: object = {}): Promise<Json> {
  const { status, body } = await admin.gql(query, variables as Record<string, unknown>);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const idsOf = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id);

/** Of each list, the edges that its filter can cross, with a field that tells their records apart. */
const LISTS: readonly (readonly [list: string, type: string, edge: string, field: string])[] = [
  ['sales', 'Sale', 'customer', 'fullName'],
  ['sales', 'Sale', 'device', 'serial'],
  ['refunds', 'Refund', 'sale', 'number'],
  ['refunds', 'Refund', 'sale', 'customerName'],
  ['devices', 'Device', 'batch', 'code'],
  ['devices', 'Device', 'owner', 'email'],
  ['deviceEvents', 'DeviceEvent', 'device', 'batchCode'],
  ['deviceEvents', 'DeviceEvent', 'fromOwner', 'fullName'],
  ['deviceEvents', 'DeviceEvent', 'toOwner', 'fullName'],
  ['installations', 'Installation', 'device', 'serial'],
  ['installations', 'Installation', 'release', 'version'],
  ['preorders', 'Preorder', 'customer', 'fullName'],
  ['releases', 'Release', 'targetDevice', 'serial'],
  ['claimCodes', 'ClaimCode', 'device', 'serial'],
  ['devices', 'Device', 'activeSale', 'number'],
];

describe('a condition across an edge', () => {
  it.each(LISTS)(
    'a condition across an edge lists and counts the %s (%s) whose %s has the %s',
    async (list, type, edge, field) => {
      const shape = `id ${edge} { ${field} }`;
      const all: Json[] = (await ask(`{ ${list}(first: 50) { nodes { ${shape} } } }`))[list].nodes;
      const textOf = (node: Json): string | undefined => node[edge]?.[field];
      const [wanted] = all.flatMap((node) => textOf(node) ?? []);
      const query = `query ($filter: ${type}Filter) { ${list}(first: 50, filter: $filter) { totalCount nodes { ${shape} } } }`;
      const find = async (filter: object) => (await ask(query, { filter }))[list];
      const named = await find({ [edge]: { [field]: { eq: wanted } } });
      const expected = all.filter((node) => textOf(node) === wanted);
      expect(idsOf(named.nodes)).toEqual(idsOf(expected as { id: string }[]));
      expect([named.totalCount, expected.length > 0, expected.length < all.length]).toEqual([
        expected.length,
        true,
        true,
      ]);
      const others = await find({ not: { [edge]: { [field]: { eq: wanted } } } });
      expect(others.totalCount).toBe(all.length - expected.length);
      expect((await find({ [edge]: {} })).totalCount).toBe(all.length);
    },
  );

  it('a condition across an edge of a list of one record lists and counts those that match', async () => {
    const query = `query ($id: ID!, $filter: SaleFilter) {
      customer(id: $id) { sales(filter: $filter) { totalCount nodes { device { serial } } } } }`;
    const { customer } = await ask(query, { id: ids.customer, filter: {} });
    const [{ device }] = customer.sales.nodes;
    const found = async (serial: string) =>
      (await ask(query, { id: ids.customer, filter: { device: { serial: { eq: serial } } } })).customer.sales;
    expect(await found(device.serial)).toEqual({ totalCount: 1, nodes: [{ device }] });
    expect(await found('another')).toEqual({ totalCount: 0, nodes: [] });
  });

  it('a condition across an edge holds together with others, under and, or and not', async () => {
    const query = 'query ($filter: SaleFilter) { sales(filter: $filter) { nodes { id customer { country } } } }';
    const countries = async (filter: object) =>
      (await ask(query, { filter })).sales.nodes.map(({ customer }: Json) => customer.country).sort();
    const [uz, kz] = ['UZ', 'KZ'].map((country) => ({ customer: { country: { eq: country } } }));
    expect(await countries({ ...uz, status: { in: [] } })).toEqual([]);
    expect(await countries({ or: [uz, kz] })).toEqual(['KZ', 'UZ', 'UZ']);
    expect(await countries({ and: [uz, { not: kz }] })).toEqual(['UZ', 'UZ']);
    expect(
      await countries({ customer: { country: { eq: 'KZ' }, email: { eq: `${ids.customer}@example.com` } } }),
    ).toEqual(['KZ']);
    expect(
      await countries({ customer: { country: { eq: 'UZ' }, email: { eq: `${ids.customer}@example.com` } } }),
    ).toEqual([]);
  });

  it('a condition across an edge reads fields that are derived from the time', async () => {
    const query = '{ sales(filter: { device: { online: { eq: true } } }) { totalCount } }';
    const before = (await ask(query)).sales.totalCount;
    await app.sql('delete from device_presence where device_id = $1', [ids.device]);
    expect((await ask(query)).sales.totalCount).toBe(before - 1);
    await addPresence(app, ids.device);
    expect((await ask(query)).sales.totalCount).toBe(before);
  });

  it.each([
    [
      'a third edge',
      '{ refunds(filter: { sale: { customer: { devices: { some: { serial: { eq: "x" } } } } } }) { totalCount } }',
    ],
    ['a field that no list is filtered by', '{ sales(filter: { customer: { notes: { eq: "x" } } }) { totalCount } }'],
    [
      'an edge to many without a quantifier',
      '{ customers(filter: { sales: { status: { eq: PAID } } }) { totalCount } }',
    ],
    ['another quantifier', '{ customers(filter: { sales: { any: {} } }) { totalCount } }'],
    ['a value of another type', '{ sales(filter: { customer: { country: { eq: 1 } } }) { totalCount } }'],
  ])('a condition across an edge refuses %s with 400', async (_what, query) => {
    const { status, body } = await admin.gql(query);
    expect([status, body.errors[0].extensions.code]).toEqual([400, expect.stringMatching(/VALIDATION_FAILED$/)]);
  });

  it.each([
    ['a root list', (filter: string) => `{ sales(filter: ${filter}) { totalCount } }`, 'filter'],
    [
      'a list of one record',
      (filter: string) => `{ customer(id: "${ids.customer}") { sales(filter: ${filter}) { totalCount } } }`,
      'Customer.sales.filter',
    ],
  ])(
    'a condition across an edge may ask for other records only so many times in %s',
    async (_what, document, field) => {
      const condition = '{ customer: { country: { eq: "UZ" } } }';
      const filterOf = (times: number) => `{ or: [${Array(times).fill(condition).join(', ')}] }`;
      await ask(document(filterOf(MAX_CONDITIONS_ACROSS)));
      const { status, body } = await admin.gql(document(filterOf(MAX_CONDITIONS_ACROSS + 1)));
      expect([status, body.errors[0].extensions.fields]).toEqual([
        400,
        [
          {
            path: field,
            code: 'TOO_MANY_ACROSS',
            params: { maximum: MAX_CONDITIONS_ACROSS },
            message: `must not ask for other records more than ${MAX_CONDITIONS_ACROSS} times`,
          },
        ],
      ]);
    },
  );

  it('a condition across an edge costs a look-up beside its own conditions', async () => {
    const costOf = async (filter: string) => {
      const { body } = await admin.gql(`{ sales(first: 1, filter: ${filter}) { nodes { id } } }`);
      return body.extensions.cost.requested;
    };
    expect(await costOf('{ customer: { country: { eq: "UZ" }, city: { contains: "T", in: [] } } }')).toBe(
      2 + 100 + 10 + 100 + 10,
    );
    expect(await costOf('{ not: { customer: { country: {} } } }')).toBe(2 + 1 + 100);
    expect(await costOf('{ customer: { and: [], sales: { some: {}, none: { number: { startsWith: "K" } } } } }')).toBe(
      2 + 100 + 200 + 200 + 100,
    );
    expect(await costOf('{ or: [null, { customer: { city: null } }], customer: { sales: { some: null } } }')).toBe(2);
  });
});

describe('conditions across edges to many, and across two edges', () => {
  const customersWith = async (filter: object) =>
    idsOf(
      (await ask('query ($f: CustomerFilter) { customers(filter: $f) { nodes { id } } }', { f: filter })).customers
        .nodes,
    );

  it('some, none and every are about the records that a record leads to', async () => {
    const { sales } = await ask('{ sales { nodes { number customer { id } } } }');
    const [{ number, customer }, ...others] = sales.nodes;
    const all = await customersWith({});
    expect(all).toHaveLength(3);
    expect(others).toHaveLength(2);
    const named = { number: { eq: number } };
    const without = all.filter((id) => id !== customer.id);
    expect(await customersWith({ sales: { some: named } })).toEqual([customer.id]);
    expect(await customersWith({ sales: { none: named } })).toEqual(without);
    expect(await customersWith({ sales: { every: named } })).toEqual([customer.id]);
    expect(await customersWith({ sales: { every: { not: named } } })).toEqual(without);
    expect(await customersWith({ sales: { some: named, none: named } })).toEqual([]);
    const { id } = await makeCustomerRow(app);
    expect(await customersWith({ sales: { none: {} } })).toEqual([id]);
    expect(await customersWith({ sales: { every: { number: { eq: 'another' } } } })).toEqual([id]);
    expect(await customersWith({ sales: { some: {} } })).toEqual(all);
    expect(await customersWith({ sales: {} })).toEqual(await customersWith({}));
    expect(await customersWith({ sales: { atLeast: { count: 1 } } })).toEqual(all);
    expect(await customersWith({ sales: { atLeast: { count: 2 } } })).toEqual([]);
    const [other] = others;
    await app.sql('update sale set customer_id = $1 where number = $2', [customer.id, other.number]);
    expect(await customersWith({ sales: { atLeast: { count: 2 } } })).toEqual([customer.id]);
    expect(await customersWith({ sales: { atLeast: { count: 2, of: named } } })).toEqual([]);
    expect(await customersWith({ sales: { atLeast: { count: 1, of: named } } })).toEqual([customer.id]);
    await app.sql('update sale set customer_id = $1 where number = $2', [other.customer.id, other.number]);
  });

  it('a condition follows two edges, back to the record where it began', async () => {
    const { customers } = await ask('{ customers { nodes { id sales { nodes { number device { serial } } } } } }');
    const [one] = customers.nodes.filter(({ sales }: Json) => sales.nodes.length > 0);
    const [{ number, device }] = one.sales.nodes;
    expect(await customersWith({ sales: { some: { device: { serial: { eq: device.serial } } } } })).toEqual([one.id]);
    expect(await customersWith({ devices: { some: { activeSale: { number: { eq: number } } } } })).toEqual([one.id]);
    const query = 'query ($f: SaleFilter) { sales(filter: $f) { nodes { number } } }';
    const found = (await ask(query, { f: { customer: { sales: { some: { number: { eq: number } } } } } })).sales.nodes;
    expect(found).toEqual([{ number }]);
  });

  it('a condition across an edge is of its own tables, where the list has the same ones too', async () => {
    const { sales } = await ask('{ sales(first: 1) { nodes { customer { id fullName } } } }');
    const [{ customer }] = sales.nodes;
    expect(await customersWith({ sales: { some: { customerName: { eq: customer.fullName } } } })).toEqual([
      customer.id,
    ]);
  });

  it('a deleted record is not led to', async () => {
    const [{ id, customer_id }] = await app.sql(
      'select id, customer_id from preorder where deleted_at is null limit 1',
    );
    expect(await customersWith({ preorders: { some: { customerId: { eq: customer_id } } } })).toEqual([customer_id]);
    await app.sql('update preorder set deleted_at = now() where id = $1', [id]);
    expect(await customersWith({ preorders: { some: { customerId: { eq: customer_id } } } })).toEqual([]);
    await app.sql('update preorder set deleted_at = null where id = $1', [id]);
  });

  it('a question, an export and a nested list take the same conditions', async () => {
    const [{ number }] = await app.sql('select number from sale limit 1');
    const filter = { customer: { sales: { some: { number: { eq: number } } } } };
    const query = 'query ($f: SaleFilter) { salesMetrics(query: { metrics: [ORDERS], filter: $f }) { totals } }';
    expect((await ask(query, { f: filter })).salesMetrics.totals).toEqual([1]);
    const parameter = encodeURIComponent(JSON.stringify({ ...filter, or: [null], status: { eq: null } }));
    const file = await admin.rest('GET', `/v1/admin/exports/sales?format=ndjson&fields=number&filter=${parameter}`);
    expect([file.status, file.text.trim()]).toEqual([200, JSON.stringify({ number })]);
    const nested = `query ($f: SaleFilter) { sales(filter: { number: { eq: "${number}" } }) {
      nodes { customer { sales(filter: $f) { totalCount } } } } }`;
    expect((await ask(nested, { f: filter })).sales.nodes).toEqual([{ customer: { sales: { totalCount: 1 } } }]);
  });
});

it('the audit entry of an export keeps no personal data of a filter, whichever edges lead to it', async () => {
  const others = { devices: { none: { serial: { eq: 'x' } } } };
  const filterOf = (email: unknown) => ({ sales: { some: { customer: { email } } }, or: [{ not: others }, others] });
  const parameter = encodeURIComponent(JSON.stringify(filterOf({ startsWith: 'secret' })));
  const file = await admin.rest('GET', `/v1/admin/exports/customers?format=ndjson&filter=${parameter}`);
  expect([file.status, file.text]).toEqual([200, '']);
  const [{ detail }] = await app.sql(
    `select detail from audit_entry where action = 'exportCustomers' order by at desc, id desc limit 1`,
  );
  expect(detail.filter.filter).toEqual(filterOf('***'));
});

describe('null in a filter', () => {
  const countOf = async (filter: unknown) =>
    (await ask('query ($f: SaleFilter) { sales(filter: $f) { totalCount } }', { f: filter })).sales.totalCount;

  it.each([
    ['null instead of a filter', null, 'ALL'],
    ['a field that is null', { status: null }, 'ALL'],
    ['operators that are null', { status: { eq: null, in: null, isNull: null } }, 'ALL'],
    ['a list of only null', { status: { in: [null] } }, 'ALL'],
    ['not of only null', { not: { status: { eq: null } } }, 'ALL'],
    ['or of only null', { or: [null, { status: null }, { not: null }] }, 'ALL'],
    ['and of only null', { and: [{ number: { contains: null } }] }, 'ALL'],
    ['an edge that is null', { customer: null }, 'ALL'],
    ['an edge of only null', { customer: { city: { eq: null }, sales: { some: null } } }, 'ALL'],
    [
      'some, none and every of only null',
      { refunds: { some: { createdAt: null }, none: { createdAt: { gt: null } }, every: null } },
      'ALL',
    ],
    ['an empty list of values', { status: { in: [] } }, 'NONE'],
    ['an empty list of values that none may be of', { status: { notIn: [] } }, 'ALL'],
    ['not of an empty list of values', { not: { status: { in: [] } } }, 'ALL'],
    ['an empty or', { or: [] }, 'NONE'],
    ['an empty and', { and: [] }, 'ALL'],
    ['an empty not', { not: {} }, 'NONE'],
    ['an empty filter', {}, 'ALL'],
    ['an empty filter in or', { or: [{}] }, 'ALL'],
    ['no conditions of a field', { status: {} }, 'ALL'],
    ['an empty filter of another record', { customer: {} }, 'ALL'],
    ['no quantifier', { refunds: {} }, 'ALL'],
    ['some of any', { refunds: { some: {} } }, 'ALL'],
    ['none of any', { refunds: { none: {} } }, 'NONE'],
    ['every one, whatever it is', { refunds: { every: {} } }, 'ALL'],
  ])('%s matches what the documentation says', async (_what, filter, expected) => {
    await app.sql(`insert into refund (id, sale_id, amount, reason, created_by, created_at)
      select gen_random_uuid(), id, 1, 'r', created_by, now() from sale s where not exists (select from refund r where r.sale_id = s.id)`);
    const all = await countOf({});
    expect(all).toBeGreaterThan(0);
    expect(await countOf(filter)).toBe(expected === 'ALL' ? all : 0);
  });
});

describe('what has no value', () => {
  it.each([
    ['is found by isNull', { isNull: true }, true],
    ['is not found by isNull: false', { isNull: false }, false],
    ['is not equal', { eq: '2026-01-01' }, false],
    ['is found by ne', { ne: '2026-01-01' }, true],
    ['is found by notIn', { notIn: ['2026-01-01'] }, true],
    ['is not later', { gt: '2000-01-01' }, false],
    ['is not earlier', { lte: '2100-01-01' }, false],
  ])('what has no value %s', async (_what, cancelledAt, expected) => {
    const { sales } = await ask('query ($f: SaleFilter) { sales(filter: $f) { totalCount } }', { f: { cancelledAt } });
    expect(sales.totalCount > 0).toBe(expected);
  });
});

it('an operation refuses a condition across an edge itself, whichever typed client calls it', async () => {
  const callAs = async (role: AdminRole): Promise<Call> => {
    const [name = '', sessionToken = ''] = (await app.as(role)).cookie.split('=');
    expect(name).not.toBe('');
    const from = { requestId: 'r', ip: '192.0.2.1', network: '192.0.2.1', transport: 'GRAPHQL' } as const;
    return { ...from, runtime: app.runtime, sessionToken };
  };
  const list = async (role: AdminRole, filter: object) =>
    run(listDevices, await callAs(role), { wire: 'json', read: () => ({ first: 1, filter }) });
  const across = { not: { batch: { code: { eq: 'none' } } } };
  expect((await list('SUPPORT', across)).items).toHaveLength(1);
  expect((await list('SALES', { not: { batchCode: { eq: 'none' } } })).items).toHaveLength(1);
  await expect(list('SALES', across)).rejects.toMatchObject({ code: 'ROLE_FORBIDDEN' });
});

describe('with many rows', () => {
  const MANY = 5_000;

  beforeAll(() => insertManyRows(app.sql, MANY));

  it.each([
    ['sales', '{ customer: { email: { eq: "7@example.com" } } }'],
    ['sales', '{ device: { serial: { eq: "KRV-8F14E45FCEEA" } } }'],
    ['devices', '{ owner: { email: { eq: "7@example.com" } } }'],
    ['preorders', '{ customer: { email: { eq: "7@example.com" } } }'],
    ['installations', '{ device: { serial: { eq: "KRV-8F14E45FCEEA" } } }'],
    ['customers', '{ devices: { some: { serial: { eq: "KRV-8F14E45FCEEA" } } } }'],
    ['customers', '{ sales: { some: { number: { eq: "KRV-2026-7" } } } }'],
    ['devices', '{ activeSale: { number: { eq: "KRV-2026-7" } } }'],
  ])(
    // How much a page reads is judged among more rows: test/heavy/large-plans.test.ts.
    'the %s that match %s are found, and counted by indexes',
    async (list, filter) => {
      expect((await ask(`{ ${list}(filter: ${filter}) { nodes { id } } }`))[list].nodes).toHaveLength(1);
      let found: Json;
      const read = await rowsReadBy(app.sql, async () => {
        found = (await ask(`{ ${list}(filter: ${filter}) { totalCount } }`))[list];
      });
      expect(found?.totalCount).toBe(1);
      expect(read).toBeLessThan(50);
    },
  );

  it.each([
    ['sales', '{ customer: { city: { eq: "City 1" } } }', "c.city = 'City 1'"],
    ['sales', '{ customer: { city: { in: ["City 1", "City 3"] } } }', "c.city in ('City 1', 'City 3')"],
    ['sales', '{ customer: { fullName: { eq: "Namesake" } } }', "c.full_name = 'Namesake'"],
    ['sales', '{ customerName: { in: ["Namesake", "Nobody"] } }', "c.full_name = 'Namesake'"],
    ['preorders', '{ region: { eq: "Toshkent" } }', "p.region = 'Toshkent'"],
  ])('a page of the %s that match %s, as many do, ends with the page', async (list, filter, condition) => {
    const table = list === 'sales' ? 'sale' : 'preorder';
    await app.sql(`update customer set full_name = 'Namesake' where city = 'City 1'`);
    await app.sql('analyze customer');
    let found: Json;
    const read = await rowsReadBy(app.sql, async () => {
      found = await ask(`{ ${list}(first: 10, filter: ${filter}) { nodes { id } } }`);
    });
    expect(read).toBeLessThan(MANY / 2);
    const newest = await app.sql(
      `select p.id from ${table} p join customer c on c.id = p.customer_id where ${condition}
        order by p.created_at desc, p.id desc limit 10`,
    );
    expect(newest).toHaveLength(10);
    expect(found?.[list].nodes).toEqual(newest);
  });
});
