import type { Pool } from 'pg';

/**
 * The columns by which the rows of each tallied table are counted: words with few values. Triggers keep the counts (migration
 * 2026-11-22h and 2026-11-25b, ADR 24); a column that is added here needs a migration that adds it to them.
 */
export const TALLIES = {
  device: ['status', 'model', 'hardware_revision', 'firmware_channel'],
  customer: ['preferred_language'],
  sale: ['status', 'payment_status', 'sales_channel', 'currency'],
  preorder: ['status', 'locale', 'product_color', 'payment_method', 'currency'],
  claim_code: ['status'],
  device_event: ['to_status'],
  refund: ['device_disposition'],
  audit_entry: ['action', 'actor_type', 'target_kind', 'transport'],
  device_presence: ['device_hardware_revision', 'firmware_version', 'firmware_build_number'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Tallied = keyof typeof TALLIES;

/**
 * SQL of a tally: a few rows `k` with the columns of the words and a `count`, which may be negative; their sum is exact in
 * every snapshot.
 */
export function tallyOf(table: Tallied): string {
  const words = TALLIES[table].map((column, at) => `key[${at + 1}] as ${column}`);
  const rowsOf = (from: string) => `select ${[...words, 'count'].join(', ')} from ${from} where subject = '${table}'`;
  return `(${rowsOf('tally')} union all ${rowsOf('tally_change')}) k`;
}

/** In one statement: what it takes out of the changes it adds to the tally, and every snapshot sees either. */
const FOLD = `
  with gone as (delete from tally_change returning *)
  insert into tally as t (subject, key, count)
  select subject, key, sum(count) from gone group by 1, 2 having sum(count) <> 0 order by 1, 2
  on conflict (subject, key) do update set count = t.count + excluded.count`;

/** Folds the changes of the tallies into them. Two at once do not count anything twice: each change is deleted once. */
export async function foldTallies(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(FOLD);
  await pool.query('delete from tally where count = 0');
}
