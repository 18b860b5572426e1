import { FIRMWARE_CHANNELS, PAYMENT_METHODS, PRODUCT_COLORS } from '../enums.ts';
import { answer, boolean, integer, money, oneOf, part, record, revision, text, time, type View } from '../record.ts';

const updatedAt = time('When these settings were last changed.');

export const SystemSettingsRecord = record('SystemSettings', 'Settings of devices, apps and rollouts.', {
  maximumMacsPerDevice: integer('The active pairings that one device may have, 1 to 10.', 1, 10).input(),
  heartbeatTimeoutSeconds: integer(
    'Seconds without a heartbeat, 60 to 86400, after which clients may call a device silent; the service itself counts by `onlineThresholdMinutes`.',
    60,
    86_400,
  ).input(),
  pairingCertificateDays: integer('Days that a new app credential is valid, 7 to 730.', 7, 730).input(),
  defaultFirmwareChannel: oneOf(
    'FirmwareChannel',
    FIRMWARE_CHANNELS,
    'The channel of devices that have no channel of their own.',
  ).input(),
  defaultRolloutPercentage: integer(
    'The percentage of devices, 0 to 100, that a rollout starts with when none is given.',
    0,
    100,
  ).input(),
  revision: revision(),
  updatedAt,
});
export type SystemSettingsView = View<typeof SystemSettingsRecord>;

export const BusinessSettingsRecord = record(
  'BusinessSettings',
  'Prices, order numbers and thresholds of the business.',
  {
    onlineThresholdMinutes: integer(
      'Minutes since its last heartbeat, 1 to 1440, for which a device counts as online.',
      1,
      1440,
    ).input(),
    activeThresholdDays: integer(
      'Days since its last heartbeat, 1 to 365, for which a device counts as active in analytics.',
      1,
      365,
    ).input(),
    companyName: text('The name of the company.', 2, 120).input(),
    defaultCurrency: text(
      'The currency of questions that name none, three Latin letters, stored in capitals; a sale or a sales report that names none is in UZS.',
      3,
      3,
    ).input(),
    defaultDevicePrice: money('The usual price of a device, in whole units of `defaultCurrency`.').input(),
    orderNumberPrefix: text('The prefix of new order numbers.', 2, 12).input(),
    revision: revision(),
    updatedAt,
  },
);
export type BusinessSettingsView = View<typeof BusinessSettingsRecord>;

export const SettingsRecord = answer('Settings', 'All settings except those of preorders.', {
  system: part(SystemSettingsRecord, 'Settings of devices, apps and rollouts.'),
  business: part(BusinessSettingsRecord, 'Prices, order numbers and thresholds of the business.'),
});

export const PreorderSettingsRecord = record(
  'PreorderSettings',
  'The terms of preorders, and the remaining capacity.',
  {
    preOrderEnabled: boolean('Whether the public site takes preorders.'),
    productName: text('The product, as customers read it.', 2, 120),
    currency: text('The currency of the prices, three capital letters.'),
    fullPrice: money('The price of one device, in whole currency units; null: not announced.').nullable(),
    depositAmount: money('The deposit for one device, in whole currency units; null: none.').nullable(),
    expectedDeliveryTextUz: text('When to expect delivery, in Uzbek.', 2, 240).lines(),
    expectedDeliveryTextEn: text('When to expect delivery, in English.', 2, 240).lines(),
    expectedDeliveryTextRu: text('When to expect delivery, in Russian.', 2, 240).lines(),
    maxQuantityPerOrder: integer('The most devices of one preorder, 1 to 20.'),
    preorderCapacity: integer('The most devices of all preorders together; null: no limit.').nullable(),
    contactPhone: text('The phone number that customers can call; null: none.', 5, 32).nullable().personal(),
    supportTelegram: text('The link to the support chat on Telegram; null: none.').nullable(),
    allowManualDepositConfirmation: boolean('Whether staff may set preorders to DEPOSIT_PAID.'),
    reserved: integer('The devices of all preorders that are neither cancelled nor deleted.'),
    remaining: integer('The remaining capacity; null: no limit.').nullable(),
    revision: revision(),
    updatedAt,
  },
);
export type PreorderSettingsView = View<typeof PreorderSettingsRecord>;

/** The terms that the public site needs; they do not reveal how many devices were sold. */
export const PreorderConfigRecord = answer('PreorderConfig', 'The terms of preorders, for the public site.', {
  enabled: boolean('Whether orders are taken.'),
  soldOut: boolean('Whether nothing is left to order.'),
  productName: text('The product, as customers read it.'),
  currency: text('The currency of the prices, three capital letters.'),
  fullPrice: money('The price of one device, in whole currency units; null: not announced.').nullable(),
  depositAmount: money('The deposit for one device, in whole currency units; null: none.').nullable(),
  expectedDelivery: part(
    answer('ExpectedDelivery', 'When to expect delivery, in each language.', {
      uz: text('In Uzbek.'),
      en: text('In English.'),
      ru: text('In Russian.'),
    }),
    'When to expect delivery.',
  ),
  colors: oneOf('ProductColor', PRODUCT_COLORS, 'The colors to choose from.').list(),
  paymentMethods: oneOf('PaymentMethod', PAYMENT_METHODS, 'The ways to pay to choose from.').list(),
  maxQuantityPerOrder: integer('The most devices of one preorder, 1 to 20.'),
  remaining: integer('How many devices can still be ordered; null: no limit.').nullable(),
  contactPhone: text('The phone number that customers can call; null: none.').nullable(),
  supportTelegram: text('The link to the support chat on Telegram; null: none.').nullable(),
});
