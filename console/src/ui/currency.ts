import type { Language } from '../text/triple.ts';
import { UZBEK_CURRENCIES } from './uzbek-currencies.ts';

const UZBEK = new Map(UZBEK_CURRENCIES.split(';').map((one) => [one.trim().slice(0, 3), one.trim().slice(4)] as const));
const NAMES = {
  en: new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' }),
  ru: new Intl.DisplayNames('ru', { type: 'currency', fallback: 'none' }),
} as const;

const CODE = /^[A-Z]{3}$/;

/** A currency as a list offers it: its code and its name. What is no currency stays as it is. */
export function currencyLabel(code: string, language: Language): string {
  const name = CODE.test(code) && (language === 'uz' ? UZBEK.get(code) : NAMES[language].of(code));
  return name ? `${code} · ${name}` : code;
}

/** The codes of all currencies that the browser knows, after some that stand first, whatever they are. */
export const currenciesAfter = (...first: readonly string[]): readonly string[] => [
  ...new Set([...first.filter(Boolean), ...Intl.supportedValuesOf('currency')]),
];
