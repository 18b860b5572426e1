import type { EntityManager } from '@mikro-orm/postgresql';
import type { CurrencyTotals, FacetCounts, Page } from '../../model/ports.ts';
import { rows } from '../sql/query.ts';
import {
  allOf,
  joinSql,
  leftJoin,
  type SqlFragment,
  sql,
  tableSql,
  tablesSql,
  toQuery,
  trustedSql,
} from '../sql/sql.ts';
import { conditionsOf, type NamedEdge, orderOf } from './edge-rows.ts';
import { filterEdgesOf, withSortEdges } from './filter-edges.ts';
import { sortedTables } from './list-definition.ts';
import { countsOf, type FacetRow, facetsOf, withoutField } from './list-facets.ts';
import { compileFilter, type FilterNode } from './list-filter.ts';
import { orderBy, placeOf, reversed, type SortKey } from './list-order.ts';
import { cursorsOf, pageOf } from './list-query.ts';
import { exactTotals, totalsSql } from './list-totals.ts';

/** The part that is read of each list. */
export interface EdgeWindow {
  /** Records of each list; null for all of them. */
  readonly first: number | null;
  readonly filter?: FilterNode;
  /** Members to read; default all. */
  readonly select?: readonly string[];
}

/** A page of each list. */
export interface EdgePageWindow extends EdgeWindow {
  readonly first: number;
  /** Cursors of one of the lists; the pages of all of them lie after and before them. */
  readonly after?: string;
  readonly before?: string;
  /** Whether a page is the last records of them instead of the first. */
  readonly isBackward?: boolean;
  /** The order of each list; default that of the edge. */
  readonly sort?: readonly SortKey[];
  readonly withCursors?: boolean;
}

/**
 * Reads what an edge leads to from many records, in one statement.
 * @param parents ids of the records that the edge starts from
 * @param view maps a row to its view
 * @returns in the order of the parents
 */
export async function readEdge<R extends object, T>(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  window: EdgeWindow,
  now: Date,
  view: (row: R) => T,
): Promise<T[][]> {
  const found = await readRows<R>(em, edge, parents, window, now);
  return found.map((list) => list.map(view));
}

/** The same as pages, which read one more record to know whether another page follows. */
export async function readEdgePages<R extends { readonly cursorPlace: string }, T>(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  window: EdgePageWindow,
  now: Date,
  view: (row: R) => T,
): Promise<Page<T>[]> {
  const { first: take, withCursors, isBackward, sort } = window;
  const sorted = sortedEdge(edge, sort, now);
  const order = orderOf(sorted, sort);
  const found = await readRows<R>(em, sorted, parents, { ...window, first: take + 1, place: placeOf(order) }, now);
  return found.map((list) => pageOf({ order }, { take, withCursors, isBackward }, list, view));
}

/**
 * Counts what an edge leads to from many records, in one statement.
 * @returns in the order of the parents
 */
export async function countEdge(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  filter: FilterNode | undefined,
  now: Date,
): Promise<number[]> {
  const { text, values } = toQuery(
    sql`select (select count(*)::int from ${tablesOf(edge, filter)} where ${allOf(conditionsOf(edge, filter, now))}) as total
          from unnest(${parents}::uuid[]) with ordinality as parent (id, place) order by parent.place`,
  );
  return (await rows<{ total: number }>(em, text, values)).map(({ total }) => total);
}

/**
 * Sums what an edge leads to from many records for each currency, in one statement.
 * @returns in the order of the parents
 */
export async function sumEdge(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  filter: FilterNode | undefined,
  now: Date,
): Promise<CurrencyTotals[][]> {
  const matching = sql`from ${tablesSql(edge.list)} where ${allOf(conditionsOf(edge, filter, now))}`;
  const { text, values } = toQuery(
    sql`select parent.place::int as "parentPlace", totals.*
          from unnest(${parents}::uuid[]) with ordinality as parent (id, place)
          cross join lateral (${totalsSql(edge.list, matching)}) totals
         order by parent.place, totals.count desc, totals.currency`,
  );
  const lists = parents.map((): CurrencyTotals[] => []);
  for (const row of exactTotals(await rows<CurrencyTotals & { parentPlace: number }>(em, text, values))) {
    lists[row.parentPlace - 1]?.push(row);
  }
  return lists;
}

/**
 * Counts what an edge leads to from many records by the values of fields, in one statement. As in a list, a condition on a facet's own field does
 * not count.
 * @returns in the order of the parents
 */
export async function facetEdge(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  filter: FilterNode | undefined,
  now: Date,
  names: readonly string[],
): Promise<FacetCounts[][]> {
  const { list } = edge;
  const counts = names.map((name, at) => {
    const others = withoutField(filter, name);
    const column = list.fields[name]?.column ?? trustedSql('null');
    const matching = sql`select (${column})::text as f0 from ${tablesSql(list)} where ${allOf(conditionsOf(edge, others, now))}`;
    return countsOf(matching, [at]);
  });
  const { text, values } = toQuery(
    sql`select parent.place::int as "parentPlace", counts.*
          from unnest(${parents}::uuid[]) with ordinality as parent (id, place)
          cross join lateral (${joinSql(counts, ' union all ')}) counts`,
  );
  const found = await rows<FacetRow & { parentPlace: number }>(em, text, values);
  const ofParents = Map.groupBy(found, ({ parentPlace }) => parentPlace);
  return parents.map((_, at) => facetsOf(list, names, ofParents.get(at + 1) ?? []));
}

/** @throws ListQueryError when the cursor is malformed, or of another list or order, or the filter is wrong */
export function checkWindow(
  edge: NamedEdge,
  { filter, sort, ...cursors }: Pick<EdgePageWindow, 'after' | 'before' | 'sort'> & { readonly filter?: unknown },
  now: Date,
): void {
  cursorsOf(orderOf(sortedEdge(edge, sort, now), sort), cursors);
  if (filter) compileFilter(edge.list.fields, filter, now, filterEdgesOf(edge.list, now));
}

function sortedEdge(edge: NamedEdge, sort: readonly SortKey[] | undefined, now: Date): NamedEdge {
  return { ...edge, list: withSortEdges(edge.list, sort, now) };
}

async function readRows<R>(
  em: EntityManager,
  edge: NamedEdge,
  parents: readonly string[],
  {
    first,
    filter,
    select,
    place,
    ...page
  }: EdgeWindow & Pick<EdgePageWindow, 'after' | 'before' | 'isBackward' | 'sort'> & { readonly place?: SqlFragment },
  now: Date,
): Promise<R[][]> {
  if (parents.length === 0) return [];
  const { columns } = edge.list;
  const listed = orderOf(edge, page.sort);
  const order = page.isBackward ? reversed(listed) : listed;
  const { following, until } = cursorsOf(order, page);
  const conditions = [...conditionsOf(edge, filter, now), ...following, ...until];
  const selected = Object.entries(columns).filter(([member]) => select?.includes(member) ?? true);
  const members = [
    trustedSql('parent.place::int as "parentPlace"'),
    ...(place ? [sql`${place} as "cursorPlace"`] : []),
    ...selected.map(([member, column]) => sql`${column} as ${trustedSql(`"${member}"`)}`),
  ];
  // The records of the page first, then what is joined to them. The planner expects few records of each parent and would
  // sort all of them; a limit that it cannot know makes it read an index in order, because some parents have thousands.
  const tables = sortedTables(edge.list);
  const { table, joins } = tables;
  const by = orderBy(order);
  const { text, values } = toQuery(sql`select ${joinSql(members, ', ')}
    from unnest(${parents}::uuid[]) with ordinality as parent (id, place)
    cross join lateral (select ${table}.* from ${filter || page.sort ? tablesSql(tables) : tableSql(table)} where ${allOf(conditions)} order by ${by} limit (select ${first}::bigint)) ${table}
    ${joinSql(joins.map(leftJoin), ' ')}
    order by parent.place, ${by}`);
  const lists = parents.map((): R[] => []);
  for (const row of await rows<R & { parentPlace: number }>(em, text, values)) lists[row.parentPlace - 1]?.push(row);
  return lists;
}

/** A filter may name columns of joined tables. */
function tablesOf({ list }: NamedEdge, filter: FilterNode | undefined): SqlFragment {
  return filter ? tablesSql(list) : tableSql(list.table);
}
