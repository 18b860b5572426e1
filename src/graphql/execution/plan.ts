import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  print,
  type SelectionSetNode,
} from 'graphql';
import type { PageArguments } from '../../domain/kernel/list.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { isWritable } from '../../domain/reader.ts';
import { readers } from '../../domain/readers.ts';
import type { RecordModel } from '../../model/record.ts';
import type { PageSelection, SelectedMember, Selection, StoredMember } from '../../model/selection.ts';
import { type Selecting, selectedFields, setsOf } from '../document/selection.ts';
import { nestedPage } from '../schema/bounds.ts';
import { partsOf, type SelectedParts } from '../schema/connection.ts';
import { guardedEdges } from '../schema/edges.ts';
import { facetArguments } from '../schema/facets.ts';
import { neededFields, recordTypes } from '../schema/record-type.ts';
import { mostRecords } from './record-count.ts';

/** The maximum nesting of edges in one statement; deeper ones are read by DataLoaders. */
const MAX_PLANNED_DEPTH = 3;
/**
 * Records that an edge is planned for where graphql-js completes them: what it makes of more holds the process for too long at a time.
 * DataLoaders read them in pieces.
 */
const MOST_COMPLETED = 1_000;

/** What an edge to one record reads of its list. */
const ONE = { take: 1, isBackward: false };

export interface Planning extends Selecting {
  readonly mayFollow: (operation: Operation) => boolean;
}

/** What an operation selects of a list. */
export interface PlannedList {
  readonly selection: PageSelection;
  /** The members of the connection, in the order of the reply. */
  readonly connection: readonly ConnectionMember[];
  /** Edges that the caller may not follow, which are null. */
  readonly hidden: ReadonlySet<string>;
}

/** `of` names the member of the connection. */
export type ConnectionMember = { readonly as: string } & (
  | { readonly of: 'nodes' | 'totalCount' | 'totals' | 'facets' }
  | { readonly of: 'typename'; readonly type: string }
  | { readonly of: 'pageInfo'; readonly fields: readonly (readonly [as: string, field: string])[] }
  | { readonly of: 'edges'; readonly type: string; readonly members: readonly EdgeMember[] }
);

/** A member of an edge of the connection: its node, its cursor or its type's name. */
export interface EdgeMember {
  readonly as: string;
  readonly of: 'node' | 'cursor' | 'typename';
}

/** The position of a record in a plan, and the findings about the whole plan. */
interface Place {
  readonly planning: Planning;
  readonly depth: number;
  /** How many records there may be. */
  readonly records: number;
  /** How many an edge may be planned for. */
  readonly most: number;
  readonly found: {
    readonly hidden: Set<string>;
    /** True if something needs a resolver: a computed field, a view that depends on the role, a count inside of a record. */
    needsResolver: boolean;
  };
}

/**
 * Plans a list: the fields and edges that its statement reads, and whether PostgreSQL can write all of it. An edge is read with
 * its list if it leads to a record, to the newest of a kind, or to a first page. An edge that needs a count, a cursor or a
 * filter is read separately.
 * @param type of the connection
 * @param nodes of its field
 * @param options `asStored`: the list shows the fields as they are stored; `length`: of the page
 */
export function planList(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
  { asStored, length }: { readonly asStored: boolean; readonly length: number },
): PlannedList {
  const { parts, node, shown, connection } = readConnection(planning, type, nodes);
  const needsResolver = !asStored || parts.totals || parts.facets.length > 0 || shown.length !== 1;
  function planned(most: number): PlannedList {
    const place: Place = { planning, depth: 1, records: length, most, found: { hidden: new Set(), needsResolver } };
    const record = planRecord(place, node, setsOf(shown.flat()));
    const selection = { ...parts, asJson: !place.found.needsResolver, record };
    return { selection, connection, hidden: place.found.hidden };
  }
  const whole = planned(Number.POSITIVE_INFINITY);
  const { asJson, record } = whole.selection;
  return asJson || length * mostRecords(record) <= MOST_COMPLETED ? whole : planned(MOST_COMPLETED);
}

/** By the nodes of a field, which graphql-js shares among all records of a list. */
const selectedPages = new WeakMap<object, PageSelection>();

/** The selection of the connection that is being resolved, without its edges, which have resolvers. */
export function pageOf({
  returnType,
  schema,
  fragments,
  variableValues,
  fieldNodes,
}: GraphQLResolveInfo): PageSelection {
  const known = selectedPages.get(fieldNodes);
  if (known) return known;
  const selecting = { schema, fragments, variables: variableValues };
  const { parts, node, shown } = readConnection(selecting, getNamedType(returnType) as GraphQLObjectType, fieldNodes);
  const selected = [...selectedFields(selecting, node, setsOf(shown.flat())).values()];
  const page = { ...parts, asJson: false, record: { fields: fieldsOf(node, selected), members: [] } };
  selectedPages.set(fieldNodes, page);
  return page;
}

interface SelectedConnection {
  readonly parts: SelectedParts;
  /** The type of the records. */
  readonly node: GraphQLObjectType;
  /** The nodes of each field that shows the records. */
  readonly shown: readonly (readonly FieldNode[])[];
  readonly connection: readonly ConnectionMember[];
}

function readConnection(
  selecting: Selecting,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): SelectedConnection {
  const shown: (readonly FieldNode[])[] = [];
  const typeOf = (name: string) => getNamedType(type.getFields()[name]?.type) as GraphQLObjectType;
  const membersOf = (name: string, inside: readonly FieldNode[]) =>
    [...selectedFields(selecting, typeOf(name), setsOf(inside))].map(
      ([as, fields]) => [as, nameOf(fields), fields] as const,
    );
  const selected = selectedFields(selecting, type, setsOf(nodes));
  const connection = [...selected].map(([as, fields]): ConnectionMember => {
    const name = nameOf(fields);
    switch (name) {
      case 'nodes':
        shown.push(fields);
        return { as, of: name };
      case 'edges': {
        const members = membersOf(name, fields).map(([as, member, inside]): EdgeMember => {
          if (member === 'node') shown.push(inside);
          return { as, of: member === '__typename' ? 'typename' : (member as 'node' | 'cursor') };
        });
        return { as, of: name, type: typeOf(name).name, members };
      }
      case 'pageInfo':
        return { as, of: name, fields: membersOf(name, fields).map(([as, field]) => [as, field] as const) };
      case 'totalCount':
      case 'totals':
      case 'facets':
        return { as, of: name };
      default:
        return { as, of: 'typename', type: type.name };
    }
  });
  return {
    parts: { ...partsOf(selected.values()), facets: facetsIn(selecting, type, selected.values()) },
    node: typeOf('nodes'),
    shown,
    connection,
  };
}

/** The fields that a connection is counted by, for all of its `facets`. */
function facetsIn(
  selecting: Selecting,
  type: GraphQLObjectType,
  selected: Iterable<readonly FieldNode[]>,
): readonly string[] {
  const field = type.getFields().facets;
  const names = [...selected].flatMap((nodes): readonly string[] => {
    const [node] = nodes;
    return field && node && nameOf(nodes) === 'facets' ? facetArguments(field, node, selecting.variables) : [];
  });
  return [...new Set(names)];
}

function nameOf([node]: readonly FieldNode[]): string {
  return node?.name.value ?? '';
}

function fieldsOf({ name }: GraphQLObjectType, selected: readonly (readonly FieldNode[])[]): Selection['fields'] {
  return neededFields(
    name,
    selected.flat().map((node) => node.name.value),
  );
}

/** @param sets what is selected of the record */
function planRecord(place: Place, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
  const selected = selectedFields(place.planning, type, sets);
  const model = recordTypes.get(type.name)?.model;
  const members = [...selected].map(([as, nodes]) =>
    model ? memberOf(place, model, type, as, nodes) : apart(place, as),
  );
  return { fields: fieldsOf(type, [...selected.values()]), members };
}

function apart({ found }: Place, as: string): SelectedMember {
  found.needsResolver = true;
  return { as, isApart: true };
}

function memberOf(
  place: Place,
  model: RecordModel,
  type: GraphQLObjectType,
  as: string,
  nodes: readonly FieldNode[],
): SelectedMember {
  const name = nameOf(nodes);
  if (name === '__typename') return { as, json: JSON.stringify(type.name) };
  if (model.edges[name]) return edgeMember(place, model, type, as, nodes);
  if (model.fields[name]?.spec.kind === 'part') return partMember(place, model, type, as, nodes);
  return isWritable(model, name) ? { as, field: name } : apart(place, as);
}

function partMember(
  place: Place,
  model: RecordModel,
  type: GraphQLObjectType,
  as: string,
  nodes: readonly FieldNode[],
): SelectedMember {
  const name = nameOf(nodes);
  const { fields } = model;
  const of = fields[name]?.spec.of as RecordModel;
  const part = getNamedType(type.getFields()[name]?.type) as GraphQLObjectType;
  const stored = new Map(
    Object.entries(fields).flatMap(([field, { spec }]) =>
      spec.path?.[0] === name && spec.path[1] !== undefined ? [[spec.path[1], field]] : [],
    ),
  );
  const members: StoredMember[] = [];
  for (const [inside, [node]] of selectedFields(place.planning, part, setsOf(nodes))) {
    const member = node?.name.value ?? '';
    const field = stored.get(member);
    if (member === '__typename') members.push({ as: inside, json: JSON.stringify(part.name) });
    else if (member === 'id' && !field) members.push({ as: inside, idOf: name });
    else if (field && isWritable(model, field)) members.push({ as: inside, field });
    else return apart(place, as);
  }
  // A member that the part always has, and the record may lack, shows whether the part exists.
  const [, unlessNull] =
    [...stored].find(([member, field]) => !of.fields[member]?.spec.nullable && fields[field]?.spec.nullable) ?? [];
  return { as, part: { members, unlessNull } };
}

function edgeMember(
  place: Place,
  model: RecordModel,
  type: GraphQLObjectType,
  as: string,
  nodes: readonly FieldNode[],
): SelectedMember {
  const { planning, depth, found } = place;
  const [node] = nodes;
  const field = node && type.getFields()[node.name.value];
  const spec = field && model.edges[field.name]?.spec;
  const reader = spec && readers.get(spec.to);
  // The readers of edges decide what a caller sees of these records.
  if (!node || !reader || reader.shownTo || depth > MAX_PLANNED_DEPTH) return apart(place, as);
  if (!nodes.every((other) => isSameField(node, other))) return apart(place, as);
  const { name } = field;
  const guard = guardedEdges[model.name]?.[name];
  if (guard && !planning.mayFollow(guard)) {
    found.hidden.add(`${model.name}.${name}`);
    return { as, json: 'null' };
  }
  const { first: length, last, ...others } = getArgumentValues(field, node, planning.variables) as PageArguments;
  if (Object.values(others).some((value) => (value ?? null) !== null)) return apart(place, as);
  const { take: first, isBackward } =
    spec.kind === 'many' ? nestedPage(`${model.name}.${name}`, { first: length, last }) : ONE;
  const inner: Place = { ...place, depth: depth + 1, records: place.records * first };
  if (inner.records > place.most) return apart(place, as);
  const target = getNamedType(field.type) as GraphQLObjectType;
  if (spec.kind !== 'many') {
    const record = planRecord(inner, target, setsOf(nodes));
    return { as, edge: { name, first, isBackward, page: undefined, record } };
  }
  const { parts, shown, connection, node: to } = readConnection(planning, target, nodes);
  if (
    parts.total ||
    parts.totals ||
    parts.facets.length > 0 ||
    shown.length === 0 ||
    connection.some(({ of }) => of === 'edges')
  )
    return apart(place, as);
  if (parts.cursors || shown.length > 1) found.needsResolver = true;
  const page = connection.map((member) =>
    member.of === 'typename' ? { as: member.as, json: JSON.stringify(member.type) } : { as: member.as },
  );
  return { as, edge: { name, first, isBackward, page, record: planRecord(inner, to, setsOf(shown.flat())) } };
}

/**
 * Two aliases of a connection show the same records, but the same key in them may be another field, or have other arguments.
 */
function isSameField(one: FieldNode, other: FieldNode): boolean {
  return one === other || (one.name.value === other.name.value && argumentsOf(one) === argumentsOf(other));
}

function argumentsOf(node: FieldNode): string {
  return (node.arguments ?? []).map(print).sort().join();
}
