import type { EntityManager } from '@mikro-orm/postgresql';
import { lockLiveSale } from '../../persistence/sales/sale-repository.ts';
import { afterClaim } from './sale-rules.ts';

/**
 * Tells the sale that its device was claimed: PAID becomes FULFILLED, and what is not PAID yet does when it is. A device
 * may be claimed again; the first time counts.
 * @param deviceId a device that the caller has locked
 * @returns the sale's id, undefined when the device was claimed without a sale
 */
export async function fulfilSale(em: EntityManager, deviceId: string, now: Date): Promise<string | undefined> {
  const sale = await lockLiveSale(em, deviceId);
  if (!sale || sale.claimedAt) return sale?.id;
  Object.assign(sale, afterClaim(sale, now), { updatedAt: now });
  await em.flush();
  return sale.id;
}
