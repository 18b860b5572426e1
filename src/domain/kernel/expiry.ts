import { validationFailed } from './errors.ts';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** Later moments cannot be written with four digits of year. */
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * When something is over: it holds before this moment.
 * @param expiresAt RFC 3339 date-time, or a date whose whole day in `timeZone` is included; undefined = it never ends
 * @param timeZone IANA name of the business time zone
 * @throws DomainError 400 VALIDATION_FAILED naming `expiresAt` when it is not in the future
 */
export function readExpiry(expiresAt: string | undefined, now: Date, timeZone: string): Date | null {
  if (expiresAt === undefined) return null;
  const ms = DATE_ONLY.test(expiresAt) ? startOfNextDay(expiresAt, timeZone) : Date.parse(expiresAt.toUpperCase());
  if (ms <= now.getTime()) throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
  if (ms > LAST_MOMENT_MS) throw validationFailed([{ field: 'expiresAt', message: 'must be before the year 10000' }]);
  return new Date(ms);
}

/** Unix milliseconds at which the day after `date` begins on the clocks of a time zone. */
function startOfNextDay(date: string, timeZone: string): number {
  const wall = Date.parse(`${date}T00:00:00Z`) + DAY_MS;
  // The offset that holds then is only known near then: the second look is right even where the first met a change.
  const guess = wall - offsetAt(wall, timeZone);
  return wall - offsetAt(guess, timeZone);
}

/** Milliseconds that a time zone is ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = OFFSET.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
