import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../columns.ts';
import type { StoredSignature } from '../firmware/release.entity.ts';
import { takeLock } from '../locks.ts';
import { execute, row } from '../query.ts';

/** Keeps a device from being offered two things at once; those who only refer to it do not wait. */
export async function lockAsker(em: EntityManager, deviceId: string): Promise<void> {
  await execute(em, 'select from device where id = $1 for no key update', [deviceId]);
}

/** What an offer is made of. */
export interface NewOffer {
  readonly deviceId: string;
  readonly releaseId: string;
  readonly fromVersion: string;
  readonly fromBuildNumber: number | null;
  readonly now: Date;
}

/**
 * The open offer of a release to a device: the one it has or had, opened again, else its next attempt. Renews the lease on
 * a download. Let it be the last statement of its transaction: all offers of a release move one counter.
 * @param knownId the newest attempt, where it is an offer that the device did not start
 * @returns the installation's id
 */
export async function openOffer(em: EntityManager, offer: NewOffer, knownId: string | undefined): Promise<string> {
  const renewed = knownId === undefined ? undefined : await renewOffer(em, offer, knownId);
  return renewed ?? (await insertOffer(em, offer)) ?? (await findOpen(em, offer));
}

async function renewOffer(em: EntityManager, offer: NewOffer, id: string): Promise<string | undefined> {
  const renewed = await row<{ readonly id: string }>(
    em,
    `update installation
        set closed_reason = null, updated_at = $2, from_version = $3, from_build_number = $4, revision = revision + 1
      where id = $1 and status = 'AVAILABLE'
      returning id`,
    [id, offer.now, offer.fromVersion, offer.fromBuildNumber],
  );
  return renewed?.id;
}

/** @returns undefined when another one was opened meanwhile */
async function insertOffer(em: EntityManager, offer: NewOffer): Promise<string | undefined> {
  const made = await row<{ readonly id: string }>(
    em,
    `insert into installation (id, device_id, release_id, attempt, status, from_version, from_build_number,
                               created_at, updated_at)
     select $1, $2, $3, coalesce(max(attempt), 0) + 1, 'AVAILABLE', $4, $5, $6, $6
       from installation where device_id = $2 and release_id = $3
     on conflict do nothing
     returning id`,
    [newId(), offer.deviceId, offer.releaseId, offer.fromVersion, offer.fromBuildNumber, offer.now],
  );
  return made?.id;
}

async function findOpen(em: EntityManager, { deviceId, releaseId }: NewOffer): Promise<string> {
  const open = await row<{ readonly id: string }>(
    em,
    `select id from installation where device_id = $1 and release_id = $2 and closed_reason is null
        and status not in ('SUCCESS', 'FAILED', 'ROLLED_BACK')`,
    [deviceId, releaseId],
  );
  if (!open) throw new Error('an offer was neither made nor found');
  return open.id;
}

/** Withdraws what the device was offered before and did not start. */
export async function supersedeOffers(
  em: EntityManager,
  { deviceId, exceptReleaseId, now }: { deviceId: string; exceptReleaseId: string | null; now: Date },
): Promise<void> {
  await execute(
    em,
    `update installation set closed_reason = 'SUPERSEDED', updated_at = $3, revision = revision + 1
      where device_id = $1 and release_id is distinct from $2 and status = 'AVAILABLE' and closed_reason is null`,
    [deviceId, exceptReleaseId, now],
  );
}

/**
 * Whether another device may begin a download: an offer holds its place for ten minutes, a download for as long as it is
 * reported. Near the cap those who ask wait for each other, so that it is never exceeded.
 * @param since leases older than this are over
 */
export async function hasFreeLease(
  em: EntityManager,
  { deviceId, since, cap }: { deviceId: string; since: Date; cap: number },
): Promise<boolean> {
  if ((await countLeases(em, deviceId, since, cap)) < cap - MOST_AT_ONCE) return true;
  await serializeLeases(em);
  return (await countLeases(em, deviceId, since, cap)) < cap;
}

/** More transactions than all instances have open at once. */
const MOST_AT_ONCE = 200;

export function serializeLeases(em: EntityManager): Promise<void> {
  return takeLock(em, 'downloadLeases');
}

async function countLeases(em: EntityManager, exceptDeviceId: string, since: Date, atMost: number): Promise<number> {
  const found = await row<{ readonly count: number }>(
    em,
    `select count(*)::int as count from (
       select from installation
        where status in ('AVAILABLE', 'QUEUED', 'DOWNLOADING') and closed_reason is null and updated_at > $2
          and device_id <> $1
        limit $3) leases`,
    [exceptDeviceId, since, atMost],
  );
  return found?.count ?? 0;
}

/** What only a device needs that gets the release. */
export interface OfferedContentRow {
  readonly version: string;
  readonly releaseNotes: readonly string[];
  readonly sha256: string;
  readonly size: number;
  readonly manifest: Buffer | null;
  readonly signatures: readonly StoredSignature[] | null;
}

/** The signed content of a release; not locked. */
export function findOfferedContent(em: EntityManager, releaseId: string): Promise<OfferedContentRow | undefined> {
  return row(
    em,
    `select version, release_notes as "releaseNotes", firmware_sha256 as sha256, firmware_size as size, manifest, signatures
       from release where id = $1`,
    [releaseId],
  );
}
