import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { AdminRole } from '../../src/model/enums.ts';
import { names } from '../contract/names.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { contract, ROLES } from '../support/contract.ts';
import { type Everything, makeEverything } from '../support/everything.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const MAX_EDGES = 3;
/** Documents of as many paths, so that none is refused for its size. */
const PATHS_OF_A_DOCUMENT = 8;

let app: TestApp;
let ids: Everything;

beforeAll(async () => {
  app = await startTestApp();
  ids = await makeEverything(app, (await app.as('SUPER_ADMIN')).admin.id);
});
afterAll(() => app.stop());

/** An edge, as the schema prints it. */
interface Edge {
  /** For example `Sale.customer`. */
  readonly name: string;
  readonly field: string;
  readonly type: GraphQLObjectType;
  /** The operation that it needs; undefined for an open edge. */
  readonly needs: string | undefined;
  readonly isList: boolean;
}

interface Path {
  readonly root: keyof Everything;
  readonly edges: readonly Edge[];
}

const nodeOf = (type: GraphQLObjectType) =>
  type.name.endsWith('Connection') ? (getNamedType(type.getFields().nodes?.type) as GraphQLObjectType) : type;

function edgesOf(type: GraphQLObjectType): Edge[] {
  return Object.values(type.getFields()).flatMap((field: GraphQLField<unknown, unknown>) => {
    const target = getNamedType(field.type);
    if (!isObjectType(target) || target.name === 'AvailableAction') return [];
    const [needs] = field.astNode?.directives?.filter(({ name }) => name.value === 'needs') ?? [];
    const [argument] = needs?.arguments ?? [];
    const operation = argument?.value.kind === 'StringValue' ? argument.value.value : undefined;
    return [
      {
        name: `${type.name}.${field.name}`,
        field: field.name,
        type: target,
        needs: operation,
        isList: field.args.some(({ name }) => name === 'first'),
      },
    ];
  });
}

/** Every way of up to three edges from a record. */
function pathsFrom(type: GraphQLObjectType, depth = MAX_EDGES): (readonly Edge[])[] {
  return edgesOf(type).flatMap((edge) => [
    [edge],
    ...(depth > 1 ? pathsFrom(nodeOf(edge.type), depth - 1).map((rest) => [edge, ...rest]) : []),
  ]);
}

const ROOTS = ['batch', 'customer', 'device', 'preorder', 'release', 'sale'] as const;
const rootType = (root: string) => getNamedType(schema.getQueryType()?.getFields()[root]?.type) as GraphQLObjectType;
const paths: readonly Path[] = ROOTS.flatMap((root) => pathsFrom(rootType(root)).map((edges) => ({ root, edges })));

function rolesOf(operation: string): readonly AdminRole[] {
  const [id] = Object.entries(names).find(([, named]) => named.operation === operation) ?? [];
  const found = contract.operations.find((each) => each.id === id);
  if (!found?.roles) throw new Error(`The contract has no roles of ${operation}.`);
  return found.roles;
}

function selection([edge, ...rest]: readonly Edge[]): string {
  if (!edge) return '__typename';
  const inside = selection(rest);
  return `${edge.field}${edge.isList ? '(first: 1)' : ''} { ${nodeOf(edge.type) === edge.type ? inside : `nodes { ${inside} }`} }`;
}

/** What the role may reach of a path: all of it, or the first edge that its role may not follow. */
function firstForbidden({ edges }: Path, role: AdminRole): Edge | undefined {
  return edges.find(({ needs }) => needs !== undefined && !rolesOf(needs).includes(role));
}

/** Whether the end of a path has a value: lists are followed by their first record. */
function isReached(value: Json, edges: readonly Edge[]): boolean {
  const [edge, ...rest] = edges;
  const first = Array.isArray(value) ? value[0] : (value?.nodes?.[0] ?? value);
  if (first === null || first === undefined) return false;
  return edge ? isReached(first[edge.field], rest) : true;
}

it('there are guarded edges at every depth', () => {
  const guarded = new Set(paths.flatMap(({ edges }) => edges.filter(({ needs }) => needs).map(({ name }) => name)));
  expect(guarded.size).toBeGreaterThan(20);
  expect(isLeafType(rootType('sale'))).toBe(false);
});

describe.each(ROLES)('%s', (role) => {
  const mayRead = (root: string) => rolesOf(`get${root.charAt(0).toUpperCase()}${root.slice(1)}`).includes(role);

  it.each(ROOTS)('reaches from one %s what the contract allows, and nothing else', async (root) => {
    const caller = await app.as(role);
    const own = paths.filter((path) => path.root === root);
    for (let at = 0; at < own.length; at += PATHS_OF_A_DOCUMENT) {
      const some = own.slice(at, at + PATHS_OF_A_DOCUMENT);
      const fields = some.map(({ edges }, index) => `p${index}: ${root}(id: "${ids[root]}") { ${selection(edges)} }`);
      const { status, body } = await caller.gql(`{ ${fields.join(' ')} }`);
      if (!mayRead(root)) {
        expect([status, body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
        continue;
      }
      expect([status, body.errors]).toEqual([200, undefined]);
      const forbidden = some.flatMap((path) => firstForbidden(path, role)?.name ?? []);
      expect(body.extensions.hidden ?? []).toEqual([...new Set(forbidden)].sort());
      const reached = some.map(({ edges }, index) => isReached(body.data[`p${index}`], edges));
      expect(some.map(({ edges }, index) => [selection(edges), reached[index]])).toEqual(
        some.map((path) => [selection(path.edges), firstForbidden(path, role) === undefined]),
      );
    }
    const audited = await app.sql(`select action from audit_entry where actor_id = $1`, [caller.admin.id]);
    expect(audited.every(({ action }) => action === 'accessDenied')).toBe(true);
    expect(audited.length > 0).toBe(!mayRead(root));
  });
});
