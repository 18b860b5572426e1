import type { EntityManager } from '@mikro-orm/postgresql';
import type { CurrencyTotals, Page } from '../model/ports.ts';
import { edgeColumns, type PlannedEdge, viewFollowed } from './edge-plan.ts';
import { compileList, type ListDefinition, type ListQuery, pageOf } from './list-query.ts';
import { totalsSql } from './list-totals.ts';
import { row, rows } from './query.ts';
import type { RecordList } from './record-list.ts';
import { type SqlFragment, sql, toQuery, trustedSql } from './sql.ts';

/**
 * Reads one page of a list as plain rows.
 * @param query the caller's query; `withTotal: false` and `withRows: false` skip unused results; `edges` of a record's
 *   list are read in the same statement, and its sums with `withTotals`
 * @param view maps a row to its view
 */
export async function readList<R extends object, T>(
  em: EntityManager,
  list: ListDefinition,
  query: ListQuery & {
    readonly withTotal?: boolean;
    readonly withRows?: boolean;
    readonly withTotals?: boolean;
    readonly edges?: readonly PlannedEdge[];
  },
  now: Date,
  view: (row: R) => T,
): Promise<Page<T>> {
  const { edges = [] } = query;
  const compiled = compileList(list, { ...query, further: edgeColumns(edges, list as RecordList) }, now);
  const [found, counted, totals] = await Promise.all([
    query.withRows === false ? [] : rows<R & { cursorPlace: string }>(em, compiled.rows.text, compiled.rows.values),
    query.withTotal === false ? undefined : row<{ total: number }>(em, compiled.count.text, compiled.count.values),
    query.withTotals ? readTotals(em, list as RecordList, compiled.matching) : undefined,
  ]);
  const viewRow = (row: R): T => viewFollowed(row as never, view as never, edges);
  const page = pageOf(compiled, query, found, viewRow, counted?.total);
  return totals ? { ...page, totals } : page;
}

function readTotals(em: EntityManager, list: RecordList, matching: SqlFragment): Promise<CurrencyTotals[]> {
  const { text, values } = toQuery(totalsSql(list, matching));
  return rows<CurrencyTotals>(em, text, values);
}

/**
 * Reads records by id, in one statement.
 * @param select members to read; default all
 * @returns in the order of the ids, undefined where there is none
 */
export async function readByIds<R extends object, T>(
  em: EntityManager,
  list: ListDefinition,
  ids: readonly string[],
  now: Date,
  view: (row: R) => T,
  select?: readonly string[],
): Promise<(T | undefined)[]> {
  if (ids.length === 0) return [];
  const where = [sql`${trustedSql(list.tieBreak)} = any(${ids}::uuid[])`];
  const { rows: query } = compileList(list, { where, take: ids.length, select: select && ['id', ...select] }, now);
  const found = await rows<R & { readonly id: string }>(em, query.text, query.values);
  const byId = new Map(found.map((row) => [row.id, view(row)]));
  return ids.map((id) => byId.get(id));
}
