import type { StoredPairing } from '../../persistence/pairing/pairing-repository.ts';
import { type DomainError, unauthenticated } from '../kernel/errors.ts';
import type { CredentialClaims } from './credential.ts';

/** A response can be lost: the previous credential works for this long, unless the new one is used; a repeated refresh gets the same one. */
export const OVERLAP_MS = 60_000;
/** An expired credential can still be refreshed for this long: the app may have been closed. */
export const LATE_REFRESH_MS = 7 * 86_400_000;

/** The same error for every invalid credential, as in RFC 6750. */
export function appUnrecognized(): DomainError {
  return unauthenticated('PAIRING_AUTH_REQUIRED');
}

/** True if the pairing is live and the credential, current or not, was issued for it. */
export function matchesPairing(pairing: StoredPairing, claims: CredentialClaims): boolean {
  return (
    pairing.revokedAt === null &&
    pairing.epoch === pairing.deviceEpoch &&
    claims.epoch === pairing.epoch &&
    claims.deviceId === pairing.deviceId &&
    claims.serial === pairing.serial &&
    claims.appInstallationId === pairing.appInstallationId &&
    claims.keyThumbprint === pairing.keyThumbprint
  );
}

/** True if a credential can still be used or refreshed; afterwards its app must claim again. */
export function isRefreshable(expiresAt: Date, now: Date): boolean {
  return now.getTime() <= expiresAt.getTime() + LATE_REFRESH_MS;
}

/**
 * The state of one of a pairing's credentials. `current` is the newest; `previous` still works beside it; `unanswered` was replaced
 * longer ago, but nobody ever used the one that replaced it: the response was lost, and the replacement can be replaced. `over` is any other.
 */
export type CredentialAge = 'current' | 'previous' | 'unanswered' | 'over';

export function ageOf(
  pairing: Pick<StoredPairing, 'credentialId' | 'previousCredentialId' | 'previousUntil'>,
  credentialId: string,
  now: Date,
): CredentialAge {
  if (credentialId === pairing.credentialId) return 'current';
  // The first use of the current credential removes the previous one.
  if (credentialId !== pairing.previousCredentialId) return 'over';
  return pairing.previousUntil !== null && now <= pairing.previousUntil ? 'previous' : 'unanswered';
}
