import pg from 'pg';
import type { RowReader } from '../../model/ports.ts';
import { FairQueue } from '../isolation/fair-queue.ts';
import { poolOptions } from '../orm.ts';
import { cancelStatement } from '../sql/cancel-statement.ts';

/** A query with `$1` placeholders that selects text. */
type Query = Parameters<RowReader['read']>[0];

type Batch = readonly (readonly (string | null)[])[];

export interface OpenRowReader extends RowReader {
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Concurrent exports; the next one waits for a connection. */
const CONNECTIONS = 4;
/** Half, so that one admin with stalled readers cannot block others. */
const EXPORTS_PER_ADMIN = 2;
const MAX_WAITING = 20;
const WAIT_MS = 10_000;
/**
 * Few, and never two batches at once: what outlives a collection of the young generation makes the heap grow (by 20 MB with
 * batches of 1,000, or with the next batch read ahead).
 */
const BATCH_ROWS = 200;
/** Timeout of one batch, not of the export: the first may have to sort all matching rows. */
const STATEMENT_TIMEOUT_MS = 60_000;
/** Maximum time that a reader may take for one batch. */
const IDLE_TIMEOUT_MS = 300_000;

/**
 * Reads large results through a cursor, in one snapshot, on separate connections.
 * @param url PostgreSQL connection URL
 */
export function openRowReader(url: string, warn: (message: string) => void): OpenRowReader {
  const pool = new pg.Pool({
    ...poolOptions({ url, statementTimeoutMs: STATEMENT_TIMEOUT_MS }, CONNECTIONS),
    idle_in_transaction_session_timeout: IDLE_TIMEOUT_MS,
    connectionString: url,
  });
  pool.on('error', (error) => warn(`export connection lost: ${error.message}`));
  const queue = new FairQueue({
    slots: CONNECTIONS,
    slotsPerAdmin: EXPORTS_PER_ADMIN,
    slotsPerOperation: CONNECTIONS,
    slotsForOthers: CONNECTIONS,
    waitingPerAdmin: MAX_WAITING,
    waitingOthers: MAX_WAITING,
    waitMs: WAIT_MS,
    tooMany: `You have reached the limit of ${EXPORTS_PER_ADMIN} running and ${MAX_WAITING} waiting exports. Retry when some of them have finished.`,
  });
  return {
    async *read(query, signal, adminId) {
      signal.throwIfAborted();
      const leave = await queue.enter({ adminId, operation: 'export' });
      try {
        yield* readRows(pool, query, signal, (pid) => cancelStatement(url, pid));
      } finally {
        leave();
      }
    },
    close: () => pool.end(),
  };
}

async function* readRows(
  pool: pg.Pool,
  { text, values }: Query,
  signal: AbortSignal,
  cancel: (pid: number) => Promise<void>,
): AsyncGenerator<Batch, void, undefined> {
  signal.throwIfAborted();
  const client = await pool.connect();
  // The pool handles errors of idle connections only: one lost between two batches would end the process.
  client.on('error', ignore);
  let finished = false;
  let stop = ignore;
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = found[0]?.pid ?? 0;
    stop = () => {
      cancel(pid).catch(ignore);
    };
    signal.addEventListener('abort', stop);
    signal.throwIfAborted();
    await client.query(`declare export_rows no scroll cursor for ${text}`, [...values]);
    for (;;) {
      const { rows } = await client.query({ text: FETCH, rowMode: 'array' });
      signal.throwIfAborted();
      const isLast = rows.length < BATCH_ROWS;
      if (rows.length > 0) yield rows;
      // Drops the reference: the next collection would copy a finished batch that is still reachable (9 MB at the peak).
      rows.length = 0;
      if (isLast) break;
    }
    await client.query('commit');
    finished = true;
  } finally {
    signal.removeEventListener('abort', stop);
    client.off('error', ignore);
    // Not read to the end: closing the connection drops the cursor and the snapshot.
    client.release(!finished);
  }
}

const FETCH = `fetch ${BATCH_ROWS} from export_rows`;

function ignore(): void {
  // The caller of the statement receives the error.
}
