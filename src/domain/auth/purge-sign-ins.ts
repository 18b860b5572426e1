import type { EntityManager } from '@mikro-orm/postgresql';
import { purgeSignInNetworks } from '../../persistence/auth/sign-in-network-repository.ts';
import { idleSince, knownSince } from './login-rules.ts';

/** Removes failed sign-ins that delay nobody any more, and networks that are not known any more. */
export function purgeSignIns(em: EntityManager, now: Date): Promise<void> {
  return purgeSignInNetworks(em, idleSince(now), knownSince(now));
}
