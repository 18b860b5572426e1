import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { FIRMWARE_VERSION, MAX_SERIAL_LENGTH, SERIAL, UUID } from '../../model/grammar.ts';
import { type DomainError, unauthenticated } from '../kernel/errors.ts';

/** Maximum difference between a device's clock and the server's, either way, in milliseconds, inclusive. */
export const PROOF_WINDOW_MS = 300_000;
const MINUTE_MS = 60_000;

const STATUS_PATTERN = /^[A-Z][A-Z_]{0,31}$/;
const TIMESTAMP_PATTERN = /^(?:0|[1-9]\d{0,15})$/;
const PROOF_PATTERN = /^[0-9a-fA-F]{64}$/;

/** Raw fields: the proof is checked before the input is validated. */
type Fields<K extends string> = { readonly [F in K]?: unknown };

/**
 * The part after `<timestamp>.` in a heartbeat's proof: serial.firmwareVersion.uptime. Like every builder here, it
 * returns undefined for a field outside the grammar. The grammar makes the payloads of any two operations distinct;
 * dots alone do not.
 */
export function heartbeatPayload(fields: Fields<'serial' | 'firmwareVersion' | 'uptime'>): string | undefined {
  const { serial, firmwareVersion, uptime } = fields;
  if (!isSerial(serial) || !isFirmwareVersion(firmwareVersion) || !isUptime(uptime)) return undefined;
  return `${serial}.${firmwareVersion}.${uptime}`;
}

/** The part after `<timestamp>.` in a request for the latest firmware: serial.currentFirmware. */
export function latestFirmwarePayload(fields: Fields<'serial' | 'currentFirmware'>): string | undefined {
  const { serial, currentFirmware } = fields;
  if (!isSerial(serial) || !isFirmwareVersion(currentFirmware)) return undefined;
  return `${serial}.${currentFirmware}`;
}

/**
 * The part after `<timestamp>.` in a look-up of the current installation; `latest` replaces an absent installationId.
 */
export function currentInstallationPayload(fields: Fields<'serial' | 'installationId'>): string | undefined {
  const { serial, installationId } = fields;
  if (!isSerial(serial)) return undefined;
  if (installationId === undefined) return `${serial}.installation-status.latest`;
  return isUuid(installationId) ? `${serial}.installation-status.${installationId}` : undefined;
}

/** The part after `<timestamp>.` in a report: serial.releaseId.installationId.status. */
export function reportPayload(
  fields: Fields<'serial' | 'releaseId' | 'installationId' | 'status'>,
): string | undefined {
  const { serial, releaseId, installationId, status } = fields;
  if (!isSerial(serial) || !isUuid(releaseId) || !isUuid(installationId) || !isStatus(status)) return undefined;
  return `${serial}.${releaseId}.${installationId}.${status}`;
}

/** The part after `<timestamp>.` in a legacy report, which names no installation: serial.releaseId.status. */
export function legacyReportPayload(fields: Fields<'serial' | 'releaseId' | 'status'>): string | undefined {
  const { serial, releaseId, status } = fields;
  if (!isSerial(serial) || !isUuid(releaseId) || !isStatus(status)) return undefined;
  return `${serial}.${releaseId}.${status}`;
}

/** The two proof headers as received; undefined when absent. */
export interface ProofHeaders {
  readonly timestamp: string | undefined;
  readonly proof: string | undefined;
}

/** Both headers, present and well-formed. */
export type CheckedHeaders = { readonly [Name in keyof ProofHeaders]: string };

export interface ProofClaim<Headers extends ProofHeaders = ProofHeaders> {
  readonly headers: Headers;
  /** From one of the builders above; undefined (outside the grammar) never matches. */
  readonly payloadTail: string | undefined;
  /** The device's live secrets, ACTIVE and PENDING; empty for an unknown serial. */
  readonly secrets: readonly Buffer[];
  readonly now: Date;
}

export interface VerifiedProof {
  /** The index of the secret that made the proof. */
  readonly secretIndex: number;
  /** The device's clock, Unix milliseconds. */
  readonly timestampMs: number;
}

/**
 * Verifies a device proof: hexadecimal HMAC-SHA256(secret, `<timestamp>.<payloadTail>`), within five minutes of server
 * time. The window is checked only after the MAC, so it reveals nothing to strangers. An unknown serial takes as long
 * and gets the same error as a wrong proof.
 * @throws DomainError DEVICE_PROOF_REQUIRED, DEVICE_PROOF_INVALID or DEVICE_TIMESTAMP_OUT_OF_RANGE
 */
export function verifyProof(claim: ProofClaim): VerifiedProof {
  const { headers } = claim;
  assertProofHeaders(headers);
  const verified = matchProof({ ...claim, headers });
  if (!verified) throw proofInvalid();
  if (!isInTime(verified, claim.now)) {
    throw unauthenticated('DEVICE_TIMESTAMP_OUT_OF_RANGE', { minutes: PROOF_WINDOW_MS / MINUTE_MS });
  }
  return verified;
}

/**
 * Verifies only the MAC, not the timestamp.
 * @returns undefined if none of the secrets made it
 */
export function matchProof({ headers, payloadTail, secrets }: ProofClaim<CheckedHeaders>): VerifiedProof | undefined {
  if (payloadTail === undefined) return undefined;
  const { timestamp, proof } = headers;
  const secretIndex = findSecret(secrets, `${timestamp}.${payloadTail}`, Buffer.from(proof, 'hex'));
  return secretIndex === undefined ? undefined : { secretIndex, timestampMs: Number(timestamp) };
}

/** True for a proof within five minutes of server time. */
export function isInTime({ timestampMs }: VerifiedProof, now: Date): boolean {
  return Math.abs(timestampMs - now.getTime()) <= PROOF_WINDOW_MS;
}

/**
 * Checks only the form of the headers, so that a request without them fails before its body is read.
 * @throws DomainError DEVICE_PROOF_REQUIRED if one is absent, DEVICE_PROOF_INVALID if one is malformed
 */
export function assertProofHeaders(headers: ProofHeaders): asserts headers is CheckedHeaders {
  const { timestamp, proof } = headers;
  if (timestamp === undefined || proof === undefined) {
    throw unauthenticated('DEVICE_PROOF_REQUIRED');
  }
  if (!TIMESTAMP_PATTERN.test(timestamp) || !PROOF_PATTERN.test(proof)) throw proofInvalid();
}

/** The same error for every wrong proof: a difference would reveal which serials exist. */
export function proofInvalid(): DomainError {
  return unauthenticated('DEVICE_PROOF_INVALID');
}

/** A device has at most two live secrets; a failure computes two MACs whether it has two, one or none. */
const MACS_PER_FAILURE = 2;
const DUMMY_SECRET = randomBytes(32);

/**
 * The index of the secret that made a MAC of the payload; undefined if none did.
 * @param proof 32 bytes
 */
export function findSecret(secrets: readonly Buffer[], payload: string, proof: Buffer): number | undefined {
  const attempts = Math.max(secrets.length, MACS_PER_FAILURE);
  for (let index = 0; index < attempts; index += 1) {
    const secret = secrets[index];
    const matches = timingSafeEqual(hmacSha256(secret ?? DUMMY_SECRET, payload), proof);
    if (matches && secret) return index;
  }
  return undefined;
}

const BLOCK_BYTES = 64;
/** No payload within the grammar is longer; UTF-8 takes at most three bytes per character. */
const MAX_FAST_CHARACTERS = 256;
const inner = Buffer.alloc(BLOCK_BYTES + 3 * MAX_FAST_CHARACTERS);
const outer = Buffer.alloc(BLOCK_BYTES + 32);

/**
 * HMAC-SHA256 (RFC 2104) from two one-shot hashes in hexadecimal, because creating a hash's Buffer takes longer than
 * the hash: 2 us per call, against 18 us for `createHmac` with a Buffer key.
 */
function hmacSha256(secret: Buffer, message: string): Buffer {
  if (secret.length > BLOCK_BYTES || message.length > MAX_FAST_CHARACTERS) {
    return createHmac('sha256', secret).update(message).digest();
  }
  for (let index = 0; index < BLOCK_BYTES; index += 1) {
    const byte = secret[index] ?? 0;
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  const end = BLOCK_BYTES + inner.write(message, BLOCK_BYTES);
  outer.write(hash('sha256', inner.subarray(0, end), 'hex'), BLOCK_BYTES, 'hex');
  return Buffer.from(hash('sha256', outer, 'hex'), 'hex');
}

/** True for a value within the grammar of serials: letters, digits, `_` and `-`, no dot. */
export function isSerial(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_SERIAL_LENGTH && SERIAL.test(value);
}

function isFirmwareVersion(value: unknown): value is string {
  return typeof value === 'string' && FIRMWARE_VERSION.test(value);
}

/** Non-negative safe integers print as canonical decimals. */
function isUptime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

function isStatus(value: unknown): value is string {
  return typeof value === 'string' && STATUS_PATTERN.test(value);
}
