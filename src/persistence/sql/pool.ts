import type pg from 'pg';
import { builtins } from './pg-types.ts';
import { WatchedPool } from './watched-pool.ts';

export interface ConnectionSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** Statement timeout in milliseconds, of the server and, in case it hangs, of the client. */
  readonly statementTimeoutMs?: number;
  /** Milliseconds to wait for a lock, less than for a connection; 0 = no limit. */
  readonly lockTimeoutMs?: number;
  /** Milliseconds to wait for a free connection. */
  readonly connectTimeoutMs?: number;
  /** Makes the socket of a connection. */
  readonly stream?: pg.PoolConfig['stream'];
}

/** How connections are made, where that differs from other pools. */
export type Connecting = Pick<ConnectionSettings, 'connectTimeoutMs' | 'lockTimeoutMs' | 'stream'>;

interface PoolSettings extends ConnectionSettings {
  /** Name of the pool in the log. */
  readonly name: string;
  readonly max: number;
  /** Settings of the session, as `-c name=value`. */
  readonly session?: string;
  /** Options of the driver that differ from those of other pools. */
  readonly driver?: pg.PoolConfig;
  readonly warn: (message: string) => void;
}

const SET_SESSION =
  'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)';

/** Maximum wait for a connection. */
const CONNECT_TIMEOUT_MS = 8_000;
/** Longer than a retry waits for its idempotency key (2 s), so that the request with the lock on the key outlives the retry. */
const LOCK_TIMEOUT_MS = 5_000;

/**
 * A pool of connections, which are made on first use. All pools are made here, because an error event of a lost connection without a
 * listener would end the process.
 */
export function openPool({ name, max, session = '', driver, warn, ...settings }: PoolSettings): pg.Pool {
  const { session: common, ...options } = poolOptions(settings, max);
  const own = [...session.matchAll(/-c (\w+)=(\S+)/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    value,
  ]);
  const sessionSettings = [...Object.entries(common), ...own];
  // The limit of a connection ends with it, and the pool's own may be none.
  const setSession = { text: SET_SESSION, values: transposed(sessionSettings), query_timeout: CONNECT_TIMEOUT_MS };
  const pool = new WatchedPool(name, {
    ...options,
    connectionString: settings.url,
    ...driver,
    // Not as parameters of the start, which PgBouncer refuses or forgets.
    onConnect: (client) => client.query(setSession),
  });
  // A pool ends before its last connections do, and a server that is stopped next may end these first.
  const lost = (error: Error) => void (pool.ending || warn(`${name} connection lost: ${error.message}`));
  pool.on('error', lost);
  // At once, because a connection may be lost before its user gets it.
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/**
 * The connection options of every pool, with client-side timeouts, because a stopped server does not answer.
 * @throws Error if a statement may wait for a lock as long as others wait for its connection: one locked table would then
 *   fail unrelated calls
 */
export function poolOptions(settings: ConnectionSettings, max: number) {
  const statementTimeoutMs = settings.statementTimeoutMs ?? 10_000;
  const connectTimeoutMs = settings.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const lockTimeoutMs = settings.lockTimeoutMs ?? LOCK_TIMEOUT_MS;
  if (lockTimeoutMs >= connectTimeoutMs) {
    throw new Error(`lock_timeout (${lockTimeoutMs} ms) must be shorter than the wait for a connection`);
  }
  return {
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 1_000,
    keepAlive: true,
    ...(settings.stream && { stream: settings.stream }),
    types: builtins,
    session: {
      TimeZone: 'UTC',
      statement_timeout: String(statementTimeoutMs),
      lock_timeout: String(lockTimeoutMs),
      idle_in_transaction_session_timeout: '30000',
    },
  };
}

function transposed(pairs: readonly (readonly [string, string])[]): [string[], string[]] {
  return [pairs.map(([name]) => name), pairs.map(([, value]) => value)];
}
