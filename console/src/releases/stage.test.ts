import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { bucketOf, isInStage } from './stage.ts';

it('a device has the place in a rollout that the service computes, and a higher percentage only adds devices', async () => {
  const releaseId = '0198f3a0-0000-7000-8000-000000000001';
  const serials = Array.from({ length: 200 }, (_, n) => `KRV-${n}`);
  const buckets = await Promise.all(serials.map((serial) => bucketOf(releaseId, serial)));
  assert.deepEqual(
    buckets,
    serials.map(
      (serial) =>
        createHash('sha256').update(`ota-rollout/v1\0${releaseId}\0${serial}`).digest().readUInt32BE(0) % 10_000,
    ),
  );
  const count = (percentage: number) => buckets.filter((bucket) => isInStage(bucket, percentage)).length;
  assert.deepEqual([count(0), count(100), count(5) <= count(6)], [0, 200, true]);
});
