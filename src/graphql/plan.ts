import {
  type FieldNode,
  type GraphQLObjectType,
  getArgumentValues,
  getNamedType,
  print,
  type SelectionSetNode,
} from 'graphql';
import type { Operation } from '../domain/kernel/operation.ts';
import { type PlannedEdge, planEdge } from '../domain/reader.ts';
import { readers } from '../domain/readers.ts';
import type { RecordModel } from '../model/record.ts';
import { boundedFirst } from './bounds.ts';
import { guardedEdges } from './edges.ts';
import { neededFields, recordTypes } from './record-type.ts';
import { type Selecting, selectedFields, setsOf } from './selection.ts';

/** Edges in edges of one statement; deeper ones are read by DataLoaders. */
export const MAX_PLANNED_DEPTH = 3;

export interface Planning extends Selecting {
  readonly now: Date;
  readonly mayFollow: (operation: Operation) => boolean;
}

/**
 * The edges of a selection that the statement of its list can read: records that a field names, the newest of a kind, and
 * first pages. What needs a count, a cursor or a filter is read by itself.
 * @param type of the records
 * @param sets what is selected of them
 */
export function plannedEdges(
  planning: Planning,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  depth = 1,
): PlannedEdge[] {
  const model = recordTypes.get(type.name)?.model;
  if (!model || depth > MAX_PLANNED_DEPTH) return [];
  return [...selectedFields(planning, type, sets)].flatMap(([key, nodes]) => {
    const planned = plannedEdge(planning, model, type, key, nodes, depth);
    return planned ? [planned] : [];
  });
}

function plannedEdge(
  planning: Planning,
  model: RecordModel,
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
  depth: number,
): PlannedEdge | undefined {
  const [node] = nodes;
  const field = node && type.getFields()[node.name.value];
  const spec = field && model.edges[field.name]?.spec;
  const reader = spec && readers.get(spec.to);
  // What a caller sees of these records is decided by the readers of edges.
  if (!node || !reader || reader.shownTo || !nodes.every((other) => isSameField(node, other))) return undefined;
  const guard = guardedEdges[model.name]?.[field.name];
  if (guard && !planning.mayFollow(guard)) return undefined;
  const { first, ...others } = getArgumentValues(field, node, planning.variables);
  if (Object.values(others).some((value) => (value ?? null) !== null)) return undefined;
  const target = getNamedType(field.type) as GraphQLObjectType;
  const inside = setsOf(nodes);
  const selected = spec.paged ? pageSelection(planning, target, inside) : { type: target, sets: inside };
  if (!selected) return undefined;
  const length = spec.kind === 'many' ? boundedFirst(`${model.name}.${field.name}`, first) : 1;
  if (length === 0) return undefined;
  const fields = [...selectedFields(planning, selected.type, selected.sets).values()];
  const plan = {
    as: key,
    first: length,
    select: neededFields(
      selected.type.name,
      fields.flat().map(({ name }) => name.value),
    ),
    edges: plannedEdges(planning, selected.type, selected.sets, depth + 1),
  };
  return planEdge(model, field.name, reader, plan, planning.now);
}

/** Two aliases of a connection show the same records, and the same key in them may be another field, or have other arguments. */
function isSameField(one: FieldNode, other: FieldNode): boolean {
  return one === other || (one.name.value === other.name.value && argumentsOf(one) === argumentsOf(other));
}

function argumentsOf(node: FieldNode): string {
  return (node.arguments ?? []).map(print).sort().join();
}

/** The nodes of a connection of which only the page is selected. */
function pageSelection(planning: Planning, type: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  const fields = [...selectedFields(planning, type, sets).values()].flat();
  const names = new Set(fields.map(({ name }) => name.value));
  if (!names.has('nodes') || ['edges', 'totalCount', 'totals'].some((name) => names.has(name))) return undefined;
  const node = getNamedType(type.getFields().nodes?.type) as GraphQLObjectType;
  const nodes = fields.filter(({ name }) => name.value === 'nodes');
  return { type: node, sets: setsOf(nodes) };
}
