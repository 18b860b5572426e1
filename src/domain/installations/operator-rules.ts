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
    throw conflict('INSTALLATION_RELEASE_MISMATCH', 'releaseId is not the release of this installation.');
  }
  if (device.serial !== serialOnLabel(expected.serial))
    throw mismatch('serial', 'the device has another serial number');
  if (release.version !== expected.expectedVersion)
    throw mismatch('expectedVersion', `the release is ${release.version}`);
  if (release.buildNumber !== expected.expectedBuild) {
    throw mismatch('expectedBuild', `the release is build ${release.buildNumber}`);
  }
}

function mismatch(field: string, what: string): DomainError {
  return conflict('EXPECTATION_MISMATCH', `${field} does not hold: ${what}.`);
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
  if (contradiction) throw conflict('HEARTBEAT_CONTRADICTS', `The heartbeat after the failure shows ${contradiction}.`);
  return 'HEARTBEAT';
}

/** The error of a reconciliation in this status: 409 INVALID_TRANSITION. */
export function reconcileError(status: InstallationStatus): DomainError | undefined {
  if (RECONCILABLE.includes(status)) return undefined;
  const hint =
    status === 'SUCCESS'
      ? 'It has succeeded: there is nothing to reconcile.'
      : 'It is still in progress: wait until it ends, or interrupt it first (interruptInstallation).';
  return conflict(
    'INVALID_TRANSITION',
    `Cannot reconcile from ${status} (only ${RECONCILABLE.join(' and ')} installations can be reconciled). ${hint}`,
  );
}

/** The error of an interruption in this status: 409 INSTALLATION_TERMINAL. A failed one can still be re-coded. */
export function interruptionError(status: InstallationStatus): DomainError | undefined {
  if (status !== 'SUCCESS' && status !== 'ROLLED_BACK') return undefined;
  const instead =
    status === 'ROLLED_BACK' ? ' If the device runs the release after all, reconcile it (reconcileInstallation).' : '';
  return conflict(
    'INSTALLATION_TERMINAL',
    `This installation has ended in ${status}: there is nothing to interrupt.${instead}`,
  );
}

/** A missing value in a heartbeat (build, slot) contradicts nothing. */
function contradictionIn(presence: PresenceFacts, release: ReleaseFacts, slot: string): string | undefined {
  const { firmwareVersion, firmwareBuildNumber, otaSlot } = presence;
  if (firmwareVersion !== release.version) return `version ${firmwareVersion}`;
  if (firmwareBuildNumber !== null && firmwareBuildNumber !== release.buildNumber)
    return `build ${firmwareBuildNumber}`;
  return otaSlot !== null && otaSlot !== slot ? `slot ${otaSlot}` : undefined;
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
      throw mismatch('expectedFailureReason', 'the installation failed for another reason');
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
