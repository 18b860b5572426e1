import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Device, type DeviceRow } from '../devices/device.entity.ts';
import type { NewRow } from '../new-row.ts';
import { row } from '../sql/query.ts';
import { Refund, type RefundRow } from './refund.entity.ts';
import { Sale, type SaleRow } from './sale.entity.ts';

/** A sale with its device. */
export interface SaleWithDevice {
  readonly sale: SaleRow;
  readonly device: DeviceRow;
}

/** Locks a sale and its device for update until the transaction ends; the device first, as in the lock order. */
export async function lockSale(em: EntityManager, id: string): Promise<SaleWithDevice | undefined> {
  const found = await row<{ deviceId: string }>(em, 'select device_id as "deviceId" from sale where id = $1', [id]);
  if (!found) return undefined;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const device = await em.findOneOrFail(Device, { id: found.deviceId }, lock);
  return { device, sale: await em.findOneOrFail(Sale, { id }, lock) };
}

/** Locks the live sale of a device for update until the transaction ends. Lock the device first. */
export function lockLiveSale(em: EntityManager, deviceId: string): Promise<SaleRow | null> {
  return em.findOne(
    Sale,
    { deviceId, status: { $nin: ['CANCELLED', 'REFUNDED'] }, deviceReleasedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

/** The number of sales of a preorder, without the cancelled ones. Lock the preorder first, so that none is added. */
export async function countSalesOf(em: EntityManager, preorderId: string): Promise<number> {
  const text = `select count(*)::int as count from sale where preorder_id = $1 and status <> 'CANCELLED'`;
  return (await row<{ count: number }>(em, text, [preorderId]))?.count ?? 0;
}

/** Adds a sale; it is written with the next flush. */
export function addSale(em: EntityManager, sale: NewRow<SaleRow>): SaleRow {
  return em.create(Sale, sale);
}

/** Adds a refund, which is immutable; it is written with the next flush. */
export function addRefund(em: EntityManager, refund: NewRow<RefundRow>): RefundRow {
  return em.create(Refund, refund);
}

/**
 * Draws the next order number of a prefix and a year. Concurrent draws wait until this transaction ends; after a
 * rollback the number is drawn again, so there are no gaps. Draw it last, to keep the lock short.
 */
export async function nextOrderNumber(em: EntityManager, prefix: string, year: number): Promise<number> {
  const drawn = await row<{ last: number }>(
    em,
    `insert into order_counter (prefix, year, last) values ($1, $2, 1)
     on conflict (prefix, year) do update set last = order_counter.last + 1
     returning last`,
    [prefix, year],
  );
  if (!drawn) throw new Error('The counter of order numbers gave none.');
  return drawn.last;
}
