import { isNativeError } from 'node:util/types';
import { Kysely, PostgresDialect } from 'kysely';
import type { Queryable } from '../../model/ports.ts';
import {
  type FoundAccount,
  findServiceAccounts,
  noteUse,
  type TokenClaim,
} from '../service-accounts/service-account-repository.ts';
import { batched } from '../sql/batching.ts';
import { dropBrokenConnections } from '../sql/broken-connections.ts';
import { openPool } from '../sql/pool.ts';
import { queryable } from '../sql/query.ts';
import { findSessionHolders, type SessionClaim, type SessionHolder } from './session-repository.ts';

export interface SessionDatabase {
  readonly db: Queryable;
  /** The ACTIVE admin of a live session; look-ups that come together share a statement. */
  readonly findHolder: (claim: SessionClaim) => Promise<SessionHolder | undefined>;
  /** The live service account with a token, and its ACTIVE owner; its use is noted once a minute. */
  readonly findServiceAccount: (claim: TokenClaim) => Promise<FoundAccount | undefined>;
  /** Closes its connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 3;
/** Between two notes that a service account is in use: a busy script must not cost a write for each request. */
const USE_NOTED_MS = 60_000;
const MAX_BATCH_ITEMS = 100;
const MAX_WAITING = 10_000;

/** A connection pool only for look-ups of sessions and service accounts, so that authentication never waits for other queries. */
export function openSessionDatabase(url: string, warn: (message: string) => void): SessionDatabase {
  const pool = openPool({ name: 'session', url, max: CONNECTIONS, warn });
  dropBrokenConnections(pool);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const db = queryable(kysely);
  const together = { concernsAll: () => true, maxItems: MAX_BATCH_ITEMS, maxWaiting: MAX_WAITING };
  const findHolder = batched({
    work: (claims: readonly SessionClaim[]) => findSessionHolders(pool, claims),
    ...together,
  });
  const findAccount = batched({
    work: (claims: readonly TokenClaim[]) => findServiceAccounts(pool, claims),
    ...together,
  });
  let failedAt = new Date(0);
  /** A database that takes no writes still answers reads: then the use is not noted, and tried again in a minute. */
  async function note({ account, lastUsedAt }: FoundAccount, now: Date): Promise<void> {
    const notedBefore = new Date(now.getTime() - USE_NOTED_MS);
    if ((lastUsedAt && lastUsedAt > notedBefore) || failedAt > notedBefore) return;
    try {
      await noteUse(db, account.id, now, notedBefore);
    } catch (error) {
      failedAt = now;
      warn(`the last use of service accounts is not noted: ${isNativeError(error) ? error.message : 'unknown error'}`);
    }
  }
  async function findServiceAccount(claim: TokenClaim): Promise<FoundAccount | undefined> {
    const found = await findAccount(claim);
    if (found) await note(found, claim.now);
    return found;
  }
  return { db, findHolder, findServiceAccount, close: () => pool.end() };
}
