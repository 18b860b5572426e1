import { CompactEncrypt } from 'jose';
import type { PublicJwks } from '../../model/ports.ts';
import type { ProvisionerKey } from './provisioner-key.ts';

/** What a provisioning station finds in an envelope: all that one device needs to be itself. */
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
  /** Null when the device has none that could be claimed now. */
  readonly claimCode: string | null;
  readonly pairingIssuerJwks: PublicJwks;
  readonly releaseTrustJwks: PublicJwks;
  readonly grantIssuerJwks: PublicJwks;
  readonly apiBaseUrl: string;
  /** What the names of the proof headers begin with: `x-karvon` in `x-karvon-proof`. */
  readonly brandHeaderPrefix: string;
  /** RFC 3339, UTC. */
  readonly issuedAt: string;
  /** RFC 3339, UTC. */
  readonly expiresAt: string;
}

/**
 * Encrypts the content so that only the recipient's private key opens it: a compact JWE (RFC 7516), RSA-OAEP-256 and
 * A256GCM, `kid` the recipient's fingerprint. Compact form has no AAD of its own: the binding to the device is inside.
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
