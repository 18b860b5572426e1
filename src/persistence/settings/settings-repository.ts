import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { FirmwareChannel } from '../../model/enums.ts';
import { row } from '../query.ts';
import {
  BusinessSettings,
  type BusinessSettingsRow,
  SETTINGS_ID,
  SystemSettings,
  type SystemSettingsRow,
} from './settings.entity.ts';

export interface StoredSystemSettings {
  readonly maximumMacsPerDevice: number;
  readonly heartbeatTimeoutSeconds: number;
  readonly pairingCertificateDays: number;
  readonly defaultFirmwareChannel: FirmwareChannel;
  readonly defaultRolloutPercentage: number;
  readonly revision: number;
  readonly updatedAt: Date;
}

export interface StoredBusinessSettings {
  readonly onlineThresholdMinutes: number;
  readonly activeThresholdDays: number;
  readonly companyName: string;
  readonly defaultCurrency: string;
  /** Whole currency units. */
  readonly defaultDevicePrice: number;
  readonly orderNumberPrefix: string;
  readonly revision: number;
  readonly updatedAt: Date;
}

/** Locks the system settings for update until the transaction ends. The migration created the row. */
export function lockSystemSettings(em: EntityManager): Promise<SystemSettingsRow> {
  return em.findOneOrFail(SystemSettings, { id: SETTINGS_ID }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks the business settings for update until the transaction ends. The migration created the row. */
export function lockBusinessSettings(em: EntityManager): Promise<BusinessSettingsRow> {
  return em.findOneOrFail(BusinessSettings, { id: SETTINGS_ID }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Reads the system settings without a lock. */
export async function findSystemSettings(em: EntityManager): Promise<StoredSystemSettings> {
  return present(
    await row<StoredSystemSettings>(
      em,
      `select maximum_macs_per_device as "maximumMacsPerDevice", heartbeat_timeout_seconds as "heartbeatTimeoutSeconds",
              pairing_certificate_days as "pairingCertificateDays", default_firmware_channel as "defaultFirmwareChannel",
              default_rollout_percentage as "defaultRolloutPercentage", revision, updated_at as "updatedAt"
         from system_settings`,
    ),
  );
}

/** Reads the business settings without a lock. */
export async function findBusinessSettings(em: EntityManager): Promise<StoredBusinessSettings> {
  return present(
    await row<StoredBusinessSettings>(
      em,
      `select online_threshold_minutes as "onlineThresholdMinutes", active_threshold_days as "activeThresholdDays",
              company_name as "companyName", default_currency as "defaultCurrency",
              default_device_price as "defaultDevicePrice", order_number_prefix as "orderNumberPrefix",
              revision, updated_at as "updatedAt"
         from business_settings`,
    ),
  );
}

function present<Row>(found: Row | undefined): Row {
  if (!found) throw new Error('The row of settings is missing: it is made by a migration and never removed.');
  return found;
}
