import { Field, ID, ObjectType } from 'type-graphql';
import type { GrantView } from '../../domain/firmware/index.ts';
import { GRANT_STATES, type GrantState } from '../../model/enums.ts';
import { PairingRecord } from '../../model/records/pairing.ts';
import { enumType } from '../input-type.ts';
import { objectTypeOf } from '../record-type.ts';

export const PairingType = objectTypeOf(PairingRecord);

@ObjectType('MaintenanceGrant', {
  description: 'A permission for one board to take a device’s identity; never its token.',
})
export class MaintenanceGrantType implements GrantView {
  @Field(() => ID)
  id: string;

  @Field(() => ID)
  releaseId: string;

  @Field()
  mac: string;

  @Field()
  purpose: string;

  @Field(() => enumType('GrantState', GRANT_STATES))
  state: GrantState;

  @Field()
  issuedAt: Date;

  @Field()
  expiresAt: Date;

  @Field(() => Date, { nullable: true })
  consumedAt: Date | null;
}

@ObjectType('IssuedMaintenanceGrant')
export class IssuedGrantType {
  @Field(() => ID)
  grantId: string;

  @Field({ description: 'Compact JWS for the board. Shown once.' })
  grant: string;

  @Field()
  mac: string;

  @Field()
  serial: string;

  @Field()
  purpose: string;

  @Field()
  issuedAt: Date;

  @Field()
  expiresAt: Date;
}
