export * from './operations.ts';
export { pairingReader, purgePairingChallenges } from './pairing-reads.ts';
export { LATE_REFRESH_MS } from './refresh-rules.ts';
