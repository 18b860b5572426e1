import {
  allOf,
  Column,
  joinSql,
  neededOf,
  type Source,
  type SqlFragment,
  sourcesOf,
  sql,
  tableSql,
  tablesSql,
  trustedSql,
} from '../sql/sql.ts';
import type { Kinds } from './list-conditions.ts';
import { type ListOrder, type OrderRange, orderBy } from './list-order.ts';
import {
  among,
  amongFirst,
  columnsOf,
  matching,
  NEAR,
  orderOfFound,
  type RowSource,
  rowsInOrder,
  type Window,
  window,
} from './row-source.ts';
import {
  areOf,
  begins,
  bySideTable,
  inItsColumns,
  metWithout,
  moveTo,
  needScan,
  type Repeated,
  type SideTable,
} from './side-table.ts';

/** How the rows of a path are found. */
type Access =
  /** By an index of their order. */
  | { readonly by: 'order' }
  /** In so many first rows of the order that match what is asked of their own table. */
  | { readonly by: 'near'; readonly rows: number }
  /** In the first rows of the order. */
  | { readonly by: 'first' }
  /** First, to be sorted then: all of them, or at most so many, and one more, which says that there are others. */
  | { readonly by: 'sort'; readonly most?: number }
  /** By a joined table that has the order, and what bounds its rows. */
  | ({ readonly by: 'join' } & JoinedOrder)
  /** In the first rows of that order. */
  | ({ readonly by: 'near join'; readonly range: OrderRange } & JoinedOrder);

/** An order that begins with a column of a joined table. */
interface JoinedOrder {
  readonly join: Source;
  /** The tables by which it is joined, from it to the list's own: the devices of a batch, by which their events are in the order of its code. */
  readonly between: readonly Source[];
  /** What bounds the rows of that table. */
  readonly bounds: readonly SqlFragment[];
  readonly repeats: readonly Repeated[];
}

/** A path to rows of a range of the order. */
export interface AccessPath {
  /** All of the rows, with the full order. */
  readonly source: RowSource;
  /** The order of the range. */
  readonly order: ListOrder;
  readonly access: Access;
  /** Conditions that are evaluated once, without a table: whether this is the path. */
  readonly when?: readonly SqlFragment[];
  /** Whether it is the path only where the one before has found more than so many. */
  readonly beyond?: number;
  /** Whether it finds again what the path before it has found, and more. */
  readonly isAgain?: boolean;
  /** Whether it is the path only where the one before it was, and has not found enough. */
  readonly isLast?: boolean;
}

/** What the paths depend on, beside the rows. */
export interface AccessRules extends Kinds {
  readonly sideTable: SideTable | undefined;
  /** What joined tables repeat of the list's own. */
  readonly repeats: readonly Repeated[];
  /** Whether the caller chose the order. */
  readonly isSorted: boolean;
  readonly limit: number;
  readonly skip: number;
  /** The conditions of single rows, where those of all are others. */
  readonly ofEach: readonly SqlFragment[];
}

/** So many are quickly found and sorted. */
const FEW = 500;
/** So many rows of the order are compared across an edge, where a page is not near, before all that match are looked for. */
const LESS_NEAR = 10_000;
/** So many are quickly found in an index of their range. */
const FEW_IN_RANGE = 50_000;

/**
 * The paths to the rows of a range of the order. What is asked of the side table alone is read there, unless records without a row in it
 * match too.
 */
export function pathsOf(
  whole: RowSource,
  range: OrderRange,
  { sideTable, isJoined, isAcross, isRanged, isSorted, repeats, limit, skip, ofEach }: AccessRules,
): AccessPath[] {
  const conditions = [...whole.conditions, ...range.conditions];
  const source = { ...whole, conditions, after: range.after };
  const own: AccessPath = { source, order: range.order, access: { by: 'order' } };
  const ofSide = sideTable && {
    ...own,
    source: bySideTable(source, sideTable),
    order: inItsColumns(range.order, sideTable),
  };
  // Where the rows have a value in the first key, so do they have the row of another table that it is a column of.
  if (ofSide && begins(sideTable, whole.order)) return [range.hasFirst ? ofSide : own];
  if (ofSide && areOf(sideTable, conditions) && ofSide.source.table === sideTable.table) {
    const isWithout = metWithout(sideTable, conditions);
    const within = { ...ofSide, when: [sql`not ${isWithout}`] };
    const without = { ...own, when: [isWithout] };
    return [...(needScan(sideTable, conditions) ? nearFirst(within) : [within]), ...nearFirst(without)];
  }
  if (isAcross && isOfOwnColumns(whole)) return nearAcross(own, [...ofEach, ...range.conditions]);
  if (!isSorted && isJoined) return nearFirst(own);
  if (!isSorted && isRanged) return firstOnes(own);
  const joined = range.hasFirst ? joinedOrder(whole, range, repeats) : undefined;
  if (!joined) return [own];
  if (isOf(joined.join, whole.conditions)) return [{ ...own, access: { by: 'join', ...joined } }];
  const near = { ...own, source: { ...own.source, conditions: [...ofEach, ...range.conditions] } };
  return fewOrNear(own, { ...near, access: { by: 'near join', range, ...joined } }, Math.max(FEW, limit + skip));
}

/**
 * An order of a joined table, with conditions of others: PostgreSQL cannot tell how far in that order the matching rows are. Where few match, they are
 * found and sorted; else the page is near. Only what many but few of the first match is found as a whole.
 */
function fewOrNear(path: AccessPath, near: AccessPath, few: number): AccessPath[] {
  return [
    { ...path, access: { by: 'sort', most: few } },
    { ...near, beyond: few, isAgain: true },
    { ...path, access: { by: 'sort' }, isAgain: true, isLast: true },
  ];
}

/** Whether an order is of columns of the list's own table: of expressions PostgreSQL does not know that the first rows are in order already. */
function isOfOwnColumns({ table, order }: RowSource): boolean {
  return order.keys.every(({ field: { column } }) => column instanceof Column && column.source === table);
}

/**
 * PostgreSQL cannot tell how many of the rows match what is asked of another table, nor how far back in the order they are:
 * walking along it, it may read all of them. So the page is looked for in the first rows that match what is asked of their own
 * table, then all that match are found and sorted.
 */
function nearFirst(path: AccessPath): AccessPath[] {
  return [
    { ...path, access: { by: 'near', rows: NEAR } },
    { ...path, access: { by: 'sort' } },
  ];
}

/**
 * The same for a condition across an edge. PostgreSQL may begin with the records of the edge if few match: each time for fewer rows than all, so that it begins with
 * many of them only where it has to. Two steps, because what old records meet, such as a refund, is not met by the newest ones.
 * @param ofEach the conditions of single rows
 */
function nearAcross(path: AccessPath, ofEach: readonly SqlFragment[]): AccessPath[] {
  const some = { ...path, source: { ...path.source, conditions: ofEach } };
  return [
    { ...some, access: { by: 'near', rows: NEAR } },
    { ...some, access: { by: 'near', rows: LESS_NEAR }, isAgain: true },
    { ...path, access: { by: 'sort' }, isAgain: true },
  ];
}

/**
 * The rows of a range that is not the order, such as the sales of a day in the order of their age, are most often near to each other
 * in the order too. PostgreSQL expects them everywhere, and walks along the order to a day that is long ago. It does so only for a range of many.
 */
function firstOnes(path: AccessPath): AccessPath[] {
  return [
    { ...path, access: { by: 'first' } },
    { ...path, access: { by: 'sort', most: FEW_IN_RANGE }, isAgain: true },
    { ...path, beyond: FEW_IN_RANGE, isAgain: true },
  ];
}

/** The joined table that an order begins with, if the rest of the order is of the list's own table. */
function joinedOrder(
  { table, joins }: RowSource,
  { order, bounds }: OrderRange,
  repeats: readonly Repeated[],
): JoinedOrder | undefined {
  const [first, ...others] = order.keys.map(({ field }) => field.column);
  const join = joins.find((each) => first !== undefined && sourcesOf([first]).has(each));
  const between = join && tablesBetween(join, table);
  return between && isOf(table, others) ? { join, between, bounds, repeats } : undefined;
}

/**
 * The tables by which one is joined to another, from the one on; undefined where it is joined by several at once, and for a side table: no index has the order
 * of all presences, so that sorting them and then looking up each takes longer than joining both whole.
 */
function tablesBetween(join: Source, table: Source): Source[] | undefined {
  if (join.isSideTable) return undefined;
  const [by, ...others] = [...sourcesOf(join.on ? [join.on] : [])].filter((source) => source !== join);
  if (!by || others.length > 0) return undefined;
  if (by === table) return [];
  const further = tablesBetween(by, table);
  return further && [by, ...further];
}

function isOf(source: Source, fragments: readonly SqlFragment[]): boolean {
  return [...sourcesOf(fragments)].every((each) => each === source);
}

/** The keys of a page by several paths, each of which reads only what those before it have left to find. */
export function rowsInTurn(paths: readonly AccessPath[], order: ListOrder, { limit, skip }: Window): SqlFragment {
  const most = limit + skip;
  const parts = paths.map((path, at) => {
    // Around the path, which has a limit: inside of it, its processes would start before that is known.
    const isLeft = trustedSql(isLeftFor(path, at, paths, most));
    return sql`${trustedSql(`path${at}`)} as materialized (select * from (${keysAlong(path, most)}) path where ${isLeft})`;
  });
  const all = paths.map((_, at) => trustedSql(`select * from path${at}`));
  // What was found near is found again by the path that follows.
  return sql`with ${joinSql(parts, ', ')}
    select found.id from (${joinSql(all, ' union ')}) found order by ${orderOfFound(order)} ${window(limit, skip)}`;
}

/** SQL: whether a path is needed. */
function isLeftFor({ beyond, isLast }: AccessPath, at: number, paths: readonly AccessPath[], most: number): string {
  if (isLast) return `${found(at - 2)} > ${paths[at - 1]?.beyond} and ${found(at - 1)} < ${most}`;
  return beyond ? `${found(at - 1)} > ${beyond}` : leftBy(paths.slice(0, at), most);
}

/** Whether paths have left rows of a page to find; those that one of them finds again are not counted twice. */
function leftBy(paths: readonly AccessPath[], most: number): string {
  const counts = paths.map((_, at) => found(at));
  const distinct = counts.flatMap((count, at) => {
    if (paths[at + 1]?.isAgain) return [];
    const begin = paths.findLastIndex(({ isAgain }, other) => other <= at && !isAgain);
    return [begin < at ? `greatest(${counts.slice(begin, at + 1).join(', ')})` : count];
  });
  return distinct.length > 0 ? `${distinct.join(' + ')} < ${most}` : 'true';
}

/** SQL: how many rows a path has found. */
function found(at: number): string {
  return `(select count(*) from path${at})`;
}

/** Key and order of the first rows of a path. */
function keysAlong(path: AccessPath, limit: number): SqlFragment {
  const { source, access } = path;
  const columns = columnsOf(source);
  if (access.by !== 'sort') return sql`select ${columns} ${rowsAlong(path, { limit, skip: 0 })}`;
  const lean = leanOf(path);
  const rows = sql`from ${tablesSql(lean)} where ${matching(lean)}`;
  if (access.most) return sql`select ${columns} ${rows} limit ${trustedSql(String(access.most + 1))}`;
  // An offset keeps PostgreSQL from walking along the order.
  return sql`select * from (select ${columns} ${rows} offset 0) found
    order by ${orderOfFound(source.order)} limit ${trustedSql(String(limit))}`;
}

/** From `from` on: the rows of a path, in order. */
export function rowsAlong(path: AccessPath, page: Window): SqlFragment {
  const { access } = path;
  if (access.by === 'join') return rowsByJoin(path, access, page);
  if (access.by === 'near join') return rowsNearJoin(path, access, page);
  if (access.by === 'near') return rowsByTable(path, access.rows, page);
  return access.by === 'first' ? amongFirst(leanOf(path), NEAR, sql`true`, page) : rowsInOrder(leanOf(path), page);
}

/** Along the order: so many rows that match what is asked of their own table, then what is asked of others. */
function rowsByTable(path: AccessPath, count: number, { limit, skip }: Window): SqlFragment {
  const lean = leanOf(path);
  const { table, after, order } = lean;
  const { conditions } = path.source;
  const own = conditions.filter((condition) => [...sourcesOf([condition])].every((source) => source === table));
  const others = [...(path.when ?? []), ...conditions.filter((condition) => !own.includes(condition))];
  const first = sql`select ${table}.* from ${tableSql(table)} where ${allOf([...own, ...after])} order by ${orderBy(order)} ${window(count, 0)}`;
  return sql`from ${tablesSql(among(first, lean))} where ${allOf(others)}
    order by ${orderBy(order)} ${window(limit, skip)}`;
}

/**
 * The rows by a joined table in its order, of each of its rows no more than the page can have: one customer may have half of
 * all sales.
 */
function rowsByJoin(
  { source, order, when = [] }: AccessPath,
  { join, between, bounds, repeats }: JoinedOrder,
  { limit, skip }: Window,
): SqlFragment {
  const { table, after, conditions } = source;
  const byJoin = inItsColumns(order, { repeats });
  if (isOf(join, [orderBy(byJoin)])) {
    const following = after.map((condition) => moveTo(condition, { repeats }));
    return sql`from ${tableSql(join)} join ${tableSql(table)} on ${onOf(join)}
      where ${allOf([...when, ...conditions, ...bounds, ...following])} order by ${orderBy(byJoin)} ${window(limit, skip)}`;
  }
  const later = { ...order, keys: order.keys.slice(1) };
  const [by = join] = between.slice(-1);
  const matched = allOf([onOf(by), ...after]);
  const each = sql`select ${table}.* from ${tableSql(table)}
    where ${matched} order by ${orderBy(later)} ${window(limit + skip, 0)}`;
  const others = between.map((source, at) => sql` join ${tableSql(source)} on ${onOf(between[at - 1] ?? join)}`);
  return sql`from ${tableSql(join)}${joinSql(others, '')} cross join lateral (${each}) ${table} where ${allOf([...when, ...conditions, ...bounds])}
    order by ${orderBy(order)} ${window(limit, skip)}`;
}

/** By what a table is joined. */
function onOf({ on }: Source): SqlFragment {
  return on ?? trustedSql('true');
}

/** Of the first rows in the order of a joined table those that match. */
function rowsNearJoin(path: AccessPath, access: Access & { readonly by: 'near join' }, page: Window): SqlFragment {
  const { table } = path.source;
  const ordered = { ...path, source: { ...path.source, conditions: access.range.conditions } };
  const first = sql`select ${table}.* ${rowsByJoin(ordered, access, { limit: NEAR, skip: 0 })}`;
  const lean = leanOf(path);
  return sql`from ${tablesSql(among(first, lean))} where ${allOf(lean.conditions)}
    order by ${orderBy(path.order)} ${window(page.limit, page.skip)}`;
}

/** The rows of a path in the order of its range, without the joins that nothing needs. */
function leanOf({ source, order, when = [] }: AccessPath): RowSource {
  const conditions = [...when, ...source.conditions];
  const needed = neededOf(source, [...conditions, ...source.after, orderBy(source.order)]);
  return { ...source, ...needed, conditions, order };
}
