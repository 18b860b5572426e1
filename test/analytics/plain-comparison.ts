import { bucketName } from './plain-count.ts';

/**
 * Comparisons by the calendar, worked out slowly: time is walked in steps of minutes, and what clocks show is asked of the formatter of
 * the platform. It shares no code with the service.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A range in Unix milliseconds, the end excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How far apart two ranges are. */
export type Apart = { readonly months: number } | { readonly days: number } | { readonly ms: number };

/** A row of a series by the names of its buckets. */
export interface PlainSlot {
  readonly current?: string;
  readonly previous?: string;
}

/** What presets are compared with, as the documentation says. */
const PERIODS: Readonly<Record<string, Apart>> = {
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

/** The first day of a preset and the first one after it. */
export function daysOfPreset(preset: string, today: string): readonly [string, string] {
  const monday = plusDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  const month = `${today.slice(0, 7)}-01`;
  const quarter = plusMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  const year = `${today.slice(0, 4)}-01-01`;
  const tomorrow = plusDays(today, 1);
  const days: Readonly<Record<string, readonly [string, string]>> = {
    TODAY: [today, tomorrow],
    YESTERDAY: [plusDays(today, -1), today],
    LAST_7_DAYS: [plusDays(today, -6), tomorrow],
    LAST_30_DAYS: [plusDays(today, -29), tomorrow],
    LAST_90_DAYS: [plusDays(today, -89), tomorrow],
    LAST_12_MONTHS: [plusMonths(month, -11), tomorrow],
    THIS_WEEK: [monday, tomorrow],
    PREVIOUS_WEEK: [plusDays(monday, -7), monday],
    THIS_MONTH: [month, tomorrow],
    PREVIOUS_MONTH: [plusMonths(month, -1), month],
    THIS_QUARTER: [quarter, tomorrow],
    PREVIOUS_QUARTER: [plusMonths(quarter, -3), quarter],
    THIS_YEAR: [year, tomorrow],
    PREVIOUS_YEAR: [plusMonths(year, -12), year],
  };
  return days[preset] ?? [today, tomorrow];
}

/** The range that one is compared with, and how far before it lies. */
export function comparedSpan(
  compareTo: string,
  { preset, grain, zone }: { readonly preset?: string; readonly grain?: string; readonly zone: string },
  span: Span,
): Span & { readonly apart: Apart } {
  if (compareTo === 'PREVIOUS_PERIOD') {
    const apart = (preset ? PERIODS[preset] : undefined) ?? lengthOf(span, zone);
    return { ...before(span, apart, zone), apart };
  }
  const ofWeeks = grain === 'WEEK' || (!grain && (preset === 'THIS_WEEK' || preset === 'PREVIOUS_WEEK'));
  const apart = ofWeeks ? { days: 364 } : { months: 12 };
  return { ...before(span, apart, zone), apart };
}

function lengthOf({ from, to }: Span, zone: string): Apart {
  const [first, end] = [dayAt(from, zone), dayAt(to, zone)];
  const isWhole = beginOf(first, zone) === from && beginOf(end, zone) === to;
  if (!isWhole) return { ms: to - from };
  if (first.endsWith('-01') && end.endsWith('-01')) {
    let months = 0;
    while (plusMonths(first, months) < end) months += 1;
    return { months };
  }
  return { days: (Date.parse(end) - Date.parse(first)) / DAY_MS };
}

function before({ from, to }: Span, apart: Apart, zone: string): Span {
  if ('ms' in apart) return { from: from - apart.ms, to: to - apart.ms };
  const [first, end] = [dayAt(from, zone), dayAt(to, zone)];
  const [isStart, isEnd] = [from === beginOf(first, zone), to === beginOf(end, zone)];
  const back = (day: string) => ('days' in apart ? plusDays(day, -apart.days) : plusMonths(day, -apart.months));
  const ofMonths = first.endsWith('-01') && end.endsWith('-01') && isStart && isEnd;
  const stop = isEnd && !ofMonths ? plusDays(back(plusDays(end, -1)), 1) : back(end);
  const begins = isStart ? beginOf(back(first), zone) : atClock(back(first), clockAt(from, zone), zone);
  const ends = isEnd ? beginOf(stop, zone) : atClock(stop, clockAt(to, zone), zone);
  return { from: begins, to: ends > begins ? ends : begins + (to - from) };
}

/** The minutes of the day that clocks show. */
function clockAt(at: number, zone: string): number {
  const shown = new Date(at).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return 60 * Number(shown.slice(0, 2)) + Number(shown.slice(3));
}

/** When the clocks of a day first show so many minutes, or would have shown them had they not skipped them. */
function atClock(day: string, minutes: number, zone: string): number {
  const step = 15;
  for (let at = beginOf(day, zone); ; at += step * MINUTE_MS) {
    const clock = clockAt(at, zone);
    if (dayAt(at, zone) === day && clock < minutes) continue;
    const unchanged = clockAt(at - step * MINUTE_MS, zone) + step;
    return clock === minutes ? at : at + (minutes - unchanged) * MINUTE_MS;
  }
}

interface WalkedBucket {
  readonly name: string;
  /** When it begins, also before the range. */
  readonly start: number;
  /** How much of it is in the range. */
  readonly ms: number;
}

/** The rows of a compared series, in order. */
export function plainSlots(grain: string, zone: string, current: Span, previous: Span & { apart: Apart }): PlainSlot[] {
  const [here, there] = [walk(grain, current, zone), walk(grain, previous, zone)];
  const meets = bestMeeting(grain, here, there, previous.apart, current.from - previous.from);
  const found = there.map((_, at) => meets(at));
  const alone = here.flatMap(({ name }, at): Placed[] => (found.includes(at) ? [] : [{ place: at, current: name }]));
  let place = -0.5;
  const others = there.map(({ name }, at): Placed => {
    const met = found[at];
    if (met === undefined) return { place, previous: name };
    place = met + 0.5;
    return { place: met, current: here[met]?.name, previous: name };
  });
  return [...alone, ...others].toSorted((one, other) => one.place - other.place).map(({ place: _, ...slot }) => slot);
}

interface Placed extends PlainSlot {
  readonly place: number;
}

type Meeting = (at: number) => number | undefined;

function bestMeeting(
  grain: string,
  here: readonly WalkedBucket[],
  there: readonly WalkedBucket[],
  apart: Apart,
  distance: number,
): Meeting {
  if (isExact(grain, apart)) return meeting(grain, here, there, apart);
  let best: Meeting = () => undefined;
  let most = 0;
  for (let count = 0; count <= distance / HOUR_MS / (grain === 'HOUR' ? 1 : 23) + 1; count += 1) {
    const meets = meeting(grain, here, there, unitsApart(grain, count));
    const common = there.reduce((sum, { ms }, at) => sum + Math.min(ms, here[meets(at) ?? -1]?.ms ?? 0), 0);
    if (common > most) [best, most] = [meets, common];
  }
  return best;
}

function isExact(grain: string, apart: Apart): boolean {
  if ('ms' in apart) return grain === 'HOUR' && apart.ms % HOUR_MS === 0;
  if (grain === 'HOUR' || grain === 'DAY') return true;
  if (grain === 'WEEK') return 'days' in apart && apart.days % 7 === 0;
  const months: Readonly<Record<string, number>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
  return 'months' in apart && apart.months % (months[grain] ?? 1) === 0;
}

function unitsApart(grain: string, count: number): Apart {
  if (grain === 'HOUR') return { ms: count * HOUR_MS };
  if (grain === 'DAY') return { days: count };
  if (grain === 'WEEK') return { days: 7 * count };
  return { months: count * ({ MONTH: 1, QUARTER: 3, YEAR: 12 }[grain] ?? 1) };
}

/** Which bucket each meets that lies so much before it. */
function meeting(grain: string, here: readonly WalkedBucket[], there: readonly WalkedBucket[], apart: Apart): Meeting {
  if ('ms' in apart)
    return (at) => positive(here.findIndex(({ start }) => start === (there[at]?.start ?? 0) + apart.ms));
  const hourOf = ({ name }: WalkedBucket) => (grain === 'HOUR' ? name.slice(10, 13) : '');
  const keys = numbered(here.map((bucket) => dayOf(grain, bucket.name) + hourOf(bucket)));
  const moved = numbered(
    there.map((bucket, at) => {
      const day = dayOf(grain, bucket.name);
      const onto = 'days' in apart ? plusDays(day, apart.days) : sameDay(day, apart.months);
      return onto === undefined ? `none ${at}` : onto + hourOf(bucket);
    }),
  );
  return (at) => positive(keys.indexOf(moved[at] ?? ''));
}

function positive(index: number): number | undefined {
  return index < 0 ? undefined : index;
}

/** Texts with how often each was there before. */
function numbered(texts: readonly string[]): string[] {
  return texts.map((text, at) => `${text} ${texts.slice(0, at).filter((other) => other === text).length}`);
}

/** The day that a bucket is named by. */
function dayOf(grain: string, name: string): string {
  if (grain === 'WEEK') return name.slice(-10);
  if (grain === 'MONTH') return `${name}-01`;
  if (grain === 'QUARTER') return `${name.slice(0, 4)}-${String(3 * Number(name.at(-1)) - 2).padStart(2, '0')}-01`;
  return grain === 'YEAR' ? `${name}-01-01` : name.slice(0, 10);
}

const walks = new Map<string, WalkedBucket[]>();

function walk(grain: string, { from, to }: Span, zone: string): WalkedBucket[] {
  const key = [grain, from, to, zone].join();
  const known = walks.get(key);
  if (known) return known;
  // Clocks of some places are a quarter of an hour off.
  const step = 15 * MINUTE_MS;
  const found: { name: string; start: number; ms: number }[] = [];
  for (let at = from; at < to; at += step) {
    const name = nameAt(grain, at, zone);
    const last = found.at(-1);
    const ms = Math.min(step, to - at);
    if (last?.name === name) last.ms += ms;
    else found.push({ name, start: at, ms });
  }
  const [first] = found;
  while (grain === 'HOUR' && first && nameAt(grain, first.start - step, zone) === first.name) first.start -= step;
  walks.set(key, found);
  return found;
}

/** The names of the buckets of a range; none where it ends before it begins. */
export function namesIn(grain: string, span: Span, zone: string): ReadonlySet<string> {
  return new Set(walk(grain, span, zone).map(({ name }) => name));
}

const names = new Map<string, string>();

/** `bucketName`, asked once. */
export function nameAt(grain: string, at: number, zone: string): string {
  const key = `${grain} ${at} ${zone}`;
  const known = names.get(key) ?? bucketName(grain, new Date(at), zone);
  names.set(key, known);
  return known;
}

/** The day that clocks show. */
export function dayAt(at: number, zone: string): string {
  return nameAt('DAY', at, zone);
}

/** When a day begins: the first quarter of an hour at which clocks show it, or a later day. */
export function beginOf(day: string, zone: string): number {
  for (let at = Date.parse(day) - 15 * HOUR_MS; ; at += 15 * MINUTE_MS) if (dayAt(at, zone) >= day) return at;
}

export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or its last one. */
function plusMonths(day: string, months: number): string {
  for (let date = Number(day.slice(8)); ; date -= 1) {
    const found = sameDay(`${day.slice(0, 8)}${String(date).padStart(2, '0')}`, months);
    if (found) return found;
  }
}

function sameDay(day: string, months: number): string | undefined {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const found = new Date(Date.UTC(year, month - 1 + months, date));
  return found.getUTCDate() === date ? found.toISOString().slice(0, 10) : undefined;
}
