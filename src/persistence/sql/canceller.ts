import type { PoolClient } from 'pg';
import { openPool } from './pool.ts';

const TIMEOUT_MS = 2_000;

/** Cancels running statements of the connections of one pool. */
export interface Canceller {
  /**
   * Cancels what a connection runs. Failure is silent: the statement's own timeout ends it.
   * @returns resolves when PostgreSQL has signalled the connection's process, or could not be reached
   */
  cancel(client: PoolClient): Promise<void>;
  /** Closes its connection. */
  close(): Promise<void>;
}

/**
 * Has one connection of its own, because the pool may have none left. It is kept: a sign-in costs PostgreSQL more than most
 * statements that are cancelled, and callers who leave come in crowds.
 * @param url of the server whose connections are cancelled
 */
export function openCanceller(url: string, warn: (message: string) => void): Canceller {
  const pool = openPool({ name: 'cancellation', url, max: 1, warn, driver: { query_timeout: TIMEOUT_MS } });
  return {
    async cancel(client) {
      await pool.query('select pg_cancel_backend($1)', [processIdOf(client)]).catch(ignore);
    },
    close: () => pool.end(),
  };
}

/**
 * Gives a connection back whose statement was cancelled and has ended, and whose transaction may be open. A cancellation that
 * arrives late would hit the next user, so that it is awaited first. What does not roll back is closed.
 * @param release of the connection; `true` closes it
 */
export async function giveBackCancelled(
  client: Pick<PoolClient, 'query'>,
  cancelled: Promise<void>,
  release: (broken?: boolean) => void,
): Promise<void> {
  try {
    await cancelled;
    await client.query('rollback');
    release();
  } catch {
    release(true);
  }
}

/** An undocumented member of the driver's client that Kysely relies on too. */
function processIdOf(client: PoolClient): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : 0;
}

function ignore(): void {
  // The caller of the statement receives its error.
}
