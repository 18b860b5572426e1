import type { EntityManager } from '@mikro-orm/postgresql';
import type { Edge } from '../model/edge.ts';
import { type RecordModel, type View, viewOf } from '../model/record.ts';
import { type EdgeWindow, readEdge } from '../persistence/edge-reader.ts';
import type { ListQuery } from '../persistence/list-query.ts';
import { readByIds, readList } from '../persistence/list-reader.ts';
import type { RecordList } from '../persistence/record-list.ts';
import { noSuch } from './kernel/not-found.ts';
import type { TargetKind } from './kernel/operation.ts';

export type { EdgeWindow };

/** How a record is read: its list, and the view that callers see. */
export interface Reader<T = unknown> {
  readonly record: RecordModel;
  /** @param now the time at which derived fields are derived */
  readonly list: (now: Date) => RecordList;
  /** @param row of the list, or only the columns that were selected */
  readonly view: (row: never) => T;
}

/**
 * Declares how a record is read.
 * @param list the list, or for a list with fields that are derived from the time, a function of it
 * @param view of a record with more in its view than its own fields
 */
export function reader<Model extends RecordModel, T = View<Model>>(
  record: Model,
  list: RecordList | ((now: Date) => RecordList),
  view: (row: never) => T = (row) => viewOf(record, row) as T,
): Reader<T> {
  return { record, list: typeof list === 'function' ? list : () => list, view };
}

/**
 * Reads records by id, in one statement.
 * @param select fields to read; default all
 * @returns in the order of the ids; undefined for an unknown id
 */
export function readRecords<T>(
  { list, view }: Reader<T>,
  em: EntityManager,
  ids: readonly string[],
  now: Date,
  select?: readonly string[],
): Promise<(T | undefined)[]> {
  return readByIds(em, list(now), ids, now, view, select);
}

/** Reads one record. @throws DomainError 404 when there is none */
export async function readRecord<T>(reader: Reader<T>, em: EntityManager, id: string, now: Date): Promise<T> {
  const [found] = await readRecords(reader, em, [id], now);
  if (found === undefined) throw noSuch(reader.record.name as TargetKind);
  return found;
}

/**
 * Reads the record that has a value in a field that no two records share.
 * @param field one that lists can be filtered by
 * @throws DomainError 404 when there is none
 */
export async function readRecordBy<T>(
  reader: Reader<T>,
  em: EntityManager,
  field: string,
  value: string,
  now: Date,
): Promise<T> {
  const [found] = await readMatching(reader, em, { within: { [field]: { eq: value } }, take: 1 }, now);
  if (found === undefined) throw noSuch(reader.record.name as TargetKind);
  return found;
}

/** Reads the records that match a query, in the order of their list. */
export async function readMatching<T>(
  { list, view }: Reader<T>,
  em: EntityManager,
  query: ListQuery,
  now: Date,
): Promise<readonly T[]> {
  return (await readList(em, list(now), { ...query, withTotal: false }, now, view)).items;
}

/**
 * Reads what an edge leads to from many records, in one statement.
 * @param from the record that the edge starts from
 * @param ids of those records
 * @param to reader of the record that the edge leads to
 * @returns in the order of the ids
 */
export function follow<Edges extends Readonly<Record<string, Edge>>, T>(
  from: { readonly name: string; readonly edges: Edges },
  edge: keyof Edges & string,
  to: Reader<T>,
  em: EntityManager,
  ids: readonly string[],
  window: EdgeWindow,
  now: Date,
): Promise<T[][]> {
  const { spec } = from.edges[edge] as Edge;
  return readEdge(em, `${from.name}.${edge}`, spec, to.list(now), ids, window, now, to.view);
}
