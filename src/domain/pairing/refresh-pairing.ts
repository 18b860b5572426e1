import { PairingCredentialRecord } from '../../model/records/pairing.ts';
import { newId } from '../../persistence/columns.ts';
import {
  lockPairing,
  revokePairing,
  rotateCredential,
  type StoredPairing,
} from '../../persistence/pairing/pairing-repository.ts';
import { deviceReader } from '../devices/index.ts';
import { findEnvelopedIssuers } from '../devices/store.ts';
import { issuerFor } from '../formats/jws.ts';
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
 * Exchanges a credential for a new one. A response can be lost: until the new credential is used, the old one can be exchanged
 * again. For a minute that returns the same new one; later it returns another, and the one that nobody used is void. Any other use
 * of a credential that was replaced means that it was copied: the pairing ends.
 */
export const refreshPairing = operation({
  name: 'refreshPairing',
  summary:
    'Replaces an app’s credential. Until the new one is used, it can be repeated with the same credential: for a minute it returns the same new one, later another.',
  access: everyone(),
  limit: 120,
  effect: 'write',
  errors: ['PAIRING_AUTH_REQUIRED', 'DEVICE_NOT_ALLOWED'],
  answers: PairingCredentialRecord,
  input: fields({
    credential: described(verbatim(16), 'The current credential, or the previous one until the current one is used.'),
  }),
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
    if (age === 'previous') {
      audit(entry);
      return unchanged(await reply(context, pairing));
    }
    audit(age === 'unanswered' ? { ...entry, detail: { ...entry.detail, replacesUnused: true } } : entry);
    return reply(context, await rotated(context, pairing, claims.credentialId));
  },
});

/** @param previousId the credential that was presented, which can be presented again until the new one is used */
async function rotated({ em, now, keys }: Context, pairing: StoredPairing, previousId: string): Promise<StoredPairing> {
  const { pairingCertificateDays } = await findSystemSettings(em);
  const enveloped = await findEnvelopedIssuers(em, pairing.deviceId);
  const rotation = {
    credentialId: newId(),
    issuer: issuerFor(keys.pairingIssuers, enveloped?.issuers).kid,
    previousCredentialId: previousId,
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
    offlineCapable: (await findEnvelopedIssuers(em, pairing.deviceId)) !== undefined,
  };
}
