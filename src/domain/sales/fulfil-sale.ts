import type { EntityManager } from '@mikro-orm/postgresql';
import { lockLiveSale } from '../../persistence/sales/sale-repository.ts';
import { applyClaim } from './sale-rules.ts';

/**
 * Records on the sale that its device was claimed: a PAID sale becomes FULFILLED at once, any other when it is paid.
 * Only the first claim counts.
 * @param deviceId a device that the caller has locked
 * @returns the sale's id; undefined if the device has no sale
 */
export async function fulfilSale(em: EntityManager, deviceId: string, now: Date): Promise<string | undefined> {
  const sale = await lockLiveSale(em, deviceId);
  if (!sale || sale.claimedAt) return sale?.id;
  Object.assign(sale, applyClaim(sale, now), { updatedAt: now });
  await em.flush();
  return sale.id;
}
