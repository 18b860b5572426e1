import type { EntityManager } from '@mikro-orm/postgresql';
import { viewOf } from '../../model/record.ts';
import { RefundRecord } from '../../model/records/sale.ts';
import { readByIds } from '../../persistence/list-reader.ts';
import { saleList } from '../../persistence/sales/sale-list.ts';
import { findLiveSaleIds, findSaleIdsOfCustomers, listRefunds } from '../../persistence/sales/sale-repository.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type RefundView, type SaleDetailView, type SaleView, viewSale } from './sale-view.ts';

/**
 * Reads sales in one statement.
 * @returns in the order of the ids; undefined for an unknown id
 */
export async function readSales(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(SaleView | undefined)[]> {
  return readByIds(em, saleList, ids, now, viewSale);
}

/** One sale with its refunds. @throws DomainError 404 SALE_NOT_FOUND */
export async function readSale(em: EntityManager, id: string, now: Date): Promise<SaleDetailView> {
  const [[sale], [refunds = []]] = await Promise.all([readSales(em, [id], now), readRefundsOfSales(em, [id])]);
  if (!sale) throw noSuch('Sale');
  return { ...sale, refunds };
}

/**
 * Reads the refunds of each sale, oldest first, in one statement.
 * @param limit refunds per sale; null = all
 * @returns in the order of the ids
 */
export async function readRefundsOfSales(
  em: EntityManager,
  saleIds: readonly string[],
  limit: number | null = null,
): Promise<RefundView[][]> {
  const bySale = Map.groupBy(await listRefunds(em, saleIds, limit), ({ saleId }) => saleId);
  return saleIds.map((id) => (bySale.get(id) ?? []).map((refund) => viewOf(RefundRecord, refund)));
}

/** Reads the live sale of each device. @returns in the order of the ids; undefined for a device without one */
export async function readActiveSales(
  em: EntityManager,
  deviceIds: readonly string[],
  now: Date,
): Promise<(SaleView | undefined)[]> {
  const live = await findLiveSaleIds(em, deviceIds);
  const sales = await readSales(
    em,
    live.map(({ id }) => id),
    now,
  );
  const byDevice = new Map(sales.flatMap((sale) => (sale ? [[sale.device.id, sale] as const] : [])));
  return deviceIds.map((id) => byDevice.get(id));
}

/**
 * Reads the newest sales of each customer, in two statements.
 * @param limit sales per customer
 * @returns in the order of the ids
 */
export async function readSalesOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
  now: Date,
): Promise<SaleView[][]> {
  const found = await findSaleIdsOfCustomers(em, customerIds, limit);
  const sales = await readSales(
    em,
    found.map(({ id }) => id),
    now,
  );
  const byCustomer = Map.groupBy(
    sales.filter((sale) => sale !== undefined),
    ({ customer }) => customer.id,
  );
  return customerIds.map((id) => byCustomer.get(id) ?? []);
}
