import type { EntityManager } from '@mikro-orm/postgresql';
import { viewOf } from '../../model/record.ts';
import { PreorderEventRecord, type StoredPreorder } from '../../model/records/preorder.ts';
import { readByIds, readList } from '../../persistence/list-reader.ts';
import { latestOf, notDeleted, preorderList } from '../../persistence/preorders/preorder-list.ts';
import { listEventsOfPreorders } from '../../persistence/preorders/preorder-repository.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type PreorderEventView, type PreorderView, viewPreorder } from './preorder-view.ts';

/** History entries in a detail response. */
const SHOWN_EVENTS = 50;

/**
 * Reads preorders in one statement.
 * @returns in the order of the ids; undefined for an unknown or deleted one
 */
export async function readPreorders(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(PreorderView | undefined)[]> {
  return readByIds(em, preorderList, ids, now, viewPreorder, [notDeleted]);
}

/** @throws DomainError 404 PREORDER_NOT_FOUND */
export async function readPreorder(em: EntityManager, id: string, now: Date): Promise<PreorderView> {
  const [preorder] = await readPreorders(em, [id], now);
  if (!preorder) throw noSuch('Preorder');
  return preorder;
}

/**
 * Reads the latest history of each preorder, newest first, in one statement.
 * @param limit entries per preorder
 * @returns in the order of the ids
 */
export async function readPreorderEvents(
  em: EntityManager,
  ids: readonly string[],
  limit = SHOWN_EVENTS,
): Promise<PreorderEventView[][]> {
  const byPreorder = Map.groupBy(await listEventsOfPreorders(em, ids, limit), ({ preorderId }) => preorderId);
  return ids.map((id) => (byPreorder.get(id) ?? []).map((event) => viewOf(PreorderEventRecord, event)));
}

/**
 * Reads the latest preorders of each customer, newest first, in one statement.
 * @param limit preorders per customer
 * @returns in the order of the customers' ids
 */
export async function readPreordersOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
  now: Date,
): Promise<PreorderView[][]> {
  if (customerIds.length === 0) return [];
  const query = {
    where: [notDeleted, latestOf(customerIds, limit)],
    take: customerIds.length * limit,
    withTotal: false,
  };
  const { items } = await readList<StoredPreorder, PreorderView>(em, preorderList, query, now, viewPreorder);
  const byCustomer = Map.groupBy(items, ({ customerId }) => customerId);
  return customerIds.map((id) => byCustomer.get(id) ?? []);
}
