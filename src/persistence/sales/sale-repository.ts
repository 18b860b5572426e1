import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { RefundRecord, type StoredRefund } from '../../model/records/sale.ts';
import { Device, type DeviceRow } from '../devices/device.entity.ts';
import { row, rows } from '../query.ts';
import { selectList } from '../record-list.ts';
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

type NewSale = Omit<SaleRow, 'id' | 'revision' | symbol>;

/** Adds a sale; it is written with the next flush. */
export function addSale(em: EntityManager, sale: NewSale): SaleRow {
  return em.create(Sale, sale);
}

/** Adds a refund, which is immutable; it is written with the next flush. */
export function addRefund(em: EntityManager, refund: Omit<RefundRow, 'id' | symbol>): RefundRow {
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

/**
 * The refunds of each sale, oldest first.
 * @param limit refunds per sale; null = all
 */
export function listRefunds(
  em: EntityManager,
  saleIds: readonly string[],
  limit: number | null,
): Promise<StoredRefund[]> {
  return rows(
    em,
    `select r.sale_id as "saleId", ${refundColumns}
       from unnest($1::uuid[]) as s(id)
      cross join lateral (select * from refund where sale_id = s.id order by created_at, id limit $2) r
      order by r.sale_id, r.created_at, r.id`,
    [saleIds, limit],
  );
}

const refundColumns = selectList(RefundRecord, { alias: 'r' });

/** The ids of the devices' live sales. */
export function findLiveSaleIds(
  em: EntityManager,
  deviceIds: readonly string[],
): Promise<{ deviceId: string; id: string }[]> {
  return rows(
    em,
    `select id, device_id as "deviceId" from sale
      where device_id = any($1::uuid[]) and status not in ('CANCELLED', 'REFUNDED') and device_released_at is null`,
    [deviceIds],
  );
}

/**
 * The newest sales of each customer.
 * @param limit sales per customer
 */
export function findSaleIdsOfCustomers(
  em: EntityManager,
  customerIds: readonly string[],
  limit: number,
): Promise<{ customerId: string; id: string }[]> {
  return rows(
    em,
    `select c.id as "customerId", s.id
       from unnest($1::uuid[]) as c(id)
      cross join lateral (select id, created_at from sale where customer_id = c.id order by created_at desc, id desc limit $2) s
      order by c.id, s.created_at desc, s.id desc`,
    [customerIds, limit],
  );
}
