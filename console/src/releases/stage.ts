import type { Client } from '@urql/core';
import { ReleaseFitDocument, ReleasePageDocument } from '../api/generated/releases-releases.ts';

/** A bucket is a hundredth of a percent. */
const BUCKETS = 10_000;
const BUCKETS_PER_PERCENT = BUCKETS / 100;
/** The pages of devices that are read to name them; of more, the number is estimated. */
const MAX_PAGES = 10;

interface Fitting {
  readonly serial: string;
  readonly bucket: number;
  readonly isRunning: boolean;
}

/** The devices that a release fits, with their places in its rollout; without places where they are too many to read. */
export interface Fit {
  readonly percentage: number;
  readonly total: number;
  readonly devices: readonly Fitting[] | undefined;
}

/**
 * The place of a device in the rollout of a release, as the service and the device compute it:
 * `uint32be(SHA-256("ota-rollout/v1\0" + releaseId + "\0" + serial)[0..4]) % 10000`.
 */
export async function bucketOf(releaseId: string, serial: string): Promise<number> {
  const digest = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(`ota-rollout/v1\0${releaseId}\0${serial}`),
  );
  return new DataView(digest).getUint32(0) % BUCKETS;
}

export const isInStage = (bucket: number, percentage: number): boolean => bucket < percentage * BUCKETS_PER_PERCENT;

/** Reads the devices that a release fits; undefined where it cannot be read, or has no percentage. */
export async function readFit(client: Client, releaseId: string): Promise<Fit | undefined> {
  const { data } = await client.query(ReleasePageDocument, { id: releaseId }).toPromise();
  const release = data?.release;
  if (!release || release.channel === 'INTERNAL') return undefined;
  const { hardwareRevision, model, version, lifecycle, rolloutPercentage } = release;
  const filter = { status: { ne: 'REPAIR' as const }, ...(model && { model: { eq: model } }) };
  const percentage = lifecycle === 'ROLLING_OUT' ? rolloutPercentage : 0;
  const found: { readonly serial: string; readonly firmwareVersion: string | null }[] = [];
  let total = 0;
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const variables: { hardwareRevision: string; filter: typeof filter; after: string | null } = {
      hardwareRevision,
      filter,
      after,
    };
    const answer = await client.query(ReleaseFitDocument, variables).toPromise();
    const list = answer.data?.packageDevices;
    if (!list) return undefined;
    total = list.totalCount;
    found.push(...list.nodes);
    after = list.pageInfo.endCursor;
    const isWhole = !list.pageInfo.hasNextPage;
    if (isWhole || total > MAX_PAGES * 100) break;
  }
  // A page without https has no digests.
  if (found.length < total || !globalThis.crypto?.subtle) return { percentage, total, devices: undefined };
  const devices = await Promise.all(
    found.map(async ({ serial, firmwareVersion }) => ({
      serial,
      bucket: await bucketOf(releaseId, serial),
      isRunning: firmwareVersion === version,
    })),
  );
  return { percentage, total, devices: devices.sort((one, other) => one.bucket - other.bucket) };
}
