import { randomBytes } from 'node:crypto';
import { Preorder } from '../../../src/persistence/preorders/preorder.entity.ts';
import type { RunningApp } from '../app.ts';
import { makeCustomerRow } from './device.ts';
import { insertRow, stated, type Values } from './insert.ts';

type House = Pick<RunningApp, 'sql' | 'clock'>;

/** Without a customer one is made. */
export type PreorderOverrides = Partial<Values<typeof Preorder>>;

export interface MadePreorder {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

/** A preorder with its customer, NEW unless told otherwise, counted in what is reserved. */
export async function makePreorder(app: House, overrides: PreorderOverrides = {}): Promise<MadePreorder> {
  const now = overrides.createdAt ?? app.clock.now();
  const customerId = overrides.customerId ?? (await makeCustomerRow(app)).id;
  const preorder = {
    number: `MADE-${randomBytes(8).toString('hex')}`,
    keyHash: randomBytes(32),
    fingerprint: randomBytes(32),
    status: 'NEW' as const,
    fullName: 'Aziza Karimova',
    phone: '+998901234567',
    region: 'Toshkent',
    quantity: 1,
    locale: 'uz' as const,
    productName: 'Karvon Lamp',
    currency: 'UZS',
    createdAt: now,
    updatedAt: now,
    ...stated(overrides),
    customerId,
  };
  const id = await insertRow(app.sql, Preorder, preorder);
  if (preorder.status !== 'CANCELLED') {
    await app.sql('update preorder_settings set reserved = reserved + $1', [preorder.quantity]);
  }
  return { id, number: preorder.number, customerId };
}

/** Terms under which everything can be ordered. */
export async function openPreorders(app: Pick<House, 'sql'>): Promise<void> {
  await app.sql(
    'update preorder_settings set pre_order_enabled = true, max_quantity_per_order = 20, preorder_capacity = null',
  );
}
