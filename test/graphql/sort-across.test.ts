import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { buildSchema, type GraphQLEnumType, getNamedType, isInputObjectType } from 'graphql';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeEverything } from '../support/everything.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { insertManySales } from '../support/many-rows.ts';
import { repetitions } from '../support/repetitions.ts';

/** Lists that are sorted by fields of the records that their edges to one record lead to. */

const ROUNDS = repetitions({ quick: 50, rare: 5_000 });
const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

async function askAs(caller: Caller, query: string, variables: Record<string, unknown> = {}): Promise<Json> {
  const { status, body } = await caller.gql(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

/** A list in plain SQL: its rows, and of each constant that it can be sorted by an expression. */
interface Plain {
  readonly type: string;
  readonly from: string;
  readonly by: Readonly<Record<string, string>>;
}

const LISTS: Readonly<Record<string, Plain>> = {
  sales: {
    type: 'Sale',
    from: `sale r join customer c on c.id = r.customer_id join device d on d.id = r.device_id
      join inventory_batch b on b.id = d.batch_id left join preorder p on p.id = r.preorder_id and p.deleted_at is null`,
    by: {
      CUSTOMER_COMPANY: 'c.company',
      CUSTOMER_CITY: 'c.city',
      CUSTOMER_CREATED_AT: 'c.created_at',
      DEVICE_SERIAL: 'd.serial',
      DEVICE_STATUS: 'd.status',
      DEVICE_BATCH_CODE: 'b.code',
      PREORDER_NUMBER: 'p.number',
      TOTAL: 'r.total',
      STATUS: 'r.status',
    },
  },
  devices: {
    type: 'Device',
    from: `device r join inventory_batch b on b.id = r.batch_id left join customer c on c.id = r.owner_id
      left join sale s on s.device_id = r.id and s.status not in ('CANCELLED', 'REFUNDED') and s.device_released_at is null`,
    by: {
      BATCH_CREATED_AT: 'b.created_at',
      OWNER_CITY: 'c.city',
      OWNER_EMAIL: 'c.email',
      ACTIVE_SALE_TOTAL: 's.total',
      ACTIVE_SALE_STATUS: 's.status',
      STATUS: 'r.status',
      LAST_SEEN_AT: '(select p.last_seen_at from device_presence p where p.device_id = r.id)',
    },
  },
  customers: {
    type: 'Customer',
    from: `customer r left join (select customer_id, count(*) as orders, sum(total) as revenue, sum(total - refunded_total) as net
      from sale where currency = 'UZS' and status <> 'CANCELLED' group by 1) s on s.customer_id = r.id`,
    by: {
      PURCHASES_ORDERS: 's.orders',
      PURCHASES_REVENUE: 's.revenue',
      PURCHASES_NET_REVENUE: 's.net',
      CITY: 'r.city',
    },
  },
};
const FILTERS: Readonly<Record<string, readonly (readonly [filter: Json, sql: string])[]>> = {
  sales: [
    [{ status: { ne: 'PAID' } }, `r.status <> 'PAID'`],
    [{ customer: { city: { eq: 'Nukus' } } }, `c.city = 'Nukus'`],
    [{ device: { serial: { startsWith: 'SORT-1' } } }, `d.serial like 'SORT-1%'`],
  ],
  devices: [
    [{ owner: { city: { isNull: false } } }, 'c.city is not null'],
    [{ status: { eq: 'SOLD' } }, `r.status = 'SOLD'`],
    [
      { firmwareVersion: { eq: '1.1.0' } },
      `exists (select from device_presence p where p.device_id = r.id and p.firmware_version = '1.1.0')`,
    ],
  ],
  customers: [
    [
      { sales: { some: { status: { eq: 'PAID' } } } },
      `exists (select from sale x where x.customer_id = r.id and x.status = 'PAID')`,
    ],
    [{ purchases: { orders: { gte: 2 } } }, 's.orders >= 2'],
    [{ city: { isNull: true } }, 'r.city is null'],
  ],
};

/** Rows of each list with values that are equal, missing, and of records that nobody sees. */
async function makeWorld(app: TestApp): Promise<void> {
  const hours = (count: number) => new Date(app.clock.now().getTime() - count * 3_600_000);
  const customers: string[] = [];
  for (const at of Array(9).keys()) {
    const { id } = await makeCustomerRow(app, { fullName: `Buyer ${at}`, email: `b${at}@example.com` });
    await app.sql('update customer set city = $2, company = $3, created_at = $4 where id = $1', [
      id,
      ['Nukus', 'Buxoro', null][at % 3],
      at % 4 ? `Company ${at % 2}` : null,
      hours(at >> 1),
    ]);
    customers.push(id);
  }
  const preorders: string[] = [];
  for (const at of Array(4).keys()) {
    const { id } = await makePreorder(app, { number: `P-${at % 4}`, customerId: customers[at] ?? '' });
    preorders.push(id);
  }
  await app.sql('update preorder set deleted_at = $2, customer_id = null where id = $1', [preorders[3], hours(0)]);
  let batchId: string | undefined;
  for (const at of Array(24).keys()) {
    const owner = at % 5 === 4 ? null : (customers[at % 7] ?? null);
    const made = await makeDevice(app, {
      serial: `SORT-${at}`,
      status: owner && at % 2 ? 'CLAIMED' : 'SOLD',
      owner,
      createdAt: hours(at >> 2),
      ...(at % 6 && batchId ? { batchId } : {}),
    });
    batchId = made.batchId;
    if (at % 3)
      await addPresence(app, made.id, { lastSeenAt: hours(at >> 1), firmwareVersion: at % 2 ? '1.0.0' : '1.1.0' });
    const status = (['PAID', 'CANCELLED', 'REFUNDED', 'PENDING'] as const)[at % 4] ?? 'PAID';
    const payment = { PAID: 'PAID', CANCELLED: 'UNPAID', REFUNDED: 'REFUNDED', PENDING: 'UNPAID' } as const;
    for (const again of at % 4 === 1 ? [0, 1] : [0]) {
      const { id } = await makeSale(app, {
        customerId: customers[(at * 5) % 8] ?? '',
        deviceId: made.id,
        unitPrice: 100 * (at % 3),
        currency: at % 7 === 6 ? 'USD' : 'UZS',
        status: again ? 'PAID' : status,
        paymentStatus: again ? 'PAID' : payment[status],
        createdAt: hours(at >> 2),
      });
      if (at % 3 === 0) await app.sql('update sale set preorder_id = $2 where id = $1', [id, preorders[(at / 3) % 4]]);
    }
  }
}

type Key = { readonly field: string; readonly direction: 'ASC' | 'DESC' };

/** The ids of a list in order, by plain SQL: without a value last, then by age and id in the direction of the last key. */
async function plainIds(app: TestApp, list: string, keys: readonly Key[], condition = 'true'): Promise<string[]> {
  const { from, by } = LISTS[list] as Plain;
  const last = keys.at(-1)?.direction ?? 'DESC';
  const order = [
    ...keys.map(({ field, direction }) => `${by[field]} ${direction} nulls last`),
    `r.created_at ${last}`,
    `r.id ${last}`,
  ];
  const rows = await app.sql(`select r.id from ${from} where ${condition} order by ${order.join(', ')}`);
  return rows.map(({ id }) => id);
}

/** A page by Relay's algorithm. */
function pageOf(ids: readonly string[], { first, last, after, before }: Json): readonly string[] {
  const begin = after === undefined ? 0 : ids.indexOf(after) + 1;
  const end = before === undefined ? ids.length : ids.indexOf(before);
  const between = ids.slice(begin, Math.max(begin, end));
  return last === undefined ? between.slice(0, first) : between.slice(Math.max(between.length - last, 0));
}

describe('lists in the order of a field of another record', () => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await cleanTestApp();
    admin = await app.as('SUPER_ADMIN');
    await makeWorld(app);
  });
  afterAll(() => app.stop());

  const asked = (list: string) => {
    const { type } = LISTS[list] as Plain;
    return `query ($filter: ${type}Filter, $sort: [${type}Sort!], $first: Int, $last: Int, $after: String, $before: String) {
      ${list}(filter: $filter, sort: $sort, first: $first, last: $last, after: $after, before: $before) {
        edges { cursor node { id } } totalCount pageInfo { hasNextPage hasPreviousPage } } }`;
  };

  it('random windows over orders across edges are those of plain SQL', async () => {
    const cases = fc.constantFrom(...Object.keys(LISTS)).chain((list) => {
      const field = fc.constantFrom(...Object.keys(LISTS[list]?.by ?? {}));
      return fc.record({
        list: fc.constant(list),
        keys: fc.uniqueArray(fc.record({ field, direction: fc.constantFrom('ASC' as const, 'DESC' as const) }), {
          minLength: 1,
          maxLength: 3,
          selector: (key) => key.field,
        }),
        filter: fc.option(fc.constantFrom(...(FILTERS[list] ?? [])), { nil: undefined }),
        length: fc.integer({ min: 1, max: 9 }),
        isLast: fc.boolean(),
        after: fc.option(fc.nat(60), { nil: undefined }),
        before: fc.option(fc.nat(60), { nil: undefined }),
      });
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ list, keys, filter, length, isLast, ...places }) => {
        const [given, condition] = filter ?? [undefined, 'true'];
        const ids = await plainIds(app, list, keys, condition);
        const whole = (await askAs(admin, asked(list), { filter: given, sort: keys, first: 100 }))[list];
        expect(whole.edges.map(({ node }: Json) => node.id)).toEqual(ids);
        expect(whole.totalCount).toBe(ids.length);
        const at = (place: number | undefined) =>
          place === undefined ? undefined : whole.edges[place % (ids.length || 1)];
        const [after, before] = [at(places.after), at(places.before)];
        const size = isLast ? { last: length } : { first: length };
        const window = { ...size, after: after?.cursor, before: before?.cursor };
        const page = (await askAs(admin, asked(list), { filter: given, sort: keys, ...window }))[list];
        const expected = pageOf(ids, { ...size, after: after?.node.id, before: before?.node.id });
        expect(page.edges.map(({ node }: Json) => node.id)).toEqual(expected);
      }),
      { numRuns: ROUNDS },
    );
  });

  it('a list of a record is sorted across an edge too, and its pages are those of the whole', async () => {
    const query = `query ($sort: [SaleSort!], $after: String) { customers(first: 20) { nodes { id
      all: sales(sort: $sort, first: 100) { nodes { id } }
      page: sales(sort: $sort, first: 2, after: $after) { edges { cursor node { id } } } } } }`;
    for (const direction of ['ASC', 'DESC'] as const) {
      for (const field of ['DEVICE_SERIAL', 'PREORDER_NUMBER']) {
        const sort = [{ field, direction }];
        const { customers } = await askAs(admin, query, { sort });
        for (const { id, all, page } of customers.nodes) {
          const ids = await plainIds(app, 'sales', sort as Key[], `r.customer_id = '${id}'`);
          expect(all.nodes.map((node: Json) => node.id)).toEqual(ids);
          expect(page.edges.map(({ node }: Json) => node.id)).toEqual(ids.slice(0, 2));
          const [, second] = page.edges;
          if (!second) continue;
          const next = `query ($id: ID!, $sort: [SaleSort!], $after: String) { customer(id: $id) { sales(sort: $sort, first: 3, after: $after) { nodes { id } } } }`;
          const { customer } = await askAs(admin, next, { id, sort, after: second.cursor });
          expect(customer.sales.nodes.map((node: Json) => node.id)).toEqual(ids.slice(2, 5));
        }
      }
    }
  });

  it('a cursor of one order is none of another', async () => {
    const by = (field: string, more = '') =>
      `{ sales(sort: [{ field: ${field}, direction: ASC }], first: 1${more}) { pageInfo { endCursor } } }`;
    const { sales } = await askAs(admin, by('CUSTOMER_CITY'));
    const { status, body } = await admin.gql(by('DEVICE_SERIAL', `, after: "${sales.pageInfo.endCursor}"`));
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('an export has the order', async () => {
    const sort = JSON.stringify([
      { field: 'customer.createdAt', direction: 'DESC' },
      { field: 'device.serial', direction: 'ASC' },
    ]);
    const { status, text } = await admin.rest(
      'GET',
      `/v1/admin/exports/sales?format=csv&fields=id&sort=${encodeURIComponent(sort)}`,
    );
    const keys = [
      { field: 'CUSTOMER_CREATED_AT', direction: 'DESC' },
      { field: 'DEVICE_SERIAL', direction: 'ASC' },
    ] as const;
    expect([status, text.trim().split(/\s+/).slice(1)]).toEqual([200, await plainIds(app, 'sales', keys)]);
  });
});

describe('the orders that the schema has', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await cleanTestApp();
    await makeEverything(app, (await app.as('SUPER_ADMIN')).admin.id);
  });
  afterAll(() => app.stop());

  const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) => {
    const type = getNamedType(args.find((each) => each.name === 'sort')?.type);
    if (!isInputObjectType(type) || args.some((each) => String(each.type).endsWith('!'))) return [];
    const field = getNamedType(type.getFields().field?.type) as GraphQLEnumType;
    return [[name, field.getValues()] as const];
  });

  it.each(lists)('%s: every constant works in both directions', async (list, values) => {
    const admin = await app.as('SUPER_ADMIN');
    for (const { name } of values) {
      const pages = ['ASC', 'DESC'].map(
        (direction) =>
          `${direction}: ${list}(sort: [{ field: ${name}, direction: ${direction} }], first: 2) { pageInfo { endCursor } }`,
      );
      await askAs(admin, `{ ${pages.join(' ')} }`);
    }
  });

  it('a role may sort across an edge if it may follow it, and learns nothing otherwise', async () => {
    const caller = await app.as('OPERATIONS');
    const allowed = await caller.gql('{ devices(sort: [{ field: SERIAL, direction: ASC }]) { nodes { id } } }');
    expect(allowed.status).toBe(200);
    const refused = await caller.gql(
      '{ devices(sort: [{ field: OWNER_FULL_NAME, direction: ASC }]) { nodes { id } } }',
    );
    expect([refused.status, refused.body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
    const nested = await caller.gql(
      '{ batches { nodes { devices(sort: [{ field: OWNER_CITY, direction: ASC }]) { nodes { id } } } } }',
    );
    expect([nested.status, nested.body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
    const sort = JSON.stringify([{ field: 'owner.fullName', direction: 'ASC' }]);
    const file = await caller.rest('GET', `/v1/admin/exports/devices?sort=${encodeURIComponent(sort)}`);
    expect(file.status).toBe(403);
    const view = await caller.gql(
      `mutation { createSavedView(input: { name: "By owner", view: { devices: {
        sort: [{ field: OWNER_FULL_NAME, direction: ASC }], columns: ["serial"] } } }) { savedView { id } } }`,
    );
    expect(view.body.errors[0].extensions.code).toBe('ROLE_FORBIDDEN');
  });

  it('a view that is sorted across an edge is saved, and shown as it was', async () => {
    const caller = await app.as('SUPER_ADMIN');
    const saved = await caller.gql(
      `mutation { createSavedView(input: { name: "By owner", view: { devices: {
        sort: [{ field: OWNER_FULL_NAME, direction: DESC }], columns: ["serial"] } } }) { savedView { outdated query } } }`,
    );
    expect(saved.body.data?.createSavedView.savedView).toEqual({
      outdated: [],
      query: { sort: [{ field: 'OWNER_FULL_NAME', direction: 'DESC' }] },
    });
  });
});

describe('many records in the order of another', () => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await cleanTestApp();
    admin = await app.as('SUPER_ADMIN');
    await insertManySales(app.sql, 6_000);
    // The last of the order: the first two thousand rows have none of them.
    await app.sql(`update sale set notes = null, status = 'PENDING', payment_status = 'UNPAID' where customer_id in
      (select id from customer order by full_name desc limit 1500)`);
    await app.sql('vacuum analyze');
  });
  afterAll(() => app.stop());

  it.each([
    ['few match', { total: { lt: 0 } }, 'r.total < 0'],
    ['one matches', { number: { eq: 'KRV-2026-77' } }, `r.number = 'KRV-2026-77'`],
    ['most match', { status: { eq: 'PAID' } }, `r.status = 'PAID'`],
    ['many match, and none near', { status: { eq: 'PENDING' } }, `r.status = 'PENDING'`],
    ['many match across an edge', { customer: { city: { ne: 'City 1' } } }, `c.city <> 'City 1'`],
  ])('a page is right where %s', async (_, filter, condition) => {
    const query = `query ($filter: SaleFilter, $sort: [SaleSort!], $after: String) {
      sales(filter: $filter, sort: $sort, first: 7, after: $after) { nodes { id } pageInfo { endCursor } } }`;
    for (const [field, direction] of [
      ['DEVICE_SERIAL', 'ASC'],
      ['DEVICE_SERIAL', 'DESC'],
      ['DEVICE_BATCH_CODE', 'DESC'],
    ] as const) {
      const sort = [{ field, direction }];
      const ids = await plainIds(app, 'sales', sort, condition);
      const { sales } = await askAs(admin, query, { filter, sort });
      expect(sales.nodes.map(({ id }: Json) => id)).toEqual(ids.slice(0, 7));
      const next = await askAs(admin, query, { filter, sort, after: sales.pageInfo.endCursor ?? undefined });
      if (ids.length > 7) expect(next.sales.nodes.map(({ id }: Json) => id)).toEqual(ids.slice(7, 14));
    }
  });
});
