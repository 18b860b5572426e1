import type { Pool } from 'pg';
import { Source, trustedSql } from './sql/sql.ts';

/**
 * The tallies, with the columns by which they group rows: columns with few distinct values. Triggers keep the counts (ADR 24).
 * A new column here needs a migration that adds it to the triggers (2026-11-26z-c has them as they are).
 */
export const TALLIES = {
  device: ['status', 'model', 'hardware_revision', 'firmware_channel'],
  customer: ['preferred_language'],
  sale: ['status', 'payment_status', 'sales_channel', 'currency'],
  preorder: ['status', 'locale', 'product_color', 'payment_method', 'currency'],
  claim_code: ['status'],
  device_event: ['to_status'],
  audit_entry: ['action', 'actor_type', 'target_kind', 'transport'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Tallied = keyof typeof TALLIES;

/** What is summed beside the count, by the names of the lists' fields, in the order of the triggers. At most four. */
export const TALLIED_SUMS: Readonly<Partial<Record<Tallied, readonly string[]>>> = {
  sale: ['unit_price', 'discount', 'total', 'refunded_total'],
  // Prices are of all devices of a preorder.
  preorder: ['quantity', 'full_price', 'deposit_amount'],
};

/**
 * SQL of a tally: a few rows `k` with the columns, a `count` and the sums. Single rows may be negative; their sum is exact in
 * every snapshot.
 */
export function tallySource(subject: Tallied): Source {
  return new Source(trustedSql(rowsOfTally(subject)), 'k');
}

/** The same as text. */
export function tallyOf(subject: Tallied): string {
  return `${rowsOfTally(subject)} k`;
}

function rowsOfTally(subject: Tallied): string {
  const words = TALLIES[subject].map((column, at) => `key[${at + 1}] as ${column}`);
  const sums = (TALLIED_SUMS[subject] ?? []).map((column, at) => `sums[${at + 1}] as ${column}`);
  const rowsOf = (from: string) =>
    `select ${[...words, 'count', ...sums].join(', ')} from ${from} where subject = '${subject}'`;
  return `(${rowsOf('tally')} union all ${rowsOf('tally_change')})`;
}

const SUMS = [1, 2, 3, 4];
const summed = SUMS.map((at) => `sum(sums[${at}])`).join(', ');
const added = SUMS.map((at) => `t.sums[${at}] + excluded.sums[${at}]`).join(', ');

/** One statement moves the changes into the tally, so every snapshot sees each change exactly once. */
const FOLD = `
  with gone as (delete from tally_change returning *)
  insert into tally as t (subject, key, count, sums)
  select subject, key, sum(count), array[${summed}]::bigint[] from gone group by 1, 2 order by 1, 2
  on conflict (subject, key) do update set count = t.count + excluded.count, sums = array[${added}]`;

/** Folds the changes into the tallies. Concurrent calls count nothing twice, because each change is deleted once. */
export async function foldTallies(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(FOLD);
  await pool.query('delete from tally where count = 0 and 0 = all (sums)');
}
