import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { row, rows } from '../query.ts';
import { Installation, type InstallationRow } from './installation.entity.ts';
import { InstallationEvent, type InstallationEventRow } from './installation-event.entity.ts';

/**
 * An installation for a change, locked until the transaction ends. Lock its device (where it is changed too) and hold its
 * release before: device, release, installation.
 */
export async function lockInstallation(em: EntityManager, id: string): Promise<InstallationRow | null> {
  return em.findOne(Installation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Where an installation hangs, so that its device and its release can be locked before it; neither ever changes. */
export function findInstallationPlace(
  em: EntityManager,
  id: string,
): Promise<{ readonly deviceId: string; readonly releaseId: string } | undefined> {
  return row(em, 'select device_id as "deviceId", release_id as "releaseId" from installation where id = $1', [id]);
}

/** The newest attempt of a device at a release; not locked. */
export async function findNewestAttempt(
  em: EntityManager,
  deviceId: string,
  releaseId: string,
): Promise<{ readonly id: string; readonly attempt: number } | undefined> {
  return row(
    em,
    'select id, attempt from installation where device_id = $1 and release_id = $2 order by attempt desc limit 1',
    [deviceId, releaseId],
  );
}

export type NewInstallationEvent = Omit<InstallationEventRow, 'id' | symbol>;

/** Adds an entry to an installation's history; it is written with the next flush. */
export function addInstallationEvent(em: EntityManager, event: NewInstallationEvent): void {
  em.create(InstallationEvent, event);
}

export type InstallationEventListRow = Omit<InstallationEventRow, 'proofHash' | symbol>;

/**
 * The latest entries of many installations' histories, newest first within each.
 * @param limit entries of one installation
 */
export function listInstallationEvents(
  em: EntityManager,
  installationIds: readonly string[],
  limit: number,
): Promise<InstallationEventListRow[]> {
  return rows(
    em,
    `select e.id, i.id as "installationId", e.at, e.source, e.signed_ms as "signedMs", e.reported_status as "reportedStatus",
            e.from_status as "fromStatus", e.to_status as "toStatus", e.applied, e.outcome,
            e.failure_reason as "failureReason", e.actor_id as "actorId"
       from unnest($1::uuid[]) as i(id)
      cross join lateral (select * from installation_event where installation_id = i.id order by at desc, id desc limit $2) e
      order by i.id, e.at desc, e.id desc`,
    [installationIds, limit],
  );
}
