import { startOfDay, startOfNextDay } from '../../model/zoned-time.ts';
import { validationFailed } from './errors.ts';

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
/** Later times need more than four digits for the year. */
const LAST_TIMESTAMP_MS = Date.parse('9999-12-31T23:59:59.999Z');

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
  if (over <= now) throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
  if (over.getTime() > LAST_TIMESTAMP_MS) {
    throw validationFailed([{ field: 'expiresAt', message: 'must be before the year 10000' }]);
  }
  return over;
}
