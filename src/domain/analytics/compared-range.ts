import type { Comparison, RangePreset } from '../../model/enums.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  dateIn,
  daysBetween,
  firstOfMonth,
  monthOf,
  onDay,
  startOfDay,
  yearOf,
} from '../../model/zoned-time.ts';
import type { ComparedRange, Grain, Shift, TimeRange } from '../../persistence/analytics/query.ts';

/** How far before each preset its previous period lies. */
const PERIODS: Readonly<Record<RangePreset, Shift>> = {
  TODAY: { days: 1 },
  YESTERDAY: { days: 1 },
  LAST_7_DAYS: { days: 7 },
  LAST_30_DAYS: { days: 30 },
  LAST_90_DAYS: { days: 90 },
  LAST_12_MONTHS: { months: 12 },
  THIS_WEEK: { days: 7 },
  PREVIOUS_WEEK: { days: 7 },
  THIS_MONTH: { months: 1 },
  PREVIOUS_MONTH: { months: 1 },
  THIS_QUARTER: { months: 3 },
  PREVIOUS_QUARTER: { months: 3 },
  THIS_YEAR: { months: 12 },
  PREVIOUS_YEAR: { months: 12 },
};

/** As many whole weeks as a year has. */
const YEAR_OF_WEEKS = { days: 52 * 7 } as const;
const YEAR = { months: 12 } as const;

/**
 * The range that a range is compared with.
 * @param grain of the series: weeks are compared with those 52 weeks before, since a year has no whole number of them
 */
export function comparedRange(
  compareTo: Comparison,
  { preset }: { readonly preset?: RangePreset },
  range: TimeRange,
  timeZone: string,
  grain?: Grain,
): ComparedRange {
  if (compareTo === 'PREVIOUS_PERIOD') {
    const shift = preset ? PERIODS[preset] : lengthOf(range, timeZone);
    return { ...earlier(range, shift, timeZone), shift };
  }
  const isOfWeeks = grain === 'WEEK' || (!grain && (preset === 'THIS_WEEK' || preset === 'PREVIOUS_WEEK'));
  const shift = isOfWeeks ? YEAR_OF_WEEKS : YEAR;
  return { ...earlier(range, shift, timeZone), shift };
}

/** The length of a range: in months if it has whole ones, else in days or, if it has no whole days, in time. */
export function lengthOf({ from, to }: TimeRange, timeZone: string): Shift {
  const [first, end] = [dateIn(from, timeZone), dateIn(to, timeZone)];
  if (isFirstOfMonth(from, timeZone) && isFirstOfMonth(to, timeZone)) {
    return { months: 12 * (yearOf(end) - yearOf(first)) + monthOf(end) - monthOf(first) };
  }
  if (isMidnight(from, timeZone) && isMidnight(to, timeZone)) {
    return { days: daysBetween(first, lastDay(to, timeZone)) + 1 };
  }
  return { ms: to.getTime() - from.getTime() };
}

/** The same range, earlier by a distance: the same days, or whole months for whole months, and the same times of the day. */
export function earlier(range: TimeRange, shift: Shift, timeZone: string): TimeRange {
  const { from, to } = range;
  if ('ms' in shift) return { from: new Date(from.getTime() - shift.ms), to: new Date(to.getTime() - shift.ms) };
  const [first, end] = [dateIn(from, timeZone), dateIn(to, timeZone)];
  const before = (date: CalendarDate) =>
    'days' in shift ? addDays(date, -shift.days) : addMonths(date, -shift.months);
  const isWholeMonths = isFirstOfMonth(from, timeZone) && isFirstOfMonth(to, timeZone);
  // By its last day, because the months may differ in length.
  const endBefore =
    isMidnight(to, timeZone) && !isWholeMonths ? addDays(before(lastDay(to, timeZone)), 1) : before(end);
  const [start, stop] = [onDay(before(first), from, timeZone), onDay(endBefore, to, timeZone)];
  // A short range may not exist on the earlier day, because its clocks were set forward.
  return { from: start, to: start < stop ? stop : new Date(start.getTime() + to.getTime() - from.getTime()) };
}

/** The last day of a range that ends at the start of a day: the calendar may have skipped the day before that. */
function lastDay(to: Date, timeZone: string): CalendarDate {
  return dateIn(new Date(to.getTime() - 1), timeZone);
}

function isFirstOfMonth(time: Date, timeZone: string): boolean {
  const date = dateIn(time, timeZone);
  return date === firstOfMonth(date) && isMidnight(time, timeZone);
}

function isMidnight(time: Date, timeZone: string): boolean {
  return startOfDay(dateIn(time, timeZone), timeZone).getTime() === time.getTime();
}
