import { Migration } from '@mikro-orm/migrations';

/**
 * Phone numbers have digits of every script and one form of an extension; an erasure finds both in texts of others, and a number as it is dialled at home; Telegram
 * user names are stored without the address before them (ADR 77). The index of numbers is made anew only where the form of a row changes: few do. It can be
 * applied again once the collation was dropped, as docs/api/names.md tells those whose server had no ICU.
 */
export class DigitsAndExtensions20261128 extends Migration {
  override async up(): Promise<void> {
    await this.execute(phoneForm('_new'));
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
    await this.execute(phoneForm(''));
    for (const { name, definition } of stale) {
      // Not by a reindex, which computes the expression as it is in the memory of the connection, with the former function.
      await this.execute(`drop index "${name}"`);
      await this.execute(definition);
    }
    await this.execute('drop function "phone_form_new"(text)');
    const ids = JSON.stringify(numbers.map(({ id }) => id));
    for (const statement of newOwners) await this.execute(statement, [ids]);
    for (const statement of [...contacts, personPattern, userNames]) this.addSql(statement);
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

const formIndexes = `
  select index.relname as name, indexed.relname as "table", pg_get_indexdef(i.indexrelid) as definition,
         pg_get_indexdef(i.indexrelid, 1, false) as key
    from pg_index i join pg_class index on index.oid = i.indexrelid join pg_class indexed on indexed.oid = i.indrelid
   where indexed.relnamespace = current_schema()::regnamespace and pg_get_indexdef(i.indexrelid, 1, false) like 'phone_form(%'`;

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
const OTHER_DIGITS = [...ZEROS.map((zero) => codes(zero, zero + 9)), '⁰¹²³⁴⁵⁶⁷⁸⁹', '⓪①②③④⑤⑥⑦⑧⑨'];
const DIGITS = OTHER_DIGITS.join('');
const ASCII_DIGITS = '0123456789'.repeat(OTHER_DIGITS.length);
/** What a bracket of a regular expression has: a digit of any script. */
const ANY_DIGIT = `0-9${ZEROS.map((zero) => `${codes(zero, zero)}-${codes(zero + 9, zero + 9)}`).join('')}${OTHER_DIGITS.slice(-2).join('')}`;

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
  '\u20E3\uFE0E\uFE0F\uFEFF';
const PHONE_REPLACED = `${codes(0x41, 0x5a)}${codes(0x410, 0x42f)}ЁЎҚҒҲӘІҢӨҰҮҺ\uFE62\uFF0B\uFF08\uFF09${PHONE_SIGNS}${PHONE_MARKS}`;
const PHONE_REPLACEMENTS = `${codes(0x61, 0x7a)}${codes(0x430, 0x44f)}ёўқғҳәіңөұүһ++()`;
const PHONE_WORDS = [
  'tel|telephone|telefon|phone|mobile|mob|mobil|cell|uyali|raqam|raqami|whatsapp',
  'viber|telegram|number|no|contact|fax|nomer|nomeri|telefoni|faks|aloqa|tg',
  'cep|gsm|numara|numarası|iş|ev|handy|nr|nummer|rufnummer|fon|ish|uy|imo|signal|sms',
  'тел|телефон|моб|мобильный|сот|сотовый|раб|рабочий|дом|домашний|номер|ватсап',
  'вотсап|вайбер|т|м|факс|контакт|телеграм|тг|телефони|уяли|рақам|рақами|алоқа',
  'номери|мобил|ұялы|нөмір|нөмірі|байланыс|смс|иш|уй|вацап',
].join('|');
const EXTENSION_WORDS = [
  'ext|extn|extension|x|p|w|dw|durchwahl|nst|nebenstelle|dahili|ichki|qoshimcha|raqam|raqami|no|nr',
  'доб|добавочный|доп|дополнительный|вн|внутр|внутренний|ички|рақам|рақами|қўшимча|ішкі|қосымша|номер|х',
].join('|');
const PICTURES = '\u2190-\u21FF\u2600-\u27BF\u2B00-\u2BFF\u{1F000}-\u{1FAFF}';
const BEFORE = `((${PHONE_WORDS})|[tmpfn][:\u00B0\u00BA]|[\u2116#\u2121\u213B\u00B0\u00BA:;,=${PICTURES}])+`;
const BEHIND = `[:;,!${PICTURES}]+`;

function phoneForm(ending: '_new' | ''): string {
  return `create or replace function "phone_form${ending}"(text) returns text language plpgsql immutable strict parallel safe as $$
       declare compact text := $1;
       begin
         -- Most numbers are of ASCII, and have nothing around them: a function that sees each row of a table does little with them.
         if octet_length(compact) <> char_length(compact) then
           compact := translate(compact, ${literal(DIGITS)}, '${ASCII_DIGITS}');
         end if;
         compact := translate(compact, ${literal(PHONE_REPLACED)}, ${literal(PHONE_REPLACEMENTS)});
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
         if strpos('0123456789', right(compact, 1)) = 0 then
           compact := regexp_replace(compact, '([0-9])((${PHONE_WORDS})|[:;,!${PICTURES}])+$', '\\1');
         end if;
         if left(compact, 3) = '810' then
           compact := regexp_replace(compact, '^810(998[0-9]{9}|7[0-9]{10})$', '\\1');
         end if;
         if rtrim(ltrim(compact, '+'), '0123456789') <> '' then
           compact := regexp_replace(compact, '([0-9])([;,:=*#\u2116]|${EXTENSION_WORDS})+([0-9]{1,6})$', '\\1x\\3');
         end if;
         if length(compact) between 9 and 16 and left(compact, 2) <> '00' and compact ~ '^[0-9]{9}(x[0-9]{1,6})?$' then
           return '998' || compact;
         end if;
         return case when left(compact, 1) = '+' then substr(compact, 2) when left(compact, 2) = '00' then substr(compact, 3) else compact end;
       end $$`;
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

/** What the indexes of texts with an address or a number had as their condition, and the erasure too. */
const FORMER_CONTACT = '@|[0-9]([^0-9]{0,3}[0-9]){6}';
const CONTACT_COLUMNS = [
  ['sale', 'notes'],
  ['sale', 'cancel_reason'],
  ['refund', 'reason'],
  ['device_event', 'reason'],
  ['audit_entry', 'reason'],
] as const;
const contacts = [
  `create or replace function "has_contact"(text) returns boolean language sql immutable parallel safe
     return $1 ~ '${FORMER_CONTACT}'
         or (octet_length($1) <> char_length($1) and $1 ~ '[${ANY_DIGIT}]([^${ANY_DIGIT}]{0,3}[${ANY_DIGIT}]){6}')`,
  ...CONTACT_COLUMNS.flatMap(([table, column]) => [
    `drop index "${table}_${column}_contact_index"`,
    `create index "${table}_${column}_contact_index" on "${table}" ("id") where has_contact(${column})`,
  ]),
  `do $do$
   declare
     body text := pg_get_functiondef('erase_customer'::regproc);
     former text;
   begin
     foreach former in array array['notes', 'cancel_reason', 'reason'] loop
       if position(former || $q$ ~ '${FORMER_CONTACT}'$q$ in body) = 0 and position('has_contact(' || former || ')' in body) = 0 then
         raise exception 'erase_customer has no condition of %', former;
       end if;
       body := replace(body, former || $q$ ~ '${FORMER_CONTACT}'$q$, 'has_contact(' || former || ')');
     end loop;
     execute body;
   end $do$`,
];

const BETWEEN_DIGITS = `[^[:alnum:]${ANY_DIGIT}]{0,3}`;
const escaped = (x: string) => String.raw`regexp_replace(${x}, '([^[:alnum:][:space:]_])', '\\\1', 'g')`;
/** For each digit, how it may be typed. */
const CLASSES = [...'0123456789'].map(
  (digit, at) => `'[${digit}${OTHER_DIGITS.map((digits) => [...digits][at]).join('')}]'`,
);
/** SQL of a regular expression of digits, in any script, with what people write between them. */
const typedDigits = (digits: string) =>
  `(select string_agg((array[${CLASSES.join(', ')}])[d::int + 1], '${BETWEEN_DIGITS}' order by place)
      from regexp_split_to_table(${digits}, '') with ordinality as each (d, place))`;
const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";
const ANY_APOSTROPHE = `[${APOSTROPHES.replaceAll("'", "''")}]`;
/** What stands between a number and its extension. */
const BEFORE_EXTENSION = `${BETWEEN_DIGITS}(?:(?:[;,:=*#\u2116]|${EXTENSION_WORDS})${BETWEEN_DIGITS})+`;
/** The country codes (https://www.itu.int/rec/T-REC-E.164). PostgreSQL takes the longest alternative, so that none is the beginning of another. */
const COUNTRY_CODE =
  '^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])[0-9])';

/** As 2026-11-28p-signs-around-a-number, with digits of any script, several numbers in one text, extensions, and numbers as they are dialled at home. */
const personPattern = String.raw`create or replace function "person_pattern"("person" uuid, "orders" uuid[]) returns text language sql stable as $$
     with known as (
       select full_name, email, phone, telegram_username from customer where id = "person" and anonymized_at is null
       union all select full_name, email, phone, telegram_username from preorder where id = any ("orders")
     ), names as (
       select distinct btrim(full_name) as name from known where btrim(full_name) ~ '\S\s+\S' and char_length(btrim(full_name)) >= 5
     ), forms as (
       select phone_form(phone) as form from known
       union select phone_form(part) from known, regexp_split_to_table(phone, '[,;|\n]') as part
     ), numbers as (
       select distinct found[1] as number, found[2] as extension
         from forms, regexp_match(form, '([0-9]{7,15})(?:x([0-9]{1,6})$)?') as found
        where found is not null
     ), read_numbers as (
       -- Nine digits are of Uzbekistan. The country of one that is dialled at home, or has ten digits, may be any.
       select '998' as country, number as national, extension from numbers where number ~ '^[0-9]{9}$'
       union select substring(number from '${COUNTRY_CODE}'), regexp_replace(number, '${COUNTRY_CODE}', ''), extension
         from numbers where number ~ '^[1-9][0-9]{9,}$'
       union select case length(number) when 10 then '998' else '7' end, substr(number, 2), extension
         from numbers where number ~ '^8[0-9]{9,10}$'
       union select '', substr(number, 2), extension from numbers where number ~ '^0[1-9][0-9]{6,10}$'
       union select '', number, extension from numbers where number ~ '^[1-9][0-9]{9}$'
       union select null, number, extension from numbers where length(number) < 9 or number ~ '^0([^1-9]|.{12})'
     ), parts as (
       select '(?<![[:alnum:]])' || regexp_replace(regexp_replace(${escaped('name')}, '\s+', '\\s+', 'g'), '\\?${ANY_APOSTROPHE}', '${ANY_APOSTROPHE}', 'g') || '(?![[:alnum:]])' as part
         from names n
        -- The expression of customer_full_name_index: the pattern, too, has any apostrophe.
        where not exists (select from customer c where name_key(left(c.full_name, 200)) collate "name_order" = name_key(left(n.name, 200)) and c.id <> "person")
       union all select '(?<![[:alnum:]._%+-])' || ${escaped('btrim(email)')} || '(?![[:alnum:]])' from known where email like '_%@_%'
       union all select '(?<![[:alnum:]_])' || ${escaped('btrim(telegram_username)')} || '(?![[:alnum:]_])' from known where char_length(telegram_username) >= 5
       union all
       select '(?<![${ANY_DIGIT}])(?:(?:(?:\+|' || ${typedDigits("'00'")} || '|' || ${typedDigits("'810'")} || ')${BETWEEN_DIGITS})?'
              || case when country is null then ')'
                      else case country when '' then '[${ANY_DIGIT}]{1,3}' else ${typedDigits('country')} end
                           || '${BETWEEN_DIGITS}(?:' || ${typedDigits("'0'")} || '${BETWEEN_DIGITS})?|(?:' || ${typedDigits("'0'")} || '|' || ${typedDigits("'8'")} || ')${BETWEEN_DIGITS})'
                           -- Fewer digits alone may be anything.
                           || case when length(national) >= 9 then '?' else '' end end
              || ${typedDigits('national')}
              || case when extension is null then '(?![${ANY_DIGIT}])'
                      -- Those behind one switchboard are different persons.
                      else '(?:${BEFORE_EXTENSION}' || ${typedDigits('extension')} || '(?![${ANY_DIGIT}])|(?![${ANY_DIGIT}])(?!${BEFORE_EXTENSION}[${ANY_DIGIT}]))' end
         from read_numbers where national <> ''
     )
     select string_agg(distinct part, '|') from parts
   $$`;

/** A user name as an address: https://t.me/name, t.me/name, telegram.me/name, tg://resolve?domain=name, with or without `@`. */
const USER_ADDRESS =
  '^(?:(?:https?://)?(?:www[.])?(?:t|telegram)[.](?:me|dog)/|tg://resolve[?]domain=)@?([A-Za-z][A-Za-z0-9_]{3,31})/?$';
const userNames = `update customer set telegram_username = regexp_replace(telegram_username, '${USER_ADDRESS}', '\\1', 'i')
  where telegram_username ~* '${USER_ADDRESS}'`;
