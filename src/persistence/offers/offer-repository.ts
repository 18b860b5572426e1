import type { EntityManager } from '@mikro-orm/postgresql';
import type { StoredSignature } from '../firmware/release.entity.ts';
import { takeAdvisoryLock } from '../sql/locks.ts';
import { execute, row } from '../sql/query.ts';

/** Locks the requester, so that it cannot get two offers at once. Transactions that only refer to the device do not wait. */
export async function lockRequester(em: EntityManager, deviceId: string): Promise<void> {
  await execute(em, 'select from device where id = $1 for no key update', [deviceId]);
}

export interface LeaseRequest {
  readonly deviceId: string;
  /** Leases older than this are over. */
  readonly since: Date;
  readonly cap: number;
  /** The number of leases that the device has let pass unused. */
  readonly unusedLeases: number;
}

/**
 * True if another device may begin a download. An offer takes a place for ten minutes, a download for as long as it is
 * reported, and an unused offer gives way (`takesPlaceFrom` of lease-rules.ts). Near the cap requesters wait for each other, so
 * that it is never exceeded.
 */
export async function hasFreeLease(em: EntityManager, request: LeaseRequest): Promise<boolean> {
  const { cap } = request;
  if ((await countLeases(em, request)) < cap - MOST_AT_ONCE) return true;
  await serializeLeases(em);
  return (await countLeases(em, request)) < cap;
}

/** More transactions than all instances have open at once. */
const MOST_AT_ONCE = 200;

export function serializeLeases(em: EntityManager): Promise<void> {
  return takeAdvisoryLock(em, 'downloadLeases');
}

async function countLeases(em: EntityManager, { deviceId, since, cap, unusedLeases }: LeaseRequest): Promise<number> {
  const found = await row<{ readonly count: number }>(
    em,
    `select count(*)::int as count from (
       select from installation
        where status in ('AVAILABLE', 'QUEUED', 'DOWNLOADING') and closed_reason is null and updated_at > $2
          and case when status = 'AVAILABLE' then unused_leases <= $4 else last_report_at > $2 end
          and device_id <> $1
        limit $3) leases`,
    [deviceId, since, cap, unusedLeases],
  );
  return found?.count ?? 0;
}

/** The content of a release, for the device that gets it. */
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
