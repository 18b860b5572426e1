import { dayFrom } from '../../model/zoned-time.ts';
import { SharedValue } from '../sql/sql.ts';
import { moveOf, type Paired } from './bucket-moves.ts';
import { type Bucket, bucketsIn } from './buckets.ts';
import type { AnalyticsQuery } from './query.ts';

const HOUR_MS = 3_600_000;

/** A row of a series: a bucket of the range, the one of the comparison range that it is compared with, or both. */
export interface Slot {
  readonly current?: Bucket;
  readonly previous?: Bucket;
}

/** The buckets of a period, as PostgreSQL finds them. */
export interface Side {
  /** The start of each: an array of timestamps. */
  readonly starts: SharedValue;
  /** The first day that begins in it, of each: an array of dates. */
  readonly days: () => SharedValue;
  /** The number of the slot of each, from 1; undefined where it is the number of the bucket. */
  readonly ordinals?: SharedValue;
  /** Whether each begins with an hour of UTC. */
  readonly isMadeOfHours: boolean;
  /** The start of the first, where each is an hour long, whichever minute of UTC they begin with. */
  readonly hoursFrom?: Date;
}

/** The buckets of a query, computed once: rows are counted by them, labeled by them and paired by them. */
export interface Series {
  /** In order of time. */
  readonly slots: readonly Slot[];
  readonly current: Side;
  readonly previous: Side;
}

/** @returns undefined without a grain or a range */
export function seriesOf({ grain, range, compareTo, timeZone }: AnalyticsQuery): Series | undefined {
  if (!grain || !range) return undefined;
  const current = { range, buckets: bucketsIn(grain, range, timeZone) };
  const previous = compareTo && { range: compareTo, buckets: bucketsIn(grain, compareTo, timeZone) };
  const slots = previous
    ? slotsOf(current, previous, moveOf(grain, compareTo.shift, current, previous))
    : current.buckets.map((bucket) => ({ current: bucket }));
  return { slots, current: sideOf(slots, 'current', timeZone), previous: sideOf(slots, 'previous', timeZone) };
}

/** A bucket without its like keeps its place in the order of its own period. */
function slotsOf(current: Paired, previous: Paired, move: (bucket: Bucket) => number | undefined): Slot[] {
  const slots: Slot[] = [];
  let shown = 0;
  for (const bucket of previous.buckets) {
    const at = move(bucket);
    if (at === undefined || at < shown) {
      slots.push({ previous: bucket });
      continue;
    }
    slots.push(...current.buckets.slice(shown, at).map((each) => ({ current: each })));
    slots.push({ current: current.buckets[at], previous: bucket });
    shown = at + 1;
  }
  return [...slots, ...current.buckets.slice(shown).map((each) => ({ current: each }))];
}

function sideOf(slots: readonly Slot[], period: keyof Slot, timeZone: string): Side {
  const found = slots.flatMap((slot, at) => {
    const bucket = slot[period];
    return bucket ? [{ start: bucket.start, ordinal: at + 1 }] : [];
  });
  const starts = found.map(({ start }) => start);
  const ordinals = found.map(({ ordinal }) => ordinal);
  const [first] = starts;
  const areHours = starts.every((start, at) => start.getTime() === (first?.getTime() ?? 0) + at * HOUR_MS);
  let days: SharedValue | undefined;
  return {
    starts: new SharedValue(starts),
    // Few sources have days, and an hour of each would be looked up.
    days: () => {
      days ??= new SharedValue(starts.map((start) => dayFrom(start, timeZone)));
      return days;
    },
    ...(ordinals.every((ordinal, at) => ordinal === at + 1) ? {} : { ordinals: new SharedValue(ordinals) }),
    ...(first && areHours && starts.length > 1 ? { hoursFrom: first } : {}),
    isMadeOfHours: starts.every((start) => start.getTime() % HOUR_MS === 0),
  };
}
