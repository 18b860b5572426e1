import { type KeyObject, sign, verify } from 'node:crypto';
import { decodeBase64 } from './base64.ts';

/** What a signature says its body is; the brand keeps one maker's packages from another's devices. */
export function payloadType(brand: string): string {
  return `application/vnd.${brand}.release+json;v=1`;
}

/**
 * The bytes that are signed: DSSE v1 pre-authentication encoding, `DSSEv1 <type length> <type> <body length> <body>`.
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

/** Whether this key made this signature; false for what is not a signature at all. @param sig base64url of 64 bytes */
export function verifyBody(type: string, body: Uint8Array, publicKey: KeyObject, sig: string): boolean {
  const bytes = decodeBase64(sig, 'base64url');
  return bytes !== undefined && verify(null, preAuthenticationEncoding(type, body), publicKey, bytes);
}
