import { allOf, isSame, joinSql, leftJoin, type SqlFragment, sql, tableSql, trustedSql } from '../sql/sql.ts';
import { orderBy } from './list-order.ts';
import { matching, NEAR, type Reading, type Window, window } from './list-reading.ts';
import { namesOthers, type Satellite } from './list-satellite.ts';

/** Of a million rows, ten thousand are sampled: every hundredth page of the table. */
const PERCENT = 1;
/** Beyond twice what a page needs, so that almost every sample leaves enough rows. */
const SPARE = 8;

/** Whether rows begin with a column that no index of the satellite holds, and go on with its own. */
export function canBeSampled(satellite: Satellite, { order }: Reading): boolean {
  const [first] = order.keys;
  if (!first || !satellite.unindexed.some((column) => isSame(column, first.field.column))) return false;
  return !namesOthers([orderBy(order)], satellite);
}

/**
 * From `from` on: the first rows in an order that no index has. Those of a sample say which value the rows of the page do not
 * lie behind, so that most rows are only compared with it and few are sorted. What is asked of other tables is then asked of the
 * first two thousand. It may find fewer rows than there are, never others: whoever needs more reads on without a sample.
 */
export function firstBySample(reading: Reading, satellite: Satellite, page: Window): SqlFragment {
  const { conditions, after, order } = reading;
  const { table } = satellite;
  const ofOwn = conditions.filter((condition) => !namesOthers([condition], satellite));
  const others = conditions.filter((condition) => !ofOwn.includes(condition));
  const own = { ...reading, conditions: ofOwn };
  const many = page.limit + page.skip + (others.length > 0 ? NEAR : 0);
  const bounded = allOf([boundOf(own, satellite, many), ...ofOwn, ...after]);
  const first = sql`select ${table}.* from ${tableSql(table)} where ${bounded} order by ${orderBy(order)} ${window(many, 0)}`;
  return sql`from ${joinSql([sql`(${first}) ${table}`, ...joinedTo(reading, satellite)], ' ')} where ${allOf(others)} order by ${orderBy(order)} ${window(page.limit, page.skip)}`;
}

/** The other tables, where the satellite comes before them; each of its rows has one of theirs. */
function joinedTo({ table, joins }: Reading, satellite: Satellite): SqlFragment[] {
  if (!joins.includes(satellite.table)) return [];
  const on = satellite.table.on ?? trustedSql('true');
  const others = joins.filter((join) => join !== satellite.table);
  return [sql`join ${tableSql(table)} on ${on}`, ...others.map(leftJoin)];
}

/**
 * The condition of rows that do not lie behind the one that as many rows as needed come before in the sample; none do without
 * one. Where all keys have one direction it is the place of that row, for many may have one value.
 */
function boundOf(own: Reading, { table }: Satellite, needed: number): SqlFragment {
  const { keys } = own.order;
  const isOneWay = keys.every(({ field, direction }) => field.notNull && direction === keys[0]?.direction);
  const columns = joinSql(
    (isOneWay ? keys : keys.slice(0, 1)).map(({ field }) => field.column),
    ', ',
  );
  const place = Math.ceil((needed * 2 * PERCENT) / 100) + SPARE;
  const sample = sql`select ${columns} from ${tableSql(table)} tablesample system (${trustedSql(String(PERCENT))})
    where ${matching(own)} order by ${orderBy(own.order)} limit 1 offset ${trustedSql(String(place))}`;
  return sql`(${columns}) ${trustedSql(keys[0]?.direction === 'DESC' ? '>=' : '<=')} (${sample})`;
}
