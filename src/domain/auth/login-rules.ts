/** How long a session lasts, not sliding (contract: Limits). */
export const SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** Failures that cost nothing yet: people mistype. */
const FREE_FAILURES = 4;
const MAX_DELAY_MS = 30_000;

/**
 * Until when a further login is refused after so many failures in a row: 1 s, 2 s, 4 s and so on to 30 s, so that
 * guessing gets slow and nobody is locked out for good.
 * @param failures consecutive failures, this one included
 */
export function blockedUntil(failures: number, now: Date): Date | null {
  if (failures <= FREE_FAILURES) return null;
  return new Date(now.getTime() + Math.min(1000 * 2 ** (failures - FREE_FAILURES - 1), MAX_DELAY_MS));
}
