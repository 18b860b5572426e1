import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { LANGUAGES, type Language } from '../text/triple.ts';
import { LOCALES } from './locales.ts';

dayjs.extend(utc);

export const DAY_FORMAT = 'D MMM YYYY';
export const TIME_FORMAT = `${DAY_FORMAT}, HH:mm`;

const ISO = /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)$/;
const DOTTED = /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/;
const NAMED = /^(?<day>\d\d?)(?:\.?\s+|-)(?<name>\p{L}{3,})\.?,?\s+(?<year>\d{4})$/u;
const NAME_FIRST = /^(?<name>\p{L}{3,})\.?\s+(?<day>\d\d?),?\s+(?<year>\d{4})$/u;
const WITH_CLOCK = /^(?<date>.*?)(?:T|,?\s+)(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)$/;

/** The names of the months in all languages, as they stand alone and beside a day. */
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  LANGUAGES.flatMap((language) => {
    const first = dayjs.utc(Date.UTC(2026, month)).locale(LOCALES[language]);
    return ['MMMM', 'D MMMM'].map((format) => first.format(format).replace(/^1 /, '').toLowerCase());
  }),
);

/** A field's `2026-11-27` or `2026-11-27T10:30` in the words of the screens. */
export function textOfDate(value: string, language: Language): string {
  const at = dayjs.utc(value);
  return at.isValid() ? at.locale(LOCALES[language]).format(value.includes('T') ? TIME_FORMAT : DAY_FORMAT) : value;
}

/** The day of a text like `27 Nov 2026`, with the month in any language, `2026-11-27` or `27.11.2026`; undefined where there is no such day. */
export function dayOfText(text: string): string | undefined {
  const clean = text.trim();
  const found = ISO.exec(clean) ?? DOTTED.exec(clean) ?? NAMED.exec(clean) ?? NAME_FIRST.exec(clean);
  if (!found?.groups) return undefined;
  const { year, month, day, name = '' } = found.groups;
  const at = new Date(Date.UTC(Number(year), month ? Number(month) - 1 : monthOf(name), Number(day)));
  // A day that the month does not have would be one of the next.
  const isDay = at.getUTCFullYear() === Number(year) && at.getUTCDate() === Number(day);
  return isDay && (!month || at.getUTCMonth() === Number(month) - 1) ? at.toISOString().slice(0, 10) : undefined;
}

/** The same with a clock of 24 hours: `2026-11-27T10:30`. */
export function timeOfText(text: string): string | undefined {
  const { date = '', hour = '', minute } = WITH_CLOCK.exec(text.trim())?.groups ?? {};
  const day = dayOfText(date);
  return day && `${day}T${hour.padStart(2, '0')}:${minute}`;
}

/** The only month of which a name begins so. */
function monthOf(name: string): number {
  const months = MONTHS.flatMap((names, month) =>
    names.some((one) => one.startsWith(name.toLowerCase())) ? month : [],
  );
  return months.length === 1 && months[0] !== undefined ? months[0] : Number.NaN;
}
