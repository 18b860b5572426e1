import { SharedValue, type SqlFragment, sql, trustedSql, withParts } from '../sql/sql.ts';
import type { AnalyticsQuery } from './query.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What data sets name and only a query knows. `withAsked` puts it in, so SQL that lacks that is no SQL. */
const placeholder = (name: string) => trustedSql(`<${name}>`);

/** The time of the query. */
export const NOW = placeholder('now');
/** The days of UTC in which the ranges of the query begin or end, and their hours: arrays of timestamps. */
export const EDGE_DAYS = placeholder('days at the edges');
export const EDGE_HOURS = placeholder('hours at the edges');

/** A statement with the values of its query. Each is one parameter. */
export function withAsked(statement: SqlFragment, { now, range, compareTo }: AnalyticsQuery): SqlFragment {
  const edges = [range, compareTo].flatMap((each) => (each ? [each.from, each.to] : []));
  const days = [...new Set(edges.map((edge) => Math.floor(edge.getTime() / DAY_MS) * DAY_MS))];
  const hours = days.flatMap((day) => Array.from({ length: DAY_MS / HOUR_MS }, (_, hour) => day + hour * HOUR_MS));
  const times = (all: readonly number[]) => new SharedValue(all.map((ms) => new Date(ms)));
  const values = new Map([
    [NOW, sql`${new SharedValue(now)}::timestamptz`],
    [EDGE_DAYS, sql`${times(days)}::timestamptz[]`],
    [EDGE_HOURS, sql`${times(hours)}::timestamptz[]`],
  ]);
  return withParts(statement, (part) => values.get(part));
}
