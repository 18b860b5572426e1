import type { ReleaseKey } from '../../model/ports.ts';
import { hasStandingSigner } from './package/index.ts';

/**
 * Whether a release's signatures still stand: not when all keys that signed it were revoked or removed since. An
 * unsigned one has none to lose.
 */
export function isVouchedFor(signedBy: readonly string[], registry: readonly ReleaseKey[]): boolean {
  return signedBy.length === 0 || hasStandingSigner(signedBy, registry);
}
