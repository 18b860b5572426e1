import type { ClosedReason, FirmwareLifecycle, OfferReason } from '../api/generated/enums.ts';
import type { DevicePageQuery } from '../api/generated/operations.ts';
import type { Since } from '../text/offer-words.ts';

type Device = NonNullable<DevicePageQuery['device']>;
type Decision = Pick<NonNullable<Device['offerDecision']>, 'at' | 'reason' | 'releaseId' | 'releaseLifecycle'>;
type Attempt = Device['attempts']['nodes'][number];
type Presence = Pick<NonNullable<Device['presence']>, 'online' | 'lastSeenAt'>;

/** The reason of the decision, or what has happened since. */
export type UpdateStanding = OfferReason | Since;

export interface Standing {
  readonly standing: UpdateStanding;
  /** When the device was last heard: at all if it is off, else on the update. */
  readonly since: string | undefined;
  /** Of an update without progress: the last report on it, and when the service found that. */
  readonly stuck: { readonly report: string; readonly found: string } | undefined;
  /** When a device that is off was last heard, where the update waits for something else as well. */
  readonly offSince: string | undefined;
}

/** What the pages of a device and of its installation know of an update; a role may not read all of it. */
export interface Known {
  /** What the device was told when it last asked. */
  readonly decision?: Decision | null | undefined;
  readonly attempt?: Attempt | undefined;
  readonly presence?: Presence | null | undefined;
  /** The state of the release of the attempt, where the decision is of another one. */
  readonly lifecycle?: FirmwareLifecycle | undefined;
}

/** Standings that end as soon as the device does something. */
const OF_DEVICE: ReadonlySet<UpdateStanding> = new Set([
  'OFFERED',
  'IN_PROGRESS',
  'FINISHING',
  'AWAITING_CONFIRMATION',
  'RETRY_LATER',
  'DOWNLOADS_BUSY',
  'RESUMED',
  'SILENT',
  'STUCK',
  'UNBEGUN',
]);

/** Standings in which the update comes by itself, if the device is on by then. */
const WAITING: ReadonlySet<UpdateStanding> = new Set(['NOT_IN_STAGE', 'PAUSED', 'WITHDRAWN']);

/** A device that was offered an update begins within minutes. */
const BEGINS_WITHIN_MS = 3_600_000;

const OVER: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'ROLLED_BACK']);

/** The device's newest attempt at the release of the decision. */
export function attemptOf({ attempts, offerDecision }: Pick<Device, 'attempts' | 'offerDecision'>) {
  return offerDecision?.releaseId
    ? attempts.nodes.find(({ releaseId }) => releaseId === offerDecision.releaseId)
    : undefined;
}

/**
 * How things are with an update. The decision is of the past: the installation may have stopped, ended or been withdrawn since, the release
 * may have been paused or go on again, and the device may be off.
 * @param now in milliseconds
 * @throws Error without a decision and an attempt
 */
export function standingOf({ decision, attempt, presence, lifecycle }: Known, now: number): Standing {
  const told = toldBy(decision, attempt, lifecycle);
  const standing = (attempt && sinceThen(told, attempt, now)) ?? ofRelease(told);
  const report = attempt && (attempt.lastReportAt ?? attempt.createdAt);
  const found = attempt && !OVER.has(attempt.status) && !attempt.closedReason && attempt.stuckSince;
  const stuck = report && found ? { report, found } : undefined;
  const offSince = presence?.online === false ? presence.lastSeenAt : undefined;
  if (offSince && OF_DEVICE.has(standing)) return { standing: 'OFFLINE', since: offSince, stuck, offSince: undefined };
  return { standing, since: report, stuck, offSince: WAITING.has(standing) ? offSince : undefined };
}

/** The decision, if it is of the attempt; else what the device was told at least, as it has the attempt. */
function toldBy(
  decision: Decision | null | undefined,
  attempt: Attempt | undefined,
  lifecycle: FirmwareLifecycle | undefined,
): Decision {
  const isOf = (releaseId: string) => decision?.releaseId === null || decision?.releaseId === releaseId;
  if (decision && (!attempt || (isOf(attempt.releaseId) && !isOlder(decision, attempt)))) return decision;
  if (!attempt) throw new Error('There is neither a decision nor an attempt.');
  return {
    at: attempt.createdAt,
    reason: attempt.status === 'AVAILABLE' ? 'OFFERED' : 'IN_PROGRESS',
    releaseId: attempt.releaseId,
    releaseLifecycle: (isOf(attempt.releaseId) && decision?.releaseLifecycle) || lifecycle || null,
  };
}

/** A decision of no release says nothing of an attempt that was made or went on after it. */
const isOlder = ({ at, releaseId }: Decision, { lastReportAt, createdAt }: Attempt) =>
  releaseId === null && Date.parse(lastReportAt ?? createdAt) > Date.parse(at);

/** What became of the attempt after the decision; undefined: nothing that the decision does not say. */
function sinceThen(told: Decision, attempt: Attempt, now: number): UpdateStanding | undefined {
  const { at, reason, releaseLifecycle } = told;
  const { status, closedReason, stuckSince, silent, updatedAt } = attempt;
  if (OVER.has(status)) return Date.parse(updatedAt) > Date.parse(at) ? endOf(attempt) : undefined;
  if (reason !== 'OFFERED' && reason !== 'IN_PROGRESS') return undefined;
  if (closedReason) return closedBy(closedReason, releaseLifecycle);
  if (releaseLifecycle === 'REVOKED') return 'REVOKED';
  if (status === 'AVAILABLE' && (stuckSince || now - Date.parse(at) > BEGINS_WITHIN_MS)) return 'UNBEGUN';
  if (!stuckSince) return undefined;
  return silent ? 'SILENT' : 'STUCK';
}

function closedBy(reason: ClosedReason, lifecycle: FirmwareLifecycle | null): UpdateStanding {
  if (lifecycle === 'REVOKED' || reason === 'RELEASE_REVOKED') return 'REVOKED';
  if (reason === 'DEVICE_OUT_OF_SERVICE') return 'DEVICE_STATUS';
  return reason === 'RELEASE_PAUSED' && lifecycle !== 'ROLLING_OUT' ? 'PAUSED' : 'WITHDRAWN';
}

/** How an attempt ended. */
export function endOf({ status, verification, possiblyBricked, failureSource }: Attempt): UpdateStanding {
  if (status === 'ROLLED_BACK' || verification === 'CONTRADICTED') return 'ROLLED_BACK_HERE';
  if (status === 'SUCCESS') return verification === 'CONFIRMED' ? 'INSTALLED' : 'AWAITING_CONFIRMATION';
  if (possiblyBricked) return 'BRICKED';
  return failureSource === 'OPERATOR' ? 'INTERRUPTED' : 'FAILED';
}

/** Reasons for which the release itself may still come to the device. */
const OPEN: readonly OfferReason[] = ['OFFERED', 'NOT_IN_STAGE', 'PAUSED', 'RETRY_LATER', 'DOWNLOADS_BUSY'];

/** The release may have been paused, resumed, completed or revoked since. */
function ofRelease({ reason, releaseLifecycle }: Decision): UpdateStanding {
  if (releaseLifecycle === 'REVOKED' && (reason === 'IN_PROGRESS' || OPEN.includes(reason))) return 'REVOKED';
  if (!OPEN.includes(reason)) return reason;
  if (releaseLifecycle === 'PAUSED') return 'PAUSED';
  if (releaseLifecycle === 'COMPLETED' && reason === 'NOT_IN_STAGE') return 'CLOSED';
  return releaseLifecycle === 'ROLLING_OUT' && reason === 'PAUSED' ? 'RESUMED' : reason;
}
