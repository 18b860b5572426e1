import { Migration } from '@mikro-orm/migrations';

/**
 * Searches find any dash by a hyphen, and any quotation marks by the straight ones (ADR 78). An index is made anew only where the form of a row changes. It can be
 * applied again once the collation was dropped, as docs/api/names.md tells those whose server had no ICU.
 */
export class DashesAndQuotationMarks20261128 extends Migration {
  override async up(): Promise<void> {
    const lower = await this.lower();
    await this.execute(searchForm(lower, '_new'));
    const indexes = (await this.execute(formIndexes)) as Index[];
    const stale: Index[] = [];
    for (const index of indexes) {
      const [any] = await this.execute(
        `select from "${index.table}" where ${index.key} <> ${index.key.replace('(', '_new(')} limit 1`,
      );
      if (any) stale.push(index);
    }
    await this.execute(searchForm(lower, ''));
    for (const { name, definition } of stale) {
      // Not by a reindex, which computes the expression as it is in the memory of the connection, with the former function.
      await this.execute(`drop index "${name}"`);
      await this.execute(definition);
    }
    await this.execute('drop function "search_form_new"(text)');
  }

  /** ICU folds the case of every script; servers that were built without it fold by the locale of the database. */
  private async lower(): Promise<(text: string) => string> {
    const [icu] = await this.execute(`select from pg_collation where collname = 'und-x-icu'`);
    return (text) => (icu ? `lower(${text} collate "und-x-icu")` : `lower(${text})`);
  }
}

interface Index {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
  /** The expression that it begins with. */
  readonly key: string;
}

const formIndexes = `
  select index.relname as name, indexed.relname as "table", pg_get_indexdef(i.indexrelid) as definition,
         pg_get_indexdef(i.indexrelid, 1, false) as key
    from pg_index i join pg_class index on index.oid = i.indexrelid join pg_class indexed on indexed.oid = i.indrelid
   where indexed.relnamespace = current_schema()::regnamespace and pg_get_indexdef(i.indexrelid, 1, false) like 'search_form(%'`;

const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212';
const QUOTATION_MARKS = '\u00AB\u00BB\u201C\u201D\u201E\u201F';

function searchForm(lower: (text: string) => string, ending: '_new' | ''): string {
  const compatible = lower(`normalize(replace($1, '\u00B4', ''''), NFKC)`);
  const replaced = `${APOSTROPHES}${DASHES}${QUOTATION_MARKS}\u03C2\n\u0131\u0307`;
  const replacements = `${"'".repeat(APOSTROPHES.length)}${'-'.repeat(DASHES.length)}${'"'.repeat(QUOTATION_MARKS.length)}\u03C3 i`;
  return `create or replace function "search_form${ending}"(text) returns text language sql immutable parallel safe return
            translate(${compatible}, ${literal(replaced)}, ${literal(replacements)})`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
