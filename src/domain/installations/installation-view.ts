import type {
  ClosedReason,
  FailureSource,
  InstallationStatus,
  ReconcileEvidence,
  Verification,
} from '../../model/enums.ts';
import type { InstallationListRow } from '../../persistence/installations/installation-list.ts';
import type { InstallationEventListRow } from '../../persistence/installations/installation-repository.ts';

/** One attempt of a device at a release, as those who may read releases see it. */
export interface InstallationView {
  readonly id: string;
  readonly device: { readonly id: string; readonly serial: string };
  readonly release: {
    readonly id: string;
    readonly version: string;
    readonly buildNumber: number;
    readonly hardwareRevision: string;
  };
  /** 1-based. */
  readonly attempt: number;
  readonly status: InstallationStatus;
  /** Why the offer was withdrawn before the device started. */
  readonly closedReason: ClosedReason | null;
  readonly failureSource: FailureSource | null;
  /** One of few words, so that the failures of a release add up. */
  readonly failureCode: string | null;
  /** As the device or the operator put it; the first one is kept. */
  readonly failureReason: string | null;
  readonly fromVersion: string | null;
  readonly fromBuildNumber: number | null;
  /** What heartbeats say of a success. */
  readonly verification: Verification | null;
  /** What the success rests on beside the device's word. */
  readonly evidence: ReconcileEvidence | null;
  /** The device says SUCCESS after it had ended otherwise: an operator can look. */
  readonly reconcilable: boolean;
  readonly restarts: number;
  readonly anomalies: number;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly lastReportAt: Date | null;
  readonly stuckSince: Date | null;
  /** Not offered again before. */
  readonly retryAt: Date | null;
  readonly possiblyBricked: boolean;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry of an installation's history: everything that was said or seen, whether it changed something or not. */
export type InstallationEventView = InstallationEventListRow;

/** A row of the list as callers see it. */
export function viewInstallation(row: InstallationListRow): InstallationView {
  const { deviceId, serial, releaseId, version, buildNumber, hardwareRevision } = row;
  return {
    id: row.id,
    device: { id: deviceId, serial },
    release: { id: releaseId, version, buildNumber, hardwareRevision },
    attempt: row.attempt,
    status: row.status,
    closedReason: row.closedReason,
    failureSource: row.failureSource,
    failureCode: row.failureCode,
    failureReason: row.failureReason,
    fromVersion: row.fromVersion,
    fromBuildNumber: row.fromBuildNumber,
    verification: row.verification,
    evidence: row.evidence,
    reconcilable: row.reconcilable,
    restarts: row.restarts,
    anomalies: row.anomalies,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    lastReportAt: row.lastReportAt,
    stuckSince: row.stuckSince,
    retryAt: row.retryAt,
    possiblyBricked: row.possiblyBricked,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
