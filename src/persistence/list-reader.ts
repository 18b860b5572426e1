import type { EntityManager } from '@mikro-orm/postgresql';
import { compileList, type ListDefinition, type ListPage, type ListQuery, pageOf } from './list-query.ts';
import { row, rows } from './query.ts';

/**
 * Reads one page of a list as plain rows.
 * @param query the caller's query; `withTotal: false` and `withRows: false` skip unused results
 * @param view maps a row to its view
 */
export async function readList<R extends object, T>(
  em: EntityManager,
  list: ListDefinition,
  query: ListQuery & { readonly withTotal?: boolean; readonly withRows?: boolean },
  now: Date,
  view: (row: R) => T,
): Promise<ListPage<T>> {
  const compiled = compileList(list, query, now);
  const [found, counted] = await Promise.all([
    query.withRows === false ? [] : rows<R & { cursorPlace: string }>(em, compiled.rows.text, compiled.rows.values),
    query.withTotal === false ? undefined : row<{ total: number }>(em, compiled.count.text, compiled.count.values),
  ]);
  return pageOf(compiled, query, found, view, counted?.total);
}
