import type { EntityManager } from '@mikro-orm/postgresql';
import { newId } from '../columns.ts';
import { execute, row } from '../sql/query.ts';

/** The fields of a new offer. */
export interface NewOffer {
  readonly deviceId: string;
  readonly releaseId: string;
  readonly fromVersion: string;
  readonly fromBuildNumber: number | null;
  /** How many leases on it the device has let pass unused. */
  readonly unusedLeases: number;
  readonly now: Date;
}

/**
 * Renews or reopens the offer of a release to a device, or creates its next attempt. Renews the lease on a download.
 * Must be the last statement of its transaction, because all offers of a release update the same counter row.
 * @param knownId the newest attempt, if it is an offer that the device has not started, or ended in silence
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
        set status = 'AVAILABLE', closed_reason = null, updated_at = $2, from_version = $3, from_build_number = $4,
            unused_leases = $5, failure_source = null, failure_code = null, failure_reason = null, retry_at = null,
            started_at = null, finished_at = null, matching_heartbeats = 0, first_match_at = null, revision = revision + 1
      where id = $1 and (status = 'AVAILABLE' or status = 'FAILED' and silent)
      returning id`,
    [id, offer.now, offer.fromVersion, offer.fromBuildNumber, offer.unusedLeases],
  );
  return renewed?.id;
}

/** @returns undefined if another transaction created one concurrently */
async function insertOffer(em: EntityManager, offer: NewOffer): Promise<string | undefined> {
  const created = await row<{ readonly id: string }>(
    em,
    `insert into installation (id, device_id, release_id, attempt, status, from_version, from_build_number,
                               created_at, updated_at)
     select $1, $2, $3, coalesce(max(attempt), 0) + 1, 'AVAILABLE', $4, $5, $6, $6
       from installation where device_id = $2 and release_id = $3
     on conflict do nothing
     returning id`,
    [newId(), offer.deviceId, offer.releaseId, offer.fromVersion, offer.fromBuildNumber, offer.now],
  );
  return created?.id;
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

/** Withdraws earlier offers that the device has not started. */
export async function supersedeOffers(
  em: EntityManager,
  { deviceId, exceptReleaseId, now }: { deviceId: string; exceptReleaseId: string | null; now: Date },
): Promise<void> {
  await execute(
    em,
    `update installation set closed_reason = 'SUPERSEDED', silent = false, stuck_since = null, updated_at = $3, revision = revision + 1
      where device_id = $1 and release_id is distinct from $2 and status = 'AVAILABLE' and closed_reason is null`,
    [deviceId, exceptReleaseId, now],
  );
}
