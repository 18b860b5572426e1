import type pg from 'pg';
import type { RowReader } from '../../model/ports.ts';
import type { PoolShares } from '../isolation/database-shares.ts';
import type { Owner } from '../isolation/fair-queue.ts';
import { DatabaseLimitExceeded } from '../isolation/limit-exceeded.ts';
import { UnreadExports } from '../isolation/unread-exports.ts';
import { type Cancellation, type Canceller, giveBackCancelled, openCanceller, processIdOf } from '../sql/canceller.ts';
import { type Connecting, openPool } from '../sql/pool.ts';

export interface OpenRowReader extends RowReader {
  /** Closes its connections. */
  close(): Promise<void>;
}

export interface RowReaderSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** The statement timeout of the service, in milliseconds. */
  readonly statementTimeoutMs: number;
  readonly shares: PoolShares;
  readonly warn: (message: string) => void;
  readonly connecting?: Connecting;
}

/** Concurrent exports; the next one waits for a connection. */
const CONNECTIONS = 6;
const EXPORTS_PER_ADMIN = 2;
/** Two admins with two exports each leave connections for two more. */
const RESERVED = 2;
const MAX_WAITING = 20;
const WAIT_MS = 10_000;
/**
 * Few, and never two batches at once: what outlives a collection of the young generation makes the heap grow (by 20 MB with
 * batches of 1,000, or with the next batch read ahead).
 */
const BATCH_ROWS = 200;
/**
 * Timeout of one batch, as a multiple of that of other statements: the first has to sort all matching rows. It is not a timeout
 * of the export.
 */
const STATEMENT_TIMEOUTS = 6;
/** Maximum time that a reader may take for one batch. */
const IDLE_TIMEOUT_MS = 300_000;

/**
 * Reads large results through a cursor, in one snapshot, on separate connections.
 * @param name of the pool, for the log
 */
export function openRowReader(
  { url, statementTimeoutMs, shares, warn, connecting }: RowReaderSettings,
  name = 'export',
): OpenRowReader {
  const pool = openPool({
    ...connecting,
    name,
    url,
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUTS * statementTimeoutMs,
    driver: { idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS },
    warn,
  });
  const canceller = openCanceller({ url, stream: connecting?.stream, warn });
  const queue = shares.queue(name, {
    slots: CONNECTIONS,
    slotsPerAdmin: EXPORTS_PER_ADMIN,
    slotsReserved: RESERVED,
    slotsPerOperation: CONNECTIONS,
    slotsForOthers: CONNECTIONS,
    waitingPerAdmin: MAX_WAITING,
    waitingOthers: MAX_WAITING,
    waitMs: WAIT_MS,
    stuckMs: (STATEMENT_TIMEOUTS + 1) * statementTimeoutMs,
    tooMany: { limit: 'exports', running: EXPORTS_PER_ADMIN, waiting: MAX_WAITING },
  });
  const unread = new UnreadExports();

  async function* readAs(owner: Owner, { text, values }: RowQuery, signal: AbortSignal) {
    const leave = await unread.makeRoom(queue.enter(owner, signal), () => !queue.holds(owner));
    const { client, cancel, close, isClosed } = await openCursor(pool, canceller, leave);
    signal.addEventListener('abort', cancel);
    try {
      signal.throwIfAborted();
      await client.query(`declare export_rows no scroll cursor for ${text}`, [...values]);
      for (;;) {
        const { rows } = await client.query({ text: FETCH, rowMode: 'array' });
        signal.throwIfAborted();
        queue.noteProgress();
        const isLast = rows.length < BATCH_ROWS;
        if (isLast) {
          await client.query('commit');
          // Before the rows are read: a reader who is slow holds nothing that others need.
          close(!signal.aborted);
        } else unread.add(close);
        if (rows.length > 0) yield rows;
        // Drops the reference: the next collection would copy a finished batch that is still reachable (9 MB at the peak).
        rows.length = 0;
        if (isLast) return;
        unread.delete(close);
        if (isClosed()) throw new DatabaseLimitExceeded({ limit: 'unread' });
      }
    } finally {
      signal.removeEventListener('abort', cancel);
      unread.delete(close);
      close();
    }
  }

  return {
    async *read(query, signal, adminId) {
      signal.throwIfAborted();
      const owner = { adminId, operation: 'export' };
      const answered = await shares.admit(owner, signal);
      try {
        yield* readAs(owner, query, signal);
      } finally {
        answered();
      }
    },
    async close() {
      await pool.end();
      await canceller.close();
    },
  };
}

type RowQuery = Parameters<RowReader['read']>[0];

interface Cursor {
  readonly client: pg.PoolClient;
  /** Cancels the running statement. */
  cancel(): void;
  /** Gives the connection back, unless that is done: at the end of the result, or when its transaction was undone. */
  close(atEnd?: boolean): void;
  isClosed(): boolean;
}

/** @param leave leaves the queue when the connection was given back */
async function openCursor(pool: pg.Pool, canceller: Canceller, leave: () => void): Promise<Cursor> {
  canceller.prepare();
  const client = await pool.connect().catch((error: unknown) => {
    leave();
    throw error;
  });
  let closed = false;
  let pid = 0;
  let cancellation: Cancellation | undefined;
  const release = (broken = false) => {
    client.release(broken);
    leave();
  };
  const close = (atEnd = false) => {
    if (closed) return;
    closed = true;
    cancellation?.stop();
    if (atEnd) release();
    else void giveBackCancelled(client, cancellation?.done, release);
  };
  const cancel = () => {
    // The connection may be somebody else's by now.
    if (!closed) cancellation = canceller.cancel(pid);
  };
  try {
    pid = await processIdOf(client);
    await client.query('begin isolation level repeatable read read only');
    return { client, cancel, close, isClosed: () => closed };
  } catch (error) {
    close();
    throw error;
  }
}

const FETCH = `fetch ${BATCH_ROWS} from export_rows`;
