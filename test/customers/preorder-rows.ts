import { randomBytes } from 'node:crypto';
import type { PreorderStatus } from '../../src/model/enums.ts';
import { newId } from '../../src/persistence/columns.ts';
import { Preorder } from '../../src/persistence/preorders/preorder.entity.ts';
import type { RunningApp } from '../support/app.ts';
import { insertRow } from '../support/factories/insert.ts';

/** A preorder of a customer as the table has it, for what customers are filtered by. */
export async function insertPreorder(
  app: Pick<RunningApp, 'sql' | 'clock'>,
  {
    deleted,
    ...values
  }: {
    readonly customerId: string;
    readonly status: PreorderStatus;
    readonly utmSource?: string;
    readonly assignedAdminId?: string;
    readonly deleted?: boolean;
  },
): Promise<string> {
  const now = app.clock.now();
  return insertRow(app.sql, Preorder, {
    ...values,
    number: `PRE-${newId()}`,
    keyHash: randomBytes(32),
    fingerprint: randomBytes(32),
    quantity: 1,
    locale: 'uz',
    productName: 'Karvon',
    currency: 'UZS',
    deletedAt: deleted ? now : null,
    createdAt: now,
    updatedAt: now,
  });
}
