import { Migration } from '@mikro-orm/migrations';

/**
 * The list of erased customers, and the one function that erases a person (ADR 42): the trigger of that list. Audit entries and
 * refunds, which are never changed, admit what it does and nothing else.
 */
export class ErasedCustomers20261126 extends Migration {
  override up(): void {
    for (const statement of [...tables, ...indexes, ...pureFunctions, ...look, ...erase, ...guards])
      this.addSql(statement);
  }
}

/** What stands where a text of a person stood that cannot be null. */
const ERASED = '[erased]';

const tables = [
  // Null and without a default: no row is rewritten.
  `alter table "customer" add column "anonymized_at" timestamptz(3) null`,
  // Ids and times, and nothing that says who it was. No foreign key: the list outlives what a backup brings back.
  `create table "erased_customer" (
    "id" uuid not null primary key,
    "erased_at" timestamptz(3) not null,
    "applied_at" timestamptz(3) not null
  )`,
  `create index "device_event_to_owner_index" on "device_event" ("to_owner_id") where to_owner_id is not null`,
  `create index "pairing_customer_index" on "pairing" ("customer_id") where customer_id is not null`,
];

/**
 * Columns of text that stay in the rows of a person, by table; every other column of text is erased, a new one too.
 * test/architecture/text-columns.ts says of each why.
 */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  // The name and the source are replaced by the function itself.
  customer: ['full_name', 'preferred_language', 'source'],
  preorder: ['number', 'key_hash', 'status', 'product_color', 'payment_method', 'locale', 'product_name', 'currency'],
  preorder_event: ['from_status', 'to_status'],
  sale: ['number', 'currency', 'payment_status', 'status', 'sales_channel'],
  refund: ['device_disposition'],
  pairing: ['app_version', 'revoked_reason'],
};

/** Members of audit entries whose texts nobody can have written words into; ids, times, numbers and booleans stay anyway. */
const KEPT_MEMBERS = [
  'status',
  'previousStatus',
  'paymentStatus',
  'salesChannel',
  'currency',
  'number',
  'serial',
  'deviceDisposition',
  'preferredLanguage',
  'locale',
  'kind',
];

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const arrayOf = (words: readonly string[]) => `array[${quoted(words)}]::text[]`;

const pureFunctions = [
  `create function "erasure_keeps"() returns table ("table_name" text, "column_name" text) language sql immutable as $$
     values ${Object.entries(KEPT)
       .flatMap(([table, columns]) => columns.map((column) => `('${table}', '${column}')`))
       .join(', ')}
   $$`,

  // A value of an audit entry without what people wrote. Members of a change and of a condition say what their owner is.
  String.raw`create function "erased_json"("value" jsonb, "name" text default null) returns jsonb language plpgsql immutable as $$
   declare
     plain text := "value" #>> '{}';
   begin
     case jsonb_typeof("value")
       when 'object' then
         return (select coalesce(jsonb_object_agg(m.key, erased_json(m.value,
                   case when m.key in ('from', 'to', 'eq', 'in', 'gte', 'lt') then coalesce("name", m.key) else m.key end)), '{}')
                   from jsonb_each("value") m);
       when 'array' then
         return (select coalesce(jsonb_agg(erased_json(i.value, "name") order by i.place), '[]')
                   from jsonb_array_elements("value") with ordinality as i (value, place));
       when 'string' then
         if "name" = any (${arrayOf(KEPT_MEMBERS)})
            or plain ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
            or plain ~ '^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$' then
           return "value";
         end if;
         return to_jsonb('${ERASED}'::text);
       else
         return "value";
     end case;
   end $$`,

  // A value without what matches the pattern.
  `create function "json_without"("value" jsonb, "pattern" text) returns jsonb language plpgsql immutable as $$
   begin
     case jsonb_typeof("value")
       when 'object' then
         return (select coalesce(jsonb_object_agg(m.key, json_without(m.value, "pattern")), '{}') from jsonb_each("value") m);
       when 'array' then
         return (select coalesce(jsonb_agg(json_without(i.value, "pattern") order by i.place), '[]')
                   from jsonb_array_elements("value") with ordinality as i (value, place));
       when 'string' then
         return to_jsonb(regexp_replace("value" #>> '{}', "pattern", '${ERASED}', 'gi'));
       else
         return "value";
     end case;
   end $$`,

  // Whether a row differs from what it was only in what was erased of these columns.
  `create function "is_erasure"("before" jsonb, "after" jsonb, "columns" text[]) returns boolean language sql immutable as $$
     select not exists (
       select from jsonb_each("after") a join jsonb_each("before") b using (key)
        where a.value is distinct from b.value
          and (a.key <> all ("columns") or a.value::text not like '%${ERASED}%'))
   $$`,
];

/** SQL of the texts `x` by which a person is found in what others wrote, as a part of a pattern. */
const escaped = (x: string) => String.raw`regexp_replace(${x}, '([^[:alnum:][:space:]_])', '\\\1', 'g')`;
const BETWEEN_DIGITS = '[^[:alnum:]]{0,3}';

const look = [
  // The devices that a person owned, and when. The owner of a device is that of the last event in which the two owners differ.
  `create function "owned_devices"("person" uuid) returns table ("device_id" uuid, "since" timestamptz, "until" timestamptz)
   language sql stable as $$
     select e.device_id, min(e.at) filter (where e.to_owner_id = "person"),
            case when d.owner_id = "person" then 'infinity' else max(e.at) filter (where e.from_owner_id = "person") end
       from device_event e join device d on d.id = e.device_id
      where e.device_id in (select device_id from device_event where to_owner_id = "person")
      group by e.device_id, d.owner_id
   $$`,

  /*
   * What names a person in texts of others, as a regular expression; null for nothing. A name has two words at least, and nobody
   * else has the same. A phone number is its digits, however they are written, with or without the country.
   */
  String.raw`create function "person_pattern"("person" uuid, "orders" uuid[]) returns text language sql stable as $$
     with known as (
       select full_name, email, phone, telegram_username from customer where id = "person" and anonymized_at is null
       union all select full_name, email, phone, telegram_username from preorder where id = any ("orders")
     ), names as (
       select distinct btrim(full_name) as name from known where btrim(full_name) ~ '\S\s+\S' and char_length(btrim(full_name)) >= 5
     ), digits as (
       select distinct case when d ~ '^998\d{9}$' then right(d, 9) else d end as number, d ~ '^998\d{9}$' or length(d) = 9 as is_uzbek
         from (select regexp_replace(phone, '\D', '', 'g') as d from known) each where length(d) >= 7
     ), parts as (
       select '(?<![[:alnum:]])' || regexp_replace(regexp_replace(${escaped('name')}, '\s+', '\\s+', 'g'), '\\?[''ʻʼ‘’${'`'}]', '[''ʻʼ‘’${'`'}]', 'g') || '(?![[:alnum:]])' as part
         from names n
        -- The expression of customer_full_name_index: the pattern, too, has any apostrophe.
        where not exists (select from customer c where name_key(left(c.full_name, 200)) collate "name_order" = name_key(left(n.name, 200)) and c.id <> "person")
       union all select '(?<![[:alnum:]._%+-])' || ${escaped('btrim(email)')} || '(?![[:alnum:]])' from known where email like '_%@_%'
       union all select '(?<![[:alnum:]_])' || ${escaped('btrim(telegram_username)')} || '(?![[:alnum:]_])' from known where char_length(telegram_username) >= 5
       union all select '(?<![[:digit:]])' || case when is_uzbek then '(?:\+?9${BETWEEN_DIGITS}9${BETWEEN_DIGITS}8${BETWEEN_DIGITS})?' else '\+?' end
                        || regexp_replace(number, '(\d)(?=\d)', '\1${BETWEEN_DIGITS}', 'g') || '(?![[:digit:]])' from digits
     )
     select string_agg(distinct part, '|') from parts
   $$`,
];

/**
 * What others wrote, in rows that are not the person's: only what names the person is erased. Tables with millions of texts are searched
 * by an index of those that have an address or a number at all, or that have words of a search or a note.
 */
const CONTACT = '@|[0-9]([^0-9]{0,3}[0-9]){6}';
const WORDS = `detail ?| array['filter', 'note', 'name'] or changes ?| array['notes', 'name', 'description', 'query']`;

interface Mentions {
  readonly table: string;
  readonly texts?: readonly string[];
  readonly json?: readonly string[];
  /** The condition of the index that finds them. */
  readonly by?: string;
}

const withContact = (table: string, text: string): Mentions => ({ table, texts: [text], by: `${text} ~ '${CONTACT}'` });
const mentions: readonly Mentions[] = [
  { table: 'customer', texts: ['notes'] },
  { table: 'customer_note', texts: ['content'] },
  { table: 'preorder', texts: ['note'] },
  { table: 'preorder_event', texts: ['note'] },
  { table: 'inventory_batch', texts: ['notes'] },
  { table: 'saved_question', texts: ['name', 'description'], json: ['query'] },
  { table: 'saved_question_revision', texts: ['name'], json: ['query'] },
  withContact('sale', 'notes'),
  withContact('sale', 'cancel_reason'),
  withContact('refund', 'reason'),
  withContact('device_event', 'reason'),
  withContact('audit_entry', 'reason'),
  { table: 'audit_entry', json: ['changes', 'detail'], by: WORDS },
];
const withoutMentions = mentions.map(({ table, texts = [], json = [], by = 'true' }) => {
  const set = [
    ...texts.map((column) => `${column} = regexp_replace(${column}, pattern, '${ERASED}', 'gi')`),
    ...json.map((column) => `${column} = json_without(${column}, pattern)`),
  ];
  const mentioned = [...texts, ...json.map((column) => `${column}::text`)].map((column) => `${column} ~* pattern`);
  return `update ${table} set ${set.join(', ')} where (${by}) and (${mentioned.join(' or ')});`;
});

const indexes = [
  `create index "sale_notes_contact_index" on "sale" ("id") where notes ~ '${CONTACT}'`,
  `create index "sale_cancel_reason_contact_index" on "sale" ("id") where cancel_reason ~ '${CONTACT}'`,
  `create index "refund_reason_contact_index" on "refund" ("id") where reason ~ '${CONTACT}'`,
  `create index "device_event_reason_contact_index" on "device_event" ("id") where reason ~ '${CONTACT}'`,
  `create index "audit_entry_reason_contact_index" on "audit_entry" ("id") where reason ~ '${CONTACT}'`,
  `create index "audit_entry_words_index" on "audit_entry" ("id") where ${WORDS}`,
];

/** Counts of words that people gave, from which those of this person are gone. */
const WORD_TALLIES = quoted([
  'customer',
  'customer_country',
  'customer_city',
  'customer_region',
  'customer_source',
  'preorder_source',
  'preorder_region',
]);
const SUMS = [1, 2, 3, 4];

const erase = [
  /*
   * Erases all texts but those that stay (erasure_keeps) in the rows of a table. A column that cannot be null gets a constant.
   * A row that has nothing to erase stays as it is.
   * @param rows a condition, in which $1 are ids and $2 is the time
   */
  `create function "erase_texts"("of_table" text, "ids" uuid[], "at" timestamptz, "rows" text default 'id = any ($1)')
   returns void language plpgsql as $$
   declare
     relation constant regclass := quote_ident("of_table")::regclass;
     blanks text[];
     columns text[];
     others text;
   begin
     select array_agg(quote_ident(a.attname) order by a.attnum),
            array_agg(case when not a.attnotnull then format('null::%s', format_type(a.atttypid, a.atttypmod))
                           when a.atttypid = 'bytea'::regtype then $q$''::bytea$q$
                           when a.atttypid in ('text[]'::regtype, 'json'::regtype, 'jsonb'::regtype)
                             then format($q$'{}'::%s$q$, format_type(a.atttypid, null))
                           else $q$'${ERASED}'::text$q$ end order by a.attnum)
       into columns, blanks
       from pg_attribute a
      where a.attrelid = relation and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'text[]'::regtype, 'json'::regtype,
                           'jsonb'::regtype, 'bytea'::regtype, 'inet'::regtype, 'tsvector'::regtype)
        and not exists (select from erasure_keeps() k where k.table_name = "of_table" and k.column_name = a.attname);
     select coalesce(string_agg(', ' || case a.attname when 'revision' then 'revision = revision + 1' else 'updated_at = $2' end, ''), '')
       into others
       from pg_attribute a where a.attrelid = relation and a.attname in ('revision', 'updated_at') and not a.attisdropped;
     execute format(
       'update %s set %s%s where %s and (%s)', relation,
       (select string_agg(c || ' = ' || b, ', ') from unnest(columns, blanks) as each (c, b)), others, "rows",
       (select string_agg(c || ' is distinct from ' || b, ' or ') from unnest(columns, blanks) as each (c, b)))
       using "ids", "at";
   end $$`,

  /*
   * Erases one person. It runs when the id comes into the list, and again whenever its `applied_at` is set, because a restored
   * backup may have brought rows back.
   */
  `create function "erase_customer"() returns trigger language plpgsql as $$
   declare
     person constant uuid := new.id;
     orders uuid[];
     sold uuid[];
     apps uuid[];
     entries uuid[];
     pattern text;
     origin text;
   begin
     select source into origin from customer where id = person for update;
     if not found then return null; end if;

     orders := array(
       select id from preorder where customer_id = person
       union select target_id::uuid from audit_entry
              where action = 'deletePreorder' and target_kind = 'Preorder' and detail ->> 'customerId' = person::text);
     sold := array(select id from sale where customer_id = person);
     apps := array(select id from pairing where customer_id = person);
     entries := array(
       select id from audit_entry where target_kind = 'Customer' and target_id = person::text and action <> 'anonymizeCustomer'
       union select id from audit_entry where target_kind = 'Preorder' and target_id = any (orders::text[])
       union select id from audit_entry where target_kind = 'Sale' and target_id = any (sold::text[])
       -- What was written about a sale until it went to another customer.
       union select e.id from audit_entry m join audit_entry e on e.target_kind = 'Sale' and e.target_id = m.target_id and e.at <= m.at
              where m.action = 'updateSale' and m.changes #>> '{customerId,from}' = person::text
       union select id from audit_entry where target_kind = 'Pairing' and target_id = any (apps::text[])
       union select id from audit_entry where actor_type = 'INSTALLATION' and actor_id = any (apps::text[])
       union select e.id from owned_devices(person) o
               join audit_entry e on e.target_kind = 'Device' and e.target_id = o.device_id::text and e.at between o.since and o.until);
     pattern := person_pattern(person, orders);

     perform erase_texts('refund', sold, new.applied_at, 'sale_id = any ($1)');
     perform erase_texts('sale', sold, new.applied_at);
     perform erase_texts('preorder_event', orders, new.applied_at, 'preorder_id = any ($1)');
     perform erase_texts('preorder', orders, new.applied_at);
     update device_event e set reason = '${ERASED}'
       from owned_devices(person) o
      where e.device_id = o.device_id and e.at between o.since and o.until and e.reason <> '${ERASED}';
     delete from pairing_challenge c using pairing p
      where p.id = any (apps) and c.device_id = p.device_id and c.app_installation_id = p.app_installation_id;
     update pairing set revoked_at = new.applied_at, revoked_reason = 'anonymizeCustomer' where id = any (apps) and revoked_at is null;
     perform erase_texts('pairing', apps, new.applied_at);
     delete from customer_note where customer_id = person;
     perform erase_texts('customer', array[person], new.applied_at);
     update customer set anonymized_at = new.erased_at, full_name = 'Anonymized customer', revision = revision + 1, updated_at = new.applied_at,
                         -- Words of the service's own; others are of a campaign.
                         source = case when origin in ('admin', 'sale', 'transfer', 'preorder', 'pairing') then origin end
      where id = person
        and (anonymized_at, full_name) is distinct from (new.erased_at, 'Anonymized customer');

     update audit_entry e
        set changes = erased_json(e.changes), detail = erased_json(e.detail),
            reason = case when e.reason is not null then '${ERASED}' end,
            actor_label = case when e.actor_type = 'INSTALLATION' then '${ERASED}' else e.actor_label end,
            -- Those of admins are the staff's own.
            ip = case when e.actor_type in ('PUBLIC', 'INSTALLATION') then '${ERASED}' else e.ip end,
            request_id = case when e.actor_type in ('PUBLIC', 'INSTALLATION') then '${ERASED}' else e.request_id end
      where e.id = any (entries);
     -- A reply that is repeated holds the customer. Without its fingerprint a retry is refused, so that nothing happens twice.
     update idempotency_key set fingerprint = '', reply = to_jsonb('{}'::text)
      where reply #>> '{}' like '%' || person::text || '%' and fingerprint <> '';

     if pattern is not null then
       ${withoutMentions.join('\n       ')}
     end if;

     with gone as (delete from tally_change where subject in (${WORD_TALLIES}) returning *)
     insert into tally as t (subject, key, count, sums)
     select subject, key, sum(count), array[${SUMS.map((at) => `sum(sums[${at}])`).join(', ')}]::bigint[] from gone group by 1, 2 order by 1, 2
     on conflict (subject, key) do update
       set count = t.count + excluded.count, sums = array[${SUMS.map((at) => `t.sums[${at}] + excluded.sums[${at}]`).join(', ')}];
     delete from tally where subject in (${WORD_TALLIES}) and count = 0 and 0 = all (sums);
     return null;
   end $$`,

  `create trigger "erased_customer_applied" after insert or update on "erased_customer"
   for each row execute function "erase_customer"()`,
];

/*
 * The trigger of a table fires at depth 1 for a statement of a client, whatever settings its session has, and deeper only for one of
 * another trigger. The only trigger that changes these tables is that of erased_customer.
 */
const guard = (table: string, columns: readonly string[], message: string) =>
  `create or replace function "${table}_refuse_change"() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then
       if is_erasure(to_jsonb(old), to_jsonb(new), ${arrayOf(columns)}) then
         return new;
       end if;
     end if;
     raise exception '${message}' using errcode = 'insufficient_privilege';
   end $$`;

const guards = [
  guard(
    'audit_entry',
    ['changes', 'detail', 'reason', 'actor_label', 'ip', 'request_id'],
    'audit entries are never changed or removed',
  ),
  guard('refund', ['reason'], 'refunds are never changed or removed'),
];
