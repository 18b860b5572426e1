import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { FIRMWARE_VERSION } from '../../model/grammar.ts';
import type {
  InstallationFields,
  LockedInstallation,
  PresenceFacts,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';
import { failureCodeOf, isAlreadyThere, retryAt } from './failure-codes.ts';

/** What a device must do with its installation. The code of a client error implies one: see `directiveOfRefusal`. */
export type Directive = 'CONTINUE' | 'ABORT' | 'NONE';

/**
 * The 409 code of a rejected report. RELEASE_REVOKED and INSTALLATION_INTERRUPTED mean ABORT, INSTALLATION_TERMINAL
 * means NONE.
 */
export type Refusal = 'RELEASE_REVOKED' | 'INSTALLATION_INTERRUPTED' | 'INSTALLATION_TERMINAL';

/** The outcome of a report, a heartbeat or a decision, for the history. */
export type Outcome =
  | Refusal
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
  | 'MATCHED'
  | 'VALIDATING_INFERRED'
  | 'SUCCESS_INFERRED'
  | 'ROLLBACK_INFERRED'
  | 'CONFIRMED'
  | 'UNWATCHED';

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
export interface Situation {
  readonly installation: LockedInstallation;
  readonly release: ReleaseFacts;
  /** The latest heartbeat. */
  readonly presence: PresenceFacts | null;
  /** True if another attempt of the same device at the same release is open, so that this one cannot be reopened. */
  readonly superseded: boolean;
}

export interface Ruling {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly after: InstallationFields;
  readonly directive: Directive;
  readonly refusal: Refusal | null;
  /** True if the installation just failed, not by an operator: the release must be checked. */
  readonly failed: boolean;
}

/** The state of an installation, as far as reports depend on it. */
export type Standing =
  | 'OPEN'
  | 'CLOSED'
  | 'SUCCESS_UNVERIFIED'
  | 'SUCCESS_CONFIRMED'
  | 'FAILED_BY_DEVICE'
  | 'FAILED_BY_SERVER'
  | 'FAILED_BY_OPERATOR'
  | 'ROLLED_BACK_BY_DEVICE'
  | 'ROLLED_BACK_BY_SERVER';

const ENDS: readonly InstallationStatus[] = ['SUCCESS', 'FAILED', 'ROLLED_BACK'];
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
  return ENDS.includes(status) ? undefined : INSTALLATION_STATUSES.indexOf(status);
}

export function standingOf(installation: InstallationFields): Standing {
  const { status, closedReason, failureSource, verification } = installation;
  if (closedReason) return 'CLOSED';
  if (status === 'SUCCESS') return verification === 'CONFIRMED' ? 'SUCCESS_CONFIRMED' : 'SUCCESS_UNVERIFIED';
  if (status === 'ROLLED_BACK') return failureSource === 'SERVER' ? 'ROLLED_BACK_BY_SERVER' : 'ROLLED_BACK_BY_DEVICE';
  if (status !== 'FAILED') return 'OPEN';
  if (failureSource === 'OPERATOR') return 'FAILED_BY_OPERATOR';
  return failureSource === 'SERVER' ? 'FAILED_BY_SERVER' : 'FAILED_BY_DEVICE';
}

/** The open attempt of the same device at the same release among the locked ones, other than this one. */
export function rivalOf(
  { id, deviceId, releaseId }: LockedInstallation,
  locked: Iterable<LockedInstallation>,
): LockedInstallation | undefined {
  for (const other of locked) {
    const isOfTheSame = other.deviceId === deviceId && other.releaseId === releaseId && other.id !== id;
    if (isOfTheSame && standingOf(other) === 'OPEN') return other;
  }
  return undefined;
}

/** The directive to the device for this installation. */
export function directiveOf(installation: InstallationFields, release: Pick<ReleaseFacts, 'lifecycle'>): Directive {
  const standing = standingOf(installation);
  if (standing === 'CLOSED' || standing === 'FAILED_BY_OPERATOR') return 'ABORT';
  if (standing !== 'OPEN') return 'NONE';
  const returns = (rankOf(installation.status) ?? 0) < INSTALLING_RANK;
  return release.lifecycle === 'REVOKED' && returns ? 'ABORT' : 'CONTINUE';
}

/** A report with the locked records that it changes. */
interface Said extends Situation {
  readonly report: DeviceReport;
  readonly standing: Standing;
  /** The rank of the installation, 0 if it has none. */
  readonly rank: number;
  readonly saidRank: number;
}

interface Verdict {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly changes?: Partial<InstallationFields>;
  readonly refusal?: Refusal;
  readonly directive?: Directive;
}

/** A row of the table: the states, the reported statuses, an optional condition, and the decision. */
interface Rule {
  readonly at: readonly Standing[];
  readonly says: readonly InstallationStatus[];
  readonly when?: (said: Said) => boolean;
  readonly so: (said: Said) => Verdict;
}

const OPEN_STATUSES = INSTALLATION_STATUSES.filter((status) => !ENDS.includes(status));
const STARTED = OPEN_STATUSES.filter((status) => status !== 'AVAILABLE');
const BEFORE_INSTALLING = INSTALLATION_STATUSES.slice(0, INSTALLING_RANK);
const BAD_ENDS: readonly InstallationStatus[] = ['FAILED', 'ROLLED_BACK'];
const ANYWHERE: readonly Standing[] = [
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
const GUESSED: readonly Standing[] = ['FAILED_BY_SERVER', 'ROLLED_BACK_BY_SERVER'];
const FAILED: readonly Standing[] = ['FAILED_BY_DEVICE', 'FAILED_BY_SERVER', 'FAILED_BY_OPERATOR'];
const SUCCEEDED: readonly Standing[] = ['SUCCESS_UNVERIFIED', 'SUCCESS_CONFIRMED'];

/** The effect of a device's report on its installation. The first matching row decides; one row always matches. */
const REPORT_RULES: readonly Rule[] = [
  { at: ANYWHERE, says: BEFORE_INSTALLING, when: isRevoked, so: refuse('RELEASE_REVOKED') },

  { at: ['CLOSED'], says: ['AVAILABLE'], so: ignore('IGNORED') },
  { at: ['CLOSED'], says: ['QUEUED'], so: ignore('CLOSED', 'ABORT') },
  { at: ['CLOSED'], says: STARTED, when: isSuperseded, so: ignore('CLOSED', 'ABORT') },
  { at: ['CLOSED'], says: STARTED, so: reopen },
  { at: ['CLOSED'], says: ['SUCCESS'], so: succeed },
  { at: ['CLOSED'], says: ['FAILED'], so: fail },
  { at: ['CLOSED'], says: ['ROLLED_BACK'], so: rollBack },

  { at: ['OPEN'], says: ['AVAILABLE'], so: ignore('IGNORED') },
  { at: ['OPEN'], says: ['SUCCESS'], so: succeed },
  { at: ['OPEN'], says: ['FAILED'], when: hasItAlready, so: succeed },
  { at: ['OPEN'], says: ['FAILED'], so: fail },
  { at: ['OPEN'], says: ['ROLLED_BACK'], so: rollBack },
  { at: ['OPEN'], says: STARTED, when: isSameAndNewer, so: refresh },
  { at: ['OPEN'], says: STARTED, when: isForward, so: move('MOVED') },
  { at: ['OPEN'], says: STARTED, when: isNotNewer, so: ignore('STALE') },
  { at: ['OPEN'], says: ['QUEUED', 'DOWNLOADING'], so: restart },
  { at: ['OPEN'], says: STARTED, so: outOfOrder },

  { at: SUCCEEDED, says: ['SUCCESS'], so: ignore('DUPLICATE') },
  { at: ['SUCCESS_UNVERIFIED'], says: BAD_ENDS, when: isNotNewer, so: ignore('STALE') },
  { at: ['SUCCESS_UNVERIFIED'], says: ['FAILED'], so: contradict(fail) },
  { at: ['SUCCESS_UNVERIFIED'], says: ['ROLLED_BACK'], so: contradict(rollBack) },

  { at: GUESSED, says: ['AVAILABLE'], so: ignore('IGNORED') },
  { at: GUESSED, says: STARTED, when: isNotNewer, so: ignore('STALE') },
  { at: GUESSED, says: STARTED, when: isSuperseded, so: ignore('CLOSED', 'ABORT') },
  { at: GUESSED, says: STARTED, so: move('FOLLOWED') },
  { at: GUESSED, says: ['SUCCESS'], so: succeed },
  { at: GUESSED, says: ['FAILED'], when: isNotNewer, so: ignore('STALE') },
  { at: GUESSED, says: ['FAILED'], so: fail },
  { at: ['FAILED_BY_SERVER'], says: ['ROLLED_BACK'], so: rollBack },
  { at: ['ROLLED_BACK_BY_SERVER'], says: ['ROLLED_BACK'], so: ignore('DUPLICATE') },

  { at: ['FAILED_BY_OPERATOR'], says: ['SUCCESS'], when: heartbeatAgrees, so: loseRace },
  { at: ['FAILED_BY_OPERATOR'], says: ['SUCCESS'], so: surface('INSTALLATION_INTERRUPTED') },
  { at: ['FAILED_BY_OPERATOR'], says: OPEN_STATUSES, so: refuse('INSTALLATION_INTERRUPTED') },
  { at: ['FAILED_BY_DEVICE'], says: ['SUCCESS'], so: surface('INSTALLATION_TERMINAL') },
  { at: FAILED, says: ['FAILED'], so: ignore('DUPLICATE') },
  { at: FAILED, says: ['ROLLED_BACK'], when: isNotNewer, so: ignore('STALE') },
  { at: FAILED, says: ['ROLLED_BACK'], so: rollBack },
  { at: ['ROLLED_BACK_BY_DEVICE'], says: BAD_ENDS, so: ignore('DUPLICATE') },
  { at: ['ROLLED_BACK_BY_DEVICE'], says: ['SUCCESS'], so: surface('INSTALLATION_TERMINAL') },

  { at: ANYWHERE, says: INSTALLATION_STATUSES, so: refuse('INSTALLATION_TERMINAL') },
];

/** Decides the effect of a device's report on its installation. */
export function onReport(situation: Situation, report: DeviceReport): Ruling {
  const { installation } = situation;
  const said: Said = {
    ...situation,
    report,
    standing: standingOf(installation),
    rank: rankOf(installation.status) ?? 0,
    saidRank: rankOf(report.status) ?? LAST_RANK + 1,
  };
  const rule = REPORT_RULES.find(
    ({ at, says, when }) => at.includes(said.standing) && says.includes(report.status) && (!when || when(said)),
  );
  if (!rule) throw new Error(`no rule for ${report.status} at ${said.standing}`);
  const verdict = rule.so(said);
  const origin = verdict.applied ? originOf(said) : {};
  return ruled(situation, { ...verdict, changes: { ...origin, ...verdict.changes } });
}

function ruled({ installation, release }: Situation, verdict: Verdict): Ruling {
  const after: InstallationFields = { ...installation, ...verdict.changes };
  return {
    outcome: verdict.outcome,
    applied: verdict.applied,
    after,
    directive: verdict.directive ?? directiveOf(after, release),
    refusal: verdict.refusal ?? null,
    failed: isBad(after) && !isBad(installation) && after.failureSource !== 'OPERATOR',
  };
}

function isBad({ status, verification }: InstallationFields): boolean {
  return status === 'FAILED' || status === 'ROLLED_BACK' || verification === 'CONTRADICTED';
}

function isRevoked({ release }: Said): boolean {
  return release.lifecycle === 'REVOKED';
}

function isSuperseded({ superseded }: Said): boolean {
  return superseded;
}

function hasItAlready({ report }: Said): boolean {
  return isAlreadyThere(report.failureReason);
}

/** True if the signed time of the newest report is comparable: it was not ahead of the server's clock. */
function isTrusted({ lastReportAt, lastReportMs }: InstallationFields): boolean {
  return lastReportMs !== null && (!lastReportAt || lastReportMs <= lastReportAt.getTime() + CLOCK_TOLERANCE_MS);
}

function isNotNewer({ installation, report }: Said): boolean {
  return installation.lastReportMs !== null && report.signedMs <= installation.lastReportMs;
}

function isSameAndNewer(said: Said): boolean {
  return said.rank === said.saidRank && !isNotNewer(said);
}

/**
 * A higher rank moves forward, unless it was signed before the newest report, which means that the device has restarted
 * since. If the clock of the newest report was ahead, only the rank decides.
 */
function isForward({ installation, report, rank, saidRank }: Said): boolean {
  if (saidRank <= rank) return false;
  return !isTrusted(installation) || report.signedMs >= (installation.lastReportMs ?? 0);
}

function matches(presence: Pick<PresenceFacts, 'firmwareVersion' | 'firmwareBuildNumber'>, release: ReleaseFacts) {
  const { firmwareVersion, firmwareBuildNumber } = presence;
  return (
    firmwareVersion === release.version && (firmwareBuildNumber === null || firmwareBuildNumber === release.buildNumber)
  );
}

/** True if the latest heartbeat came after the start of the installation and has its target version. */
function heartbeatAgrees({ installation, release, presence }: Situation): boolean {
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
} as const;

/** Every report shows that the device is alive. */
function signOfLife({ installation, report }: Said): Partial<InstallationFields> {
  const known = isTrusted(installation) ? (installation.lastReportMs ?? 0) : 0;
  return {
    lastReportAt: report.receivedAt,
    lastReportMs: Math.max(known, report.signedMs),
    stuckSince: null,
    startedAt: installation.startedAt ?? report.receivedAt,
  };
}

/** The previous version, if only the device knows it. */
function originOf({ installation, report }: Said): Partial<InstallationFields> {
  if (installation.fromVersion !== null || report.fromVersion === null) return {};
  return FIRMWARE_VERSION.test(report.fromVersion) ? { fromVersion: report.fromVersion } : {};
}

function refuse(refusal: Refusal) {
  return (): Verdict => ({ outcome: refusal, applied: false, refusal });
}

function ignore(outcome: Outcome, directive?: Directive) {
  return (): Verdict => ({ outcome, applied: false, ...(directive ? { directive } : {}) });
}

/** Rejected, but marked for operators to review: the device reports a success after all. */
function surface(refusal: Refusal) {
  return (said: Said): Verdict => ({
    outcome: refusal,
    applied: false,
    refusal,
    changes: isNotNewer(said) ? {} : { reconcilable: true },
  });
}

function refresh(said: Said): Verdict {
  return { outcome: 'REFRESHED', applied: true, changes: signOfLife(said) };
}

function move(outcome: Outcome) {
  return (said: Said): Verdict => ({
    outcome,
    applied: true,
    changes: {
      ...signOfLife(said),
      ...UNFAILED,
      status: said.report.status,
      closedReason: null,
      verification: null,
      evidence: null,
      finishedAt: null,
      matchingHeartbeats: 0,
      firstMatchAt: null,
    },
  });
}

function reopen(said: Said): Verdict {
  return move('REOPENED')(said);
}

/** The device restarted after a power loss: not a failure, but counted. */
function restart(said: Said): Verdict {
  const { installation } = said;
  const restarts = installation.restarts + 1;
  const { changes } = move('RESTARTED')(said);
  const anomalies = installation.anomalies + (restarts > MANY_RESTARTS ? 1 : 0);
  return { outcome: 'RESTARTED', applied: true, changes: { ...changes, restarts, anomalies } };
}

/** Not rejected, because existing firmware would get stuck. */
function outOfOrder(said: Said): Verdict {
  const { startedAt: _same, ...alive } = signOfLife(said);
  return {
    outcome: 'OUT_OF_ORDER',
    applied: false,
    changes: { ...alive, anomalies: said.installation.anomalies + 1 },
  };
}

function succeed(said: Said): Verdict {
  const confirmed = heartbeatAgrees(said);
  return {
    outcome: 'SUCCEEDED',
    applied: true,
    changes: {
      ...signOfLife(said),
      ...UNFAILED,
      status: 'SUCCESS',
      closedReason: null,
      verification: confirmed ? 'CONFIRMED' : 'UNVERIFIED',
      evidence: confirmed ? 'HEARTBEAT' : null,
      finishedAt: said.report.receivedAt,
    },
  };
}

/** An operator interrupted an installation that had already succeeded; the state of the device counts. */
function loseRace(said: Said): Verdict {
  return { ...succeed(said), outcome: 'CANCEL_LOST_RACE' };
}

function badEnd(said: Said): Partial<InstallationFields> {
  const { report } = said;
  return {
    ...signOfLife(said),
    closedReason: null,
    failureSource: 'DEVICE',
    failureCode: failureCodeOf(report.failureReason),
    failureReason: report.failureReason === null ? null : cut(report.failureReason),
    finishedAt: report.receivedAt,
    retryAt: null,
    possiblyBricked: false,
  };
}

function fail(said: Said): Verdict {
  const { installation, report } = said;
  const end = badEnd(said);
  const again = retryAt(end.failureCode ?? 'UNKNOWN', installation.attempt, report.receivedAt, report.random);
  return { outcome: 'FAILED', applied: true, changes: { ...end, status: 'FAILED', retryAt: again } };
}

/** The report of the device counts; before INSTALLING there was nothing to roll back from. */
function rollBack(said: Said): Verdict {
  const { installation, rank, standing } = said;
  const early = (standing === 'OPEN' || standing === 'CLOSED') && rank < INSTALLING_RANK;
  const anomalies = installation.anomalies + (early ? 1 : 0);
  return { outcome: 'ROLLED_BACK', applied: true, changes: { ...badEnd(said), status: 'ROLLED_BACK', anomalies } };
}

/** The device reported SUCCESS, which was not confirmed. The release is never offered to it again. */
function contradict(end: (said: Said) => Verdict) {
  return (said: Said): Verdict => ({
    outcome: 'CONTRADICTED',
    applied: true,
    changes: { ...end(said).changes, verification: 'CONTRADICTED', evidence: null, retryAt: null },
  });
}

/** Truncates by code points, so that no character is split. */
export function cut(text: string): string {
  return text.length <= MAX_REASON_CHARACTERS ? text : [...text].slice(0, MAX_REASON_CHARACTERS).join('');
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
export function onHeartbeat(situation: Situation, seen: HeartbeatSeen): Ruling | undefined {
  const verdict = seenVerdict(situation, seen);
  return verdict && ruled(situation, verdict);
}

function seenVerdict({ installation, release }: Situation, seen: HeartbeatSeen): Verdict | undefined {
  const standing = standingOf(installation);
  const shows = matches(seen, release);
  const tells = installation.fromVersion !== release.version;
  const later = seen.timestampMs > (installation.lastReportMs ?? 0);
  const old = tells && later && seen.firmwareVersion === installation.fromVersion;
  if (standing === 'SUCCESS_UNVERIFIED') {
    if (shows)
      return { outcome: 'CONFIRMED', applied: true, changes: { verification: 'CONFIRMED', evidence: 'HEARTBEAT' } };
    return old ? fellBack('CONTRADICTED', seen, { verification: 'CONTRADICTED', evidence: null }) : undefined;
  }
  if (standing === 'FAILED_BY_OPERATOR' && installation.reconcilable && shows) return proven('CANCEL_LOST_RACE', seen);
  const installed = standing === 'OPEN' && (rankOf(installation.status) ?? 0) >= INSTALLING_RANK;
  if (shows && tells && (installed || isStalledInstallation(installation))) return matched(installation, seen);
  const booted = seen.uptime * 1_000 < seen.timestampMs - (installation.lastReportMs ?? seen.timestampMs);
  return installed && old && booted ? fellBack('ROLLBACK_INFERRED', seen, {}) : undefined;
}

/** An unreported success is confirmed by repeated heartbeats with the target version. */
function matched(installation: LockedInstallation, { receivedAt }: HeartbeatSeen): Verdict {
  const matchingHeartbeats = installation.matchingHeartbeats + 1;
  const firstMatchAt = installation.firstMatchAt ?? receivedAt;
  const count = { matchingHeartbeats, firstMatchAt, stuckSince: null };
  const longEnough = receivedAt.getTime() - firstMatchAt.getTime() >= MATCHING_MS;
  if (matchingHeartbeats >= MATCHING_HEARTBEATS && longEnough) {
    const { changes, ...verdict } = proven('SUCCESS_INFERRED', { receivedAt });
    return { ...verdict, changes: { ...changes, ...count } };
  }
  if (standingOf(installation) !== 'OPEN' || installation.status === 'VALIDATING') {
    return { outcome: 'MATCHED', applied: true, changes: count };
  }
  return { outcome: 'VALIDATING_INFERRED', applied: true, changes: { ...count, status: 'VALIDATING' } };
}

function proven(outcome: Outcome, { receivedAt }: Pick<HeartbeatSeen, 'receivedAt'>): Verdict {
  return {
    outcome,
    applied: true,
    changes: {
      ...UNFAILED,
      status: 'SUCCESS',
      verification: 'CONFIRMED',
      evidence: 'HEARTBEAT',
      finishedAt: receivedAt,
      stuckSince: null,
    },
  };
}

function fellBack(outcome: Outcome, seen: HeartbeatSeen, more: Partial<InstallationFields>): Verdict {
  return {
    outcome,
    applied: true,
    changes: {
      status: 'ROLLED_BACK',
      failureSource: 'SERVER',
      failureCode: 'UNKNOWN',
      failureReason: `a heartbeat shows ${seen.firmwareVersion} again`,
      finishedAt: seen.receivedAt,
      retryAt: null,
      stuckSince: null,
      ...more,
    },
  };
}

function isStalledInstallation({ status, failureSource, failureCode }: InstallationFields): boolean {
  if (status !== 'FAILED' || failureSource !== 'SERVER') return false;
  return ['STALLED_INSTALLING', 'STALLED_REBOOTING', 'STALLED_VALIDATING'].includes(failureCode ?? '');
}

/** True if heartbeats of the device can still change the installation. */
export function isToBeWatched(installation: InstallationFields): boolean {
  switch (standingOf(installation)) {
    case 'OPEN':
      return (rankOf(installation.status) ?? 0) >= INSTALLING_RANK;
    case 'SUCCESS_UNVERIFIED':
      return true;
    case 'FAILED_BY_OPERATOR':
      return installation.reconcilable;
    default:
      return isStalledInstallation(installation);
  }
}
