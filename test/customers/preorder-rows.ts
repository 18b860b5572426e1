import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { PreorderStatus } from '../../src/model/enums.ts';
import type { TestApp } from '../support/app.ts';

/** A preorder of a customer as the table has it, for what customers are filtered by. */
export async function insertPreorder(
  app: Pick<TestApp, 'sql' | 'clock'>,
  preorder: {
    readonly customerId: string;
    readonly status: PreorderStatus;
    readonly utmSource?: string;
    readonly assignedAdminId?: string;
    readonly deleted?: boolean;
  },
): Promise<string> {
  const id = uuidv7();
  const now = app.clock.now();
  await app.sql(
    `insert into preorder (id, number, key_hash, fingerprint, customer_id, status, quantity, locale, utm_source,
                           product_name, currency, assigned_admin_id, deleted_at, created_at, updated_at)
     values ($1, $2, $3, $3, $4, $5, 1, 'uz', $6, 'Karvon', 'UZS', $7, $8, $9, $9)`,
    [
      id,
      `PRE-${id}`,
      randomBytes(32),
      preorder.customerId,
      preorder.status,
      preorder.utmSource ?? null,
      preorder.assignedAdminId ?? null,
      preorder.deleted ? now : null,
      now,
    ],
  );
  return id;
}
