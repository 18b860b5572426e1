import {
  claimDevice,
  createPairingChallenge,
  getCodeStatus,
  getIssuerKeys,
  getPairedDevice,
  refreshPairing,
  revokePairing,
} from '../../domain/pairing/index.ts';
import type { PublicJwks } from '../../model/ports.ts';
import { get, post, routes, type WireAdapter } from '../route.ts';

/** A key is announced long before it signs: verifiers may cache the keys for an hour. */
const cacheableForAnHour: WireAdapter = (ctx, keys: PublicJwks) => {
  ctx.set('Cache-Control', 'public, max-age=3600');
  return keys;
};

/** The routes of companion apps, and of verifiers of their credentials. */
export const pairingRoutes = routes('/v1/devices', [
  post('/pair/challenge', 201, createPairingChallenge),
  post('/pair/claim', 201, claimDevice),
  post('/pair/code-status', 201, getCodeStatus),
  post('/pair/refresh', 201, refreshPairing),
  post('/pair/revoke', 201, revokePairing),
  get('/me', 200, getPairedDevice),
  { ...get('/pair/issuer-keys', 200, getIssuerKeys, cacheableForAnHour), ignoresQuery: true },
]);
