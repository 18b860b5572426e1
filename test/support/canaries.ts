import type { Sql } from './app.ts';

/** A secret that must be seen nowhere but in the reply that gives it away, if there is such a reply. */
export interface Canary {
  readonly name: string;
  readonly needles: readonly string[];
  /** The only texts that may show it: one, or its repetitions. */
  readonly shownIn: ReadonlySet<string>;
  /** Hashes and ciphertexts: the database keeps them, and nobody else sees them. */
  readonly stored: boolean;
}

const PART = 12;
const SHORTEST = 10;

/** Every way of writing a secret: as it is, in JSON, in a URL, without its dashes, and its bytes in hex and base64. */
export function formsOf(value: string | Buffer): string[] {
  const bytes = Buffer.from(value);
  const encoded = [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    Array.from(bytes).join(','),
  ];
  if (Buffer.isBuffer(value)) return encoded;
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), value.replaceAll('-', ''), ...encoded];
}

/** Parts of each form, so that half a secret is found too; the case of letters does not matter. */
function needlesOf(value: string | Buffer): string[] {
  const needles = formsOf(value)
    .flatMap((form) => {
      const quarter = Math.floor(form.length / 4);
      if (form.length < 4 * PART) return [form];
      return [form.slice(quarter, quarter + 2 * PART), form.slice(-quarter - PART, -PART)];
    })
    .map((needle) => needle.toLowerCase());
  const short = needles.find((needle) => needle.length < SHORTEST);
  if (short !== undefined) throw new Error(`"${short}" is too short to be looked for.`);
  return [...new Set(needles)];
}

/** Secrets to look for, collected while they are used. */
export class Canaries {
  readonly #all: Canary[] = [];

  /** @param shownIn the reply that may show it; a secret that is added again may be shown in both */
  add(name: string, value: string | Buffer, { shownIn, stored = false }: { shownIn?: string; stored?: boolean } = {}) {
    const needles = needlesOf(value);
    const known = this.#all.findIndex((canary) => canary.name === name && canary.needles.join() === needles.join());
    const before = known < 0 ? [] : [...(this.#all[known]?.shownIn ?? [])];
    const canary = { name, needles, shownIn: new Set(shownIn === undefined ? before : [...before, shownIn]), stored };
    this.#all.splice(known < 0 ? this.#all.length : known, 1, canary);
  }

  get all(): readonly Canary[] {
    return this.#all;
  }

  /** The names of the secrets that a text shows, each once. */
  in(text: string, { database = false } = {}): string[] {
    const haystack = text.toLowerCase();
    const found = this.#all.filter(
      ({ needles, shownIn, stored }) =>
        !shownIn.has(text) && !(stored && database) && needles.some((needle) => haystack.includes(needle)),
    );
    return [...new Set(found.map(({ name }) => name))];
  }
}

/** All rows of all tables as text, with what is in `bytea` as hex and, where it can be read, as letters. */
export async function dump(sql: Sql): Promise<string> {
  const tables: { name: string; bytes: string[] }[] = await sql(
    `select c.oid::regclass::text as name,
            coalesce(array_agg(quote_ident(a.attname)) filter (where a.atttypid = 'bytea'::regtype), '{}') as bytes
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        and c.relkind in ('r', 'p') and not c.relispartition
      group by c.oid order by 1`,
  );
  const parts = await Promise.all(
    tables.map(async ({ name, bytes }) => {
      const columns = ['t::text', ...bytes.map((column) => `encode(${column}, 'escape')`)];
      const rows = await sql(`select concat_ws(' ', ${columns.join(', ')}) as line from ${name} t`);
      return [`-- ${name}`, ...rows.map(({ line }) => String(line))].join('\n');
    }),
  );
  return parts.join('\n');
}
