import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SERVICE_TOKEN_PREFIX } from '../../model/grammar.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^40 is more than 2^238. */
const RANDOM_DIGITS = 40;
/** 62^6 is more than 2^32. */
const CHECKSUM_DIGITS = 6;
const TOKEN = new RegExp(`^${SERVICE_TOKEN_PREFIX}[${DIGITS}]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);

/**
 * A new token: the prefix, 40 random base-62 digits, and the CRC-32 of both in 6 more, by which secret scanners recognize it.
 */
export function newServiceToken(): string {
  const random = Array.from({ length: RANDOM_DIGITS }, () => DIGITS.charAt(randomInt(DIGITS.length))).join('');
  return SERVICE_TOKEN_PREFIX + random + checksumOf(SERVICE_TOKEN_PREFIX + random);
}

/** Whether a text has the form and the checksum of a token; any other needs no look-up. */
export function isServiceToken(text: string): boolean {
  return TOKEN.test(text) && text.endsWith(checksumOf(text.slice(0, -CHECKSUM_DIGITS)));
}

function checksumOf(text: string): string {
  const digits: string[] = [];
  for (let left = crc32(text); digits.length < CHECKSUM_DIGITS; left = Math.floor(left / DIGITS.length)) {
    digits.unshift(DIGITS.charAt(left % DIGITS.length));
  }
  return digits.join('');
}
