import type { EntityManager } from '@mikro-orm/postgresql';
import { expireGrants, type GrantListRow, listGrantsOfDevices } from '../../persistence/firmware/grant-repository.ts';

/** A grant as admins see it: never its token. */
export type GrantView = Omit<GrantListRow, 'deviceId'>;

/**
 * The newest maintenance grants of each device, in one statement.
 * @param limit grants of one device
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
  return deviceIds.map((id) => (byDevice.get(id) ?? []).map(({ deviceId: _deviceId, ...grant }) => grant));
}

/** Closes the grants whose time is over. @returns how many */
export function closeExpiredGrants(em: EntityManager, now: Date): Promise<number> {
  return expireGrants(em, now);
}
