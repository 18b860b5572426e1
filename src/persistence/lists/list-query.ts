import { fieldProblem } from '../../model/field-problems.ts';
import type { Page } from '../../model/ports.ts';
import type { PlannedQuery } from '../sql/prepared.ts';
import { allOf, joinSql, type SqlFragment, type SqlQuery, sql, tablesSql, toQuery, trustedSql } from '../sql/sql.ts';
import { type Asked, askedOf, branchesOf, conditionsOf, foundInFew, isSearch, kindsOf } from './list-conditions.ts';
import { type ListDefinition, type ListQuery, orderOf, sortedTables } from './list-definition.ts';
import {
  afterCursor,
  type GivenCursor,
  type ListOrder,
  orderBy,
  placeOf,
  reversed,
  writeCursor,
} from './list-order.ts';
import { pageRows } from './list-page.ts';
import { totalOf } from './list-total.ts';
import { ListQueryError, readInteger } from './list-values.ts';

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
      return planned(sql`select ${joinSql(selected, ', ')} ${pageFrom(work, query.take + 1)}`, asked);
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
  const rows = pageFrom(work, query.take + (isApart ? 1 : 0));
  const page = sql`select ${json} as json${place} ${rows}`;
  if (isApart) return { order, ...planned(page, asked) };
  const total = withTotal ? totalOf(list, query, asked, now) : sql`null`;
  // The rows of a subquery come in its order, which the place of each makes that of the list again.
  const inOrder = query.isBackward ? sql`string_agg(json, ',' order by place desc)` : sql`string_agg(json, ',')`;
  const found = query.isBackward ? sql`select json, row_number() over () as place from (${page}) read` : page;
  const whole = sql`select coalesce(${inOrder}, '') as json, ${total} as total from (${found}) page`;
  return { order, ...planned(whole, asked) };
}

/** The query of an export: all matching rows unless `take` limits them. */
export type ExportQuery = Omit<ListQuery, 'take' | 'after' | 'before' | 'isBackward'> & { readonly take?: number };

/**
 * Compiles an export: the rows of a list in its order, with other columns, as text.
 * @param columns one SQL expression of our source code per column
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileExport(
  list: ListDefinition,
  columns: readonly SqlFragment[],
  query: ExportQuery,
  now: Date,
): SqlQuery {
  const { skip } = readWindow({ ...query, take: query.take ?? 1 });
  const selected = columns.map((column) => sql`(${column})::text`);
  const matching = allOf(conditionsOf(list, askedOf(list, query, now)));
  const order = orderBy(orderOf(list, query.sort));
  return toQuery(
    sql`select ${joinSql(selected, ', ')} from ${tablesSql(sortedTables(list))} where ${matching} order by ${order} limit ${query.take ?? null}::bigint offset ${skip}::bigint`,
  );
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

function readWindow({ skip = 0, take, after, before }: ListQuery): { readonly skip: number } {
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

/** From `from` on: the rows of a page, in order. */
function pageFrom({ list, query, skip, order, asked, cursors }: Work, limit: number): SqlFragment {
  const { tieBreak, sideTable, repeats = [] } = list;
  const { from, following, until } = cursors;
  const tables = sortedTables(list);
  return pageRows({
    ...kindsOf(list, asked, order),
    ...tables,
    tieBreak,
    sideTable,
    repeats,
    order,
    skip,
    limit,
    conditions: [...conditionsOf(list, asked, foundInFew), ...until],
    ofEach: [...conditionsOf(list, { ...asked, filtered: asked.ofEach }, foundInFew), ...until],
    from,
    following,
    byIndex: isSearch(asked) ? branchesOf({ ...list, ...tables }, asked, [...following, ...until]) : undefined,
    isSorted: (query.sort ?? []).length > 0,
  });
}
