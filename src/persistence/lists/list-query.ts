import { fieldProblem } from '../../model/field-problems.ts';
import type { Page } from '../../model/ports.ts';
import type { PlannedQuery } from '../sql/prepared.ts';
import { allOf, Column, joinSql, type SqlFragment, sql, tablesSql, toQuery, trustedSql } from '../sql/sql.ts';
import { pathsOf, rowsAlong, rowsInTurn } from './access-paths.ts';
import { type Asked, askedOf, branchesOf, conditionsOf, foundInFew, isSearch, kindsOf } from './list-conditions.ts';
import { type ListDefinition, type ListQuery, orderOf, sortedTables } from './list-definition.ts';
import {
  afterCursor,
  type GivenCursor,
  type ListOrder,
  orderBy,
  placeOf,
  rangesOf,
  reversed,
  writeCursor,
} from './list-order.ts';
import { searchedKeys } from './list-search.ts';
import { totalOf } from './list-total.ts';
import { ListQueryError, readInteger } from './list-values.ts';
import { type RowSource, rowsInOrder, type Window } from './row-source.ts';

/** From this many skipped rows on, they are skipped by key. */
const DEEP = 1_000;

/** The statements of one query, each composed when it is asked for. */
export interface CompiledList {
  /** One row more than requested, which `pageOf` removes. */
  readonly rows: PlannedQuery;
  /** One row `{ total }`: the number of all matching rows. */
  readonly count: PlannedQuery;
  /** From `from` on: all matching rows. */
  readonly matching: SqlFragment;
  readonly order: ListOrder;
}

/**
 * Compiles one query: text comes only from the declaration, values of the caller are parameters. PostgreSQL keeps the plans,
 * which the limit decides: the limit is part of the text.
 * @param now the time from which `withinLast` counts back
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileList(list: ListDefinition, query: ListQuery, now: Date): CompiledList {
  const work = workOn(list, query, now);
  const { order, asked } = work;
  const columns = Object.entries(list.columns)
    .filter(([name]) => query.select?.includes(name) ?? true)
    .map(([name, column]) => sql`${column} as ${trustedSql(`"${name}"`)}`);
  const selected = [...columns, ...(query.further ?? []), sql`${placeOf(order)} as "cursorPlace"`];
  return {
    order,
    get rows() {
      return planned(sql`select ${joinSql(selected, ', ')} ${pageRows(work, query.take + 1)}`, asked);
    },
    get count() {
      return planned(sql`select ${totalOf(list, query, asked, now)} as total`, asked);
    },
    get matching() {
      return sql`from ${tablesSql(list)} where ${allOf(conditionsOf(list, asked))}`;
    },
  };
}

/**
 * The statement of a page as JSON text: a row for each record with its place, or one row with all records joined by
 * commas, and the total if it is asked for.
 */
export function compileJson(
  list: ListDefinition,
  json: SqlFragment,
  { isApart, withTotal }: { readonly isApart: boolean; readonly withTotal: boolean },
  query: ListQuery,
  now: Date,
): PlannedQuery & { readonly order: ListOrder } {
  const work = workOn(list, query, now);
  const { order, asked } = work;
  const place = isApart ? sql`, ${placeOf(order)} as "cursorPlace"` : sql``;
  const rows = pageRows(work, query.take + (isApart ? 1 : 0));
  const page = sql`select ${json} as json${place} ${rows}`;
  if (isApart) return { order, ...planned(page, asked) };
  const total = withTotal ? totalOf(list, query, asked, now) : sql`null`;
  // The rows of a subquery come in its order, which the place of each makes that of the list again.
  const inOrder = query.isBackward ? sql`string_agg(json, ',' order by place desc)` : sql`string_agg(json, ',')`;
  const found = query.isBackward ? sql`select json, row_number() over () as place from (${page}) read` : page;
  const whole = sql`select coalesce(${inOrder}, '') as json, ${total} as total from (${found}) page`;
  return { order, ...planned(whole, asked) };
}

/**
 * Builds a page from the results of `rows` and, if requested, `count`.
 * @param view maps a row to its view
 */
export function pageOf<R extends { readonly cursorPlace: string }, T>(
  { order }: Pick<CompiledList, 'order'>,
  query: ListQuery,
  rows: readonly R[],
  view: (row: R) => T,
  total?: number,
): Page<T> {
  const { skip = 0, take, isBackward, withCursors } = query;
  const shown = rows.slice(0, take);
  const hasMore = rows.length > take;
  const last = shown.at(-1);
  const next = hasMore && last ? { nextCursor: writeCursor(order, last.cursorPlace) } : {};
  if (isBackward) shown.reverse();
  return {
    items: shown.map(view),
    ...(total === undefined ? {} : { total }),
    skip,
    take,
    hasMore,
    ...next,
    ...(withCursors ? { cursors: shown.map((row) => writeCursor(order, row.cursorPlace)) } : {}),
  };
}

function planned(statement: SqlFragment, asked: Asked): PlannedQuery {
  return { ...toQuery(statement), isPlannedAnew: isSearch(asked) };
}

/** @throws ListQueryError for a length, or a number of skipped rows, that no page has */
export function readWindow({ skip = 0, take, after, before }: ListQuery): { readonly skip: number } {
  if (readInteger('skip', skip) < 0) throw new ListQueryError(fieldProblem('skip', 'TOO_SMALL', { minimum: 0 }));
  if (readInteger('take', take) < 1) throw new ListQueryError(fieldProblem('take', 'TOO_SMALL', { minimum: 1 }));
  if (skip > 0 && (after ?? before) !== undefined) {
    throw new ListQueryError(fieldProblem('skip', 'NOT_WITH_CURSOR'));
  }
  return { skip };
}

/** A query that was checked. */
interface Work {
  readonly list: ListDefinition;
  readonly query: ListQuery;
  readonly skip: number;
  /** The order in which the rows are read. */
  readonly order: ListOrder;
  readonly asked: Asked;
  readonly cursors: PageCursors;
}

/** What the cursors of a page say of its rows. */
interface PageCursors {
  /** Where the page begins, in the order in which it is read. */
  readonly from: GivenCursor | undefined;
  readonly following: readonly SqlFragment[];
  /** The condition of the rows on this side of the other cursor. */
  readonly until: readonly SqlFragment[];
}

/**
 * The cursors of a page.
 * @param order in which the page is read
 * @throws ListQueryError for a cursor that is malformed, or of another list or order
 */
export function cursorsOf(
  order: ListOrder,
  { after, before, isBackward }: Pick<ListQuery, 'after' | 'before' | 'isBackward'>,
): PageCursors {
  const lower = after === undefined ? undefined : ({ argument: 'after', cursor: after } as const);
  const upper = before === undefined ? undefined : ({ argument: 'before', cursor: before } as const);
  const [from, to] = isBackward ? [upper, lower] : [lower, upper];
  return {
    from,
    following: from ? [afterCursor(order, from)] : [],
    until: to ? [afterCursor(reversed(order), to)] : [],
  };
}

/** @throws ListQueryError naming the part of the query that is wrong */
function workOn(list: ListDefinition, query: ListQuery, now: Date): Work {
  const { skip } = readWindow(query);
  const listed = orderOf(list, query.sort);
  const order = query.isBackward ? reversed(listed) : listed;
  return { list, query, skip, order, asked: askedOf(list, query, now), cursors: cursorsOf(order, query) };
}

/**
 * SQL of the rows of a page, from `from` on, in order. A deep page, one of a search and one in a chosen order are found by
 * key first: an index answers that alone or little is sorted, and only the rows of the page are read whole, with their joins. In an
 * order of the list's own table the first rows of an index are the page.
 */
function pageRows(work: Work, limit: number): SqlFragment {
  const { list, skip, order, asked, cursors } = work;
  const { tieBreak: id } = list;
  const tables = sortedTables(list);
  const conditions = [...conditionsOf(list, asked, foundInFew), ...cursors.until];
  const source = { ...tables, id, conditions, after: cursors.following, order };
  const window = { limit, skip };
  const keys = id instanceof Column ? keysOf(work, source, window) : undefined;
  if (!keys) return rowsInOrder(source, window);
  return sql`from ${tablesSql(tables)} where ${id} in (${keys}) order by ${orderBy(order)}`;
}

/** The keys of a page; undefined where its rows are found as quickly without them. */
function keysOf(
  { list, query, order, asked, cursors }: Work,
  source: RowSource,
  window: Window,
): SqlFragment | undefined {
  const { table, joins } = source;
  const { from, following, until } = cursors;
  if (isSearch(asked))
    return searchedKeys(source, branchesOf({ ...list, table, joins }, asked, [...following, ...until]), window);
  const kinds = kindsOf(list, asked, order);
  const isSorted = (query.sort ?? []).length > 0;
  const isDeep = window.skip >= DEEP;
  if (!isSorted && !isDeep && !kinds.isJoined && !kinds.isAcross && !kinds.isRanged) return undefined;
  const rules = {
    ...window,
    ...kinds,
    // A deep page is read along the order: those before it would have to be found and sorted.
    isRanged: kinds.isRanged && !isDeep,
    isSorted,
    sideTable: list.sideTable,
    repeats: list.repeats ?? [],
    ofEach: [...conditionsOf(list, { ...asked, filtered: asked.ofEach }, foundInFew), ...until],
  };
  const paths = rangesOf(order, from).flatMap((range) => pathsOf(source, range, rules));
  const [only, ...others] = paths;
  if (!only || others.length > 0) return rowsInTurn(paths, order, window);
  const isOwnOrder = only.access.by !== 'join' && only.source.table === table;
  if (isOwnOrder && !isDeep) return undefined;
  return sql`select ${only.source.id} ${rowsAlong(only, window)}`;
}
