import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { GrantView } from '../../domain/firmware/index.ts';
import type { PairingView } from '../../domain/pairing/index.ts';
import { GRANT_STATES, type GrantState } from '../../model/enums.ts';
import { enumType } from '../input-type.ts';

@ObjectType('Pairing', { description: 'A companion app that holds, or held, a credential for a device.' })
export class PairingType implements PairingView {
  @Field(() => ID)
  id: string;

  @Field({ description: 'What the app calls the phone it runs on.' })
  deviceName: string;

  @Field()
  appVersion: string;

  @Field({ description: 'RFC 7638 thumbprint of the app’s public key.' })
  keyThumbprint: string;

  @Field(() => Int, { description: 'Void once the device is in a later one.' })
  epoch: number;

  @Field()
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  refreshedAt: Date | null;

  @Field()
  expiresAt: Date;

  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;

  @Field(() => String, { nullable: true, description: 'The operation that ended it, or `credentialReuse`.' })
  revokedReason: string | null;
}

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
