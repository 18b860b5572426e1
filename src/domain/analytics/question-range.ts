import type { RangePreset } from '../../model/enums.ts';
import {
  addDays,
  type CalendarDate,
  dateIn,
  firstOfMonth,
  firstOfQuarter,
  mondayOf,
  monthOf,
  startOfDay,
} from '../../model/zoned-time.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import { readFrom, readTo } from '../formats/business-time.ts';
import { invalid } from '../kernel/errors.ts';
import { requireCountedYears } from './counted-years.ts';

export { comparedRange } from './compared-range.ts';

/** The range of a question: a preset, or both ends. */
export interface AskedRange {
  readonly preset?: RangePreset;
  /** RFC 3339 date-time, or a date of the question's time zone. */
  readonly from?: string;
  /** The same; a date includes its whole day, a date-time is exclusive. */
  readonly to?: string;
}

/** The first day of each preset, and the first day after it; `tomorrow` where it reaches up to today. */
const PRESETS: Readonly<Record<RangePreset, (today: CalendarDate) => readonly [CalendarDate, CalendarDate]>> = {
  TODAY: (today) => [today, addDays(today, 1)],
  YESTERDAY: (today) => [addDays(today, -1), today],
  LAST_7_DAYS: (today) => [addDays(today, -6), addDays(today, 1)],
  LAST_30_DAYS: (today) => [addDays(today, -29), addDays(today, 1)],
  LAST_90_DAYS: (today) => [addDays(today, -89), addDays(today, 1)],
  LAST_12_MONTHS: (today) => [firstOfMonth(today, -11), addDays(today, 1)],
  THIS_WEEK: (today) => [mondayOf(today), addDays(today, 1)],
  PREVIOUS_WEEK: (today) => [addDays(mondayOf(today), -7), mondayOf(today)],
  THIS_MONTH: (today) => [firstOfMonth(today), addDays(today, 1)],
  PREVIOUS_MONTH: (today) => [firstOfMonth(today, -1), firstOfMonth(today)],
  THIS_QUARTER: (today) => [firstOfQuarter(today), addDays(today, 1)],
  PREVIOUS_QUARTER: (today) => [firstOfMonth(firstOfQuarter(today), -3), firstOfQuarter(today)],
  THIS_YEAR: (today) => [firstOfMonth(today, 1 - monthOf(today)), addDays(today, 1)],
  PREVIOUS_YEAR: (today) => [firstOfMonth(today, -11 - monthOf(today)), firstOfMonth(today, 1 - monthOf(today))],
};

/**
 * Reads the range of a question.
 * @throws DomainError 400 INVALID_RANGE
 */
export function readRange({ preset, from, to }: AskedRange, now: Date, timeZone: string): TimeRange {
  if (preset !== undefined) {
    if (from !== undefined || to !== undefined) throw invalid('INVALID_RANGE', 'WITH_PRESET');
    const [first, end] = PRESETS[preset](dateIn(now, timeZone));
    return { from: startOfDay(first, timeZone), to: startOfDay(end, timeZone) };
  }
  if (from === undefined || to === undefined) throw invalid('INVALID_RANGE', 'INCOMPLETE');
  const range = { from: readFrom(from, timeZone), to: readTo(to, timeZone) };
  if (!(range.from < range.to)) throw invalid('INVALID_RANGE', 'ENDS_FIRST');
  requireCountedYears(range, timeZone);
  return range;
}
