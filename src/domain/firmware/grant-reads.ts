import type { EntityManager } from '@mikro-orm/postgresql';
import { expireGrants, type GrantListRow, listGrantsOfDevices } from '../../persistence/firmware/grant-repository.ts';

/** Grants of one device that a reply shows. */
const SHOWN_GRANTS = 20;

/** A grant as admins see it: never its token. */
export type GrantView = Omit<GrantListRow, 'deviceId'>;

/** The newest maintenance grants of each device. @returns in the order of the ids */
export async function readGrants(
  em: EntityManager,
  deviceIds: readonly string[],
  now: Date,
): Promise<(readonly GrantView[])[]> {
  const found = await listGrantsOfDevices(em, deviceIds, SHOWN_GRANTS, now);
  const byDevice = Map.groupBy(found, ({ deviceId }) => deviceId);
  return deviceIds.map((id) => (byDevice.get(id) ?? []).map(({ deviceId: _deviceId, ...grant }) => grant));
}

/** Closes the grants whose time is over. @returns how many */
export function closeExpiredGrants(em: EntityManager, now: Date): Promise<number> {
  return expireGrants(em, now);
}
