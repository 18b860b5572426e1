import { allOf, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { orderBy } from './list-order.ts';
import { matching, NEAR, type Reading, type Window, window } from './list-reading.ts';
import { namesOthers, type Satellite } from './list-satellite.ts';
import { ACROSS, aliasIn, leftJoins, TABLE, textOf } from './list-tables.ts';

/** Of a million rows, ten thousand are sampled: every hundredth page of the table. */
const PERCENT = 1;
/** Beyond twice what a page needs, so that almost every sample leaves enough rows. */
const SPARE = 8;

/** Whether rows begin with a column that no index of the satellite holds, and go on with its own. */
export function canBeSampled(satellite: Satellite, { from, order }: Reading): boolean {
  const [first] = order.keys;
  if (!first || !satellite.unindexed.includes(first.field.column)) return false;
  return !namesOthers(textOf([orderBy(order)]), from, satellite);
}

/**
 * From `from` on: the first rows in an order that no index has. Those of a sample say which value the rows of the page do not
 * lie behind, so that most rows are only compared with it and few are sorted. What is asked of other tables is then asked of the
 * first two thousand. It may find fewer rows than there are, never others: whoever needs more reads on without a sample.
 */
export function firstBySample(reading: Reading, satellite: Satellite, page: Window): SqlFragment {
  const { from, conditions, after, order } = reading;
  const ofOwn = conditions.filter((condition) => isOwn(condition, from, satellite));
  const others = conditions.filter((condition) => !ofOwn.includes(condition));
  const own = { ...reading, conditions: ofOwn };
  const many = page.limit + page.skip + (others.length > 0 ? NEAR : 0);
  const { alias, rest } = ledBy(from, satellite);
  const bounded = allOf([boundOf(own, satellite, many), ...ofOwn, ...after]);
  const first = sql`select ${trustedSql(alias)}.* from ${trustedSql(satellite.table)} where ${bounded} order by ${orderBy(order)} ${window(many, 0)}`;
  return sql`from (${first}) ${trustedSql(`${alias}${rest}`)} where ${allOf(others)} order by ${orderBy(order)} ${window(page.limit, page.skip)}`;
}

function isOwn(condition: SqlFragment, from: string, satellite: Satellite): boolean {
  const text = textOf([condition]);
  return !ACROSS.test(text) && !namesOthers(text, from, satellite);
}

/** The tables with the satellite before all others; each of its rows has one of theirs. */
function ledBy(from: string, { table }: Satellite): { readonly alias: string; readonly rest: string } {
  const alias = aliasIn(table);
  const join = leftJoins(from).find((each) => each.alias === alias);
  if (!join) return { alias, rest: '' };
  const own = TABLE.exec(from)?.[0] ?? '';
  return { alias, rest: ` join ${own} on ${join.on}${from.slice(own.length).replace(join.text, '')}` };
}

/**
 * The condition of rows that do not lie behind the one that as many rows as needed come before in the sample; none do without
 * one. Where all keys have one direction it is the place of that row, for many may have one value.
 */
function boundOf(own: Reading, { table }: Satellite, needed: number): SqlFragment {
  const { keys } = own.order;
  const isOneWay = keys.every(({ field, direction }) => field.notNull && direction === keys[0]?.direction);
  const columns = (isOneWay ? keys : keys.slice(0, 1)).map(({ field }) => field.column).join(', ');
  const place = Math.ceil((needed * 2 * PERCENT) / 100) + SPARE;
  const sample = sql`select ${trustedSql(columns)} from ${trustedSql(table)} tablesample system (${trustedSql(String(PERCENT))})
    where ${matching(own)} order by ${orderBy(own.order)} limit 1 offset ${trustedSql(String(place))}`;
  return sql`${trustedSql(`(${columns}) ${keys[0]?.direction === 'DESC' ? '>=' : '<='}`)} (${sample})`;
}
