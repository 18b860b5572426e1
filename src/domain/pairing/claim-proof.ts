import type { StoredChallenge } from '../../persistence/pairing/challenge-repository.ts';
import type { DeviceRow } from '../devices/store.ts';
import { findLiveSecrets, type LiveSecret } from '../devices/store.ts';
import type { Context } from '../kernel/operation.ts';
import type { ClaimInput } from './claim-input.ts';
import { challengeInvalid, codeUnavailable, MAX_FAILED_TRIES } from './claim-rules.ts';
import { challengePayload, findProvingSecret, sameText } from './hardware-proof.ts';

/**
 * The device's secret that answers the challenge; undefined if none does. Only a correct answer reveals that the
 * challenge was already used.
 * @throws DomainError 401 CHALLENGE_INVALID; 409 CLAIM_CODE_UNAVAILABLE for a second use
 */
export async function findAnsweringSecret(
  { em, now, keys }: Context,
  input: ClaimInput,
  device: DeviceRow | null,
  challenge: StoredChallenge,
): Promise<LiveSecret | undefined> {
  const payload = challengePayload({
    challengeId: challenge.id,
    serial: input.serial,
    appInstallationId: challenge.appInstallationId,
    nonce: challenge.nonce,
    expiresAt: challenge.expiresAt,
  });
  const secrets = await findLiveSecrets(em, device?.id ?? null);
  const secret = findProvingSecret(keys, device, secrets, payload, input.hardwareProof);
  const isTheirs =
    sameText(input.nonce, challenge.nonce) && sameText(input.installationId, challenge.appInstallationId);
  if (!isTheirs || now > challenge.expiresAt || challenge.attempts >= MAX_FAILED_TRIES) throw challengeInvalid();
  if (challenge.consumedAt) throw secret ? codeUnavailable() : challengeInvalid();
  return secret;
}
