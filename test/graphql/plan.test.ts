import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { statementTextsOf } from '../support/statements.ts';

/** The statement of a list reads what is selected along its edges; one record reads each edge by itself. */
const ROOTS = {
  batches: 'batch',
  customers: 'customer',
  devices: 'device',
  preorders: 'preorder',
  releases: 'release',
  sales: 'sale',
} as const satisfies Readonly<Record<string, keyof Everything>>;

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: RunningApp;
let admin: Caller;
let ids: Everything;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
  await makeEverything(app, admin.admin.id);
  ids = await makeEverything(app, admin.admin.id);
});
afterAll(() => app.stop());

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());

/** All leaves of a record and of what its edges lead to, so many edges deep. */
function selectionOf(type: GraphQLObjectType, depth: number): string {
  const parts = fieldsOf(type).flatMap((field) => {
    const target = getNamedType(field.type);
    if (isLeafType(target)) return [field.name];
    if (!isObjectType(target) || depth === 0) return [];
    const isPage = target.name.endsWith('Connection');
    const length = field.args.some(({ name }) => name === 'first') ? '(first: 3)' : '';
    const node = isPage ? (getNamedType(target.getFields().nodes?.type) as GraphQLObjectType) : target;
    const inside = selectionOf(node, depth - 1);
    return [
      `${field.name}${length} ${isPage ? `{ pageInfo { hasNextPage endCursor } nodes { ${inside} } }` : `{ ${inside} }`}`,
    ];
  });
  return parts.join(' ');
}

const typeOf = (root: string) => getNamedType(schema.getQueryType()?.getFields()[root]?.type) as GraphQLObjectType;

describe('a record of a list', () => {
  const cases = Object.entries(ROOTS).flatMap(([list, one]) =>
    fieldsOf(typeOf(one))
      .filter(({ type }) => !isLeafType(getNamedType(type)))
      .map(({ name }) => [list, one, name] as const),
  );

  it.each(cases)('%s shows along %s.%s what the record alone shows', async (list, one, edge) => {
    const field = typeOf(one).getFields()[edge];
    const target = getNamedType(field?.type) as GraphQLObjectType;
    const isPage = target.name.endsWith('Connection');
    const node = isPage ? (getNamedType(target.getFields().nodes?.type) as GraphQLObjectType) : target;
    const length = field?.args.some(({ name }) => name === 'first') ? '(first: 3)' : '';
    const inside = selectionOf(node, 1);
    const selection = `id ${edge}${length} { ${isPage ? `pageInfo { hasNextPage endCursor } nodes { ${inside} }` : inside} }`;
    const { body } = await admin.gql(
      `{ rows: ${list}(first: 10) { nodes { ${selection} } } one: ${one}(id: "${ids[one]}") { ${selection} } }`,
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.rows.nodes.find(({ id }: { id: string }) => id === ids[one])).toEqual(body.data.one);
  });
});

it('the plan reads a list with its edges and their edges by one statement', async () => {
  const statements = await statementTextsOf(async () => {
    const { body } = await admin.gql(`{ sales(first: 10) { nodes { number
      customer { fullName devices(first: 2) { nodes { serial batch { code } } } }
      device { serial owner { fullName } activeSale { number } } createdBy { name } refunds { nodes { amount createdAt } } } } }`);
    expect(body.errors).toBeUndefined();
  });
  expect(statements.filter((text) => text.includes('from sale s'))).toHaveLength(1);
  const apart = statements.filter((text) => text.includes('unnest') && !text.includes('admin_session'));
  expect(apart).toEqual([]);
});

it('the plan reads the same edge under two names with two lengths', async () => {
  const { body } = await admin.gql(`{ customers(first: 1) { nodes {
    one: sales(first: 1) { nodes { id } } none: sales(first: 0) { nodes { id } } sales { nodes { id } } } } }`);
  const [{ one, none, sales }] = body.data.customers.nodes;
  expect([one.nodes.length, none.nodes.length, sales.nodes.length]).toEqual([1, 0, 1]);
});

it('the plan keeps two aliases of the records apart, in which one name stands for different fields', async () => {
  const apart = (nodes: string) =>
    admin.gql(`{ batches(first: 3) { ${nodes} } }`).then(({ body }) => body.data?.batches);
  const one = 'x: createdBy { id } y: code d: devices(first: 1) { z: nodes { v: serial } }';
  const other =
    'x: devices(first: 2) { nodes { id } } y: status d: devices(first: 2) { z: pageInfo { hasNextPage } nodes { v: status } }';
  const { a } = await apart(`a: nodes { ${one} }`);
  const { b } = await apart(`b: nodes { ${other} }`);
  expect(a.length).toBeGreaterThan(1);
  expect(await apart(`a: nodes { ${one} } b: nodes { ${other} }`)).toEqual({ a, b });
  expect(await apart(`b: nodes { ${other} } a: nodes { ${one} }`)).toEqual({ a, b });
  const edges = await apart(`a: edges { x: node { y: code } } b: edges { x: cursor } c: nodes { y: status }`);
  expect(edges.a.map(({ x }: { x: { y: string } }) => x.y)).toEqual(a.map(({ y }: { y: string }) => y));
  expect(edges.b[0].x).toEqual(expect.any(String));
});

it('the plan hides a planned edge from a role that may not follow it', async () => {
  const caller = await app.as('OPERATIONS');
  const { body } = await caller.gql('{ devices(first: 5) { nodes { serial owner { fullName } batch { code } } } }');
  expect([body.errors, body.extensions.hidden]).toEqual([undefined, ['Device.owner']]);
  expect(body.data.devices.nodes[0]).toEqual({
    serial: expect.any(String),
    owner: null,
    batch: { code: expect.any(String) },
  });
});
