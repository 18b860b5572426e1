import {
  allOf,
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
import { type ListOrder, orderBy, type Stretch } from './list-order.ts';
import {
  among,
  amongFirst,
  columnsOf,
  matching,
  NEAR,
  orderOfFound,
  type Reading,
  rowsInOrder,
  type Window,
  window,
} from './list-reading.ts';
import {
  areOf,
  begins,
  bySatellite,
  inItsColumns,
  isUnindexed,
  joinedTo,
  metWithout,
  namesOthers,
  needScan,
  type Satellite,
} from './list-satellite.ts';

/** A way to find rows of a stretch, in its order. */
export interface Way {
  /** All of the rows, with the full order. */
  readonly reading: Reading;
  /** The order of the stretch. */
  readonly order: ListOrder;
  /** Conditions that are evaluated once, without a table: whether this is the way. */
  readonly when: readonly SqlFragment[];
  /** Whether it is looked for only in the first rows of the order that match what is asked of their own table, or in the first of all rows. */
  readonly isNear?: boolean;
  readonly isAmongFirst?: boolean;
  /** Whether the rows are found first and sorted then: all of them, or so many at most, and one more, which says that there are others. */
  readonly isFound?: 'all' | number;
  /** Whether it is the way only where the way before has found more than so many. */
  readonly beyond?: number;
  /** Whether it begins with the records' own table, whatever PostgreSQL prefers. */
  readonly isAlong?: boolean;
  /** The satellite whose first rows are looked at, in an order that is of it alone. */
  readonly first?: Satellite;
  /** Whether it finds again what the way before it has found, and more. */
  readonly isAgain?: boolean;
  /** The joined table that has the order, and what bounds its rows. */
  readonly driver?: { readonly join: Source; readonly bounds: readonly SqlFragment[] };
}

/** What the ways depend on, beside the rows. */
export interface Asked {
  readonly satellite: Satellite | undefined;
  /** Whether a condition is of a joined table. */
  readonly isAcross: boolean;
  /** Whether a condition is across an edge. */
  readonly hasEdges: boolean;
  /** Whether a condition is of the records themselves. */
  readonly isNarrowed: boolean;
  /** Whether one is a range that they are not in the order of. */
  readonly isRanged: boolean;
  /** Whether the caller chose the order. */
  readonly isSorted: boolean;
}

/** So many are quickly found across an edge and sorted, or in an index of their range. */
const FEW = 500;
const FEW_IN_RANGE = 50_000;
/**
 * The ways to the rows of a stretch. What is asked of the satellite alone is read there, unless records without a row in it
 * match too.
 */
export function waysOf(
  whole: Reading,
  stretch: Stretch,
  { satellite, isAcross, hasEdges, isNarrowed, isRanged, isSorted }: Asked,
): Way[] {
  const { after, order } = stretch;
  const reading = { ...whole, conditions: [...whole.conditions, ...stretch.conditions], after };
  const way: Way = { reading, order, when: [] };
  const repeated: Way = satellite
    ? { reading: bySatellite(reading, satellite), order: inItsColumns(order, satellite), when: [] }
    : way;
  if (satellite && begins(satellite, whole.order)) {
    // Where the rows have a value in the first key, so do they have the row of another table that it is a column of.
    return stretch.hasFirst ? inItsOrder(repeated, satellite) : [way];
  }
  if (areOf(satellite, reading.conditions) && repeated.reading.table === satellite.table) {
    const isWithout = metWithout(satellite, reading.conditions);
    const within = { ...repeated, when: [sql`not ${isWithout}`] };
    const without = { ...way, when: [isWithout] };
    return [...(needScan(satellite, reading.conditions) ? nearFirst(within) : [within]), ...nearFirst(without)];
  }
  if (!isSorted && isAcross) return nearFirst(way);
  if (!isSorted && hasEdges) return fewFirst(way, isNarrowed);
  if (!isSorted && isRanged) return amongFirstOnes(way);
  return [stretch.hasFirst ? { ...way, ...driverOf(reading, stretch) } : way];
}

/**
 * In an order that no index of the satellite has, its rows are sorted, which is quick without the records' own table. What is asked of that is asked
 * of the first ones at first.
 */
function inItsOrder(way: Way, satellite: Satellite): Way[] {
  const { reading, order } = way;
  const isAlone = reading.table === satellite.table;
  if (isAlone || !isUnindexed(satellite, order) || namesOthers([orderBy(order)], satellite)) return [way];
  return [
    { ...way, first: satellite },
    { ...way, isAgain: true },
  ];
}

/**
 * PostgreSQL cannot tell how many of the rows match what is asked of another table, nor how far back in the order they are:
 * walking along it, it may read all of them. So the page is looked for in the first rows that match what is asked of their own
 * table, then what matches is found and sorted.
 */
function nearFirst(way: Way): Way[] {
  return [
    { ...way, isNear: true },
    { ...way, isFound: 'all' },
  ];
}

/**
 * The rows of a range that is not the order, such as the sales of a day in the order of their age, are most often near to each other
 * in the order too. PostgreSQL expects them everywhere, and walks along the order to a day that is long ago. It does so only for a range of many.
 */
function amongFirstOnes(way: Way): Way[] {
  return [
    { ...way, isAmongFirst: true },
    { ...way, isFound: FEW_IN_RANGE, isAgain: true },
    { ...way, beyond: FEW_IN_RANGE, isAgain: true },
  ];
}

/**
 * A condition across an edge is met by the records of a few others, which an index finds; but one of these, such as a reseller,
 * may have half of the table. Where more than few are found, the page is near. It is looked for near at first where something is asked of the records themselves
 * too: of what many of them meet, PostgreSQL finds few by reading the table from its beginning, where there may be none.
 */
function fewFirst(way: Way, isNarrowed: boolean): Way[] {
  const ways: Way[] = [
    { ...way, isFound: FEW, isAgain: true },
    { ...way, beyond: FEW, isAlong: true, isAgain: true },
  ];
  return isNarrowed ? [{ ...way, isNear: true }, ...ways] : ways;
}

/** The joined table that an order begins with, where no condition is of another table. */
function driverOf({ table, joins, conditions }: Reading, { order, bounds }: Stretch): Pick<Way, 'driver'> {
  const isOf = (source: Source, fragments: readonly SqlFragment[]) =>
    [...sourcesOf(fragments)].every((each) => each === source);
  const [first, ...others] = order.keys.map(({ field }) => field.column);
  const join = joins.find((each) => first !== undefined && sourcesOf([first]).has(each));
  if (!join?.on || !isOf(table, [join.on, ...others])) return {};
  return isOf(join, conditions) ? { driver: { join, bounds } } : {};
}

/** The keys of a page from several ways, each of which reads only what those before it have left to find. */
export function keysInTurn(ways: readonly Way[], order: ListOrder, { limit, skip }: Window): SqlFragment {
  const most = limit + skip;
  const parts = ways.map((way, at) => {
    // Around the way, which has a limit: inside of it, its processes would start before that is known.
    const isLeft = trustedSql(way.beyond ? `${found(at - 1)} > ${way.beyond}` : leftBy(ways.slice(0, at), most));
    return sql`${trustedSql(`way${at}`)} as materialized (select * from (${wayTo(way, most)}) way where ${isLeft})`;
  });
  const all = ways.map((_, at) => trustedSql(`select * from way${at}`));
  // What was found near is found again by the way that follows.
  return sql`with ${joinSql(parts, ', ')}
    select found.id from (${joinSql(all, ' union ')}) found order by ${orderOfFound(order)} ${window(limit, skip)}`;
}

/** Whether ways have left rows of a page to find; those that one of them finds again are not counted twice. */
function leftBy(ways: readonly Way[], most: number): string {
  const counts = ways.map((_, at) => found(at));
  const distinct = counts.flatMap((count, at) => {
    if (ways[at + 1]?.isAgain) return [];
    const begin = ways.findLastIndex(({ isAgain }, other) => other <= at && !isAgain);
    return [begin < at ? `greatest(${counts.slice(begin, at + 1).join(', ')})` : count];
  });
  return distinct.length > 0 ? `${distinct.join(' + ')} < ${most}` : 'true';
}

/** SQL: how many rows a way has found. */
function found(at: number): string {
  return `(select count(*) from way${at})`;
}

/** Key and order of the first rows in a way. */
function wayTo(way: Way, limit: number): SqlFragment {
  const { reading, isFound } = way;
  const columns = columnsOf(reading);
  if (!isFound) return sql`select ${columns} ${inWay(way, { limit, skip: 0 })}`;
  const lean = leanOf(way);
  const rows = sql`from ${tablesSql(lean)} where ${matching(lean)}`;
  if (isFound !== 'all') return sql`select ${columns} ${rows} limit ${trustedSql(String(isFound + 1))}`;
  // An offset keeps PostgreSQL from walking along the order.
  return sql`select * from (select ${columns} ${rows} offset 0) found
    order by ${orderOfFound(reading.order)} limit ${trustedSql(String(limit))}`;
}

/** From `from` on: the rows in a way, in order. */
export function inWay(way: Way, bounds: Window): SqlFragment {
  if (way.first) return amongItsFirst(leanOf(way), way.first, bounds);
  if (way.driver) return driven(way, way.driver, bounds);
  if (way.isNear) return along(way, window(NEAR, 0), bounds);
  if (way.isAmongFirst) return amongFirst(leanOf(way), NEAR, trustedSql('true'), bounds);
  // An offset keeps PostgreSQL from beginning with the other records.
  return way.isAlong ? along(way, trustedSql('offset 0'), bounds) : rowsInOrder(leanOf(way), bounds);
}

/** The first rows of the satellite that match what is asked of it, then what is asked of the other tables. */
function amongItsFirst(reading: Reading, satellite: Satellite, { limit, skip }: Window): SqlFragment {
  const { conditions, after, order } = reading;
  const { table } = satellite;
  const own = conditions.filter((condition) => !namesOthers([condition], satellite));
  const others = conditions.filter((condition) => !own.includes(condition));
  const first = sql`select ${table}.* from ${tableSql(table)} where ${allOf([...own, ...after])} order by ${orderBy(order)} ${window(limit + skip + NEAR, 0)}`;
  return sql`from (${first}) ${table} ${joinedTo(satellite, reading)} where ${allOf(others)}
    order by ${orderBy(order)} ${window(limit, skip)}`;
}

/** Along the order: the rows that match what is asked of their own table, then what is asked of others. @param end how many */
function along(way: Way, end: SqlFragment, { limit, skip }: Window): SqlFragment {
  const lean = leanOf(way);
  const { table, after, order } = lean;
  const isOwn = (condition: SqlFragment) => [...sourcesOf([condition])].every((source) => source === table);
  const { conditions } = way.reading;
  const own = [...conditions.filter(isOwn), ...after];
  const others = [...way.when, ...conditions.filter((condition) => !isOwn(condition))];
  const first = sql`select ${table}.* from ${tableSql(table)} where ${allOf(own)} order by ${orderBy(order)} ${end}`;
  return sql`from ${tablesSql(among(first, lean))}
    where ${allOf(others)}
    order by ${orderBy(order)} ${window(limit, skip)}`;
}

function leanOf({ reading, order, when }: Way): Reading {
  const conditions = [...when, ...reading.conditions];
  const needed = neededOf(reading, [...conditions, ...reading.after, orderBy(reading.order)]);
  return { ...reading, ...needed, conditions, order };
}

/**
 * The rows by a joined table in its order, of each of its rows no more than the page can have: one customer may have half of
 * all sales.
 */
function driven({ reading, order, when }: Way, { join, bounds }: Way['driver'] & object, page: Window): SqlFragment {
  const { table } = reading;
  const later = { ...order, keys: order.keys.slice(1) };
  const joined = join.on ? [join.on] : [];
  const each = sql`select ${table}.* from ${tableSql(table)}
    where ${allOf([...joined, ...reading.after])} order by ${orderBy(later)} ${window(page.limit + page.skip, 0)}`;
  const conditions = allOf([...when, ...reading.conditions, ...bounds]);
  return sql`from ${tableSql(join)} cross join lateral (${each}) ${table} where ${conditions}
    order by ${orderBy(order)} ${window(page.limit, page.skip)}`;
}
