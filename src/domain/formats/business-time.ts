import { type CalendarDate, startOfDay, startOfNextDay } from '../../model/zoned-time.ts';
import { fieldProblem, validationFailed } from '../kernel/errors.ts';

export {
  addDays,
  type CalendarDate,
  dateIn,
  daysBetween,
  startOfDay,
  startOfNextDay,
  wallClock,
  wallTimeIn,
  yearBefore,
} from '../../model/zoned-time.ts';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
/** The range of times that the database and years of four digits can represent. */
const FIRST_TIMESTAMP_MS = Date.parse('0001-01-01T00:00:00Z');
const LAST_TIMESTAMP_MS = Date.parse('9999-12-31T23:59:59.999Z');
const FIRST_YEAR_BEYOND = 10_000;

/** True if a time from a caller is a date, which means a whole day. */
export function isDate(text: string): boolean {
  return DATE_ONLY.test(text);
}

/** A day in a time zone, cut to the range of times: east of Greenwich the very first day begins before it. */
export function dayIn(date: CalendarDate, timeZone: string): { readonly from: Date; readonly to: Date } {
  return { from: withinTimes(startOfDay(date, timeZone)), to: withinTimes(startOfNextDay(date, timeZone)) };
}

/** A time, limited to the range of times. */
export function withinTimes(timestamp: Date): Date {
  return new Date(Math.min(Math.max(timestamp.getTime(), FIRST_TIMESTAMP_MS), LAST_TIMESTAMP_MS));
}

/**
 * Parses a caller's time: an RFC 3339 date-time, or a date, which means the start of its day in the time zone.
 * @param text a valid time (kernel/input.ts)
 */
export function readFrom(text: string, timeZone: string): Date {
  return DATE_ONLY.test(text) ? startOfDay(text, timeZone) : new Date(text.toUpperCase());
}

/** Parses the end of a half-open range: a date-time, or a date, whose whole day is included. */
export function readTo(text: string, timeZone: string): Date {
  return DATE_ONLY.test(text) ? startOfNextDay(text, timeZone) : new Date(text.toUpperCase());
}

/**
 * Parses the time at which something expires, exclusive.
 * @param expiresAt RFC 3339 date-time, or a date whose whole day in `timeZone` is included; undefined = never
 * @param timeZone IANA name of the business time zone
 * @throws DomainError 400 VALIDATION_FAILED naming `expiresAt` if it is not in the future
 */
export function readExpiry(expiresAt: string | undefined, now: Date, timeZone: string): Date | null {
  if (expiresAt === undefined) return null;
  const over = readTo(expiresAt, timeZone);
  if (over <= now) throw validationFailed([fieldProblem('expiresAt', 'NOT_IN_FUTURE')]);
  if (over.getTime() > LAST_TIMESTAMP_MS) {
    throw validationFailed([fieldProblem('expiresAt', 'TOO_LATE', { year: FIRST_YEAR_BEYOND })]);
  }
  return over;
}
