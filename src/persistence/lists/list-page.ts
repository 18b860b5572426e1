import { type SqlFragment, sql, type Tables, tablesSql } from '../sql/sql.ts';
import { afterCursor, type ListOrder, orderBy, stretchesOf } from './list-order.ts';
import { type Reading, rowsInOrder, type Window } from './list-reading.ts';
import { type Branch, searchedKeys } from './list-search.ts';
import { type Asked, inWay, keysInTurn, waysOf } from './list-ways.ts';

/** What the rows of a page are found by. */
export interface PageSearch extends Window, Asked, Required<Tables> {
  /** The unique column of the list. */
  readonly tieBreak: SqlFragment;
  /** Whether that is an expression, by which no index finds rows. */
  readonly isTieDerived: boolean;
  readonly order: ListOrder;
  /** The conditions, to be checked row by row. */
  readonly conditions: readonly SqlFragment[];
  /** The cursor that the page follows. */
  readonly after: string | undefined;
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
  const { table, joins, tieBreak, isTieDerived, conditions, order } = page;
  const after = page.after === undefined ? [] : [afterCursor(order, page.after)];
  const reading = { table, joins, id: tieBreak, conditions, after, order };
  const keys = isTieDerived ? undefined : keysOf(reading, page);
  if (!keys) return rowsInOrder(reading, page);
  return sql`from ${tablesSql(page)} where ${tieBreak} in (${keys}) order by ${orderBy(order)}`;
}

/** The keys of a page; undefined where its rows are found as quickly without them. */
function keysOf(reading: Reading, page: PageSearch): SqlFragment | undefined {
  const { byIndex, isAcross, hasEdges, isRanged, isSorted, skip } = page;
  if (byIndex) return searchedKeys(reading, byIndex, page);
  if (!isSorted && skip < DEEP && !isAcross && !hasEdges && !isRanged) return undefined;
  // A deep page is read along the order: those before it would have to be found and sorted.
  const asked = { ...page, isRanged: isRanged && skip < DEEP };
  const ways = stretchesOf(page.order, page.after).flatMap((stretch) => waysOf(reading, stretch, asked));
  const [only, ...others] = ways;
  if (!only || others.length > 0) return keysInTurn(ways, page.order, page);
  const isOwnOrder = only.driver === undefined && only.reading.table === reading.table;
  if (isOwnOrder && skip < DEEP) return undefined;
  return sql`select ${only.reading.id} ${inWay(only, page)}`;
}
