import type { FirmwareChannel } from '../../model/enums.ts';
import type { OfferBatcher } from '../../persistence/offers/offer-batcher.ts';
import type { AttemptRow, OfferableRow, RequesterRow } from '../../persistence/offers/offer-rows.ts';
import type { FirmwareVersion } from '../formats/firmware-version.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** The hot path of devices that look for firmware; no other module uses its rows. */
    readonly offers: OfferBatcher;
  }
}

/** A device that asks for firmware: its record, its request, its attempts. */
export interface Requester
  extends Omit<RequesterRow, 'seenVersion' | 'seenBuildNumber' | 'runningSecurityVersion' | 'attempts'> {
  readonly running: RunningFirmware;
  readonly request: OfferRequest;
  /** Its newest attempt at each release. */
  readonly attempts: readonly PastAttempt[];
}

/** The firmware that the requester runs. */
export interface RunningFirmware {
  /** Signed by the device. */
  readonly version: FirmwareVersion;
  /** From the last heartbeat, where that had the same version. */
  readonly buildNumber: number | null;
  /** Of the release that it is; 0 when it is none that is known here. */
  readonly securityVersion: number;
}

/** The unsigned part of the request: it may narrow the offer, never widen it. */
export interface OfferRequest {
  readonly hardwareRevision: string;
  /** Undefined: not in the form of a version. */
  readonly appVersion: FirmwareVersion | undefined;
  readonly channel: FirmwareChannel;
}

/** A past attempt at a release. */
export interface PastAttempt extends Omit<AttemptRow, 'finishedMs' | 'retryMs' | 'createdMs' | 'updatedMs'> {
  readonly finishedAt: Date | null;
  readonly retryAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A release for eligibility: its versions can be compared, its signatures were checked. */
export interface OfferableRelease
  extends Omit<OfferableRow, 'revision' | 'version' | 'minFromVersion' | 'minAppVersion' | 'signedBy'> {
  readonly version: FirmwareVersion;
  readonly minFromVersion: FirmwareVersion | null;
  readonly minAppVersion: FirmwareVersion | null;
  /** Every key whose signature it rests on was revoked. */
  readonly keysRevoked: boolean;
}
