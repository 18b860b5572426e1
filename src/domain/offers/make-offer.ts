import { findRequester, lockOfferableForShare } from '../../persistence/offers/offer-look-up.ts';
import { hasFreeLease, lockRequester } from '../../persistence/offers/offer-repository.ts';
import type { OfferableRow, RequesterKey } from '../../persistence/offers/offer-rows.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { openOffer, supersedeOffers } from '../installations/store.ts';
import type { Runtime } from '../kernel/operation.ts';
import { type Decision, decideOffer, isOpenOffer, isRenewable } from './eligibility-rules.ts';
import { LEASE_MS, unusedLeasesOf } from './lease-rules.ts';
import { type FirmwareRequest, type RankedRelease, releasesOf, requesterOf } from './offer-facts.ts';

/** The answer to a device. */
export type OfferOutcome =
  | { readonly decision: Decision<RankedRelease> & { readonly kind: 'none' }; readonly installationId: null }
  | {
      readonly decision: Decision<RankedRelease> & { readonly kind: 'offer' | 'continue' };
      readonly installationId: string;
    };

interface OfferInput {
  readonly runtime: Runtime;
  readonly key: RequesterKey;
  readonly request: FirmwareRequest;
  /** The releases that the look-up found. Those that matter are read again under a lock. */
  readonly offerable: readonly OfferableRow[];
  readonly now: Date;
}

/**
 * Locks the device and the release, decides again, and makes the offer. An admin who pauses or revokes the release at the
 * same time either commits first, and is obeyed, or waits for this transaction, and finds the offer.
 * @returns undefined when the device is revoked or retired, or its secret is not live any more
 */
export async function makeOffer({
  runtime,
  key,
  request,
  now,
  ...found
}: OfferInput): Promise<OfferOutcome | undefined> {
  return inTransaction(runtime.em(), async (em) => {
    await lockRequester(em, key.deviceId);
    const row = await findRequester(em, key);
    if (!row) return undefined;
    const requester = requesterOf(row, request);
    let { offerable } = found;
    const held = new Set<string>();
    const decide = () => decideOffer(requester, releasesOf(offerable, runtime.keys.releaseKeys, now), now);
    let decision = decide();
    while (decision.kind !== 'none' && !held.has(decision.release.id)) {
      const { id } = decision.release;
      offerable = replaced(offerable, id, await lockOfferableForShare(em, id));
      held.add(id);
      decision = decide();
    }
    if (decision.kind === 'none') return { decision, installationId: null };
    const { release } = decision;
    if (decision.kind === 'continue') return { decision, installationId: decision.open.installationId };
    const { deviceId } = key;
    const since = new Date(now.getTime() - LEASE_MS);
    const cap = runtime.settings.rollout.maxConcurrentDownloads;
    const past = requester.attempts.find(({ releaseId }) => releaseId === release.id);
    const unusedLeases = unusedLeasesOf(past);
    if (!(await hasFreeLease(em, { deviceId, since, cap, unusedLeases })))
      return { decision: busy(release), installationId: null };
    if (requester.attempts.some(({ releaseId, ...offer }) => isOpenOffer(offer) && releaseId !== release.id)) {
      await supersedeOffers(em, { deviceId, exceptReleaseId: release.id, now });
    }
    const offer = {
      deviceId,
      releaseId: release.id,
      fromVersion: request.currentFirmware,
      fromBuildNumber: requester.running.buildNumber,
      unusedLeases,
      now,
    };
    const renewed = past && isRenewable(past) ? past.installationId : undefined;
    return { decision, installationId: await openOffer(em, offer, renewed) };
  });
}

/** The rows with this release as it was read under the lock; without it when it is not offered any more. */
function replaced(rows: readonly OfferableRow[], id: string, held: OfferableRow | undefined): OfferableRow[] {
  return rows.flatMap((row) => (row.id === id ? (held ?? []) : row));
}

function busy(release: RankedRelease): Decision<RankedRelease> & { readonly kind: 'none' } {
  return { kind: 'none', reason: 'DOWNLOADS_BUSY', release, retryAt: null, mandatoryWaits: false };
}
