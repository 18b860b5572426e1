import type { EntityManager } from '@mikro-orm/postgresql';
import type { GrantView } from '../../model/records/maintenance-grant.ts';
import { expireGrants, listGrantsOfDevices } from '../../persistence/firmware/grant-repository.ts';

/**
 * Reads the newest maintenance grants of each device, in one statement.
 * @param limit grants per device
 * @returns in the order of the ids
 */
export async function readGrants(
  em: EntityManager,
  deviceIds: readonly string[],
  limit: number,
  now: Date,
): Promise<(readonly GrantView[])[]> {
  const found = await listGrantsOfDevices(em, deviceIds, limit, now);
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  return deviceIds.map((id) => byDevice.get(id) ?? []);
}

/** Closes expired grants. @returns the number of closed ones */
export function closeExpiredGrants(em: EntityManager, now: Date): Promise<number> {
  return expireGrants(em, now);
}
