import type { Page } from '../model/ports.ts';
import { compileFilter, containsText, type FilterEdge, type FilterNode } from './list-filter.ts';
import { afterCursor, type ListOrder, orderBy, placeOf, readOrder, type SortKey, writeCursor } from './list-order.ts';
import { type ListField, ListQueryError, readInteger, readText } from './list-values.ts';
import { allOf, anyOf, joinSql, type SqlFragment, type SqlQuery, sql, toQuery, trustedSql } from './sql.ts';

/** A module's declaration of a list. All SQL in it comes from our source code. */
export interface ListDefinition {
  /** Tables and their joins; a join must not multiply rows. */
  readonly from: string;
  /** Selected columns by member name. */
  readonly columns: Readonly<Record<string, string>>;
  /** The condition of the rows that exist for callers. */
  readonly where?: string;
  /** Text columns that `search` looks into. */
  readonly search?: readonly string[];
  /** What callers may filter and sort by. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** What filters can have conditions across. */
  readonly edges?: Readonly<Record<string, FilterEdge>>;
  readonly defaultSort: readonly SortKey[];
  /** A unique uuid column. */
  readonly tieBreak: string;
}

/** One query of a list. */
export interface ListQuery {
  /** Conditions of the module, in addition to the caller's. */
  readonly where?: readonly SqlFragment[];
  /** The operation's own filter, beside the caller's. */
  readonly within?: FilterNode;
  /** Text that one of the search columns contains, upper and lower case alike; empty means no search. */
  readonly search?: string;
  readonly filter?: FilterNode;
  readonly sort?: readonly SortKey[];
  /** Rows to skip; not together with `after`. */
  readonly skip?: number;
  /** Rows of a page, at least 1; the maximum is the operation's. */
  readonly take: number;
  /** Members to read; default all. */
  readonly select?: readonly string[];
  /** Further columns. */
  readonly further?: readonly SqlFragment[];
  /** Whether the page has the cursor of each item. */
  readonly withCursors?: boolean;
  /** The `nextCursor` of the page before, read in the same order. */
  readonly after?: string;
}

/** The statements of one query. `rows` selects one more row than requested, which `pageOf` removes. */
export interface CompiledList {
  readonly rows: SqlQuery;
  /** One row `{ total }`: the number of all matching rows. */
  readonly count: SqlQuery;
  /** From `from` on: all matching rows. */
  readonly matching: SqlFragment;
  readonly order: ListOrder;
}

const MEMBER_NAME = /^[a-z][A-Za-z0-9]*$/;
const RESERVED_FIELDS = ['and', 'or', 'not'];

/**
 * Checks a declaration at start-up.
 * @throws Error if a member name is invalid or reserved, or the default sort names an unknown field
 */
export function defineList(definition: ListDefinition): ListDefinition {
  for (const name of [...Object.keys(definition.columns), ...Object.keys(definition.fields)]) {
    if (!MEMBER_NAME.test(name) || name === 'cursorPlace') throw new Error(`A list cannot have a member ${name}.`);
  }
  for (const name of RESERVED_FIELDS) {
    if (Object.hasOwn(definition.fields, name)) throw new Error(`A list cannot have a field ${name}.`);
  }
  orderOf(definition, { take: 1 });
  return definition;
}

/**
 * Compiles one query: text comes only from the declaration, values of the caller are parameters. PostgreSQL keeps the plans,
 * which the limit decides: the limit is part of the text.
 * @param now the time from which `withinLast` counts back
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileList(list: ListDefinition, query: ListQuery, now: Date): CompiledList {
  const { skip, take } = readWindow(query);
  const order = orderOf(list, query);
  const matching = matchingOf(list, query, now);
  const onPage = query.after === undefined ? matching : [...matching, afterCursor(order, query.after)];
  const from = trustedSql(list.from);
  const columns = Object.entries(list.columns)
    .filter(([name]) => query.select?.includes(name) ?? true)
    .map(([name, column]) => trustedSql(`${column} as "${name}"`));
  return {
    rows: toQuery(
      sql`select ${joinSql([...columns, ...(query.further ?? []), sql`${placeOf(order)} as "cursorPlace"`], ', ')} from ${from} where ${allOf(onPage)} order by ${orderBy(order)} ${trustedSql(`limit ${take + 1} offset ${skip}`)}`,
    ),
    count: toQuery(sql`select ${totalOf(list, matching)} as total`),
    matching: sql`from ${from} where ${allOf(matching)}`,
    order,
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
): SqlQuery & { readonly order: ListOrder } {
  const { skip, take } = readWindow(query);
  const order = orderOf(list, query);
  const matching = matchingOf(list, query, now);
  const onPage = query.after === undefined ? matching : [...matching, afterCursor(order, query.after)];
  const from = trustedSql(list.from);
  const place = isApart ? sql`, ${placeOf(order)} as "cursorPlace"` : trustedSql('');
  const limit = trustedSql(`limit ${take + (isApart ? 1 : 0)} offset ${skip}`);
  const page = sql`select ${json} as json${place} from ${from} where ${allOf(onPage)} order by ${orderBy(order)} ${limit}`;
  if (isApart) return { order, ...toQuery(page) };
  const total = withTotal ? totalOf(list, matching) : trustedSql('null');
  // The rows of a subquery come in its order.
  return {
    order,
    ...toQuery(sql`select coalesce(string_agg(json, ','), '') as json, ${total} as total from (${page}) page`),
  };
}

/** The query of an export: all matching rows unless `take` limits them. */
export type ExportQuery = Omit<ListQuery, 'take' | 'after'> & { readonly take?: number };

/**
 * Compiles an export: the rows of a list in its order, with other columns, as text.
 * @param columns one SQL expression of our source code per column
 * @throws ListQueryError naming the part of the query that is wrong
 */
export function compileExport(
  list: ListDefinition,
  columns: readonly string[],
  query: ExportQuery,
  now: Date,
): SqlQuery {
  const { skip } = readWindow({ ...query, take: query.take ?? 1 });
  const matching = matchingOf(list, query, now);
  const selected = joinSql(
    columns.map((column) => trustedSql(`(${column})::text`)),
    ', ',
  );
  const order = orderBy(orderOf(list, { ...query, take: 1 }));
  return toQuery(
    sql`select ${selected} from ${trustedSql(list.from)} where ${allOf(matching)} order by ${order} limit ${query.take ?? null}::bigint offset ${skip}::bigint`,
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
  const { skip = 0, take } = query;
  const hasMore = rows.length > take;
  const last = rows[take - 1];
  return {
    items: rows.slice(0, take).map(view),
    ...(total === undefined ? {} : { total }),
    skip,
    take,
    hasMore,
    ...(hasMore && last ? { nextCursor: writeCursor(order, last.cursorPlace) } : {}),
    ...(query.withCursors ? { cursors: rows.slice(0, take).map((row) => writeCursor(order, row.cursorPlace)) } : {}),
  };
}

function readWindow({ skip = 0, take, after }: ListQuery): { readonly skip: number; readonly take: number } {
  if (readInteger('skip', skip) < 0) throw new ListQueryError('skip', 'must not be negative');
  if (readInteger('take', take) < 1) throw new ListQueryError('take', 'must be at least 1');
  if (skip > 0 && after !== undefined) throw new ListQueryError('skip', 'must not be given together with after');
  return { skip, take };
}

function orderOf(list: ListDefinition, { sort }: ListQuery): ListOrder {
  const keys = sort && sort.length > 0 ? sort : list.defaultSort;
  return readOrder(list.from, list.fields, keys, { column: list.tieBreak, type: 'id', notNull: true });
}

/** SQL of the number of all matching rows. */
function totalOf(list: ListDefinition, matching: readonly SqlFragment[]): SqlFragment {
  return sql`(select count(*)::int from ${trustedSql(list.from)} where ${allOf(matching)})`;
}

function matchingOf(list: ListDefinition, query: Omit<ListQuery, 'take'>, now: Date): SqlFragment[] {
  const filters = [query.within, query.filter].flatMap((filter) => filterOf(list, filter, now));
  const existing = list.where ? [trustedSql(list.where)] : [];
  return [...existing, ...(query.where ?? []), ...searchIn(list, query.search), ...filters];
}

function searchIn({ search: columns = [] }: ListDefinition, search: string | undefined): SqlFragment[] {
  if (search === undefined || search === '') return [];
  const text = readText('search', search);
  return [anyOf(columns.map((column) => containsText(column, text)))];
}

function filterOf(list: ListDefinition, filter: FilterNode | undefined, now: Date): SqlFragment[] {
  return filter === undefined ? [] : [compileFilter(list.fields, filter, now, list.edges)];
}
