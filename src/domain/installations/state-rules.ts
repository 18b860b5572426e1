import { type Directive, INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import type {
  InstallationFields,
  LockedInstallation,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';

/** The state of an installation, as far as reports depend on it. */
export type InstallationState =
  | 'OPEN'
  | 'CLOSED'
  | 'SUCCESS_UNVERIFIED'
  | 'SUCCESS_CONFIRMED'
  | 'FAILED_BY_DEVICE'
  | 'FAILED_BY_SERVER'
  | 'FAILED_BY_OPERATOR'
  | 'ROLLED_BACK_BY_DEVICE'
  | 'ROLLED_BACK_BY_SERVER';

export const TERMINAL_STATUSES: readonly InstallationStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];
/** The rank of INSTALLING, the point of no return: after a power loss the device boots the new firmware. */
export const INSTALLING_RANK = 5;

/** AVAILABLE is 0, VALIDATING is 7; terminal states have no rank. */
export function rankOf(status: InstallationStatus): number | undefined {
  return TERMINAL_STATUSES.includes(status) ? undefined : INSTALLATION_STATUSES.indexOf(status);
}

/** Derives the state from the fields that reports, heartbeats and operators change. */
export function stateOf(installation: InstallationFields): InstallationState {
  const { status, closedReason, failureSource, verification } = installation;
  if (closedReason) return 'CLOSED';
  if (status === 'SUCCESS') return verification === 'CONFIRMED' ? 'SUCCESS_CONFIRMED' : 'SUCCESS_UNVERIFIED';
  if (status === 'ROLLED_BACK') return failureSource === 'SERVER' ? 'ROLLED_BACK_BY_SERVER' : 'ROLLED_BACK_BY_DEVICE';
  if (status !== 'FAILED') return 'OPEN';
  if (failureSource === 'OPERATOR') return 'FAILED_BY_OPERATOR';
  return failureSource === 'SERVER' ? 'FAILED_BY_SERVER' : 'FAILED_BY_DEVICE';
}

/** The open attempt of the same device at the same release among the locked ones, other than this one. */
export function competingAttempt(
  { id, deviceId, releaseId }: LockedInstallation,
  locked: Iterable<LockedInstallation>,
): LockedInstallation | undefined {
  for (const other of locked) {
    const isOfTheSame = other.deviceId === deviceId && other.releaseId === releaseId && other.id !== id;
    if (isOfTheSame && stateOf(other) === 'OPEN') return other;
  }
  return undefined;
}

/** The directive to the device for this installation. */
export function directiveOf(installation: InstallationFields, release: Pick<ReleaseFacts, 'lifecycle'>): Directive {
  const state = stateOf(installation);
  if (state === 'CLOSED' || state === 'FAILED_BY_OPERATOR') return 'ABORT';
  if (state !== 'OPEN') return 'NONE';
  const returns = (rankOf(installation.status) ?? 0) < INSTALLING_RANK;
  return release.lifecycle === 'REVOKED' && returns ? 'ABORT' : 'CONTINUE';
}

/** True if the service failed the installation because its device was silent. */
export function isStalledInstallation({ status, failureSource, failureCode }: InstallationFields): boolean {
  return status === 'FAILED' && failureSource === 'SERVER' && (failureCode ?? '').startsWith('STALLED_');
}

/**
 * True if the heartbeats of the device verify the installation. Before INSTALLING only the first heartbeat after an update is
 * compared (`changedVersion` of a heartbeat), so that devices with a mere offer cost no more.
 */
export function needsWatch(installation: InstallationFields): boolean {
  switch (stateOf(installation)) {
    case 'OPEN':
      return (rankOf(installation.status) ?? 0) >= INSTALLING_RANK;
    case 'SUCCESS_UNVERIFIED':
      return true;
    case 'FAILED_BY_OPERATOR':
      return installation.reconcilable;
    default:
      return isStalledInstallation(installation) && (!installation.silent || installation.matchingHeartbeats > 0);
  }
}
