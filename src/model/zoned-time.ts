/**
 * Times and calendar days in time zones, by Node's time zone database, the only one in use: PostgreSQL gets timestamps, so that
 * its counts and their labels cannot differ.
 */

const DAY_MS = 24 * 60 * 60 * 1000;
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const QUARTER_MS = 15 * 60 * 1000;
/** Before, some places changed their clocks by seconds, and at any second. */
const CLOCKS_CHANGE_IN_QUARTERS_SINCE_MS = Date.UTC(1973, 0);
const MAX_OFFSETS = 10_000;
/** No place has changed its clocks twice in so few days. */
const SCAN_MS = 3 * DAY_MS;
const MAX_CACHED_YEARS = 2_000;

/** A calendar day without a zone: `2026-11-21`. */
export type CalendarDate = string;

/** The calendar day of a time in a time zone. */
export function dateIn(timestamp: Date, timeZone: string): CalendarDate {
  return dateOf(timestamp.getTime() + offsetMs(timestamp.getTime(), timeZone));
}

/** The local time in a time zone, to the minute, with the offset: `2026-11-21T14:00+05:00`. */
export function wallTimeIn(timestamp: Date, timeZone: string): string {
  return wallTimeAt(timestamp, offsetMs(timestamp.getTime(), timeZone));
}

/** The same for a known offset, in milliseconds. */
export function wallTimeAt(timestamp: Date, offset: number): string {
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${new Date(timestamp.getTime() + offset).toISOString().slice(0, 16)}${offset < 0 ? '-' : '+'}${size}`;
}

/**
 * The local time in a time zone, to the second, for many times: `2026-11-21 14:00:00`.
 * @param timeZone IANA name
 */
export function wallClock(timeZone: string): (timestamp: Date) => string {
  const format = formatOf(timeZone);
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
  return dateOf(wallMs(date) + days * DAY_MS);
}

/** The number of calendar days from `from` to `to`. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((wallMs(to) - wallMs(from)) / DAY_MS);
}

/** The same day of a later or, if negative, earlier month; undefined if that month is too short. */
export function sameDayOfMonth(date: CalendarDate, months: number): CalendarDate | undefined {
  const first = firstOfMonth(date, months);
  const same = `${first.slice(0, 8)}${date.slice(8)}`;
  return addDays(first, Number(date.slice(8)) - 1) === same ? same : undefined;
}

/** The same day of another month, or the last one of it. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  return sameDayOfMonth(date, months) ?? addDays(firstOfMonth(date, months + 1), -1);
}

/** The same day of the previous year; 28 February for 29 February. */
export function yearBefore(date: CalendarDate): CalendarDate {
  return addMonths(date, -12);
}

/** @param months after the month of the date; negative for earlier ones */
export function firstOfMonth(date: CalendarDate, months = 0): CalendarDate {
  const first = new Date(0);
  first.setUTCFullYear(yearOf(date), monthOf(date) - 1 + months, 1);
  return dateOf(first.getTime());
}

export function firstOfQuarter(date: CalendarDate): CalendarDate {
  return firstOfMonth(date, -((monthOf(date) - 1) % 3));
}

/** The Monday of the week of a day. */
export function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, -((new Date(wallMs(date)).getUTCDay() + 6) % 7));
}

export function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4));
}

/** From 1 for January. */
export function monthOf(date: CalendarDate): number {
  return Number(date.slice(5, 7));
}

/** The start of a calendar day in a time zone. If the clocks skip midnight, the day starts when they jump. */
export function startOfDay(date: CalendarDate, timeZone: string): Date {
  return new Date(firstShown(wallMs(date), (ms) => offsetMs(ms, timeZone)));
}

/** The end of a calendar day in a time zone: the start of the next one. */
export function startOfNextDay(date: CalendarDate, timeZone: string): Date {
  return startOfDay(addDays(date, 1), timeZone);
}

/** The first calendar day that begins at a time or later. */
export function dayFrom(time: Date, timeZone: string): CalendarDate {
  const clock = clockOf(timeZone);
  const date = clock.dateAt(time.getTime());
  return clock.startOfDay(date) >= time.getTime() ? date : addDays(date, 1);
}

/** The time at which the clocks of another day show the same local time; the start of a day maps to the start of the other. */
export function onDay(date: CalendarDate, time: Date, timeZone: string): Date {
  const own = dateIn(time, timeZone);
  if (startOfDay(own, timeZone).getTime() === time.getTime()) return startOfDay(date, timeZone);
  const sinceMidnight = time.getTime() + offsetMs(time.getTime(), timeZone) - wallMs(own);
  return new Date(firstShown(wallMs(date) + sinceMidnight, (ms) => offsetMs(ms, timeZone)));
}

/** The clocks of a time zone, for the many times of a series: each of its years is looked up once. Times are Unix milliseconds. */
export interface ZoneClock {
  readonly offsetAt: (ms: number) => number;
  /** The next change of the clocks after a time and up to another one; undefined if there is none. */
  readonly changeBetween: (after: number, until: number) => number | undefined;
  readonly dateAt: (ms: number) => CalendarDate;
  readonly startOfDay: (date: CalendarDate) => number;
}

/** @param timeZone IANA name */
export function clockOf(timeZone: string): ZoneClock {
  const name = timeZone.toLowerCase();
  const offsetAt = (ms: number) =>
    changesIn(name, new Date(ms).getUTCFullYear()).findLast(({ since }) => since <= ms)?.offset ?? 0;
  return {
    offsetAt,
    changeBetween(after, until) {
      for (let year = new Date(after).getUTCFullYear(); Date.UTC(year, 0) <= until; year += 1) {
        const next = changesIn(name, year).find(({ since, isChange }) => isChange && since > after);
        if (next) return next.since <= until ? next.since : undefined;
      }
      return undefined;
    },
    dateAt: (ms) => dateOf(ms + offsetAt(ms)),
    startOfDay: (date) => firstShown(wallMs(date), offsetAt),
  };
}

/** An offset from UTC, in milliseconds, and since when it is valid. */
export interface OffsetChange {
  readonly since: number;
  readonly offset: number;
  /** True if the clocks were changed then; false if a year began. */
  readonly isChange: boolean;
}

/** The offsets of a time zone, from the beginning of a year up to the end of another one. */
export function offsetsOf(timeZone: string, firstYear: number, lastYear: number): readonly OffsetChange[] {
  const name = timeZone.toLowerCase();
  const all = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => changesIn(name, firstYear + at)).flat();
  return all.filter(({ isChange }, at) => isChange || at === 0);
}

const years = new Map<string, readonly OffsetChange[]>();

/** The offsets of a year of UTC, the one at its beginning first. @param timeZone in lower case */
function changesIn(timeZone: string, year: number): readonly OffsetChange[] {
  const key = `${year} ${timeZone}`;
  const cached = years.get(key);
  if (cached) return cached;
  if (years.size === MAX_CACHED_YEARS) years.clear();
  const found = findChanges(timeZone, year);
  years.set(key, found);
  return found;
}

function findChanges(timeZone: string, year: number): OffsetChange[] {
  const [begins, ends] = [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  const offsetBefore = offsetMs(begins - 1, timeZone);
  const first = offsetMs(begins, timeZone);
  const changes = [{ since: begins, offset: first, isChange: first !== offsetBefore }];
  let offset = first;
  for (let from = begins; from < ends; from += SCAN_MS) {
    const until = Math.min(from + SCAN_MS, ends - 1);
    const after = offsetMs(until, timeZone);
    if (after === offset) continue;
    changes.push({ since: firstWith(after, from, until, timeZone), offset: after, isChange: true });
    offset = after;
  }
  return changes;
}

/** The first time after one without an offset that has it, found by halves. */
function firstWith(offset: number, without: number, having: number, timeZone: string): number {
  if (having - without <= 1) return having;
  const middle = Math.floor((without + having) / 2);
  return offsetMs(middle, timeZone) === offset
    ? firstWith(offset, without, middle, timeZone)
    : firstWith(offset, middle, having, timeZone);
}

/**
 * The first time at which clocks show a local time. If they skip it, the time as if they had not been changed: for a midnight
 * that is the time of the change.
 */
function firstShown(wall: number, offsetAt: (ms: number) => number): number {
  const before = offsetAt(wall - DAY_MS);
  const after = offsetAt(wall + DAY_MS);
  const candidates = [wall - before, wall - after].filter((ms) => ms + offsetAt(ms) === wall);
  return candidates.length > 0 ? Math.min(...candidates) : wall - before;
}

/** The midnight of a day in UTC, in milliseconds. */
function wallMs(date: CalendarDate): number {
  return Date.parse(`${date}T00:00:00Z`);
}

function dateOf(wall: number): CalendarDate {
  return new Date(wall).toISOString().slice(0, 10);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a time zone from UTC at a time, in milliseconds. */
function offsetMs(atMs: number, timeZone: string): number {
  return offsetIn(formatOf(timeZone), atMs);
}

/**
 * Cached, because creating a format takes a hundred times as long as using it. There are few time zones, all validated, but
 * many spellings of each in capitals.
 */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const name = timeZone.toLowerCase();
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(name, made);
  return made;
}

function offsetIn(format: Intl.DateTimeFormat, atMs: number): number {
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes, seconds] = OFFSET.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
