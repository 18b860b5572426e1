/** A number as it is written to be read: with a plus sign, or digits alone, and only signs that group them. A zero in brackets is not dialled from abroad, so it cannot be read. */
const WRITTEN = /^(?!.*\(0+\))[+\d][\d\s().\-\u2010-\u2015\u2212]*$|^\([\d\s().\-\u2010-\u2015\u2212]*$/;
/** Country codes of one digit and of two; all others have three (https://www.itu.int/rec/T-REC-E.164). */
const COUNTRY = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** The groups of countries whose numbers have one length; in others, groups of three. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  998: /^(\d\d)(\d{3})(\d\d)(\d\d)$/,
  7: /^(\d{3})(\d{3})(\d\d)(\d\d)$/,
  1: /^(\d{3})(\d{3})(\d{4})$/,
};

/**
 * The international number (E.164: `+` and digits) that a text can only mean. As the service compares numbers, nine digits are one of Uzbekistan, and a plus sign
 * may be missing. Undefined for what may be another number, like ten digits or an 8 or 0 that is dialled at home, and for what is none.
 */
export function dialled(typed: string): string | undefined {
  const text = typed.trim();
  if (!WRITTEN.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  if (/^(?:\+|00)/.test(text)) return international(digits.replace(/^00/, ''));
  if (/^[1-9]\d{8}$/.test(digits)) return `+998${digits}`;
  return /^[1-79]\d{10,14}$/.test(digits) ? international(digits) : undefined;
}

/** The shortest number that the service takes. */
const MIN_DIGITS = 5;

/** Whether a text can be a phone number at all; it may have words, like those of an extension. */
export const isPhone = (typed: string) => typed.replace(/\D/g, '').length >= MIN_DIGITS;

const international = (digits: string) => (/^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : undefined);

/** A phone number in the one form that people read (https://www.itu.int/rec/T-REC-E.123), which telephones take when it is copied; what is no number stays as it was typed. */
export function phoneText(typed: string): string {
  const digits = dialled(typed)?.slice(1);
  if (!digits) return typed;
  const country = COUNTRY.exec(digits)?.[0] ?? '';
  const rest = digits.slice(country.length);
  const groups = GROUPS[country]?.exec(rest)?.slice(1) ?? rest.match(/\d{3}(?=\d{2})|\d+/g) ?? [];
  return [`+${country}`, ...groups].join(' ');
}
