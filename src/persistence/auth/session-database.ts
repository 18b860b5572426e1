import { Kysely, PostgresDialect } from 'kysely';
import type { Queryable } from '../../model/ports.ts';
import { batched } from '../batching.ts';
import { dropBrokenConnections } from '../broken-connections.ts';
import { openPool } from '../pool.ts';
import { queryable } from '../query.ts';
import { findSessionHolders, type SessionClaim, type SessionHolder } from './session-repository.ts';

export interface SessionDatabase {
  readonly db: Queryable;
  /** The ACTIVE admin of a live session; look-ups that come together share a statement. */
  readonly findHolder: (claim: SessionClaim) => Promise<SessionHolder | undefined>;
  /** Closes its connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 3;
const MAX_BATCH_ITEMS = 100;
const MAX_WAITING = 10_000;

/** A connection pool only for session look-ups, so that authentication never waits for other queries. */
export function openSessionDatabase(url: string, warn: (message: string) => void): SessionDatabase {
  const pool = openPool({ name: 'session', url, max: CONNECTIONS, warn });
  dropBrokenConnections(pool);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const db = queryable(kysely);
  const findHolder = batched({
    work: (claims: readonly SessionClaim[]) => findSessionHolders(db, claims),
    concernsAll: () => true,
    maxItems: MAX_BATCH_ITEMS,
    maxWaiting: MAX_WAITING,
  });
  return { db, findHolder, close: () => kysely.destroy() };
}
