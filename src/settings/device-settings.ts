import type { RolloutSettings } from '../model/ports.ts';
import type { SettingReader } from './setting-reader.ts';

/** Devices, their firmware and their history. */
export interface DeviceSettings {
  readonly provisionerFingerprints: readonly string[];
  /** Number of different keys that must have signed a release, and one for STABLE. */
  readonly releaseSignatureThreshold: number;
  readonly releaseSignatureThresholdStable: number;
  readonly firmwareMaxBytes: number;
  /** How long the URL of a download is good. */
  readonly downloadUrlSeconds: number;
  readonly heartbeatRetentionDays: number;
  readonly deviceDayRetentionDays: number;
  readonly rollout: RolloutSettings;
}

export function readDeviceSettings(settings: SettingReader): DeviceSettings {
  const releaseSignatureThreshold = settings.integer('RELEASE_SIGNATURE_THRESHOLD', 1, 1, 10);
  return {
    downloadUrlSeconds: settings.integer('DOWNLOAD_URL_SECONDS', 3_600, 60, 604_800),
    provisionerFingerprints: settings.list('PROVISIONER_FINGERPRINTS').map((fingerprint) => fingerprint.toLowerCase()),
    releaseSignatureThreshold,
    releaseSignatureThresholdStable: settings.integer(
      'RELEASE_SIGNATURE_THRESHOLD_STABLE',
      releaseSignatureThreshold,
      1,
      10,
    ),
    firmwareMaxBytes: settings.integer('FIRMWARE_MAX_BYTES', 16_777_216, 65_536, 1_073_741_824),
    heartbeatRetentionDays: settings.integer('HEARTBEAT_RETENTION_DAYS', 30, 1, 3650),
    deviceDayRetentionDays: settings.integer('DEVICE_DAY_RETENTION_DAYS', 400, 31, 3650),
    rollout: {
      maxConcurrentDownloads: settings.integer('MAX_CONCURRENT_DOWNLOADS', 2_000, 1, 1_000_000),
      pauseMinSample: settings.integer('ROLLOUT_PAUSE_MIN_SAMPLE', 5, 5, 1_000_000),
      pauseFailurePercent: settings.integer('ROLLOUT_PAUSE_FAILURE_PERCENT', 10, 1, 100),
      pauseRollbacks: settings.integer('ROLLOUT_PAUSE_ROLLBACKS', 3, 1, 1_000_000),
    },
  };
}
