import { findRollingOut, lockRelease } from '../../persistence/firmware/release-repository.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';
import type { ReleaseKey } from '../kernel/ports.ts';
import { hasStandingSigner } from './package/index.ts';
import { pauseRelease } from './pause-release.ts';
import { SYSTEM } from './release-rules.ts';

/**
 * True while at least one key that signed the release is trusted. All its keys may have been revoked or removed since.
 * Always true for an unsigned release.
 */
export function isVouchedFor(signedBy: readonly string[], registry: readonly ReleaseKey[]): boolean {
  return signedBy.length === 0 || hasStandingSigner(signedBy, registry);
}

/**
 * Pauses the rollouts whose signing keys are all revoked. Until then, devices are not offered them either.
 * @returns the number of paused releases
 */
export async function pauseRevokedKeys({ em, clock, keys }: Pick<Runtime, 'em' | 'clock' | 'keys'>): Promise<number> {
  let paused = 0;
  for (const { id, signedBy } of await findRollingOut(em())) {
    if (isVouchedFor(signedBy, keys.releaseKeys)) continue;
    const done = await inTransaction(em(), async (inside) => {
      const release = await lockRelease(inside, id);
      return release ? pauseRelease(inside, release, 'SIGNING_KEYS_REVOKED', SYSTEM, clock.now()) : false;
    });
    if (done) paused += 1;
  }
  return paused;
}
