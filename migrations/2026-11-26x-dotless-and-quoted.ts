import { Migration } from '@mikro-orm/migrations';

/**
 * A search finds the small letter of the Turkish I, whose capital is that of i, and a phone number is one in quotation marks and with
 * two more kinds of signs too (ADR 50). Indexes are made anew only where a row has such a letter or sign: few have.
 */
export class DotlessAndQuoted20261126 extends Migration {
  override async up(): Promise<void> {
    const others = await this.execute(
      `select id from "customer" where phone is not null and phone_canonical is null and phone_form(phone) !~ '${NUMBER}'`,
    );
    for (const statement of await this.functions()) await this.execute(statement);
    for (const [table, column] of searched) {
      await this.renewIf(`"${column}" like '%\u0131%'`, table, column, 'search_form');
    }
    for (const table of phones) {
      await this.renewIf(`phone ~ '[${ADDED.replaceAll("'", "''")}]'`, table, 'phone', 'phone_form');
    }
    const ids = others.map(({ id }) => id);
    for (const statement of newOwners) await this.execute(statement, [JSON.stringify(ids)]);
  }

  /** As in 2026-11-26m, with more letters and signs. */
  private async functions(): Promise<string[]> {
    const [icu] = await this.execute(`select from pg_collation where collname = 'und-x-icu'`);
    const lower = icu ? `lower($1 collate "und-x-icu")` : 'lower($1)';
    return [
      `create or replace function "search_form"(text) returns text language sql immutable parallel safe
         return translate(${lower}, ${literal(`${APOSTROPHES}\u03C2\n\u0131\u0307`)}, ${literal(`${"'".repeat([...APOSTROPHES].length)}\u03C3 i`)})`,
      `create or replace function "phone_form"(text) returns text language plpgsql immutable strict parallel safe as $$
         declare compact text := regexp_replace(translate($1, ${literal(PHONE_REPLACED)}, ${literal(PHONE_REPLACEMENTS)}), '^(tel|\u0442\u0435\u043B):{0,1}', '');
         begin
           if compact ~ '^[0-9]{9}$' and compact !~ '^00' then return '998' || compact; end if;
           return regexp_replace(compact, '^([+]|00)', '');
         end $$`,
    ];
  }

  /** By another index, because a reindex computes the expression as it is in the memory of the connection, with the former function. */
  private async renewIf(condition: string, table: string, column: string, form: string): Promise<void> {
    const [any] = await this.execute(`select from "${table}" where ${condition} limit 1`);
    if (!any) return;
    const name = `${table}_${column}_${form}`;
    await this.execute(`drop index "${name}"`);
    await this.execute(`create index "${name}" on "${table}" using gin (${form}("${column}") gin_trgm_ops)`);
  }
}

const NUMBER = '^[0-9]{7,15}$';

const searched = [
  ['customer', 'full_name'],
  ['customer', 'company'],
  ['customer', 'telegram_username'],
  ['preorder', 'full_name'],
  ['device', 'model'],
  ['inventory_batch', 'code'],
] as const;
const phones = ['customer', 'preorder'];

const APOSTROPHES = "'`\u00B4\u02BB\u02BC\u02BD\u2018\u2019\u201B\u2032";
/** Quotation marks, the low line, and the dots between groups of digits of Japanese and Korean. */
const ADDED = `"'\`\u00B4\u02BC\u2018\u2019\u201C\u201D\u201E\u00AB\u00BB_\u2022\u2027\u30FB\uFF65`;
const DIGITS = [0xff10, 0x0660, 0x06f0].map((first) => codes(first, first + 9)).join('');
const PHONE_SIGNS =
  '()[]{}./-\u00B7' +
  codes(0x2010, 0x2015) +
  '\u2043\u2044\u2212\u2215\uFE58\uFE63\uFF08\uFF09\uFF0D\uFF0E\uFF0F' +
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
const PHONE_REPLACED = `${codes(0x41, 0x5a)}\u0422\u0415\u041B\uFF0B${DIGITS}${PHONE_SIGNS}${ADDED}${PHONE_MARKS}`;
const PHONE_REPLACEMENTS = `${codes(0x61, 0x7a)}\u0442\u0435\u043B+${'0123456789'.repeat(3)}`;

function codes(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Customers whose phone is a number only from now on, as in 2026-11-26m: the oldest of those who have it gets it. */
const owners = `
  with claim as materialized (
    select id, created_at, '+' || phone_form(phone) as canonical from customer
     where id in (select value::uuid from jsonb_array_elements_text(?::jsonb)) and phone_form(phone) ~ '^[0-9]{7,15}$'
  ), owner as materialized (
    select distinct on (canonical) id, canonical
      from (select id, created_at, canonical from claim
            union all
            select id, created_at, phone_canonical from customer where phone_canonical in (select canonical from claim)) holders
     order by canonical, created_at, id
  )`;
const newOwners = [
  // Apart: a number is given up before another customer takes it.
  `${owners} update customer c set phone_canonical = null from owner o where c.phone_canonical = o.canonical and c.id <> o.id`,
  `${owners} update customer c set phone_canonical = o.canonical from owner o where c.id = o.id and c.phone_canonical is null`,
];
