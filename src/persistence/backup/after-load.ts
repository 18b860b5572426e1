import type pg from 'pg';
import { indexPastHeartbeats } from '../devices/heartbeat-partitions.ts';
import { openPool } from '../sql/pool.ts';
import { quoted, readTables } from './tables.ts';

/** Gives the planner its statistics, which a copy does not have. */
export async function analyzeTables(client: pg.Client): Promise<void> {
  for (const { name } of await readTables(client)) await client.query(`analyze ${quoted(name)}`);
}

/** Gives past days of heartbeats their indexes, which the job would make one by one, an hour apart. */
export async function indexRestoredDays(url: string, now: Date): Promise<void> {
  const pool = openPool({ name: 'restore', url, max: 1, statementTimeoutMs: 0, warn: () => undefined });
  try {
    while (await indexPastHeartbeats(pool, now));
  } finally {
    await pool.end();
  }
}
