import { validationFailed } from './errors.ts';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
/** Later moments cannot be written with four digits of year. */
const LAST_MOMENT_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A calendar day without a zone: `2026-11-21`. */
export type CalendarDate = string;

/** The calendar day that a moment falls on in a zone. */
export function dateIn(moment: Date, timeZone: string): CalendarDate {
  return new Date(moment.getTime() + offsetMs(moment.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** What the clocks of a zone show at a moment, to the minute, with the zone's offset: `2026-11-21T14:00+05:00`. */
export function wallTimeIn(moment: Date, timeZone: string): string {
  const offset = offsetMs(moment.getTime(), timeZone);
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${new Date(moment.getTime() + offset).toISOString().slice(0, 16)}${offset < 0 ? '-' : '+'}${size}`;
}

/** The calendar day so many days later; fewer than none is earlier. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(wallMs(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many calendar days `to` is after `from`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((wallMs(to) - wallMs(from)) / DAY_MS);
}

/** The same day of the year before; 28 February for a 29th. */
export function yearBefore(date: CalendarDate): CalendarDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  const same = `${year}${date.slice(4)}`;
  return new Date(wallMs(same)).toISOString().startsWith(same) ? same : `${year}-02-28`;
}

/** The first moment of a calendar day in a zone. A day whose midnight the clocks leave out begins when they jump. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  return midnight(wallMs(date), timeZone);
}

/** The first moment after a calendar day in a zone. */
export function startOfNextDay(date: CalendarDate, timeZone: string): Date {
  return midnight(wallMs(date) + DAY_MS, timeZone);
}

/**
 * A moment out of a caller's text: an RFC 3339 date-time as it is, a date as the first moment of its day in the zone.
 * @param text a valid moment (kernel/input.ts)
 */
export function readFrom(text: string, timeZone: string): Date {
  return DATE_ONLY.test(text) ? startOfDay(text, timeZone) : new Date(text.toUpperCase());
}

/** The end of a half-open range out of a caller's text: a date-time as it is; a date's whole day is included. */
export function readTo(text: string, timeZone: string): Date {
  return DATE_ONLY.test(text) ? startOfNextDay(text, timeZone) : new Date(text.toUpperCase());
}

/**
 * When something is over: it holds before this moment.
 * @param expiresAt RFC 3339 date-time, or a date whose whole day in `timeZone` is included; undefined = it never ends
 * @param timeZone IANA name of the business time zone
 * @throws DomainError 400 VALIDATION_FAILED naming `expiresAt` when it is not in the future
 */
export function readExpiry(expiresAt: string | undefined, now: Date, timeZone: string): Date | null {
  if (expiresAt === undefined) return null;
  const over = readTo(expiresAt, timeZone);
  if (over <= now) throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
  if (over.getTime() > LAST_MOMENT_MS) {
    throw validationFailed([{ field: 'expiresAt', message: 'must be before the year 10000' }]);
  }
  return over;
}

/** The moment at which the clocks of a zone first show a midnight, or what comes after it where they leave it out. */
function midnight(wall: number, timeZone: string): Date {
  const before = offsetMs(wall - DAY_MS, timeZone);
  const after = offsetMs(wall + DAY_MS, timeZone);
  // Midnight may come twice, then the earlier one counts, or never: the old offset then leads to the jump.
  const known = [wall - before, wall - after].filter((ms) => ms + offsetMs(ms, timeZone) === wall);
  return new Date(known.length > 0 ? Math.min(...known) : wall - before);
}

/** A day's midnight read as if the zone were UTC, in milliseconds. */
function wallMs(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  // Making a format takes a hundred times as long as using it. Zones come from settings and checked input: few.
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = OFFSET.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
