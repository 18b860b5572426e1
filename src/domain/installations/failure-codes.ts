/** Why installations fail, in few words, so that the failures of a release add up; and when a failed one is tried again. */

/** Beginnings of a device's own words, in capitals with `_` between them, and what they stand for; the first that fits. */
const BEGINNINGS: readonly (readonly [beginning: string, code: string])[] = [
  ['DOWNLOAD_HTTP_4', 'DOWNLOAD_HTTP_4XX'],
  ['HTTP_4', 'DOWNLOAD_HTTP_4XX'],
  ['DOWNLOAD_SIZE', 'SIZE_MISMATCH'],
  ['SIZE', 'SIZE_MISMATCH'],
  ['DOWNLOAD_DIGEST', 'DIGEST_MISMATCH'],
  ['DIGEST', 'DIGEST_MISMATCH'],
  ['SHA256', 'DIGEST_MISMATCH'],
  ['HASH', 'DIGEST_MISMATCH'],
  ['CHECKSUM', 'DIGEST_MISMATCH'],
  ['SIGNATURE', 'SIGNATURE_INVALID'],
  ['SECURITY_VERSION', 'SECURITY_VERSION_TOO_LOW'],
  ['ANTI_ROLLBACK', 'SECURITY_VERSION_TOO_LOW'],
  ['HARDWARE', 'HARDWARE_MISMATCH'],
  ['NO_SPACE', 'NO_SPACE'],
  ['FLASH', 'FLASH_WRITE'],
  ['BOOT', 'BOOT_FAILED'],
  ['SELF_TEST', 'SELF_TEST_FAILED'],
  ['BATTERY', 'BATTERY_LOW'],
  ['USER_CANCELLED_BY_OPERATOR', 'USER_CANCELLED_BY_OPERATOR'],
  ['USER_CANCELLED', 'USER_CANCELLED'],
  ['DOWNLOAD', 'DOWNLOAD_NETWORK'],
  ['NETWORK', 'DOWNLOAD_NETWORK'],
  ['HTTP', 'DOWNLOAD_NETWORK'],
];
/** "Already on the target version" is a success, however a device puts it. */
const ALREADY_THERE = /^ALREADY_(?:ON|AT|INSTALLED|UP_TO_DATE|RUNNING)/;
const MAX_READ = 64;

/** What will fail again in the same way; or what an operator stopped. */
const NEVER_AGAIN = new Set([
  'DOWNLOAD_HTTP_4XX',
  'DIGEST_MISMATCH',
  'SIGNATURE_INVALID',
  'SECURITY_VERSION_TOO_LOW',
  'HARDWARE_MISMATCH',
  'USER_CANCELLED_BY_OPERATOR',
]);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first failed attempt, the second, and so on. */
const BACK_OFF_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const JITTER = 0.2;
/** Attempts of one device at one release. */
export const MAX_ATTEMPTS = 4;

/** The code of a failure out of a device's words; UNKNOWN when they say nothing that is known, or nothing at all. */
export function failureCodeOf(reason: string | null): string {
  const words = normalised(reason);
  return BEGINNINGS.find(([beginning]) => words.startsWith(beginning))?.[1] ?? 'UNKNOWN';
}

/** Whether a device calls it a failure that it has the target version already. */
export function isAlreadyThere(reason: string | null): boolean {
  return ALREADY_THERE.test(normalised(reason));
}

/** Whether the same release may be tried again on the same device after such a failure. */
export function isRetryable(code: string | null): boolean {
  return !NEVER_AGAIN.has(code ?? 'UNKNOWN');
}

/**
 * When a failed attempt may be followed by another one: after 15 minutes, 1, 6 and 24 hours, 20 % more or less, so that
 * devices that failed together do not come back together. A low battery waits the longest: it is not the release's fault.
 * @param attempt 1-based, the one that failed
 * @param random from 0 to 1
 * @returns null: never, by its code or because the attempts are used up
 */
export function retryAt(code: string, attempt: number, now: Date, random: number): Date | null {
  if (!isRetryable(code) || attempt >= MAX_ATTEMPTS) return null;
  const step = code === 'BATTERY_LOW' ? BACK_OFF_MS.length - 1 : Math.min(attempt, BACK_OFF_MS.length) - 1;
  const wait = BACK_OFF_MS[step] ?? BACK_OFF_MS[0];
  return new Date(now.getTime() + Math.round(wait * (1 - JITTER + 2 * JITTER * random)));
}

function normalised(reason: string | null): string {
  return (reason ?? '')
    .slice(0, MAX_READ)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_/, '');
}
