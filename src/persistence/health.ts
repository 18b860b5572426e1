import pg from 'pg';
import { poolOptions } from './orm.ts';

/** Health must answer while the database hangs. */
const PING_TIMEOUT_MS = 1_500;
const LOCK_TIMEOUT_MS = 1_000;

export interface DatabasePing {
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Asks the database over two connections of its own, so that a busy main pool is not mistaken for a dead database. */
export function databasePing(url: string, warn: (message: string) => void): DatabasePing {
  const pool = new pg.Pool({
    ...poolOptions(
      { url, statementTimeoutMs: PING_TIMEOUT_MS, lockTimeoutMs: LOCK_TIMEOUT_MS, connectTimeoutMs: PING_TIMEOUT_MS },
      2,
    ),
    query_timeout: PING_TIMEOUT_MS,
    connectionString: url,
  });
  pool.on('error', (error) => warn(`health connection lost: ${error.message}`));
  return {
    async ping() {
      try {
        await pool.query('select 1');
        return true;
      } catch {
        return false;
      }
    },
    close: () => pool.end(),
  };
}
