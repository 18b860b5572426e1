import { type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import type { Grain, TimeRange } from './query.ts';

/** PostgreSQL's unit and interval of each grain. Interpolated into SQL, so only constants. */
const UNITS: Readonly<Record<Grain, { readonly unit: string; readonly step: string }>> = {
  HOUR: { unit: 'hour', step: '15 minutes' },
  DAY: { unit: 'day', step: '1 day' },
  WEEK: { unit: 'week', step: '7 days' },
  MONTH: { unit: 'month', step: '1 month' },
  QUARTER: { unit: 'quarter', step: '3 months' },
  YEAR: { unit: 'year', step: '1 year' },
};

/** Buckets of one series; a year by the hour has 8,784. */
export const MAX_BUCKETS = 10_000;

const HOUR_MS = 3_600_000;
/** The shortest bucket of each grain. */
const SHORTEST_MS: Readonly<Record<Grain, number>> = {
  HOUR: HOUR_MS,
  DAY: 23 * HOUR_MS,
  WEEK: 7 * 23 * HOUR_MS,
  MONTH: 28 * 23 * HOUR_MS,
  QUARTER: 90 * 23 * HOUR_MS,
  YEAR: 365 * 23 * HOUR_MS,
};

/** At most how many buckets overlap a range. */
export function mostBuckets(grain: Grain, { from, to }: TimeRange): number {
  return Math.ceil((to.getTime() - from.getTime()) / SHORTEST_MS[grain]) + 1;
}

/** The start of the bucket that contains a timestamp, in a time zone. */
export function bucketOf(grain: Grain, time: SqlFragment, timeZone: string): SqlFragment {
  return sql`date_trunc('${trustedSql(UNITS[grain].unit)}', ${time}, ${timeZone}::text)`;
}

/**
 * A select of `starts`: the start of each bucket that overlaps the range, each exactly once. Hours advance in absolute
 * time, in steps of a quarter of an hour because time zones differ by quarters. Days and longer advance in local time,
 * because a day may have 23 or 25 hours.
 */
export function bucketsIn(grain: Grain, { from, to }: TimeRange, timeZone: string): SqlFragment {
  const { unit, step } = UNITS[grain];
  const every = sql`interval '${trustedSql(step)}'`;
  const last = sql`${to}::timestamptz - interval '1 millisecond'`;
  if (grain === 'HOUR') {
    const first = bucketOf(grain, sql`${from}::timestamptz`, timeZone);
    const quarter = trustedSql('quarter_hour');
    return sql`select distinct ${bucketOf(grain, quarter, timeZone)} as starts
      from generate_series(${first}, ${last}, ${every}) as quarter_hour`;
  }
  return sql`select distinct wall at time zone ${timeZone}::text as starts
      from generate_series(date_trunc('${trustedSql(unit)}', ${from}::timestamptz at time zone ${timeZone}::text),
        (${last}) at time zone ${timeZone}::text, ${every}) as wall`;
}
