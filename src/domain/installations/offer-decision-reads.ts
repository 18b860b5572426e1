import type { EntityManager } from '@mikro-orm/postgresql';
import { enumerationOf } from '../../model/enums.ts';
import { listOfferDecisions, type OfferDecisionListRow } from '../../persistence/installations/offer-decisions.ts';

/** What a device was told when it last asked for firmware, and why. */
export interface OfferDecisionView extends Omit<OfferDecisionListRow, 'deviceId'> {
  /** The reason in words. */
  readonly explanation: string;
}

/** The last decision of each device. @returns in the order of the ids; undefined for one that never asked */
export async function readOfferDecisions(
  em: EntityManager,
  deviceIds: readonly string[],
): Promise<(OfferDecisionView | undefined)[]> {
  const found = new Map((await listOfferDecisions(em, deviceIds)).map((decision) => [decision.deviceId, decision]));
  return deviceIds.map((id) => {
    const decision = found.get(id);
    if (!decision) return undefined;
    const { deviceId: _deviceId, ...shown } = decision;
    return { ...shown, explanation: enumerationOf('OfferReason')?.values[shown.reason] ?? '' };
  });
}
