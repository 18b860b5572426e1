import { retryAt } from '../installations/index.ts';
import type { InstallationFields, LockedInstallation } from '../installations/store.ts';
import {
  applyStall,
  applyStuck,
  applyWithdrawal,
  SILENCES,
  silenceOf,
  stallCode,
  stuckFrom,
} from '../rollouts/index.ts';

/** The states in which a device can fall silent (`SILENCES`) and whose installations fail in the end. */
export const STALL_TIMERS = SILENCES.flatMap(({ status, silenceMs, patienceMs }) =>
  patienceMs === null ? [] : [{ status, silenceMs, patienceMs }],
);

/** The job runs every five minutes. A run that is later than this follows a time in which the service was down. */
const LATE_LOOK_MS = 60 * 60_000;

export interface Stall {
  readonly outcome: 'STUCK' | 'STALLED' | 'OUT_OF_SERVICE';
  readonly after: InstallationFields;
}

/** The facts of a decision. */
interface Circumstances {
  readonly now: Date;
  /** The device's last sign of life of any kind. */
  readonly lastSeenAt: Date | null;
  /** From 0 to 1, for the jitter of a retry. */
  readonly random: number;
  /** True if the device is out of service, so that no report is expected. */
  readonly outOfService?: boolean;
}

/**
 * Decides the effect of silence on an installation: it is stuck when the time of its state is over, and fails when it was stuck
 * for too long. A later report of the device still counts.
 * @returns undefined while it may still continue
 */
export function decideStall(
  installation: LockedInstallation,
  { now, lastSeenAt, random, outOfService = false }: Circumstances,
): Stall | undefined {
  const { stuckSince, status, attempt } = installation;
  const silence = silenceOf(installation);
  const stuckAt = stuckFrom(installation);
  if (!silence || !stuckAt || (!stuckSince && stuckAt > now)) return undefined;
  if (outOfService) return { outcome: 'OUT_OF_SERVICE', after: applyWithdrawal(installation) };
  if (!stuckSince) {
    // The service was down and received nothing: where silence counts, the time of the device starts now.
    const wasDown = now.getTime() - stuckAt.getTime() > LATE_LOOK_MS;
    return { outcome: 'STUCK', after: applyStuck(installation, wasDown && silence.counts ? now : stuckAt) };
  }
  if (silence.patienceMs === null || now.getTime() < stuckSince.getTime() + silence.patienceMs) return undefined;
  // A silent attempt does not count: it is repeated after the first delay, however many there were.
  const again = retryAt(stallCode(status), silence.counts ? attempt : 1, now, random);
  return { outcome: 'STALLED', after: applyStall(installation, { now, lastSeenAt, retryAt: again }) };
}
