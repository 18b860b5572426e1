import type { EntityManager } from '@mikro-orm/postgresql';
import type { CurrencyTotals, FacetCounts, Page } from '../../model/ports.ts';
import type { PageSelection } from '../../model/selection.ts';
import { type PlannedQuery, preparedRows } from '../sql/prepared.ts';
import { rows } from '../sql/query.ts';
import { sql, toQuery } from '../sql/sql.ts';
import { edgeColumns, edgesIn, viewFollowed } from './edge-columns.ts';
import type { FollowEdge } from './edge-rows.ts';
import { withAskedEdges } from './filter-edges.ts';
import { jsonOf } from './json-rows.ts';
import type { ListQuery } from './list-definition.ts';
import { type FacetRow, facetsOf, facetsSql } from './list-facets.ts';
import { type CompiledList, compileJson, compileList, pageOf } from './list-query.ts';
import { talliedOf } from './list-total.ts';
import { exactTotals, talliedTotalsSql, totalsSql } from './list-totals.ts';
import type { RecordList } from './record-list.ts';

/** What is read of a page, and how its edges are followed. */
export interface PageReading {
  readonly selection: PageSelection;
  readonly follow: FollowEdge;
}

/** Compiles a page of a list without reading it. @throws ListQueryError for what cannot be asked of it */
export function checkList(list: RecordList, query: ListQuery, now: Date): void {
  compileList(withAskedEdges(list, query, now), query, now);
}

/**
 * Reads the selected parts of a page: its records as views, or as JSON that PostgreSQL writes, for callers who would only copy what they read.
 * @param view maps a row to its view
 */
export async function readList<R extends object, T>(
  em: EntityManager,
  list: RecordList,
  query: ListQuery,
  reading: PageReading,
  now: Date,
  view: (row: R) => T,
): Promise<Page<T>> {
  const { selection, follow } = reading;
  const asked = withAskedEdges(list, query, now);
  if (selection.asJson) return readJson(em, asked, query, reading, now);
  const { record, cursors, facets: fields } = selection;
  const edges = edgesIn(record.members, list.model, follow);
  const selected = { ...query, select: record.fields, withCursors: cursors };
  const compiled = compileList(asked, { ...selected, further: edgeColumns(edges, list) }, now);
  const [found, total, totals, facets] = await Promise.all([
    selection.rows ? preparedRows<R & { cursorPlace: string }>(em, compiled.rows) : [],
    selection.total ? countAll(em, compiled.count) : undefined,
    selection.totals ? readTotals(em, asked, query, compiled, now) : undefined,
    fields.length > 0 ? readFacets(em, asked, query, fields, now) : undefined,
  ]);
  const page = pageOf(compiled, selected, found, (row) => viewFollowed<R, T>(row, view, edges), total);
  return { ...page, ...(totals ? { totals } : {}), ...(facets ? { facets } : {}) };
}

/** Reads the records of a page alone. @param view maps a row to its view */
export async function readRecordsOf<R extends object, T>(
  em: EntityManager,
  list: RecordList,
  query: ListQuery,
  now: Date,
  view: (row: R) => T,
): Promise<readonly T[]> {
  const compiled = compileList(withAskedEdges(list, query, now), query, now);
  const found = await preparedRows<R & { cursorPlace: string }>(em, compiled.rows);
  return pageOf(compiled, query, found, view).items;
}

async function readFacets(
  em: EntityManager,
  list: RecordList,
  query: ListQuery,
  fields: readonly string[],
  now: Date,
): Promise<FacetCounts[]> {
  const { text, values } = toQuery(facetsSql(list, fields, query, now));
  return facetsOf(list, fields, await rows<FacetRow>(em, text, values));
}

async function readTotals(
  em: EntityManager,
  list: RecordList,
  query: ListQuery,
  { matching }: CompiledList,
  now: Date,
): Promise<CurrencyTotals[]> {
  const tallied = talliedOf(list, query, now);
  const { text, values } = toQuery((tallied && talliedTotalsSql(list, tallied)) ?? totalsSql(list, matching));
  return exactTotals(await rows<CurrencyTotals>(em, text, values));
}

async function readJson<T>(
  em: EntityManager,
  list: RecordList,
  query: ListQuery,
  { selection, follow }: PageReading,
  now: Date,
): Promise<Page<T>> {
  // With their cursors, the records are needed one by one.
  const { total: withTotal, cursors: isApart, record } = selection;
  const compiled = compileJson(list, jsonOf(list, record.members, follow), { isApart, withTotal }, query, now);
  const reading = preparedRows<{ json: string; cursorPlace: string; total: number | null }>(em, compiled);
  if (!isApart) {
    const [whole] = await reading;
    return { ...pageOf<never, T>(compiled, query, [], same, whole?.total ?? undefined), json: whole?.json ?? '' };
  }
  const [found, total] = await Promise.all([
    reading,
    withTotal ? countAll(em, compileList(list, query, now).count) : undefined,
  ]);
  const { items: json, ...page } = pageOf(compiled, { ...query, withCursors: true }, found, (row) => row.json, total);
  return { ...page, items: [], json };
}

async function countAll(em: EntityManager, count: PlannedQuery): Promise<number> {
  const [counted] = await preparedRows<{ total: number }>(em, count);
  return counted?.total ?? 0;
}

/** The part of records that are read by id. */
export interface ById {
  /** Members to read; default all. */
  readonly select?: readonly string[] | undefined;
  /** Only records that match. */
  readonly filter?: ListQuery['filter'] | undefined;
}

/**
 * Reads records by id, in one statement.
 * @param view maps a row to its view
 * @returns in the order of the ids, undefined where there is none
 */
export async function readByIds<R extends object, T>(
  em: EntityManager,
  list: RecordList,
  ids: readonly string[],
  now: Date,
  view: (row: R) => T,
  { select, filter }: ById = {},
): Promise<(T | undefined)[]> {
  if (ids.length === 0) return [];
  const where = [sql`${list.tieBreak} = any(${ids}::uuid[])`];
  const query = { where, take: ids.length, select: select && ['id', ...select], ...(filter ? { filter } : {}) };
  const { rows: statement } = compileList(withAskedEdges(list, query, now), query, now);
  const found = await rows<R & { readonly id: string }>(em, statement.text, statement.values);
  const byId = new Map(found.map((row) => [row.id, view(row)]));
  return ids.map((id) => byId.get(id));
}

function same<T>(value: T): T {
  return value;
}
