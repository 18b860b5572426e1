import { createHmac } from 'node:crypto';
import { partOfLabel, readLabelText, wordsOfLabel } from '../../model/label-text.ts';
import type { Keys } from '../../model/ports.ts';
import { open, seal } from '../formats/secret-box.ts';
import { randomCrockford, readCrockford } from './crockford.ts';

const CHARACTERS = 24;
const CANONICAL = /^[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){3}$/;
const COMPACT = /^[0-9A-HJKMNP-TV-Z]{24}$/;
/** A code in groups, or without, behind other words of a label: `Code`, a serial. */
const LAST_WORDS = /(?:^|-)((?:[\p{L}\p{N}]{6}-){3}[\p{L}\p{N}]{6}|[\p{L}\p{N}]{24})$/u;

/** The device that a sealed claim code is bound to. */
export interface ClaimCodeBinding {
  readonly deviceId: string;
  readonly serial: string;
}

/** A new claim code in canonical form: `XXXXXX-XXXXXX-XXXXXX-XXXXXX`, 24 Crockford base32 characters, 120 bits. */
export function newClaimCode(): string {
  return grouped(randomCrockford(CHARACTERS));
}

/**
 * The canonical form of a code as it was typed, pasted or scanned: any case, any signs and blanks around its letters, letters that look like its own, behind
 * other words of the label, or the whole text of the QR code; undefined if it is not a code. Two codes never have the same form, so a limit on guesses counts each once.
 */
export function normalizeClaimCode(text: string): string | undefined {
  const words = wordsOfLabel(partOfLabel(text, 'code'));
  const read = readLabelText(LAST_WORDS.exec(words)?.[1] ?? words);
  const compact = read && readCrockford(read.replaceAll('-', ''));
  return compact && COMPACT.test(compact) ? grouped(compact) : undefined;
}

/**
 * The look-up hash of a canonical code: HMAC-SHA256 (32 bytes) under the pepper, so a copy of the database alone
 * cannot be searched for codes.
 * @throws Error if the code is not in canonical form: its hash would never match
 */
export function claimCodeHash(keys: Pick<Keys, 'claimCodePepper'>, code: string): Buffer {
  if (!CANONICAL.test(code)) throw new Error('A claim code is hashed in canonical form only.');
  return createHmac('sha256', keys.claimCodePepper).update(code).digest();
}

/**
 * The hashes under which a code can be stored, by every pepper, the current one first.
 * @throws Error as claimCodeHash does
 */
export function claimCodeHashes({ claimCodePeppers }: Pick<Keys, 'claimCodePeppers'>, code: string): readonly Buffer[] {
  return claimCodePeppers.map((claimCodePepper) => claimCodeHash({ claimCodePepper }, code));
}

/** Encrypts a code for storage, so that a label or an envelope can carry the same code again. */
export function sealClaimCode(keys: Pick<Keys, 'currentKek'>, code: string, binding: ClaimCodeBinding): Buffer {
  return seal(keys, Buffer.from(code), aadOf(binding));
}

/**
 * Decrypts a stored code.
 * @throws Error if it belongs to another device, was altered, or its key is unknown here
 */
export function openClaimCode(keys: Pick<Keys, 'kek'>, sealed: Buffer, binding: ClaimCodeBinding): string {
  return open(keys, sealed, aadOf(binding)).toString();
}

function aadOf({ deviceId, serial }: ClaimCodeBinding): string {
  return `claim-code|${deviceId}|${serial}`;
}

function grouped(compact: string): string {
  return [compact.slice(0, 6), compact.slice(6, 12), compact.slice(12, 18), compact.slice(18)].join('-');
}
