import type { PublicJwks } from '../../model/ports.ts';
import { rateLimited } from '../kernel/errors.ts';
import type { Call } from '../kernel/operation.ts';

const PER_NETWORK = 120;

/**
 * The public keys that verify credentials, in the form of envelopes, for verifiers other than devices. Not an
 * operation: the response is constant and needs no look-up.
 * @throws DomainError 429 RATE_LIMITED
 */
export async function publishedIssuerKeys(call: Call): Promise<PublicJwks> {
  const allowance = await call.runtime.limits.consume(`issuerKeys:ip:${call.network}`, PER_NETWORK);
  call.allowance = allowance;
  if (allowance.exceeded) throw rateLimited(allowance.resetSeconds);
  return call.runtime.keys.pairingIssuerJwks;
}
