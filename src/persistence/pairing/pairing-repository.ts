import type { EntityManager } from '@mikro-orm/postgresql';
import { execute } from '../query.ts';

/**
 * Ends every live pairing of a device. The device is locked.
 * @param reason the operation that ends them
 * @returns how many were ended
 */
export function revokePairings(em: EntityManager, deviceId: string, reason: string, now: Date): Promise<number> {
  return execute(
    em,
    'update pairing set revoked_at = $2, revoked_reason = $3 where device_id = $1 and revoked_at is null',
    [deviceId, now, reason],
  );
}
