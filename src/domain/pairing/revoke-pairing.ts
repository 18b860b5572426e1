import { revokePairing as endPairing, lockPairing } from '../../persistence/pairing/pairing-repository.ts';
import { pairedApp } from '../kernel/access.ts';
import { fields, verbatim } from '../kernel/input.ts';
import { noSuch } from '../kernel/not-found.ts';
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
  input: fields({ installationId: verbatim(16, 128) }),
  async handle({ em, now, principal, note, unchanged }, { installationId }) {
    if (installationId !== principal.appInstallationId) throw noSuch('Pairing');
    const pairing = await lockPairing(em, principal.pairingId);
    if (!pairing) throw noSuch('Pairing');
    if (pairing.revokedAt) return unchanged({ installationId, revokedAt: pairing.revokedAt });
    await endPairing(em, pairing, 'revokePairing', now);
    note({
      target: { kind: 'Pairing', id: pairing.id },
      detail: { deviceId: pairing.deviceId, serial: pairing.serial },
    });
    return { installationId, revokedAt: now };
  },
});
