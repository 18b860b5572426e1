import type {
  DeviceStatus,
  FirmwareChannel,
  FirmwareLifecycle,
  InstallationStatus,
  Verification,
} from '../../model/enums.ts';
import type { OfferGateway } from '../../persistence/offers/offer-gateway.ts';
import type { FirmwareVersion } from '../kernel/firmware-version.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** The hot path of devices that look for firmware; its rows are nobody else's business. */
    readonly offers: OfferGateway;
  }
}

/** A device that asks for firmware: what is registered of it, what it said, what it went through. */
export interface Asker {
  readonly deviceId: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  readonly model: string;
  readonly hardwareRevision: string;
  /** Its own channel, or the default of the settings: caps what it may ask for. */
  readonly allowedChannel: FirmwareChannel;
  /** The highest security version that was confirmed here. */
  readonly confirmedSecurityVersion: number;
  readonly running: RunningFirmware;
  readonly asked: AskedFor;
  /** Its newest attempt at each release. */
  readonly attempts: readonly PastAttempt[];
}

/** The firmware that asks. */
export interface RunningFirmware {
  /** Signed by the device. */
  readonly version: FirmwareVersion;
  /** From the last heartbeat, where that had the same version. */
  readonly buildNumber: number | null;
  /** Of the release that it is; 0 when it is none that is known here. */
  readonly securityVersion: number;
}

/** What the device says without signing it: it may narrow what it is offered, never widen it. */
export interface AskedFor {
  readonly hardwareRevision: string;
  /** Undefined: not in the form of a version. */
  readonly appVersion: FirmwareVersion | undefined;
  readonly channel: FirmwareChannel;
}

export interface PastAttempt {
  readonly installationId: string;
  readonly releaseId: string;
  /** 1-based. */
  readonly attempt: number;
  readonly status: InstallationStatus;
  /** The offer was withdrawn before the device started. */
  readonly closed: boolean;
  readonly verification: Verification | null;
  readonly failureCode: string | null;
  readonly finishedAt: Date | null;
  readonly retryAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A release as eligibility looks at it: ROLLING_OUT, PAUSED or COMPLETED. */
export interface OfferableRelease {
  readonly id: string;
  /** Null: for every model with the hardware revision. */
  readonly model: string | null;
  readonly hardwareRevision: string;
  readonly version: FirmwareVersion;
  readonly buildNumber: number;
  readonly securityVersion: number;
  readonly channel: FirmwareChannel;
  readonly lifecycle: FirmwareLifecycle;
  readonly targetDeviceId: string | null;
  readonly mandatory: boolean;
  readonly mandatoryAfter: Date | null;
  readonly minFromVersion: FirmwareVersion | null;
  readonly minAppVersion: FirmwareVersion | null;
  /** Every key whose signature it rests on was revoked. */
  readonly keysRevoked: boolean;
  readonly rolloutPercentage: number;
  readonly rolloutStartedAt: Date | null;
}
