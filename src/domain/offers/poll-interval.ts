import type { OfferReason } from '../../model/enums.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;

/** When a device that was offered nothing asks again. */
const BASE_S = 6 * HOUR_S;
/** When a mandatory release is only waiting to be offered to it. */
const MANDATORY_S = 15 * MINUTE_S;
/** While an update is offered or under way. */
const IN_PROGRESS_S = 5 * MINUTE_S;
const RETRY_MIN_S = MINUTE_S;
const RETRY_MAX_S = 10 * MINUTE_S;
/** Up to this share more or less, so that devices that were switched on together do not stay together. */
const JITTER = 0.1;

export interface PollInput {
  readonly reason: OfferReason;
  /** A mandatory release is newer than what runs, and there is another obstacle. */
  readonly mandatoryWaits: boolean;
  /** When another attempt is allowed. */
  readonly retryAt: Date | null;
  readonly now: Date;
  /** From 0 to 1, at random. */
  readonly share: number;
}

/** Seconds after which a device should ask again. */
export function pollAfterSeconds({ reason, mandatoryWaits, retryAt, now, share }: PollInput): number {
  if (reason === 'DOWNLOADS_BUSY') return Math.round(RETRY_MIN_S + share * (RETRY_MAX_S - RETRY_MIN_S));
  const base = baseOf(reason, mandatoryWaits);
  const jittered = Math.round(base * (1 - JITTER + 2 * JITTER * share));
  if (!retryAt) return jittered;
  const untilRetry = Math.ceil((retryAt.getTime() - now.getTime()) / 1_000);
  return Math.min(jittered, Math.max(RETRY_MIN_S, untilRetry));
}

function baseOf(reason: OfferReason, mandatoryWaits: boolean): number {
  if (reason === 'OFFERED' || reason === 'IN_PROGRESS' || reason === 'FINISHING') return IN_PROGRESS_S;
  return mandatoryWaits ? MANDATORY_S : BASE_S;
}
