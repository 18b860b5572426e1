import type { EntityManager } from '@mikro-orm/postgresql';
import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { refundList, saleList } from '../../persistence/sales/sale-list.ts';
import { follow, reader, readRecord } from '../reader.ts';
import { type SaleDetailView, viewRefund, viewSale } from './sale-view.ts';

export const saleReader = reader(SaleRecord, saleList, viewSale);
export const refundReader = reader(RefundRecord, refundList, viewRefund);
/** Refunds as parts of their sale, without its id. */
const partReader = reader(RefundRecord, refundList);

/** One sale with its refunds. @throws DomainError 404 SALE_NOT_FOUND */
export async function readSale(em: EntityManager, id: string, now: Date): Promise<SaleDetailView> {
  const [sale, [refunds = []]] = await Promise.all([
    readRecord(saleReader, em, id, now),
    follow(SaleRecord, 'refunds', partReader, em, [id], { first: null }, now),
  ]);
  return { ...sale, refunds };
}
