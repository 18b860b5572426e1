import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { DeviceView } from '../../domain/devices/index.ts';
import { type OfferDecisionView, readOfferDecisions } from '../../domain/offers/index.ts';
import type { BatchRead, GraphqlContext } from '../context.ts';
import { DeviceType } from '../devices/device.type.ts';
import { OfferDecisionType } from './offer-decision.type.ts';

/** The last decision of each device. */
const offerDecisions: BatchRead<OfferDecisionView> = ({ em }, ids) => readOfferDecisions(em(), ids);

@Resolver(() => DeviceType)
export class DeviceOfferResolver {
  @FieldResolver(() => OfferDecisionType, { nullable: true, description: 'Null before it asked for firmware.' })
  offerDecision(@Root() device: DeviceView, @Ctx() ctx: GraphqlContext) {
    return ctx.load(offerDecisions, device.id);
  }
}
