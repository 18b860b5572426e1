import type { EntityManager } from '@mikro-orm/postgresql';
import { execute, row } from '../query.ts';

/** The predicate of the index sale_one_live_per_device: the sale that a device is sold by. */
const LIVE = `status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`;

/** The sale that a device is sold by, undefined when there is none. Lock the device before: then it stays so. */
export function findLiveSale(
  em: EntityManager,
  deviceId: string,
): Promise<{ id: string; customerId: string } | undefined> {
  return row(em, `select id, customer_id as "customerId" from sale where device_id = $1 and ${LIVE}`, [deviceId]);
}

/**
 * The device has left the sale it was sold by, if there is one: it can be sold again. The device is locked.
 * @returns how many sales it left, 0 or 1
 */
export function releaseDevice(em: EntityManager, deviceId: string, now: Date): Promise<number> {
  return execute(
    em,
    `update sale set device_released_at = $2, updated_at = $2, revision = revision + 1 where device_id = $1 and ${LIVE}`,
    [deviceId, now],
  );
}
