import { allOf, anyOf, isSame, type SqlFragment, sourcesOf, sql, tableSql } from '../sql/sql.ts';
import type { ListDefinition, ListQuery, SearchAcross } from './list-definition.ts';
import { compileFilter, type FilterLeaf, type FilterNode, leavesOf } from './list-filter.ts';
import type { ListOrder } from './list-order.ts';
import type { Branch } from './list-search.ts';
import { foundText } from './list-text.ts';
import { readText } from './list-values.ts';

/** What a query asks of the rows of a list, compiled once for all of its statements. */
export interface Asked {
  /** The conditions of the list and of the module. */
  readonly existing: readonly SqlFragment[];
  /** Those of the filters. */
  readonly filtered: readonly SqlFragment[];
  /** The same, of single rows. */
  readonly ofEach: readonly SqlFragment[];
  /** The text that is searched for; undefined for none. */
  readonly search: string | undefined;
  /** The filters, and the conditions that their groups hold at last. */
  readonly filters: readonly FilterNode[];
  readonly leaves: readonly FilterLeaf[];
}

/** Conditions that an interval of values meets. */
const RANGES = ['gt', 'gte', 'lt', 'lte', 'withinLast', 'olderThan', 'during'];

/** @throws ListQueryError for a search or a filter that is wrong */
export function askedOf(
  list: ListDefinition,
  { where = [], within, filter, search }: Omit<ListQuery, 'take'>,
  now: Date,
): Asked {
  const filters = [within, filter].filter((node) => node !== undefined);
  const filtersBy = (isOfAll: boolean) =>
    filters.map((node) => compileFilter(list.fields, node, now, list.edges, { isOfAll }));
  const leaves = filters.flatMap(leavesOf);
  const isSearched = search !== undefined && search !== '';
  const ofEach = filtersBy(false);
  // The module's own conditions may be of a few rows, as those of ids are.
  const isOfMany = where.length === 0 && !isSearched && !leaves.some((leaf) => isOfFew(list, leaf));
  return {
    existing: [...(list.where ? [list.where] : []), ...where],
    filtered:
      isOfMany && leaves.some(([, conditions]) => hasOperator(conditions, ['atLeast'])) ? filtersBy(true) : ofEach,
    ofEach,
    search: isSearched ? readText('search', search) : undefined,
    filters,
    leaves,
  };
}

/** Whether a condition is of a text or an id of the list's own, which few rows have: what these need of others is looked up, row by row. */
function isOfFew({ fields }: ListDefinition, [name, conditions]: FilterLeaf): boolean {
  const type = Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
  return (type === 'text' || type === 'id') && hasOperator(conditions, ['eq', 'in', 'contains', 'startsWith']);
}

/** All conditions, to be checked row by row. @param found how a text is looked for; by default in each row */
export function conditionsOf(
  list: ListDefinition,
  asked: Asked,
  found: (list: ListDefinition, text: string) => SqlFragment = foundByRow,
): SqlFragment[] {
  const { existing, filtered, search } = asked;
  return [...existing, ...(search === undefined ? [] : [found(list, search)]), ...filtered];
}

/** Whether a query looks for text inside of values: its best plan depends on the text. */
export function isSearch({ search, leaves }: Asked): boolean {
  return search !== undefined || leaves.some(([, conditions]) => hasOperator(conditions, ['contains', 'startsWith']));
}

/** Whether conditions, those across edges too, have one of these operators. */
function hasOperator(conditions: unknown, operators: readonly string[]): boolean {
  if (typeof conditions !== 'object' || conditions === null) return false;
  return Object.entries(conditions).some(([name, part]) =>
    operators.includes(name) ? part !== undefined : hasOperator(part, operators),
  );
}

/** What a filter has conditions of, which decides how a page is found. */
export interface Kinds {
  /** Whether a condition is of a joined table; those across an edge are no such. */
  readonly isJoined: boolean;
  /** Whether one is across an edge. */
  readonly isAcross: boolean;
  /** Whether one is a range of a field of the list's own table that the rows are not in the order of. */
  readonly isRanged: boolean;
}

export function kindsOf(
  { table, joins = [], fields, edges = {} }: ListDefinition,
  asked: Asked,
  order: ListOrder,
): Kinds {
  const own = asked.leaves.flatMap(([name, conditions]) => {
    const column = fields[name]?.column;
    return column ? [{ column, sources: sourcesOf([column]), conditions }] : [];
  });
  const first = order.keys[0]?.field.column;
  return {
    isJoined: own.some(({ sources }) => joins.some((join) => sources.has(join))),
    isAcross: asked.leaves.some(([name]) => edges[name] !== undefined),
    isRanged: own.some(({ column, sources, conditions }) => {
      const isOfTable = [...sources].every((source) => source === table);
      return (
        isOfTable && !isSame(column, first) && Object.keys(conditions).some((operator) => RANGES.includes(operator))
      );
    }),
  };
}

type Searched = Pick<ListDefinition, 'search' | 'searchAcross'>;

/** One condition that each row meets or not. */
export function foundByRow({ search, searchAcross = [] }: Searched, text: string): SqlFragment {
  return anyOf([foundIn(search, text), ...searchAcross.map((other) => existsIn(other, text))]);
}

/** The same where few rows are looked at. The offset keeps PostgreSQL from finding what contains the text in all of the other table first. */
export function foundInFew({ search, searchAcross = [] }: ListDefinition, text: string): SqlFragment {
  return anyOf([foundIn(search, text), ...searchAcross.map((other) => existsIn(other, text, sql`offset 0`))]);
}

/**
 * The same rows as a union of what the indexes of each table find: an OR across tables would be checked row by row. Within
 * one table PostgreSQL unites the indexes itself. @param after conditions of the rows after a cursor
 */
export function branchesOf(list: ListDefinition, asked: Asked, after: readonly SqlFragment[]): Branch[] {
  const own = conditionsOf(list, asked, ({ search }, text) => foundIn(search, text));
  const { search: text, existing, filtered } = asked;
  const others = text === undefined ? [] : (list.searchAcross ?? []);
  return [
    { from: list, conditions: [...own, ...after] },
    ...others.map((other) => branchIn(list, other, text ?? '', [...existing, ...filtered, ...after])),
  ];
}

/** The same rows in parts, none of which has a row of another. */
export function partsOf(list: ListDefinition, { existing, filtered }: Asked, text: string): Branch[] {
  const { search, searchAcross = [] } = list;
  // Each condition apart: PostgreSQL joins by none that is a part of another.
  const without = (others: readonly SearchAcross[]) => [
    ...existing,
    ...filtered,
    ...others.map((other) => sql`not ${existsIn(other, text)}`),
  ];
  return [
    ...searchAcross.map((other, at) => branchIn(list, other, text, without(searchAcross.slice(0, at)))),
    { from: list, conditions: [foundIn(search, text), ...without(searchAcross)] },
  ];
}

function branchIn(
  from: ListDefinition,
  { table, key, columns }: SearchAcross,
  text: string,
  conditions: readonly SqlFragment[],
): Branch {
  return { from, foundIn: { table, key, text: foundIn(columns, text) }, conditions };
}

function foundIn(columns: SearchAcross['columns'] = [], text: string): SqlFragment {
  return anyOf(columns.map((column) => foundText(column, text)));
}

function existsIn({ table, key, columns }: SearchAcross, text: string, end = sql``): SqlFragment {
  return sql`exists (select 1 from ${tableSql(table)} where ${allOf([sql`${table}.id = ${key}`, foundIn(columns, text)])} ${end})`;
}
