import { Migration } from '@mikro-orm/migrations';

/**
 * Phone numbers have signs and pictures before and behind them, and more words before them; half rings are apostrophes; an erasure finds a number in texts of
 * others as people dial it (ADR 76). An index is made anew only where the form of a row changes: few do.
 */
export class SignsAroundANumber20261128 extends Migration {
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
    this.addSql(personPattern);
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
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";
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
const PHONE_REPLACED = `${codes(0x41, 0x5a)}${codes(0x410, 0x42f)}ЁЎҚҒҲ\uFE62\uFF0B\uFF08\uFF09${DIGITS}${PHONE_SIGNS}${PHONE_MARKS}`;
const PHONE_REPLACEMENTS = `${codes(0x61, 0x7a)}${codes(0x430, 0x44f)}ёўқғҳ++()${'0123456789'.repeat(3)}`;
const PHONE_WORDS = [
  'tel|telephone|telefon|phone|mobile|mob|mobil|cell|uyali|raqam|raqami|whatsapp',
  'viber|telegram|number|no|contact|fax|nomer|nomeri|telefoni|faks|aloqa|tg',
  'тел|телефон|моб|мобильный|сот|сотовый|раб|рабочий|дом|домашний|номер|ватсап',
  'вотсап|вайбер|т|м|факс|контакт|телеграм|тг|телефони|уяли|рақам|рақами|алоқа',
].join('|');
const PICTURES = '\u2190-\u21FF\u2600-\u27BF\u2B00-\u2BFF\u{1F000}-\u{1FAFF}';
const BEFORE = `((${PHONE_WORDS})|[tmpfn][:\u00B0\u00BA]|[\u2116#\u2121\u213B\u00B0\u00BA:;,=${PICTURES}])+`;
const BEHIND = `[:;,!${PICTURES}]+`;

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
         -- Most numbers have nothing around them: a function that sees each row of a table runs few regular expressions.
         if strpos('+(0123456789', left(compact, 1)) = 0 then
           compact := regexp_replace(compact, '^${BEFORE}([+0-9(].*)$', '\\3');
         end if;
         if strpos('0123456789)', right(compact, 1)) = 0 then
           compact := regexp_replace(compact, '${BEHIND}$', '');
         end if;
         if strpos(compact, '(0)') > 0 and compact !~ '^([+]|00)(39|378|225|241|242)' then
           compact := regexp_replace(compact, '^(([+]|00)[1-9][0-9]{0,2})[(]0[)]', '\\1');
         end if;
         compact := translate(compact, '()', '');
         if left(compact, 3) = '810' then
           compact := regexp_replace(compact, '^810(998[0-9]{9}|7[0-9]{10})$', '\\1');
         end if;
         if length(compact) = 9 and compact ~ '^[0-9]{9}$' and left(compact, 2) <> '00' then return '998' || compact; end if;
         return case when left(compact, 1) = '+' then substr(compact, 2) when left(compact, 2) = '00' then substr(compact, 3) else compact end;
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

const BETWEEN_DIGITS = '[^[:alnum:]]{0,3}';
const escaped = (x: string) => String.raw`regexp_replace(${x}, '([^[:alnum:][:space:]_])', '\\\1', 'g')`;
/** A digit as it may be typed: ASCII, fullwidth, Arabic, Persian. */
const DIGIT = `0-9${String.fromCodePoint(0xff10)}-${String.fromCodePoint(0xff19)}${String.fromCodePoint(0x660)}-${String.fromCodePoint(0x669)}${String.fromCodePoint(0x6f0)}-${String.fromCodePoint(0x6f9)}`;
/** SQL of a regular expression of digits, in any script, with what people write between them. */
const typedDigits = (digits: string) =>
  `(select string_agg('[' || d || chr(65296 + d::int) || chr(1632 + d::int) || chr(1776 + d::int) || ']', '${BETWEEN_DIGITS}' order by place)
      from regexp_split_to_table(${digits}, '') with ordinality as each (d, place))`;
const ANY_APOSTROPHE = `[${APOSTROPHES.replaceAll("'", "''")}]`;

/** As 2026-11-26t-erased-customers, with every apostrophe, and a number as it is dialled: behind 00, behind 8, in other digits. */
const personPattern = String.raw`create or replace function "person_pattern"("person" uuid, "orders" uuid[]) returns text language sql stable as $$
     with known as (
       select full_name, email, phone, telegram_username from customer where id = "person" and anonymized_at is null
       union all select full_name, email, phone, telegram_username from preorder where id = any ("orders")
     ), names as (
       select distinct btrim(full_name) as name from known where btrim(full_name) ~ '\S\s+\S' and char_length(btrim(full_name)) >= 5
     ), numbers as (
       select distinct regexp_replace(phone_form(phone), '[^0-9]', '', 'g') as number from known
     ), digits as (
       -- Without the country code, where the number is dialled behind an 8.
       select case when number ~ '^998[0-9]{9}$' then right(number, 9) when number ~ '^7[0-9]{10}$' then right(number, 10) else number end as number,
              case when number ~ '^998[0-9]{9}$' or length(number) = 9 then '998' when number ~ '^7[0-9]{10}$' then '7' end as country
         from numbers where length(number) >= 7
     ), parts as (
       select '(?<![[:alnum:]])' || regexp_replace(regexp_replace(${escaped('name')}, '\s+', '\\s+', 'g'), '\\?${ANY_APOSTROPHE}', '${ANY_APOSTROPHE}', 'g') || '(?![[:alnum:]])' as part
         from names n
        -- The expression of customer_full_name_index: the pattern, too, has any apostrophe.
        where not exists (select from customer c where name_key(left(c.full_name, 200)) collate "name_order" = name_key(left(n.name, 200)) and c.id <> "person")
       union all select '(?<![[:alnum:]._%+-])' || ${escaped('btrim(email)')} || '(?![[:alnum:]])' from known where email like '_%@_%'
       union all select '(?<![[:alnum:]_])' || ${escaped('btrim(telegram_username)')} || '(?![[:alnum:]_])' from known where char_length(telegram_username) >= 5
       union all select '(?<![${DIGIT}])(?:(?:(?:\+|' || ${typedDigits("'00'")} || ')${BETWEEN_DIGITS})?'
                        || case when country is null then '' else ${typedDigits('country')} || '${BETWEEN_DIGITS}|' || ${typedDigits("'8'")} || '${BETWEEN_DIGITS}' end
                        || ')?' || ${typedDigits('number')} || '(?![${DIGIT}])' from digits
     )
     select string_agg(distinct part, '|') from parts
   $$`;
