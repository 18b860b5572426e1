import { FIRMWARE_CHANNELS, INSTALLATION_STATUSES, type OfferReason } from '../../model/enums.ts';
import { compareVersions, isNewer } from '../formats/firmware-version.ts';
import { isRetryable, MAX_ATTEMPTS, retryAt } from '../installations/index.ts';
import { takesPart } from '../rollouts/index.ts';
import { isInStage } from './bucket.ts';
import type { OfferableRelease, PastAttempt, Requester } from './offer-types.ts';

/** The decision of the rules for one device. */
export type Decision<R extends OfferableRelease = OfferableRelease> =
  /** `open`: the offer that it has already, and has not started. */
  | { readonly kind: 'offer'; readonly reason: 'OFFERED'; readonly release: R; readonly open: PastAttempt | undefined }
  | { readonly kind: 'continue'; readonly reason: 'IN_PROGRESS'; readonly release: R; readonly open: PastAttempt }
  | {
      readonly kind: 'none';
      readonly reason: OfferReason;
      /** The release that came closest, where one did. */
      readonly release: R | undefined;
      readonly retryAt: Date | null;
      readonly mandatoryWaits: boolean;
    };

/**
 * What a device is offered: what it has begun, else the best release without an obstacle. How many
 * downloads run at once is asked by the caller, as the last rule.
 * @param releases of the device's hardware revision, ranked (release-ranking.ts)
 */
export function decideOffer<R extends OfferableRelease>(
  requester: Requester,
  releases: readonly R[],
  now: Date,
): Decision<R> {
  const onBench = requester.status === 'REPAIR';
  if (!onBench && !takesPart(requester.status)) return nothing('DEVICE_STATUS');
  if (requester.request.hardwareRevision !== requester.hardwareRevision) return nothing('HARDWARE_MISMATCH');
  const visible = releases.filter((release) => isVisible(release, requester, onBench));
  return continueOf(requester, visible) ?? bestOf(requester, visible, now, onBench);
}

/** A release for one device is offered to no other; a device in REPAIR gets no other release. */
function isVisible(release: OfferableRelease, requester: Requester, onBench: boolean): boolean {
  if (release.channel === 'INTERNAL') return release.targetDeviceId === requester.deviceId;
  return !onBench;
}

/** The installation that the device has begun, the oldest first, whatever share the rollout was lowered to since. */
function continueOf<R extends OfferableRelease>(requester: Requester, releases: readonly R[]): Decision<R> | undefined {
  const begun = requester.attempts.filter(isUnderWay).sort((one, other) => +one.createdAt - +other.createdAt);
  for (const open of begun) {
    const release = releases.find(({ id }) => id === open.releaseId);
    if (!release || release.keysRevoked || isInsecure(release, requester)) continue;
    const { running } = requester;
    if (isNewer(release, running)) return { kind: 'continue', reason: 'IN_PROGRESS', release, open };
    const isRunning =
      compareVersions(release.version, running.version) === 0 &&
      (running.buildNumber === null || running.buildNumber === release.buildNumber);
    if (isRunning) return nothing('FINISHING', release);
  }
  return undefined;
}

function isUnderWay({ status, closed }: PastAttempt): boolean {
  const rank = INSTALLATION_STATUSES.indexOf(status);
  return !closed && rank > 0 && rank < INSTALLATION_STATUSES.indexOf('SUCCESS');
}

type Rule = (release: OfferableRelease, requester: Requester, now: Date, past: PastAttempt | undefined) => boolean;

/** The obstacles for a release, in this order; the first that applies is the reason. */
const OBSTACLES: readonly (readonly [reason: OfferReason, stands: Rule])[] = [
  ['OTHER_MODEL', ({ model }, requester) => model !== null && model !== requester.model],
  ['CHANNEL_NOT_ALLOWED', (release, requester) => release.channel !== 'INTERNAL' && !isChannelOpen(release, requester)],
  ['KEYS_REVOKED', ({ keysRevoked }) => keysRevoked],
  ['UP_TO_DATE', (release, { running }) => !isNewer(release, running)],
  ['SECURITY_VERSION_TOO_LOW', isInsecure],
  [
    'MIN_FROM_VERSION',
    ({ minFromVersion }, { running }) =>
      minFromVersion !== null && compareVersions(running.version, minFromVersion) < 0,
  ],
  [
    'MIN_APP_VERSION',
    ({ minAppVersion }, { request: { appVersion } }) =>
      minAppVersion !== null && (appVersion === undefined || compareVersions(appVersion, minAppVersion) < 0),
  ],
  // The device reported a success and runs an older version: no new attempt until a heartbeat confirms or contradicts it.
  ['AWAITING_CONFIRMATION', (_r, _a, _n, past) => past?.status === 'SUCCESS' && past.verification === 'UNVERIFIED'],
  ['ROLLED_BACK_HERE', (_r, _a, _n, past) => past !== undefined && hasFallenBack(past)],
  ['FAILED_FOR_GOOD', (_r, _a, _n, past) => past?.status === 'FAILED' && !isRetryable(past.failureCode)],
  ['ATTEMPTS_USED_UP', (_r, _a, _n, past) => past?.status === 'FAILED' && triesOf(past) >= MAX_ATTEMPTS],
  ['RETRY_LATER', (_r, _a, now, past) => past !== undefined && (retryAtOf(past)?.getTime() ?? 0) > now.getTime()],
  ['NOT_IN_STAGE', (release, { serial }) => !isExposed(release, serial)],
  ['PAUSED', ({ lifecycle }) => lifecycle === 'PAUSED'],
];
const UP_TO_DATE = OBSTACLES.findIndex(([reason]) => reason === 'UP_TO_DATE');

function bestOf<R extends OfferableRelease>(
  requester: Requester,
  releases: readonly R[],
  now: Date,
  onBench: boolean,
): Decision<R> {
  let closest: { readonly release: R; readonly obstacle: number } | undefined;
  let mandatoryWaits = false;
  for (const release of releases) {
    const past = requester.attempts.find(({ releaseId }) => releaseId === release.id);
    const obstacle = OBSTACLES.findIndex(([, stands]) => stands(release, requester, now, past));
    if (obstacle < 0)
      return { kind: 'offer', reason: 'OFFERED', release, open: past && isOpenOffer(past) ? past : undefined };
    if (release.mandatory && obstacle > UP_TO_DATE) mandatoryWaits = true;
    if (!closest || obstacle > closest.obstacle) closest = { release, obstacle };
  }
  if (!closest) return nothing(onBench ? 'DEVICE_STATUS' : 'NO_RELEASE');
  const { release, obstacle } = closest;
  const reason = OBSTACLES[obstacle]?.[0] ?? 'NO_RELEASE';
  const past = requester.attempts.find(({ releaseId }) => releaseId === release.id);
  return {
    kind: 'none',
    reason,
    release,
    retryAt: reason === 'RETRY_LATER' && past ? retryAtOf(past) : null,
    mandatoryWaits,
  };
}

function nothing<R extends OfferableRelease>(reason: OfferReason, release?: R): Decision<R> {
  return { kind: 'none', reason, release, retryAt: null, mandatoryWaits: false };
}

/** Channels from the narrowest audience to the widest. A device sees its channel and every wider one. */
function isChannelOpen({ channel }: OfferableRelease, { allowedChannel, request }: Requester): boolean {
  const width = (word: typeof channel) => FIRMWARE_CHANNELS.indexOf(word);
  return width(channel) >= Math.max(width(allowedChannel), width(request.channel));
}

/** Never below what ran here before, nor below what runs now. */
function isInsecure({ securityVersion }: OfferableRelease, requester: Requester): boolean {
  return securityVersion < Math.max(requester.confirmedSecurityVersion, requester.running.securityVersion);
}

/** It had the release and runs something older again. */
function hasFallenBack({ status, verification }: PastAttempt): boolean {
  return status === 'ROLLED_BACK' || status === 'SUCCESS' || verification === 'CONTRADICTED';
}

/** The attempts that count, up to this one: those that ended in silence do not. */
function triesOf({ attempt, silentAttempts }: PastAttempt): number {
  return attempt - silentAttempts;
}

function retryAtOf(past: PastAttempt): Date | null {
  const { status, failureCode, finishedAt } = past;
  if (status !== 'FAILED') return null;
  return past.retryAt ?? (finishedAt && retryAt(failureCode ?? 'UNKNOWN', triesOf(past), finishedAt, 0.5));
}

/** What completed below 100 % is frozen: it goes on where it began, and begins nowhere. */
function isExposed({ id, channel, lifecycle, rolloutPercentage }: OfferableRelease, serial: string): boolean {
  if (channel === 'INTERNAL') return true;
  if (lifecycle === 'COMPLETED') return rolloutPercentage === 100;
  return isInStage(id, serial, rolloutPercentage);
}

/** True if the device has the offer and has not begun. */
export function isOpenOffer({ status, closed }: Pick<PastAttempt, 'status' | 'closed'>): boolean {
  return status === 'AVAILABLE' && !closed;
}

/** True if an attempt is offered again, and not another one: it was never begun, or ended in silence. */
export function isRenewable({ status, silent }: Pick<PastAttempt, 'status' | 'silent'>): boolean {
  return status === 'AVAILABLE' || (status === 'FAILED' && silent);
}
