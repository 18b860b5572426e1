import {
  claimDevice,
  createPairingChallenge,
  getCodeStatus,
  getPairedDevice,
  refreshPairing,
  revokePairing,
} from '../../domain/pairing/index.ts';
import { get, post, routes } from '../route.ts';

/** What companion apps call. */
export const pairingRoutes = routes('/v1/devices', [
  post('/pair/challenge', 201, createPairingChallenge),
  post('/pair/claim', 201, claimDevice),
  post('/pair/code-status', 201, getCodeStatus),
  post('/pair/refresh', 201, refreshPairing),
  post('/pair/revoke', 201, revokePairing),
  get('/me', 200, getPairedDevice),
]);
