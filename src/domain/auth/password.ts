import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hashQueue, type Waiter } from './hash-queue.ts';

/** OWASP's Argon2id setting of 2024: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Half of libuv's four threads: hashing must not block file access and DNS look-ups. Each uses 19 MiB. */
const MAX_CONCURRENT_HASHES = 2;
/** About one second of work, which bounds the wait. */
const MAX_WAITING = 32;

const derive = promisify(argon2);
const inTurn = hashQueue({ running: MAX_CONCURRENT_HASHES, waiting: MAX_WAITING });

/**
 * Argon2id of a password, as `argon2id$<salt>$<tag>` in base64url.
 * @throws DomainError 503 OVERLOADED when the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `argon2id$${salt.toString('base64url')}$${(await tagOf('known', password, salt)).toString('base64url')}`;
}

/**
 * Verifies a password against a hash.
 * @param stored the hash; undefined for an unknown account, which takes as long and never matches
 * @param waiter the caller's priority in the queue
 * @throws DomainError 503 OVERLOADED when the queue is full
 */
export async function verifyPassword(password: string, stored: string | undefined, waiter: Waiter): Promise<boolean> {
  const [, salt = '', tag = ''] = (stored ?? DUMMY_HASH).split('$');
  const expected = Buffer.from(tag, 'base64url');
  const actual = await tagOf(waiter, password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(actual, expected) && stored !== undefined;
}

const DUMMY_HASH = `argon2id$${randomBytes(SALT_BYTES).toString('base64url')}$${randomBytes(TAG_BYTES).toString('base64url')}`;

function tagOf(waiter: Waiter, password: string, nonce: Buffer): Promise<Buffer> {
  return inTurn(waiter, () =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce,
      memory: MEMORY_KIB,
      passes: PASSES,
      parallelism: 1,
      tagLength: TAG_BYTES,
    }),
  );
}

const LOWER = 'abcdefghijkmnpqrstuvwxyz';
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const DIGITS = '23456789';
const TEMPORARY_LENGTH = 20;

/** A one-time password without look-alike characters that satisfies the password pattern. */
export function newTemporaryPassword(): string {
  const pick = (alphabet: string) => alphabet.charAt(randomInt(alphabet.length));
  const all = LOWER + UPPER + DIGITS;
  const body = Array.from({ length: TEMPORARY_LENGTH - 5 }, () => pick(all)).join('');
  return `${pick(UPPER)}${pick(LOWER)}${pick(DIGITS)}-${body}${pick(DIGITS)}`;
}

/** The most common words of password lists; rejected also with digits and symbols around them. */
const COMMON_WORDS = new Set(
  `password passwort parol admin administrator welcome qwerty qwertyuiop asdfgh zxcvbn letmein iloveyou monkey dragon
   sunshine princess football baseball master superman batman trustno secret changeme default login user test guest
   root hello whatever shadow summer winter spring autumn january monday company tashkent uzbekistan karvon device
   abcdef abcd abc aaaaaa temp temporary mypassword adminadmin passwordpassword`
    .split(/\s+/)
    .filter(Boolean),
);
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * True for a common word with digits and symbols added, and for a password based on the account's name.
 * @param email the account's e-mail address
 */
export function isCommonPassword(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  const owner = email.split('@')[0]?.replace(/[^a-z]/g, '') ?? '';
  const trimmed = lower.replace(/^[^a-z@$]+|[^a-z@$]+$/g, '');
  return [lower, trimmed].some((text) => {
    const plain = text.replace(/[^a-z]/g, '');
    const unleet = text.replace(/[01345 7@$!]/g, (sign) => LEET[sign] ?? '').replace(/[^a-z]/g, '');
    return [plain, unleet].some(
      (word) => COMMON_WORDS.has(word) || (owner.length >= 3 && word === owner) || /^(.)\1*$/.test(word),
    );
  });
}
