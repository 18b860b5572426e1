import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeExpiredSessions, shortenSessions } from '../../persistence/auth/session-repository.ts';
import { earlierTime } from '../../persistence/earlier-time.ts';
import { SESSION_LIFETIME_MS } from './login-rules.ts';

/**
 * Removes expired sessions, and shortens those of a clock that was ahead.
 * @returns the number of removed ones
 */
export async function purgeSessions(em: EntityManager, now: Date): Promise<number> {
  await shortenSessions(em, now, SESSION_LIFETIME_MS);
  return purgeExpiredSessions(em, await earlierTime(em, now));
}
