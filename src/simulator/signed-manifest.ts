import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';

/**
 * The device's own check of an offer. It shares no code with the service on purpose: both agree only on the format.
 */

/** A release key that the device trusts. */
export interface TrustKey {
  /** RFC 7638 thumbprint. */
  readonly kid: string;
  readonly key: KeyObject;
}

export interface ManifestSignature {
  readonly kid: string;
  /** Base64url. */
  readonly sig: string;
}

/** The members of a signed manifest that a device uses. */
export interface ReleaseManifest {
  readonly version: string;
  readonly buildNumber: number;
  readonly securityVersion: number;
  readonly hardwareRevisions: readonly string[];
  readonly size: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** The supported keys of a JWKS: Ed25519 with a kid. */
export function trustKeys(jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] }): TrustKey[] {
  return jwks.keys.flatMap((jwk) => {
    if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof jwk.kid !== 'string') return [];
    const key: JsonWebKey = { kty: jwk.kty, crv: jwk.crv, x: String(jwk.x) };
    return [{ kid: jwk.kid, key: createPublicKey({ key, format: 'jwk' }) }];
  });
}

/**
 * Whether one of the trusted keys signed exactly these bytes, as a release of this brand.
 * Format: DSSE protocol, pre-authentication encoding `DSSEv1 <type length> <type> <body length> <body>`.
 */
export function isSignedBy(
  keys: readonly TrustKey[],
  brand: string,
  manifest: Buffer,
  signatures: readonly ManifestSignature[],
): boolean {
  const type = `application/vnd.${brand}.release+json;v=1`;
  const head = `DSSEv1 ${type.length} ${type} ${manifest.length} `;
  const signed = Buffer.concat([Buffer.from(head), manifest]);
  return signatures.some(({ kid, sig }) => {
    const trusted = keys.find((key) => key.kid === kid);
    return trusted !== undefined && verify(null, signed, trusted.key, Buffer.from(sig, 'base64url'));
  });
}

/** Reads a manifest with a valid signature. @returns undefined when a required member is missing */
export function readManifest(manifest: Buffer): ReleaseManifest | undefined {
  const parsed = JSON.parse(manifest.toString('utf8'));
  const { version, buildNumber, securityVersion, hardwareRevisions, firmware } = parsed;
  if (typeof version !== 'string' || !Number.isSafeInteger(buildNumber)) return undefined;
  if (!Number.isSafeInteger(securityVersion) || !Array.isArray(hardwareRevisions)) return undefined;
  if (!Number.isSafeInteger(firmware?.size) || typeof firmware?.sha256 !== 'string') return undefined;
  return { version, buildNumber, securityVersion, hardwareRevisions, size: firmware.size, sha256: firmware.sha256 };
}
