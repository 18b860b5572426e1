import type { FirmwareChannel } from '../../model/enums.ts';

export interface SystemSettingsView {
  readonly maximumMacsPerDevice: number;
  readonly heartbeatTimeoutSeconds: number;
  readonly pairingCertificateDays: number;
  readonly defaultFirmwareChannel: FirmwareChannel;
  readonly defaultRolloutPercentage: number;
  readonly revision: number;
  readonly updatedAt: Date;
}

export interface BusinessSettingsView {
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

export function viewSystemSettings(settings: SystemSettingsView): SystemSettingsView {
  return {
    maximumMacsPerDevice: settings.maximumMacsPerDevice,
    heartbeatTimeoutSeconds: settings.heartbeatTimeoutSeconds,
    pairingCertificateDays: settings.pairingCertificateDays,
    defaultFirmwareChannel: settings.defaultFirmwareChannel,
    defaultRolloutPercentage: settings.defaultRolloutPercentage,
    revision: settings.revision,
    updatedAt: settings.updatedAt,
  };
}

export function viewBusinessSettings(settings: BusinessSettingsView): BusinessSettingsView {
  return {
    onlineThresholdMinutes: settings.onlineThresholdMinutes,
    activeThresholdDays: settings.activeThresholdDays,
    companyName: settings.companyName,
    defaultCurrency: settings.defaultCurrency,
    defaultDevicePrice: settings.defaultDevicePrice,
    orderNumberPrefix: settings.orderNumberPrefix,
    revision: settings.revision,
    updatedAt: settings.updatedAt,
  };
}
