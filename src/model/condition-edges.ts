import type { EdgeSpec } from './edge.ts';
import { fieldsWith, type RecordModel } from './record.ts';
import { records } from './records/all.ts';

/** An edge that filters can have conditions across. */
export interface ConditionEdge {
  readonly name: string;
  readonly spec: EdgeSpec;
  /** The record that it leads to. */
  readonly to: RecordModel;
}

/**
 * The edges of a record that the filters of its lists can have conditions across: those to one record, by its id, that can
 * be filtered itself. An edge with the name of a field that can be filtered gives way to the field.
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
