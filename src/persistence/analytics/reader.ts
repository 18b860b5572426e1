import { Kysely, PostgresDialect } from 'kysely';
import type { AnalyticsReader } from '../../model/ports.ts';
import type { PoolShares } from '../isolation/database-shares.ts';
import { type Connecting, openPool } from '../sql/pool.ts';
import { queryable } from '../sql/query.ts';

export interface OpenAnalyticsReader extends AnalyticsReader {
  /** Closes its connections. */
  close(): Promise<void>;
}

export interface AnalyticsSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** The statement timeout of the service, in milliseconds. */
  readonly statementTimeoutMs: number;
  readonly shares: PoolShares;
  readonly warn: (message: string) => void;
  readonly connecting?: Connecting;
}

const CONNECTIONS = 5;
const ANALYTICS_PER_ADMIN = 2;
/** One admin with two questions, or several with one each, leave connections for two more. */
const RESERVED = 2;
/** A dashboard sends all of its queries at once. */
const WAITING_PER_ADMIN = 20;
const MAX_STATEMENT_MS = 8_000;
/**
 * A join or a sort of a million rows fits into this, a hash table into twice as much; what does not goes to the disk. Each of up to three
 * processes of a statement has it for each sort and join (ADR 24 says how much that is at most). What workers send costs less
 * than PostgreSQL assumes, which leaves them out where they would halve the time. A join never looks its rows up through a cache: PostgreSQL chooses that where
 * it takes a million devices for some thousands, as it does for partitioned tables, of which nothing but ANALYZE by hand has statistics.
 */
const SESSION = '-c work_mem=32MB -c parallel_tuple_cost=0.01 -c enable_memoize=off';
/** Longer than a statement may take, so that one slow request does not fail the next one. */
const WAIT_MS = 10_000;
/** An answer has few statements that take as long as they may. */
const STUCK_MS = 2 * MAX_STATEMENT_MS;

/**
 * Reads figures on connections of its own: an analysis reads whole tables, which must not keep others from theirs.
 * @param name of the pool, for the log
 */
export function openAnalyticsReader(
  { url, statementTimeoutMs, shares, warn, connecting }: AnalyticsSettings,
  name = 'analytics',
): OpenAnalyticsReader {
  const pool = openPool({
    ...connecting,
    name,
    url,
    max: CONNECTIONS,
    statementTimeoutMs: Math.min(statementTimeoutMs, MAX_STATEMENT_MS),
    session: SESSION,
    warn,
  });
  const shared = shares.apply(name, pool, {
    slots: CONNECTIONS,
    slotsPerAdmin: ANALYTICS_PER_ADMIN,
    slotsReserved: RESERVED,
    slotsPerOperation: CONNECTIONS,
    slotsForOthers: CONNECTIONS,
    waitingPerAdmin: WAITING_PER_ADMIN,
    waitingOthers: WAITING_PER_ADMIN,
    waitMs: WAIT_MS,
    stuckMs: STUCK_MS,
    tooMany: { limit: 'analytics', maximum: ANALYTICS_PER_ADMIN + WAITING_PER_ADMIN },
  });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: shared }) });
  return {
    async read(work) {
      const begin = kysely.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only');
      const transaction = await begin.execute();
      try {
        const result = await work(queryable(transaction));
        await transaction.commit().execute();
        return result;
      } catch (error) {
        // Keeps the first error: on a broken connection the rollback fails too.
        await transaction
          .rollback()
          .execute()
          .catch(() => undefined);
        throw error;
      }
    },
    close: () => kysely.destroy(),
  };
}
