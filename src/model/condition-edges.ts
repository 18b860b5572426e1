import type { EdgeSpec } from './edge.ts';
import { fieldsWith, type RecordModel } from './record.ts';
import { records } from './records/all.ts';

/** An edge that conditions of filters can cross. */
export interface ConditionEdge {
  readonly name: string;
  readonly spec: EdgeSpec;
  /** The record that it leads to. */
  readonly to: RecordModel;
}

/**
 * The edges of a record that conditions of its lists' filters can cross: edges by an id to one record that can be filtered
 * itself. A filterable field has precedence over an edge with the same name.
 */
export function conditionEdges(model: RecordModel): readonly ConditionEdge[] {
  if (fieldsWith(model, 'filter').length === 0) return [];
  const { fields, edges } = model;
  return Object.entries(edges).flatMap(([name, { spec }]) => {
    const to = records.find((model) => model.name === spec.to);
    const isById = spec.kind === 'one' && fields[spec.key]?.spec.kind === 'id';
    const isTaken = fields[name]?.spec.uses.has('filter') ?? false;
    return isById && !isTaken && to && fieldsWith(to, 'filter').length > 0 ? [{ name, spec, to }] : [];
  });
}
