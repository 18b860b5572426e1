import type { EdgeSpec } from './edge.ts';
import { constantName } from './enums.ts';
import { fieldsWith, type RecordModel } from './record.ts';
import { records } from './records/all.ts';

/** An edge that conditions of filters can cross. */
export interface ConditionEdge {
  readonly name: string;
  readonly spec: EdgeSpec;
  /** The record that it leads to. */
  readonly to: RecordModel;
  /** Whether it leads to many records; to the newest one of a kind it leads as to one. */
  readonly isMany: boolean;
}

/** Records that are read by device and range of time: a device has hundreds, and no index finds a condition on them. */
const READ_BY_RANGE: readonly string[] = ['DeviceDay', 'Heartbeat'];

/**
 * The edges of a record that conditions of its lists' filters can cross: those to records that can be filtered themselves. A
 * filterable field has precedence over an edge with the same name.
 */
export function conditionEdges(model: RecordModel): readonly ConditionEdge[] {
  if (fieldsWith(model, 'filter').length === 0) return [];
  const { fields, edges } = model;
  return Object.entries(edges).flatMap(([name, { spec }]) => {
    const to = records.find((model) => model.name === spec.to);
    const isById = spec.kind !== 'one' || fields[spec.key]?.spec.kind === 'id';
    const isTaken = fields[name]?.spec.uses.has('filter') || READ_BY_RANGE.includes(spec.to);
    // What has no id is a part of another record.
    if (!isById || isTaken || !to?.fields.id || fieldsWith(to, 'filter').length === 0) return [];
    return [{ name, spec, to, isMany: spec.kind === 'many' }];
  });
}

/** A field of the record that an edge to one leads to, by which lists of the record that it starts from can be sorted. */
export interface SortAcross {
  /** For example `customer.fullName`. */
  readonly name: string;
  readonly edge: ConditionEdge;
  readonly field: string;
}

/**
 * What lists of a record can be sorted by across its edges to one record: the fields that the lists of that record are sorted by. A field of the
 * record itself has precedence over one with the same name: `batchCode` of a device is the `code` of its `batch`.
 */
export function sortsAcross(model: RecordModel): readonly SortAcross[] {
  const own = fieldsWith(model, 'sort').map(constantName);
  if (own.length === 0) return [];
  return conditionEdges(model).flatMap((edge) => {
    if (edge.isMany) return [];
    return fieldsWith(edge.to, 'sort').flatMap((field) => {
      const name = `${edge.name}.${field}`;
      return own.includes(constantName(name)) ? [] : [{ name, edge, field }];
    });
  });
}
