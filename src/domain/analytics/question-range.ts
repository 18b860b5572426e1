import type { Comparison, RangePreset } from '../../model/enums.ts';
import type { TimeRange } from '../../persistence/analytics/query.ts';
import {
  addDays,
  type CalendarDate,
  dateIn,
  daysBetween,
  readFrom,
  readTo,
  startOfDay,
  yearBefore,
} from '../kernel/business-time.ts';
import { type DomainError, invalid } from '../kernel/errors.ts';
import { periodBefore } from './sales-range.ts';

/** The range of a question: a preset, or both ends. */
export interface AskedRange {
  readonly preset?: RangePreset;
  /** RFC 3339 date-time, or a date of the question's time zone. */
  readonly from?: string;
  /** The same; a date includes its whole day, a date-time is exclusive. */
  readonly to?: string;
}

const FIRST_TIMESTAMP_MS = Date.parse('2000-01-01T00:00:00Z');
const LAST_TIMESTAMP_MS = Date.parse('2200-01-01T00:00:00Z');

/** The first day of each preset, and the first day after it; `tomorrow` where it reaches up to today. */
const PRESETS: Readonly<Record<RangePreset, (today: CalendarDate) => readonly [CalendarDate, CalendarDate]>> = {
  TODAY: (today) => [today, addDays(today, 1)],
  YESTERDAY: (today) => [addDays(today, -1), today],
  LAST_7_DAYS: (today) => [addDays(today, -6), addDays(today, 1)],
  LAST_30_DAYS: (today) => [addDays(today, -29), addDays(today, 1)],
  LAST_90_DAYS: (today) => [addDays(today, -89), addDays(today, 1)],
  LAST_12_MONTHS: (today) => [firstOfMonth(today, -11), addDays(today, 1)],
  THIS_WEEK: (today) => [monday(today), addDays(today, 1)],
  LAST_WEEK: (today) => [addDays(monday(today), -7), monday(today)],
  THIS_MONTH: (today) => [firstOfMonth(today), addDays(today, 1)],
  LAST_MONTH: (today) => [firstOfMonth(today, -1), firstOfMonth(today)],
  THIS_QUARTER: (today) => [firstOfQuarter(today), addDays(today, 1)],
  LAST_QUARTER: (today) => [firstOfMonth(firstOfQuarter(today), -3), firstOfQuarter(today)],
  THIS_YEAR: (today) => [firstOfMonth(today, 1 - monthOf(today)), addDays(today, 1)],
  LAST_YEAR: (today) => [firstOfMonth(today, -11 - monthOf(today)), firstOfMonth(today, 1 - monthOf(today))],
};

/** Presets that are a unit of the calendar up to today: the first day of the unit before. */
const UNIT_BEFORE: Partial<Record<RangePreset, (first: CalendarDate) => CalendarDate>> = {
  THIS_WEEK: (first) => addDays(first, -7),
  THIS_MONTH: (first) => firstOfMonth(first, -1),
  THIS_QUARTER: (first) => firstOfMonth(first, -3),
  THIS_YEAR: (first) => firstOfMonth(first, -12),
};

/**
 * Reads the range of a question.
 * @throws DomainError 400 INVALID_RANGE
 */
export function readRange({ preset, from, to }: AskedRange, now: Date, timeZone: string): TimeRange {
  if (preset !== undefined) {
    if (from !== undefined || to !== undefined)
      throw invalidRange('from and to must not be given together with preset');
    const [first, end] = PRESETS[preset](dateIn(now, timeZone));
    return { from: startOfDay(first, timeZone), to: startOfDay(end, timeZone) };
  }
  if (from === undefined || to === undefined) throw invalidRange('range needs preset, or both from and to');
  const range = { from: readFrom(from, timeZone), to: readTo(to, timeZone) };
  if (!(range.from < range.to)) throw invalidRange('to must be after from');
  if (range.from.getTime() < FIRST_TIMESTAMP_MS || range.to.getTime() > LAST_TIMESTAMP_MS) {
    throw invalidRange('from and to must be in the years 2000 to 2199');
  }
  return range;
}

/** The range that a range is compared with. */
export function comparedRange(
  compareTo: Comparison,
  { preset }: AskedRange,
  range: TimeRange,
  timeZone: string,
): TimeRange {
  if (compareTo === 'PREVIOUS_YEAR') {
    return yearEarlier(range, timeZone);
  }
  const [first, end] = [dateIn(range.from, timeZone), dateIn(range.to, timeZone)];
  const unitBefore = preset && UNIT_BEFORE[preset]?.(first);
  if (unitBefore) {
    const sameDays = startOfDay(addDays(unitBefore, daysBetween(first, end)), timeZone).getTime();
    return { from: startOfDay(unitBefore, timeZone), to: new Date(Math.min(sameDays, range.from.getTime())) };
  }
  if (isFirstOfMonth(range.from, timeZone) && isFirstOfMonth(range.to, timeZone)) {
    const months = 12 * (yearOf(end) - yearOf(first)) + monthOf(end) - monthOf(first);
    return { from: startOfDay(firstOfMonth(first, -months), timeZone), to: range.from };
  }
  return periodBefore(range, timeZone);
}

/** The same days and times of the day, a year before. */
function yearEarlier({ from, to }: TimeRange, timeZone: string): TimeRange {
  const [first, end] = [dateIn(from, timeZone), dateIn(to, timeZone)];
  const isWholeMonths = isFirstOfMonth(from, timeZone) && isFirstOfMonth(to, timeZone);
  const isMidnight = startOfDay(end, timeZone).getTime() === to.getTime();
  // By its last day, because one of the two years may have a 29 February.
  const endBefore = isMidnight && !isWholeMonths ? addDays(yearBefore(addDays(end, -1)), 1) : yearBefore(end);
  const [start, stop] = [onDay(yearBefore(first), from, timeZone), onDay(endBefore, to, timeZone)];
  // The clocks of the year before may lack what little the range has.
  return { from: start, to: start < stop ? stop : new Date(start.getTime() + to.getTime() - from.getTime()) };
}

/** A day at the time of the day of another time. */
function onDay(date: CalendarDate, time: Date, timeZone: string): Date {
  const sinceMidnight = time.getTime() - startOfDay(dateIn(time, timeZone), timeZone).getTime();
  return new Date(startOfDay(date, timeZone).getTime() + sinceMidnight);
}

function isFirstOfMonth(time: Date, timeZone: string): boolean {
  const date = dateIn(time, timeZone);
  return date.endsWith('-01') && startOfDay(date, timeZone).getTime() === time.getTime();
}

/** @param months after the month of the date; negative for earlier ones */
function firstOfMonth(date: CalendarDate, months = 0): CalendarDate {
  return new Date(Date.UTC(yearOf(date), monthOf(date) - 1 + months, 1)).toISOString().slice(0, 10);
}

function firstOfQuarter(date: CalendarDate): CalendarDate {
  return firstOfMonth(date, -((monthOf(date) - 1) % 3));
}

function monday(date: CalendarDate): CalendarDate {
  return addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

/** From 1 for January. */
function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

function invalidRange(message: string): DomainError {
  return invalid('INVALID_RANGE', message);
}
