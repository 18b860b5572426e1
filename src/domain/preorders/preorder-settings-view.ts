import {
  type Locale,
  PAYMENT_METHODS,
  type PaymentMethod,
  PRODUCT_COLORS,
  type ProductColor,
} from '../../model/enums.ts';
import type { StoredPreorderSettings } from '../../persistence/preorders/settings-repository.ts';
import { remainingOf } from './preorder-rules.ts';

/** The preorder settings. Money in whole currency units. */
export interface PreorderSettingsView extends StoredPreorderSettings {
  /** The remaining capacity; null = unlimited. */
  readonly remaining: number | null;
}

/** Settings from an entity or from a row. */
type Stored = { readonly [Name in keyof StoredPreorderSettings]?: StoredPreorderSettings[Name] } & Omit<
  StoredPreorderSettings,
  'fullPrice' | 'depositAmount' | 'preorderCapacity' | 'contactPhone' | 'supportTelegram'
>;

export function viewPreorderSettings(settings: Stored): PreorderSettingsView {
  return {
    preOrderEnabled: settings.preOrderEnabled,
    productName: settings.productName,
    currency: settings.currency,
    fullPrice: settings.fullPrice ?? null,
    depositAmount: settings.depositAmount ?? null,
    expectedDeliveryTextUz: settings.expectedDeliveryTextUz,
    expectedDeliveryTextEn: settings.expectedDeliveryTextEn,
    expectedDeliveryTextRu: settings.expectedDeliveryTextRu,
    maxQuantityPerOrder: settings.maxQuantityPerOrder,
    preorderCapacity: settings.preorderCapacity ?? null,
    contactPhone: settings.contactPhone ?? null,
    supportTelegram: settings.supportTelegram ?? null,
    allowManualDepositConfirmation: settings.allowManualDepositConfirmation,
    reserved: settings.reserved,
    remaining: remainingOf(settings),
    revision: settings.revision,
    updatedAt: settings.updatedAt,
  };
}

/** The settings that the public site needs; they do not reveal how many devices were sold. */
export interface PreorderConfigView {
  readonly enabled: boolean;
  readonly soldOut: boolean;
  readonly productName: string;
  readonly currency: string;
  readonly fullPrice: number | null;
  readonly depositAmount: number | null;
  readonly expectedDelivery: Readonly<Record<Locale, string>>;
  readonly colors: readonly ProductColor[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly maxQuantityPerOrder: number;
  /** Null = unlimited. */
  readonly remaining: number | null;
  readonly contactPhone: string | null;
  readonly supportTelegram: string | null;
}

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
