import { validationFailed } from './errors.ts';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const QUARTER_MS = 15 * 60 * 1000;
/** Before, some places changed their clocks by seconds, and at any second. */
const CLOCKS_CHANGE_IN_QUARTERS_SINCE_MS = Date.UTC(1973, 0);
const MAX_OFFSETS = 10_000;
/** Later times need more than four digits for the year. */
const LAST_TIMESTAMP_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** A calendar day without a zone: `2026-11-21`. */
export type CalendarDate = string;

/** The calendar day of a time in a time zone. */
export function dateIn(timestamp: Date, timeZone: string): CalendarDate {
  return new Date(timestamp.getTime() + offsetMs(timestamp.getTime(), timeZone)).toISOString().slice(0, 10);
}

/** The local time in a time zone, to the minute, with the offset: `2026-11-21T14:00+05:00`. */
export function wallTimeIn(timestamp: Date, timeZone: string): string {
  const offset = offsetMs(timestamp.getTime(), timeZone);
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${new Date(timestamp.getTime() + offset).toISOString().slice(0, 16)}${offset < 0 ? '-' : '+'}${size}`;
}

/**
 * The local time in a time zone, to the second, for many times: `2026-11-21 14:00:00`.
 * @param timeZone IANA name
 */
export function wallClock(timeZone: string): (timestamp: Date) => string {
  const format = offsetFormat(timeZone);
  const offsets = new Map<number, number>();

  function offsetAt(ms: number): number {
    if (ms < CLOCKS_CHANGE_IN_QUARTERS_SINCE_MS) return offsetIn(format, ms);
    const quarter = Math.floor(ms / QUARTER_MS);
    const cached = offsets.get(quarter);
    if (cached !== undefined) return cached;
    if (offsets.size === MAX_OFFSETS) offsets.clear();
    const offset = offsetIn(format, ms);
    offsets.set(quarter, offset);
    return offset;
  }

  return (timestamp) => {
    const ms = timestamp.getTime();
    return new Date(ms + offsetAt(ms)).toISOString().slice(0, 19).replace('T', ' ');
  };
}

/** Adds days to a calendar day; negative numbers subtract. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(wallMs(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of calendar days from `from` to `to`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((wallMs(to) - wallMs(from)) / DAY_MS);
}

/** The same day of the previous year; 28 February for 29 February. */
export function yearBefore(date: CalendarDate): CalendarDate {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  const same = `${year}${date.slice(4)}`;
  return new Date(wallMs(same)).toISOString().startsWith(same) ? same : `${year}-02-28`;
}

/** The start of a calendar day in a time zone. If the clocks skip midnight, the day starts when they jump. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  return midnight(wallMs(date), timeZone);
}

/** The end of a calendar day in a time zone: the start of the next one. */
export function startOfNextDay(date: CalendarDate, timeZone: string): Date {
  return midnight(wallMs(date) + DAY_MS, timeZone);
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
  if (over <= now) throw validationFailed([{ field: 'expiresAt', message: 'must be in the future' }]);
  if (over.getTime() > LAST_TIMESTAMP_MS) {
    throw validationFailed([{ field: 'expiresAt', message: 'must be before the year 10000' }]);
  }
  return over;
}

/**
 * The time at which a calendar day starts in a time zone: its first midnight, or the jump of the clocks that skips it.
 */
function midnight(wall: number, timeZone: string): Date {
  const before = offsetMs(wall - DAY_MS, timeZone);
  const after = offsetMs(wall + DAY_MS, timeZone);
  // If midnight occurs twice, the earlier one counts; if it is skipped, the old offset leads to the jump.
  const candidates = [wall - before, wall - after].filter((ms) => ms + offsetMs(ms, timeZone) === wall);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : wall - before);
}

/** The midnight of a day in UTC, in milliseconds. */
function wallMs(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone from UTC at a time, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  // Cached: creating a format takes a hundred times as long as using it. There are few time zones, all validated, but
  // many ways to write each in capitals.
  const name = timeZone.toLowerCase();
  let format = formats.get(name);
  if (!format) {
    format = offsetFormat(timeZone);
    formats.set(name, format);
  }
  return offsetIn(format, atMs);
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
}

function offsetIn(format: Intl.DateTimeFormat, atMs: number): number {
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = OFFSET.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
