import { Migration } from '@mikro-orm/migrations';

/**
 * Searches find any dash by a hyphen, and any quotation marks by the straight ones (ADR 78). The indexes stay as they are: trigrams have letters and digits alone. It
 * can be applied again once the collation was dropped, as docs/api/names.md tells those whose server had no ICU.
 */
export class DashesAndQuotationMarks20261128 extends Migration {
  override async up(): Promise<void> {
    // ICU folds the case of every script; servers that were built without it fold by the locale of the database.
    const [icu] = await this.execute(`select from pg_collation where collname = 'und-x-icu'`);
    this.addSql(searchForm((text) => (icu ? `lower(${text} collate "und-x-icu")` : `lower(${text})`)));
  }
}

const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212';
const QUOTATION_MARKS = '\u00AB\u00BB\u201C\u201D\u201E\u201F';

function searchForm(lower: (text: string) => string): string {
  const compatible = lower(`normalize(replace($1, '\u00B4', ''''), NFKC)`);
  const replaced = `${APOSTROPHES}${DASHES}${QUOTATION_MARKS}\u03C2\n\u0131\u0307`;
  const replacements = `${"'".repeat(APOSTROPHES.length)}${'-'.repeat(DASHES.length)}${'"'.repeat(QUOTATION_MARKS.length)}\u03C3 i`;
  return `create or replace function "search_form"(text) returns text language sql immutable parallel safe return
            translate(${compatible}, ${literal(replaced)}, ${literal(replacements)})`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
