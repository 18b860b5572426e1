import type { OfferReason } from '../api/generated/enums.ts';
import type { DevicePageQuery } from '../api/generated/operations.ts';
import type { Since } from '../text/offer-words.ts';

type Device = NonNullable<DevicePageQuery['device']>;
type Decision = NonNullable<Device['offerDecision']>;
type Attempt = Device['attempts']['nodes'][number];

/** The reason of the decision, or what has happened since. */
export type UpdateStanding = OfferReason | Since;

export interface Standing {
  readonly standing: UpdateStanding;
  /** When the device was last heard: at all if it is off, else on the update. */
  readonly since: string | undefined;
}

/** Reasons for which the next step is the device's. */
const UNDER_WAY: readonly UpdateStanding[] = [
  'OFFERED',
  'IN_PROGRESS',
  'FINISHING',
  'AWAITING_CONFIRMATION',
  'RETRY_LATER',
  'DOWNLOADS_BUSY',
  'RESUMED',
  'SILENT',
];

/** The device's newest attempt at the release of the decision. */
export function attemptOf({ attempts, offerDecision }: Pick<Device, 'attempts' | 'offerDecision'>) {
  return offerDecision?.releaseId
    ? attempts.nodes.find(({ releaseId }) => releaseId === offerDecision.releaseId)
    : undefined;
}

/**
 * How things are with the update of a device. The decision is what the device was told when it last asked; its installation
 * may have stopped, ended or been withdrawn since, the release may go on again, and the device may be off.
 */
export function standingOf(
  decision: Decision,
  attempt: Attempt | undefined,
  presence: Pick<NonNullable<Device['presence']>, 'online' | 'lastSeenAt'> | null,
): Standing {
  const standing = (attempt && sinceThen(decision, attempt)) ?? ofRelease(decision);
  if (presence?.online === false && UNDER_WAY.includes(standing))
    return { standing: 'OFFLINE', since: presence.lastSeenAt };
  return { standing, since: attempt && (attempt.lastReportAt ?? attempt.createdAt) };
}

/** What became of the attempt after the decision; undefined: nothing that the decision does not say. */
function sinceThen({ at, reason, release }: Decision, attempt: Attempt): UpdateStanding | undefined {
  const { status, closedReason, stuckSince, silent, updatedAt } = attempt;
  const isOver = status === 'SUCCESS' || status === 'FAILED' || status === 'ROLLED_BACK';
  if (isOver) return Date.parse(updatedAt) > Date.parse(at) ? endOf(attempt) : undefined;
  if (reason !== 'OFFERED' && reason !== 'IN_PROGRESS') return undefined;
  if (closedReason === 'RELEASE_PAUSED' && release?.lifecycle !== 'ROLLING_OUT') return 'PAUSED';
  if (closedReason) return release?.lifecycle === 'REVOKED' ? 'REVOKED' : 'WITHDRAWN';
  if (!stuckSince) return undefined;
  return silent ? 'SILENT' : 'STUCK';
}

function endOf({ status, verification, possiblyBricked, failureSource }: Attempt): UpdateStanding {
  if (status === 'ROLLED_BACK' || verification === 'CONTRADICTED') return 'ROLLED_BACK_HERE';
  if (status === 'SUCCESS') return verification === 'CONFIRMED' ? 'INSTALLED' : 'AWAITING_CONFIRMATION';
  if (possiblyBricked) return 'BRICKED';
  return failureSource === 'OPERATOR' ? 'INTERRUPTED' : 'FAILED';
}

/** Reasons for which the release itself may still come to the device. */
const OPEN: readonly OfferReason[] = ['OFFERED', 'NOT_IN_STAGE', 'PAUSED', 'RETRY_LATER', 'DOWNLOADS_BUSY'];

/** The release may have been paused, resumed, completed or revoked since. */
function ofRelease({ reason, release }: Decision): UpdateStanding {
  const lifecycle = release?.lifecycle;
  if (lifecycle === 'REVOKED' && (reason === 'IN_PROGRESS' || OPEN.includes(reason))) return 'REVOKED';
  if (!OPEN.includes(reason)) return reason;
  if (lifecycle === 'PAUSED') return 'PAUSED';
  if (lifecycle === 'COMPLETED' && reason === 'NOT_IN_STAGE') return 'CLOSED';
  return lifecycle === 'ROLLING_OUT' && reason === 'PAUSED' ? 'RESUMED' : reason;
}
