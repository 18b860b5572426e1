import type { ReleaseKey } from '../../model/ports.ts';
import { hasUnrevokedSigner } from './package/index.ts';

/**
 * Whether a release's signatures are still valid: not when all keys that signed it were revoked or removed since. An
 * unsigned one has none to lose.
 */
export function isUnsignedOrTrusted(signedBy: readonly string[], registry: readonly ReleaseKey[]): boolean {
  return signedBy.length === 0 || hasUnrevokedSigner(signedBy, registry);
}
