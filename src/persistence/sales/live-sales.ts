import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../sql/query.ts';

/** The predicate of the index sale_one_live_per_device, which defines the live sale of a device. */
const LIVE = `status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`;

/** The live sale of a device; undefined if there is none. Lock the device first, so that it cannot change. */
export function findLiveSale(
  em: EntityManager,
  deviceId: string,
): Promise<{ id: string; number: string; customerId: string } | undefined> {
  return row(em, `select id, number, customer_id as "customerId" from sale where device_id = $1 and ${LIVE}`, [
    deviceId,
  ]);
}

/**
 * Releases a locked device from its live sale, if there is one, so that it can be sold again.
 * @returns the number of changed sales, 0 or 1
 */
export function releaseDevice(em: EntityManager, deviceId: string, now: Date): Promise<number> {
  return execute(
    em,
    `update sale set device_released_at = $2, updated_at = $2, revision = revision + 1 where device_id = $1 and ${LIVE}`,
    [deviceId, now],
  );
}
