import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { hashQueue, type Waiter } from './hash-queue.ts';
import { dummyHash, type PasswordCost, parseHash, SALT_BYTES, TAG_BYTES, toStoredHash } from './stored-hash.ts';

declare module '../kernel/operation.ts' {
  interface Runtime {
    /** What hashing a new password costs. */
    readonly passwordCost: PasswordCost;
  }
}

/** Half of libuv's four threads: hashing must not block file access and DNS look-ups. Each uses 19 MiB. */
const MAX_CONCURRENT_HASHES = 2;
/** About one second of work, which bounds the wait. */
const MAX_WAITING = 32;

const derive = promisify(argon2);
const inTurn = hashQueue({ running: MAX_CONCURRENT_HASHES, waiting: MAX_WAITING });

/**
 * Argon2id of a password in NFC with what verifies it, as a PHC string.
 * @throws DomainError 503 OVERLOADED when the queue is full
 */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return toStoredHash({ cost, salt, tag: await tagOf('known', password.normalize('NFC'), salt, cost) });
}

/**
 * Verifies a password against a hash: in NFC, in which passwords are stored (https://www.rfc-editor.org/rfc/rfc8265#section-4.2), and
 * as typed, in which those of before 2026-11-26 were.
 * @param stored the hash; undefined for an unknown account, which takes as long and never matches
 * @param waiter the caller's priority in the queue
 * @param cost of new hashes, which an unknown account has as well
 * @throws DomainError 503 OVERLOADED when the queue is full
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  { waiter, cost }: { readonly waiter: Waiter; readonly cost: PasswordCost },
): Promise<boolean> {
  const expected = parseHash(stored ?? dummyHash(cost));
  let matches = false;
  // Verifies every candidate, also after a match, so that the duration depends only on the typed text.
  for (const typed of new Set([password.normalize('NFC'), password])) {
    const actual = await tagOf(waiter, typed, expected.salt, expected.cost);
    matches = timingSafeEqual(actual, expected.tag) || matches;
  }
  return matches && stored !== undefined;
}

function tagOf(waiter: Waiter, password: string, nonce: Buffer, { memory, passes }: PasswordCost): Promise<Buffer> {
  return inTurn(waiter, () =>
    derive('argon2id', {
      message: Buffer.from(password),
      nonce,
      memory,
      passes,
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
