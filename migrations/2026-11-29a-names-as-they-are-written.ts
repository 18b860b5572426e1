import { Migration } from '@mikro-orm/migrations';

/**
 * An erasure finds a name as people write it in a sentence (ADR 84): with a comma or a hyphen between its words, without the apostrophe of Uzbek, with an ending of Uzbek,
 * or in a case of Russian. It can be applied again, as docs/api/names.md tells those whose server had no ICU.
 */
export class NamesAsTheyAreWritten20261129 extends Migration {
  override up(): void {
    for (const statement of [...patterns, ...indexes, eraseNames, pattern, former]) this.addSql(statement);
  }
}

const APOSTROPHES =
  '`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40';
/** An apostrophe may be a letter for PostgreSQL, and a line break in JSON is two characters. */
const SIGN = String.raw`(?:[^[:alnum:]]|[${APOSTROPHES}]|\\[nrt])`;
/** Between the words of a name. More signs end a sentence or a paragraph. */
const BETWEEN_WORDS = `${SIGN}{1,4}`;
/** Inside of a word, where it may be missing. */
const APOSTROPHE = `${SIGN}{0,2}`;
const PUNCTUATION = '-.,/()"';

/** Endings of Uzbek, in both alphabets: whose, whom, to whom, where, from where, as who, about who. */
const ENDINGS = [
  ...['ning', 'niki', 'ni', 'ga', 'ka', 'qa', 'gacha', 'dagi', 'dan', 'da', 'dek', 'day', 'dir', 'mi', 'cha'],
  ...['нинг', 'ники', 'ни', 'га', 'ка', 'қа', 'гача', 'даги', 'дан', 'да', 'дек', 'дай', 'дир', 'ми', 'ча'],
].join('|');
/** Behind the last word, also behind an apostrophe or a hyphen. English has 's. */
const ENDING = `(?:[''${APOSTROPHES}-]?(?:(?:lar|лар)?(?:${ENDINGS})|lar|лар)|[''${APOSTROPHES}]s)?`;
/** A shorter word with an ending may be another name. */
const MIN_WITH_ENDING = 3;

const CONSONANT = '[бвгджзклмнпрстфхцчшщқғҳ]';
/** By the end of a word in Cyrillic: how many letters of it are replaced in the cases of Russian, and by what. */
const DECLENSIONS: readonly (readonly [end: string, replaced: number, ends: readonly string[]])[] = [
  ['ий', 2, ['ий', 'ия', 'ию', 'ием', 'ии', 'ого', 'ому', 'им', 'ом', 'его', 'ему']],
  ['[оы]й', 2, ['ой', 'ый', 'ого', 'ому', 'ым', 'ом', 'ою']],
  ['ая', 2, ['ая', 'ой', 'ую', 'ою']],
  ['ия', 2, ['ия', 'ии', 'ию', 'ией']],
  ['й', 1, ['й', 'я', 'ю', 'ем', 'е']],
  ['ь', 1, ['ь', 'я', 'ю', 'ем', 'ём', 'е', 'и', 'ью']],
  ['а', 1, ['а', 'ы', 'и', 'е', 'у', 'ой', 'ою', 'ей']],
  ['я', 1, ['я', 'и', 'е', 'ю', 'ей', 'ёй']],
  [CONSONANT, 0, ['', 'а', 'у', 'ом', 'ем', 'ым', 'е']],
];
const MIN_DECLINED = 3;

const patterns = [
  /*
   * The regular expression of a name as it may stand in a sentence.
   * @param declined whether its words in Cyrillic may be in the cases of Russian
   * @returns null for a name of signs alone
   */
  `create or replace function "name_pattern"("name" text, "declined" boolean) returns text language plpgsql stable as $$
   declare
     words constant text[] := regexp_split_to_array(btrim(search_form("name"), ' ''${PUNCTUATION}'), '\\s+');
     result text;
     word text;
     part text;
     ends text;
     run text[];
   begin
     if search_form("name") !~ '[[:alnum:]]' then return null; end if;
     foreach word in array words loop
       part := '';
       ends := '';
       if "declined" and char_length(word) >= ${MIN_DECLINED} then
         case
           ${DECLENSIONS.map(
             ([end, replaced, each]) =>
               `when word ~ '${end}$' then ends := '(?:${each.join('|')})'; word := left(word, char_length(word) - ${replaced});`,
           ).join('\n           ')}
           else null;
         end case;
       end if;
       for run in select regexp_matches(word, '('')|([${PUNCTUATION}]+)|([^${PUNCTUATION}'']+)', 'g') loop
         part := part || case when run[1] is not null then '${APOSTROPHE}' when run[2] is not null then '${SIGN}{0,3}' else typed_pattern(run[3]) end;
       end loop;
       result := coalesce(result || '${BETWEEN_WORDS}', '') || part || ends;
     end loop;
     return result || case when char_length(words[cardinality(words)]) >= ${MIN_WITH_ENDING} then '${ENDING}' else '' end;
   end $$`,

  // The search form of the name of a brother or a sister, in whose cases the name would be read, too: Азиз Каримов and Азиза Каримова.
  `create or replace function "name_counterpart"(text) returns text language sql stable
     return (select string_agg(case when word ~ '${CONSONANT}$' then word || 'а' when word ~ '${CONSONANT}а$' then left(word, -1) else word end, ' ' order by place)
               from regexp_split_to_table(search_form($1), '\\s+') with ordinality as each (word, place))`,

  // The beginnings of the words of a text, by which an index finds those that may have a name: an ending changes none of them, nor does an apostrophe that is missing.
  `create or replace function "text_stems"(text) returns text[] language sql immutable strict parallel safe
     return array_remove(regexp_split_to_array(
       regexp_replace(replace(search_form($1), '''', ''), '([[:alnum:]]{3})[[:alnum:]]+', '\\1', 'g'), '[^[:alnum:]]+'), '')`,
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

const indexes = BY_WORDS.flatMap(([table, column]) => [
  `drop index if exists "${table}_${column}_words_index"`,
  `create index "${table}_${column}_words_index" on "${table}" using gin (text_stems("${column}")) where ${column} is not null`,
]);

/** Shorter words may have another beginning in another case. */
const MIN_SOUGHT = 4;
const FORMER = 'for words in select distinct text_words(name) from unnest("names") as each (name) loop';
const PRESENT = `for words in
        select distinct case when sought = '{}' then text_stems(typed) else sought end
          -- The apostrophe may be a space or missing in the text.
          from unnest("names") as each (name), lateral (values (name), (replace(search_form(name), '''', ' '))) as way (typed),
               lateral (select array(select left(word, 3) from regexp_split_to_table(replace(search_form(typed), '''', ''), '[^[:alnum:]]+') as word
                                      where char_length(word) >= ${MIN_SOUGHT})) as stems (sought)
      loop`;

const eraseNames = replaceIn('erase_mentions', [
  [FORMER, PRESENT],
  ...BY_WORDS.map(([, column]) => [`text_words(${column})`, `text_stems(${column})`] as const),
]);

const former = 'drop function if exists "text_words"(text)';

const isNameOf = (column: string) => `search_form(c.full_name) = search_form(n.${column})`;
const isNameWithOrWithoutApostrophe = (column: string) =>
  `search_form(c.full_name) in (search_form(n.${column}), replace(search_form(n.${column}), '''', ''))`;

/** A name is declined unless the counterpart is another customer. That of another customer counts without its apostrophe, too. */
const pattern = replaceIn('person_pattern', [
  ...['name', 'stored'].map((column) => [isNameOf(column), isNameWithOrWithoutApostrophe(column)] as const),
  [
    'typed_pattern(name) ||',
    String.raw`name_pattern(name, not exists (
           select from customer c where search_form(c.full_name) in (name_counterpart(n.name), name_counterpart(regexp_replace(n.name, '^(\S+)\s+(\S+)$', '\2 \1'))) and c.id <> "person" offset 0)) ||`,
  ],
]);

/** SQL that replaces parts of the body of a function, and fails if it has neither the former nor the present ones. */
function replaceIn(name: string, replacements: readonly (readonly [former: string, present: string])[]): string {
  const each = replacements.map(
    ([former, present]) => `
    if position(${quoted(present)} in body) = 0 then
      if position(${quoted(former)} in body) = 0 then raise exception '${name} has no %', ${quoted(former)}; end if;
      body := replace(body, ${quoted(former)}, ${quoted(present)});
    end if;`,
  );
  return `do $do$
  declare
    body text := pg_get_functiondef('${name}'::regproc);
  begin${each.join('')}
    execute body;
  end $do$`;
}

function quoted(sql: string): string {
  return `$sql$${sql}$sql$`;
}
