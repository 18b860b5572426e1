/** One text in each language: English, Russian, Uzbek (Latin). One that is missing does not compile. */
export type Triple = readonly [en: string, ru: string, uz: string];

export const LANGUAGES = ['en', 'ru', 'uz'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ru: 'Русский', uz: 'Oʻzbekcha' };

export type Values = Readonly<Record<string, unknown>>;

/**
 * The text with its values in the places of `{name}`. `{n|one|few|many}` is the form of a word for a number; English and Uzbek use the
 * first and the last.
 */
export function say(triple: Triple, language: Language, values: Values = {}): string {
  return fill(triple[LANGUAGES.indexOf(language)] ?? triple[0], language, values);
}

export function fill(text: string, language: Language, values: Values): string {
  return text.replace(/\{(\w+)((?:\|[^|}]*)*)\}/g, (_, name: string, forms: string) => {
    const value = values[name];
    if (forms === '') return shown(value, language);
    const [one = '', few = one, many = few] = forms.slice(1).split('|');
    const form = pluralRules[language].select(Number(value));
    if (form === 'one') return one;
    return form === 'few' ? few : many;
  });
}

const pluralRules = { en: new Intl.PluralRules('en'), ru: new Intl.PluralRules('ru'), uz: new Intl.PluralRules('en') };

function shown(value: unknown, language: Language): string {
  if (typeof value === 'number') return decimal(value, language);
  if (Array.isArray(value)) return value.map((one) => shown(one, language)).join(', ');
  if (typeof value === 'object' && value !== null && 'to' in value) return String(value.to);
  return String(value ?? '');
}

/** A whole number in groups of three, with a narrow space that does not break: the same in all three languages. */
export function grouped(value: number): string {
  return String(value)
    .replace('-', '\u2212')
    .replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');
}

const MOST_DIGITS = 2;

/** A number with at most so many digits behind the decimal sign: a point in English, a comma in Russian and Uzbek. */
export function decimal(value: number, language: Language, digits = MOST_DIGITS): string {
  const factor = 10 ** digits;
  const [whole = '0', rest] = String(Math.round(Math.abs(value) * factor) / factor).split('.');
  const text = [grouped(Number(whole)), ...(rest ? [rest] : [])].join(language === 'en' ? '.' : ',');
  return value < 0 && text !== '0' ? `\u2212${text}` : text;
}

/** The number that a person typed, with groups of three or without; undefined for anything else. A comma groups in English. */
export function decimalOf(typed: string, language: Language): number | undefined {
  const text = typed
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace('\u2212', '-');
  const isGrouped = language === 'en' && /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
  const plain = isGrouped ? text.replaceAll(',', '') : text.replace(',', '.');
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
}
