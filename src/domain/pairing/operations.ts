export { claimDevice } from './claim-device.ts';
export { createPairingChallenge } from './create-pairing-challenge.ts';
export { getCodeStatus } from './get-code-status.ts';
export { getIssuerKeys } from './get-issuer-keys.ts';
export { getPairedDevice } from './get-paired-device.ts';
export { refreshPairing } from './refresh-pairing.ts';
export { revokePairing } from './revoke-pairing.ts';
