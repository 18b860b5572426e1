import { Kysely, PostgresDialect } from 'kysely';
import type { Queryable } from '../../model/ports.ts';
import { dropBrokenConnections } from '../broken-connections.ts';
import { openPool } from '../pool.ts';
import { queryable } from '../query.ts';

export interface SessionDatabase {
  readonly db: Queryable;
  /** Closes its connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 3;

/** A connection pool only for session look-ups, so that authentication never waits for other queries. */
export function openSessionDatabase(url: string, warn: (message: string) => void): SessionDatabase {
  const pool = openPool({ name: 'session', url, max: CONNECTIONS, warn });
  dropBrokenConnections(pool);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  return { db: queryable(kysely), close: () => kysely.destroy() };
}
