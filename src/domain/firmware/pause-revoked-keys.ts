import type { ReleaseKey } from '../../model/ports.ts';
import { findRollingOut, lockRelease } from '../../persistence/firmware/release-repository.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';
import { hasStandingSigner } from './package/index.ts';
import { pauseRelease } from './pause-release.ts';
import { SYSTEM } from './release-rules.ts';

/**
 * Whether a release's signatures still stand: not when all keys that signed it were revoked or removed since. An
 * unsigned one has none to lose.
 */
export function isVouchedFor(signedBy: readonly string[], registry: readonly ReleaseKey[]): boolean {
  return signedBy.length === 0 || hasStandingSigner(signedBy, registry);
}

/**
 * Pauses the rollouts whose signing keys are all revoked by now. Devices are not offered them meanwhile.
 * @returns how many
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
