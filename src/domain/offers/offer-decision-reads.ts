import type { EntityManager } from '@mikro-orm/postgresql';
import { enumerationOf } from '../../model/enums.ts';
import type { OfferDecisionFields } from '../../model/records/offer-decision.ts';
import { listOfferDecisions } from '../../persistence/offers/offer-decisions.ts';

/** What a device was told when it last asked for firmware, and why. */
export interface OfferDecisionView extends OfferDecisionFields {
  /** The reason in words. */
  readonly explanation: string;
}

/** The last decision of each device. @returns in the order of the ids; undefined for one that never asked */
export async function readOfferDecisions(
  em: EntityManager,
  deviceIds: readonly string[],
): Promise<(OfferDecisionView | undefined)[]> {
  const reasons = enumerationOf('OfferReason')?.values ?? {};
  const decisions = await listOfferDecisions(em, deviceIds);
  const found = new Map(
    decisions.map((decision) => [decision.deviceId, { ...decision, explanation: reasons[decision.reason] ?? '' }]),
  );
  return deviceIds.map((id) => found.get(id));
}
