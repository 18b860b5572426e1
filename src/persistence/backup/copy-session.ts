import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { explainDatabaseError } from '../database-errors.ts';

/** Long copies wait for slow disks and networks, but a lock is free or the copy fails. */
const SESSION = [
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
  'set lock_timeout = 10000',
  // The text form of COPY depends on these.
  'set timezone = UTC',
  "set datestyle = 'ISO, MDY'",
  'set intervalstyle = postgres',
  'set bytea_output = hex',
  'set extra_float_digits = 1',
  "set client_encoding = 'UTF8'",
  'set xmloption = content',
];
const CONNECT_TIMEOUT_MS = 10_000;

/** One connection for copies of tables. */
export interface CopySession {
  readonly client: pg.Client;
  /** The rows of a query in the text form of COPY. */
  copyOut(query: string): AsyncIterable<Buffer>;
  /** Writes rows to a table. */
  copyIn(target: string, rows: AsyncIterable<Buffer>): Promise<void>;
  /** Rolls an open transaction back. */
  close(): Promise<void>;
}

/** @throws Error with the remedy if the database is unavailable */
export async function openCopySession(url: string): Promise<CopySession> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  // An error after the last result does not matter; an earlier one fails the statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of SESSION) await client.query(statement);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw explainDatabaseError(error, url);
  }
  let isBroken = false;
  return {
    client,
    async *copyOut(query) {
      const stream: Readable = client.query(to(`copy (${query}) to stdout`));
      isBroken = true;
      for await (const piece of stream) yield piece;
      isBroken = false;
    },
    async copyIn(target, rows) {
      isBroken = true;
      await pipeline(rows, client.query(from(`copy ${target} from stdin`)));
      isBroken = false;
    },
    async close() {
      // A connection with an aborted COPY answers nothing any more: it is cut.
      if (isBroken) destroy(client);
      await client.end().catch(() => undefined);
    },
  };
}

function destroy(client: pg.Client): void {
  const connection: unknown = 'connection' in client ? client.connection : undefined;
  if (typeof connection !== 'object' || connection === null || !('stream' in connection)) return;
  const { stream } = connection;
  if (typeof stream === 'object' && stream !== null && 'destroy' in stream && typeof stream.destroy === 'function') {
    stream.destroy();
  }
}
