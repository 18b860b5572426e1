import { randomCrockford } from './crockford.ts';

const PREFIX = 'KRV-';
const RANDOM_CHARACTERS = 16;

/** A new serial: `KRV-` and 16 Crockford base32 characters (80 random bits), so that serials cannot be guessed. */
export function newSerial(): string {
  return PREFIX + randomCrockford(RANDOM_CHARACTERS);
}
