/** Finds text that Excel or LibreOffice, in any language, does not read as text when it opens CSV. */

/** Signs around numbers: plus and minus, brackets, currencies, percent. */
const BEFORE_DIGITS = /^[\s\p{Zs}.,(\p{Sc}%+\-−＋－]*\p{Nd}/u;
const WORDS = /\p{L}+/gu;
/** `1 234 UZS`, `5 May 2027`, `12:30 PM`, `1e5`: at most two words, all of them short. */
const MAX_WORDS_OF_VALUE = 2;
const MAX_WORD_OF_VALUE = 9;
/** The beginnings of the names of months, as in `MARCH1`: English, Russian, Uzbek in both scripts. */
const MONTH_FIRST =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек|yan|fev|avg|sen|okt|noy|dek|iyu)\p{L}*[\s.,/-]*\p{Nd}/iu;
const TRUTH_VALUE = /^(?:true|false|истина|ложь)$/i;
/** Numbers, dates and times are short. */
const MAX_VALUE_LENGTH = 60;

/**
 * True if a spreadsheet could read a text as a number, a date, a time or a truth value: `007`, `1.2.3`, `1e5`, `MARCH1`. It
 * would drop zeros or show something else. In doubt the result is true.
 */
export function couldBeValue(text: string): boolean {
  if (text.length > MAX_VALUE_LENGTH) return false;
  if (TRUTH_VALUE.test(text.trim()) || MONTH_FIRST.test(text)) return true;
  if (!BEFORE_DIGITS.test(text)) return false;
  const words = text.match(WORDS) ?? [];
  return words.length <= MAX_WORDS_OF_VALUE && words.every(({ length }) => length <= MAX_WORD_OF_VALUE);
}
