import {
  addDays,
  type CalendarDate,
  clockOf,
  firstOfMonth,
  firstOfQuarter,
  mondayOf,
  wallTimeAt,
  type ZoneClock,
} from '../../model/zoned-time.ts';
import type { Grain, TimeRange } from './query.ts';

/** A bucket of a series, from its start up to its end. Those of a series follow one another without a gap. */
export interface Bucket {
  readonly start: Date;
  readonly end: Date;
  /** The local day that it begins with. */
  readonly date: CalendarDate;
  /** Of an hour: the local time that it begins with, with its offset. */
  readonly wallTime?: string;
}

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

type CalendarGrain = Exclude<Grain, 'HOUR'>;

/** The first day of the bucket that a day is in. */
const FIRST_DAY: Readonly<Record<CalendarGrain, (date: CalendarDate) => CalendarDate>> = {
  DAY: (date) => date,
  WEEK: mondayOf,
  MONTH: (date) => firstOfMonth(date),
  QUARTER: firstOfQuarter,
  YEAR: (date) => `${date.slice(0, 4)}-01-01`,
};

/** The first day of the bucket after the one that begins with a day. */
const NEXT: Readonly<Record<CalendarGrain, (first: CalendarDate) => CalendarDate>> = {
  DAY: (first) => addDays(first, 1),
  WEEK: (first) => addDays(first, 7),
  MONTH: (first) => firstOfMonth(first, 1),
  QUARTER: (first) => firstOfMonth(first, 3),
  YEAR: (first) => firstOfMonth(first, 12),
};

/**
 * The buckets that overlap a range, in order. Every time of the range is in exactly one of them. Days and longer buckets begin with
 * their first day; hours begin with an hour of the local clock, or when the clocks are changed.
 */
export function bucketsIn(grain: Grain, range: TimeRange, timeZone: string): readonly Bucket[] {
  const clock = clockOf(timeZone);
  return grain === 'HOUR' ? hoursIn(range, clock) : datesIn(grain, range, clock);
}

function datesIn(grain: CalendarGrain, { from, to }: TimeRange, clock: ZoneClock): Bucket[] {
  const buckets: Bucket[] = [];
  // A day that the clocks repeat in part has begun already, though they show the day before.
  let date = FIRST_DAY[grain](addDays(clock.dateAt(from.getTime()), 1));
  while (clock.startOfDay(date) > from.getTime()) date = FIRST_DAY[grain](addDays(date, -1));
  for (let start = clock.startOfDay(date); start < to.getTime(); ) {
    const next = NEXT[grain](date);
    const end = clock.startOfDay(next);
    // A day that the calendar of a place has skipped has no time.
    if (end > start) buckets.push({ start: new Date(start), end: new Date(end), date });
    date = next;
    start = end;
  }
  return buckets;
}

function hoursIn({ from, to }: TimeRange, clock: ZoneClock): Bucket[] {
  const buckets: Bucket[] = [];
  const [begins, ends] = [from.getTime(), to.getTime()];
  const first = hourOf(begins, clock.offsetAt(begins));
  let start = lastChange(first, begins, clock) ?? first;
  while (start < ends) {
    // Between two changes of the clocks, all hours have the same offset.
    const offset = clock.offsetAt(start);
    const change = clock.changeBetween(start, ends + HOUR_MS) ?? Number.POSITIVE_INFINITY;
    while (start < ends && start < change) {
      const end = Math.min(hourOf(start, offset) + HOUR_MS, change);
      const wallTime = wallTimeAt(new Date(start), offset);
      buckets.push({ start: new Date(start), end: new Date(end), date: wallTime.slice(0, 10), wallTime });
      start = end;
    }
  }
  return buckets;
}

/** When the hour began that the clocks show at a time, had they not been changed in it. */
function hourOf(ms: number, offset: number): number {
  const local = ms + offset;
  return ms - (local - Math.floor(local / HOUR_MS) * HOUR_MS);
}

function lastChange(after: number, until: number, clock: ZoneClock): number | undefined {
  const change = clock.changeBetween(after, until);
  return change === undefined ? undefined : (lastChange(change, until, clock) ?? change);
}
