import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { OfferDecisionView } from '../../domain/installations/index.ts';
import { FIRMWARE_CHANNELS, type FirmwareChannel, OFFER_REASONS, type OfferReason } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('OfferDecision', { description: 'What a device was told when it last asked for firmware, and why.' })
export class OfferDecisionType implements OfferDecisionView {
  @Field()
  at: Date;

  @Field(() => enumType('OfferReason', OFFER_REASONS))
  reason: OfferReason;

  @Field({ description: 'The reason in words.' })
  explanation: string;

  @Field(() => ID, { nullable: true, description: 'The release that was offered, or that came closest.' })
  releaseId: string | null;

  @Field(() => ID, { nullable: true })
  installationId: string | null;

  @Field({ description: 'What the device said it runs.' })
  currentFirmware: string;

  @Field()
  appVersion: string;

  @Field(() => enumType('FirmwareChannel', FIRMWARE_CHANNELS), { description: 'The channel it asked for.' })
  channel: FirmwareChannel;

  @Field(() => Int, { description: 'When it was told to ask again.' })
  pollAfterSeconds: number;
}
