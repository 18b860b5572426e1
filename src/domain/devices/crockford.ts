import { randomBytes } from 'node:crypto';

/** Crockford's base32 alphabet: no I, L, O, U (https://www.crockford.com/base32.html). */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random text with 5 bits per character; 256 is a multiple of 32, so each character is equally likely. */
export function randomCrockford(length: number): string {
  let text = '';
  for (const byte of randomBytes(length)) text += CROCKFORD_ALPHABET.charAt(byte % CROCKFORD_ALPHABET.length);
  return text;
}

/** Capitals as the alphabet has them: O is read as 0, I and L as 1. */
export function readCrockford(capitals: string): string {
  return capitals.replaceAll('O', '0').replace(/[IL]/g, '1');
}
