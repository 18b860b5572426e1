/** Normalized failure codes, so that equal failures of a release can be counted, and the delays between attempts. */

/** Prefixes of a device's failure reason, upper case with `_`, and their codes; the first match counts. */
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
/** Reasons that mean "already on the target version", which is a success. */
const ALREADY_THERE = /^ALREADY_(?:ON|AT|INSTALLED|UP_TO_DATE|RUNNING)/;
const MAX_READ = 64;

/** Failures that would repeat, or were caused by an operator. */
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
/** The delay after the first failed attempt, the second, and so on. */
const BACK_OFF_MS = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS] as const;
const JITTER = 0.2;
/** The maximum number of attempts per device and release. */
export const MAX_ATTEMPTS = 4;

/** The code of a device's failure reason; UNKNOWN if it is missing or not recognized. */
export function failureCodeOf(reason: string | null): string {
  const words = normalized(reason);
  return BEGINNINGS.find(([beginning]) => words.startsWith(beginning))?.[1] ?? 'UNKNOWN';
}

/** True if the reason means that the device already runs the target version. */
export function isAlreadyThere(reason: string | null): boolean {
  return ALREADY_THERE.test(normalized(reason));
}

/** True if the release can be retried on the same device after such a failure. */
export function isRetryable(code: string | null): boolean {
  return !NEVER_AGAIN.has(code ?? 'UNKNOWN');
}

/**
 * The time of the next attempt: after 15 minutes, 1, 6 and 24 hours, plus or minus 20 %, so that devices that failed
 * together do not retry together. A low battery waits longest, because it is not caused by the release.
 * @param attempt 1-based, the failed one
 * @param random from 0 to 1
 * @returns null = never, because of the code or because all attempts are used up
 */
export function retryAt(code: string, attempt: number, now: Date, random: number): Date | null {
  if (!isRetryable(code) || attempt >= MAX_ATTEMPTS) return null;
  const step = code === 'BATTERY_LOW' ? BACK_OFF_MS.length - 1 : Math.min(attempt, BACK_OFF_MS.length) - 1;
  const wait = BACK_OFF_MS[step] ?? BACK_OFF_MS[0];
  return new Date(now.getTime() + Math.round(wait * (1 - JITTER + 2 * JITTER * random)));
}

function normalized(reason: string | null): string {
  return (reason ?? '')
    .slice(0, MAX_READ)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_/, '');
}
