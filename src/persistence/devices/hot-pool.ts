import type { Pool } from 'pg';
import { openPool } from '../pool.ts';

/** One reads, one writes, one is left for what is rare. */
const CONNECTIONS = 3;
const CONNECT_TIMEOUT_MS = 2_000;
/** Devices retry: a server that hangs is told to them soon. */
const STATEMENT_TIMEOUT_MS = 4_000;
const LOCK_TIMEOUT_MS = 1_500;
/**
 * The statements of hot paths touch few rows of large tables, by key. Their plans are made once for a connection, perhaps
 * while the tables are still empty, when a sequential scan looks cheap; they would keep it as the tables grow.
 */
export const BY_INDEX =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off';

/**
 * Connections for one hot path of the devices, apart from all others: no load of the admins' can starve it.
 * @param name what the connections are called in the database
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
