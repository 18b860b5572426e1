import { Migration } from '@mikro-orm/migrations';

/**
 * An erasure finds a name as people write it in a sentence (ADR 84): with a comma or a hyphen between its words, without the apostrophe of Uzbek, with an ending of Uzbek,
 * or in a case of Russian. An index finds the texts that may have it: the regular expression takes a tenth of a millisecond for each. It can be applied again, as docs/api/names.md tells those whose server had no ICU.
 */
export class NamesAsTheyAreWritten20261129 extends Migration {
  override up(): void {
    for (const statement of [...patterns, ...sought, ...indexes, eraseMentions, pattern, erase, ...former]) {
      this.addSql(statement);
    }
  }
}

const APOSTROPHES =
  '`\u00B4\u02B9\u02BB\u02BC\u02BD\u02BE\u02BF\u02C8\u02CA\u02CB\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C\uFF07\uFF40';
/** An apostrophe may be a letter for PostgreSQL, and a line break in JSON is two characters. */
const SIGN = String.raw`(?:[^[:alnum:]]|[${APOSTROPHES}]|\\[nrt])`;
/** Between the words of a name. More signs, or one of these, end a sentence or what is listed. */
const BETWEEN_WORDS = String.raw`(?:[^[:alnum:];:.!?]|[${APOSTROPHES}]|\\[nrt]){1,4}`;
/** Inside of a word, where it may be missing. */
const APOSTROPHE = `${SIGN}{0,2}`;
const PUNCTUATION = '-.,/()"';

/** Endings of Uzbek, in both alphabets: whose, whom, to whom, where, from where, as who, those of, my, our, your. */
const ENDINGS = [
  ...['ning', 'niki', 'ni', 'ga', 'ka', 'qa', 'gacha', 'dagi', 'dan', 'da', 'dek', 'day', 'dir', 'mi', 'chi', 'cha'],
  ...['lar', 'imiz', 'im', 'miz', 'siz'],
  ...['нинг', 'ники', 'ни', 'га', 'ка', 'қа', 'гача', 'даги', 'дан', 'да', 'дек', 'дай', 'дир', 'ми', 'чи', 'ча'],
  ...['лар', 'имиз', 'им', 'миз', 'сиз'],
].join('|');
/** Behind the last word, also behind an apostrophe or a hyphen. English has 's. */
const ENDING = `(?:[''${APOSTROPHES}-]?(?:${ENDINGS}){1,3}|[''${APOSTROPHES}]s)?`;
/** A shorter last word with an ending may be another name. */
const MIN_WITH_ENDING = 3;

/** The endings of a word in Cyrillic in the cases of Russian. */
interface Declension {
  /** The end of the word. */
  readonly end: string;
  /** So many of its letters are replaced. */
  readonly replaced: number;
  readonly ends: readonly string[];
  /** Those of them that are no case of the name of a sister, or of a brother. */
  readonly own?: readonly string[];
}
const CONSONANT = '[бвгджзклмнпрстфхцчшщқғҳ]';
const DECLENSIONS: readonly Declension[] = [
  { end: 'ий', replaced: 2, ends: ['ий', 'ия', 'ию', 'ием', 'ии', 'ого', 'ому', 'им', 'ом', 'его', 'ему'] },
  { end: '[оы]й', replaced: 2, ends: ['ой', 'ый', 'ого', 'ому', 'ым', 'ом', 'ою', 'оя', 'оем', 'ое'] },
  { end: 'ая', replaced: 2, ends: ['ая', 'ой', 'ую', 'ою'] },
  { end: 'ия', replaced: 2, ends: ['ия', 'ии', 'ию', 'ией', 'иею'] },
  { end: 'й', replaced: 1, ends: ['й', 'я', 'ю', 'ем', 'е'] },
  { end: 'ь', replaced: 1, ends: ['ь', 'я', 'ю', 'ем', 'ём', 'е', 'и', 'ью'] },
  // A vowel may go: Павел, Павла; Кравец, Кравца; Лев, Льва.
  { end: 'ел', replaced: 2, ends: ['ел', 'ела', 'елу', 'елом', 'еле', 'ла', 'лу', 'лом', 'ле'] },
  { end: 'ец', replaced: 2, ends: ['ец', 'ца', 'цу', 'цом', 'цем', 'це'] },
  { end: 'ок', replaced: 2, ends: ['ок', 'ока', 'оку', 'оком', 'оке', 'ка', 'ку', 'ком', 'ке'] },
  { end: 'ек', replaced: 2, ends: ['ек', 'ека', 'еку', 'еком', 'еке', 'ка', 'ку', 'ком', 'ке'] },
  { end: '^лев', replaced: 2, ends: ['ев', 'ьва', 'ьву', 'ьвом', 'ьве'] },
  {
    end: 'а',
    replaced: 1,
    ends: ['а', 'ы', 'и', 'е', 'у', 'ой', 'ою', 'ей', 'ею'],
    own: ['а', 'ы', 'и', 'е', 'ой', 'ою', 'ей', 'ею'],
  },
  { end: 'я', replaced: 1, ends: ['я', 'и', 'е', 'ю', 'ей', 'ею', 'ёй'] },
  { end: CONSONANT, replaced: 0, ends: ['', 'а', 'у', 'ом', 'ем', 'ым', 'е'], own: ['', 'ом', 'ем', 'ым', 'е'] },
];
const MIN_DECLINED = 3;

/** What makes a word the name of the father, and two words: Ivanovna, Olim oʻgʻli. */
const PATRONYMIC = '(?:[оеё]вич|ьич|[ткм]ич|[оеё]вна|ична|[oe]vich|[oe]vna|ichna)';
const CHILD_OF = "(?:o['’ʻʼ`]?g['’ʻʼ`]?li|qizi|ўғли|қизи|угли|кизи)".replaceAll("'", "''");
/** In any case, of Russian or Uzbek. */
const ANY_ENDING = '[[:alpha:]]{0,6}';
/** The name of any father, between the names or behind them. */
const ANY_PATRONYMIC = `[[:alpha:]${APOSTROPHES}'']{2,}(?:(?:[оеё]в|ь|[ткм])ич|[оеё]вн|ичн|[oe]vich|[oe]vna|ichna|${BETWEEN_WORDS}${CHILD_OF})${ANY_ENDING}`;

const patterns = [
  /*
   * The names under which people look for somebody: as it is stored; the family name first or last; without the name of the father.
   */
  `create or replace function "name_orders"(text) returns setof text language plpgsql stable as $$
   declare
     words text[] := regexp_split_to_array(btrim($1), '\\s+');
     plain text;
   begin
     return next btrim($1);
     plain := btrim(regexp_replace(regexp_replace(' ' || array_to_string(words, ' ') || ' ', '\\s\\S+\\s${CHILD_OF}(?=\\s)', ' ', 'i'), '\\s\\S+${PATRONYMIC}(?=\\s)', ' ', 'i'));
     if cardinality(words) > 2 and plain ~ '^\\S+\\s+\\S+$' then
       return next plain;
       words := regexp_split_to_array(plain, '\\s+');
     end if;
     if cardinality(words) = 2 then return next words[2] || ' ' || words[1]; end if;
   end $$`,

  /*
   * The regular expression of a word of a name.
   * @param own whether only those cases of Russian that are no case of the counterpart's
   */
  `create or replace function "name_word"("word" text, "own" boolean) returns text language plpgsql stable as $$
   declare
     kept text := "word";
     ends text := '';
     result text := '';
     run text[];
   begin
     if char_length("word") >= ${MIN_DECLINED} then
       case
         ${DECLENSIONS.map(
           ({ end, replaced, ends, own = ends }) =>
             `when "word" ~ '${end}$' then ends := case when "own" then '(?:${own.join('|')})' else '(?:${ends.join('|')})' end; kept := left("word", char_length("word") - ${replaced});`,
         ).join('\n         ')}
         else null;
       end case;
     end if;
     -- Most write е for ё.
     for run in select regexp_matches(kept, '('')|([${PUNCTUATION}]+)|([её])|([^${PUNCTUATION}''её]+)', 'g') loop
       result := result || case when run[1] is not null then '${APOSTROPHE}' when run[2] is not null then '${SIGN}{0,3}' when run[3] is not null then '[еёЕЁ]' else typed_pattern(run[4]) end;
     end loop;
     return result || ends;
   end $$`,

  /*
   * The regular expression of a name as it may stand in a sentence.
   * @param stored the name with that of the father, if it is known
   * @param own as of name_word
   * @returns null for a name of signs alone
   */
  `create or replace function "name_pattern"("name" text, "stored" text, "own" boolean) returns text language plpgsql stable as $$
   #variable_conflict use_variable
   declare
     words constant text[] := regexp_split_to_array(btrim(search_form("name"), ' ''${PUNCTUATION}'), '\\s+');
     father text := '${ANY_PATRONYMIC}';
     known text;
     result text;
     word text;
   begin
     if search_form("name") !~ '[[:alnum:]]' then return null; end if;
     foreach word in array words loop
       result := coalesce(result || '${BETWEEN_WORDS}' || case when cardinality(words) = 2 then '(?:@father@${BETWEEN_WORDS})?' else '' end, '') || name_word(word, "own");
     end loop;
     if cardinality(words) = 2 then
       -- With the name of another father it is somebody else.
       result := result || '(?:${BETWEEN_WORDS}@father@)?(?!${BETWEEN_WORDS}${ANY_PATRONYMIC})';
       known := substring(search_form("stored") from '\\S+\\s${CHILD_OF}(?=\\s|$)|\\S+${PATRONYMIC}(?=\\s|$)');
       if known is null and exists (
         select from customer c
          where search_form(c.full_name) like '%' || translate(words[1], '%\\', '__') || '%' and search_form(c.full_name) like '%' || translate(words[2], '%\\', '__') || '%'
            and search_form(c.full_name) ~ '(?:${CHILD_OF}|${PATRONYMIC})(?=\\s|$)' and search_form(c.full_name) <> search_form("stored") offset 0) then
         -- Another customer has the same name, and a father of a known name.
         father := '(?!)';
       end if;
       if known is not null then
         father := (select string_agg(name_word(each.word, false), '${BETWEEN_WORDS}' order by each.place)
                      from regexp_split_to_table(known, '\\s+') with ordinality as each (word, place)) || '${ANY_ENDING}';
       end if;
       result := replace(result, '@father@', father);
     end if;
     return result || case when char_length(words[cardinality(words)]) < ${MIN_WITH_ENDING} then '(?![[:alnum:]])' else '' end;
   end $$`,

  // The search form of the name of a brother or a sister, in whose cases the name would be read, too: Азиз Каримов and Азиза Каримова.
  `create or replace function "name_counterpart"(text) returns text language sql stable
     return (select string_agg(case when word ~ '${CONSONANT}$' then word || 'а' when word ~ '${CONSONANT}а$' then left(word, -1) else word end, ' ' order by place)
               from regexp_split_to_table(search_form($1), '\\s+') with ordinality as each (word, place))`,

  // The beginnings of the words of a text, by which an index finds those that may have a name: an ending changes none of them, nor does an apostrophe that is missing, nor е for ё.
  `create or replace function "text_stems"(text) returns text[] language sql immutable strict parallel safe
     return array_remove(regexp_split_to_array(
       regexp_replace(translate(search_form($1), 'ё''', 'е'), '([[:alnum:]]{3})[[:alnum:]]+', '\\1', 'g'), '[^[:alnum:]]+'), '')`,
];

/** The zeros of decimal digits (Unicode 17, general category Nd) without ASCII, and of subscript ones. */
const ZEROS = [
  ...[0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20],
  ...[0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0x2080, 0xa620],
  ...[0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066, 0x110f0, 0x11136],
  ...[0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730, 0x118e0, 0x11950, 0x11bf0],
  ...[0x11c50, 0x11d50, 0x11da0, 0x11de0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50, 0x16d70, 0x1ccf0, 0x1d7ce],
  ...[0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950, 0x1fbf0],
];
const OTHER_DIGITS = [
  ...ZEROS.map((zero) => String.fromCodePoint(...Array.from({ length: 10 }, (_, at) => zero + at))),
  '⁰¹²³⁴⁵⁶⁷⁸⁹',
  '⓪①②③④⑤⑥⑦⑧⑨',
];
/** So many of the last digits of a number are looked for, whatever is dialled before them. */
const TAIL = 7;
/** Shorter words may have another beginning in another case. */
const MIN_SOUGHT = 4;

const sought = [
  // The digits of a text, of any script. Letters go first, since a translation of many characters takes long.
  `create or replace function "text_digits"(text) returns text language sql immutable strict parallel safe
     return regexp_replace(translate(regexp_replace($1, '[[:alpha:][:space:]]+', '', 'g'), '${OTHER_DIGITS.join('')}', '${'0123456789'.repeat(OTHER_DIGITS.length)}'), '[^0-9]+', '', 'g')`,

  // By a name, an address or a user name: the beginnings of words that are all in a text that has it. The apostrophe may be a space there, or missing.
  `create or replace function "sought_stems"("named" text[]) returns setof text[] language sql stable as $$
     select distinct stems
       from unnest("named") as each (known), name_orders(known) as name, lateral (values (name), (replace(search_form(name), '''', ' '))) as way (typed),
            lateral (select array(select left(word, 3) from regexp_split_to_table(translate(search_form(typed), 'ё''', 'е'), '[^[:alnum:]]+') as word
                                   where char_length(word) >= ${MIN_SOUGHT})) as longer (words),
            lateral (select case when words = '{}' then text_stems(typed) else words end) as chosen (stems)
      where stems <> '{}'
   $$`,

  // The last digits of the phone numbers of a person, as patterns of "like".
  `create or replace function "sought_digits"("person" uuid, "orders" uuid[]) returns text[] language sql stable as $$
     select array(
       select distinct '%' || right(number, ${TAIL}) || '%'
         from (select phone from customer where id = "person" and anonymized_at is null union all select phone from preorder where id = any ("orders")) as known,
              lateral (select phone union all select regexp_split_to_table(phone, '[,;|\\n]')) as parts (part),
              lateral (select substring(phone_form(part) from '[0-9]{${TAIL},15}')) as form (number)
        where number is not null)
   $$`,

  // Whether a text, or the text of a JSON value, may name the person. It costs less than the regular expression.
  `create or replace function "may_mention"(text, "stems" text[], "digits" text[]) returns boolean language sql immutable parallel safe
     return text_stems(regexp_replace($1, '\\\\[nrt]', ' ', 'g')) && "stems" or text_digits($1) like any ("digits")`,
];

/** Texts that people write, in tables that may have millions of them. */
const BY_WORDS = [
  ['sale', 'notes'],
  ['sale', 'cancel_reason'],
  ['refund', 'reason'],
  ['device_event', 'reason'],
  ['audit_entry', 'reason'],
  ['installation', 'failure_reason'],
  ['installation_event', 'failure_reason'],
  ['pairing', 'device_name'],
  ['customer', 'notes'],
  ['customer_note', 'content'],
  ['preorder', 'note'],
  ['preorder_event', 'note'],
] as const;
/** They had no index, and were read whole. */
const READ_WHOLE = BY_WORDS.slice(-4);

const indexes = [
  ...BY_WORDS.flatMap(([table, column]) => [
    `drop index if exists "${table}_${column}_words_index"`,
    `create index "${table}_${column}_words_index" on "${table}" using gin (text_stems("${column}")) where ${column} is not null`,
  ]),
  ...READ_WHOLE.map(
    ([table, column]) =>
      `create index if not exists "${table}_${column}_contact_index" on "${table}" ("id") where has_contact(${column})`,
  ),
];

/** Members of an audit entry in which people write, beside those of `audit_entry_words_index`. */
const CHANGED = `changes ?| array['source', 'failureReason']`;

/** A statement that replaces in a column what names the person. */
const replaced = (table: string, column: string, rows: string) =>
  `update ${table} set ${column} = regexp_replace(${column}, "pattern", '[erased]', 'gi') where ${rows} and ${column} ~* "pattern";`;

const eraseMentions = `create or replace function "erase_mentions"("named" text[], "digits" text[], "pattern" text) returns void language plpgsql as $$
  #variable_conflict use_variable
  declare
    stems constant text[] := array(select beginnings[1] from sought_stems("named") as beginnings);
    words text[];
  begin
    for words in select sought_stems("named") loop
      ${BY_WORDS.map(([table, column]) =>
        replaced(table, column, `${column} is not null and text_stems(${column}) @> words`),
      ).join('\n      ')}
    end loop;
    if "digits" <> '{}' then
      ${BY_WORDS.map(([table, column]) =>
        replaced(table, column, `has_contact(${column}) and text_digits(${column}) like any ("digits")`),
      ).join('\n      ')}
    end if;
    ${replaced('inventory_batch', 'source', 'source is not null')}
    update release
       set release_notes = array(select regexp_replace(note, "pattern", '[erased]', 'gi') from unnest(release_notes) with ordinality as each (note, place) order by place)
     where array_to_string(release_notes, E'\\n') ~* "pattern";
    update audit_entry set changes = json_without(changes, "pattern")
     where ${CHANGED} and may_mention(changes::text, stems, "digits") and changes::text ~* "pattern";
  end $$`;

/** What `erase_customer` did by itself, for a text in a column of its own. */
const inWhole = (table: string, column: string, rows: string) =>
  `update ${table} set ${column} = regexp_replace(${column}, pattern, '[erased]', 'gi') where (${rows}) and (${column} ~* pattern);`;
const people = (table: string, rows: string) =>
  `select name from ${table}, unnest(array[full_name, email, telegram_username]) as name where ${rows} and name is not null`;

const erase = replaceIn('erase_customer', [
  // Columns of later versions may be called so, too.
  [
    'declare\n     person constant uuid := new.id;',
    '#variable_conflict use_variable\n   declare\n     person constant uuid := new.id;',
  ],
  ['     names text[];\n', '     named text[];\n     digits text[];\n     stems text[];\n'],
  [
    `     names := array(select full_name from customer where id = person and anonymized_at is null
                    union select full_name from preorder where id = any (orders) and full_name is not null);\n`,
    `     named := array(${people('customer', 'id = person and anonymized_at is null')}
                    union ${people('preorder', 'id = any (orders)')});
     digits := sought_digits(person, orders);
     stems := array(select beginnings[1] from sought_stems(named) as beginnings);\n`,
  ],
  ['erase_mentions(names, pattern)', 'erase_mentions(named, digits, pattern)'],
  ...BY_WORDS.slice(0, 5).map(
    ([table, column]) =>
      [
        inWhole(table, column, `has_contact(${column})`),
        // 2026-11-28q-digits-and-extensions looks for `has_contact` if it is applied again.
        `-- has_contact(${column}) of ${table}: erase_mentions`,
      ] as const,
  ),
  ...READ_WHOLE.map(([table, column]) => [inWhole(table, column, 'true'), `-- ${table}: erase_mentions`] as const),
  [
    `where reply #>> '{}' ~* replace(`,
    `where may_mention(reply #>> '{}', stems, digits) and reply #>> '{}' ~* replace(`,
  ],
  [
    `'query']) and (changes::text ~* pattern or detail::text ~* pattern)`,
    `'query'])
          and (may_mention(changes::text, stems, digits) or may_mention(detail::text, stems, digits)) and (changes::text ~* pattern or detail::text ~* pattern)`,
  ],
]);

const isNameOf = (column: string) => `search_form(c.full_name) = search_form(n.${column})`;
/** Also without its apostrophe, and with е for ё. */
const mayBeNameOf = (column: string) =>
  `search_form(c.full_name) in (search_form(n.${column}), replace(search_form(n.${column}), '''', ''), replace(search_form(n.${column}), 'ё', 'е'))`;

const pattern = replaceIn('person_pattern', [
  [
    String.raw`lateral (values (btrim(full_name), btrim(full_name)), (regexp_replace(btrim(full_name), '^(\S+)\s+(\S+)$', '\2 \1'), btrim(full_name))) as either (name, stored)`,
    'lateral (select orders.name, btrim(full_name) from name_orders(full_name) as orders (name)) as either (name, stored)',
  ],
  ...['name', 'stored'].map((column) => [isNameOf(column), mayBeNameOf(column)] as const),
  // While a sister is another customer, only the cases that are not hers.
  [
    `'(?<![[:alnum:]])' || typed_pattern(name) || '(?![[:alnum:]])' as part`,
    String.raw`'(?<![[:alnum:]])(?:' || string_agg(name_pattern(name, stored, exists (
           select from customer c where search_form(c.full_name) in (name_counterpart(n.name), name_counterpart(regexp_replace(n.name, '^(\S+)\s+(\S+)$', '\2 \1'))) and c.id <> "person" offset 0)), '|')
              || ')${ENDING}(?![[:alnum:]])' as part`,
  ],
]);

const former = ['drop function if exists "text_words"(text)', 'drop function if exists "erase_mentions"(text[], text)'];

/** SQL that replaces parts of the body of a function, also where they were replaced before, and fails if it has neither the former nor the present ones. */
function replaceIn(name: string, replacements: readonly (readonly [former: string, present: string])[]): string {
  const each = replacements.map(
    ([former, present]) => `
    if position(${quoted(former)} in body) = 0 and position(${quoted(present)} in body) = 0 then
      raise exception '${name} has no %', ${quoted(former)};
    end if;
    body := replace(replace(body, ${quoted(present)}, ${quoted(former)}), ${quoted(former)}, ${quoted(present)});`,
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
