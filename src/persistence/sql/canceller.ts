import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { type Connecting, openPool } from './pool.ts';

const TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;

/** The cancellation of what a connection runs. */
export interface Cancellation {
  /** Stops cancelling, because the statement has ended: the next one must not be cancelled. */
  stop(): void;
  /** Resolves after `stop`, once no cancellation is pending. */
  readonly done: Promise<void>;
}

/** Cancels running statements of the connections of one pool. */
export interface Canceller {
  /**
   * Cancels the running statement of a connection, repeatedly until it has ended: PostgreSQL ignores a cancellation that
   * arrives before the statement. Failure is silent: the statement's own timeout ends it.
   * @param pid its `processIdOf`
   */
  cancel(pid: number): Cancellation;
  /** Makes its connection, because a sign-in takes longest when many callers leave. Failure is silent: the first cancellation tries again. */
  prepare(): void;
  /** Closes its connection. */
  close(): Promise<void>;
}

interface CancellerSettings extends Pick<Connecting, 'stream'> {
  /** The server whose statements are cancelled. */
  readonly url: string;
  readonly warn: (message: string) => void;
}

/**
 * Has a connection of its own, because the pool may have none left. The connection stays open: opening one costs PostgreSQL
 * more than most of the cancelled statements, and many callers leave at the same time.
 */
export function openCanceller(settings: CancellerSettings): Canceller {
  const pool = openPool({
    ...settings,
    name: 'cancellation',
    max: 1,
    driver: { query_timeout: TIMEOUT_MS, idleTimeoutMillis: 0 },
  });
  let isPrepared = false;

  async function repeat(pid: number, { signal }: AbortController): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await pool.query('select pg_cancel_backend($1)', [pid]).catch(ignore);
      await sleep(pauseMs, undefined, { signal }).catch(ignore);
    }
  }

  return {
    cancel(pid) {
      const ended = new AbortController();
      return { stop: () => ended.abort(), done: repeat(pid, ended) };
    },
    prepare() {
      if (isPrepared) return;
      isPrepared = true;
      pool.connect().then((client) => client.release(), ignore);
    },
    close: () => pool.end(),
  };
}

/**
 * Gives back a connection whose statement was cancelled and has ended; its transaction may be open. A late cancellation would
 * hit the next user, so it is awaited first. A connection that cannot roll back is closed.
 * @param release of the connection; `true` closes it
 */
export async function giveBackCancelled(
  client: Pick<PoolClient, 'query'>,
  cancelled: Promise<void> | undefined,
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

/** The process of PostgreSQL that serves a connection, which the driver's documented members do not have. */
export async function processIdOf(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

function ignore(): void {
  // The caller of the statement gets its error, and an aborted pause needs no handling.
}
