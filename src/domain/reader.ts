import type { EntityManager } from '@mikro-orm/postgresql';
import type { Edge } from '../model/edge.ts';
import type { TargetKind } from '../model/enums.ts';
import { inside } from '../model/field-problems.ts';
import type { CurrencyTotals, FacetCounts, Page } from '../model/ports.ts';
import { type RecordModel, type View, viewOf } from '../model/record.ts';
import {
  checkWindow,
  countEdge,
  type EdgePageWindow,
  type EdgeWindow,
  facetEdge,
  readEdge,
  readEdgePages,
  sumEdge,
} from '../persistence/lists/edge-reader.ts';
import type { NamedEdge } from '../persistence/lists/edge-rows.ts';
import type { ListQuery } from '../persistence/lists/list-definition.ts';
import { type ById, readByIds, readRecordsOf } from '../persistence/lists/list-reader.ts';
import { ListQueryError } from '../persistence/lists/list-values.ts';
import type { RecordList } from '../persistence/lists/record-list.ts';
import { withTimes } from './filter-times.ts';
import type { Rights } from './kernel/access.ts';
import { validationFailed } from './kernel/errors.ts';
import { recordNotFound } from './kernel/not-found.ts';
import { refinementFor } from './kernel/record-input.ts';

export { type FollowedPage, followedOf } from '../persistence/lists/edge-columns.ts';
export { isWritable } from '../persistence/lists/json-rows.ts';
export type { ById, EdgePageWindow, EdgeWindow };

/** How a record is read: its list, and the view that callers see. */
export interface Reader<T = unknown> {
  readonly record: RecordModel;
  /** @param now the time at which derived fields are derived */
  readonly list: (now: Date) => RecordList;
  /**
   * Makes the view. It may add fields to those of the list, and must not change any: where a caller selects only stored fields,
   * PostgreSQL writes them to the reply.
   * @param row of the list, or only the columns that were selected
   */
  readonly view: (row: never) => T;
  /** What a caller sees of a whole view; default all of it. A method, so that a reader of any record is a `Reader`. */
  shownTo?(rights: Rights, view: T): T;
}

/**
 * Declares how a record is read.
 * @param list the list; a function of the time if the list has fields that are derived from it
 * @param view of a record whose view has more than its own fields
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
 * @param part fields to read, by default all, and a filter
 * @returns in the order of the ids; undefined for an unknown id, and for a record that does not match
 */
export function readRecords<T>(
  { list, view }: Reader<T>,
  em: EntityManager,
  ids: readonly string[],
  now: Date,
  part?: ById,
): Promise<(T | undefined)[]> {
  return readByIds(em, list(now), ids, now, view, part);
}

/** Reads one record. @throws DomainError 404 when there is none */
export async function readRecord<T>(reader: Reader<T>, em: EntityManager, id: string, now: Date): Promise<T> {
  const [found] = await readRecords(reader, em, [id], now);
  if (found === undefined) throw recordNotFound(reader.record.name as TargetKind);
  return found;
}

/**
 * Reads the record with a value in a unique field.
 * @param field one that lists can be filtered by
 * @throws DomainError 404 if there is none
 */
export async function readRecordBy<T>(
  reader: Reader<T>,
  em: EntityManager,
  field: string,
  value: string | readonly string[],
  now: Date,
): Promise<T> {
  const within = { [field]: typeof value === 'string' ? { eq: value } : { in: value } };
  const [found] = await readMatching(reader, em, { within, take: 1 }, now);
  if (found === undefined) throw recordNotFound(reader.record.name as TargetKind);
  return found;
}

/** Reads the records that match a query, in the order of their list. */
export function readMatching<T>(
  { list, view }: Reader<T>,
  em: EntityManager,
  query: ListQuery,
  now: Date,
): Promise<readonly T[]> {
  return readRecordsOf(em, list(now), query, now, view);
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
  return readEdge(em, edgeTo(from, edge, to, now), ids, window, now, to.view);
}

/** A page of what an edge leads to from each of many records, in one statement. @returns in the order of the ids */
export function followPages<T>(
  from: RecordModel,
  edge: string,
  to: Reader<T>,
  em: EntityManager,
  ids: readonly string[],
  window: EdgePageWindow,
  now: Date,
): Promise<Page<T>[]> {
  return readEdgePages(em, edgeTo(from, edge, to, now), ids, window, now, to.view);
}

/** How many records an edge leads to from each of many, in one statement. @returns in the order of the ids */
export function countFollowed(
  from: RecordModel,
  edge: string,
  to: Reader,
  em: EntityManager,
  ids: readonly string[],
  filter: EdgeWindow['filter'],
  now: Date,
): Promise<number[]> {
  return countEdge(em, edgeTo(from, edge, to, now), ids, filter, now);
}

/**
 * The sums of what an edge leads to from each of many records, in one statement.
 * @returns in the order of the ids
 * @throws DomainError 400 VALIDATION_FAILED for a sum that JSON does not carry without loss
 */
export async function sumFollowed(
  from: RecordModel,
  edge: string,
  to: Reader,
  em: EntityManager,
  ids: readonly string[],
  filter: EdgeWindow['filter'],
  now: Date,
): Promise<CurrencyTotals[][]> {
  const named = edgeTo(from, edge, to, now);
  try {
    return await sumEdge(em, named, ids, filter, now);
  } catch (error) {
    throw inEdge(named, error);
  }
}

/** The counts of what an edge leads to from each of many records, by the values of fields. @returns in the order of the ids */
export function facetsFollowed(
  from: RecordModel,
  edge: string,
  to: Reader,
  em: EntityManager,
  ids: readonly string[],
  filter: EdgeWindow['filter'],
  now: Date,
  fields: readonly string[],
): Promise<FacetCounts[][]> {
  return facetEdge(em, edgeTo(from, edge, to, now), ids, filter, now, fields);
}

/**
 * Checks the arguments of the pages of an edge, without reading anything.
 * @throws DomainError 400 VALIDATION_FAILED naming the edge and the part of the cursor or filter that is wrong
 */
export function checkFollowed(
  from: RecordModel,
  edge: string,
  to: Reader,
  window: Pick<EdgePageWindow, 'after' | 'before' | 'sort'> & { readonly filter?: unknown },
  now: Date,
): void {
  const named = edgeTo(from, edge, to, now);
  try {
    // Any time zone serves to check.
    const filter = timesIn(window.filter, to, now, { businessTimeZone: 'UTC' });
    checkWindow(named, { ...window, filter }, now);
  } catch (error) {
    throw inEdge(named, error);
  }
}

function inEdge({ name }: NamedEdge, error: unknown): unknown {
  if (!(error instanceof ListQueryError)) return error;
  return validationFailed([inside(name, error.problem)]);
}

/** A filter of the records of a reader, with its dates and periods converted to times. */
export function timesIn<Filter>(
  filter: Filter,
  { record }: Pick<Reader, 'record'>,
  now: Date,
  zone: { readonly businessTimeZone: string },
): Filter {
  return filter ? withTimes(refinementFor(record).filter, filter, now, zone) : filter;
}

/** An edge with the list that it leads to. */
export function edgeTo(
  { name, edges }: { readonly name: string; readonly edges: Readonly<Record<string, Edge>> },
  edge: string,
  to: Reader,
  now: Date,
): NamedEdge {
  const { spec } = edges[edge] as Edge;
  return { name: `${name}.${edge}`, spec, list: to.list(now) };
}
