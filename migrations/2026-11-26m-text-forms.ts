import { Migration } from '@mikro-orm/migrations';
import { normalForm, normalLines } from '../src/model/text-forms.ts';

/**
 * Texts that people typed are brought into their normal form, and phone numbers are compared by their digits (ADR 39). All rows of
 * a table are read in batches, and only those that change are written.
 */
export class TextForms20261126 extends Migration {
  override async up(): Promise<void> {
    for (const statement of [...(await this.functions()), ...oldIndexes]) await this.execute(statement);
    for (const statement of phones) await this.execute(statement);
    for (const table of TABLES) await this.normalize(table);
    await this.normalizeBatches();
    await this.normalizeReleaseNotes();
    for (const statement of newIndexes) await this.execute(statement);
    for (const table of ['customer', 'preorder', 'device']) await this.analyze(table);
  }

  /** The new expressions have no statistics. An empty table would be taken for one that stays empty. */
  private async analyze(table: string): Promise<void> {
    const [any] = await this.execute(`select from "${table}" limit 1`);
    if (any) await this.execute(`analyze "${table}"`);
  }

  /** ICU folds the case of every script, in every database; servers that were built without it fold by the locale of the database. */
  private async functions(): Promise<string[]> {
    const [icu] = await this.execute(`select from pg_collation where collname = 'und-x-icu'`);
    const lower = icu ? `lower($1 collate "und-x-icu")` : 'lower($1)';
    return [
      `create function "search_form"(text) returns text language sql immutable parallel safe
         return translate(${lower}, ${literal(APOSTROPHES + FINAL_SIGMA + LINE_BREAK + DOT_ABOVE)}, ${literal(`${"'".repeat([...APOSTROPHES].length)}σ `)})`,
      `create function "phone_form"(text) returns text language plpgsql immutable strict parallel safe as $$
         declare compact text := regexp_replace(translate($1, ${literal(PHONE_REPLACED)}, ${literal(PHONE_REPLACEMENTS)}), '^(tel|тел):{0,1}', '');
         begin
           if compact ~ '^[0-9]{9}$' and compact !~ '^00' then return '998' || compact; end if;
           return regexp_replace(compact, '^([+]|00)', '');
         end $$`,
    ];
  }

  private async normalize({ name, idType, texts, lines = [], where }: Table): Promise<void> {
    const columns = [...texts, ...lines];
    const selected = columns.map((column) => `"${column}"`).join(', ');
    const given = columns.map((column) => `"${column}" is not null`).join(' or ');
    let last = idType ? '0' : FIRST_ID;
    for (;;) {
      const rows = (await this.execute(
        `select id, ${selected} from "${name}" where id > ? and (${given}) ${where ? `and ${where}` : ''} order by id limit ${BATCH}`,
        [last],
      )) as Row[];
      const changed = rows.map((row) => ({ before: row, after: normalRow(row, texts, lines) })).filter(isChanged);
      if (changed.length > 0) {
        const rewritten = JSON.stringify(changed.map(({ after }) => after));
        const assignments = columns.map((column) => `"${column}" = n."${column}"`).join(', ');
        await this.execute(
          `update "${name}" t set ${assignments}
             from jsonb_to_recordset(?::jsonb) n (id ${idType ?? 'uuid'}, ${columns.map((column) => `"${column}" text`).join(', ')}) where t.id = n.id`,
          [rewritten],
        );
      }
      if (rows.length < BATCH) return;
      last = rows.at(-1)?.id ?? last;
    }
  }

  /** No two batches have one code: where another has the normal form already, a code stays as it is. Devices repeat the rest. */
  private async normalizeBatches(): Promise<void> {
    const batches = (await this.execute('select id, code from inventory_batch order by created_at, id')) as Row[];
    const codes = new Set(batches.map(({ code }) => code));
    for (const { id, code } of batches) {
      const normal = normalForm(code ?? '');
      if (normal === '' || codes.has(normal)) continue;
      codes.add(normal);
      await this.execute('update inventory_batch set code = ? where id = ?', [normal, id]);
    }
    await this.rename('model', ['inventory_batch', 'model'], ['device', 'model']);
    await this.rename(
      'hardware_revision',
      ['inventory_batch', 'hardware_revision'],
      ['device', 'hardware_revision'],
      ['device_presence', 'device_hardware_revision'],
    );
  }

  private async rename(word: string, ...places: readonly (readonly [table: string, column: string])[]): Promise<void> {
    const words = (await this.execute(`select distinct ${word} as word from inventory_batch`)) as Row[];
    for (const { word: old } of words) {
      const normal = normalForm(old ?? '');
      if (normal === '' || normal === old) continue;
      for (const [table, column] of places) {
        await this.execute(`update ${table} set ${column} = ? where ${column} = ?`, [normal, old]);
      }
    }
  }

  private async normalizeReleaseNotes(): Promise<void> {
    const releases = await this.execute('select id, to_json(release_notes)::text as notes from release');
    for (const { id, notes } of releases as Row[]) {
      const old: string[] = JSON.parse(notes ?? '[]');
      const normal = old.map((note) => normalLines(note) || note);
      if (normal.every((note, at) => note === old[at])) continue;
      await this.execute(
        'update release set release_notes = array(select jsonb_array_elements_text(?::jsonb)) where id = ?',
        [JSON.stringify(normal), id],
      );
    }
  }
}

interface Table {
  readonly name: string;
  /** Default uuid. */
  readonly idType?: 'integer';
  /** Columns of one line. */
  readonly texts: readonly string[];
  /** Columns that may have several lines. */
  readonly lines?: readonly string[];
  /** The rows that are changed. */
  readonly where?: string;
}

type Row = { readonly id: string } & Readonly<Record<string, string | null>>;

const BATCH = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What is left of a text that was only invisible stays as it was: no name may be empty. */
function normalRow(row: Row, texts: readonly string[], lines: readonly string[]): Row {
  const normal = (columns: readonly string[], form: (text: string) => string) =>
    columns.map((column) => [column, row[column] ? form(row[column]) || row[column] : row[column]] as const);
  return { id: row.id, ...Object.fromEntries([...normal(texts, normalForm), ...normal(lines, normalLines)]) };
}

function isChanged({ before, after }: { readonly before: Row; readonly after: Row }): boolean {
  return Object.keys(after).some((column) => after[column] !== before[column]);
}

/**
 * What people typed. Audit entries and refunds never change. A customer who shares a phone number keeps it as it was stored.
 */
const TABLES: readonly Table[] = [
  {
    name: 'customer',
    texts: ['full_name', 'company', 'country', 'city', 'region', 'telegram_username', 'source'],
    lines: ['notes'],
  },
  {
    name: 'customer',
    texts: ['phone'],
    where: `(phone_canonical is not null or phone_form(phone) !~ '^[0-9]{7,15}$')`,
  },
  { name: 'customer_note', texts: [], lines: ['content'] },
  {
    name: 'preorder',
    texts: [
      'full_name',
      'phone',
      'region',
      'city',
      'telegram_username',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_content',
      'utm_term',
      'product_name',
    ],
    lines: ['note'],
  },
  { name: 'preorder_event', texts: [], lines: ['note'] },
  { name: 'sale', texts: [], lines: ['notes', 'cancel_reason'] },
  { name: 'device_event', texts: [], lines: ['reason'] },
  {
    name: 'preorder_settings',
    idType: 'integer',
    texts: ['product_name', 'contact_phone'],
    lines: ['expected_delivery_text_uz', 'expected_delivery_text_en', 'expected_delivery_text_ru'],
  },
  // The prefix of order numbers stays: another one would begin at the first number.
  { name: 'business_settings', idType: 'integer', texts: ['company_name'] },
  { name: 'inventory_batch', texts: ['source'], lines: ['notes'] },
  { name: 'admin', texts: ['name'] },
  { name: 'service_account', texts: ['name'] },
  { name: 'saved_question', texts: ['name'], lines: ['description'] },
  { name: 'pairing', texts: ['device_name'] },
];

const APOSTROPHES = "'`\u00B4\u02BB\u02BC\u02BD\u2018\u2019\u201B\u2032";
const FINAL_SIGMA = '\u03C2';
const LINE_BREAK = '\n';
const DOT_ABOVE = '\u0307';

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
const PHONE_REPLACED = `${codes(0x41, 0x5a)}ТЕЛ\uFF0B${DIGITS}${PHONE_SIGNS}${PHONE_MARKS}`;
const PHONE_REPLACEMENTS = `${codes(0x61, 0x7a)}тел+${'0123456789'.repeat(3)}`;

function codes(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Customers whose phone number had no canonical form until now, because of marks or signs in it. Of those who have one number, also
 * with one who had it before, the oldest has its canonical form, and no other.
 */
const owners = `
  with claim as materialized (
    select id, created_at, '+' || phone_form(phone) as canonical from customer
     where phone is not null and phone_canonical is null and phone_form(phone) ~ '^[0-9]{7,15}$'
  ), owner as materialized (
    select distinct on (canonical) id, canonical
      from (select id, created_at, canonical from claim
            union all
            select id, created_at, phone_canonical from customer where phone_canonical in (select canonical from claim)) holders
     order by canonical, created_at, id
  )`;
const phones = [
  // Apart: a number is given up before another customer takes it.
  `${owners} update customer c set phone_canonical = null from owner o where c.phone_canonical = o.canonical and c.id <> o.id`,
  `${owners} update customer c set phone_canonical = o.canonical from owner o where c.id = o.id and c.phone_canonical is null`,
];

const oldIndexes = [
  `drop index "customer_full_name_trigram"`,
  `drop index "customer_phone_trigram"`,
  `drop index "customer_phone_canonical_trigram"`,
  `drop index "customer_company_trigram"`,
  `drop index "customer_telegram_username_trigram"`,
  `drop index "preorder_full_name_trigram"`,
  `drop index "preorder_phone_trigram"`,
  `drop index "device_model_trigram"`,
  `drop index "inventory_batch_code_trigram"`,
];

const newIndexes = [
  `create index "customer_full_name_search_form" on "customer" using gin (search_form("full_name") gin_trgm_ops)`,
  `create index "customer_phone_phone_form" on "customer" using gin (phone_form("phone") gin_trgm_ops)`,
  `create index "customer_company_search_form" on "customer" using gin (search_form("company") gin_trgm_ops)`,
  `create index "customer_telegram_username_search_form" on "customer" using gin (search_form("telegram_username") gin_trgm_ops)`,
  `create index "customer_without_canonical_index" on "customer" ("created_at", "id") where phone is not null and phone_canonical is null`,
  `create index "preorder_full_name_search_form" on "preorder" using gin (search_form("full_name") gin_trgm_ops)`,
  `create index "preorder_phone_phone_form" on "preorder" using gin (phone_form("phone") gin_trgm_ops)`,
  `create index "device_model_search_form" on "device" using gin (search_form("model") gin_trgm_ops)`,
  `create index "inventory_batch_code_search_form" on "inventory_batch" using gin (search_form("code") gin_trgm_ops)`,
];
