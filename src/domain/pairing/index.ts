import type { Operation } from '../kernel/operation.ts';
import { claimDevice } from './claim-device.ts';
import { createPairingChallenge } from './create-pairing-challenge.ts';
import { getCodeStatus } from './get-code-status.ts';
import { getIssuerKeys } from './get-issuer-keys.ts';
import { getPairedDevice } from './get-paired-device.ts';
import { refreshPairing } from './refresh-pairing.ts';
import { revokePairing } from './revoke-pairing.ts';

export { pairingReader, purgePairingChallenges } from './pairing-reads.ts';
export { LATE_REFRESH_MS } from './refresh-rules.ts';
export {
  claimDevice,
  createPairingChallenge,
  getCodeStatus,
  getIssuerKeys,
  getPairedDevice,
  refreshPairing,
  revokePairing,
};

/** The operations of the module, for the catalog. */
export const pairingOperations: readonly Operation[] = [
  createPairingChallenge,
  claimDevice,
  getCodeStatus,
  refreshPairing,
  revokePairing,
  getPairedDevice,
  getIssuerKeys,
];
