import { type Static, Type } from 'typebox';
import { CustomerRecord } from '../../model/records/customer.ts';
import { described, fields, text, verbatim } from '../kernel/input.ts';
import { schemaOf } from '../kernel/record-input.ts';

export const Claim = fields({
  serial: described(verbatim(8), 'The serial of the device, or the text of the label’s QR code, as for the challenge.'),
  installationId: described(verbatim(16, 128), 'The id of the app, as in the challenge.'),
  challengeId: described(verbatim(16), 'The id of the challenge.'),
  nonce: described(verbatim(24), 'The nonce of the challenge.'),
  claimCode: described(
    verbatim(16),
    'The claim code on the label, as it was typed, pasted or scanned: any case, dashes, spaces and look-alikes of its letters; or the text of the label’s QR code.',
  ),
  hardwareProof: described(
    verbatim(32),
    'The device’s answer: HMAC-SHA256 of the `proofPayload` under its secret, 64 hexadecimal digits.',
  ),
  publicKey: described(verbatim(8), 'The public key of the app, P-256 or Ed25519: a JWK, PEM, or base64url.'),
  deviceName: described(text(1, 128), 'The name of the phone, as the app reported it.'),
  appVersion: described(verbatim(1, 32), 'The version of the app.'),
  customerEmail: Type.Optional(schemaOf(CustomerRecord.fields.email)),
  customerName: Type.Optional(
    described(text(0), 'The name of a customer who is not known yet, of which 120 characters are kept.'),
  ),
});
export type ClaimInput = Static<typeof Claim>;
