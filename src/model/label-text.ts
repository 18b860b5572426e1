/** Texts of labels as people type, paste or scan them (docs/devices/pairing.md). */

/** The text of a QR code is shorter than this: the address of a service, a serial of 64 characters and a code. */
const MAX_TEXT = 2_048;
/** The length of a serial or a code, with the separators between its characters. */
const MAX_PART = 128;

/**
 * Letters that look like a letter or a digit of a label, in capitals and, where those look alike as well, in lower case, and the digits of Arabic and Persian
 * keyboards.
 */
const LOOK_ALIKES = new Map(
  (
    [
      ['АВЕЅКМНОРСТУХІЈԚԜЗ', 'ABESKMHOPCTYXIJQW3'],
      ['авеѕкмнорстухіјԛԝз', 'ABESKMHOPCTYXIJQW3'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
      ['αβειοκρτχ', 'ABEIOKPTX'],
      ['ҮүҺһԌӀӏ', 'YYHHGII'],
      ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
      ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ] as const
  ).flatMap(([from, to]) => [...from].map((letter, at) => [letter, to.charAt(at)] as const)),
);

/** Every dash, the minus sign, a bullet and a line that people use as one, and the long vowel of Japanese keyboards. */
const DASH = /[\p{Pd}\u02d7\u2043\u2212\u2500\u30fc]/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Spaces of any width, line breaks, and invisible characters. */
const BLANK = new RegExp(`[\\s\\p{Z}]|${INVISIBLE.source}`, 'gu');
/** Punctuation, signs and blanks between letters and digits. */
const BETWEEN = /[\p{P}\p{S}\p{Z}\s]+/gu;
const ASCII = /^[!-~]*$/;

/**
 * Converts a text of a label to ASCII capitals, digits and hyphens: full-width letters, look-alikes of other alphabets and
 * dashes become those of the label, blanks are removed.
 * @returns undefined for a text with any other character, or one that is too long for a part of a label
 */
export function readLabelText(text: string): string | undefined {
  if (text.length > MAX_PART) return undefined;
  let read = '';
  for (const character of text.normalize('NFKC').replace(DASH, '-').replace(BLANK, '')) {
    read += LOOK_ALIKES.get(character) ?? character;
  }
  return ASCII.test(read) ? read.toUpperCase() : undefined;
}

/**
 * The words of a text of a label, joined by hyphens: without quotation marks, points, colons or whatever else stands around them and
 * between them. An address, and a text that is too long for a part of a label, are returned unchanged.
 */
export function wordsOfLabel(text: string): string {
  if (text.length > MAX_PART || text.includes('://')) return text;
  return text.normalize('NFKC').replace(DASH, '-').replace(INVISIBLE, '').replace(BETWEEN, '-').replace(/^-|-$/g, '');
}

/** The members of the address in a QR code, in its fragment or, on old labels, in its query. */
const MEMBERS = { serial: /(?:^|[?#&;])\s*serial=([^&#;]*)/i, code: /(?:^|[?#&;])\s*code=([^&#;]*)/i } as const;

/**
 * The part of a label in the text of its QR code: an address, also an encoded one, or the text after its `#` or `?`.
 * @returns the text itself if it is neither
 */
export function partOfLabel(text: string, part: keyof typeof MEMBERS): string {
  if (text.length > MAX_TEXT) return text;
  const address = /%3d/i.test(text) ? decoded(text) : text;
  const member = MEMBERS[part].exec(address)?.[1];
  return member === undefined ? text : decoded(member.replaceAll('+', ' '));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
