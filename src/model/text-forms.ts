/**
 * The forms of text that people type. The normal form is what is stored. The search form and the phone form are what searches compare:
 * PostgreSQL has them as the functions `search_form`, `phone_form`, `name_form` and `name_key` (migrations 2026-11-28p, q and s), over text in its normal form.
 * docs/api/names.md explains them.
 */

import { readLabelText } from './label-text.ts';

/**
 * The form in which conditions compare a column of text: the text itself, the forms of typed text, those of names (which also
 * have an order of their own), the phone form, the form of Telegram's user names, or that of codes: serials, numbers and versions,
 * which people copy from labels and receipts.
 */
export type TextForm = 'given' | 'typed' | 'name' | 'phone' | 'userName' | 'code';

/** An emoji of several characters, whose joiners, tags and variation selectors belong to it (https://www.unicode.org/reports/tr51/). */
const PICTURE = String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?`;
const EMOJI = String.raw`[0-9#*]\uFE0F?\u20E3|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|${PICTURE}(?:\u200D${PICTURE})*`;
const EMOJI_OR_INVISIBLE = new RegExp(
  String.raw`(${EMOJI})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFC]|(?!\p{White_Space})\p{Cc}`,
  'gu',
);
/** ASCII words with single spaces, like most text: already in normal form. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;
/** The blank pattern of Braille looks like a space. */
const SPACES = /[\p{White_Space}\u2800]+/gu;
/** Marks that belong to a letter, of which there is none, format characters, and a note without a head: nobody sees a text of them. */
const NOTHING_VISIBLE = /^[\p{M}\p{Cf}\p{Z}\s\u2800\u{1D159}]+$/u;
const LINE_BREAKS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;
const SPACES_IN_LINE = /[\p{Zs}\t\u2800]+/gu;

/**
 * The normal form of one line, as it is stored: NFC, without characters that nobody sees (direction marks, zero-width spaces,
 * controls), but with those that join emoji; each run of spaces of any kind is one space, and none is at an end. A text of marks without a letter is empty.
 */
export function normalForm(text: string): string {
  return PLAIN.test(text) ? text : visible(text).replace(SPACES, ' ').trim();
}

/** The same for text of several lines: line breaks stay, as `\n`. */
export function normalLines(text: string): string {
  if (PLAIN.test(text)) return text;
  const lines = visible(text).replace(LINE_BREAKS, '\n').replace(SPACES_IN_LINE, ' ');
  return lines.replace(/ ?\n ?/g, '\n').trim();
}

function visible(text: string): string {
  const typed = text.replace(EMOJI_OR_INVISIBLE, (_, emoji?: string) => emoji ?? '').normalize('NFC');
  return NOTHING_VISIBLE.test(typed) ? '' : typed;
}

/**
 * The characters that people type in the Uzbek letters oʻ and gʻ, and between letters (maʼno): U+02BB, U+02BC, U+2018 and
 * U+2019, else an apostrophe, a backtick, an accent, a half ring, a stress mark, a prime or a saltillo, also fullwidth.
 */
export const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
const LETTERS_WITH_ONE = /([oOgG])\u034F/gu;

/** The form by which names are equal: the normal form with one apostrophe. */
export function nameForm(text: string): string {
  return normalForm(text).replace(ANY_APOSTROPHE, '\u02BB');
}

/**
 * The form by which names are sorted: oʻ and gʻ are letters, and any other apostrophe does not count. It is replaced by the
 * combining grapheme joiner, so that the s and the h of Isʼhoq are not sorted as sh.
 */
export function nameKey(text: string): string {
  return normalForm(text).replace(ANY_APOSTROPHE, '\u034F').replace(LETTERS_WITH_ONE, '$1\u02BB');
}

/** Hyphens, dashes, a bullet and a minus sign: Anna–Maria is typed with a hyphen. */
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212';
/** Around the names of companies. */
const QUOTATION_MARKS = '\u00AB\u00BB\u201C\u201D\u201E\u201F';

/**
 * The replacements of the search form, after lower case. The dot remains of a Turkish capital İ; the capital of ı is that of i.
 */
const SEARCHED: ReadonlyMap<string, string> = new Map([
  ...[...APOSTROPHES].map((each) => [each, "'"] as const),
  ...[...DASHES].map((each) => [each, '-'] as const),
  ...[...QUOTATION_MARKS].map((each) => [each, '"'] as const),
  ['\u03C2', '\u03C3'],
  ['\n', ' '],
  ['\u0131', 'i'],
  ['\u0307', ''],
]);
/** NFKC would make a space and an accent of it. */
const ACUTE = '\u00B4';
const SEARCHED_SIGNS = new RegExp(`[${[...SEARCHED.keys()].join('')}]`, 'gu');

/**
 * The form by which searches find text, however it is typed: the normal form in lower case, with one apostrophe, one dash and one quotation mark, in which a
 * ligature is its letters and a fullwidth letter is a letter (NFKC). Letters stay apart that are others to those who write them: е and ё, ß and ss.
 */
export function searchForm(text: string): string {
  return normalForm(text)
    .replaceAll(ACUTE, "'")
    .normalize('NFKC')
    .toLowerCase()
    .replace(SEARCHED_SIGNS, (sign) => SEARCHED.get(sign) ?? sign);
}

/** A sign that no letter of a name is. */
const DIGIT = /\d/;

/**
 * The spellings of a part of a code to look for, ignoring case: as it is typed, with plain dashes and letters, and, if it has a digit, with the letters of
 * a label for those that look like them. Without a digit, `СОН` may be a name.
 */
export function codeSpellings(typed: string): readonly string[] {
  if (PLAIN.test(typed)) return [typed];
  const plain = searchForm(typed);
  const label = DIGIT.test(plain) ? readLabelText(typed) : undefined;
  return [...new Set([typed, plain, label ?? plain])];
}

const LATIN_CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Of the words before a number: Тел., Рақам. */
const CYRILLIC_CAPITALS = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁЎҚҒҲӘІҢӨҰҮҺ';
/** The zeros of decimal digits (Unicode 17, general category Nd) without ASCII, and of subscript ones. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0x2080, 0xa620],
  ...[0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136],
  ...[0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0],
  ...[0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce],
  ...[0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0],
];
/** Superscript and circled digits have no place of their own in the order of characters. */
const DIGITS = [
  ...ZEROS.map((zero) => String.fromCodePoint(...Array.from({ length: 10 }, (_, at) => zero + at))),
  ...['⁰¹²³⁴⁵⁶⁷⁸⁹', '⓪①②③④⑤⑥⑦⑧⑨'],
];
/** Small and fullwidth. */
const PLUS_SIGNS = '\uFE62\uFF0B';
const FULLWIDTH_BRACKETS = '\uFF08\uFF09';
/** Between the digits of a number, or around them: square brackets, points, slashes, dashes, quotation marks and spaces. */
const PHONE_SIGNS =
  '"\'`\u00B4\u02BC\u2018\u2019\u201C\u201D\u201E\u00AB\u00BB_\u2022\u2027\u30FB\uFF65' +
  '[]{}./-\u00B7\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2044\u2212\u2215\uFE58\uFE63\uFF0D\uFF0E\uFF0F' +
  '\t\n\v\f\r \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u2800\u3000';
/**
 * Characters that address books put around a number to keep its direction; numbers that were stored before the normal form may
 * have them.
 */
const PHONE_MARKS =
  '\u00AD\u034F\u061C\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2061\u2062\u2063\u2064' +
  '\u2066\u2067\u2068\u2069\u206A\u206B\u206C\u206D\u206E\u206F\u20E3\uFE0E\uFE0F\uFEFF';

/** The characters that the phone form replaces, in the order of their replacements; the remaining ones are removed. */
export const PHONE_REPLACED = `${LATIN_CAPITALS}${CYRILLIC_CAPITALS}${PLUS_SIGNS}${FULLWIDTH_BRACKETS}${DIGITS.join('')}${PHONE_SIGNS}${PHONE_MARKS}`;
export const PHONE_REPLACEMENTS = `${LATIN_CAPITALS.toLowerCase()}${CYRILLIC_CAPITALS.toLowerCase()}++()${'0123456789'.repeat(DIGITS.length)}`;

const PHONE = new Map([...PHONE_REPLACED].map((each, at) => [each, [...PHONE_REPLACEMENTS][at] ?? '']));
/** What people write before a number, in English, Uzbek, Russian, Kazakh, Turkish and German. */
export const PHONE_WORDS = [
  ...['tel', 'telephone', 'telefon', 'phone', 'mobile', 'mob', 'mobil', 'cell', 'uyali', 'raqam', 'raqami', 'whatsapp'],
  ...['viber', 'telegram', 'number', 'no', 'contact', 'fax', 'nomer', 'nomeri', 'telefoni', 'faks', 'aloqa', 'tg'],
  ...['cep', 'gsm', 'numara', 'numarası', 'iş', 'ev', 'handy', 'nr', 'nummer', 'rufnummer', 'fon', 'ish', 'uy', 'imo'],
  ...['signal', 'sms', 'номери', 'мобил', 'ұялы', 'нөмір', 'нөмірі', 'байланыс', 'смс', 'иш', 'уй', 'вацап'],
  ...['тел', 'телефон', 'моб', 'мобильный', 'сот', 'сотовый', 'раб', 'рабочий', 'дом', 'домашний', 'номер', 'ватсап'],
  ...[
    'вотсап',
    'вайбер',
    'т',
    'м',
    'факс',
    'контакт',
    'телеграм',
    'тг',
    'телефони',
    'уяли',
    'рақам',
    'рақами',
    'алоқа',
  ],
];
/** On cards (`T:`, `M:`, `P:`, `F:`), and `N°`: alone, such a letter may be part of something else. */
const LETTERS_BEFORE = '[tmpfn][:\u00B0\u00BA]';
/** Arrows, telephones, hands, flags. */
const PICTURES = '\u2190-\u21FF\u2600-\u27BF\u2B00-\u2BFF\u{1F000}-\u{1FAFF}';
/** Before a number only, because between digits they separate two numbers or an extension: № and #, ℡ and ℻, ° and º, punctuation, pictures. */
const SIGNS_BEFORE_PHONE = `\u2116#\u2121\u213B\u00B0\u00BA:;,=${PICTURES}`;
const SIGNS_BEHIND_PHONE = `:;,!${PICTURES}`;
/** No two of its alternatives match the same text, so it takes no time to fail. */
const BEFORE = new RegExp(`^(?:${PHONE_WORDS.join('|')}|${LETTERS_BEFORE}|[${SIGNS_BEFORE_PHONE}])+(?=[+0-9(])`, 'u');
const BEHIND = new RegExp(`[${SIGNS_BEHIND_PHONE}]+$`, 'u');
/** As before a number: `90 123 45 67 (моб.)`. */
const WORDS_BEHIND = new RegExp(`(?<=[0-9])(?:${PHONE_WORDS.join('|')}|[${SIGNS_BEHIND_PHONE}])+$`, 'u');
/** What people write between a number and its extension. No two of its alternatives match the same text. */
export const EXTENSION_WORDS = [
  ...['ext', 'extn', 'extension', 'x', 'p', 'w', 'dw', 'durchwahl', 'nst', 'nebenstelle', 'dahili', 'ichki'],
  ...['qoshimcha', 'raqam', 'raqami', 'no', 'nr', 'доб', 'добавочный', 'доп', 'дополнительный', 'вн', 'внутр'],
  ...['внутренний', 'ички', 'рақам', 'рақами', 'қўшимча', 'ішкі', 'қосымша', 'номер', 'х'],
];
const EXTENSION = new RegExp(`([0-9])(?:[;,:=*#\u2116]|${EXTENSION_WORDS.join('|')})+([0-9]{1,6})$`, 'u');
/** What is dialled before the country code in Uzbekistan and in Russia. No country has a number that begins so. */
const DIALLED_ABROAD = /^810(?=(?:998[0-9]{9}|7[0-9]{10})$)/;
/** `0` or `8`, which are dialled at home, and exit codes before the country code of Uzbekistan or behind it: no other number has these digits. */
const AROUND_COUNTRY = /^\+?(?:(?:00?|8|810)998[08]?|998[08])([0-9]{9}(?:x[0-9]{1,6})?)$/;
/** Countries in which numbers keep that zero: Italy, San Marino, Côte d'Ivoire, Gabon and Congo. */
const ZERO_OF_TRUNK = /^((?:\+|00)(?!39|378|225|241|242)[1-9][0-9]{0,2})\(0\)/;
const COUNTRY = '998';
const PREFIX = /^(?:\+|00)/;
const WITHOUT_COUNTRY = /^(?!00)[0-9]{9}(?:x[0-9]{1,6})?$/;

/**
 * The form by which phone numbers are compared: the digits with their country code, without `+` or `00`, and an extension behind `x`. Nine digits are a
 * number of Uzbekistan. For text that is no number, all letters and digits remain.
 */
export function phoneForm(typed: string): string {
  const compact = compactPhone(typed);
  return WITHOUT_COUNTRY.test(compact) ? `${COUNTRY}${compact}` : compact.replace(PREFIX, '');
}

/** The same for a part of a number, without a country code. */
export function phonePart(typed: string): string {
  return compactPhone(typed).replace(PREFIX, '');
}

/** What telephones write before a number that is dialled with its exit code all the same: `+00998…`, `+810998…`, `+0998…`. */
const PLUS_BEFORE_EXIT = /^\+(?=0|810(?:998|7))/;
/**
 * `8` before a number of Uzbekistan, Russia or Kazakhstan, `0` before one of many countries: dialled at home, without the country code, or with it all the same
 * (`0998901234567`).
 */
const DIALLED_AT_HOME = /^(?:8(?=(?:998)?[0-9]{9}(?:x|$)|[0-9]{10}(?:x|$))|0(?=[1-9][0-9]{6,13}(?:x|$)))/;
/** The same behind the country code: `+998 0 90 …`. */
const COUNTRY_AND_TRUNK = /^(?:998[08]?(?=[0-9]{9}(?:x|$))|7(?=[0-9]{10}(?:x|$)))/;
/** `My number:`, before a number that is copied from a message. */
const LABEL = /^[\p{L}\p{M}\s.'’ʻ`-]{1,60}[:：]\s*(?=[^\p{L}]*[0-9])/u;

/**
 * The part to look for anywhere in phone forms: as `phonePart`, without what is dialled at home or abroad, and without the country code of Uzbekistan, Russia and Kazakhstan. So
 * it finds a number that was stored either way, although the two are different numbers: which country the `8` means is unknown.
 */
export function phoneSought(typed: string): string {
  const compact = compactPhone(withoutAddress(normalForm(typed)).replace(LABEL, ''))
    .replace(PLUS_BEFORE_EXIT, '')
    .replace(DIALLED_ABROAD, '');
  return compact.replace(DIALLED_AT_HOME, '').replace(PREFIX, '').replace(COUNTRY_AND_TRUNK, '');
}

/**
 * Removes punctuation, the scheme of a link (https://www.rfc-editor.org/rfc/rfc3966) or the words and signs before the number and behind it, and the zero in
 * brackets that is dialled without the country code only (https://www.itu.int/rec/T-REC-E.123); writes an extension in one way.
 */
function compactPhone(typed: string): string {
  return [...withoutAddress(typed)]
    .map((each) => PHONE.get(each) ?? each)
    .join('')
    .replace(BEFORE, '')
    .replace(BEHIND, '')
    .replace(ZERO_OF_TRUNK, '$1')
    .replace(/[()]/g, '')
    .replace(WORDS_BEHIND, '')
    .replace(DIALLED_ABROAD, '')
    .replace(EXTENSION, '$1x$2')
    .replace(AROUND_COUNTRY, `${COUNTRY}$1`);
}

/** What stands around an address that is copied from a message: a label before it, brackets and quotation marks, punctuation behind it. */
const BEFORE_ADDRESS = String.raw`(?:[^0-9@/]{0,60}[\s:：\-–—])?[<(\[{"'«“„‘]*`;
const BEHIND_ADDRESS = String.raw`[>)\]}"'»”“’.,;:!?…\s]*$`;
/** A number as an address of WhatsApp (https://faq.whatsapp.com/5913398998672934), of Viber, or of a program that calls. */
const PHONE_ADDRESS = new RegExp(
  String.raw`^${BEFORE_ADDRESS}(?:(?:https?:\/\/)?(?:(?:www|api|web)\.)?(?:wa\.me\/|whatsapp\.com\/send\/?\?phone=)|whatsapp:\/\/send\/?\?phone=|viber:\/\/(?:chat|add)\/?\?number=|callto:)(?:\+|%2b)?([0-9]{7,15})(?:[/?#&].*|${BEHIND_ADDRESS})$`,
  'iu',
);

/** A phone number without its address; text that is none stays. */
export function withoutAddress(typed: string): string {
  const digits = PHONE_ADDRESS.exec(typed.trim())?.[1];
  return digits === undefined ? typed : `+${digits}`;
}

/**
 * A user name of Telegram as an address: https://t.me/name, t.me/name?start=1, tg://resolve?domain=name (https://core.telegram.org/api/links); or with `@`, or with
 * the word Telegram before it.
 */
const USER_ADDRESS = new RegExp(
  String.raw`^${BEFORE_ADDRESS}(?:(?:(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.(?:me|dog)\/|tg:\/\/resolve\?domain=)@?|@|(?<=(?:telegram|telegramm|телеграм|телеграмм|tg|тг)[\s:：\-–—]{1,3}))([A-Za-z][A-Za-z0-9_]{3,31})\/?(?:[?#&].*|${BEHIND_ADDRESS})$`,
  'iu',
);

/** A user name of Telegram without its address, its label or its `@`; text that is none stays. */
export function userName(typed: string): string {
  const text = normalForm(typed);
  return USER_ADDRESS.exec(text)?.[1] ?? text.replace(/^@/, '');
}

/** The part of user names to look for: as `userName`, also of an address of which the name is not typed in full. */
export function userNamePart(typed: string): string {
  return searchForm(userName(typed)).replace(/^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.(?:me|dog)\/@?/, '');
}

/** An e-mail address as it is copied from a message: with a label, `mailto:`, brackets or a period behind it. */
const COPIED_EMAIL = new RegExp(
  String.raw`^${BEFORE_ADDRESS}(?:mailto:)?([^\s@<>()[\]{}"«»,;:]+@[^\s@<>()[\]{}"«»,;:?]*[\p{L}\p{N}])(?:\?.*|${BEHIND_ADDRESS})$`,
  'iu',
);

/** An e-mail address, or a part of one, without what it was copied with; text that is none stays. */
export function emailPart(typed: string): string {
  return COPIED_EMAIL.exec(normalForm(typed))?.[1] ?? typed;
}

/** So many words of a search are looked for in any order. */
const MOST_WORDS = 4;
/** Spaces, and commas of several scripts: `Karimov, Oʻtkir`. */
const BETWEEN_WORDS = /[\s,;،、]+/u;
/** So many letters have an index entry of their own. */
const INDEXED_WORD = /[\p{L}\p{N}]{3}/u;

/**
 * The parts of the search form that a text has to contain, all of them, to be found by what is typed: each word, in any order, as people write the family name
 * first or last. One part for a single word, for more than four words, and for words of which an index finds none.
 */
export function searchParts(typed: string): readonly string[] {
  const form = searchForm(typed);
  const words = [...new Set(form.split(BETWEEN_WORDS).filter((word) => word !== ''))];
  return words.length <= MOST_WORDS && words.some((word) => INDEXED_WORD.test(word)) ? words : [form];
}
