import type { Pool } from 'pg';

/** The tables with texts about people. The statistics of PostgreSQL's planner contain samples of them. */
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
  'inventory_batch',
  'saved_question',
  'saved_question_revision',
  'saved_view',
  'idempotency_key',
  'tally',
] as const;

/** A table that was never analyzed has no samples. */
const OUTDATED = `
  select relname as name from pg_stat_user_tables
   where schemaname = 'public' and relname = any ($1)
     and greatest(last_analyze, last_autoanalyze) <= (select max(applied_at) from erased_customer)`;

/**
 * Analyzes the tables whose statistics are older than the latest erasure: their samples may contain the name of an erased
 * person, and are part of a backup.
 * @returns the tables
 */
export async function resampleErased(pool: Pick<Pool, 'query'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(OUTDATED, [TABLES]);
  const outdated = TABLES.filter((table) => rows.some(({ name }) => name === table));
  for (const table of outdated) await pool.query(`analyze "${table}"`);
  return outdated;
}
