import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql';
import { FIRMWARE_CHANNELS } from '../../model/enums.ts';
import { enumColumn, revision, timestamp } from '../columns.ts';

/** The primary key of the only row. */
export const SETTINGS_ID = 1;

export const SystemSettings = defineEntity({
  name: 'SystemSettings',
  tableName: 'system_settings',
  properties: {
    id: p.integer().primary().autoincrement(false),
    maximumMacsPerDevice: p.integer(),
    heartbeatTimeoutSeconds: p.integer(),
    pairingCertificateDays: p.integer(),
    defaultFirmwareChannel: enumColumn(FIRMWARE_CHANNELS),
    defaultRolloutPercentage: p.integer(),
    revision: revision(),
    updatedAt: timestamp(),
  },
  checks: [{ name: 'system_settings_single_row', expression: 'id = 1' }],
});
export type SystemSettingsRow = InferEntity<typeof SystemSettings>;

export const BusinessSettings = defineEntity({
  name: 'BusinessSettings',
  tableName: 'business_settings',
  properties: {
    id: p.integer().primary().autoincrement(false),
    onlineThresholdMinutes: p.integer(),
    activeThresholdDays: p.integer(),
    companyName: p.text(),
    defaultCurrency: p.text(),
    defaultDevicePrice: p.integer(),
    orderNumberPrefix: p.text(),
    revision: revision(),
    updatedAt: timestamp(),
  },
  checks: [{ name: 'business_settings_single_row', expression: 'id = 1' }],
});
export type BusinessSettingsRow = InferEntity<typeof BusinessSettings>;
