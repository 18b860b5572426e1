import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { statementNamesOf, statementTextsOf } from '../support/statements.ts';

/**
 * Lists of stored fields and edges pass to the reply as JSON that PostgreSQL writes; two selections of `nodes` at once
 * are read by resolvers. Both must be the same.
 */
const LISTS = [
  'batches',
  'customers',
  'deviceEvents',
  'devices',
  'installations',
  'preorders',
  'refunds',
  'releases',
  'sales',
] as const;
/** Each root field is a call, and each list has a limit of 120 calls a minute. */
const AT_ONCE = 8;

const HOSTILE = 'He said "hi" \\ \'; drop\n\t\u0001\u001f </script> Ёлка 👩‍🔧 \u2028 {"a":[1]}, null';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));

let app: TestApp;
let admin: Caller;
let ids: Everything;

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await makeEverything(app, admin.admin.id);
  ids = await makeEverything(app, admin.admin.id);
  await app.sql('update customer set full_name = $1, notes = $1 where id = $2', [HOSTILE, ids.customer]);
});
afterAll(() => app.stop());

const nodeOf = (list: string): GraphQLObjectType => {
  const connection = getNamedType(schema.getQueryType()?.getFields()[list]?.type) as GraphQLObjectType;
  return getNamedType(connection.getFields().nodes?.type) as GraphQLObjectType;
};

const isWritten = (texts: readonly string[]) => texts.some((text) => text.includes('string_agg(json'));

/** A field with all leaves behind it. */
function selectionOf({ name, type, args }: ReturnType<GraphQLObjectType['getFields']>[string]): string {
  const target = getNamedType(type);
  if (isLeafType(target)) return name;
  if (!isObjectType(target)) return `${name} { __typename }`;
  const first = args.some((arg) => arg.name === 'first') ? '(first: 3)' : '';
  const isPage = target.name.endsWith('Connection');
  const inside = isPage ? (getNamedType(target.getFields().nodes?.type) as GraphQLObjectType) : target;
  const leaves = Object.values(inside.getFields()).filter((field) => isLeafType(getNamedType(field.type)));
  const selected = ['__typename', ...leaves.map((leaf) => leaf.name)].join(' ');
  return `${name}${first} { ${isPage ? `__typename nodes { ${selected} }` : selected} }`;
}

describe.each(LISTS)('%s', (list) => {
  it('every list shows each field and edge the same, whether PostgreSQL or a resolver writes it', async () => {
    const fields = Object.values(nodeOf(list).getFields());
    let written = 0;
    for (let at = 0; at < fields.length; at += AT_ONCE) {
      const some = fields.slice(at, at + AT_ONCE);
      const ask = async (more: string) => {
        const parts = some.map((field, index) => `f${index}: ${list} { nodes { ${selectionOf(field)} } ${more} }`);
        const { body } = await admin.gql(`{ ${parts.join(' ')} }`);
        expect([list, body.errors]).toEqual([list, undefined]);
        return some.map((_, index) => body.data[`f${index}`].nodes);
      };
      const texts = await statementTextsOf(async () => {
        expect(await ask('')).toEqual(await ask('again: nodes { __typename }'));
      });
      written += texts.filter((text) => text.includes('string_agg(json')).length;
    }
    expect(written).toBeGreaterThanOrEqual(fields.length / 2);
  });
});

it('a list that PostgreSQL writes escapes what people write', async () => {
  let shown: unknown;
  const texts = await statementTextsOf(async () => {
    const { body } = await admin.gql('{ sales(first: 1) { nodes { customer { fullName } customerName } } }');
    shown = body.data.sales.nodes;
  });
  expect(isWritten(texts)).toBe(true);
  expect(shown).toEqual([{ customer: { fullName: HOSTILE }, customerName: HOSTILE }]);
});

it('a list that PostgreSQL writes keeps aliases, fragments, directives, variables and the order of the fields', async () => {
  const { body } = await admin.gql(
    `query ($with: Boolean!, $first: Int) {
      first: sales(first: $first) { kind: __typename ...Page }
      viewer { role }
      second: sales(first: 1) { nodes { no: number number skipped: id @skip(if: $with) } }
      missing: sale(id: "00000000-0000-7000-8000-000000000000") { id }
      __typename
    }
    fragment Page on SaleConnection { nodes { ...Own ... on Sale { customer { name: fullName @include(if: $with) id } } } }
    fragment Own on Sale { status }`,
    { with: true, first: 2 },
  );
  expect(Object.keys(body.data)).toEqual(['first', 'viewer', 'second', 'missing', '__typename']);
  expect(body.errors).toEqual([expect.objectContaining({ path: ['missing'] })]);
  expect(Object.keys(body.data.first)).toEqual(['kind', 'nodes']);
  expect(body.data.first.nodes.map((node: object) => Object.keys(node))).toEqual([
    ['status', 'customer'],
    ['status', 'customer'],
  ]);
  expect(Object.keys(body.data.first.nodes[0].customer)).toEqual(['name', 'id']);
  const [second] = body.data.second.nodes;
  expect(Object.keys(second)).toEqual(['no', 'number']);
  expect(second.no).toBe(second.number);
});

it('a list that PostgreSQL writes keeps names that mean something to JavaScript', async () => {
  const names = '__proto__: number constructor: id toString: status';
  const { text, body } = await admin.gql(
    `{ __proto__: sales(first: 1) { nodes { ${names} } } constructor: viewer { role } hasOwnProperty: sales(first: 1) { nodes { ${names} } } }`,
  );
  expect(body.errors).toBeUndefined();
  expect(Object.keys(body.data)).toEqual(['__proto__', 'constructor', 'hasOwnProperty']);
  expect(text.match(/"__proto__":[{"]/g)).toEqual(['"__proto__":{', '"__proto__":"', '"__proto__":"']);
});

it('a document with a list shows the schema as it is printed', async () => {
  const { body } = await admin.gql(
    '{ __type(name: "Query") { fields { name type { name } } } sales(first: 1) { nodes { number } } }',
  );
  expect(body.errors).toBeUndefined();
  const printed = Object.values(schema.getQueryType()?.getFields() ?? {});
  const name = ({ type }: (typeof printed)[number]) => ('name' in type ? type.name : null);
  const shown: readonly { readonly name: string; readonly type: { readonly name: string | null } }[] =
    body.data.__type.fields;
  expect(Object.fromEntries(shown.map((field) => [field.name, field.type.name]))).toEqual(
    Object.fromEntries(printed.map((field) => [field.name, name(field)])),
  );
  expect(body.data.sales.nodes).toEqual([{ number: expect.any(String) }]);
});

it('no list is served as a text that a document names', async () => {
  for (const query of ['{ sales_asText }', '{ sales: sales_asText(first: 1) { nodes { number } } }']) {
    const { status, body } = await admin.gql(query);
    expect([status, body.data, body.errors[0].message]).toEqual([
      400,
      undefined,
      expect.stringContaining('Cannot query field "sales_asText"'),
    ]);
  }
});

it('a list that PostgreSQL writes pages by cursors, with edges, page and total as resolvers give them', async () => {
  const page = 'pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor } totalCount';
  const ask = async (args: string, more = '') => {
    const { body } = await admin.gql(
      `{ sales(first: 1${args}) { edges { cursor node { number } type: __typename } ${page} ${more} } }`,
    );
    expect(body.errors).toBeUndefined();
    const { again: _again, ...sales } = body.data.sales;
    return sales;
  };
  const first = await ask('');
  expect(first).toEqual(await ask('', 'again: nodes { id }'));
  expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false, endCursor: first.edges[0].cursor });
  const after = `, after: "${first.pageInfo.endCursor}"`;
  const second = await ask(after);
  expect(second).toEqual(await ask(after, 'again: nodes { id }'));
  expect(second.edges[0].node.number).not.toBe(first.edges[0].node.number);
  expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
  const none = await ask(`, filter: { number: { eq: "none" } }`);
  expect(none).toEqual({ edges: [], totalCount: 0, pageInfo: expect.objectContaining({ startCursor: null }) });
});

it('a list that PostgreSQL writes hides a forbidden edge, and names it only where there are records', async () => {
  const operations = await app.as('OPERATIONS');
  const texts = await statementTextsOf(async () => {
    const { body } = await operations.gql('{ devices { nodes { serial owner { fullName } } } }');
    expect(body.data.devices.nodes[0]).toEqual({ serial: expect.any(String), owner: null });
    expect(body.extensions.hidden).toEqual(['Device.owner']);
  });
  expect(isWritten(texts)).toBe(true);
  expect(texts.join()).not.toContain('full_name');
  const { body } = await operations.gql('{ devices(search: "nothing like it") { nodes { owner { fullName } } } }');
  expect([body.data.devices.nodes, body.extensions.hidden]).toEqual([[], undefined]);
});

it('one list of two fails by its own error', async () => {
  const operations = await app.as('OPERATIONS');
  const { status, body } = await operations.gql('{ devices { nodes { id } } sales { nodes { id } } }');
  expect(status).toBe(200);
  expect(body.data).toEqual({ devices: { nodes: expect.any(Array) }, sales: null });
  expect(body.errors).toEqual([
    {
      message: expect.any(String),
      path: ['sales'],
      locations: expect.any(Array),
      extensions: {
        code: 'ROLE_FORBIDDEN',
        messageId: 'ROLE_FORBIDDEN_OPERATION',
        params: { role: expect.any(String), operation: 'listSales', roles: expect.any(Array) },
        status: 403,
        requestId: expect.any(String),
      },
    },
  ]);
});

it('a connection keeps the plans of at most a hundred statements', async () => {
  const callers = await Promise.all(Array.from({ length: 12 }, () => app.as('ADMIN')));
  const names = await statementNamesOf(async () => {
    for (const [at, caller] of callers.entries()) {
      await Promise.all(
        Array.from({ length: 100 }, async (_, index) => {
          const { status } = await caller.gql(`{ batches(first: 1) { nodes { a${(100 * at + index) % 130}: code } } }`);
          expect(status).toBe(200);
        }),
      );
    }
  });
  const counts = names.map(({ size }) => size);
  expect(Math.max(...counts)).toBeGreaterThan(10);
  expect(Math.max(...counts)).toBeLessThanOrEqual(100);
  const { body } = await admin.gql('{ batches(first: 1) { nodes { id } } }');
  expect(body.data.batches.nodes).toHaveLength(1);
});
