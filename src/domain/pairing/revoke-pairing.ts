import { RevokedPairingRecord } from '../../model/records/pairing.ts';
import { revokePairing as endPairing, lockPairing } from '../../persistence/pairing/pairing-repository.ts';
import { pairedApp } from '../kernel/access.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { recordNotFound } from '../kernel/not-found.ts';
import { operation } from '../kernel/operation.ts';

/**
 * An app ends its own pairing, never another app's; support can reset the claim.
 */
export const revokePairing = operation({
  name: 'revokePairing',
  summary: 'Ends the caller’s own pairing.',
  access: pairedApp({ evenOutOfUse: true }),
  limit: 120,
  effect: 'write',
  errors: ['PAIRING_NOT_FOUND'],
  answers: RevokedPairingRecord,
  input: fields({ installationId: described(verbatim(16, 128), 'The id of the app that asks; no other.') }),
  async handle({ em, now, principal, audit, unchanged }, { installationId }) {
    if (installationId !== principal.appInstallationId) throw recordNotFound('Pairing');
    const pairing = await lockPairing(em, principal.pairingId);
    if (!pairing) throw recordNotFound('Pairing');
    if (pairing.revokedAt) return unchanged({ installationId, revokedAt: pairing.revokedAt });
    await endPairing(em, pairing, 'revokePairing', now);
    audit({
      target: { kind: 'Pairing', id: pairing.id },
      detail: { deviceId: pairing.deviceId, serial: pairing.serial },
    });
    return { installationId, revokedAt: now };
  },
});
