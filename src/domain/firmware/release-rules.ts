import type { DeviceStatus, FirmwareChannel, FirmwareLifecycle } from '../../model/enums.ts';
import type { StoredRelease } from '../../model/records/release.ts';
import { conflict, type DomainError, fieldProblem, throwIf, validationFailed } from '../kernel/errors.ts';
import { requireTransition, shortestPath, stepsBy, type Transition } from '../kernel/transitions.ts';

/** The causes of a transition: an admin, or the service itself if a rollout fails. */
export type ReleaseTrigger = 'admin' | 'system';

/** `pausedBy` of an automatic pause. */
export const SYSTEM = 'SYSTEM';

/**
 * Every legal transition of a release; it begins as a DRAFT. ROLLING_OUT to itself is a change of the percentage. A
 * completed release never rolls out again: publish a new build instead.
 */
export const RELEASE_TRANSITIONS: readonly Transition<FirmwareLifecycle, ReleaseTrigger>[] = [
  { from: 'DRAFT', to: 'READY', by: 'admin' },
  { from: 'DRAFT', to: 'REVOKED', by: 'admin' },
  { from: 'READY', to: 'DRAFT', by: 'admin' },
  { from: 'READY', to: 'ROLLING_OUT', by: 'admin' },
  { from: 'READY', to: 'REVOKED', by: 'admin' },
  { from: 'ROLLING_OUT', to: 'ROLLING_OUT', by: 'admin' },
  { from: 'ROLLING_OUT', to: 'PAUSED', by: 'admin' },
  { from: 'ROLLING_OUT', to: 'PAUSED', by: 'system' },
  { from: 'ROLLING_OUT', to: 'COMPLETED', by: 'admin' },
  { from: 'ROLLING_OUT', to: 'REVOKED', by: 'admin' },
  { from: 'PAUSED', to: 'ROLLING_OUT', by: 'admin' },
  { from: 'PAUSED', to: 'COMPLETED', by: 'admin' },
  { from: 'PAUSED', to: 'REVOKED', by: 'admin' },
  { from: 'COMPLETED', to: 'REVOKED', by: 'admin' },
];

/** The error of a transition by an admin: 409 INVALID_LIFECYCLE_TRANSITION naming the steps to that stage. */
export function lifecycleError(from: FirmwareLifecycle, to: FirmwareLifecycle): DomainError | undefined {
  const moves = RELEASE_TRANSITIONS.filter(({ by }) => by === 'admin');
  if (moves.some((move) => move.from === from && move.to === to)) return undefined;
  const path = shortestPath(moves, from, [to]);
  if (!path) {
    // It never gets to that stage again.
    const cause = from === 'REVOKED' || from === 'COMPLETED' ? from : 'BEGUN';
    return conflict('INVALID_LIFECYCLE_TRANSITION', cause, { from, to });
  }
  return conflict('INVALID_LIFECYCLE_TRANSITION', 'STEPS', { from, to, steps: stepsBy('setReleaseLifecycle', path) });
}

/** Statuses of devices that can be the target of a release: in use, in stock, or on the bench. */
export const FIRMWARE_DEVICE_STATUSES: readonly DeviceStatus[] = ['READY', 'SOLD', 'CLAIMED', 'ACTIVE', 'REPAIR'];

/** The fields of a release that the rules use. */
export type ReleaseState = Pick<StoredRelease, 'lifecycle' | 'rolloutPercentage'> &
  Partial<
    Pick<
      StoredRelease,
      'rolloutStartedAt' | 'completedAt' | 'revokedAt' | 'failureWindowFrom' | 'pauseReason' | 'pausedBy'
    >
  >;

/** The change that an admin requests. */
export interface LifecycleChange {
  readonly status: FirmwareLifecycle;
  readonly rolloutPercentage?: number;
}

/** True if the release already has the requested state, so that a repeated request is a no-op. */
export function isUnchanged(release: ReleaseState, { status, rolloutPercentage }: LifecycleChange): boolean {
  return (
    release.lifecycle === status && (rolloutPercentage === undefined || rolloutPercentage === release.rolloutPercentage)
  );
}

/**
 * Applies a transition by an admin.
 * @param defaultPercentage for a rollout that starts without a percentage, 0 to 100
 * @param by the admin's id
 * @throws DomainError 409 INVALID_LIFECYCLE_TRANSITION; 400 if a rollout that the service paused is resumed without a
 *   percentage
 */
export function applyLifecycleChange(
  release: ReleaseState,
  { status, rolloutPercentage }: LifecycleChange,
  { defaultPercentage, by, now }: { readonly defaultPercentage: number; readonly by: string; readonly now: Date },
): ReleaseState {
  throwIf(lifecycleError(release.lifecycle, status));
  const resumed = release.lifecycle === 'PAUSED' && status === 'ROLLING_OUT';
  const wasAutomatic = release.pausedBy === SYSTEM;
  if (resumed && wasAutomatic && rolloutPercentage === undefined) {
    throw validationFailed([fieldProblem('rolloutPercentage', 'REQUIRED_TO_RESUME')]);
  }
  return {
    lifecycle: status,
    rolloutPercentage: rolloutPercentage ?? percentageOf(release, status, defaultPercentage),
    rolloutStartedAt: release.rolloutStartedAt ?? (status === 'ROLLING_OUT' ? now : null),
    completedAt: status === 'COMPLETED' ? now : (release.completedAt ?? null),
    revokedAt: status === 'REVOKED' ? now : null,
    failureWindowFrom: resumed && wasAutomatic ? now : (release.failureWindowFrom ?? null),
    pauseReason: resumed || status === 'PAUSED' ? null : (release.pauseReason ?? null),
    pausedBy: pausedByAfter(release, status, by),
  };
}

/** A rollout starts with the percentage of its upload, or with the default of the settings. */
function percentageOf(release: ReleaseState, status: FirmwareLifecycle, defaultPercentage: number): number {
  const begins = release.lifecycle === 'READY' && status === 'ROLLING_OUT';
  return begins && release.rolloutPercentage === 0 ? defaultPercentage : release.rolloutPercentage;
}

function pausedByAfter(release: ReleaseState, status: FirmwareLifecycle, by: string): string | null {
  if (status === 'PAUSED') return by;
  return status === 'ROLLING_OUT' ? null : (release.pausedBy ?? null);
}

/** Applies an automatic pause. */
export function applyPause(release: ReleaseState, reason: string): ReleaseState {
  requireTransition(RELEASE_TRANSITIONS, release.lifecycle, 'PAUSED', 'system', 'INVALID_LIFECYCLE_TRANSITION');
  return { ...release, lifecycle: 'PAUSED', pauseReason: reason, pausedBy: SYSTEM };
}

/** True for transitions that verify the release again: an earlier verification is never relied on. */
export function needsVerification(from: FirmwareLifecycle, to: FirmwareLifecycle): boolean {
  return (from === 'DRAFT' && to === 'READY') || (from !== 'ROLLING_OUT' && to === 'ROLLING_OUT');
}

/**
 * An unsigned image never goes to all devices.
 * @throws DomainError 409 RELEASE_CONFLICT
 */
export function requireSignedForStable(channel: FirmwareChannel, isSigned: boolean): void {
  if (channel !== 'STABLE' || isSigned) return;
  throw conflict('RELEASE_CONFLICT', 'UNSIGNED');
}

/**
 * Anti-rollback: devices that installed a completed release reject a lower security version.
 * @param highest of the completed releases for the same hardware
 * @throws DomainError 409 RELEASE_CONFLICT
 */
export function requireSecurityVersion(securityVersion: number, highest: number): void {
  if (securityVersion >= highest) return;
  throw conflict('RELEASE_CONFLICT', 'SECURITY_VERSION', { securityVersion, highest });
}

/**
 * The builds of a channel only increase.
 * @param highest the highest build that is rolling out or completed for the same hardware and channel
 * @throws DomainError 409 RELEASE_CONFLICT
 */
export function requireHigherBuild(
  buildNumber: number,
  highest: { readonly version: string; readonly buildNumber: number } | undefined,
): void {
  if (!highest || buildNumber > highest.buildNumber) return;
  const { version } = highest;
  throw conflict('RELEASE_CONFLICT', 'BUILD', { buildNumber, highest: highest.buildNumber, version });
}
