import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../../model/ports.ts';
import { findSecret, openDeviceSecrets } from '../devices/index.ts';
import type { LiveSecret } from '../devices/store.ts';

const NONCE_BYTES = 32;
const PROOF = /^[0-9a-fA-F]{64}$/;

/** 32 random bytes in base64url: 43 characters. */
export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

/**
 * The hash that represents a serial in the table of challenges: callers may send any text, and index entries have a
 * maximum length.
 */
export function subjectOf(serial: string): Buffer {
  return createHash('sha256').update(serial).digest();
}

/** The fields of a challenge that the device signs. */
export interface ChallengeFacts {
  readonly challengeId: string;
  readonly serial: string;
  readonly appInstallationId: string;
  readonly nonce: string;
  readonly expiresAt: Date;
}

/**
 * The text whose HMAC-SHA256 under the device's secret is the hardware proof. The prefix distinguishes it from every
 * other proof.
 */
export function challengePayload({ challengeId, serial, appInstallationId, nonce, expiresAt }: ChallengeFacts): string {
  return `pairing-challenge.v1.${challengeId}.${serial}.${appInstallationId}.${nonce}.${expiresAt.getTime()}`;
}

/**
 * The device's secret that made a hardware proof; undefined if none did, which takes as long.
 * @param secrets the ACTIVE and the PENDING one; none for an unknown serial
 * @param hardwareProof 64 hexadecimal digits in either case
 */
export function findProvingSecret(
  keys: Pick<Keys, 'kek'>,
  device: { readonly id: string; readonly serial: string } | null,
  secrets: readonly LiveSecret[],
  payload: string,
  hardwareProof: string,
): LiveSecret | undefined {
  const opened = device ? openDeviceSecrets(keys, { ...device, secrets }) : [];
  const wellFormed = PROOF.test(hardwareProof);
  const proof = wellFormed ? Buffer.from(hardwareProof, 'hex') : Buffer.alloc(NONCE_BYTES);
  const index = findSecret(opened, payload, proof);
  return wellFormed && index !== undefined ? secrets[index] : undefined;
}

/** Compares in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return left !== undefined && right !== undefined && timingSafeEqual(left, right);
}
