import { type Directive, INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { FIRMWARE_VERSION } from '../../model/grammar.ts';
import type { InstallationFields } from '../../persistence/installations/installation-fields.ts';
import { cut } from '../formats/cut.ts';
import { applyWithdrawal, isPastReturn } from '../rollouts/index.ts';
import {
  type Decision,
  type DecisionInput,
  decisionFrom,
  isTrusted,
  type Outcome,
  type RejectionCode,
  type RuleResult,
  runsRelease,
  UNFAILED,
} from './decision-rules.ts';
import { failureCodeOf, isAlreadyThere, retryAt } from './failure-codes.ts';
import { INSTALLING_RANK, type InstallationState, rankOf, stateOf, TERMINAL_STATUSES } from './state-rules.ts';

const LAST_RANK = 7;
/** More restarts than this are an anomaly. */
const MANY_RESTARTS = 5;
const MAX_REASON_CHARACTERS = 500;

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

/** A report with the locked records that it changes. */
interface ReportInput extends DecisionInput {
  readonly report: DeviceReport;
  readonly state: InstallationState;
  /** The rank of the installation, 0 if it has none. */
  readonly rank: number;
  readonly reportedRank: number;
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

/** True if the latest heartbeat came after the start of the installation and has its target version. */
function heartbeatAgrees({ installation, release, presence }: DecisionInput): boolean {
  if (!presence || !runsRelease(presence, release)) return false;
  return presence.lastSeenAt > (installation.startedAt ?? installation.createdAt);
}

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
