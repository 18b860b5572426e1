import type { StoredPairing } from '../../persistence/pairing/pairing-repository.ts';
import { type DomainError, unauthenticated } from '../kernel/errors.ts';
import type { CredentialClaims } from './credential.ts';

/** A reply can be lost: so long the credential before it still works, unless the new one was used. */
export const OVERLAP_MS = 60_000;
/** So long after its end a credential can still be refreshed: an app may have been closed for a while. */
const LATE_REFRESH_MS = 7 * 86_400_000;

/** One answer for every credential that does not hold, as RFC 6750 has it. */
export function appUnrecognised(): DomainError {
  return unauthenticated('PAIRING_AUTH_REQUIRED', 'Pair this app with the device first.');
}

/** Whether a pairing stands and the credential was issued for it: by whichever of its credentials. */
export function standsFor(pairing: StoredPairing, claims: CredentialClaims): boolean {
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

/** Whether a credential can still be used, or at least refreshed: after that its app has to claim again. */
export function isRefreshable(expiresAt: Date, now: Date): boolean {
  return now.getTime() <= expiresAt.getTime() + LATE_REFRESH_MS;
}

/** What one of a pairing's credentials still is: in force, the one before it while that may be used, or over. */
export function ageOf(pairing: StoredPairing, credentialId: string, now: Date): 'current' | 'previous' | 'over' {
  if (credentialId === pairing.credentialId) return 'current';
  const overlaps = pairing.previousUntil !== null && now <= pairing.previousUntil;
  return overlaps && credentialId === pairing.previousCredentialId ? 'previous' : 'over';
}
