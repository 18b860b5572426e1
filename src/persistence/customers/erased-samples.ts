import type { Pool } from 'pg';

/** The tables with texts of people, of which the planner of PostgreSQL keeps samples. */
const TABLES = [
  'customer',
  'customer_note',
  'preorder',
  'preorder_event',
  'sale',
  'refund',
  'device_event',
  'pairing',
  'audit_entry',
  'saved_question',
  'tally',
] as const;

/** A table that nobody has analyzed has no samples. */
const OUTDATED = `
  select relname as name from pg_stat_user_tables
   where schemaname = 'public' and relname = any ($1)
     and greatest(last_analyze, last_autoanalyze) <= (select max(applied_at) from erased_customer)`;

/**
 * Has samples of values drawn anew that are older than the latest erasure of a person: they may hold the name of somebody who is gone
 * from the rows, and are part of a backup.
 * @returns the tables
 */
export async function resampleErased(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(OUTDATED, [TABLES]);
  const outdated = TABLES.filter((table) => rows.some(({ name }) => name === table));
  for (const table of outdated) await pool.query(`analyze "${table}"`);
  return outdated;
}
