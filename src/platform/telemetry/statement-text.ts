/** Long statements repeat themselves: those that write many rows at once. */
const MAX_READ = 20_000;
const MAX_SHOWN = 1_000;

/**
 * Literals of SQL: strings, also such with escapes (https://www.postgresql.org/docs/current/sql-syntax-lexical.html#SQL-SYNTAX-STRINGS) and
 * such that are cut off, and numbers that are no part of a name or a placeholder.
 */
const LITERALS = /\bE'(?:[^'\\]|''|\\.)*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|(?<![\w$."])\d+(?:\.\d+)?\b/gis;

/** A statement for people, without values: MikroORM writes those of its entities into the text of its statements. */
export function withoutValues(text: string): string {
  return text.slice(0, MAX_READ).replaceAll(LITERALS, '?').slice(0, MAX_SHOWN);
}
