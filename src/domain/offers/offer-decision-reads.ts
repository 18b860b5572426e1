import { enumerationOf } from '../../model/enums.ts';
import { viewOf } from '../../model/record.ts';
import { type OfferDecisionFields, OfferDecisionRecord } from '../../model/records/offer-decision.ts';
import { offerDecisionList } from '../../persistence/offers/offer-decisions.ts';
import { reader } from '../reader.ts';

const reasons = enumerationOf('OfferReason')?.values ?? {};

/** The last offer decision for each device, with its reason as text. */
export const offerDecisionReader = reader(OfferDecisionRecord, offerDecisionList, (decision: OfferDecisionFields) => ({
  ...viewOf(OfferDecisionRecord, decision),
  explanation: reasons[decision.reason] ?? '',
}));
