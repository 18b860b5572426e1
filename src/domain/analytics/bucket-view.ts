import type { TimeGrain } from '../../model/enums.ts';
import type { AnalyticsTableView } from '../../model/records/analytics-table.ts';
import { addDays, type CalendarDate, dateIn, daysBetween, wallTimeIn } from '../../model/zoned-time.ts';
import type { Bucket } from '../../persistence/analytics/buckets.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import type { Slot } from '../../persistence/analytics/series.ts';

type SlotView = Pick<
  AnalyticsTableView['rows'][number],
  | 'bucketStart'
  | 'bucketLabel'
  | 'partial'
  | 'previousBucketStart'
  | 'previousBucketLabel'
  | 'previousPartial'
  | 'unpaired'
>;

interface Periods {
  readonly grain?: TimeGrain;
  readonly range?: TimeRange;
  readonly compareTo?: TimeRange;
  readonly now: Date;
}

/** The buckets of a row, and what they lack. @param slot undefined without a grain */
export function viewSlot(slot: Slot | undefined, { grain, range, compareTo, now }: Periods): SlotView {
  const { current, previous } = slot ?? {};
  const isPartial = (bucket: Bucket | undefined, of: TimeRange | undefined) =>
    bucket !== undefined && of !== undefined && (bucket.start < of.from || bucket.end > of.to || bucket.end > now);
  return {
    bucketStart: current?.start ?? null,
    bucketLabel: labelOf(current, grain),
    partial: isPartial(current, range),
    previousBucketStart: previous?.start ?? null,
    previousBucketLabel: labelOf(previous, grain),
    previousPartial: isPartial(previous, compareTo),
    unpaired: slot !== undefined && compareTo !== undefined && !(current && previous),
  };
}

function labelOf(bucket: Bucket | undefined, grain: TimeGrain | undefined): string | null {
  if (!bucket || !grain) return null;
  return grain === 'HOUR' ? (bucket.wallTime ?? null) : nameOf(grain, bucket.date);
}

/** The name of a bucket: ISO 8601, with the week of its Thursday's year. */
export function bucketLabel(grain: TimeGrain, start: Date, timeZone: string): string {
  return grain === 'HOUR' ? wallTimeIn(start, timeZone) : nameOf(grain, dateIn(start, timeZone));
}

/** @param date the first day */
function nameOf(grain: Exclude<TimeGrain, 'HOUR'>, date: CalendarDate): string {
  switch (grain) {
    case 'DAY':
      return date;
    case 'WEEK':
      return weekOf(date);
    case 'MONTH':
      return date.slice(0, 7);
    case 'QUARTER':
      return `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
    case 'YEAR':
      return date.slice(0, 4);
  }
}

function weekOf(monday: CalendarDate): string {
  const year = addDays(monday, 3).slice(0, 4);
  const week = Math.floor(daysBetween(`${year}-01-01`, addDays(monday, 3)) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
