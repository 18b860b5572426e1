import 'reflect-metadata';
import fc from 'fast-check';
import { getIntrospectionQuery, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { costOf } from '../../src/graphql/admission/cost.ts';
import { selectingOf } from '../../src/graphql/document/selection.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type DenseRows, insertDenseRows } from '../support/dense-rows.ts';
import { screens, screenVariables } from '../support/screens.ts';
import { rowsGivenBy, statementsOf, statementTextsOf } from '../support/statements.ts';
import { documentsOf, objectsIn } from './documents.ts';

const MAX_COST = 10_000;
/** The length of every list there is. */
const LENGTH = 24;

const schema = buildOpenSchema();
let app: TestApp;
let admin: Caller;
let dense: DenseRows;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  dense = await insertDenseRows(app.sql, LENGTH, admin.admin.id);
});
afterAll(() => app.stop());

const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, at) => part(at)).join(' ');

/** What a document costs by itself, before any other rule looks at it. */
function costIn(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query);
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error('there is no operation');
  return costOf({ ...selectingOf(schema, document, operation, variables), operation, now: app.clock.now() });
}

/** A query that is let through: what it cost, and what it gave. */
async function ask(query: string, variables = {}) {
  const { status, body } = await admin.gql(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return { cost: body.extensions.cost.requested as number, data: body.data, objects: objectsIn(body.data) };
}

/** A query that is refused for its cost. */
async function refusedCost(query: string, variables = {}): Promise<number> {
  const { status, body } = await admin.gql(query, variables);
  expect([status, body.errors?.[0].extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  const { requested, maximum } = body.extensions.cost;
  expect(body.errors[0].message).toContain(`The query costs ${requested}; the maximum is ${maximum}.`);
  return requested;
}

/** How many statements it takes to refuse: the look-up of the session is one. */
const REFUSED_STATEMENTS = 1;

describe('a query that reads in circles', () => {
  const circle = (first: string) =>
    `query ($id: ID!) { customer(id: $id) { devices${first} { nodes { owner { devices${first} { nodes { owner { devices${first} { nodes { id } } } } } } } } } }`;

  it('a query that reads in circles costs every device that it returns', async () => {
    const { cost, objects } = await ask(circle(''), { id: dense.customer });
    expect(objects).toBeGreaterThan(1_000);
    expect(objects).toBeLessThanOrEqual(cost);
  });

  it('a query that reads in circles is rejected above the maximum cost', async () => {
    expect(await refusedCost(circle('(first: 49)'), { id: dense.customer })).toBeGreaterThan(49 ** 3);
  });

  it('a query that reads in circles of releases, installations and events costs every event that it returns', async () => {
    const { cost, objects } = await ask(
      '{ releases(first: 10) { nodes { installations { nodes { events { nodes { id } } } } } } }',
    );
    expect(objects).toBeGreaterThan(10 * 20 * 10);
    expect(objects).toBeLessThanOrEqual(cost);
    await refusedCost(
      '{ releases { nodes { installations(first: 50) { nodes { events(first: 100) { nodes { id } } } } } } }',
    );
  });
});

describe('a nested list', () => {
  it('a nested list returns its default length, or the requested one up to its maximum', async () => {
    const query = `query ($id: ID!, $none: Int) { device(id: $id) {
      default: events { nodes { id } } null: events(first: null) { nodes { id } } variable: events(first: $none) { nodes { id } }
      none: events(first: 0) { nodes { id } } some: events(first: 15) { nodes { id } } all: events(first: 100) { nodes { id } } } }`;
    const { data } = await ask(query, { id: dense.device });
    const lengths = Object.fromEntries(
      Object.entries<{ nodes: [] }>(data.device).map(([key, { nodes }]) => [key, nodes.length]),
    );
    expect(lengths).toEqual({ default: 10, null: 10, variable: 10, none: 0, some: 15, all: LENGTH });
  });

  it('a nested list returns the first rows of the whole list', async () => {
    const { data } = await ask(
      `query ($customer: ID!, $release: ID!) {
        customer(id: $customer) { all: sales(first: 100) { ...S } some: sales(first: 4) { ...S } }
        release(id: $release) { all: installations(first: 100) { ...I } some: installations(first: 5) { ...I }
          failed: installations(first: 100, filter: { status: { eq: FAILED } }) { ...I }
          fewFailed: installations(first: 2, filter: { status: { eq: FAILED } }) { ...I } } }
       fragment S on SaleConnection { nodes { id refunds(first: 3) { nodes { id } } } }
       fragment I on InstallationConnection { nodes { id createdAt } }`,
      { customer: dense.customer, release: dense.release },
    );
    expect(data.customer.some.nodes).toEqual(data.customer.all.nodes.slice(0, 4));
    expect(data.release.some.nodes).toEqual(data.release.all.nodes.slice(0, 5));
    expect(data.release.fewFailed.nodes).toEqual(data.release.failed.nodes.slice(0, 2));
    expect(data.release.fewFailed.nodes).toHaveLength(2);
    const moments = data.release.all.nodes.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect([moments.length, moments]).toEqual([LENGTH, [...moments].sort().reverse()]);
  });

  it.each([
    ['a negative number', 'events(first: -1) { nodes { id } }', 'Device.events.first', 100],
    ['a negative number of what is no page', 'pairings(first: -1) { nodes { id } }', 'Device.pairings.first', 100],
    ['more than its maximum', 'events(first: 101) { nodes { id } }', 'Device.events.first', 100],
    ['more than its maximum to count', 'events(first: 101) { totalCount }', 'Device.events.first', 100],
    [
      'far more',
      'installations { nodes { events(first: 2147483647) { nodes { id } } } }',
      'Installation.events.first',
      100,
    ],
    ['a page longer than any batch', 'batch { devices(first: 501) { nodes { id } } }', 'Batch.devices.first', 500],
    [
      'more than its maximum in an empty list',
      'pairings(first: 0) { nodes { id } } events(first: 0) { nodes { id } } batch { devices(first: 0) { nodes { events(first: 101) { nodes { id } } } } }',
      'Device.events.first',
      100,
    ],
    [
      'more than its maximum in a fragment',
      '...E } } fragment E on Device { ... { events(first: 101) { nodes { id } }',
      'Device.events.first',
      100,
    ],
  ])('a nested list refuses %s with 400 before anything is read', async (_what, field, named, maximum) => {
    const query = `query ($id: ID!) { device(id: $id) { ${field} } }`;
    const message = `must be a whole number from 0 to ${maximum}`;
    const statements = await statementsOf(async () => {
      const { status, body } = await admin.gql(query, { id: dense.device });
      expect([status, body.errors[0].message]).toEqual([400, `${named} ${message}`]);
      expect(body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ path: named, code: 'NOT_IN_RANGE', params: { type: 'integer', minimum: 0, maximum }, message }],
      });
      expect(body).not.toHaveProperty('data.device');
    });
    expect(statements).toBe(REFUSED_STATEMENTS);
  });

  it.each([
    ['take, which no list has', 'take: 1'],
    ['skip, which no list has', 'skip: 1'],
    ['a fraction', 'first: 1.5'],
    ['text', 'first: "1"'],
    ['more than an Int', 'first: 4294967296'],
  ])('a nested list refuses %s with 400', async (_what, args) => {
    const { status, body } = await admin.gql(
      `query ($id: ID!) { batch(id: $id) { devices(${args}) { nodes { id } } } }`,
      { id: dense.batch },
    );
    expect([status, body.errors[0].extensions.code]).toEqual([400, expect.stringMatching(/VALIDATION_FAILED$/)]);
  });

  it.each([-1, 101, 1.5, '1'])('a nested list refuses a variable of %s with 400', async (first) => {
    const query = 'query ($id: ID!, $first: Int) { device(id: $id) { events(first: $first) { nodes { id } } } }';
    const { status, body } = await admin.gql(query, { id: dense.device, first });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a nested list returns its default length for null, whatever the default of the variable', async () => {
    const query = 'query ($id: ID!, $first: Int = 5) { batch(id: $id) { devices(first: $first) { nodes { id } } } }';
    const lengthOf = async (variables: object) =>
      (await ask(query, { id: dense.batch, ...variables })).data.batch.devices.nodes.length;
    expect([await lengthOf({}), await lengthOf({ first: null })]).toEqual([5, LENGTH]);
  });

  it('a nested list that is skipped is not checked', async () => {
    const query = `query ($id: ID!, $no: Boolean = false) { device(id: $id) { id events(first: 101) @include(if: $no) { nodes { id } } ... @skip(if: true) { other: events(first: -1) { nodes { id } } } } }`;
    expect((await ask(query, { id: dense.device })).data.device).toEqual({ id: dense.device });
  });

  it('a nested list of a batch pages by first and after, and knows whether there is more', async () => {
    const { all } = (
      await ask('query ($id: ID!) { batch(id: $id) { all: devices { edges { cursor node { id } } } } }', {
        id: dense.batch,
      })
    ).data.batch;
    const nodes = all.edges.map(({ node }: { node: object }) => node);
    const query = `query ($id: ID!, $fifth: String, $lastButTwo: String) { batch(id: $id) {
      page: devices(after: $fifth, first: 7) { totalCount nodes { id } pageInfo { hasNextPage } }
      last: devices(after: $lastButTwo, first: 2) { nodes { id } pageInfo { hasNextPage } } first: devices(first: 3) { nodes { id } pageInfo { hasNextPage } } } }`;
    const cursors = { fifth: all.edges[4].cursor, lastButTwo: all.edges.at(-3).cursor };
    const { batch } = (await ask(query, { id: dense.batch, ...cursors })).data;
    expect(batch.page).toEqual({
      totalCount: LENGTH,
      nodes: nodes.slice(5, 12),
      pageInfo: { hasNextPage: true },
    });
    expect(batch.last).toEqual({ nodes: nodes.slice(-2), pageInfo: { hasNextPage: false } });
    expect(batch.first).toEqual({ nodes: nodes.slice(0, 3), pageInfo: { hasNextPage: true } });
  });
});

describe('the read of a nested list', () => {
  it.each([
    ['devices of a batch', 'batch', 'devices(first: 2) { nodes { id } }'],
    ['devices of an owner', 'customer', 'devices(first: 2) { nodes { id } }'],
    ['sales of a customer', 'customer', 'sales(first: 2) { nodes { id } }'],
    ['preorders of a customer', 'customer', 'preorders(first: 2) { edges { node { id } } }'],
    ['installations of a release', 'release', 'installations(first: 2) { nodes { id } }'],
  ])('the read of a nested list of the %s reads only the requested rows', async (_what, root, field) => {
    const rowsOf = (selection: string) =>
      rowsGivenBy(() =>
        ask(`query ($id: ID!) { ${root}(id: $id) { ${selection} } }`, { id: dense[root as keyof DenseRows] }),
      );
    const rows = (await rowsOf(`id ${field}`)) - (await rowsOf('id'));
    // One more, to know whether another page follows.
    expect(rows).toBe(2 + 1);
  });

  it('the read of a nested list counts only the total if nothing else is selected', async () => {
    const readsOf = async (selection: string) => {
      const texts = await statementTextsOf(() => ask(`{ devices { ${selection} } }`));
      const has = (part: string) => texts.some((text) => text.includes(part));
      return [
        (has('count(*)') || has('from tally')) && 'total',
        (has('as "cursorPlace"') || has('string_agg(json')) && 'rows',
      ].filter(Boolean);
    };
    expect(await readsOf('totalCount')).toEqual(['total']);
    expect(await readsOf('totalCount nodes { id }')).toEqual(['total', 'rows']);
    expect(await readsOf('totalCount pageInfo { hasNextPage }')).toEqual(['total', 'rows']);
    expect(await readsOf('totalCount @include(if: false) nodes { id }')).toEqual(['rows']);
    expect(await readsOf('nodes { id availableActions { operation } }')).toEqual(['rows']);
  });

  it('the read of a nested list of different lengths of one list is read with the records, or once for each length', async () => {
    const one = '{ devices(first: 20) { nodes { events(first: 2) { nodes { id } } } } }';
    const two =
      '{ devices(first: 20) { nodes { events(first: 2) { nodes { id } } more: events(first: 3) { nodes { id } } same: events(first: 3) { nodes { id } } } } }';
    expect(await statementsOf(() => ask(two))).toBe(await statementsOf(() => ask(one)));
    const counted = (query: string) => statementsOf(() => ask(query.replaceAll('nodes { id }', 'edges { cursor }')));
    expect(await counted(two)).toBe((await counted(one)) + 1);
  });
});

describe('the cost of a query', () => {
  it.each([
    ['one for each object of a page', '{ devices(first: 20) { nodes { id } } }', 1 + 20],
    ['the default of the list', '{ customers { nodes { id } } }', 1 + 25],
    ['what is asked of each of them', '{ devices(first: 20) { nodes { batch { createdBy { id } } } } }', 1 + 20 * 3],
    [
      'the bound of a nested list',
      '{ devices(first: 20) { nodes { events(first: 7) { nodes { id } } pairings { nodes { id } } } } }',
      1 + 20 * (1 + (1 + 7) + (1 + 10)),
    ],
    [
      'the page alone for an empty page',
      '{ devices(first: 20) { nodes { events(first: 0) { nodes { id } } } } }',
      1 + 20 * (1 + 1),
    ],
    [
      'the same for edges as for nodes',
      '{ devices(first: 20) { edges { cursor node { batch { id } } } } }',
      1 + 20 * 2,
    ],
    ['a record for a cursor alone', '{ devices(first: 20) { edges { cursor } } }', 1 + 20],
    ['both for edges beside nodes', '{ devices(first: 20) { edges { node { id } } nodes { id } } }', 1 + 20 + 20],
    [
      'the same for nested edges',
      '{ devices(first: 20) { edges { node { events(first: 7) { edges { cursor node { id } } } } } } }',
      1 + 20 * (1 + (1 + 7)),
    ],
    [
      'the conditions of a nested list for each of them',
      '{ customers(first: 5) { nodes { sales(first: 2, filter: { serial: { contains: "a" }, not: { status: { eq: PAID } } }) { nodes { id } } } } }',
      1 + 5 * (1 + (1 + 2) + 100 + 10 + 1),
    ],
    ['the page of what says whether there is more', '{ devices(first: 20) { pageInfo { hasNextPage } } }', 1 + 20 + 1],
    ['the price of a total', '{ devices { totalCount } }', 1 + 200],
    [
      'the lower price of the total of one record',
      '{ batches(first: 10) { nodes { devices(first: 3) { totalCount nodes { id } pageInfo { hasNextPage } } } } }',
      1 + 10 * (1 + (1 + 20 + 3 + 1)),
    ],
    ['the price of a search', '{ devices(first: 1, search: "a") { nodes { id } } }', 2 + 500],
    ['nothing for an empty search', '{ devices(first: 1, search: "") { nodes { id } } }', 2],
    [
      'the price of a sort',
      '{ devices(first: 1, sort: [{ field: SERIAL, direction: ASC }]) { nodes { id } } }',
      2 + 200,
    ],
    [
      'ten for a condition',
      '{ devices(first: 1, filter: { status: { eq: READY }, model: { eq: "a" }, not: { serial: { in: ["a", "b"] } } }) { nodes { id } } }',
      2 + 3 * 10 + 1,
    ],
    [
      'a hundred for each text that may be compared',
      '{ devices(first: 1, filter: { or: [{ serial: { contains: "a" } }, { and: [{ not: { model: { contains: "b" } } }] }] }) { nodes { id } } }',
      2 + 200 + 4,
    ],
    [
      'one for each part of a filter, an empty one too',
      '{ devices(first: 1, filter: { and: [{}, {}, { or: [], not: {} }] }) { nodes { id } } }',
      2 + 4,
    ],
    ['that of the length at the end of the list', '{ devices(last: 7) { nodes { id } } }', 1 + 7],
    [
      'a field once, however often it is selected',
      '{ devices(first: 20) { nodes { id batch { id } batch { code } ... on Device { batch { status } } } } }',
      1 + 20 * 2,
    ],
    ['each alias', '{ devices(first: 20) { nodes { a: batch { id } b: batch { id } } } }', 1 + 20 * 3],
    [
      'nothing that is left out',
      '{ devices(first: 20) { nodes { id batch @skip(if: true) { id } ... @include(if: false) { owner { id } } } } }',
      1 + 20,
    ],
    [
      'nothing for introspection',
      `${getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true, specifiedByUrl: true, directiveIsRepeatable: true, oneOf: true })}`,
      0,
    ],
    ['nothing for names of types', '{ __typename }', 0],
    [
      'devices that are made',
      'mutation { provisionDevices(input: { batchCode: "a", hardwareRevision: "b", model: "c", quantity: 1 }) { devices { id } } }',
      1 + 500,
    ],
  ])('the cost of a query is %s', (_what, query, cost) => {
    expect(costIn(query)).toBe(cost);
  });

  it('the cost of a query follows variables and their defaults, and treats null as unset', () => {
    const query =
      'query ($page: Int = 3, $first: Int, $filter: DeviceFilter) { devices(first: $page, filter: $filter) { nodes { events(first: $first) { nodes { id } } } } }';
    expect(costIn(query)).toBe(1 + 3 * 12);
    expect(costIn(query, { page: 2, first: 4, filter: null })).toBe(1 + 2 * 6);
    expect(costIn(query, { page: null, first: null, filter: { or: [{ serial: { contains: 'a' } }] } })).toBe(
      1 + 50 * 12 + 100 + 1,
    );
  });

  it('the cost of a query is counted once for each fragment, however often it is spread', () => {
    const spreads = repeat(30, (at) => `fragment F${at} on Device { ...F${at + 1} ...F${at + 1} }`);
    expect(costIn(`{ devices(first: 1) { nodes { ...F0 } } } ${spreads} fragment F30 on Device { id }`)).toBe(2);
    const edges = repeat(
      30,
      (at) =>
        `fragment G${at} on Device { owner { devices(first: 1) { nodes { ...G${at + 1} } } } activeSale { device { ...G${at + 1} } } }`,
    );
    expect(costIn(`{ devices(first: 1) { nodes { ...G0 } } } ${edges} fragment G30 on Device { id }`)).toBeGreaterThan(
      2 ** 30,
    );
  });

  it('the cost of a query of twenty counts with 49 texts each is refused before anything is read', async () => {
    const filter = `{ or: [${repeat(49, (at) => `{ serial: { contains: "text${at}" } }`)}] }`;
    const inVariable = `query ($filter: DeviceFilter) { ${repeat(20, (at) => `c${at}: devices(filter: $filter) { totalCount }`)} }`;
    const variables = {
      filter: { or: Array.from({ length: 49 }, (_, at) => ({ serial: { contains: `text${at}` } })) },
    };
    const statements = await statementsOf(async () => {
      expect(await refusedCost(inVariable, variables)).toBeGreaterThan(20 * 49 * 100);
    });
    expect(statements).toBe(REFUSED_STATEMENTS);
    await refusedCost(`{ ${repeat(3, (at) => `c${at}: devices(filter: ${filter}) { totalCount }`)} }`);
  });

  it.each([
    ['any root field', undefined],
    ['objects by id', ['node', 'nodes']],
  ])('the cost of a query of %s is never less than the objects in the reply', async (_what, only) => {
    const id = (kind: keyof DenseRows) => `id: "${dense[kind]}"`;
    const roots = {
      ...{ batch: id('batch'), customer: id('customer'), device: id('device'), sale: id('sale') },
      ...{ preorder: id('preorder'), release: id('release'), packageDevices: 'hardwareRevision: "rev-b"' },
      heartbeats: `deviceId: "${dense.device}"`,
      node: id('device'),
      nodes: `ids: [${Object.values(dense).map((each) => `"${each}"`)}]`,
    };
    let executed = 0;
    let withEdges = 0;
    await fc.assert(
      fc.asyncProperty(documentsOf(schema, roots, only), async (query) => {
        const { status, body } = await admin.gql(query);
        // Too expensive, or too many aliases: refused, and nothing is read.
        if (status === 400) return expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
        executed += 1;
        withEdges += Number(query.includes(': edges '));
        expect([status, body.errors]).toEqual([200, undefined]);
        return expect(objectsIn(body.data)).toBeLessThanOrEqual(body.extensions.cost.requested);
      }),
      { numRuns: 40 },
    );
    expect(executed).toBeGreaterThan(10);
    expect(withEdges).toBeGreaterThan(0);
  });
});

describe('a screen', () => {
  /** Everything that a user can ask of a list at once. */
  const asked: Readonly<Record<string, object>> = {
    devices: {
      search: 'KRV',
      sort: [{ field: 'LAST_SEEN_AT', direction: 'DESC' }],
      filter: { status: { in: ['CLAIMED', 'ACTIVE'] } },
    },
    inventory: { search: 'B' },
    'sale-list': {
      search: 'an',
      filter: { and: [{ status: { in: ['PAID', 'FULFILLED'] } }, { currency: { eq: 'UZS' } }] },
    },
    team: {
      auditFilter: { actorType: { eq: 'ADMIN' }, action: { in: ['createAdmin', 'setAdminRole', 'setAdminStatus'] } },
    },
  };

  it('a screen of the dashboard is one of fifteen', () => {
    expect(screens).toHaveLength(15);
  });

  it.each(screens.map((screen) => [screen.file, screen] as const))(
    '%s costs less than the limit, and runs',
    async (_file, screen) => {
      const { cost, objects } = await ask(screen.text, {
        ...screenVariables(screen, 'SUPER_ADMIN', dense, 'dense'),
        ...asked[screen.file],
      });
      expect(objects).toBeGreaterThan(1);
      expect(objects).toBeLessThanOrEqual(cost);
      expect(cost).toBeLessThanOrEqual(MAX_COST);
    },
  );
});
