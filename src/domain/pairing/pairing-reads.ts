import type { EntityManager } from '@mikro-orm/postgresql';
import type { PairingView } from '../../model/records/pairing.ts';
import { purgeChallenges } from '../../persistence/pairing/challenge-repository.ts';
import { listPairingsOfDevices } from '../../persistence/pairing/pairing-repository.ts';

/** Challenges for serials that nobody has: more are not kept, or asking would fill the disk. */
const MAX_UNKNOWN_CHALLENGES = 10_000;

/**
 * The newest pairings of each device, live and ended ones, in one statement.
 * @param limit pairings of one device
 * @returns in the order of the ids
 */
export async function readPairings(
  em: EntityManager,
  deviceIds: readonly string[],
  limit: number,
): Promise<PairingView[][]> {
  const found = await listPairingsOfDevices(em, deviceIds, limit);
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  return deviceIds.map((id) => byDevice.get(id) ?? []);
}

/** Removes the challenges that are over. @returns how many were removed */
export function purgePairingChallenges(em: EntityManager, now: Date): Promise<number> {
  return purgeChallenges(em, now, MAX_UNKNOWN_CHALLENGES);
}
