import { dayFrom } from '../../model/zoned-time.ts';
import { type SqlFragment, sql } from '../sql/sql.ts';
import type { FactSource } from './dataset.ts';
import { type Period, type QueryParts, rangeOf, timeIn } from './query-parts.ts';
import type { Side } from './series.ts';

const DAY_MS = 86_400_000;

/** The conditions of the rows of a source that a period has. */
export function inPeriod(
  { dataset, query }: Pick<QueryParts, 'dataset' | 'query'>,
  source: FactSource,
  period: Period,
): SqlFragment[] {
  const range = rangeOf(query, period);
  const time = timeIn(dataset, source, query);
  if (!range || !time) return [];
  if (!source.days) return [sql`${time} >= ${range.from} and ${time} < ${range.to}`];
  const [from, to] = [range.from, range.to].map((edge) => dayFrom(edge, query.timeZone));
  return [sql`${time} >= ${from ?? ''}::date and ${time} < ${to ?? ''}::date`, ...nearby(source, from, to)];
}

function nearby({ days }: FactSource, from = '', to = ''): SqlFragment[] {
  if (!days?.near) return [];
  return [sql`${days.near} >= ${new Date(Date.parse(from) - DAY_MS)} and ${days.near} < ${new Date(to)}`];
}

/**
 * The number of the slot that a row of a period is in.
 * @param time of the row; default that which the query counts by
 */
export function slotOf(
  { dataset, query, series }: QueryParts,
  source: FactSource,
  period: Period,
  time: SqlFragment | undefined = timeIn(dataset, source, query),
): SqlFragment | undefined {
  const side = series?.[period];
  if (!side || !time) return undefined;
  const bucket = bucketIn(side, time, source);
  return side.ordinals ? sql`(${side.ordinals}::int[])[${bucket}]` : bucket;
}

/** When the hour began that a row of a period is in; undefined where not all buckets are hours. */
export function hourOf(
  { dataset, query, series }: QueryParts,
  source: FactSource,
  period: Period,
): SqlFragment | undefined {
  const from = series?.[period].hoursFrom;
  const time = timeIn(dataset, source, query);
  return from && time && !source.days ? sql`date_bin('1 hour', ${time}, ${from}::timestamptz)` : undefined;
}

/** Whether something happened before the period, or before the bucket of the row. @param before SQL of its time */
export function isEarlier(
  { dataset, query, series }: QueryParts,
  source: FactSource,
  period: Period,
  before: SqlFragment,
  byBucket: boolean,
): SqlFragment[] {
  const range = rangeOf(query, period);
  const from = range && (source.days ? sql`${dayFrom(range.from, query.timeZone)}::date` : sql`${range.from}`);
  const side = byBucket ? series?.[period] : undefined;
  const time = timeIn(dataset, source, query);
  return [
    ...(from ? [sql`${before} < ${from}`] : []),
    ...(side && time ? [sql`${before} < (${startsOf(side, source)})[${bucketIn(side, time, source)}]`] : []),
  ];
}

/** The number of the bucket, found among all starts by halves. */
function bucketIn(side: Side, time: SqlFragment, source: FactSource): SqlFragment {
  return sql`width_bucket(${time}, ${startsOf(side, source)})`;
}

function startsOf(side: Side, { days }: FactSource): SqlFragment {
  return days ? sql`${side.days()}::date[]` : sql`${side.starts}::timestamptz[]`;
}
