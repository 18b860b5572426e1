import { type KeyObject, sign, verify } from 'node:crypto';
import { decodeBase64 } from './base64.ts';

/** The DSSE payload type; the brand prevents one vendor's packages from being accepted by another's devices. */
export function payloadType(brand: string): string {
  return `application/vnd.${brand}.release+json;v=1`;
}

/**
 * The signed bytes: DSSE v1 pre-authentication encoding, `DSSEv1 <type length> <type> <body length> <body>`.
 * Source: https://github.com/secure-systems-lab/dsse/blob/master/protocol.md
 */
export function preAuthenticationEncoding(type: string, body: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `;
  return Buffer.concat([Buffer.from(head, 'utf8'), body]);
}

/** Ed25519 (RFC 8032) over the encoding. @returns base64url */
export function signBody(type: string, body: Uint8Array, privateKey: KeyObject): string {
  return sign(null, preAuthenticationEncoding(type, body), privateKey).toString('base64url');
}

/** Verifies a signature; false for malformed ones. @param sig base64url of 64 bytes */
export function verifyBody(type: string, body: Uint8Array, publicKey: KeyObject, sig: string): boolean {
  const bytes = decodeBase64(sig, 'base64url');
  return bytes !== undefined && verify(null, preAuthenticationEncoding(type, body), publicKey, bytes);
}
