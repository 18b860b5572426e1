import { Column, type SqlFragment, sql, type Tables, tablesSql } from '../sql/sql.ts';
import { type AccessRules, pathsOf, rowsAlong, rowsInTurn } from './access-paths.ts';
import { type GivenCursor, type ListOrder, orderBy, rangesOf } from './list-order.ts';
import { type Branch, searchedKeys } from './list-search.ts';
import { type RowSource, rowsInOrder, type Window } from './row-source.ts';

/** What the rows of a page are found by. */
export interface PageSearch extends Window, AccessRules, Required<Tables> {
  /** The unique column of the list. */
  readonly tieBreak: SqlFragment;
  readonly order: ListOrder;
  /** The conditions, to be checked row by row. */
  readonly conditions: readonly SqlFragment[];
  /** The cursor that the page begins at, and what that says of its rows. */
  readonly from: GivenCursor | undefined;
  readonly following: readonly SqlFragment[];
  /** The same rows as a union of what indexes of text find; undefined where no text is searched. */
  readonly byIndex: readonly Branch[] | undefined;
}

/** From this many skipped rows on, they are skipped by key. */
const DEEP = 1_000;

/**
 * SQL of the rows of a page, from `from` on, in order. A deep page, one of a search and one in a chosen order are found by
 * key first: an index answers that alone or little is sorted, and only the rows of the page are read whole, with their joins. In an
 * order of the list's own table the first rows of an index are the page.
 */
export function pageRows(page: PageSearch): SqlFragment {
  const { table, joins, tieBreak: id, conditions, following, order } = page;
  const source = { table, joins, id, conditions, after: following, order };
  const keys = id instanceof Column ? keysOf(source, page) : undefined;
  if (!keys) return rowsInOrder(source, page);
  return sql`from ${tablesSql(page)} where ${id} in (${keys}) order by ${orderBy(order)}`;
}

/** The keys of a page; undefined where its rows are found as quickly without them. */
function keysOf(source: RowSource, page: PageSearch): SqlFragment | undefined {
  const { byIndex, isJoined, isAcross, isRanged, isSorted, skip } = page;
  if (byIndex) return searchedKeys(source, byIndex, page);
  if (!isSorted && skip < DEEP && !isJoined && !isAcross && !isRanged) return undefined;
  // A deep page is read along the order: those before it would have to be found and sorted.
  const rules = { ...page, isRanged: isRanged && skip < DEEP };
  const paths = rangesOf(page.order, page.from).flatMap((range) => pathsOf(source, range, rules));
  const [only, ...others] = paths;
  if (!only || others.length > 0) return rowsInTurn(paths, page.order, page);
  const isOwnOrder = only.access.by !== 'join' && only.source.table === source.table;
  if (isOwnOrder && skip < DEEP) return undefined;
  return sql`select ${only.source.id} ${rowsAlong(only, page)}`;
}
