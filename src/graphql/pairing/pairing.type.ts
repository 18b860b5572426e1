import { Field, ID, ObjectType } from 'type-graphql';
import { MaintenanceGrantRecord } from '../../model/records/maintenance-grant.ts';
import { PairingRecord } from '../../model/records/pairing.ts';
import { objectTypeOf } from '../record-type.ts';

objectTypeOf(PairingRecord);

objectTypeOf(MaintenanceGrantRecord);

@ObjectType('IssuedMaintenanceGrant', {
  description: 'A token that lets one board take the identity of one device, once.',
})
export class IssuedGrantType {
  @Field(() => ID, { description: 'The id of the grant.' })
  grantId: string;

  @Field({ description: 'The token as a compact JWS for the board; no other response shows it.' })
  grant: string;

  @Field({ description: 'The MAC address of the board that may use it.' })
  mac: string;

  @Field({ description: 'The serial of the device whose identity the board takes.' })
  serial: string;

  @Field({ description: 'What the board may do with it.' })
  purpose: string;

  @Field({ description: 'When it was issued.' })
  issuedAt: Date;

  @Field({ description: 'When it expires, 15 minutes after it was issued.' })
  expiresAt: Date;
}
