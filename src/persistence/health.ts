import { type BackupTimes, readBackupTimes } from './backup/backup-runs.ts';
import { openPool } from './sql/pool.ts';

/** Health must answer even if the database hangs. */
const PING_TIMEOUT_MS = 1_500;
const LOCK_TIMEOUT_MS = 1_000;
/** A session keeps its initial defaults: only a new one shows that the database has become read-only. */
const CONNECTION_LIFETIME_SECONDS = 1;

export interface DatabasePing {
  /** Whether the database answers and accepts writes: a standby and a read-only database do not. */
  ping(): Promise<boolean>;
  /** True if the database answers anything, also an error; false if it hangs. Tries twice, for 1.5 s each. */
  answers(): Promise<boolean>;
  /** When backups of the schedule ended. */
  backups(): Promise<BackupTimes>;
  close(): Promise<void>;
}

/** Checks the database over two separate connections, so that a busy main pool does not look like a database failure. */
export function databasePing(url: string, warn: (message: string) => void): DatabasePing {
  const pool = openPool({
    name: 'health',
    url,
    max: 2,
    statementTimeoutMs: PING_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    connectTimeoutMs: PING_TIMEOUT_MS,
    driver: { query_timeout: PING_TIMEOUT_MS, maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS },
    warn,
  });

  async function answersOnce(): Promise<boolean> {
    const from = performance.now();
    try {
      await pool.query('select');
      return true;
    } catch {
      return performance.now() - from < PING_TIMEOUT_MS;
    }
  }

  return {
    answers: async () => (await answersOnce()) || answersOnce(),
    async ping() {
      try {
        // On in recovery too: a standby has only read-only transactions.
        const { rows } = await pool.query<{ readOnly: string }>(
          `select current_setting('transaction_read_only') as "readOnly"`,
        );
        return rows[0]?.readOnly === 'off';
      } catch {
        return false;
      }
    },
    backups: () => readBackupTimes(pool),
    close: () => pool.end(),
  };
}
