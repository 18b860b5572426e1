import { validationFailed } from '../kernel/errors.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * When something ends: an RFC 3339 date-time as it is; a date is over with the last millisecond of that day.
 * @param expiresAt a valid moment (kernel/input.ts), undefined = it never ends
 * @param timeZone IANA name of the zone that a date's day is counted in
 * @throws DomainError 400 VALIDATION_FAILED when it is over already
 */
export function readExpiry(expiresAt: string | undefined, now: Date, timeZone: string): Date | null {
  if (expiresAt === undefined) return null;
  const moment = DATE_ONLY.test(expiresAt) ? endOfDay(expiresAt, timeZone) : new Date(expiresAt.toUpperCase());
  if (moment > now) return moment;
  throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
}

/** The last millisecond of a day in a zone: the next midnight, less one. */
function endOfDay(date: string, timeZone: string): Date {
  const nextMidnightMs = Date.parse(`${date}T00:00:00Z`) + DAY_MS;
  // The offset is that of the moment itself, which the first guess may miss by a change of the clocks.
  const guessMs = nextMidnightMs - offsetMs(nextMidnightMs, timeZone);
  return new Date(nextMidnightMs - offsetMs(guessMs, timeZone) - 1);
}

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
}
