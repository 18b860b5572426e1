import { Migration } from '@mikro-orm/migrations';

/**
 * Searches find ligatures and fullwidth letters by plain ones, more signs are apostrophes, and phone numbers have more words before them and a zero in
 * brackets (ADR 63). An index is made anew only where the form of a row changes: few do.
 */
export class CompatibleLetters20261127 extends Migration {
  override async up(): Promise<void> {
    const lower = await this.lower();
    for (const statement of functions(lower, '_new')) await this.execute(statement);
    const numbers = await this.execute(
      `select id from customer
        where phone is not null and phone_form_new(phone) ~ '${NUMBER}'
          and ('+' || phone_form_new(phone) <> phone_canonical or (phone_canonical is null and phone_form(phone) !~ '${NUMBER}'))`,
    );
    const indexes = (await this.execute(formIndexes)) as Index[];
    const stale: Index[] = [];
    for (const index of indexes) {
      const [any] = await this.execute(
        `select from "${index.table}" where ${index.key} <> ${index.key.replace('(', '_new(')} limit 1`,
      );
      if (any) stale.push(index);
    }
    for (const statement of functions(lower, '')) await this.execute(statement);
    for (const { name, definition } of stale) {
      // Not by a reindex, which computes the expression as it is in the memory of the connection, with the former function.
      await this.execute(`drop index "${name}"`);
      await this.execute(definition);
    }
    for (const name of NAMES) await this.execute(`drop function "${name}_new"(text)`);
    const ids = numbers.map(({ id }) => id);
    for (const statement of newOwners) await this.execute(statement, [JSON.stringify(ids)]);
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

const NUMBER = '^[0-9]{7,15}$';
const NAMES = ['search_form', 'phone_form', 'name_form', 'name_key'] as const;

const formIndexes = `
  select index.relname as name, indexed.relname as "table", pg_get_indexdef(i.indexrelid) as definition,
         pg_get_indexdef(i.indexrelid, 1, false) as key
    from pg_index i join pg_class index on index.oid = i.indexrelid join pg_class indexed on indexed.oid = i.indrelid
   where indexed.relnamespace = current_schema()::regnamespace and pg_get_indexdef(i.indexrelid, 1, false) ~ '^(${NAMES.join('|')})[(]'`;

const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78C\uFF07\uFF40";
const TURNED = '\u02BB';
/** The combining grapheme joiner: sorted as nothing, but s and h around it are no sh. */
const NOTHING = '\u034F';

const DIGITS = [0xff10, 0x0660, 0x06f0].map((first) => codes(first, first + 9)).join('');
const PHONE_SIGNS =
  `"'\`\u00B4\u02BC\u2018\u2019\u201C\u201D\u201E\u00AB\u00BB_\u2022\u2027\u30FB\uFF65` +
  '[]{}./-\u00B7' +
  codes(0x2010, 0x2015) +
  '\u2043\u2044\u2212\u2215\uFE58\uFE63\uFF0D\uFF0E\uFF0F' +
  '\t\n\v\f\r \u0085\u00A0\u1680' +
  codes(0x2000, 0x200a) +
  '\u2028\u2029\u202F\u205F\u2800\u3000';
const PHONE_MARKS =
  '\u00AD\u034F\u061C\u180E' +
  codes(0x200b, 0x200f) +
  codes(0x202a, 0x202e) +
  codes(0x2060, 0x2064) +
  codes(0x2066, 0x206f) +
  '\uFE0E\uFE0F\uFEFF';
const PHONE_REPLACED = `${codes(0x41, 0x5a)}${codes(0x410, 0x42f)}\uFF0B\uFF08\uFF09${DIGITS}${PHONE_SIGNS}${PHONE_MARKS}`;
const PHONE_REPLACEMENTS = `${codes(0x61, 0x7a)}${codes(0x430, 0x44f)}+()${'0123456789'.repeat(3)}`;
const PHONE_WORDS = [
  'tel|telephone|telefon|phone|mobile|mob|mobil|cell|uyali|raqam|raqami|whatsapp|viber|telegram',
  'тел|телефон|моб|мобильный|сот|сотовый|раб|рабочий|дом|домашний|номер|ватсап|вотсап|вайбер',
].join('|');

function functions(lower: (text: string) => string, ending: '_new' | ''): string[] {
  const withOne = (apostrophe: string) =>
    `translate($1, ${literal(APOSTROPHES)}, ${literal(apostrophe.repeat([...APOSTROPHES].length))})`;
  const withLetters = [...'oOgG'].reduce(
    (text, letter) => `replace(${text}, '${letter}${NOTHING}', '${letter}${TURNED}')`,
    withOne(NOTHING),
  );
  const compatible = lower(`normalize(replace($1, '\u00B4', ''''), NFKC)`);
  const sql = 'returns text language sql immutable parallel safe return';
  return [
    `create or replace function "search_form${ending}"(text) ${sql}
       translate(${compatible}, ${literal(`${APOSTROPHES}\u03C2\n\u0131\u0307`)}, ${literal(`${"'".repeat([...APOSTROPHES].length)}\u03C3 i`)})`,
    `create or replace function "name_form${ending}"(text) ${sql} ${withOne(TURNED)}`,
    `create or replace function "name_key${ending}"(text) ${sql} ${withLetters}`,
    `create or replace function "phone_form${ending}"(text) returns text language plpgsql immutable strict parallel safe as $$
       declare compact text := translate($1, ${literal(PHONE_REPLACED)}, ${literal(PHONE_REPLACEMENTS)});
       begin
         compact := regexp_replace(compact, '^((${PHONE_WORDS}):{0,1})+([+0-9(].*)$', '\\3');
         if compact !~ '^([+]|00)(39|378|225|241|242)' then
           compact := regexp_replace(compact, '^(([+]|00)[1-9][0-9]{0,2})[(]0[)]', '\\1');
         end if;
         compact := translate(compact, '()', '');
         if compact ~ '^[0-9]{9}$' and compact !~ '^00' then return '998' || compact; end if;
         return regexp_replace(compact, '^([+]|00)', '');
       end $$`,
  ];
}

function codes(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Customers whose phone is a number, or another one, only from now on: the oldest of those who have it gets it. */
const owners = `
  with claim as materialized (
    select id, created_at, '+' || phone_form(phone) as canonical from customer
     where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))
  ), owner as materialized (
    select distinct on (canonical) id, canonical
      from (select id, created_at, canonical from claim
            union all
            select id, created_at, phone_canonical from customer where phone_canonical in (select canonical from claim)) holders
     order by canonical, created_at, id
  )`;
const newOwners = [
  `update customer set phone_canonical = null where id in (select value::uuid from jsonb_array_elements_text(?::jsonb))`,
  // Apart: a number is given up before another customer takes it.
  `${owners} update customer c set phone_canonical = null from owner o where c.phone_canonical = o.canonical and c.id <> o.id`,
  `${owners} update customer c set phone_canonical = o.canonical from owner o where c.id = o.id and c.phone_canonical is null`,
];
