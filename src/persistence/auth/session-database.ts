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
import { lentPool } from '../sql/lent-pool.ts';
import { openPool } from '../sql/pool.ts';
import { queryable } from '../sql/query.ts';
import { findSessionHolders, noteSessionUse, type SessionClaim, type SessionHolder } from './session-repository.ts';

export interface SessionDatabase {
  readonly db: Queryable;
  /**
   * The ACTIVE admin of a live session. Look-ups that arrive together share a statement. The use of the session is recorded
   * every five minutes.
   */
  readonly findHolder: (claim: SessionClaim) => Promise<SessionHolder | undefined>;
  /** The live service account with a token, and its ACTIVE owner. The use of the account is recorded once a minute. */
  readonly findServiceAccount: (claim: TokenClaim) => Promise<FoundAccount | undefined>;
  /** Closes its connections. */
  close(): Promise<void>;
}

const CONNECTIONS = 3;
/** The time between two records of the use of a service account: a busy script must not cost a write for each request. */
const USE_NOTED_MS = 60_000;
/** The same of a session. */
const SESSION_USE_NOTED_MS = 300_000;
const MAX_BATCH_ITEMS = 100;
const MAX_WAITING = 10_000;

/** A connection pool only for look-ups of sessions and service accounts, so that authentication never waits for other queries. */
export function openSessionDatabase(url: string, warn: (message: string) => void): SessionDatabase {
  const pool = openPool({ name: 'session', url, max: CONNECTIONS, warn });
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lentPool(pool) }) });
  const db = queryable(kysely);
  const together = { concernsAll: () => true, maxItems: MAX_BATCH_ITEMS, maxWaiting: MAX_WAITING };
  const findSession = batched({
    work: (claims: readonly SessionClaim[]) => findSessionHolders(pool, claims),
    ...together,
  });
  const findAccount = batched({
    work: (claims: readonly TokenClaim[]) => findServiceAccounts(pool, claims),
    ...together,
  });
  const accountUses = useNotes({
    what: 'service accounts',
    everyMs: USE_NOTED_MS,
    write: (id, now, before) => noteUse(db, id, now, before),
    warn,
  });
  const sessionUses = useNotes({
    what: 'sessions',
    everyMs: SESSION_USE_NOTED_MS,
    write: (id, now, before) => noteSessionUse(db, id, now, before),
    warn,
  });
  async function findHolder(claim: SessionClaim): Promise<SessionHolder | undefined> {
    const found = await findSession(claim);
    if (!found) return undefined;
    const { usedAt, ...holder } = found;
    await sessionUses(holder.sessionId, usedAt, claim.now);
    return holder;
  }
  async function findServiceAccount(claim: TokenClaim): Promise<FoundAccount | undefined> {
    const found = await findAccount(claim);
    if (found) await accountUses(found.account.id, found.lastUsedAt, claim.now);
    return found;
  }
  return { db, findHolder, findServiceAccount, close: () => pool.end() };
}

interface UseNotes {
  /** For the warning. */
  readonly what: string;
  readonly everyMs: number;
  readonly write: (id: string, now: Date, notedBefore: Date) => Promise<void>;
  readonly warn: (message: string) => void;
}

/**
 * Records uses, each at most once in an interval. A read-only database still answers reads; then the write is retried after the
 * interval.
 */
function useNotes({ what, everyMs, write, warn }: UseNotes) {
  let failedAt = new Date(0);
  return async (id: string, usedAt: Date | null, now: Date): Promise<void> => {
    const notedBefore = new Date(now.getTime() - everyMs);
    // A time in the future comes from a clock that was ahead.
    const isNoted = (at: Date) => at > notedBefore && at <= now;
    if ((usedAt && isNoted(usedAt)) || isNoted(failedAt)) return;
    try {
      await write(id, now, notedBefore);
    } catch (error) {
      failedAt = now;
      warn(`the last use of ${what} is not noted: ${isNativeError(error) ? error.message : 'unknown error'}`);
    }
  };
}
