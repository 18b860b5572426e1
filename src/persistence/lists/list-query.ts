import type { Page } from '../../model/ports.ts';
import {
  allOf,
  anyOf,
  isSame,
  joinSql,
  neededOf,
  type Source,
  type SqlFragment,
  type SqlQuery,
  sourcesOf,
  sql,
  type Tables,
  tableSql,
  tablesSql,
  textOf,
  toQuery,
  trustedSql,
} from '../sql/sql.ts';
import { complementOf } from './list-complement.ts';
import { asksOnly, compileFilter, type FilterEdge, type FilterNode, LOGIC } from './list-filter.ts';
import { afterCursor, type ListOrder, orderBy, placeOf, readOrder, type SortKey, writeCursor } from './list-order.ts';
import { pageRows } from './list-page.ts';
import { areOf, metWithout, repeatedIn, type Satellite } from './list-satellite.ts';
import { type Branch, searchedTotal } from './list-search.ts';
import { containsText, type TextColumn } from './list-text.ts';
import { type ListField, ListQueryError, readInteger, readText } from './list-values.ts';

/** A module's declaration of a list: its table and joins, and more. All SQL in it comes from our source code. */
export interface ListDefinition extends Tables {
  /** Selected columns by member name. */
  readonly columns: Readonly<Record<string, SqlFragment>>;
  /** The condition of the rows that exist for callers. */
  readonly where?: SqlFragment;
  /** Text columns that `search` looks into. */
  readonly search?: readonly TextColumn[];
  /** Text columns of other tables that `search` looks into. */
  readonly searchAcross?: readonly SearchAcross[];
  /** What callers may filter and sort by. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** What filters can have conditions across. */
  readonly edges?: Readonly<Record<string, FilterEdge>>;
  readonly defaultSort: readonly SortKey[];
  /** A unique uuid column. */
  readonly tieBreak: SqlFragment;
  /** Whether that is an expression, by which no index finds rows. */
  readonly isTieDerived?: boolean;
  /** A column that is never null and decides before it between equal rows: the age, which the indexes hold too. */
  readonly age?: SqlFragment;
  readonly satellite?: Satellite;
  /** How many records have the same words, for counts that need not read the records; the first knows how many there are. */
  readonly tallies?: readonly ListTally[];
}

/** Another table that a search looks into: its columns, and the column of the list's own table that holds its id. */
export interface SearchAcross {
  /** Not a join of the list: its alias is one that no other table of the list has. */
  readonly table: Source;
  readonly columns: readonly TextColumn[];
  readonly key: SqlFragment;
}

/** Rows with a `count` and words that records have in common. */
export interface ListTally {
  readonly table: Source;
  /** The fields of the list that it knows. */
  readonly fields: Readonly<Record<string, ListField>>;
  /** SQL of the sums of fields that it keeps. */
  readonly sums?: Readonly<Record<string, SqlFragment>>;
}

/** One query of a list. */
export interface ListQuery {
  /** Conditions of the module, in addition to the caller's. */
  readonly where?: readonly SqlFragment[];
  /** The operation's own filter, beside the caller's. */
  readonly within?: FilterNode;
  /** Text that one of the search columns contains, however it is typed; empty means no search. */
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

/** A tally and its rows for all matching records, from `from` on. */
export interface Tallied {
  readonly tally: ListTally;
  readonly rows: SqlFragment;
}

/** The statements of one query. `rows` selects one more row than requested, which `pageOf` removes. */
export interface CompiledList {
  readonly rows: SqlQuery;
  /** One row `{ total }`: the number of all matching rows. */
  readonly count: SqlQuery;
  /** From `from` on: all matching rows. */
  readonly matching: SqlFragment;
  /** Undefined where no tally knows what is asked. */
  readonly tallied: Tallied | undefined;
  readonly order: ListOrder;
}

const MEMBER_NAME = /^[a-z][A-Za-z0-9]*$/;

/**
 * Checks a declaration at start-up.
 * @throws Error if a member name is invalid or reserved, or the default sort names an unknown field
 */
export function defineList(definition: ListDefinition): ListDefinition {
  for (const name of [...Object.keys(definition.columns), ...Object.keys(definition.fields)]) {
    if (!MEMBER_NAME.test(name) || name === 'cursorPlace') throw new Error(`A list cannot have a member ${name}.`);
  }
  for (const name of LOGIC) {
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
  const columns = Object.entries(list.columns)
    .filter(([name]) => query.select?.includes(name) ?? true)
    .map(([name, column]) => sql`${column} as ${trustedSql(`"${name}"`)}`);
  return {
    rows: toQuery(
      sql`select ${joinSql([...columns, ...(query.further ?? []), sql`${placeOf(order)} as "cursorPlace"`], ', ')} ${pageFrom(list, query, now, { order, skip, limit: take + 1 })}`,
    ),
    count: toQuery(sql`select ${totalOf(list, query, now)} as total`),
    matching: sql`from ${tablesSql(list)} where ${allOf(matching)}`,
    tallied: talliedOf(list, query, now),
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
  const place = isApart ? sql`, ${placeOf(order)} as "cursorPlace"` : trustedSql('');
  const limit = take + (isApart ? 1 : 0);
  const page = sql`select ${json} as json${place} ${pageFrom(list, query, now, { order, skip, limit })}`;
  if (isApart) return { order, ...toQuery(page) };
  const total = withTotal ? totalOf(list, query, now) : trustedSql('null');
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
  columns: readonly SqlFragment[],
  query: ExportQuery,
  now: Date,
): SqlQuery {
  const { skip } = readWindow({ ...query, take: query.take ?? 1 });
  const matching = matchingOf(list, query, now);
  const selected = joinSql(
    columns.map((column) => sql`(${column})::text`),
    ', ',
  );
  const order = orderBy(orderOf(list, { ...query, take: 1 }));
  return toQuery(
    sql`select ${selected} from ${tablesSql(list)} where ${allOf(matching)} order by ${order} limit ${query.take ?? null}::bigint offset ${skip}::bigint`,
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
  const age = list.age ? [{ column: list.age, type: 'time', notNull: true } as const] : [];
  return readOrder(textOf(tablesSql(list)), list.fields, keys, [
    ...age,
    { column: list.tieBreak, type: 'id', notNull: true },
  ]);
}

/** From `from` on: the rows of a page, in order. */
function pageFrom(
  list: ListDefinition,
  query: ListQuery,
  now: Date,
  window: { readonly order: ListOrder; readonly skip: number; readonly limit: number },
): SqlFragment {
  const { after, sort = [] } = query;
  const { table, tieBreak, isTieDerived = false, satellite } = list;
  const following = after === undefined ? [] : [afterCursor(window.order, after)];
  const byIndex = isSearch(query) ? branchesOf(list, query, now, following) : undefined;
  const conditions = matchingOf(list, query, now, searchInFew);
  const isAcross = joins(list, query.within) || joins(list, query.filter);
  const hasEdges = crosses(list, query.within) || crosses(list, query.filter);
  return pageRows({
    ...window,
    table,
    joins: list.joins ?? [],
    tieBreak,
    isTieDerived,
    satellite,
    conditions,
    after,
    byIndex,
    isAcross,
    hasEdges,
    isNarrowed: narrows(list, query.within) || narrows(list, query.filter),
    isRanged: hasRange(list, query.within, window.order) || hasRange(list, query.filter, window.order),
    isSorted: sort.length > 0,
  });
}

/** Whether a query looks for text inside of values. */
function isSearch({ search, within, filter }: ListQuery): boolean {
  return Boolean(search) || contains(within) || contains(filter);
}

/** Whether a filter has conditions of joined tables; those across an edge are no such. */
function joins(list: ListDefinition, filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some((node) => joins(list, node));
  return Object.entries(filter ?? {}).some(([name, part]) => {
    const column = list.fields[name]?.column;
    if (part === undefined || column === undefined) return LOGIC.includes(name) && joins(list, part);
    const sources = sourcesOf([column]);
    return list.joins?.some((join) => sources.has(join));
  });
}

/** Whether a filter has conditions across an edge. */
function crosses(list: ListDefinition, filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some((node) => crosses(list, node));
  return Object.entries(filter ?? {}).some(([name, part]) => {
    if (part === undefined) return false;
    return LOGIC.includes(name) ? crosses(list, part) : list.edges?.[name] !== undefined;
  });
}

/** Whether a filter has conditions of the list's own fields. */
function narrows(list: ListDefinition, filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some((node) => narrows(list, node));
  return Object.entries(filter ?? {}).some(([name, part]) => {
    if (part === undefined) return false;
    return LOGIC.includes(name) ? narrows(list, part) : list.fields[name] !== undefined;
  });
}

/** Conditions that an interval of values meets. */
const RANGES = ['gte', 'lt', 'withinLast', 'olderThan', 'during'];

/** Whether a filter has a range of a field of the list's own table that the rows are not in the order of. */
function hasRange(list: ListDefinition, filter: unknown, order: ListOrder): boolean {
  if (Array.isArray(filter)) return filter.some((node) => hasRange(list, node, order));
  return Object.entries(filter ?? {}).some(([name, part]) => {
    if (part === undefined) return false;
    if (LOGIC.includes(name)) return hasRange(list, part, order);
    const column = list.fields[name]?.column;
    if (!column || isSame(column, order.keys[0]?.field.column)) return false;
    const isOwn = [...sourcesOf([column])].every((source) => source === list.table);
    return isOwn && RANGES.some((operator) => part?.[operator] !== undefined);
  });
}

function contains(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false;
  return Object.entries(filter).some(([name, part]) => (name === 'contains' ? part !== undefined : contains(part)));
}

/** SQL of the number of all matching rows, from a tally of the list where one knows all that is asked. */
function totalOf(list: ListDefinition, query: ListQuery, now: Date): SqlFragment {
  const { satellite, tallies = [], searchAcross = [] } = list;
  const { search } = query;
  const matching = matchingOf(list, query, now);
  if (search && searchAcross.length > 0) return searchedTotal(partsOf(list, query, readText('search', search), now));
  const countOf = (conditions: readonly SqlFragment[]) =>
    sql`(select count(*)::int from ${tablesSql(neededOf(list, conditions))} where ${allOf(conditions)})`;
  const counted = countOf(matching);
  const tallied = talliedOf(list, query, now);
  if (tallied) return sql`(${talliedTotal(tallied)})`;
  const [tally] = tallies;
  const complement = complementIn(list, query, now);
  if (complement) {
    const { whole, isSmaller, count } = complement;
    const total = talliedTotal(talliedBy(whole, []));
    return sql`(case when ${isSmaller} then (${total}) - ${count} else ${counted} end)::int`;
  }
  if (tally && !list.where && areOf(satellite, matching)) {
    const { table } = satellite;
    const without = sql`(${talliedTotal(talliedBy(tally, []))}) - (select count(*) from ${tableSql(table)})`;
    return sql`((select count(*) from ${tableSql(table)} where ${allOf(matching)})
      + case when ${metWithout(satellite, matching)} then ${without} else 0 end)::int`;
  }
  const both = satellite && repeatedIn(satellite, matching);
  if (both) {
    // What the satellite repeats leaves fewer of its rows to join.
    const joined = countOf([...matching, ...both.repeated]);
    return sql`(case when ${metWithout(satellite, both.own)} then ${counted} else ${joined} end)`;
  }
  return counted;
}

/** The rows that a query does not ask for, and the tally of these and those that it asks for. */
function complementIn(list: ListDefinition, query: ListQuery, now: Date) {
  const { fields, where, tallies: [all] = [] } = list;
  if (where || query.search || (query.where ?? []).length > 0) return undefined;
  const complement = complementOf(list, [query.within, query.filter], now);
  const whole = complement && fields[complement.field]?.notNull ? all : undefined;
  return complement && whole && { ...complement, whole };
}

/** The first tally that knows all that is asked, and its rows for all matching rows. */
function talliedOf({ tallies = [] }: ListDefinition, query: ListQuery, now: Date): Tallied | undefined {
  const { where = [], search, within, filter } = query;
  const tally = tallies.find(({ fields }) => asksOnly(fields, within) && asksOnly(fields, filter));
  if (!tally || where.length > 0 || search) return undefined;
  const conditions = [within, filter].flatMap((node) => (node ? [compileFilter(tally.fields, node, now)] : []));
  return talliedBy(tally, conditions);
}

function talliedBy(tally: ListTally, conditions: readonly SqlFragment[]): Tallied {
  return { tally, rows: sql`from ${tableSql(tally.table)} where ${allOf(conditions)}` };
}

function talliedTotal({ tally: { table }, rows }: Tallied): SqlFragment {
  return sql`select coalesce(sum(${table}.count), 0)::int ${rows}`;
}

/** @param searching how a search is written; by default for each row */
function matchingOf(
  list: ListDefinition,
  query: Omit<ListQuery, 'take'>,
  now: Date,
  searching: Searching = searchByRow,
): SqlFragment[] {
  const filters = [query.within, query.filter].flatMap((filter) => filterOf(list, filter, now));
  const existing = list.where ? [list.where] : [];
  const { search } = query;
  const searched = search === undefined || search === '' ? [] : [searching(list, readText('search', search))];
  return [...existing, ...(query.where ?? []), ...searched, ...filters];
}

/** One condition that each row meets or not. */
function searchByRow(list: ListDefinition, text: string): SqlFragment {
  const { searchAcross = [] } = list;
  return anyOf([foundInOwn(list, text), ...searchAcross.map((other) => existsIn(other, text))]);
}

/** The same where few rows are looked at. The offset keeps PostgreSQL from finding what contains the text in all of the other table first. */
function searchInFew(list: ListDefinition, text: string): SqlFragment {
  const { searchAcross = [] } = list;
  return anyOf([foundInOwn(list, text), ...searchAcross.map((other) => existsIn(other, text, sql`offset 0`))]);
}

/**
 * The same rows as a union of what the indexes of each table find: an OR across tables would be checked row by row. Within
 * one table PostgreSQL unites the indexes itself.
 */
function branchesOf(list: ListDefinition, query: ListQuery, now: Date, after: readonly SqlFragment[]): Branch[] {
  const { searchAcross = [] } = list;
  const own = { from: list, conditions: [...matchingOf(list, query, now, foundInOwn), ...after] };
  if (!query.search) return [own];
  const text = readText('search', query.search);
  const conditions = [...matchingOf(list, { ...query, search: '' }, now), ...after];
  return [
    own,
    ...searchAcross.map((other) => ({ from: list, foundIn: { ...other, text: foundIn(other, text) }, conditions })),
  ];
}

/** The same rows in parts, none of which has a row of another. */
function partsOf(list: ListDefinition, query: ListQuery, text: string, now: Date): Branch[] {
  const { searchAcross = [] } = list;
  const matching = matchingOf(list, { ...query, search: '' }, now);
  // Each condition apart: PostgreSQL joins by none that is a part of another.
  const without = (others: readonly SearchAcross[]) => [
    ...matching,
    ...others.map((other) => sql`not ${existsIn(other, text)}`),
  ];
  return [
    ...searchAcross.map((other, at) => ({
      from: list,
      foundIn: { ...other, text: foundIn(other, text) },
      conditions: without(searchAcross.slice(0, at)),
    })),
    { from: list, conditions: [foundInOwn(list, text), ...without(searchAcross)] },
  ];
}

type Searching = (list: ListDefinition, text: string) => SqlFragment;

function foundInOwn({ search = [] }: ListDefinition, text: string): SqlFragment {
  return anyOf(search.map((column) => containsText(column, text)));
}

function foundIn({ columns }: SearchAcross, text: string): SqlFragment {
  return anyOf(columns.map((column) => containsText(column, text)));
}

function existsIn(other: SearchAcross, text: string, end = sql``): SqlFragment {
  const { table, key } = other;
  return sql`exists (select 1 from ${tableSql(table)} where ${table}.id = ${key} and (${foundIn(other, text)}) ${end})`;
}

function filterOf(list: ListDefinition, filter: FilterNode | undefined, now: Date): SqlFragment[] {
  return filter === undefined ? [] : [compileFilter(list.fields, filter, now, list.edges)];
}
