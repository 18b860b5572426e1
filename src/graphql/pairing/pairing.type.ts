import { Field, ID, ObjectType } from 'type-graphql';
import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { PairingRecord } from '../../model/records/pairing.ts';
import { objectTypeOf } from '../record-type.ts';

export const PairingType = objectTypeOf(PairingRecord);

export const MaintenanceGrantType = objectTypeOf(MaintenanceGrantRecord);

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
