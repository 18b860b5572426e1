import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import { retryAt } from '../installations/index.ts';
import type { InstallationFields, LockedInstallation } from '../installations/store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long a device may say nothing in a state before its installation counts as stuck. */
const SILENCES: readonly (readonly [status: InstallationStatus, ms: number])[] = [
  ['QUEUED', 24 * HOUR_MS],
  ['DOWNLOADING', 2 * HOUR_MS],
  ['VERIFYING', 15 * MINUTE_MS],
  ['TRANSFERRING', HOUR_MS],
  ['INSTALLING', 30 * MINUTE_MS],
  ['REBOOTING', 15 * MINUTE_MS],
  ['VALIDATING', 20 * MINUTE_MS],
];

/** From here on the device may have lost the firmware that it had. */
const INSTALLING_RANK = INSTALLATION_STATUSES.indexOf('INSTALLING');

/** How long an installation is stuck before it is given up. */
function patienceOf(status: InstallationStatus): number {
  return INSTALLATION_STATUSES.indexOf(status) >= INSTALLING_RANK ? 6 * HOUR_MS : 24 * HOUR_MS;
}

/** The timers of all states that have one. */
export const STALL_TIMERS = SILENCES.map(([status, silenceMs]) => ({
  status,
  silenceMs,
  patienceMs: patienceOf(status),
}));

export interface Stall {
  readonly outcome: 'STUCK' | 'STALLED';
  readonly after: InstallationFields;
}

/**
 * What silence makes of an installation: stuck when its state's time is over, failed when it was stuck for too long. The
 * device is believed should it speak after all.
 * @param lastSeenAt the device's last sign of life of any kind
 * @param random from 0 to 1, for the jitter of a retry
 * @returns undefined while it may still go on
 */
export function decideStall(
  installation: LockedInstallation,
  { now, lastSeenAt, random }: { readonly now: Date; readonly lastSeenAt: Date | null; readonly random: number },
): Stall | undefined {
  const { status, closedReason, stuckSince, attempt } = installation;
  const timer = STALL_TIMERS.find((each) => each.status === status);
  if (!timer || closedReason) return undefined;
  const lastReportAt = installation.lastReportAt ?? installation.createdAt;
  if (!stuckSince) {
    const since = new Date(lastReportAt.getTime() + timer.silenceMs);
    return since > now ? undefined : { outcome: 'STUCK', after: { ...installation, stuckSince: since } };
  }
  if (now.getTime() < stuckSince.getTime() + timer.patienceMs) return undefined;
  const failureCode = `STALLED_${status}`;
  const isPastReturn = INSTALLATION_STATUSES.indexOf(status) >= INSTALLING_RANK;
  return {
    outcome: 'STALLED',
    after: {
      ...installation,
      status: 'FAILED',
      failureSource: 'SERVER',
      failureCode,
      failureReason: `No report since ${lastReportAt.toISOString()} while ${status}`,
      finishedAt: now,
      retryAt: retryAt(failureCode, attempt, now, random),
      possiblyBricked: isPastReturn && (lastSeenAt === null || lastSeenAt <= lastReportAt),
    },
  };
}
