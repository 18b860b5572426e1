import { MAX_CURSOR_LENGTH, MAX_FILTER_CONDITIONS, MAX_FILTER_DEPTH, MAX_IN_VALUES } from '../../src/model/limits.ts';
import { records } from '../../src/model/records/all.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertDenseRows } from '../support/dense-rows.ts';
import { makeCustomerRow } from '../support/factories/device.ts';
import { idOf, insertManyRows } from '../support/many-rows.ts';
import { rowsReadBy, statementsOf } from '../support/statements.ts';

/** The length of every dense list, and of the lists of the three parents together where a record has one parent. */
const LENGTH = 24;
const PARENTS = 3;
/** Of customers, sales and installations of one release; half of the sales are of one customer. */
const MANY = 1_000;
/** The look-up of the session is one. */
const REFUSED_STATEMENTS = 1;

const ROOTS = ['customer', 'device', 'release', 'batch', 'sale', 'preorder', 'installation'] as const;
type Root = (typeof ROOTS)[number];
type List = readonly [name: string, root: Root, field: string, from: string, order: string];
/** They need rows that these here do not have: test/questions/saved-questions.test.ts, test/customers/purchases.test.ts. */
const ELSEWHERE = ['SavedQuestion.revisions', 'Customer.purchasesByCurrency'];

/** The record in a list. */
function recordIn([name]: List): string {
  const [owner, edge = ''] = name.split('.');
  return records.find((model) => model.name === owner)?.edges[edge]?.spec.to ?? '';
}

/** A selection of the record of a root. */
function inside(root: Root, variable: string, selection: string): string {
  return root === 'installation'
    ? `node(id: ${variable}) { id ... on Installation { ${selection} } }`
    : `${root}(id: ${variable}) { id ${selection} }`;
}

/** Of each list: its root, its field, and what is in it as SQL, in order. */
const NEWEST = 'created_at desc, id desc';
const SALES: List = ['Customer.sales', 'customer', 'sales', 'from sale r where customer_id = $1', NEWEST];
const DEVICES: List = ['Customer.devices', 'customer', 'devices', 'from device r where owner_id = $1', NEWEST];
const PREORDERS: List = [
  'Customer.preorders',
  'customer',
  'preorders',
  'from preorder r where customer_id = $1',
  NEWEST,
];
const EVENTS: List = [
  'Device.events',
  'device',
  'events',
  'from device_event r where device_id = $1',
  'at desc, id desc',
];
const DAYS: List = [
  'Device.days',
  'device',
  'days',
  `from (select *, md5(concat_ws(' ', device_id, extract(epoch from starts_at)))::uuid as id from device_day) r where device_id = $1`,
  'starts_at desc, id desc',
];
const OF_DEVICE: List = [
  'Device.installations',
  'device',
  'installations',
  'from installation r where device_id = $1',
  NEWEST,
];
const OF_RELEASE: List = [
  'Release.installations',
  'release',
  'installations',
  'from installation r where release_id = $1',
  NEWEST,
];
const OF_BATCH: List = ['Batch.devices', 'batch', 'devices', 'from device r where batch_id = $1', 'batch_ordinal, id'];
const LISTS: readonly List[] = [
  ...[SALES, DEVICES, PREORDERS, EVENTS, DAYS, OF_DEVICE, OF_RELEASE, OF_BATCH],
  ['Customer.notes', 'customer', 'notes', 'from customer_note r where customer_id = $1', NEWEST],
  ['Device.pairings', 'device', 'pairings', 'from pairing r where device_id = $1', NEWEST],
  [
    'Device.maintenanceGrants',
    'device',
    'maintenanceGrants',
    'from maintenance_grant r where device_id = $1',
    'issued_at desc, id desc',
  ],
  ['Sale.refunds', 'sale', 'refunds', 'from refund r where sale_id = $1', 'created_at, id'],
  ['Preorder.sales', 'preorder', 'sales', 'from sale r where preorder_id = $1', NEWEST],
  ['Preorder.history', 'preorder', 'history', 'from preorder_event r where preorder_id = $1', 'at desc, id desc'],
  ['Release.events', 'release', 'events', 'from release_event r where release_id = $1', 'at desc, id desc'],
  [
    'Installation.events',
    'installation',
    'events',
    'from installation_event r where installation_id = $1',
    'at desc, id desc',
  ],
];

let app: TestApp;
let admin: Caller;
const parents: Record<Root, string[]> = {
  ...{ customer: [], device: [], release: [], batch: [], sale: [], preorder: [], installation: [] },
};

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await insertManyRows(app.sql, MANY);
  await insertDenseRows(app.sql, LENGTH, admin.admin.id);
  const idsOf = async (prefix: string) =>
    (await app.sql(`select md5('${prefix}-' || n)::uuid as id from generate_series(1, ${PARENTS}) n`)).map(
      ({ id }) => id as string,
    );
  for (const root of ['device', 'release', 'batch', 'sale', 'preorder'] as const) {
    parents[root] = await idsOf(`dense-${root}`);
  }
  parents.installation = await idsOf('dense-installation-1');
  const [first = ''] = await idsOf('dense-customer');
  const others = [await makeCustomerRow(app, { fullName: 'Dense' }), await makeCustomerRow(app, { fullName: 'Dense' })];
  parents.customer = [first, ...others.map(({ id }) => id)];
  for (const [at, { id }] of others.entries()) {
    await app.sql(
      `insert into customer_note select md5('note' || id || $2)::uuid, $1, content, author_id, created_at from customer_note where customer_id = $3`,
      [id, at, first],
    );
  }
  await shareOut();
});
afterAll(() => app.stop());

/** Every third record goes to each parent, and five of each list have the same time. */
async function shareOut(): Promise<void> {
  const [, second, third] = parents.customer;
  const [, secondBatch, thirdBatch] = parents.batch;
  const shared = (two: string | undefined, three: string | undefined, column: string) =>
    `case substr(number, 7)::int % 3 when 1 then '${two}'::uuid when 2 then '${three}'::uuid else ${column} end`;
  const ofSerial = (sql: string) => sql.replace('number', 'serial');
  for (const table of ['sale', 'preorder']) {
    await app.sql(
      `update ${table} set customer_id = ${shared(second, third, 'customer_id')} where number like 'DENSE-%'`,
    );
  }
  await app.sql(
    `update device set owner_id = ${ofSerial(shared(second, third, 'owner_id'))}, batch_id = ${ofSerial(shared(secondBatch, thirdBatch, 'batch_id'))} where serial like 'DENSE-%'`,
  );
  const [, secondOrder, thirdOrder] = parents.preorder;
  await app.sql(`update sale set preorder_id = null where number not like 'DENSE-%'`);
  await app.sql(
    `update sale set preorder_id = ${shared(secondOrder, thirdOrder, 'preorder_id')} where number like 'DENSE-%'`,
  );
  const same = (column: string) => `${column} = date_bin('15 seconds', ${column}, '2026-01-01')`;
  for (const table of ['sale', 'preorder', 'device', 'installation']) {
    await app.sql(`update ${table} set ${same('created_at')}`);
  }
  // Histories are never changed by the service.
  for (const table of ['customer_note', 'pairing', 'refund']) await changeAll(table, same('created_at'));
  for (const table of ['device_event', 'preorder_event', 'release_event', 'installation_event']) {
    await changeAll(table, same('at'));
  }
  await changeAll('maintenance_grant', same('issued_at'));
  await app.sql('analyze');
}

async function changeAll(table: string, change: string): Promise<void> {
  await app.sql(`alter table ${table} disable trigger user`);
  await app.sql(`update ${table} set ${change}`);
  await app.sql(`alter table ${table} enable trigger user`);
}

async function ask(query: string, variables: object = {}): Promise<Json> {
  const { status, body } = await admin.gql(query, { ...variables });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const firstCursors = new Map<List, Promise<string>>();

/** The cursor of a list's first record. */
function firstCursorOf(list: List): Promise<string> {
  const found = firstCursors.get(list) ?? pagesOf(list, 1, [null]).then(([{ pageInfo }]) => pageInfo.endCursor);
  firstCursors.set(list, found);
  return found;
}

/** The ids of a list of one parent, by SQL. */
async function idsIn([, , , from, order]: List, parent: string, condition = 'true'): Promise<string[]> {
  return (await app.sql(`select id ${from} and ${condition} order by ${order}`, [parent])).map(({ id }) => id);
}

const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id);

/** One page of each parent, in one query, each after its own cursor; or before it, from the end. */
async function pagesOf(
  list: List,
  length: number,
  cursors: readonly (string | null)[],
  [first, after] = ['first', 'after'],
): Promise<Json[]> {
  const [, root, field] = list;
  const variables = cursors.map((_cursor, at) => `$id${at}: ID!, $after${at}: String`);
  const fields = cursors.map(
    (_cursor, at) =>
      `p${at}: ${inside(root, `$id${at}`, `${field}(${first}: ${length}, ${after}: $after${at}) { ...Page }`)}`,
  );
  const type = `${recordIn(list)}Connection`;
  const data = await ask(
    `query (${variables.join(', ')}) { ${fields.join(' ')} }
     fragment Page on ${type} { nodes { id } edges { cursor node { id } } totalCount
       pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`,
    Object.fromEntries(
      cursors.flatMap((cursor, at) => [
        [`id${at}`, parents[root][at]],
        [`after${at}`, cursor],
      ]),
    ),
  );
  return cursors.map((_cursor, at) => data[`p${at}`][field]);
}

it('the lists that edges of records lead to are all tested here', () => {
  const lists = records.flatMap(({ name, edges }) =>
    Object.entries(edges).flatMap(([edge, { spec }]) => (spec.kind === 'many' ? [`${name}.${edge}`] : [])),
  );
  expect([...LISTS.map(([name]) => name), ...ELSEWHERE].sort()).toEqual(lists.sort());
});

describe.each(LISTS.map((list) => [list[0], list] as const))('%s', (_name, list) => {
  const FIRST = 3;

  it('a connection pages by `after` over every record once, in order, for several parents in one query', async () => {
    const wanted = await Promise.all(parents[list[1]].map((parent) => idsIn(list, parent)));
    expect(Math.min(...wanted.map(({ length }) => length))).toBeGreaterThan(2 * FIRST);
    const found: string[][] = wanted.map(() => []);
    let cursors: (string | null)[] = wanted.map(() => null);
    for (let page = 0; page * FIRST < LENGTH; page += 1) {
      const pages = await pagesOf(list, FIRST, cursors);
      for (const [at, { nodes, pageInfo }] of pages.entries()) {
        found[at]?.push(...ids(nodes));
        const left = (wanted[at]?.length ?? 0) - (page + 1) * FIRST;
        expect([pageInfo.hasPreviousPage, pageInfo.hasNextPage]).toEqual([page > 0, left > 0]);
      }
      // A list that has ended stays at its end, while the others go on.
      cursors = pages.map(({ pageInfo }, at) => pageInfo.endCursor ?? cursors[at]);
    }
    expect(found).toEqual(wanted);
  });

  it('a connection pages by `before` from its end over every record once, in order, for several parents in one query', async () => {
    const wanted = await Promise.all(parents[list[1]].map((parent) => idsIn(list, parent)));
    const found: string[][] = wanted.map(() => []);
    let cursors: (string | null)[] = wanted.map(() => null);
    for (let page = 0; page * FIRST < LENGTH; page += 1) {
      const pages = await pagesOf(list, FIRST, cursors, ['last', 'before']);
      for (const [at, { nodes, edges, pageInfo }] of pages.entries()) {
        found[at]?.unshift(...ids(nodes));
        expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
          edges[0]?.cursor ?? null,
          edges.at(-1)?.cursor ?? null,
        ]);
        const left = (wanted[at]?.length ?? 0) - (page + 1) * FIRST;
        expect([pageInfo.hasPreviousPage, pageInfo.hasNextPage]).toEqual([left > 0, page > 0]);
      }
      cursors = pages.map(({ pageInfo }, at) => pageInfo.startCursor ?? cursors[at]);
    }
    expect(found).toEqual(wanted);
  });

  it('a connection has records of equal times, so that ties decide over pages', async () => {
    const [, , , from, order] = list;
    const [key = ''] = order.split(/[ ,]/);
    const [{ times, all }] = await app.sql(
      `select count(distinct ${key})::int as times, count(*)::int as all ${from}`,
      [parents[list[1]][0]],
    );
    if (['batch_ordinal', 'starts_at'].includes(key)) expect(times).toBe(all);
    else expect(times).toBeLessThan(all);
  });

  it('a connection gives in edges what it gives in nodes, with cursors that `after` takes', async () => {
    const wanted = await idsIn(list, parents[list[1]][0] ?? '');
    const [page] = await pagesOf(list, 5, [null]);
    expect(ids(page.edges.map(({ node }: Json) => node))).toEqual(wanted.slice(0, 5));
    expect(page.nodes).toEqual(page.edges.map(({ node }: Json) => node));
    expect(page.pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: page.edges[0].cursor,
      endCursor: page.edges[4].cursor,
    });
    for (const [at, { cursor }] of page.edges.entries()) {
      const [next] = await pagesOf(list, 2, [cursor]);
      expect(ids(next.nodes)).toEqual(wanted.slice(at + 1, at + 3));
    }
  });

  it('a connection counts all records of each parent, whatever the page', async () => {
    const wanted = await Promise.all(parents[list[1]].map(async (parent) => (await idsIn(list, parent)).length));
    const pages = await pagesOf(list, 2, [null, null, null]);
    expect(pages.map(({ totalCount }) => totalCount)).toEqual(wanted);
    const after = await pagesOf(
      list,
      2,
      pages.map(({ pageInfo }) => pageInfo.endCursor),
    );
    expect(after.map(({ totalCount }) => totalCount)).toEqual(wanted);
  });

  it('a connection is an empty page after its last record', async () => {
    const [all] = await pagesOf(list, 100, [null]);
    expect(all.pageInfo).toMatchObject({ hasNextPage: false, endCursor: all.edges.at(-1).cursor });
    const [beyond] = await pagesOf(list, 2, [all.pageInfo.endCursor]);
    expect(beyond).toEqual({
      nodes: [],
      edges: [],
      totalCount: all.nodes.length,
      pageInfo: { hasNextPage: false, hasPreviousPage: true, startCursor: null, endCursor: null },
    });
  });

  it('a connection is an empty page for `first: 0`, which says whether there is anything', async () => {
    const [none] = await pagesOf(list, 0, [null]);
    expect(none).toMatchObject({
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it('a connection refuses a cursor of another list before anything is read', async () => {
    const [name, root, field] = list;
    for (const other of LISTS.filter(([each]) => each !== name)) {
      await refused(root, `${field}(after: $value) { nodes { id } }`, 'String', await firstCursorOf(other), {
        path: `${name}.after`,
        message: 'is a cursor of another list or order',
      });
    }
  });
});

/** Asks the first record of a kind for a list whose argument is wrong. */
async function refused(
  root: Root,
  field: string,
  type: string,
  value: unknown,
  problem: { readonly path: string; readonly message: unknown },
): Promise<void> {
  const query = `query ($id: ID!, $value: ${type}) { ${inside(root, '$id', field)} }`;
  const statements = await statementsOf(async () => {
    const { status, body } = await admin.gql(query, { id: parents[root][0], value });
    expect([status, body.errors[0].extensions]).toEqual([
      400,
      expect.objectContaining({ code: 'VALIDATION_FAILED', status: 400, fields: [expect.objectContaining(problem)] }),
    ]);
    expect(body).not.toHaveProperty('data');
  });
  expect(statements).toBe(REFUSED_STATEMENTS);
}

describe('the two ends of a page', () => {
  const one = (args: string) => `sales(${args}) { nodes { id } }`;

  it('a page from both ends is refused before anything is read, whatever it is of', async () => {
    await refused('customer', one('first: 1, last: $value'), 'Int', 1, {
      path: 'Customer.sales.last',
      message: 'must not be given together with first',
    });
    const { status, body } = await admin.gql('{ sales(first: 1, last: 1) { nodes { id } } }');
    expect([status, body.errors[0].extensions.fields]).toEqual([
      400,
      [expect.objectContaining({ path: 'last', message: 'must not be given together with first' })],
    ]);
  });

  it('a page from the end that is too long is refused by the name of its argument', async () => {
    await refused('customer', one('last: $value'), 'Int', 101, {
      path: 'Customer.sales.last',
      message: 'must be a whole number from 0 to 100',
    });
  });

  it('a cursor of another list that a page lies before is refused by the name of its argument', async () => {
    const [{ pageInfo }] = (await pagesOf(DEVICES, 1, [null])) as [Json];
    await refused('customer', one('last: 1, before: $value'), 'String', pageInfo.endCursor, {
      path: 'Customer.sales.before',
      message: 'is a cursor of another list or order',
    });
  });

  it('a page before a cursor without a length is the last usual number of records before it', async () => {
    const wanted = await idsIn(SALES, parents.customer[0] ?? '');
    const [{ edges }] = (await pagesOf(SALES, 7, [null])) as [Json];
    const { customer } = await ask(
      `query ($id: ID!, $before: String) { customer(id: $id) { sales(before: $before) { nodes { id } } } }`,
      { id: parents.customer[0], before: edges[6].cursor },
    );
    expect(ids(customer.sales.nodes)).toEqual(wanted.slice(0, 6));
  });

  it('a page between two cursors is cut from either end, and says that there are records beyond both', async () => {
    const wanted = await idsIn(SALES, parents.customer[0] ?? '');
    const [{ edges }] = (await pagesOf(SALES, 7, [null])) as [Json];
    const { customer } = await ask(
      `query ($id: ID!, $after: String, $before: String) { customer(id: $id) {
         start: sales(first: 2, after: $after, before: $before) { ...P } end: sales(last: 2, after: $after, before: $before) { ...P } } }
       fragment P on SaleConnection { nodes { id } pageInfo { hasPreviousPage hasNextPage } }`,
      { id: parents.customer[0], after: edges[0].cursor, before: edges[6].cursor },
    );
    expect(ids(customer.start.nodes)).toEqual(wanted.slice(1, 3));
    expect(ids(customer.end.nodes)).toEqual(wanted.slice(4, 6));
    const both = { hasPreviousPage: true, hasNextPage: true };
    expect([customer.start.pageInfo, customer.end.pageInfo]).toEqual([both, both]);
  });

  it.each(['', ' pageInfo { hasPreviousPage hasNextPage }', ' totalCount'])(
    'the last records of a nested list are the same in the statement of its list, as JSON or rows, as by themselves:%s',
    async (more) => {
      const query = (of: string) => `query ($id: ID!) { ${of} { id sales(last: 2) { nodes { id number }${more} } } }`;
      const { customer } = await ask(query('customer(id: $id)'), { id: parents.customer[0] });
      const { customers } = await ask(
        `{ customers(filter: { fullName: { eq: "Dense" } }) { nodes { id sales(last: 2) { nodes { id number }${more} } } } }`,
      );
      expect(customers.nodes).toContainEqual(customer);
      expect(ids(customer.sales.nodes)).toEqual((await idsIn(SALES, parents.customer[0] ?? '')).slice(-2));
    },
  );

  it.each(['nodes { id }', 'nodes { id } totalCount', 'edges { node { id } }', 'nodes { id availableActions { to } }'])(
    'the last records of a root list are the end of the list, as JSON or rows: %s',
    async (selection) => {
      const rows = await app.sql(`select id from sale order by created_at desc, id desc`);
      const { sales } = await ask(`{ sales(last: 3) { ${selection} } }`);
      const nodes = sales.nodes ?? sales.edges.map(({ node }: Json) => node);
      expect(ids(nodes)).toEqual(rows.slice(-3).map(({ id }) => id));
    },
  );
});

describe('the order of a nested list', () => {
  const SORT = [
    { field: 'CUSTOMER_NAME', direction: 'ASC' },
    { field: 'SERIAL', direction: 'DESC' },
  ];
  const query = `query ($id: ID!, $sort: [SaleSort!], $after: String, $before: String, $first: Int, $last: Int) {
    customer(id: $id) { sales(sort: $sort, first: $first, after: $after, last: $last, before: $before) {
      nodes { id serial } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } } }`;

  it('a nested list is read page by page from either end in an order of the caller, which a joined table may have', async () => {
    for (const id of parents.customer) {
      const rows = await app.sql(
        `select s.id from sale s join device d on d.id = s.device_id where customer_id = $1 order by d.serial desc, s.created_at desc, s.id desc`,
        [id],
      );
      const wanted = rows.slice(0, 12).map((row) => row.id);
      const found: string[] = [];
      let after: string | null = null;
      while (found.length < Math.min(12, rows.length)) {
        const { sales }: Json = (await ask(query, { id, sort: SORT, first: 4, after })).customer;
        found.push(...ids(sales.nodes));
        after = sales.pageInfo.endCursor;
      }
      expect(found.slice(0, 12)).toEqual(wanted);
      const { sales } = (await ask(query, { id, sort: SORT, last: 3 })).customer;
      expect(ids(sales.nodes)).toEqual(rows.slice(-3).map((row) => row.id));
    }
  });

  it('a cursor of a nested list in one order is refused in another, before anything is read', async () => {
    const { sales } = (await ask(query, { id: parents.customer[0], sort: SORT, first: 1 })).customer;
    const other = 'sales(after: $value, sort: [{ field: TOTAL, direction: ASC }]) { nodes { id } }';
    const problem = { path: 'Customer.sales.after', message: 'is a cursor of another list or order' };
    await refused('customer', other, 'String', sales.pageInfo.endCursor, problem);
    await refused('customer', 'sales(after: $value) { nodes { id } }', 'String', sales.pageInfo.endCursor, problem);
  });
});

describe('a cursor', () => {
  const sealed = (cursor: string, place: unknown) =>
    cursor.slice(0, 8) + Buffer.from(JSON.stringify(place)).toString('base64url');

  it.each<[string, string, (cursor: string) => string]>([
    ['is empty', 'is a cursor of another list or order', () => ''],
    ['is no cursor', 'is a cursor of another list or order', () => 'x'],
    ['ends too early', 'is not a cursor of this list', (cursor) => cursor.slice(0, 20)],
    ['is too long', 'is not a cursor of this list', (cursor) => cursor.padEnd(MAX_CURSOR_LENGTH + 1, 'A')],
    ['has too few places', 'is not a cursor of this list', (cursor) => sealed(cursor, ['2026-01-01T00:00:00Z'])],
    ['has a null', 'is not a cursor of this list', (cursor) => sealed(cursor, [null, null])],
    ['has a wrong time and id', 'is not a cursor of this list', (cursor) => sealed(cursor, ['then', 'mine'])],
  ])('a cursor that %s is refused with 400 naming `after`, before anything is read', async (_what, message, spoil) => {
    const [{ pageInfo }] = (await pagesOf(SALES, 1, [null])) as [Json];
    for (const selection of ['nodes { id }', 'edges { cursor }', 'pageInfo { hasNextPage }', 'totalCount']) {
      const field = `sales(after: $value) { ${selection} }`;
      await refused('customer', field, 'String', spoil(pageInfo.endCursor), { path: 'Customer.sales.after', message });
    }
    const none = 'sales(first: 0, after: $value) { nodes { id } }';
    await refused('customer', none, 'String', spoil(pageInfo.endCursor), { path: 'Customer.sales.after', message });
  });

  it.each([
    ['of the root list of the same records', '{ sales(first: 1) { pageInfo { hasNextPage endCursor } } }'],
    [
      'of another order',
      '{ sales(first: 1, sort: [{ field: TOTAL, direction: ASC }]) { pageInfo { hasNextPage endCursor } } }',
    ],
  ])('%s is refused', async (_what, query) => {
    const { sales } = await ask(query);
    expect(sales.pageInfo.endCursor).toEqual(expect.any(String));
    const problem = { path: 'Customer.sales.after', message: 'is a cursor of another list or order' };
    await refused('customer', 'sales(after: $value) { nodes { id } }', 'String', sales.pageInfo.endCursor, problem);
  });

  it('a cursor of a nested list is refused by the root list', async () => {
    const [{ pageInfo }] = (await pagesOf(SALES, 1, [null])) as [Json];
    const { status, body } = await admin.gql(`{ sales(after: "${pageInfo.endCursor}") { nodes { id } } }`);
    expect([status, body.errors[0].extensions.fields]).toEqual([400, [expect.objectContaining({ path: 'after' })]]);
  });

  it('a cursor that is skipped is not checked', async () => {
    const query = `query ($id: ID!) { customer(id: $id) { id sales(after: "x") @skip(if: true) { nodes { id } } } }`;
    expect(await ask(query, { id: parents.customer[0] })).toEqual({ customer: { id: parents.customer[0] } });
  });

  it('a cursor is a place in the lists of all parents', async () => {
    const [{ edges }] = (await pagesOf(SALES, 4, [null])) as [Json];
    const [{ created_at: at, id }] = await app.sql('select created_at, id from sale where id = $1', [edges[3].node.id]);
    const pages = await pagesOf(SALES, 100, [edges[3].cursor, edges[3].cursor, edges[3].cursor]);
    const before = `(created_at, id) < ('${at.toISOString()}', '${id}')`;
    const wanted = await Promise.all(parents.customer.map((parent) => idsIn(SALES, parent, before)));
    expect(pages.map(({ nodes }) => ids(nodes))).toEqual(wanted);
  });

  it('a cursor that is null is the first page', async () => {
    const query =
      'query ($id: ID!) { customer(id: $id) { a: sales { ...S } b: sales(after: null, filter: null) { ...S } } } fragment S on SaleConnection { nodes { id } pageInfo { hasPreviousPage } }';
    const { customer } = await ask(query, { id: parents.customer[0] });
    expect(customer.b).toEqual(customer.a);
    expect(customer.b.pageInfo.hasPreviousPage).toBe(false);
  });
});

describe('a filter of a nested list', () => {
  const even = `serial ~ '[02468]$'`;
  const ofDevice = (condition: string) => `device_id in (select id from device where ${condition})`;

  it.each<[List, string, object, string]>([
    [SALES, 'a field of its own', { number: { contains: '-1' } }, `number like '%-1%'`],
    [SALES, 'a joined field', { serial: { contains: 'dense-2' } }, ofDevice(`serial like 'DENSE-2%'`)],
    [SALES, 'two fields', { number: { contains: '1' }, serial: { contains: '2' } }, `number ~ '1' and number ~ '2'`],
    [
      SALES,
      'and, or and not',
      {
        or: [
          { number: { in: ['DENSE-3', 'DENSE-9'] } },
          { and: [{ serial: { contains: '2' } }, { total: { gte: 0 } }] },
        ],
        not: { number: { eq: 'DENSE-12' } },
      },
      `(number in ('DENSE-3', 'DENSE-9') or number ~ '2') and number <> 'DENSE-12'`,
    ],
    [SALES, 'nothing', {}, 'true'],
    [SALES, 'what nothing matches', { status: { in: [] } }, 'false'],
    [DEVICES, 'a joined field', { batchCode: { eq: 'DENSE-1' } }, `batch_id = md5('dense-batch-1')::uuid`],
    [
      DEVICES,
      'a time of another table',
      { lastSeenAt: { gte: '2026-01-01T00:00:13Z' } },
      `id in (select device_id from device_presence where last_seen_at >= '2026-01-01T00:00:13Z')`,
    ],
    [DEVICES, 'a field that is derived from the time', { online: { eq: true } }, 'false'],
    [PREORDERS, 'a field of its own', { number: { contains: '2' } }, `number ~ '2'`],
    [
      OF_DEVICE,
      'a joined field',
      { version: { contains: '.1' } },
      `release_id in (select id from release where version ~ '[.]1')`,
    ],
    [OF_RELEASE, 'a field of its own', { status: { eq: 'FAILED' } }, `status = 'FAILED'`],
    [
      OF_RELEASE,
      'both',
      { not: { status: { in: ['FAILED'] } }, serial: { contains: '4' } },
      `status <> 'FAILED' and ${ofDevice(`serial ~ '4'`)}`,
    ],
    [
      OF_BATCH,
      'a field of its own',
      { serial: { in: ['DENSE-6', 'DENSE-12', 'DENSE-7'] } },
      `serial in ('DENSE-6', 'DENSE-12', 'DENSE-7')`,
    ],
  ])('%s: by %s gives and counts the records that match, page by page', async (list, _what, filter, condition) => {
    const [, root, field] = list;
    const type = recordIn(list);
    const query = `query ($filter: ${type}Filter, $after: String, $id: ID!) {
      ${root}(id: $id) { ${field}(first: 2, after: $after, filter: $filter) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } } }`;
    for (const parent of parents[root]) {
      const wanted = await idsIn(list, parent, condition);
      const found: string[] = [];
      let after: string | null = null;
      do {
        const page: Json = (await ask(query, { id: parent, filter, after }))[root][field];
        expect(page.totalCount).toBe(wanted.length);
        found.push(...ids(page.nodes));
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after);
      expect(found).toEqual(wanted);
    }
  });

  it('a filter of a nested list matches some of the records and not others', async () => {
    const all = await idsIn(OF_RELEASE, parents.release[0] ?? '');
    const some = await idsIn(OF_RELEASE, parents.release[0] ?? '', ofDevice(even));
    expect([all.length, some.length]).toEqual([LENGTH, LENGTH / 2]);
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { not: deep(levels - 1) });
  it.each<[string, object, string, string]>([
    [
      'a duration that is none',
      { soldAt: { withinLast: 'x' } },
      'soldAt.withinLast',
      'must be a whole number with a unit',
    ],
    ['an id that is none', { or: [{ deviceId: { eq: 'x' } }] }, 'or[0].deviceId.eq', 'must be'],
    ['too many values', { number: { in: Array(MAX_IN_VALUES + 1).fill('a') } }, 'number.in', 'must not have more than'],
    ['too deep a filter', deep(MAX_FILTER_DEPTH), 'not.not.not.not.not', 'must not be deeper than'],
  ])('a filter of a nested list refuses %s with 400 before anything is read', async (_what, filter, path, message) => {
    const problem = { path: `Customer.sales.filter.${path}`, message: expect.stringContaining(message) };
    for (const selection of ['nodes { id }', 'totalCount']) {
      await refused('customer', `sales(filter: $value) { ${selection} }`, 'SaleFilter', filter, problem);
    }
  });

  it('a filter of a nested list refuses too many conditions with 400', async () => {
    const conditions = Array.from({ length: MAX_FILTER_CONDITIONS + 1 }, () => ({ total: { gte: 1 } }));
    await refused(
      'customer',
      'sales(filter: $value) { nodes { id } }',
      'SaleFilter',
      { or: conditions },
      {
        path: 'Customer.sales.filter',
        message: `must not have more than ${MAX_FILTER_CONDITIONS} conditions`,
      },
    );
  });

  it.each([
    ['an operator of another type', 'sales(filter: { total: { contains: "1" } })'],
    ['an unknown field', 'sales(filter: { notes: { eq: "1" } })'],
  ])('a filter of a nested list is a 400 of the schema for %s', async (_what, field) => {
    const query = `query ($id: ID!) { customer(id: $id) { ${field} { nodes { id } } } }`;
    const { status, body } = await admin.gql(query, { id: parents.customer[0] });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  });

  it('a filter of a nested list is a 400 for an operator of another type in a variable', async () => {
    const query =
      'query ($id: ID!, $filter: SaleFilter) { customer(id: $id) { sales(filter: $filter) { totalCount } } }';
    const { status, body } = await admin.gql(query, { id: parents.customer[0], filter: { total: { contains: '1' } } });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('a customer without sales', () => {
  it('a customer without sales has empty connections', async () => {
    const { id } = await makeCustomerRow(app, { fullName: 'Nobody yet' });
    const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
    const { customer } = await ask(
      `query ($id: ID!) { customer(id: $id) { sales { ...S } none: sales(first: 0) { ...S } } }
       fragment S on SaleConnection { totalCount nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`,
      { id },
    );
    const empty = { totalCount: 0, nodes: [], edges: [], pageInfo };
    expect(customer).toEqual({ sales: empty, none: empty });
  });
});

describe('the statements of nested lists', () => {
  const ofCustomers = (first: number, selection: string) =>
    statementsOf(async () => {
      const dense = `customers(first: ${first}, filter: { fullName: { eq: "Dense" } })`;
      const { customers } = await ask(`{ ${dense} { nodes { ${selection} } } }`);
      expect(customers.nodes).toHaveLength(first);
    });

  it.each([
    ['pages', 'sales(first: 2) { edges { cursor node { id serial } } pageInfo { hasNextPage } }'],
    ['counts', 'sales { totalCount } devices { totalCount }'],
    ['filtered pages and counts', 'sales(filter: { serial: { contains: "1" } }) { totalCount nodes { id } }'],
    ['lists in lists', 'devices { nodes { events(first: 2) { edges { node { id } } totalCount } } totalCount }'],
  ])('the statements of nested lists are as many for three parents as for one: %s', async (_what, selection) => {
    expect(await ofCustomers(PARENTS, selection)).toBe(await ofCustomers(1, selection));
  });

  it('the statements of nested lists are one for the records and one for their number, of what is selected', async () => {
    const none = await ofCustomers(1, 'id');
    const more = async (selection: string) => (await ofCustomers(1, `id sales(first: 2) ${selection}`)) - none;
    // The statement of the list reads the nodes of a first page (plan.test.ts).
    for (const rows of ['{ __typename }', '{ nodes { id } }', '{ nodes { id } pageInfo { endCursor } }']) {
      expect(await more(rows)).toBe(0);
    }
    for (const rows of ['edges { cursor }', 'pageInfo { endCursor }', 'nodes { id } edges { cursor }']) {
      expect(await more(`{ ${rows} }`)).toBe(1);
    }
    expect(await more('{ totalCount }')).toBe(1);
    expect(await more('{ totalCount edges { node { id } } }')).toBe(2);
    expect(await more('{ totalCount @skip(if: true) nodes { id } }')).toBe(0);
  });

  it('the statements of nested lists give the same records whether nodes, edges or both select fields', async () => {
    const query = (selection: string) => `query ($id: ID!) { customer(id: $id) { sales(first: 3) { ${selection} } } }`;
    const asked = async (selection: string) =>
      (await ask(query(selection), { id: parents.customer[0] })).customer.sales;
    const { nodes } = await asked('nodes { id number serial total }');
    const { edges } = await asked('edges { node { id number serial total } }');
    expect(edges).toEqual(nodes.map((node: Json) => ({ node })));
    const both = await asked(
      'nodes { id number } edges { node { serial } } ...E } } } fragment E on SaleConnection { edges { ... { node { total }',
    );
    expect(both.nodes).toEqual(nodes.map(({ id, number }: Json) => ({ id, number })));
    expect(both.edges).toEqual(nodes.map(({ serial, total }: Json) => ({ node: { serial, total } })));
  });
});

describe(`a nested list of ${MANY} records`, () => {
  /** The page with what is joined to it, of which releases are few enough to be read whole; never the list. */
  const READ_AT_MOST = 200;
  const FIRST = 5;

  it.each([
    ['customer', 'sales', 'id serial customerName'],
    ['customer', 'devices', 'id batchCode'],
    ['customer', 'preorders', 'id'],
    ['release', 'installations', 'id serial version'],
    ['release', 'installations', 'id', ', filter: { status: { eq: FAILED } }'],
  ])('a long nested list is read page by page along an index: %s.%s', async (root, field, selection, filter = '') => {
    const id = await idOf(app.sql, root, 1);
    const query = (after: string, inside: string) =>
      `query ($id: ID!, $after: String = null) { ${root}(id: $id) { id ${field}(first: ${FIRST}${after}${filter}) { ${inside} } } }`;
    const alone = await rowsReadBy(app.sql, () => ask(`query ($id: ID!) { ${root}(id: $id) { id } }`, { id }));
    const page = `nodes { ${selection} } pageInfo { hasNextPage endCursor }`;
    const far = query('', 'pageInfo { hasNextPage endCursor }')
      .replace(`first: ${FIRST}`, 'first: 100')
      .replace(', $after: String = null', '');
    const after = (await ask(far, { id }))[root][field].pageInfo.endCursor;
    for (const cursor of [null, after]) {
      const read = await rowsReadBy(app.sql, async () => {
        const found = (await ask(query(', after: $after', page), { id, after: cursor }))[root][field];
        expect([found.nodes.length, found.pageInfo.hasNextPage]).toEqual([FIRST, true]);
      });
      expect(read - alone).toBeGreaterThan(FIRST);
      expect(read - alone).toBeLessThanOrEqual(READ_AT_MOST);
    }
  });
});
