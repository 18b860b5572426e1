import { CompactEncrypt } from 'jose';
import type { PublicJwks } from '../../model/ports.ts';
import type { ProvisionerKey } from './provisioner-key.ts';

/** The content of an envelope: the complete identity of one device. */
export interface EnvelopeContent {
  readonly v: 1;
  readonly envelopeId: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly model: string;
  readonly hardwareRevision: string;
  /** 32 bytes in base64url without padding. */
  readonly deviceSecret: string;
  readonly secretVersion: number;
  /** Null if the device has none that can be claimed now. */
  readonly claimCode: string | null;
  readonly pairingIssuerJwks: PublicJwks;
  readonly releaseTrustJwks: PublicJwks;
  readonly grantIssuerJwks: PublicJwks;
  readonly apiBaseUrl: string;
  /** The prefix of the proof headers: `x-karvon` in `x-karvon-proof`. */
  readonly brandHeaderPrefix: string;
  /** RFC 3339, UTC. */
  readonly issuedAt: string;
  /** RFC 3339, UTC. */
  readonly expiresAt: string;
}

/**
 * Encrypts the content so that only the recipient's private key opens it: a compact JWE (RFC 7516), RSA-OAEP-256 and
 * A256GCM, `kid` the recipient's fingerprint. The compact form has no AAD: the content names the device.
 */
export function sealEnvelope(content: EnvelopeContent, recipient: ProvisionerKey): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(content)))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      typ: 'prov+jwe',
      cty: 'application/json',
      kid: recipient.fingerprint,
    })
    .encrypt(recipient.key);
}
