/**
 * Makes text and JSON that no spreadsheet computes as a formula (https://owasp.org/www-community/attacks/CSV_Injection), also
 * if it splits the file at another separator than the file's own: Excel splits at the list separator of the computer's
 * language, and ignores quotes in the middle of its cells.
 */

/** What a spreadsheet may split at: the separators of languages (the Arabic semicolon is that of Persian), a bar, blanks. */
const SEPARATORS = ';\u061B,\\|\\t\\n\\v\\f\\r\\u0085\\u2028\\u2029';
/** The signs that begin a formula, and their variants in some languages: full-width, small, raised and lowered ones. */
const SIGNS = '=＝﹦⁼₌+＋﹢⁺₊﬩\\-－﹣−⁻₋@＠﹫';
/**
 * Characters before a sign that spreadsheets drop or do not show: blanks, control and format characters, and the quotes of CSV.
 */
const BLANK = `[[\\p{Zs}\\p{Cc}\\p{Cf}"]--[${SEPARATORS}]]`;

const MAY_BE_FORMULA = new RegExp(`^[\\t\\n\\r]|(?:^|[${SEPARATORS}])${BLANK}*[${SIGNS}]`, 'v');
const PART = new RegExp(`[^${SEPARATORS}]+`, 'gv');
const FORMULA = new RegExp(`^${BLANK}*[${SIGNS}]`, 'v');
const BLANK_START = /^[\t\n\r]/;

/**
 * A phone number, plain or as people write it: `+` and 7 to 15 digits. A space or a bracket after the country code keeps
 * spreadsheets from computing it; with hyphens alone it is a difference.
 */
const PHONE_NUMBER =
  /^\+(?:\d{7,15}|(?=(?:\D*\d){7,15}\D*$)\d{1,4}(?:[ \u00a0\u202f]?\(\d{1,5}\)[ \u00a0\u202f]?|[ \u00a0\u202f])\d+(?:[ \u00a0\u202f-]\d+)*)$/;

/**
 * Returns a text without formulas: it puts an apostrophe before each part that could be one. Parts are split at separators and
 * line breaks. A text that begins with a tab or a line break gets an apostrophe as well; one that is only a phone number gets
 * none.
 */
export function inertText(text: string): string {
  if (!MAY_BE_FORMULA.test(text) || PHONE_NUMBER.test(text)) return text;
  const inert = text.replace(PART, (part) => (FORMULA.test(part) ? `'${part}` : part));
  return BLANK_START.test(text) ? `'${inert}` : inert;
}

const JSON_STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g;
const SIGN_IN_STRING = new RegExp(`(?:^"|[${SEPARATORS}])${BLANK}*[${SIGNS}]`, 'gv');

/** The same JSON, in whose strings such a sign is escaped (RFC 8259, 7). Outside of strings a sign belongs to a number. */
export function inertJson(json: string): string {
  return json.replace(JSON_STRING, (string) =>
    PHONE_NUMBER.test(string.slice(1, -1))
      ? string
      : string.replace(SIGN_IN_STRING, (found) => found.slice(0, -1) + escaped(found.slice(-1))),
  );
}

/** @param sign of the basic multilingual plane */
function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
