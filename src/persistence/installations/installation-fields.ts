import type { DeviceStatus } from '../../model/enums.ts';
import type { StoredInstallation } from '../../model/records/installation.ts';
import type { StoredRelease } from '../../model/records/release.ts';

/** An installation, locked for update. */
export type LockedInstallation = Omit<
  StoredInstallation,
  'serial' | 'version' | 'buildNumber' | 'hardwareRevision' | 'fromBuildNumber' | 'unusedLeases' | 'updatedAt'
>;

/** The fields of an installation that can change. */
export type InstallationFields = Omit<
  LockedInstallation,
  'id' | 'deviceId' | 'releaseId' | 'attempt' | 'revision' | 'createdAt'
>;

/** The facts of a release on which decisions about its installations depend. */
export type ReleaseFacts = Pick<
  StoredRelease,
  'id' | 'lifecycle' | 'channel' | 'version' | 'buildNumber' | 'securityVersion'
>;

/** The facts of a device on which decisions about its installations depend. */
export interface DeviceProofFacts {
  readonly id: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  readonly watchedInstallationId: string | null;
  readonly confirmedSecurityVersion: number;
  /** The latest heartbeat; null before the first. */
  readonly presence: PresenceFacts | null;
}

export interface PresenceFacts {
  readonly lastSeenAt: Date;
  /** The device's clock, Unix milliseconds. */
  readonly timestampMs: number;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  readonly otaSlot: string | null;
  /** Seconds since the device started. */
  readonly uptime: number;
}
