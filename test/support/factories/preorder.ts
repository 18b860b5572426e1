import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Locale, PreorderStatus } from '../../../src/model/enums.ts';
import type { TestApp } from '../app.ts';
import { makeCustomerRow } from './device.ts';

type House = Pick<TestApp, 'sql' | 'clock'>;

export interface PreorderOverrides {
  readonly number?: string;
  readonly status?: PreorderStatus;
  readonly quantity?: number;
  readonly locale?: Locale;
  /** Default: one that is made. */
  readonly customerId?: string;
  readonly assignedAdminId?: string | null;
  readonly createdAt?: Date;
}

export interface MadePreorder {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

/** A preorder with its customer, NEW unless told otherwise, counted in what is reserved. */
export async function makePreorder(app: House, overrides: PreorderOverrides = {}): Promise<MadePreorder> {
  const id = uuidv7();
  const now = overrides.createdAt ?? app.clock.now();
  const number = overrides.number ?? `MADE-${randomBytes(8).toString('hex')}`;
  const customerId = overrides.customerId ?? (await makeCustomerRow(app)).id;
  const { status = 'NEW', quantity = 1 } = overrides;
  await app.sql(
    `insert into preorder (id, number, key_hash, fingerprint, customer_id, status, full_name, phone, region, quantity,
                           locale, product_name, currency, assigned_admin_id, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'Aziza Karimova', '+998901234567', 'Toshkent', $7, $8, 'Karvon Lamp', 'UZS', $9, $10, $10)`,
    [
      id,
      number,
      randomBytes(32),
      randomBytes(32),
      customerId,
      status,
      quantity,
      overrides.locale ?? 'uz',
      overrides.assignedAdminId ?? null,
      now,
    ],
  );
  if (status !== 'CANCELLED') await app.sql('update preorder_settings set reserved = reserved + $1', [quantity]);
  return { id, number, customerId };
}

/** Terms under which everything can be ordered. */
export async function openPreorders(app: Pick<House, 'sql'>): Promise<void> {
  await app.sql(
    'update preorder_settings set pre_order_enabled = true, max_quantity_per_order = 20, preorder_capacity = null',
  );
}
