import type { Pool } from 'pg';
import { openPool } from '../sql/pool.ts';

/** One for reads, one for writes, one for rare statements. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 2_000;
/** Short, because devices retry. */
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 1_500;
/**
 * The statements of hot paths read few rows of large tables by key. They are planned once per connection, possibly
 * while the tables are empty; a sequential scan chosen then would be kept as the tables grow.
 */
export const BY_INDEX =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/**
 * A separate connection pool for one hot path of devices, so that admins' load cannot starve it.
 * @param name of the connections, for the log
 */
export function openHotPool(name: string, url: string, warn: (message: string) => void): Pool {
  return openPool({
    name,
    url,
    max: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    session: BY_INDEX,
    warn,
  });
}
