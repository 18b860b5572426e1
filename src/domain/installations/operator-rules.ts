import type { InstallationStatus, ReconcileEvidence } from '../../model/enums.ts';
import type {
  DeviceProofFacts,
  InstallationFields,
  LockedInstallation,
  PresenceFacts,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';
import { serialOnLabel } from '../devices/index.ts';
import { conflict, type DomainError, throwIf } from '../kernel/errors.ts';

/** The operator's expectations of the installation; all must match. */
export interface Expected {
  readonly releaseId: string;
  readonly serial: string;
  readonly expectedVersion: string;
  readonly expectedBuild: number;
}

/** A locked installation with its device and release. */
export interface InstallationContext {
  readonly installation: LockedInstallation;
  readonly release: ReleaseFacts;
  readonly device: DeviceProofFacts;
}

const RECONCILABLE: readonly InstallationStatus[] = ['FAILED', 'ROLLED_BACK'];

/**
 * Checks that the installation is the one the operator expects.
 * @throws DomainError 409 INSTALLATION_RELEASE_MISMATCH, or EXPECTATION_MISMATCH naming what differs
 */
export function requireExpected({ installation, release, device }: InstallationContext, expected: Expected): void {
  if (installation.releaseId !== expected.releaseId.toLowerCase()) {
    throw conflict('INSTALLATION_RELEASE_MISMATCH', 'EXPECTED');
  }
  const { version, buildNumber: build } = release;
  if (device.serial !== serialOnLabel(expected.serial)) throw conflict('EXPECTATION_MISMATCH', 'INSTALLATION_SERIAL');
  if (version !== expected.expectedVersion) {
    throw conflict('EXPECTATION_MISMATCH', 'INSTALLATION_VERSION', { version });
  }
  if (build !== expected.expectedBuild) throw conflict('EXPECTATION_MISMATCH', 'INSTALLATION_BUILD', { build });
}

/**
 * The evidence for a success that the device could not report. A heartbeat after the failure decides: if it shows
 * something else, the call fails; without one, the operator attests the success.
 * @throws DomainError 409 INVALID_TRANSITION from another status, HEARTBEAT_CONTRADICTS
 */
export function evidenceFor(
  { installation, release, device }: InstallationContext,
  expectedSlot: string,
): ReconcileEvidence {
  throwIf(reconcileError(installation.status));
  const { presence } = device;
  if (!presence || !installation.finishedAt || presence.lastSeenAt <= installation.finishedAt)
    return 'OPERATOR_ATTESTED';
  const contradiction = contradictionIn(presence, release, expectedSlot);
  throwIf(contradiction);
  return 'HEARTBEAT';
}

/** The error of a reconciliation in this status: 409 INVALID_TRANSITION. */
export function reconcileError(status: InstallationStatus): DomainError | undefined {
  if (RECONCILABLE.includes(status)) return undefined;
  return conflict('INVALID_TRANSITION', status === 'SUCCESS' ? 'RECONCILE_SUCCEEDED' : 'RECONCILE_RUNNING', {
    status,
    allowed: RECONCILABLE,
  });
}

/** The error of an interruption in this status: 409 INSTALLATION_TERMINAL. A failed one can still be re-coded. */
export function interruptionError(status: InstallationStatus): DomainError | undefined {
  if (status !== 'SUCCESS' && status !== 'ROLLED_BACK') return undefined;
  const instead = status === 'ROLLED_BACK' ? 'reconcileInstallation' : undefined;
  return conflict('INSTALLATION_TERMINAL', 'ENDED', { status, instead });
}

/** A missing value in a heartbeat (build, slot) contradicts nothing. */
function contradictionIn(presence: PresenceFacts, release: ReleaseFacts, expected: string): DomainError | undefined {
  const { firmwareVersion: version, firmwareBuildNumber: build, otaSlot: slot } = presence;
  if (version !== release.version) return conflict('HEARTBEAT_CONTRADICTS', 'VERSION', { version });
  if (build !== null && build !== release.buildNumber) return conflict('HEARTBEAT_CONTRADICTS', 'BUILD', { build });
  return slot !== null && slot !== expected ? conflict('HEARTBEAT_CONTRADICTS', 'SLOT', { slot }) : undefined;
}

/** Makes the installation SUCCESS. If only the operator attests it, the next heartbeats verify it. */
export function applyReconcile(before: LockedInstallation, evidence: ReconcileEvidence, now: Date): InstallationFields {
  return {
    ...before,
    status: 'SUCCESS',
    verification: evidence === 'HEARTBEAT' ? 'CONFIRMED' : 'UNVERIFIED',
    evidence,
    failureSource: null,
    failureCode: null,
    failureReason: null,
    reconcilable: false,
    retryAt: null,
    possiblyBricked: false,
    stuckSince: null,
    finishedAt: now,
  };
}

export const INTERRUPTED_CODE = 'USER_CANCELLED_BY_OPERATOR';

/**
 * Fails the installation by operator. It counts neither as a success nor as a failure of the release. A failed one
 * keeps its reason, which the operator must state, and gets the operator as its source.
 * @returns undefined if it was already interrupted for the same reason
 * @throws DomainError 409 INSTALLATION_TERMINAL if it ended otherwise, EXPECTATION_MISMATCH if it failed for another
 * reason
 */
export function applyInterruption(
  before: LockedInstallation,
  expectedFailureReason: string,
  now: Date,
): InstallationFields | undefined {
  const { status, failureReason, failureSource } = before;
  throwIf(interruptionError(status));
  if (status === 'FAILED') {
    if (failureReason !== expectedFailureReason) {
      throw conflict('EXPECTATION_MISMATCH', 'FAILURE_REASON');
    }
    if (failureSource === 'OPERATOR') return undefined;
  }
  return {
    ...before,
    status: 'FAILED',
    closedReason: null,
    failureSource: 'OPERATOR',
    failureCode: INTERRUPTED_CODE,
    failureReason: expectedFailureReason,
    finishedAt: status === 'FAILED' ? before.finishedAt : now,
    retryAt: null,
    stuckSince: null,
    possiblyBricked: false,
    verification: null,
  };
}
