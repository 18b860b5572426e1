import { Field } from 'type-graphql';
import { OfferDecisionRecord } from '../../model/records/offer-decision.ts';
import { objectTypeOf } from '../schema/record-type.ts';

export const OfferDecisionType = objectTypeOf(OfferDecisionRecord, { explanation: ['reason'] });
Field(() => String, { description: 'The reason, as a sentence.' })(OfferDecisionType.prototype, 'explanation');
