import { type Static, Type } from 'typebox';
import { email, fields, text, verbatim } from '../kernel/input.ts';

/** The longest address there is: RFC 5321, 4.5.3.1 (64 octets, `@`, 255 octets). */
const MAX_EMAIL_LENGTH = 320;

/** What an app sends with a claim. */
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
  customerEmail: Type.Optional(email({ maxLength: MAX_EMAIL_LENGTH })),
  customerName: Type.Optional(text(0)),
});
export type ClaimInput = Static<typeof Claim>;
