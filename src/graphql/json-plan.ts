import {
  type FieldNode,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  type SelectionSetNode,
} from 'graphql';
import {
  edgeTo,
  isWritable,
  type JsonEdge,
  type JsonMember,
  type JsonPart,
  type RecordList,
} from '../domain/reader.ts';
import { readers } from '../domain/readers.ts';
import type { RecordModel } from '../model/record.ts';
import { boundedFirst } from './bounds.ts';
import { guardedEdges } from './edges.ts';
import { MAX_PLANNED_DEPTH, type Planning } from './plan.ts';
import { recordTypes } from './record-type.ts';
import { selectedFields, setsOf } from './selection.ts';

/** How PostgreSQL writes the records of a connection. */
export interface JsonPlan {
  readonly members: readonly JsonMember[];
  /** The members of the connection, in the order of the reply. */
  readonly connection: readonly ConnectionMember[];
  /** Edges in it that the caller may not follow: they are null. */
  readonly hidden: ReadonlySet<string>;
}

/** `of` names the member of the connection. */
export type ConnectionMember = { readonly as: string } & (
  | { readonly of: 'nodes' | 'totalCount' }
  | { readonly of: 'typename'; readonly type: string }
  | { readonly of: 'pageInfo'; readonly fields: readonly (readonly [as: string, field: string])[] }
  | { readonly of: 'edges'; readonly type: string; readonly members: readonly EdgeMember[] }
);

/** A member of an edge of the connection: its node, its cursor or its type's name. */
export interface EdgeMember {
  readonly as: string;
  readonly of: 'node' | 'cursor' | 'typename';
}

/** Thrown where a selection needs more than stored fields and edges, or a view that depends on the role: resolvers answer it. */
class NeedsResolvers extends Error {}

/** A selection of one type, with where in the plan it is. */
interface Place {
  readonly planning: Planning;
  readonly hidden: Set<string>;
  readonly depth: number;
}

/**
 * How PostgreSQL can write what is selected of a connection.
 * @param type of the connection
 * @param nodes of its field
 * @returns undefined when something in it needs a resolver
 */
export function jsonPlanOf(
  planning: Planning,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): JsonPlan | undefined {
  const place: Place = { planning, hidden: new Set(), depth: 1 };
  try {
    const found: { readonly type: GraphQLObjectType; readonly sets: readonly SelectionSetNode[] }[] = [];
    const connection = fieldsOf(place, type, setsOf(nodes)).map(([as, name, fields]) => {
      if (name === '__typename') return { as, of: 'typename', type: type.name } as const;
      if (name === 'totalCount') return { as, of: name } as const;
      const of = getNamedType(type.getFields()[name]?.type) as GraphQLObjectType;
      if (name === 'pageInfo') return { as, of: name, fields: pageFields(place, of, setsOf(fields)) } as const;
      if (name === 'nodes') {
        found.push({ type: of, sets: setsOf(fields) });
        return { as, of: name } as const;
      }
      if (name !== 'edges') throw new NeedsResolvers();
      const members = fieldsOf(place, of, setsOf(fields)).map(([as, member, inside]): EdgeMember => {
        if (member === '__typename') return { as, of: 'typename' };
        if (member === 'cursor') return { as, of: member };
        found.push({ type: getNamedType(of.getFields().node?.type) as GraphQLObjectType, sets: setsOf(inside) });
        return { as, of: 'node' };
      });
      return { as, of: name, type: of.name, members } as const;
    });
    const [node, second] = found;
    if (!node || second) return undefined;
    const reader = readers.get(node.type.name);
    if (!reader || reader.shownTo) return undefined;
    const list = reader.list(planning.now);
    return { connection, members: membersOf(place, list, node.type, node.sets), hidden: place.hidden };
  } catch (error) {
    if (error instanceof NeedsResolvers) return undefined;
    throw error;
  }
}

type Selected = readonly [as: string, name: string, nodes: readonly FieldNode[]];

function fieldsOf({ planning }: Place, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selected[] {
  return [...selectedFields(planning, type, sets)].map(([as, nodes]) => [as, nodes[0]?.name.value ?? '', nodes]);
}

function pageFields(place: Place, type: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  return fieldsOf(place, type, sets).map(([as, name]) => [as, name] as const);
}

function membersOf(
  place: Place,
  list: RecordList,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): JsonMember[] {
  const { model } = list;
  const registered = recordTypes.get(type.name);
  if (registered?.model !== model) throw new NeedsResolvers();
  return fieldsOf(place, type, sets).map(([as, name, nodes]) => {
    if (name === '__typename') return { as, json: JSON.stringify(type.name) };
    if (model.edges[name]) return edgeMember(place, model, type, as, nodes);
    if (model.fields[name]?.spec.kind === 'part') return { as, part: partOf(place, list, type, name, nodes) };
    if (!isWritable(list, name)) throw new NeedsResolvers();
    return { as, field: name };
  });
}

function partOf(
  place: Place,
  list: RecordList,
  parent: GraphQLObjectType,
  name: string,
  nodes: readonly FieldNode[],
): JsonPart {
  const { fields } = list.model;
  const of = fields[name]?.spec.of as RecordModel;
  const type = getNamedType(parent.getFields()[name]?.type) as GraphQLObjectType;
  const stored = new Map(
    Object.entries(fields).flatMap(([field, { spec }]) =>
      spec.path?.[0] === name && spec.path[1] !== undefined ? [[spec.path[1], field]] : [],
    ),
  );
  const members = fieldsOf(place, type, setsOf(nodes)).map(([as, member]): JsonMember => {
    if (member === '__typename') return { as, json: JSON.stringify(type.name) };
    const field = stored.get(member);
    if (member === 'id' && !field) return { as, idOf: name };
    if (!field || !isWritable(list, field)) throw new NeedsResolvers();
    return { as, field };
  });
  // What the part always has, and the record need not have, says whether there is a part.
  const [, unlessNull] =
    [...stored].find(([member, field]) => !of.fields[member]?.spec.nullable && fields[field]?.spec.nullable) ?? [];
  return { members, unlessNull };
}

function edgeMember(
  place: Place,
  model: RecordModel,
  type: GraphQLObjectType,
  as: string,
  nodes: readonly FieldNode[],
): JsonMember {
  const { planning, hidden, depth } = place;
  const [node] = nodes;
  const field = node && type.getFields()[node.name.value];
  const spec = field && model.edges[field.name]?.spec;
  const reader = spec && readers.get(spec.to);
  if (!reader || reader.shownTo || depth > MAX_PLANNED_DEPTH) throw new NeedsResolvers();
  const guard = guardedEdges[model.name]?.[field.name];
  if (guard && !planning.mayFollow(guard)) {
    hidden.add(`${model.name}.${field.name}`);
    return { as, json: 'null' };
  }
  const { first: asked, ...others } = getArgumentValues(field, node, planning.variables);
  if (Object.values(others).some((value) => (value ?? null) !== null)) throw new NeedsResolvers();
  const first = spec.kind === 'many' ? boundedFirst(`${model.name}.${field.name}`, asked) : 1;
  const inner: Place = { ...place, depth: depth + 1 };
  const target = getNamedType(field.type) as GraphQLObjectType;
  const named = edgeTo(model, field.name, reader, planning.now);
  if (!spec.paged) {
    return {
      as,
      edge: { ...named, first, page: undefined, members: membersOf(inner, named.list, target, setsOf(nodes)) },
    };
  }
  return { as, edge: { ...named, first, ...pageOf(inner, named.list, target, setsOf(nodes)) } };
}

/** Of a page in a record only the records themselves: a count, cursors and what follows are read apart. */
function pageOf(
  place: Place,
  list: RecordList,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): Pick<JsonEdge, 'page' | 'members'> {
  let members: readonly JsonMember[] | undefined;
  const page = fieldsOf(place, type, sets).map(([as, name, nodes]) => {
    if (name === '__typename') return { as, json: JSON.stringify(type.name) };
    if (name !== 'nodes' || members) throw new NeedsResolvers();
    members = membersOf(place, list, getNamedType(type.getFields().nodes?.type) as GraphQLObjectType, setsOf(nodes));
    return { as };
  });
  if (!members) throw new NeedsResolvers();
  return { page, members };
}
