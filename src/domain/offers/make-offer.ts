import { findAsker, lockOfferableForShare } from '../../persistence/offers/offer-look-up.ts';
import { hasFreeLease, lockAsker } from '../../persistence/offers/offer-repository.ts';
import type { AskRow, OfferableRow } from '../../persistence/offers/offer-rows.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import { openOffer, supersedeOffers } from '../installations/store.ts';
import type { Runtime } from '../kernel/operation.ts';
import { type Decision, decideOffer, isOpenOffer, isRenewable } from './eligibility-rules.ts';
import { LEASE_MS, unusedLeasesOf } from './lease-rules.ts';
import { askerOf, type Question, type RankedRelease, releasesOf } from './offer-facts.ts';

/** The answer to a device. */
export type OfferOutcome =
  | { readonly decision: Decision<RankedRelease> & { readonly kind: 'none' }; readonly installationId: null }
  | {
      readonly decision: Decision<RankedRelease> & { readonly kind: 'offer' | 'continue' };
      readonly installationId: string;
    };

interface Asking {
  readonly runtime: Runtime;
  readonly ask: AskRow;
  readonly question: Question;
  /** The releases that the look-up found; those that matter are read again when they are held. */
  readonly offerable: readonly OfferableRow[];
  readonly now: Date;
}

/**
 * Decides again, holding the device and the release, and makes the offer. Whoever pauses or revokes the release has
 * either been waited for, and is obeyed, or waits himself, and finds the offer.
 * @returns undefined when the device may not speak any more
 */
export async function makeOffer({ runtime, ask, question, now, ...found }: Asking): Promise<OfferOutcome | undefined> {
  return inTransaction(runtime.em(), async (em) => {
    await lockAsker(em, ask.deviceId);
    const row = await findAsker(em, ask);
    if (!row) return undefined;
    const asker = askerOf(row, question);
    let { offerable } = found;
    const held = new Set<string>();
    const decide = () => decideOffer(asker, releasesOf(offerable, runtime.keys.releaseKeys, now), now);
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
    const { deviceId } = ask;
    const since = new Date(now.getTime() - LEASE_MS);
    const cap = runtime.settings.rollout.maxConcurrentDownloads;
    const past = asker.attempts.find(({ releaseId }) => releaseId === release.id);
    const unusedLeases = unusedLeasesOf(past);
    if (!(await hasFreeLease(em, { deviceId, since, cap, unusedLeases })))
      return { decision: busy(release), installationId: null };
    if (asker.attempts.some(({ releaseId, ...offer }) => isOpenOffer(offer) && releaseId !== release.id)) {
      await supersedeOffers(em, { deviceId, exceptReleaseId: release.id, now });
    }
    const offer = {
      deviceId,
      releaseId: release.id,
      fromVersion: question.currentFirmware,
      fromBuildNumber: asker.running.buildNumber,
      unusedLeases,
      now,
    };
    const renewed = past && isRenewable(past) ? past.installationId : undefined;
    return { decision, installationId: await openOffer(em, offer, renewed) };
  });
}

/** The release as it was found when it was held; without it when it is offered no more. */
function replaced(rows: readonly OfferableRow[], id: string, held: OfferableRow | undefined): OfferableRow[] {
  return rows.flatMap((row) => (row.id === id ? (held ?? []) : row));
}

function busy(release: RankedRelease): Decision<RankedRelease> & { readonly kind: 'none' } {
  return { kind: 'none', reason: 'DOWNLOADS_BUSY', release, retryAt: null, mandatoryWaits: false };
}
