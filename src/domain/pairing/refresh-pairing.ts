import { PairingCredentialRecord } from '../../model/records/pairing.ts';
import { newId } from '../../persistence/columns.ts';
import {
  lockPairing,
  revokePairing,
  rotateCredential,
  type StoredPairing,
} from '../../persistence/pairing/pairing-repository.ts';
import { deviceReader } from '../devices/index.ts';
import { hasEnvelopedSecret } from '../devices/store.ts';
import { everyone } from '../kernel/access.ts';
import { keepingWrites } from '../kernel/errors.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { type Context, operation } from '../kernel/operation.ts';
import { readRecord } from '../reader.ts';
import { findSystemSettings } from '../settings/store.ts';
import { deviceNotAllowed, isInUse } from './claim-rules.ts';
import { expiryOf, issueCredential, readCredential, wholeSeconds } from './credential.ts';
import { viewPairedDevice } from './pairing-view.ts';
import { ageOf, appUnrecognized, isRefreshable, matchesPairing, OVERLAP_MS } from './refresh-rules.ts';

/**
 * Exchanges a credential for a new one. A repeated request with the same credential, as after a lost response, returns
 * the same new one, for a minute and until the new one is used. A later reuse means that the credential was copied: the
 * pairing ends.
 */
export const refreshPairing = operation({
  name: 'refreshPairing',
  summary: 'Replaces an app’s credential; repeating it with the same credential returns the same new one for a minute.',
  access: everyone(),
  limit: 120,
  effect: 'write',
  errors: ['PAIRING_AUTH_REQUIRED', 'DEVICE_NOT_ALLOWED'],
  answers: PairingCredentialRecord,
  input: fields({ credential: described(verbatim(16), 'The current credential, or for a minute the previous one.') }),
  async prepare({ keys, settings }, { credential }) {
    return readCredential(keys, settings, credential);
  },
  async handle(context, _input, claims) {
    const { em, now, audit, unchanged } = context;
    if (!claims || !isRefreshable(claims.expiresAt, now)) throw appUnrecognized();
    const pairing = await lockPairing(em, claims.pairingId);
    if (!pairing || !matchesPairing(pairing, claims)) throw appUnrecognized();
    const entry = {
      target: { kind: 'Pairing', id: pairing.id },
      actor: { type: 'INSTALLATION', id: pairing.id, label: pairing.appInstallationId },
      detail: { deviceId: pairing.deviceId, serial: pairing.serial },
    } as const;
    const age = ageOf(pairing, claims.credentialId, now);
    if (age === 'over') {
      await revokePairing(em, pairing, 'credentialReuse', now);
      audit({ ...entry, action: 'pairingCredentialReused' });
      throw keepingWrites(appUnrecognized());
    }
    if (!isInUse(pairing.deviceStatus)) throw deviceNotAllowed();
    audit(entry);
    if (age === 'previous') return unchanged(await reply(context, pairing));
    return reply(context, await rotated(context, pairing));
  },
});

async function rotated({ em, now }: Context, pairing: StoredPairing): Promise<StoredPairing> {
  const { pairingCertificateDays } = await findSystemSettings(em);
  const rotation = {
    credentialId: newId(),
    previousUntil: new Date(now.getTime() + OVERLAP_MS),
    issuedAt: now,
    expiresAt: expiryOf(now, pairingCertificateDays),
  };
  await rotateCredential(em, pairing.id, rotation);
  return { ...pairing, ...rotation };
}

/** Issues the current credential again from its facts, because credentials are not stored. */
async function reply({ em, now, keys, settings }: Context, pairing: StoredPairing) {
  const { id: pairingId, credentialId } = pairing;
  if (!credentialId) throw new Error('a pairing has no credential although one was presented');
  const facts = { ...pairing, pairingId, credentialId, issuedAt: wholeSeconds(pairing.issuedAt) };
  return {
    credential: await issueCredential(keys, settings, facts),
    expiresAt: pairing.expiresAt,
    device: viewPairedDevice(await readRecord(deviceReader, em, pairing.deviceId, now)),
    offlineCapable: await hasEnvelopedSecret(em, pairing.deviceId),
  };
}
