import { type Static, Type } from 'typebox';
import { CustomerRecord } from '../../model/records/customer.ts';
import { fields, text, verbatim } from '../kernel/input.ts';
import { schemaOf } from '../kernel/record-input.ts';

export const Claim = fields({
  serial: verbatim(8),
  installationId: verbatim(16, 128),
  challengeId: verbatim(16),
  nonce: verbatim(24),
  claimCode: verbatim(16),
  hardwareProof: verbatim(32),
  publicKey: verbatim(8),
  deviceName: verbatim(1, 128),
  appVersion: verbatim(1, 32),
  customerEmail: Type.Optional(schemaOf(CustomerRecord.fields.email)),
  customerName: Type.Optional(text(0)),
});
export type ClaimInput = Static<typeof Claim>;
