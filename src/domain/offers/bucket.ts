import { hash } from 'node:crypto';

/** A bucket is a hundredth of a percent. */
const BUCKETS = 10_000;
const BUCKETS_PER_PERCENT = BUCKETS / 100;

/**
 * The position of a device in a release's rollout: always the same for both, and for two releases unrelated, so that no
 * device is always first. `uint32be(SHA-256("ota-rollout/v1\0" + releaseId + "\0" + serial)[0..4]) % 10000`.
 * @param releaseId UUID in lower case
 * @returns 0 to 9999
 */
export function rolloutBucket(releaseId: string, serial: string): number {
  return hash('sha256', `ota-rollout/v1\0${releaseId}\0${serial}`, 'buffer').readUInt32BE(0) % BUCKETS;
}

/** Whether a device belongs to the given share of a rollout. A larger share only ever adds devices. */
export function isInStage(releaseId: string, serial: string, percentage: number): boolean {
  if (percentage <= 0 || percentage >= 100) return percentage >= 100;
  return rolloutBucket(releaseId, serial) < percentage * BUCKETS_PER_PERCENT;
}
