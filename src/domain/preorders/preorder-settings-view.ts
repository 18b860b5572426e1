import { PAYMENT_METHODS, PRODUCT_COLORS } from '../../model/enums.ts';
import { type View, viewOf } from '../../model/record.ts';
import {
  type PreorderConfigRecord,
  PreorderSettingsRecord,
  type PreorderSettingsView,
} from '../../model/records/settings.ts';
import type { PreorderSettingsRow } from '../../persistence/preorders/preorder-settings.entity.ts';
import type { StoredPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { remainingOf } from './preorder-rules.ts';

/** The view of settings from an entity or from a row. */
export function viewPreorderSettings(settings: PreorderSettingsRow | StoredPreorderSettings): PreorderSettingsView {
  return { ...viewOf(PreorderSettingsRecord, settings), remaining: remainingOf(settings) };
}

/** The settings that the public site needs; they do not reveal how many devices were sold. */
export type PreorderConfigView = View<typeof PreorderConfigRecord>;

export function viewPreorderConfig(settings: StoredPreorderSettings): PreorderConfigView {
  const remaining = remainingOf(settings);
  return {
    enabled: settings.preOrderEnabled,
    soldOut: remaining === 0,
    productName: settings.productName,
    currency: settings.currency,
    fullPrice: settings.fullPrice,
    depositAmount: settings.depositAmount,
    expectedDelivery: {
      uz: settings.expectedDeliveryTextUz,
      en: settings.expectedDeliveryTextEn,
      ru: settings.expectedDeliveryTextRu,
    },
    colors: PRODUCT_COLORS,
    paymentMethods: PAYMENT_METHODS,
    maxQuantityPerOrder: settings.maxQuantityPerOrder,
    remaining,
    contactPhone: settings.contactPhone,
    supportTelegram: settings.supportTelegram,
  };
}
