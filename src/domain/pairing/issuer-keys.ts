import type { PublicJwks } from '../../model/ports.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { Call } from '../kernel/operation.ts';

const PER_NETWORK = 120;

/**
 * The public keys that credentials verify with, as envelopes carry them, for whoever verifies without being a device.
 * No operation: it is the same for everybody and looks nothing up.
 * @throws DomainError 429 RATE_LIMITED
 */
export async function publishedIssuerKeys(call: Call): Promise<PublicJwks> {
  const allowance = await call.runtime.limits.consume(`issuerKeys:ip:${call.network}`, PER_NETWORK);
  call.allowance = allowance;
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds);
  return call.runtime.keys.pairingIssuerJwks;
}
