import { addDays, sameDayOfMonth } from '../../model/zoned-time.ts';
import type { Bucket } from './buckets.ts';
import type { Grain, Shift, TimeRange } from './query.ts';

/** A range and its buckets. */
export interface Paired {
  readonly range: TimeRange;
  readonly buckets: readonly Bucket[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365.2425 * DAY_MS;

/** The mean length of each grain, and the shift by so many of it. */
const UNITS: Readonly<Record<Grain, { readonly ms: number; readonly shift: (count: number) => Shift }>> = {
  HOUR: { ms: HOUR_MS, shift: (count) => ({ ms: count * HOUR_MS }) },
  DAY: { ms: DAY_MS, shift: (days) => ({ days }) },
  WEEK: { ms: 7 * DAY_MS, shift: (count) => ({ days: 7 * count }) },
  MONTH: { ms: YEAR_MS / 12, shift: (months) => ({ months }) },
  QUARTER: { ms: YEAR_MS / 4, shift: (count) => ({ months: 3 * count }) },
  YEAR: { ms: YEAR_MS, shift: (count) => ({ months: 12 * count }) },
};

/**
 * Which bucket of the range each bucket of the comparison range meets, by the calendar: days meet by their date, hours by the hour of
 * the clock, weeks by whole weeks, longer ones by whole months. Where the ranges are not apart by whole buckets, as weeks are not by 30
 * days, all buckets are moved by the number of them with which the ranges have most time in common.
 * @returns the position of the bucket in the range; undefined where it has none there, as 29 February in most years
 */
export function moveOf(
  grain: Grain,
  shift: Shift | undefined,
  current: Paired,
  previous: Paired,
): (bucket: Bucket) => number | undefined {
  const distance = current.range.from.getTime() - previous.range.from.getTime();
  const exact = shift ?? { ms: distance };
  if (isWhole(grain, exact)) return moveBy(exact, current, previous);
  const { ms, shift: shiftBy } = UNITS[grain];
  const [fewer, more] = [0, 1].map((further) =>
    moveBy(shiftBy(Math.floor(distance / ms) + further), current, previous),
  );
  if (!fewer || !more) return () => undefined;
  return commonTime(more, current, previous) > commonTime(fewer, current, previous) ? more : fewer;
}

/** Whether a shift moves buckets onto buckets. */
function isWhole(grain: Grain, shift: Shift): boolean {
  if ('ms' in shift) return grain === 'HOUR' && shift.ms % HOUR_MS === 0;
  if (grain === 'HOUR' || grain === 'DAY') return true;
  if ('days' in shift) return grain === 'WEEK' && shift.days % 7 === 0;
  return grain !== 'WEEK' && shift.months % { MONTH: 1, QUARTER: 3, YEAR: 12 }[grain] === 0;
}

function moveBy(shift: Shift, current: Paired, previous: Paired): (bucket: Bucket) => number | undefined {
  const positions = new Map(keysOf(current.buckets, keyOf).map((key, at) => [key, at]));
  const keys = keysOf(previous.buckets, (bucket) => movedKeyOf(bucket, shift));
  const found = new Map(
    previous.buckets.map((bucket, at) => {
      const key = keys[at];
      return [bucket, key === undefined ? undefined : positions.get(key)];
    }),
  );
  return (bucket) => found.get(bucket);

  function keyOf(bucket: Bucket): string {
    return 'ms' in shift ? String(bucket.start.getTime()) : `${bucket.date}${hourOf(bucket)}`;
  }
}

/** The key of the bucket that a bucket meets; undefined where the calendar has none. */
function movedKeyOf(bucket: Bucket, shift: Shift): string | undefined {
  if ('ms' in shift) return String(bucket.start.getTime() + shift.ms);
  const { date } = bucket;
  const moved = 'days' in shift ? addDays(date, shift.days) : sameDayOfMonth(date, shift.months);
  return moved && `${moved}${hourOf(bucket)}`;
}

/** What the clock shows: `T14`. */
function hourOf({ wallTime = '' }: Bucket): string {
  return wallTime.slice('2026-11-21'.length, '2026-11-21T14'.length);
}

/** The keys of buckets; an hour that the clocks show twice has a number. */
function keysOf(
  buckets: readonly Bucket[],
  keyOf: (bucket: Bucket) => string | undefined,
): readonly (string | undefined)[] {
  const met = new Map<string, number>();
  return buckets.map((bucket) => {
    const key = keyOf(bucket);
    if (key === undefined) return undefined;
    const times = (met.get(key) ?? 0) + 1;
    met.set(key, times);
    return `${key} ${times}`;
  });
}

/** How much time the ranges have in buckets that meet, in milliseconds. */
function commonTime(move: (bucket: Bucket) => number | undefined, current: Paired, previous: Paired): number {
  return previous.buckets.reduce((sum, bucket) => {
    const other = current.buckets[move(bucket) ?? -1];
    return other ? sum + Math.min(timeIn(bucket, previous.range), timeIn(other, current.range)) : sum;
  }, 0);
}

/** How much of a bucket a range has, in milliseconds. */
function timeIn({ start, end }: Bucket, { from, to }: TimeRange): number {
  return Math.min(end.getTime(), to.getTime()) - Math.max(start.getTime(), from.getTime());
}
