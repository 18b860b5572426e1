const PUNCTUATION = /[\s().[\]{}\-\u2010-\u2015\u2212]/gu;
const COUNTRY = '998';

/**
 * The canonical form of a phone number: `+` and 7 to 15 digits (E.164, https://www.itu.int/rec/T-REC-E.164). Nine
 * digits are a number of Uzbekistan without its country code.
 * @param typed the number as typed
 * @returns undefined if it is not a phone number; such text is stored as typed and matches no other
 */
export function canonicalPhone(typed: string): string | undefined {
  const compact = typed.replace(PUNCTUATION, '').replace(/^00/, '+');
  if (/^\+\d{7,15}$/.test(compact)) return compact;
  if (!/^\d{7,15}$/.test(compact)) return undefined;
  return compact.length === 9 ? `+${COUNTRY}${compact}` : `+${compact}`;
}
