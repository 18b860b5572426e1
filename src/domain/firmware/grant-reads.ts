import type { EntityManager } from '@mikro-orm/postgresql';
import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { expireGrants } from '../../persistence/firmware/grant-repository.ts';
import { grantListAt } from '../../persistence/firmware/release-list.ts';
import { reader } from '../reader.ts';

export const grantReader = reader(MaintenanceGrantRecord, grantListAt);

/** Closes expired grants. @returns the number of closed ones */
export function closeExpiredGrants(em: EntityManager, now: Date): Promise<number> {
  return expireGrants(em, now);
}
