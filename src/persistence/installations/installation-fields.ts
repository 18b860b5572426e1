import type { StoredInstallation } from '../../model/records/installation.ts';
import type { StoredRelease } from '../../model/records/release.ts';

/** An installation as it is locked for a change. */
export type LockedInstallation = Omit<
  StoredInstallation,
  'serial' | 'version' | 'buildNumber' | 'hardwareRevision' | 'fromBuildNumber' | 'updatedAt'
>;

/** What changes of an installation. */
export type InstallationFields = Omit<
  LockedInstallation,
  'id' | 'deviceId' | 'releaseId' | 'attempt' | 'revision' | 'createdAt'
>;

/** What decisions about an installation ask of its release. */
export type ReleaseFacts = Pick<StoredRelease, 'id' | 'lifecycle' | 'version' | 'buildNumber' | 'securityVersion'>;

/** What decisions about an installation ask of its device. */
export interface DeviceProofFacts {
  readonly id: string;
  readonly serial: string;
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
