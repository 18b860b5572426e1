import { lockSale, type SaleWithDevice } from '../../persistence/sales/sale-repository.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import type { Context } from '../kernel/operation.ts';
import { requireRevision } from '../kernel/revision.ts';

/** A locked sale with its device, and the sale as it was. */
export interface SaleToChange extends SaleWithDevice {
  readonly before: Readonly<SaleWithDevice['sale']>;
}

/**
 * Locks the sale of a call that changes it, with its device, until the transaction ends.
 * @throws DomainError 404 SALE_NOT_FOUND, 409 REVISION_CONFLICT
 */
export async function lockSaleToChange({ em, call }: Pick<Context, 'em' | 'call'>, id: string): Promise<SaleToChange> {
  const locked = await lockSale(em, id);
  if (!locked) throw recordNotFound('Sale');
  requireRevision(call, locked.sale);
  return { ...locked, before: { ...locked.sale } };
}
