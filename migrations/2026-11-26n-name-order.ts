import { Migration } from '@mikro-orm/migrations';

/**
 * Names are sorted as people of the country sort them, by a collation of ICU (ADR 40), and equal whatever their apostrophe is. It can be
 * applied again once the collation was dropped, as docs/names.md tells those whose server had no ICU.
 */
export class NameOrder20261126 extends Migration {
  override async up(): Promise<void> {
    const [icu] = await this.execute(`select from pg_collation where collname = 'uz-x-icu'`);
    for (const statement of [icu ? byIcu : byCodePoint, ...indexes]) await this.execute(statement);
    for (const table of ['customer', 'preorder']) await this.analyze(table);
  }

  /** The new expressions have no statistics. An empty table would be taken for one that stays empty. */
  private async analyze(table: string): Promise<void> {
    const [any] = await this.execute(`select from "${table}" limit 1`);
    if (any) await this.execute(`analyze "${table}"`);
  }
}

const byIcu = `create collation "name_order" (provider = icu, locale = 'uz')`;
/** A server without ICU has no order of a country; each start says so. */
const byCodePoint = `create collation "name_order" (provider = libc, locale = 'C')`;

const APOSTROPHES = "'`\u00B4\u02BB\u02BC\u02BD\u2018\u2019\u201B\u2032";
/** The letter's own apostrophe. */
const TURNED = '\u02BB';
/** The combining grapheme joiner: sorted as nothing, but s and h around it are no sh. */
const NOTHING = '\u034F';

/** A text with one character for any apostrophe. */
const withOne = (apostrophe: string) =>
  `translate($1, '${APOSTROPHES.replace("'", "''")}', '${apostrophe.repeat([...APOSTROPHES].length)}')`;
const withLetters = [...'oOgG'].reduce(
  (text, letter) => `replace(${text}, '${letter}${NOTHING}', '${letter}${TURNED}')`,
  withOne(NOTHING),
);

const indexes = [
  `create or replace function "name_form"(text) returns text language sql immutable parallel safe return ${withOne(TURNED)}`,
  `create or replace function "name_key"(text) returns text language sql immutable parallel safe return ${withLetters}`,
  ...[
    ['customer_full_name_index', 'customer', 'left("full_name", 200)'],
    ['customer_company_index', 'customer', '"company"'],
    ['customer_country_index', 'customer', '"country"'],
    ['customer_city_index', 'customer', '"city"'],
    ['customer_region_index', 'customer', '"region"'],
    ['preorder_full_name_index', 'preorder', '"full_name"'],
    ['preorder_region_index', 'preorder', '"region"'],
    ['preorder_city_index', 'preorder', '"city"'],
  ].flatMap(([name, table, column]) => [
    `drop index if exists "${name}"`,
    `create index "${name}" on "${table}" (name_key(${column}) collate "name_order", "created_at", "id")`,
  ]),
];
