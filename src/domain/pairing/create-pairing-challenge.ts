import { PairingChallengeRecord } from '../../model/records/pairing.ts';
import { newId } from '../../persistence/columns.ts';
import { saveChallenge } from '../../persistence/pairing/challenge-repository.ts';
import { serialOnLabel } from '../devices/index.ts';
import { lockDeviceKey } from '../devices/store.ts';
import { everyone } from '../kernel/access.ts';
import { described, fields, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { CHALLENGE_LIFETIME_MS } from './claim-rules.ts';
import { challengePayload, newNonce, subjectOf } from './hardware-proof.ts';

/**
 * Creates a challenge that an app forwards to the device. An unknown serial gets one too, by the same statements; its claim
 * fails like one with a wrong proof. A challenge is short-lived and not a business record, so it has no audit entry. The limit
 * for each address and the lifetime bound their number. A maximum for each serial would let strangers who know a serial
 * displace the challenge of its owner.
 */
export const createPairingChallenge = operation({
  name: 'createPairingChallenge',
  summary: 'Creates a challenge that a device must answer before it can be claimed; it expires after 5 minutes.',
  access: everyone(),
  limit: 10,
  effect: 'write',
  answers: PairingChallengeRecord,
  input: fields({
    serial: described(verbatim(8), 'The serial of the device, as on its label; or the text of the label’s QR code.'),
    installationId: described(verbatim(16, 128), 'The id that the app gave itself when it was installed.'),
  }),
  async handle({ em, now, unchanged }, { serial: given, installationId }) {
    const serial = serialOnLabel(given);
    const subject = subjectOf(serial);
    const deviceId = await lockDeviceKey(em, serial);
    const challenge = {
      challengeId: newId(),
      serial,
      appInstallationId: installationId,
      nonce: newNonce(),
      expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
    };
    await saveChallenge(em, {
      id: challenge.challengeId,
      deviceId: deviceId ?? null,
      subject,
      appInstallationId: installationId,
      nonce: challenge.nonce,
      createdAt: now,
      expiresAt: challenge.expiresAt,
    });
    return unchanged({
      challengeId: challenge.challengeId,
      serial,
      nonce: challenge.nonce,
      expiresAt: challenge.expiresAt,
      proofPayload: challengePayload(challenge),
    });
  },
});
