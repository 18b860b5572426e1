import type { EntityManager } from '@mikro-orm/postgresql';
import type { PairingView } from '../../model/records/pairing.ts';
import { purgeChallenges } from '../../persistence/pairing/challenge-repository.ts';
import { listPairingsOfDevices } from '../../persistence/pairing/pairing-repository.ts';

/** Maximum stored challenges for unknown serials, so that requests cannot fill the disk. */
const MAX_UNKNOWN_CHALLENGES = 10_000;

/**
 * Reads the newest pairings of each device, live and ended, in one statement.
 * @param limit pairings per device
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

/** Removes ended challenges. @returns the number of removed ones */
export function purgePairingChallenges(em: EntityManager, now: Date): Promise<number> {
  return purgeChallenges(em, now, MAX_UNKNOWN_CHALLENGES);
}
