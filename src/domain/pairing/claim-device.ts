import { PairingCredentialRecord } from '../../model/records/pairing.ts';
import { newId } from '../../persistence/columns.ts';
import { consumeChallenge, countFailedTry, lockChallenge } from '../../persistence/pairing/challenge-repository.ts';
import { insertPairing, revokePairing } from '../../persistence/pairing/pairing-repository.ts';
import { deviceReader, serialOnLabel } from '../devices/index.ts';
import type { DeviceRow } from '../devices/store.ts';
import { activatePendingSecret, findEnvelopedIssuers, lockDeviceBySerial, takeCode } from '../devices/store.ts';
import { consumeGrants } from '../firmware/store.ts';
import { issuerFor } from '../formats/jws.ts';
import { everyone } from '../kernel/access.ts';
import { DomainError, keepingWrites } from '../kernel/errors.ts';
import { UUID } from '../kernel/input.ts';
import { type Context, operation } from '../kernel/operation.ts';
import { readRecord } from '../reader.ts';
import { type AppKey, parseAppKey } from './app-key.ts';
import { Claim, type ClaimInput } from './claim-input.ts';
import { assignOwner } from './claim-owner.ts';
import { type ClaimPlan, planClaim } from './claim-plan.ts';
import { findAnsweringSecret } from './claim-proof.ts';
import { challengeInvalid, codeUnavailable, hardwareProofInvalid, MAX_FAILED_TRIES } from './claim-rules.ts';
import { expiryOf, issueCredential, wholeSeconds } from './credential.ts';
import { subjectOf } from './hardware-proof.ts';
import { viewPairedDevice } from './pairing-view.ts';

/**
 * An app claims a device for its owner: it sends the device's proof and the code from its label, and gets a credential.
 * Failures count on the challenge, and their messages are the same for every serial and code.
 */
export const claimDevice = operation({
  name: 'claimDevice',
  summary:
    'Claims a device for its owner with the device’s proof and its claim code, and returns a credential for the app.',
  access: everyone(),
  limit: 5,
  effect: 'write',
  errors: [
    'CHALLENGE_INVALID',
    'HARDWARE_PROOF_INVALID',
    'PUBLIC_KEY_INVALID',
    'DEVICE_NOT_ALLOWED',
    'CLAIM_CODE_UNAVAILABLE',
    'DEVICE_ALREADY_CLAIMED',
    'INSTALLATION_LIMIT_REACHED',
  ],
  answers: PairingCredentialRecord,
  input: Claim,
  async prepare(_scope, { publicKey }) {
    return parseAppKey(publicKey);
  },
  async handle(context, given, appKey) {
    const { em, now } = context;
    const input = { ...given, serial: serialOnLabel(given.serial) };
    const subject = subjectOf(input.serial);
    const device = await lockDeviceBySerial(em, input.serial);
    const challenge = UUID.test(input.challengeId) ? await lockChallenge(em, input.challengeId, subject) : undefined;
    if (!challenge) throw challengeInvalid();
    try {
      const secret = await findAnsweringSecret(context, input, device, challenge);
      if (!device || !secret) throw hardwareProofInvalid();
      const plan = await planClaim(context, input, device, secret, appKey);
      if (!(await consumeChallenge(em, challenge.id, now))) throw challengeInvalid();
      return await claim(context, input, device, plan, appKey);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (!challenge.consumedAt) await countFailedTry(em, challenge.id, MAX_FAILED_TRIES, now);
      throw keepingWrites(error);
    }
  },
});

async function claim(context: Context, input: ClaimInput, device: DeviceRow, plan: ClaimPlan, appKey: AppKey) {
  const { em, now, keys, settings, audit } = context;
  const { id: deviceId, serial } = device;
  const pairingId = newId();
  if (plan.code.status === 'AVAILABLE' && !(await takeCode(em, plan.code.id, now))) throw codeUnavailable();
  if (plan.secret.state === 'PENDING') {
    await activatePendingSecret(em, deviceId, now);
    await consumeGrants(em, deviceId, now);
  }
  const changes = plan.kind === 'first' ? await assignOwner(context, input, device, pairingId) : undefined;
  if (plan.replaces) await revokePairing(em, { id: plan.replaces, deviceId }, 'claimDevice', now);
  const enveloped = await findEnvelopedIssuers(em, deviceId);
  const credential = {
    pairingId,
    credentialId: newId(),
    deviceId,
    serial,
    appInstallationId: input.installationId,
    customerId: device.ownerId ?? null,
    epoch: device.pairingEpoch,
    keyThumbprint: appKey.thumbprint,
    issuer: issuerFor(keys.pairingIssuers, enveloped?.issuers).kid,
    issuedAt: wholeSeconds(now),
    expiresAt: expiryOf(now, plan.certificateDays),
  };
  await insertPairing(em, {
    ...credential,
    id: pairingId,
    publicKey: appKey.jwk,
    deviceName: input.deviceName,
    appVersion: input.appVersion,
    createdAt: now,
  });
  audit({
    target: { kind: 'Pairing', id: pairingId },
    actor: { type: 'INSTALLATION', id: pairingId, label: input.installationId },
    changes: changes?.fields,
    detail: { deviceId, serial, kind: plan.kind, replaced: plan.replaces ?? null, ...changes?.detail },
  });
  return {
    credential: await issueCredential(keys, settings, credential),
    expiresAt: credential.expiresAt,
    device: viewPairedDevice(await readRecord(deviceReader, em, deviceId, now)),
    offlineCapable: enveloped !== undefined,
  };
}
