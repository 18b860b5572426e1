import type { ClientBase } from 'pg';

type Client = Pick<ClientBase, 'query'>;

/** A backup has it shared, and a change of partitions that readers of the history would wait for has it alone. */
export const PARTITION_LOCK = `hashtextextended('karvon:backup-partitions', 0)`;

/**
 * Keeps the partitions as they are until the connection ends. Waits for a change that has begun, for at most the lock timeout of the
 * session. It takes no snapshot that a later transaction would see.
 */
export async function keepPartitions(client: Client): Promise<void> {
  await client.query(`select pg_advisory_lock_shared(${PARTITION_LOCK})`);
}

/**
 * Whether the transaction may change partitions, and until its end no backup begins. While a backup reads them, a change would wait
 * for it, and heartbeats for the change: the next run of its job makes it.
 */
export async function mayChangePartitions(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${PARTITION_LOCK}) as free`);
  return rows[0]?.free === true;
}
