import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { catalog } from '../../src/domain/catalog.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import { names } from '../contract/names.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { contract, ROLES } from '../support/contract.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { isRare } from '../support/repetitions.ts';
import { statementTextsOf } from '../support/statements.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
/** Objects that are values of the record itself. */
const VALUES: readonly string[] = ['AvailableAction', 'Explanation'];
const MAX_EDGES = 3;
/** Documents of as many paths, so that none is refused for its size. */
const PATHS_OF_A_DOCUMENT = 8;

let app: RunningApp;
let ids: Everything;

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
    if (!isObjectType(target) || VALUES.includes(target.name)) return [];
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
  const beyond = catalog.find(({ name, beyond: reason }) => name === operation && reason !== undefined);
  if (beyond?.access.kind === 'admin') return beyond.access.roles;
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

/** Without the paths that differ only beyond an edge that the role may not follow: of those one shows the same as all. */
function differentFor(role: AdminRole, some: readonly Path[]): readonly Path[] {
  const seen = new Set<string>();
  return some.filter((path) => {
    const forbidden = firstForbidden(path, role);
    if (!forbidden) return true;
    const way = path.edges.slice(0, path.edges.indexOf(forbidden) + 1).map(({ name }) => name);
    const isNew = !seen.has(way.join(' '));
    seen.add(way.join(' '));
    return isNew;
  });
}

/**
 * All but the longest ways, and of the longest one for each edge that they end with: an edge is closed by what it needs, wherever it is. `RARE=1` takes
 * all.
 */
function shortOrNew<Way extends { readonly edges: readonly Edge[] }>(
  ways: readonly Way[],
  longest: number,
): readonly Way[] {
  const last = new Set<string | undefined>();
  return ways.filter(({ edges }) => {
    if (isRare || edges.length < longest) return true;
    const name = edges.at(-1)?.name;
    const isNew = !last.has(name);
    last.add(name);
    return isNew;
  });
}

const pathsOf = (role: AdminRole) => shortOrNew(differentFor(role, paths), MAX_EDGES);

/** Whether the end of a path has a value: lists are followed by their first record. */
function isReached(value: Json, edges: readonly Edge[]): boolean {
  const [edge, ...rest] = edges;
  const first = Array.isArray(value) ? value[0] : (value?.nodes?.[0] ?? value);
  if (first === null || first === undefined) return false;
  return edge ? isReached(first[edge.field], rest) : true;
}

/** A filter that can have conditions across edges: of a root list, or of a list of one record. */
interface Crossing {
  /** The operation of the root list, or the one that reads the record. */
  readonly operation: string;
  /** For example `sales Sale.customer Customer.devices`. */
  readonly name: string;
  readonly list: string;
  readonly edges: readonly Edge[];
  readonly document: string;
  /** The operation without which the list itself is null. */
  readonly shownBy?: string | undefined;
}

/** What a list cannot be read without. */
const REQUIRED: Readonly<Record<string, () => string>> = { heartbeats: () => `deviceId: "${ids.device}", ` };
const OPERATIONS: Readonly<Record<string, string>> = { team: 'listTeam' };
/** Edges that a filter follows. */
const MAX_EDGES_OF_FILTER = 2;

const capital = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

interface CrossedEdges {
  readonly edges: readonly Edge[];
  /** A filter with one condition at the end of the edges. */
  readonly filter: string;
}

/** Every way of a filter across edges, to many by one of the quantifiers. */
function crossedFrom(filter: GraphQLInputObjectType, from: GraphQLObjectType, depth: number): CrossedEdges[] {
  return edgesOf(from).flatMap((edge, at) => {
    const member = filter.getFields()[edge.field]?.type;
    if (!isInputObjectType(member)) return [];
    const { some } = member.getFields();
    const to = some ? (getNamedType(some.type) as GraphQLInputObjectType) : member;
    // An edge that has the name of a field gives way to the field.
    if (!to.name.endsWith('Filter')) return [];
    const quantifier = ['some', 'none', 'every'][at % 3];
    const across = (inside: string) => `{ ${edge.field}: ${some ? `{ ${quantifier}: ${inside} }` : inside} }`;
    const condition = Object.values(to.getFields()).find(({ type }) => getNamedType(type).name.endsWith('Condition'));
    const own = { edges: [edge], filter: across(`{ ${condition?.name}: { in: [] } }`) };
    const further = depth > 1 ? crossedFrom(to, nodeOf(edge.type), depth - 1) : [];
    return [own, ...further.map((next) => ({ edges: [edge, ...next.edges], filter: across(next.filter) }))];
  });
}

function crossingsOf(field: GraphQLField<unknown, unknown>, depth: number): CrossedEdges[] {
  const filter = field.args.find(({ name }) => name === 'filter');
  if (!filter) return [];
  const node = nodeOf(getNamedType(field.type) as GraphQLObjectType);
  return crossedFrom(getNamedType(filter.type) as GraphQLInputObjectType, node, depth);
}

function crossings(): Crossing[] {
  const named = (list: string, { edges }: CrossedEdges) => ({
    name: [list, ...edges.map(({ name }) => name)].join(' '),
    list,
    edges,
  });
  const ofRoots = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) =>
    crossingsOf(field, MAX_EDGES_OF_FILTER).map((crossed) => ({
      ...named(field.name, crossed),
      operation: OPERATIONS[field.name] ?? `list${capital(field.name)}`,
      document: `{ ${field.name}(${REQUIRED[field.name]?.() ?? ''}first: 1, filter: ${crossed.filter}) { totalCount nodes { __typename } } }`,
    })),
  );
  const ofRecords = ROOTS.flatMap((root) =>
    Object.values(rootType(root).getFields()).flatMap((field) =>
      crossingsOf(field, 1).map((crossed) => ({
        ...named(`${root}.${field.name}`, crossed),
        operation: `get${capital(root)}`,
        shownBy: edgesOf(rootType(root)).find((each) => each.field === field.name)?.needs,
        document: `{ ${root}(id: "${ids[root]}") { id ${field.name}(first: 1, filter: ${crossed.filter}) { totalCount nodes { __typename } } } }`,
      })),
    ),
  );
  return [...ofRoots, ...ofRecords];
}

/** What a role asks across edges, each refusal once, with the operation that it is refused for. */
function askedBy(role: AdminRole): readonly (Crossing & { readonly refused: string | undefined })[] {
  const isRefused = (each: string | undefined) => each !== undefined && !rolesOf(each).includes(role);
  const refusals = new Set<string>();
  return crossings().flatMap((crossing) => {
    const { edges, list, operation } = crossing;
    // The edges are refused before the list, in their order; what lies beyond the one that is refused makes no difference.
    const at = edges.findIndex(({ needs }) => isRefused(needs));
    const refused = edges[at]?.needs ?? (isRefused(operation) ? operation : undefined);
    const way = [list, ...edges.slice(0, at + 1).map((edge) => edge.name)].join(' ');
    if (refused && refusals.has(way)) return [];
    if (refused) refusals.add(way);
    return [{ ...crossing, refused }];
  });
}

/** Each role on each way through edges; in `npm test` without those of the longest that end with an edge that another of them ends with. */
export function describeRoles(): void {
  beforeAll(async () => {
    app = await sharedTestApp();
    ids = await makeEverything(app, (await app.as('SUPER_ADMIN')).admin.id);
  });
  afterAll(() => app.stop());

  it('there are guarded edges at every depth', () => {
    const guarded = new Set(paths.flatMap(({ edges }) => edges.filter(({ needs }) => needs).map(({ name }) => name)));
    expect(guarded.size).toBeGreaterThan(20);
    expect(isLeafType(rootType('sale'))).toBe(false);
  });

  describe.each(ROLES)('%s', (role) => {
    const mayRead = (root: string) => rolesOf(`get${root.charAt(0).toUpperCase()}${root.slice(1)}`).includes(role);

    it.each(ROOTS)('a role reaches from one %s what the contract allows, and nothing else', async (root) => {
      const caller = await app.as(role);
      const own = pathsOf(role)
        .filter((path) => path.root === root)
        .slice(0, mayRead(root) ? undefined : 1);
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

  it('lists of every kind have conditions across their edges, to one and to many, two of them deep', () => {
    const names = crossings().map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'sales Sale.customer',
        'customer.sales Sale.device',
        'customers Customer.sales',
        'sales Sale.customer Customer.devices',
        'devices Device.activeSale Sale.refunds',
      ]),
    );
    expect([names.length > 100, new Set(names).size]).toEqual([true, names.length]);
  });

  describe.each(ROLES)('%s', (role) => {
    it('a role asks what is across edges only where it may follow each of them; else nothing is read', async () => {
      const caller = await app.as(role);
      const denied: string[] = [];
      for (const { name, document, shownBy, refused } of shortOrNew(askedBy(role), MAX_EDGES_OF_FILTER)) {
        const statements = await statementTextsOf(async () => {
          const { status, body } = await caller.gql(document);
          const found = [name, status, body.errors?.[0].extensions.code];
          expect(found).toEqual([name, ...(refused ? [403, 'ROLE_FORBIDDEN'] : [200, undefined])]);
          expect(Object.values(body.data ?? {}).filter((value) => refused && value !== null)).toEqual([]);
        });
        if (refused) denied.push(refused);
        const isShown = shownBy === undefined || rolesOf(shownBy).includes(role);
        expect(statements.some((text) => text.includes('exists (select 1 from'))).toBe(!refused && isShown);
      }
      const audited = await app.sql(`select detail ->> 'operation' as name from audit_entry where actor_id = $1`, [
        caller.admin.id,
      ]);
      expect(audited.map((entry) => entry.name).sort()).toEqual(denied.sort());
    });
  });
}
