import { explanation } from '../../model/explanations.ts';
import type {
  InstallationFields,
  LockedInstallation,
  PresenceFacts,
} from '../../persistence/installations/installation-fields.ts';
import { isPastReturn, lastSignOf, stuckFrom } from '../rollouts/index.ts';
import {
  CLOCK_TOLERANCE_MS,
  type Decision,
  type DecisionInput,
  decisionFrom,
  isTrusted,
  type Outcome,
  type RuleResult,
  runsRelease,
  UNFAILED,
} from './decision-rules.ts';
import { isStalledInstallation, stateOf } from './state-rules.ts';

/** The number of matching heartbeats, and the time between them, that confirm an unreported success. */
const MATCHING_HEARTBEATS = 2;
const MATCHING_MS = 10 * 60_000;

/** A heartbeat as used by the inference: its version is signed, its build number is not. */
export interface HeartbeatSeen {
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  /** Seconds since the device started. */
  readonly uptime: number;
  /** The device's clock, Unix milliseconds. */
  readonly timestampMs: number;
  readonly receivedAt: Date;
}

/**
 * Decides the effect of a heartbeat on the watched installation; undefined for none. Only the signed version confirms
 * or contradicts: for a release that differs only by its build number, a heartbeat can confirm a reported success, but
 * never replace the report.
 */
export function decideHeartbeat(locked: DecisionInput, seen: HeartbeatSeen): Decision | undefined {
  const result = heartbeatResult(locked, seen);
  return result && decisionFrom(locked, result);
}

/**
 * Decides the effect of the device's latest heartbeat on an installation that no heartbeat has been compared with: the same
 * effect as when the heartbeat arrived.
 * @returns undefined for none
 */
export function decideLastHeartbeat(
  locked: Omit<DecisionInput, 'presence' | 'superseded' | 'outOfService'> & {
    readonly device: { readonly presence: PresenceFacts | null };
  },
): Decision | undefined {
  const { installation, release, device } = locked;
  const { presence } = device;
  if (!presence || installation.matchingHeartbeats > 0 || presence.lastSeenAt <= lastSignOf(installation))
    return undefined;
  const seen = { ...presence, receivedAt: presence.lastSeenAt };
  return decideHeartbeat({ installation, release, presence, superseded: false, outOfService: false }, seen);
}

function heartbeatResult({ installation, release }: DecisionInput, seen: HeartbeatSeen): RuleResult | undefined {
  const state = stateOf(installation);
  const isTarget = runsRelease(seen, release);
  const changesVersion = installation.fromVersion !== release.version;
  const old = changesVersion && isLater(installation, seen) && seen.firmwareVersion === installation.fromVersion;
  if (state === 'SUCCESS_UNVERIFIED') {
    if (isTarget)
      return { outcome: 'CONFIRMED', applied: true, changes: { verification: 'CONFIRMED', evidence: 'HEARTBEAT' } };
    return old ? fellBack('CONTRADICTED', seen, { verification: 'CONTRADICTED', evidence: null }) : undefined;
  }
  if (state === 'FAILED_BY_OPERATOR' && installation.reconcilable && isTarget) return proven('CANCEL_LOST_RACE', seen);
  if (isTarget && changesVersion && isUnreported(installation)) return matched(installation, seen);
  const installed = state === 'OPEN' && isPastReturn(installation.status);
  return installed && old && hasRestarted(installation, seen) ? fellBack('ROLLBACK_INFERRED', seen, {}) : undefined;
}

/** True if a heartbeat was signed after the newest report. If the clock of the report was ahead, its receipt decides. */
function isLater(installation: LockedInstallation, seen: HeartbeatSeen): boolean {
  if (seen.timestampMs > (installation.lastReportMs ?? 0)) return true;
  return !isTrusted(installation) && installation.lastReportAt !== null && seen.receivedAt > installation.lastReportAt;
}

/**
 * True if the device has restarted since its newest report: it ran the new version in between, or its uptime is shorter
 * than the time since. The service's own times decide, because a device may correct its clock in between. They err if a message arrived long after it was
 * signed: then the device's times must agree, or it must have reported nothing for so long that it is stuck.
 */
function hasRestarted(installation: LockedInstallation, seen: HeartbeatSeen): boolean {
  const { lastReportAt, lastReportMs, firstMatchAt } = installation;
  if (firstMatchAt) return true;
  if (!lastReportAt || lastReportMs === null) return false;
  const uptimeMs = seen.uptime * 1_000;
  const received = uptimeMs < seen.receivedAt.getTime() - lastReportAt.getTime();
  const signed = uptimeMs < seen.timestampMs - lastReportMs;
  if (received === signed) return received;
  const isDelayed = seen.receivedAt.getTime() - seen.timestampMs > CLOCK_TOLERANCE_MS;
  if (received && !isDelayed) return true;
  const stuckAt = stuckFrom(installation);
  return stuckAt !== undefined && stuckAt <= seen.receivedAt;
}

/** True if the installation has no end that its device reported, so that heartbeats with its version can replace it. */
function isUnreported(installation: InstallationFields): boolean {
  const state = stateOf(installation);
  return state === 'OPEN' || state === 'CLOSED' || isStalledInstallation(installation);
}

/**
 * An unreported success is confirmed by repeated heartbeats with the target version, whatever was reported before: a device
 * runs the version only if it has installed it.
 */
function matched(installation: LockedInstallation, { receivedAt }: HeartbeatSeen): RuleResult {
  const matchingHeartbeats = installation.matchingHeartbeats + 1;
  const firstMatchAt = installation.firstMatchAt ?? receivedAt;
  const count = { matchingHeartbeats, firstMatchAt, stuckSince: null };
  const longEnough = receivedAt.getTime() - firstMatchAt.getTime() >= MATCHING_MS;
  if (matchingHeartbeats >= MATCHING_HEARTBEATS && longEnough) {
    const { changes, ...result } = proven('SUCCESS_INFERRED', { receivedAt });
    return { ...result, changes: { ...changes, ...count } };
  }
  const state = stateOf(installation);
  if (state === 'FAILED_BY_SERVER' || (state === 'OPEN' && installation.status === 'VALIDATING')) {
    return { outcome: 'MATCHED', applied: true, changes: count };
  }
  return {
    outcome: 'VALIDATING_INFERRED',
    applied: true,
    changes: { ...count, status: 'VALIDATING', closedReason: null, silent: false },
  };
}

function proven(outcome: Outcome, { receivedAt }: Pick<HeartbeatSeen, 'receivedAt'>): RuleResult {
  return {
    outcome,
    applied: true,
    changes: {
      ...UNFAILED,
      status: 'SUCCESS',
      closedReason: null,
      verification: 'CONFIRMED',
      evidence: 'HEARTBEAT',
      finishedAt: receivedAt,
      stuckSince: null,
    },
  };
}

function fellBack(outcome: Outcome, seen: HeartbeatSeen, more: Partial<InstallationFields>): RuleResult {
  return {
    outcome,
    applied: true,
    changes: {
      status: 'ROLLED_BACK',
      failureSource: 'SERVER',
      failureCode: 'UNKNOWN',
      failureReason: explanation('OLD_VERSION', { version: seen.firmwareVersion }),
      finishedAt: seen.receivedAt,
      retryAt: null,
      stuckSince: null,
      silent: false,
      ...more,
    },
  };
}
