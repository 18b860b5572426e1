import type { EntityManager } from '@mikro-orm/postgresql';
import { PairingRecord } from '../../model/records/pairing.ts';
import { purgeChallenges } from '../../persistence/pairing/challenge-repository.ts';
import { pairingList } from '../../persistence/pairing/pairing-repository.ts';
import { reader } from '../reader.ts';

/** Maximum stored challenges for unknown serials, so that requests cannot fill the disk. */
const MAX_UNKNOWN_CHALLENGES = 10_000;

/** Live and ended pairings. */
export const pairingReader = reader(PairingRecord, pairingList);

/** Removes ended challenges. @returns the number of removed ones */
export function purgePairingChallenges(em: EntityManager, now: Date): Promise<number> {
  return purgeChallenges(em, now, MAX_UNKNOWN_CHALLENGES);
}
