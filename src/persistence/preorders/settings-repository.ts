import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { PreorderSettingsView } from '../../model/records/settings.ts';
import { execute, row } from '../sql/query.ts';
import { PreorderSettings, type PreorderSettingsRow } from './preorder-settings.entity.ts';

const SETTINGS_ID = 1;

/** The stored preorder settings: what is left is counted. */
export type StoredPreorderSettings = Omit<PreorderSettingsView, 'remaining'>;

/**
 * Locks the settings for update until the transaction ends, for a change of the settings or of the reserved quantity.
 * Lock it before every other row, so that orders, cancellations and changes of the settings cannot deadlock.
 */
export function lockPreorderSettings(em: EntityManager): Promise<PreorderSettingsRow> {
  return em.findOneOrFail(PreorderSettings, { id: SETTINGS_ID }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Reads the settings without a lock. The migration created the row. */
export async function findPreorderSettings(em: EntityManager): Promise<StoredPreorderSettings> {
  const found = await row<StoredPreorderSettings>(
    em,
    `select pre_order_enabled as "preOrderEnabled", product_name as "productName", currency, full_price as "fullPrice",
            deposit_amount as "depositAmount", expected_delivery_text_uz as "expectedDeliveryTextUz",
            expected_delivery_text_en as "expectedDeliveryTextEn", expected_delivery_text_ru as "expectedDeliveryTextRu",
            max_quantity_per_order as "maxQuantityPerOrder", preorder_capacity as "preorderCapacity",
            contact_phone as "contactPhone", support_telegram as "supportTelegram",
            allow_manual_deposit_confirmation as "allowManualDepositConfirmation", reserved, revision,
            updated_at as "updatedAt"
       from preorder_settings`,
  );
  if (!found)
    throw new Error('The row of preorder settings is missing, although a migration creates it and nothing deletes it.');
  return found;
}

/**
 * Adds to the reserved quantity, in a transaction that has locked the settings. The revision is unchanged, because
 * editors of the settings see no change.
 * @param quantity negative to return capacity
 */
export async function addReserved(em: EntityManager, quantity: number): Promise<void> {
  await execute(em, 'update preorder_settings set reserved = reserved + $1', [quantity]);
}
