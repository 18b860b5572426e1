import type { EntityManager } from '@mikro-orm/postgresql';
import { viewOf } from '../../model/record.ts';
import { PreorderEventRecord, type StoredPreorder } from '../../model/records/preorder.ts';
import { readList } from '../../persistence/list-reader.ts';
import { notDeleted, preorderList } from '../../persistence/preorders/preorder-list.ts';
import { listEventsOfPreorders } from '../../persistence/preorders/preorder-repository.ts';
import { type SqlFragment, sql } from '../../persistence/sql.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type PreorderEventView, type PreorderView, viewPreorder } from './preorder-view.ts';

/** Entries of one preorder's history that a detail reply shows. */
const SHOWN_EVENTS = 50;

/**
 * Preorders in one statement.
 * @returns in the order of the ids, undefined where there is none or it was deleted
 */
export async function readPreorders(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(PreorderView | undefined)[]> {
  if (ids.length === 0) return [];
  const items = await readWhere(em, sql`p.id = any(${ids}::uuid[])`, ids.length, now);
  const byId = new Map(items.map((preorder) => [preorder.id, preorder]));
  return ids.map((id) => byId.get(id));
}

/** @throws DomainError 404 PREORDER_NOT_FOUND */
export async function readPreorder(em: EntityManager, id: string, now: Date): Promise<PreorderView> {
  const [preorder] = await readPreorders(em, [id], now);
  if (!preorder) throw noSuch('Preorder');
  return preorder;
}

/**
 * The latest history of each preorder, newest first, in one statement.
 * @param limit entries of one preorder
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
 * The latest preorders of each customer, newest first, in one statement.
 * @param limit preorders of one customer
 * @returns in the order of the customers' ids
 */
export async function readPreordersOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
  now: Date,
): Promise<PreorderView[][]> {
  if (customerIds.length === 0) return [];
  const latest = sql`p.id in (
    select o.id from unnest(${customerIds}::uuid[]) as c(id)
     cross join lateral (select id from preorder where customer_id = c.id and deleted_at is null
                          order by created_at desc, id desc limit ${limit}) o)`;
  const items = await readWhere(em, latest, customerIds.length * limit, now);
  const byCustomer = Map.groupBy(items, ({ customerId }) => customerId);
  return customerIds.map((id) => byCustomer.get(id) ?? []);
}

async function readWhere(em: EntityManager, where: SqlFragment, take: number, now: Date): Promise<PreorderView[]> {
  const query = { where: [notDeleted, where], take, withTotal: false };
  return (await readList<StoredPreorder, PreorderView>(em, preorderList, query, now, viewPreorder)).items;
}
