import { type Directive, INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { explanation } from '../../model/explanations.ts';
import { FIRMWARE_VERSION } from '../../model/grammar.ts';
import type {
  InstallationFields,
  LockedInstallation,
  PresenceFacts,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';
import { cut } from '../formats/cut.ts';
import { applyWithdrawal, isPastReturn, lastSignOf, stuckFrom } from '../rollouts/index.ts';
import { failureCodeOf, isAlreadyThere, retryAt } from './failure-codes.ts';

/** What a device must do with its installation. The code of a client error implies one: see `ReportRecord`. */
export type { Directive };

/**
 * The 409 code of a rejected report. RELEASE_REVOKED and INSTALLATION_INTERRUPTED mean ABORT, INSTALLATION_TERMINAL
 * means NONE.
 */
export type RejectionCode = 'RELEASE_REVOKED' | 'INSTALLATION_INTERRUPTED' | 'INSTALLATION_TERMINAL';

/** The outcome of a report, a heartbeat or a decision, for the history. */
export type Outcome =
  | RejectionCode
  | 'MOVED'
  | 'REFRESHED'
  | 'RESTARTED'
  | 'REOPENED'
  | 'FOLLOWED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'ROLLED_BACK'
  | 'CONTRADICTED'
  | 'CANCEL_LOST_RACE'
  | 'DUPLICATE'
  | 'STALE'
  | 'OUT_OF_ORDER'
  | 'IGNORED'
  | 'CLOSED'
  | 'OUT_OF_SERVICE'
  | 'STUCK'
  | 'STALLED'
  | 'MATCHED'
  | 'VALIDATING_INFERRED'
  | 'SUCCESS_INFERRED'
  | 'ROLLBACK_INFERRED'
  | 'CONFIRMED';

/** One report of a device. */
export interface DeviceReport {
  readonly status: InstallationStatus;
  /** The device's clock, Unix milliseconds. */
  readonly signedMs: number;
  readonly receivedAt: Date;
  readonly failureReason: string | null;
  readonly fromVersion: string | null;
  /** From 0 to 1, for the jitter of a retry. */
  readonly random: number;
}

/** The locked records on which a decision depends. */
export interface DecisionInput {
  readonly installation: LockedInstallation;
  readonly release: ReleaseFacts;
  /** The latest heartbeat. */
  readonly presence: PresenceFacts | null;
  /** True if another attempt of the same device at the same release is open, so that this one cannot be reopened. */
  readonly superseded: boolean;
  /** True if the device is out of service, so that it installs nothing. */
  readonly outOfService: boolean;
}

export interface Decision {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly after: InstallationFields;
  readonly directive: Directive;
  readonly rejection: RejectionCode | null;
  /** True if the installation just failed, not by an operator: the release must be checked. */
  readonly failed: boolean;
}

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

const TERMINAL_STATUSES: readonly InstallationStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];
/** The rank of INSTALLING, the point of no return: after a power loss the device boots the new firmware. */
const INSTALLING_RANK = 5;
const LAST_RANK = 7;
/** More restarts than this are an anomaly. */
const MANY_RESTARTS = 5;
/** A signed time further ahead of the server's clock does not order reports. */
const CLOCK_TOLERANCE_MS = 60_000;
/** The number of matching heartbeats, and the time between them, that confirm an unreported success. */
const MATCHING_HEARTBEATS = 2;
const MATCHING_MS = 10 * 60_000;
const MAX_REASON_CHARACTERS = 500;

/** AVAILABLE is 0, VALIDATING is 7; terminal states have no rank. */
export function rankOf(status: InstallationStatus): number | undefined {
  return TERMINAL_STATUSES.includes(status) ? undefined : INSTALLATION_STATUSES.indexOf(status);
}

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

/** A report with the locked records that it changes. */
interface ReportInput extends DecisionInput {
  readonly report: DeviceReport;
  readonly state: InstallationState;
  /** The rank of the installation, 0 if it has none. */
  readonly rank: number;
  readonly reportedRank: number;
}

interface RuleResult {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly changes?: Partial<InstallationFields>;
  readonly rejection?: RejectionCode;
  readonly directive?: Directive;
}

/** A row of the table: the states, the reported statuses, an optional condition, and the decision. */
interface Rule {
  readonly states: readonly InstallationState[];
  readonly reported: readonly InstallationStatus[];
  readonly when?: (input: ReportInput) => boolean;
  readonly decide: (input: ReportInput) => RuleResult;
}

const OPEN_STATUSES = INSTALLATION_STATUSES.filter((status) => !TERMINAL_STATUSES.includes(status));
const STARTED = OPEN_STATUSES.filter((status) => status !== 'AVAILABLE');
const BEFORE_INSTALLING = INSTALLATION_STATUSES.slice(0, INSTALLING_RANK);
const FAILURES: readonly InstallationStatus[] = ['FAILED', 'ROLLED_BACK'];
const ANY_STATE: readonly InstallationState[] = [
  'OPEN',
  'CLOSED',
  'SUCCESS_UNVERIFIED',
  'SUCCESS_CONFIRMED',
  'FAILED_BY_DEVICE',
  'FAILED_BY_SERVER',
  'FAILED_BY_OPERATOR',
  'ROLLED_BACK_BY_DEVICE',
  'ROLLED_BACK_BY_SERVER',
];
/** States inferred by the server, which reports of the device override. */
const INFERRED: readonly InstallationState[] = ['FAILED_BY_SERVER', 'ROLLED_BACK_BY_SERVER'];
const FAILED: readonly InstallationState[] = ['FAILED_BY_DEVICE', 'FAILED_BY_SERVER', 'FAILED_BY_OPERATOR'];
const SUCCEEDED: readonly InstallationState[] = ['SUCCESS_UNVERIFIED', 'SUCCESS_CONFIRMED'];

/** The effect of a device's report on its installation. The first matching row decides; one row always matches. */
const REPORT_RULES: readonly Rule[] = [
  { states: ANY_STATE, reported: BEFORE_INSTALLING, when: isRevoked, decide: reject('RELEASE_REVOKED') },

  {
    states: ['CLOSED', ...INFERRED],
    reported: BEFORE_INSTALLING,
    when: isOutOfService,
    decide: ignore('CLOSED', 'ABORT'),
  },
  { states: ['OPEN'], reported: BEFORE_INSTALLING, when: mustStop, decide: withdraw },

  { states: ['CLOSED'], reported: ['AVAILABLE'], decide: ignore('IGNORED') },
  { states: ['CLOSED'], reported: ['QUEUED'], decide: ignore('CLOSED', 'ABORT') },
  { states: ['CLOSED'], reported: STARTED, when: isSuperseded, decide: ignore('CLOSED', 'ABORT') },
  { states: ['CLOSED'], reported: STARTED, decide: reopen },
  { states: ['CLOSED'], reported: ['SUCCESS'], decide: succeed },
  { states: ['CLOSED'], reported: ['FAILED'], decide: fail },
  { states: ['CLOSED'], reported: ['ROLLED_BACK'], decide: rollBack },

  { states: ['OPEN'], reported: ['AVAILABLE'], decide: ignore('IGNORED') },
  { states: ['OPEN'], reported: ['SUCCESS'], decide: succeed },
  { states: ['OPEN'], reported: ['FAILED'], when: isAlreadyInstalled, decide: succeed },
  { states: ['OPEN'], reported: ['FAILED'], decide: fail },
  { states: ['OPEN'], reported: ['ROLLED_BACK'], decide: rollBack },
  { states: ['OPEN'], reported: STARTED, when: isSameAndNewer, decide: refresh },
  { states: ['OPEN'], reported: STARTED, when: isForward, decide: move('MOVED') },
  { states: ['OPEN'], reported: STARTED, when: isStale, decide: ignore('STALE') },
  { states: ['OPEN'], reported: ['QUEUED', 'DOWNLOADING'], decide: restart },
  { states: ['OPEN'], reported: STARTED, decide: outOfOrder },

  { states: SUCCEEDED, reported: ['SUCCESS'], decide: ignore('DUPLICATE') },
  { states: ['SUCCESS_UNVERIFIED'], reported: FAILURES, when: isNotNewer, decide: ignore('STALE') },
  { states: ['SUCCESS_UNVERIFIED'], reported: ['FAILED'], decide: contradict(fail) },
  { states: ['SUCCESS_UNVERIFIED'], reported: ['ROLLED_BACK'], decide: contradict(rollBack) },

  { states: INFERRED, reported: ['AVAILABLE'], decide: ignore('IGNORED') },
  { states: INFERRED, reported: STARTED, when: isNotNewer, decide: ignore('STALE') },
  { states: INFERRED, reported: STARTED, when: isSuperseded, decide: ignore('CLOSED', 'ABORT') },
  { states: INFERRED, reported: STARTED, decide: move('FOLLOWED') },
  { states: INFERRED, reported: ['SUCCESS'], decide: succeed },
  { states: INFERRED, reported: ['FAILED'], when: isNotNewer, decide: ignore('STALE') },
  { states: INFERRED, reported: ['FAILED'], decide: fail },
  { states: ['FAILED_BY_SERVER'], reported: ['ROLLED_BACK'], decide: rollBack },
  { states: ['ROLLED_BACK_BY_SERVER'], reported: ['ROLLED_BACK'], decide: ignore('DUPLICATE') },

  { states: ['FAILED_BY_OPERATOR'], reported: ['SUCCESS'], when: heartbeatAgrees, decide: overrideInterrupt },
  { states: ['FAILED_BY_OPERATOR'], reported: ['SUCCESS'], decide: rejectForReview('INSTALLATION_INTERRUPTED') },
  { states: ['FAILED_BY_OPERATOR'], reported: OPEN_STATUSES, decide: reject('INSTALLATION_INTERRUPTED') },
  { states: ['FAILED_BY_DEVICE'], reported: ['SUCCESS'], decide: rejectForReview('INSTALLATION_TERMINAL') },
  { states: FAILED, reported: ['FAILED'], decide: ignore('DUPLICATE') },
  { states: FAILED, reported: ['ROLLED_BACK'], when: isNotNewer, decide: ignore('STALE') },
  { states: FAILED, reported: ['ROLLED_BACK'], decide: rollBack },
  { states: ['ROLLED_BACK_BY_DEVICE'], reported: FAILURES, decide: ignore('DUPLICATE') },
  { states: ['ROLLED_BACK_BY_DEVICE'], reported: ['SUCCESS'], decide: rejectForReview('INSTALLATION_TERMINAL') },

  { states: ANY_STATE, reported: INSTALLATION_STATUSES, decide: reject('INSTALLATION_TERMINAL') },
];

/** Decides the effect of a device's report on its installation. */
export function decideReport(locked: DecisionInput, report: DeviceReport): Decision {
  const { installation } = locked;
  const input: ReportInput = {
    ...locked,
    report,
    state: stateOf(installation),
    rank: rankOf(installation.status) ?? 0,
    reportedRank: rankOf(report.status) ?? LAST_RANK + 1,
  };
  const rule = REPORT_RULES.find(
    ({ states, reported, when }) =>
      states.includes(input.state) && reported.includes(report.status) && (!when || when(input)),
  );
  if (!rule) throw new Error(`no rule for ${report.status} at ${input.state}`);
  const result = rule.decide(input);
  const origin = result.applied ? originOf(input) : {};
  return decisionFrom(locked, { ...result, changes: { ...origin, ...result.changes } });
}

function decisionFrom({ installation, release }: DecisionInput, result: RuleResult): Decision {
  const after: InstallationFields = { ...installation, ...result.changes };
  return {
    outcome: result.outcome,
    applied: result.applied,
    after,
    directive: result.directive ?? directiveOf(after, release),
    rejection: result.rejection ?? null,
    failed: isBad(after) && !isBad(installation) && after.failureSource !== 'OPERATOR',
  };
}

function isBad({ status, verification, silent }: InstallationFields): boolean {
  if (silent) return false;
  return status === 'FAILED' || status === 'ROLLED_BACK' || verification === 'CONTRADICTED';
}

function isRevoked({ release }: ReportInput): boolean {
  return release.lifecycle === 'REVOKED';
}

function isSuperseded({ superseded }: ReportInput): boolean {
  return superseded;
}

function isOutOfService({ outOfService }: ReportInput): boolean {
  return outOfService;
}

/** A device that was taken out of service stops, unless it has passed the point of no return. */
function mustStop({ outOfService, installation }: ReportInput): boolean {
  return outOfService && !isPastReturn(installation.status);
}

function isAlreadyInstalled({ report }: ReportInput): boolean {
  return isAlreadyThere(report.failureReason);
}

/** True if the signed time of the newest report is comparable: it was not ahead of the server's clock. */
function isTrusted({ lastReportAt, lastReportMs }: InstallationFields): boolean {
  return lastReportMs !== null && (!lastReportAt || lastReportMs <= lastReportAt.getTime() + CLOCK_TOLERANCE_MS);
}

function isNotNewer({ installation, report }: ReportInput): boolean {
  return installation.lastReportMs !== null && report.signedMs <= installation.lastReportMs;
}

/**
 * True for a report that was signed before the newest one. If the clock of the newest one was ahead, the order is unknown: a
 * device that restarts may have a clock that is less ahead, and its report that the installation continues must not be lost.
 */
function isStale(input: ReportInput): boolean {
  return isNotNewer(input) && isTrusted(input.installation);
}

function isSameAndNewer(input: ReportInput): boolean {
  return input.rank === input.reportedRank && !isNotNewer(input);
}

/**
 * A higher rank moves forward, unless it was signed before the newest report, which means that the device has restarted
 * since. If the clock of the newest report was ahead, only the rank decides.
 */
function isForward({ installation, report, rank, reportedRank }: ReportInput): boolean {
  if (reportedRank <= rank) return false;
  return !isTrusted(installation) || report.signedMs >= (installation.lastReportMs ?? 0);
}

function matches(presence: Pick<PresenceFacts, 'firmwareVersion' | 'firmwareBuildNumber'>, release: ReleaseFacts) {
  const { firmwareVersion, firmwareBuildNumber } = presence;
  return (
    firmwareVersion === release.version && (firmwareBuildNumber === null || firmwareBuildNumber === release.buildNumber)
  );
}

/** True if the latest heartbeat came after the start of the installation and has its target version. */
function heartbeatAgrees({ installation, release, presence }: DecisionInput): boolean {
  if (!presence || !matches(presence, release)) return false;
  return presence.lastSeenAt > (installation.startedAt ?? installation.createdAt);
}

const UNFAILED = {
  failureSource: null,
  failureCode: null,
  failureReason: null,
  retryAt: null,
  possiblyBricked: false,
  reconcilable: false,
  silent: false,
} as const;

/** Every report shows that the device is alive. */
function signOfLife({ installation, report }: ReportInput): Partial<InstallationFields> {
  const trustedMs = isTrusted(installation) ? (installation.lastReportMs ?? 0) : 0;
  return {
    lastReportAt: report.receivedAt,
    lastReportMs: Math.max(trustedMs, report.signedMs),
    stuckSince: null,
    silent: false,
    startedAt: installation.startedAt ?? report.receivedAt,
  };
}

/** The previous version, if only the device knows it. */
function originOf({ installation, report }: ReportInput): Partial<InstallationFields> {
  if (installation.fromVersion !== null || report.fromVersion === null) return {};
  return FIRMWARE_VERSION.test(report.fromVersion) ? { fromVersion: report.fromVersion } : {};
}

function reject(rejection: RejectionCode) {
  return (): RuleResult => ({ outcome: rejection, applied: false, rejection });
}

function ignore(outcome: Outcome, directive?: Directive) {
  return (): RuleResult => ({ outcome, applied: false, ...(directive ? { directive } : {}) });
}

/** Rejected, but marked for operators to review: the device reports a success after all. */
function rejectForReview(rejection: RejectionCode) {
  return (input: ReportInput): RuleResult => ({
    outcome: rejection,
    applied: false,
    rejection,
    changes: isNotNewer(input) ? {} : { reconcilable: true },
  });
}

function refresh(input: ReportInput): RuleResult {
  return { outcome: 'REFRESHED', applied: true, changes: signOfLife(input) };
}

function move(outcome: Outcome) {
  return (input: ReportInput): RuleResult => ({
    outcome,
    applied: true,
    changes: {
      ...signOfLife(input),
      ...UNFAILED,
      status: input.report.status,
      closedReason: null,
      verification: null,
      evidence: null,
      finishedAt: null,
      matchingHeartbeats: 0,
      firstMatchAt: null,
    },
  });
}

/** The directive is ABORT, whatever the device reports, because it was taken out of service. */
function withdraw({ installation }: ReportInput): RuleResult {
  return { outcome: 'OUT_OF_SERVICE', applied: false, changes: applyWithdrawal(installation), directive: 'ABORT' };
}

function reopen(input: ReportInput): RuleResult {
  return move('REOPENED')(input);
}

/** The device restarted after a power loss: not a failure, but counted. */
function restart(input: ReportInput): RuleResult {
  const { installation } = input;
  const restarts = installation.restarts + 1;
  const { changes } = move('RESTARTED')(input);
  const anomalies = installation.anomalies + (restarts > MANY_RESTARTS ? 1 : 0);
  return { outcome: 'RESTARTED', applied: true, changes: { ...changes, restarts, anomalies } };
}

/** Not rejected, because existing firmware would get stuck. */
function outOfOrder(input: ReportInput): RuleResult {
  const { startedAt: _same, ...alive } = signOfLife(input);
  return {
    outcome: 'OUT_OF_ORDER',
    applied: false,
    changes: { ...alive, anomalies: input.installation.anomalies + 1 },
  };
}

function succeed(input: ReportInput): RuleResult {
  const confirmed = heartbeatAgrees(input);
  return {
    outcome: 'SUCCEEDED',
    applied: true,
    changes: {
      ...signOfLife(input),
      ...UNFAILED,
      status: 'SUCCESS',
      closedReason: null,
      verification: confirmed ? 'CONFIRMED' : 'UNVERIFIED',
      evidence: confirmed ? 'HEARTBEAT' : null,
      finishedAt: input.report.receivedAt,
    },
  };
}

/** An operator interrupted an installation that had already succeeded; the state of the device counts. */
function overrideInterrupt(input: ReportInput): RuleResult {
  return { ...succeed(input), outcome: 'CANCEL_LOST_RACE' };
}

function failureFields(input: ReportInput): Partial<InstallationFields> {
  const { report } = input;
  return {
    ...signOfLife(input),
    closedReason: null,
    failureSource: 'DEVICE',
    failureCode: failureCodeOf(report.failureReason),
    failureReason: report.failureReason === null ? null : keptReason(report.failureReason),
    finishedAt: report.receivedAt,
    retryAt: null,
    possiblyBricked: false,
  };
}

function fail(input: ReportInput): RuleResult {
  const { installation, report } = input;
  const end = failureFields(input);
  const again = retryAt(end.failureCode ?? 'UNKNOWN', installation.attempt, report.receivedAt, report.random);
  return { outcome: 'FAILED', applied: true, changes: { ...end, status: 'FAILED', retryAt: again } };
}

/** The report of the device counts; before INSTALLING there was nothing to roll back from. */
function rollBack(input: ReportInput): RuleResult {
  const { installation, rank, state } = input;
  const early = (state === 'OPEN' || state === 'CLOSED') && rank < INSTALLING_RANK;
  const anomalies = installation.anomalies + (early ? 1 : 0);
  return {
    outcome: 'ROLLED_BACK',
    applied: true,
    changes: { ...failureFields(input), status: 'ROLLED_BACK', anomalies },
  };
}

/** The device reported SUCCESS, which was not confirmed. The release is never offered to it again. */
function contradict(end: (input: ReportInput) => RuleResult) {
  return (input: ReportInput): RuleResult => ({
    outcome: 'CONTRADICTED',
    applied: true,
    changes: { ...end(input).changes, verification: 'CONTRADICTED', evidence: null, retryAt: null },
  });
}

/** What is stored of a device's failure reason. */
export function keptReason(text: string): string {
  return cut(text, MAX_REASON_CHARACTERS);
}

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
  const isTarget = matches(seen, release);
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

function isStalledInstallation({ status, failureSource, failureCode }: InstallationFields): boolean {
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
