import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { explanation } from '../../model/explanations.ts';
import type { InstallationFields, LockedInstallation } from '../installations/store.ts';

/** What silence means in each state, and what taking a device out of service does. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the silence of a device means for its installation in one state. */
export interface Silence {
  readonly status: InstallationStatus;
  /** After this time without a sign of life the installation is stuck. */
  readonly silenceMs: number;
  /** After this additional time it fails; null = never, because a silent offer blocks nothing. */
  readonly patienceMs: number | null;
  /**
   * True if the device may have lost its firmware: the silence is a failure of the release, and an attempt. False if the
   * device may just be switched off: the installation is shown as silent, and neither counts.
   */
  readonly counts: boolean;
}

/** The states in which a device can fall silent, in order. From INSTALLING on, silence counts. */
export const SILENCES: readonly Silence[] = [
  { status: 'AVAILABLE', silenceMs: DAY_MS, patienceMs: null, counts: false },
  { status: 'QUEUED', silenceMs: DAY_MS, patienceMs: DAY_MS, counts: false },
  { status: 'DOWNLOADING', silenceMs: 2 * HOUR_MS, patienceMs: DAY_MS, counts: false },
  { status: 'VERIFYING', silenceMs: 15 * MINUTE_MS, patienceMs: DAY_MS, counts: false },
  { status: 'TRANSFERRING', silenceMs: HOUR_MS, patienceMs: DAY_MS, counts: false },
  { status: 'INSTALLING', silenceMs: 30 * MINUTE_MS, patienceMs: 6 * HOUR_MS, counts: true },
  { status: 'REBOOTING', silenceMs: 15 * MINUTE_MS, patienceMs: 6 * HOUR_MS, counts: true },
  { status: 'VALIDATING', silenceMs: 20 * MINUTE_MS, patienceMs: 6 * HOUR_MS, counts: true },
];

/** What silence means for an installation; undefined if it has ended or was withdrawn. */
export function silenceOf({ status, closedReason }: InstallationFields): Silence | undefined {
  return closedReason ? undefined : SILENCES.find((silence) => silence.status === status);
}

/** The last sign of life for an installation: a report, or the first heartbeat with its version. */
export function lastSignOf(installation: LockedInstallation): Date {
  const { firstMatchAt } = installation;
  const reported = lastReportOf(installation);
  return firstMatchAt && firstMatchAt > reported ? firstMatchAt : reported;
}

function lastReportOf({ lastReportAt, createdAt }: LockedInstallation): Date {
  return lastReportAt ?? createdAt;
}

/** The time from which on an installation without another sign of life is stuck; undefined if it cannot be. */
export function stuckFrom(installation: LockedInstallation): Date | undefined {
  const silence = silenceOf(installation);
  return silence && new Date(lastSignOf(installation).getTime() + silence.silenceMs);
}

/** Marks an installation as stuck; before INSTALLING, as silent. */
export function applyStuck(installation: LockedInstallation, since: Date): InstallationFields {
  return { ...installation, stuckSince: since, silent: silenceOf(installation)?.counts === false };
}

/** The facts by which the service fails a stuck installation. */
export interface StallInput {
  readonly now: Date;
  /** The device's last sign of life of any kind. */
  readonly lastSeenAt: Date | null;
  /** The time of the next attempt; null = by the rules of the failure code. */
  readonly retryAt: Date | null;
}

/** The failure code of an installation whose device fell silent in this state. */
export function stallCode(status: InstallationStatus): string {
  return `STALLED_${status}`;
}

/** Fails a stuck installation. A later report of the device still counts. */
export function applyStall(
  installation: LockedInstallation,
  { now, lastSeenAt, retryAt }: StallInput,
): InstallationFields {
  const { status } = installation;
  const counts = silenceOf(installation)?.counts === true;
  const reported = lastReportOf(installation);
  return {
    ...installation,
    status: 'FAILED',
    failureSource: 'SERVER',
    failureCode: stallCode(status),
    failureReason: explanation('NO_REPORT', { since: reported.toISOString(), status }),
    finishedAt: now,
    silent: !counts,
    retryAt,
    possiblyBricked: counts && (lastSeenAt === null || lastSeenAt <= reported),
  };
}

/** Withdraws an installation, started or not, because its device was taken out of service: an unstarted offer again. */
export function applyWithdrawal(installation: LockedInstallation): InstallationFields {
  return {
    ...installation,
    status: 'AVAILABLE',
    closedReason: 'DEVICE_OUT_OF_SERVICE',
    startedAt: null,
    stuckSince: null,
    silent: false,
    matchingHeartbeats: 0,
    firstMatchAt: null,
  };
}

/** The effect on an installation of taking its device out of service. */
export interface Withdrawal {
  readonly outcome: 'OUT_OF_SERVICE' | 'STALLED';
  readonly after: InstallationFields;
}

/**
 * Decides the effect on an installation of taking its device out of service. The installation is withdrawn, which is no
 * evidence about the release. But a device that was already stuck from INSTALLING on may be out of service because of the
 * release, so its installation fails at once. An installation whose device has shown the new version continues: its next
 * heartbeats prove it.
 * @returns undefined if nothing changes: it has ended, was withdrawn before, or runs the new version
 */
export function decideWithdrawal(installation: LockedInstallation, input: StallInput): Withdrawal | undefined {
  const silence = silenceOf(installation);
  const stuckAt = stuckFrom(installation);
  if (!silence || !stuckAt || (installation.firstMatchAt && stuckAt > input.now)) return undefined;
  if (!silence.counts || stuckAt > input.now)
    return { outcome: 'OUT_OF_SERVICE', after: applyWithdrawal(installation) };
  const stuck = applyStuck(installation, installation.stuckSince ?? stuckAt);
  return { outcome: 'STALLED', after: applyStall({ ...installation, ...stuck }, input) };
}

/** True if the installation has passed the point of no return: after a power loss the device boots the new firmware. */
export function isPastReturn(status: InstallationStatus): boolean {
  const rank = INSTALLATION_STATUSES.indexOf(status);
  return rank >= INSTALLATION_STATUSES.indexOf('INSTALLING') && rank < INSTALLATION_STATUSES.indexOf('SUCCESS');
}
