import { randomBytes } from 'node:crypto';

/** The cost of Argon2id (RFC 9106): memory in KiB, and passes over it. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
}

/**
 * OWASP's Argon2id setting of 2024: 19 MiB, two passes, one lane. A change that raises it must also rehash at sign-in: until
 * then an account with an older hash answers sooner than an unknown one, which reveals that it exists.
 */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2 };
export const TAG_BYTES = 32;
export const SALT_BYTES = 16;

/** The hash of a password, with everything that verifies it. */
export interface PasswordHash {
  readonly cost: PasswordCost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/;

/** As a PHC string: `$argon2id$v=19$m=<KiB>,t=<passes>,p=1$<salt>$<tag>`, in base64 without padding. */
export function toStoredHash({ cost, salt, tag }: PasswordHash): string {
  const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${saltText}$${tagText}`;
}

/**
 * @param stored a PHC string, or the form until 2026-11-26: `argon2id$<salt>$<tag>` in base64url, of the only cost that existed
 */
export function parseHash(stored: string): PasswordHash {
  const [, memory, passes, salt, tag] = STORED.exec(stored) ?? [];
  if (salt && tag) {
    const cost = { memory: Number(memory), passes: Number(passes) };
    return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
  }
  const [, oldSalt = '', oldTag = ''] = stored.split('$');
  return { cost: PASSWORD_COST, salt: Buffer.from(oldSalt, 'base64url'), tag: Buffer.from(oldTag, 'base64url') };
}

/** A random stored hash, for an account without one: no password matches it, and the comparison takes as long. */
export function dummyHash(cost: PasswordCost): string {
  return toStoredHash({ cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) });
}
