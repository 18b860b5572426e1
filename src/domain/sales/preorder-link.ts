import type { EntityManager } from '@mikro-orm/postgresql';
import { countSalesOf } from '../../persistence/sales/sale-repository.ts';
import { throwIf } from '../kernel/errors.ts';
import { UUID } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { lockPreorder } from '../preorders/store.ts';
import { preorderError } from './sale-rules.ts';

/**
 * Locks a preorder that another sale may come from until the transaction ends, so that its places are counted once. Lock
 * the device and the sale first.
 * @param customerId the buyer of that sale
 * @throws DomainError 404 PREORDER_NOT_FOUND; 409 PREORDER_NOT_LINKABLE, PREORDER_OF_ANOTHER_CUSTOMER, PREORDER_SOLD
 */
export async function lockOpenPreorder(em: EntityManager, id: string, customerId: string): Promise<string> {
  const preorder = UUID.test(id) ? await lockPreorder(em, id) : null;
  if (!preorder) throw recordNotFound('Preorder');
  throwIf(preorderError(preorder, customerId, await countSalesOf(em, preorder.id)));
  return preorder.id;
}
