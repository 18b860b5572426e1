import type {
  ClosedReason,
  FailureSource,
  FirmwareLifecycle,
  InstallationStatus,
  ReconcileEvidence,
  Verification,
} from '../../model/enums.ts';

/** What changes of an installation; what each member means is said at the entity. */
export interface InstallationFields {
  readonly status: InstallationStatus;
  readonly closedReason: ClosedReason | null;
  readonly failureSource: FailureSource | null;
  readonly failureCode: string | null;
  readonly failureReason: string | null;
  readonly fromVersion: string | null;
  readonly verification: Verification | null;
  readonly evidence: ReconcileEvidence | null;
  readonly reconcilable: boolean;
  readonly restarts: number;
  readonly anomalies: number;
  readonly matchingHeartbeats: number;
  readonly firstMatchAt: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly lastReportAt: Date | null;
  readonly lastReportMs: number | null;
  readonly stuckSince: Date | null;
  readonly retryAt: Date | null;
  readonly possiblyBricked: boolean;
}

/** An installation as it is locked for a change. */
export interface LockedInstallation extends InstallationFields {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
  /** 1-based. */
  readonly attempt: number;
  readonly revision: number;
  readonly createdAt: Date;
}

/** What decisions about an installation ask of its release. */
export interface ReleaseFacts {
  readonly id: string;
  readonly lifecycle: FirmwareLifecycle;
  readonly version: string;
  readonly buildNumber: number;
  readonly securityVersion: number;
}

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
