import { newId } from '../../persistence/columns.ts';
import { takeLock } from '../../persistence/locks.ts';
import { saveChallenge } from '../../persistence/pairing/challenge-repository.ts';
import { holdDeviceId } from '../devices/store.ts';
import { everyone } from '../kernel/access.ts';
import { fields, verbatim } from '../kernel/input.ts';
import { operation } from '../kernel/operation.ts';
import { CHALLENGE_LIFETIME_MS } from './claim-rules.ts';
import { challengePayload, newNonce, subjectOf } from './hardware-proof.ts';

/** So many apps can try to claim one device at a time. */
const LIVE_CHALLENGES_PER_SERIAL = 64;

/**
 * A question for the device, which an app carries to it and back. A serial that nobody has gets one as well, by the same
 * statements: only the claim fails, as it fails for a wrong proof. It is no business record and gone after minutes, so
 * it leaves no audit entry.
 */
export const createPairingChallenge = operation({
  name: 'createPairingChallenge',
  summary: 'Creates a challenge that a device must answer before it can be claimed; it expires after 5 minutes.',
  access: everyone(),
  limit: 10,
  effect: 'write',
  input: fields({ serial: verbatim(8), installationId: verbatim(16, 128) }),
  async handle({ em, now, unchanged }, { serial, installationId }) {
    const subject = subjectOf(serial);
    const deviceId = await holdDeviceId(em, serial);
    await takeLock(em, `pairing-challenge:${subject.toString('hex')}`);
    const challenge = {
      challengeId: newId(),
      serial,
      appInstallationId: installationId,
      nonce: newNonce(),
      expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
    };
    await saveChallenge(
      em,
      {
        id: challenge.challengeId,
        deviceId: deviceId ?? null,
        subject,
        appInstallationId: installationId,
        nonce: challenge.nonce,
        createdAt: now,
        expiresAt: challenge.expiresAt,
      },
      LIVE_CHALLENGES_PER_SERIAL,
    );
    return unchanged({
      challengeId: challenge.challengeId,
      serial,
      nonce: challenge.nonce,
      expiresAt: challenge.expiresAt,
      proofPayload: challengePayload(challenge),
    });
  },
});
