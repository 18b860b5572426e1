import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { revision, timestamp } from '../columns.ts';

/** The preorder settings, in one row; `reserved` counts the capacity used by live preorders. */
export const PreorderSettings = defineEntity({
  name: 'PreorderSettings',
  tableName: 'preorder_settings',
  properties: {
    id: p.integer().primary().autoincrement(false),
    preOrderEnabled: p.boolean(),
    productName: p.text(),
    currency: p.text(),
    fullPrice: p.bigint('number').nullable(),
    depositAmount: p.bigint('number').nullable(),
    expectedDeliveryTextUz: p.text(),
    expectedDeliveryTextEn: p.text(),
    expectedDeliveryTextRu: p.text(),
    maxQuantityPerOrder: p.integer(),
    /** Null = unlimited. */
    preorderCapacity: p.integer().nullable(),
    contactPhone: p.text().nullable(),
    supportTelegram: p.text().nullable(),
    allowManualDepositConfirmation: p.boolean(),
    /** Quantity of all preorders that are not cancelled. */
    reserved: p.integer().default(0),
    revision: revision(),
    updatedAt: timestamp(),
  },
  checks: [
    { name: 'preorder_settings_single_row', expression: 'id = 1' },
    { name: 'preorder_settings_reserved_positive', expression: 'reserved >= 0' },
  ],
});
export type PreorderSettingsRow = InferEntity<typeof PreorderSettings>;
