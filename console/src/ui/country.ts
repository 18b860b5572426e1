import type { Language } from '../text/triple.ts';
import { UZBEK_COUNTRIES } from './uzbek-countries.ts';

const UZBEK = new Map(UZBEK_COUNTRIES.split(';').map((one) => [one.trim().slice(0, 2), one.trim().slice(3)] as const));
const NAMES = {
  en: new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
  ru: new Intl.DisplayNames('ru', { type: 'region', fallback: 'none' }),
} as const;

const CODE = /^[A-Z]{2}$/;

/** What a country is called. A customer's country is a text: a code has its name, and what else was typed stays. */
export function countryName<Value extends string | null | undefined>(value: Value, language: Language): Value | string {
  if (!value || !CODE.test(value)) return value;
  return (language === 'uz' ? UZBEK.get(value) : NAMES[language].of(value)) ?? value;
}

/** The code of the country that is called so, or has this code; else the text. */
export function countryOf(text: string, language: Language): string {
  const words = plain(text);
  const found = [...UZBEK.keys()].find((id) => plain(id) === words || plain(countryName(id, language)) === words);
  return found ?? text;
}

/** The countries whose names begin with what is typed, then those that have it elsewhere. */
export function countriesLike(typed: string, language: Language): { readonly id: string; readonly name: string }[] {
  const words = plain(typed);
  const all = [...UZBEK.keys()]
    .map((id) => ({ id, name: countryName(id, language) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  const starts = all.filter(({ id, name }) => plain(name).startsWith(words) || plain(id) === words);
  const others = all.filter((one) => !starts.includes(one) && plain(one.name).includes(words));
  return [...starts, ...others];
}

/** Without the signs of Uzbek letters, which keyboards write differently. */
const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[ʻʼ‘’'`]/g, '');
