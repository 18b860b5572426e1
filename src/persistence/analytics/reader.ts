import { Kysely, PostgresDialect } from 'kysely';
import { dropBrokenConnections } from '../broken-connections.ts';
import type { DatabaseShares } from '../isolation/database-shares.ts';
import { openPool } from '../pool.ts';
import { type Queryable, queryable } from '../query.ts';

export interface AnalyticsReader {
  /**
   * Runs `work` in one read-only transaction with a statement timeout. All of its statements see the same snapshot.
   */
  read<T>(work: (db: Queryable) => Promise<T>): Promise<T>;
  /** Closes its connections. */
  close(): Promise<void>;
}

interface AnalyticsSettings {
  /** PostgreSQL connection URL. */
  readonly url: string;
  /** The statement timeout of the service, in milliseconds. */
  readonly statementTimeoutMs: number;
  readonly shares: DatabaseShares;
  readonly warn: (message: string) => void;
}

const CONNECTIONS = 4;
/** Half of the connections, so that one admin cannot block the analytics of others. */
const ANALYTICS_PER_ADMIN = 2;
/** A dashboard sends all of its queries at once. */
const WAITING_PER_ADMIN = 20;
const MAX_STATEMENT_MS = 8_000;
/** Longer than the statement timeout, so that one slow query does not fail the next one. */
const WAIT_MS = 10_000;

/** Reads analytics on its own connections: analytics read whole tables, which must not block other queries. */
export function openAnalyticsReader({ url, statementTimeoutMs, shares, warn }: AnalyticsSettings): AnalyticsReader {
  const pool = openPool({
    name: 'analytics',
    url,
    max: CONNECTIONS,
    statementTimeoutMs: Math.min(statementTimeoutMs, MAX_STATEMENT_MS),
    warn,
  });
  dropBrokenConnections(pool);
  shares.apply(pool, {
    slots: CONNECTIONS,
    slotsPerAdmin: ANALYTICS_PER_ADMIN,
    slotsPerOperation: CONNECTIONS,
    slotsForOthers: CONNECTIONS,
    waitingPerAdmin: WAITING_PER_ADMIN,
    waitingOthers: WAITING_PER_ADMIN,
    waitMs: WAIT_MS,
    tooMany: `You have ${ANALYTICS_PER_ADMIN + WAITING_PER_ADMIN} analytics under way, the most at once: retry when some of them have ended.`,
  });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
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
