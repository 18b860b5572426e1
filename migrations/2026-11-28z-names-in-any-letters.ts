import { Migration } from '@mikro-orm/migrations';

/**
 * An erasure finds a name, an e-mail address and a user name in letters of any form, fullwidth ones for example, and the name in every text that people write: in reasons
 * of refunds, of cancelled sales and of changes of devices too (ADR 83). It can be applied again, as docs/api/names.md tells those whose server had no ICU.
 */
export class NamesInAnyLetters20261128 extends Migration {
  override up(): void {
    for (const statement of [...forms, ...indexes, eraseNames, pattern, planned, erase]) this.addSql(statement);
  }
}

const APOSTROPHES =
  "'`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40";
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212';
const QUOTATION_MARKS = '\u00AB\u00BB\u201C\u201D\u201E\u201F';
const SIGNS = new Map([
  ...[...APOSTROPHES].map((each) => [each, "'"] as const),
  ...[...DASHES].map((each) => [each, '-'] as const),
  ...[...QUOTATION_MARKS].map((each) => [each, '"'] as const),
  ['\u03C2', '\u03C3'] as const,
  ['\u0131', 'i'] as const,
  ['\u0307', ''] as const,
]);
const LONGEST_LIGATURE = 3;

/** The search form of one character, as Node knows it: a letter that PostgreSQL's Unicode lacks is in no text yet. */
function searched(character: string): string {
  const plain = character.replace('\u00B4', "'").normalize('NFKC').toLowerCase();
  return [...plain].map((each) => SIGNS.get(each) ?? each).join('');
}

/** By a character of the search form, or several that a ligature is: the characters that have this form. */
function spellings(): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let code = 0x21; code <= 0x1ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    // What NFC replaces is in no text.
    if (character.normalize('NFC') !== character) continue;
    const form = searched(character);
    const { length } = [...form];
    const isLigature = length > 1 && length <= LONGEST_LIGATURE && /^\p{L}$/u.test(character);
    if (form !== character && (length === 1 || isLigature)) found[form] = `${found[form] ?? ''}${character}`;
  }
  return found;
}

const forms = [
  // The regular expression of a text in letters of any form: capitals, fullwidth ones, ligatures, with any apostrophe and dash.
  String.raw`create or replace function "typed_pattern"(text) returns text language plpgsql stable as $$
   declare
     spellings constant jsonb := ${literal(JSON.stringify(spellings()))};
     form constant text := search_form($1);
     result text := '';
     place int := 1;
     letter text;
     part text;
     size int;
     ligature text;
   begin
     while place <= length(form) loop
       ligature := null;
       size := 1;
       for tried in reverse ${LONGEST_LIGATURE}..2 loop
         if length(substr(form, place, tried)) = tried and spellings ? substr(form, place, tried) then
           size := tried;
           ligature := spellings ->> substr(form, place, tried);
           exit;
         end if;
       end loop;
       part := '';
       foreach letter in array string_to_array(substr(form, place, size), null) loop
         if letter ~ '\s' then
           part := part || '\s+';
         else
           part := part || '(?:[' || regexp_replace(letter || coalesce(spellings ->> letter, ''), '([][\\^-])', '\\\1', 'g') || ']'
                        || case when normalize(letter, NFD) <> letter then '|' || normalize(letter, NFD) else '' end || ')';
         end if;
       end loop;
       result := result || case when ligature is null then part else '(?:' || part || '|[' || ligature || '])' end;
       place := place + size;
     end loop;
     return result;
   end $$`,

  // The words of a text, by which an index finds those that may have a name.
  `create or replace function "text_words"(text) returns text[] language sql immutable strict parallel safe
     return array_remove(regexp_split_to_array(search_form($1), '[^[:alnum:]]+'), '')`,
];

/** Texts that people write, in tables that have millions of them. */
const BY_WORDS = [
  ['sale', 'notes'],
  ['sale', 'cancel_reason'],
  ['refund', 'reason'],
  ['device_event', 'reason'],
  ['audit_entry', 'reason'],
  ['installation', 'failure_reason'],
  ['installation_event', 'failure_reason'],
  ['pairing', 'device_name'],
] as const;
/** Those of them that were not searched for numbers and addresses either. */
const NEW = BY_WORDS.slice(-3);

/** Members of an audit entry in which they are, beside those of `audit_entry_words_index`. */
const CHANGED = `changes ?| array['source', 'failureReason']`;

const indexes = [
  `create index if not exists "audit_entry_changed_texts_index" on "audit_entry" ("id") where ${CHANGED}`,
  ...BY_WORDS.map(
    ([table, column]) =>
      `create index if not exists "${table}_${column}_words_index" on "${table}" using gin (text_words("${column}")) where ${column} is not null`,
  ),
  ...NEW.map(
    ([table, column]) =>
      `create index if not exists "${table}_${column}_contact_index" on "${table}" ("id") where has_contact(${column})`,
  ),
];

/** A statement that replaces in a column what names the person. */
const replaced = (table: string, column: string, rows: string) =>
  `update ${table} set ${column} = regexp_replace(${column}, "pattern", '[erased]', 'gi') where ${rows} and ${column} ~* "pattern";`;

const eraseNames = `create or replace function "erase_mentions"("names" text[], "pattern" text) returns void language plpgsql as $$
  declare
    words text[];
  begin
    for words in select distinct text_words(name) from unnest("names") as each (name) loop
      -- An empty array is in every text.
      continue when cardinality(words) = 0;
      ${BY_WORDS.map(([table, column]) =>
        replaced(table, column, `${column} is not null and text_words(${column}) @> words`),
      ).join('\n      ')}
    end loop;
    ${NEW.map(([table, column]) => replaced(table, column, `has_contact(${column})`)).join('\n    ')}
    ${replaced('inventory_batch', 'source', 'source is not null')}
    update release
       set release_notes = array(select regexp_replace(note, "pattern", '[erased]', 'gi') from unnest(release_notes) with ordinality as each (note, place) order by place)
     where array_to_string(release_notes, E'\\n') ~* "pattern";
    update audit_entry set changes = json_without(changes, "pattern")
     where ${CHANGED} and changes::text ~* "pattern";
  end $$`;

/** The name counts only while nobody else has it, in letters of any form. */
const parts = `select '(?<![[:alnum:]])' || typed_pattern(name) || '(?![[:alnum:]])' as part
         from names n
        -- With an offset PostgreSQL does not join all customers.
        where not exists (select from customer c where search_form(c.full_name) = search_form(n.name) and c.id <> "person" offset 0)
          and not exists (select from customer c where search_form(c.full_name) = search_form(n.stored) and c.id <> "person" offset 0)
       union all select '(?<![[:alnum:]._%+-])' || typed_pattern(btrim(email)) || '(?![[:alnum:]])' from known where email like '_%@_%'
       union all select '(?<![[:alnum:]_])' || typed_pattern(btrim(telegram_username)) || '(?![[:alnum:]_])' from known where char_length(telegram_username) >= 5
       `;
const FIRST_PART = `select '(?<![[:alnum:]])' || `;
const NUMBERS_PART = `union all\n       select '(?<![`;
/** What is dialled before a country code; `0998…` and `+00998…` are typed, too. */
const EXIT_CODES = String.raw`(?:(?:(?:\+|'`;
const MORE_EXIT_CODES = String.raw`(?:(?:(?:\+?[0\uFF10]{1,2}|\+|'`;
const pattern = `do $do$
  declare
    body constant text := pg_get_functiondef('person_pattern'::regproc);
    first constant int := position(${quoted(FIRST_PART)} in body);
    last constant int := position(${quoted(NUMBERS_PART)} in body);
  begin
    if position('typed_pattern(' in body) > 0 then return; end if;
    if first = 0 or last < first then raise exception 'person_pattern has no parts of names'; end if;
    if position(${quoted(EXIT_CODES)} in body) = 0 then raise exception 'person_pattern has no exit codes'; end if;
    execute replace(left(body, first - 1) || ${quoted(parts)} || substr(body, last), ${quoted(EXIT_CODES)}, ${quoted(MORE_EXIT_CODES)});
  end $do$`;

/** The index customer_full_name_search_form finds who has the name. PostgreSQL, which looks for one of many, would read them all if nobody has it. */
const planned = `alter function "person_pattern"(uuid, uuid[]) set enable_seqscan = off`;

/** What is read before the person is erased, and searched for afterwards. */
const ADDED = [
  ['     pattern text;\n', '     pattern text;\n     names text[];\n'],
  [
    '     pattern := person_pattern(person, orders);\n',
    `     pattern := person_pattern(person, orders);
     names := array(select full_name from customer where id = person and anonymized_at is null
                    union select full_name from preorder where id = any (orders) and full_name is not null);\n`,
  ],
  [
    '     if pattern is not null then\n',
    '     if pattern is not null then\n       perform erase_mentions(names, pattern);\n',
  ],
] as const;
const erase = `do $do$
  declare
    body text := pg_get_functiondef('erase_customer'::regproc);
  begin
    if position('erase_mentions(' in body) > 0 then return; end if;${ADDED.map(
      ([former, present]) => `
    if position(${quoted(former)} in body) = 0 then raise exception 'erase_customer has no %', ${quoted(former)}; end if;
    body := replace(body, ${quoted(former)}, ${quoted(present)});`,
    ).join('')}
    execute body;
  end $do$`;

function quoted(sql: string): string {
  return `$sql$${sql}$sql$`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
