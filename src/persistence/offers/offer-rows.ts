import type {
  DeviceStatus,
  FirmwareChannel,
  FirmwareLifecycle,
  InstallationStatus,
  Verification,
} from '../../model/enums.ts';
import type { OfferDecisionFields } from '../../model/records/offer-decision.ts';

/** Identifies a requester: what its proof and its request name. */
export interface RequesterKey {
  readonly deviceId: string;
  /** The version of the secret that made the proof; it must still be live. */
  readonly secretVersion: number;
  /** As the device signed it. */
  readonly currentFirmware: string;
}

/** A device that asks for firmware, as the database has it. */
export interface RequesterRow {
  readonly deviceId: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  readonly model: string;
  readonly hardwareRevision: string;
  /** Its own channel, or the default of the settings: caps what it may ask for. */
  readonly allowedChannel: FirmwareChannel;
  /** The highest security version that was confirmed here. */
  readonly confirmedSecurityVersion: number;
  /** Of its last heartbeat; null before the first. */
  readonly seenVersion: string | null;
  readonly seenBuildNumber: number | null;
  /** Of the release with the version that it runs; null when none is known. */
  readonly runningSecurityVersion: number | null;
  readonly attempts: readonly AttemptRow[];
}

/** The newest attempt at a release; times in Unix milliseconds. */
export interface AttemptRow {
  readonly installationId: string;
  readonly releaseId: string;
  /** 1-based. */
  readonly attempt: number;
  readonly status: InstallationStatus;
  /** The offer was withdrawn before the device started. */
  readonly closed: boolean;
  /** It is FAILED, or stuck, because the device may just have been switched off. */
  readonly silent: boolean;
  /** The number of silent attempts at the release, including this one. */
  readonly silentAttempts: number;
  /** The number of leases on a download that passed unused. */
  readonly unusedLeases: number;
  readonly verification: Verification | null;
  readonly failureCode: string | null;
  readonly finishedMs: number | null;
  readonly retryMs: number | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** A release that is ROLLING_OUT, PAUSED or COMPLETED, without the content that only a device with the offer needs. */
export interface OfferableRow {
  readonly id: string;
  readonly revision: number;
  /** Null: for every model with the hardware revision. */
  readonly model: string | null;
  readonly hardwareRevision: string;
  readonly version: string;
  readonly buildNumber: number;
  readonly securityVersion: number;
  readonly channel: FirmwareChannel;
  readonly lifecycle: FirmwareLifecycle;
  readonly targetDeviceId: string | null;
  readonly mandatory: boolean;
  readonly mandatoryAfter: Date | null;
  readonly minFromVersion: string | null;
  readonly minAppVersion: string | null;
  readonly signedBy: readonly string[];
  readonly rolloutPercentage: number;
  readonly rolloutStartedAt: Date | null;
}

/** A decision for a device, as support reads it later. */
export interface DecisionRow extends Omit<OfferDecisionFields, 'releaseLifecycle'> {
  readonly deviceId: string;
  /** The signed timestamp of the request, Unix milliseconds. */
  readonly timestampMs: number;
}
