import { endOverlap, findPairing } from '../../persistence/pairing/pairing-repository.ts';
import type { AppPrincipal, AppRule } from '../kernel/access.ts';
import type { Call } from '../kernel/operation.ts';
import { deviceNotAllowed, isInUse } from './claim-rules.ts';
import { readCredential } from './credential.ts';
import { ageOf, appUnrecognized, matchesPairing } from './refresh-rules.ts';

/**
 * Authenticates a companion app by its credential. Every call checks the signature and the pairing, so an ended pairing
 * ends at once. The first use of a credential ends the previous one.
 * @throws DomainError 401 PAIRING_AUTH_REQUIRED, 403 DEVICE_NOT_ALLOWED
 */
export async function recognizeApp(rule: AppRule, call: Call): Promise<AppPrincipal> {
  const { runtime, bearer } = call;
  const claims = bearer ? await readCredential(runtime.keys, runtime.settings, bearer) : undefined;
  const now = runtime.clock.now();
  if (!claims || claims.expiresAt <= now) throw appUnrecognized();
  const pairing = await findPairing(runtime.em(), claims.pairingId);
  if (!pairing || !matchesPairing(pairing, claims)) throw appUnrecognized();
  const age = ageOf(pairing, claims.credentialId, now);
  if (age !== 'current' && age !== 'previous') throw appUnrecognized();
  if (!rule.evenOutOfUse && !isInUse(pairing.deviceStatus)) throw deviceNotAllowed();
  // Two requests can race. If this use comes first, the previous credential ends; if another exchange of the previous
  // credential comes first, this credential ends.
  if (age === 'current' && pairing.previousCredentialId) {
    const isFirst = await endOverlap(runtime.em(), pairing.id, claims.credentialId);
    if (!isFirst) return recognizeApp(rule, call);
  }
  return {
    kind: 'app',
    pairingId: pairing.id,
    deviceId: pairing.deviceId,
    serial: pairing.serial,
    appInstallationId: pairing.appInstallationId,
  };
}
