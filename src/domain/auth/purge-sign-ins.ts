import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeSignInNetworks } from '../../persistence/auth/sign-in-network-repository.ts';
import { idleSince, knownSince } from './login-rules.ts';

/** Removes expired failed sign-ins and networks that are no longer known. */
export function purgeSignIns(em: EntityManager, now: Date): Promise<void> {
  return purgeSignInNetworks(em, idleSince(now), knownSince(now));
}
