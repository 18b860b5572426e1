import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import { dateTexts } from '../text/dates.ts';
import { LANGUAGES, type Language } from '../text/triple.ts';
import { LOCALES } from './locales.ts';

dayjs.extend(utc);

export const DAY_FORMAT = 'D MMM YYYY';
export const TIME_FORMAT = `${DAY_FORMAT}, HH:mm`;

const ISO = /^(?<year>\d{4})(?<mark>[-/])(?<month>\d\d?)\k<mark>(?<day>\d\d?)$/;
const DOTTED = /^(?<day>\d\d?)\.(?<month>\d\d?)(?:\.(?<year>(?:\d\d)?\d\d)?)?$/;
/** With dashes, two digits could be the year of ISO. */
const DASHED = /^(?<day>\d\d?)-(?<month>\d\d?)-(?<year>\d{4})$/;
const NAMED = /^(?<day>\d\d?)(?:\.?\s+|-)(?<name>\p{L}{3,})\.?(?:,?\s+(?<year>(?:\d\d)?\d\d))?$/u;
const NAME_FIRST = /^(?<name>\p{L}{3,})\.?\s+(?<day>\d\d?),?\s+(?<year>\d{4})$/u;
/** A day is first in some countries, and a month in others: only a number above 12 says which it is. */
const DAY_SLASHED = /^(?<day>1[3-9]|[23]\d)\/(?<month>\d\d?)(?:\/(?<year>\d{4}))?$/;
const MONTH_SLASHED = /^(?<month>\d\d?)\/(?<day>1[3-9]|[23]\d)(?:\/(?<year>\d{4}))?$/;
const CLEAR_SLASHED = [DAY_SLASHED, MONTH_SLASHED];
const FORMS = [ISO, DOTTED, DASHED, NAMED, NAME_FIRST, ...CLEAR_SLASHED];
const SLASHED = /^\d\d?\/\d\d?(?:\/\d+)?(?=$|\D)/;
const WITH_CLOCK = /^(?<date>.*?)(?:T|,?\s+)(?<hour>[01]?\d|2[0-3])[:.](?<minute>[0-5]\d)$/;
const CENTURY = '20';

/** Words for a day, with how far it is from today. */
const NEAR = [
  [dateTexts['date.yesterday'], -1],
  [dateTexts['date.today'], 0],
  [dateTexts['date.tomorrow'], 1],
] as const;

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

/**
 * The day of a text like `27 Nov 2026`, with the month in any language, `2026-11-27`, `27.11.26` or `yesterday`.
 * @param today the day that such words count from, and whose year a text without one means
 * @returns undefined where there is no such day
 */
export function dayOfText(text: string, today: string): string | undefined {
  const clean = text.trim().toLowerCase();
  const near = NEAR.find(([words]) => words.some((word) => word === clean));
  if (near) return dayjs.utc(today).add(near[1], 'day').format('YYYY-MM-DD');
  const found = FORMS.map((form) => form.exec(clean)).find((match) => match !== null);
  if (!found?.groups) return undefined;
  const { year = today.slice(0, 4), month, day, name = '' } = found.groups;
  const whole = Number(year.length === 2 ? CENTURY + year : year);
  const at = new Date(Date.UTC(whole, month ? Number(month) - 1 : monthOf(name), Number(day)));
  // A day that the month does not have would be one of the next.
  const isDay = at.getUTCFullYear() === whole && at.getUTCDate() === Number(day);
  return isDay && (!month || at.getUTCMonth() === Number(month) - 1) ? at.toISOString().slice(0, 10) : undefined;
}

/**
 * The same with a clock of 24 hours: `2026-11-27T10:30`.
 * @param clock that of a day without one, like `10:30`
 */
export function timeOfText(text: string, today: string, clock: string): string | undefined {
  const alone = dayOfText(text, today);
  if (alone) return `${alone}T${clock}`;
  const { date = '', hour = '', minute } = WITH_CLOCK.exec(text.trim())?.groups ?? {};
  const day = dayOfText(date, today);
  return day && `${day}T${hour.padStart(2, '0')}:${minute}`;
}

/** Whether a text is a date that could be read in two ways. */
export function isUnclear(text: string): boolean {
  const [date] = SLASHED.exec(text.trim()) ?? [];
  return date !== undefined && !CLEAR_SLASHED.some((form) => form.test(date));
}

/** The only month of which a name begins so. */
function monthOf(name: string): number {
  const months = MONTHS.flatMap((names, month) => (names.some((one) => one.startsWith(name)) ? month : []));
  return months.length === 1 && months[0] !== undefined ? months[0] : Number.NaN;
}
