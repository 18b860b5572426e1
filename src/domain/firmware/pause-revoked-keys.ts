import { findRollingOut, lockRelease } from '../../persistence/firmware/release-repository.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';
import { pauseRelease } from './pause-release.ts';
import { SYSTEM } from './release-rules.ts';
import { isUnsignedOrTrusted } from './signer-rules.ts';

/**
 * Pauses the rollouts whose signing keys are all revoked. Until then, devices are not offered them either.
 * @returns the number of paused releases
 */
export async function pauseRevokedKeys({ em, clock, keys }: Pick<Runtime, 'em' | 'clock' | 'keys'>): Promise<number> {
  let paused = 0;
  for (const { id, signedBy } of await findRollingOut(em())) {
    if (isUnsignedOrTrusted(signedBy, keys.releaseKeys)) continue;
    const done = await inTransaction(em(), async (inside) => {
      const release = await lockRelease(inside, id);
      return release ? pauseRelease(inside, release, 'SIGNING_KEYS_REVOKED', SYSTEM, clock.now()) : false;
    });
    if (done) paused += 1;
  }
  return paused;
}
