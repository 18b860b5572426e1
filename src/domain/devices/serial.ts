import { randomCrockford } from './crockford.ts';

/** Any serial this service accepts. It has no dot: the dot separates the parts of a device proof. */
export const SERIAL_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
export const MAX_SERIAL_LENGTH = 64;

const PREFIX = 'KRV-';
const RANDOM_CHARACTERS = 16;

/** A new serial: `KRV-` and 16 Crockford base32 characters (80 random bits), so that serials cannot be guessed. */
export function newSerial(): string {
  return PREFIX + randomCrockford(RANDOM_CHARACTERS);
}
