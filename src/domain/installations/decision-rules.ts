import type { Directive } from '../../model/enums.ts';
import type {
  InstallationFields,
  LockedInstallation,
  PresenceFacts,
  ReleaseFacts,
} from '../../persistence/installations/installation-fields.ts';
import { directiveOf } from './state-rules.ts';

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

/** The effect of a report or a heartbeat: what is stored, and what the device is answered. */
export interface Decision {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly after: InstallationFields;
  readonly directive: Directive;
  readonly rejection: RejectionCode | null;
  /** True if the installation just failed, not by an operator: the release must be checked. */
  readonly failed: boolean;
}

/** What a rule decides of a report or a heartbeat. */
export interface RuleResult {
  readonly outcome: Outcome;
  readonly applied: boolean;
  readonly changes?: Partial<InstallationFields>;
  readonly rejection?: RejectionCode;
  readonly directive?: Directive;
}

/** A signed time further ahead of the server's clock does not order reports. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** The changes that take every mark of a failure from an installation. */
export const UNFAILED = {
  failureSource: null,
  failureCode: null,
  failureReason: null,
  retryAt: null,
  possiblyBricked: false,
  reconcilable: false,
  silent: false,
} as const;

/** The decision that follows from what a rule decided. */
export function decisionFrom({ installation, release }: DecisionInput, result: RuleResult): Decision {
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

/** True if the signed time of the newest report is comparable: it was not ahead of the server's clock. */
export function isTrusted({ lastReportAt, lastReportMs }: InstallationFields): boolean {
  return lastReportMs !== null && (!lastReportAt || lastReportMs <= lastReportAt.getTime() + CLOCK_TOLERANCE_MS);
}

/** True if a device runs the release: its heartbeat has the version, and the build number if the device sends one. */
export function runsRelease(
  presence: Pick<PresenceFacts, 'firmwareVersion' | 'firmwareBuildNumber'>,
  release: ReleaseFacts,
) {
  const { firmwareVersion, firmwareBuildNumber } = presence;
  return (
    firmwareVersion === release.version && (firmwareBuildNumber === null || firmwareBuildNumber === release.buildNumber)
  );
}
