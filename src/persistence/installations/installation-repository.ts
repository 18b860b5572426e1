import type { EntityManager } from '@mikro-orm/postgresql';
import type { InstallationStatus } from '../../model/enums.ts';
import { InstallationEventRecord, type InstallationEventView } from '../../model/records/installation.ts';
import { row, rows } from '../query.ts';
import { selectList } from '../record-list.ts';

const eventColumns = selectList(InstallationEventRecord, { alias: 'e' });

/**
 * The latest events of many installations, newest first within each.
 * @param limit maximum events per installation
 */
export function listInstallationEvents(
  em: EntityManager,
  installationIds: readonly string[],
  limit: number,
): Promise<InstallationEventView[]> {
  return rows(
    em,
    `select ${eventColumns}
       from unnest($1::uuid[]) as i(id)
      cross join lateral (select * from installation_event where installation_id = i.id order by at desc, id desc limit $2) e
      order by i.id, e.at desc, e.id desc`,
    [installationIds, limit],
  );
}

/** True if an operator has reconciled the installation before. */
export async function wasReconciled(em: EntityManager, id: string): Promise<boolean> {
  const found = await row<{ id: string }>(
    em,
    `select id from installation_event where installation_id = $1 and outcome = 'RECONCILED' limit 1`,
    [id],
  );
  return found !== undefined;
}

/** The ids of an installation, its release and its device. */
interface OwnedId {
  readonly ownerId: string;
  readonly id: string;
}

/**
 * The newest installations of each device, newest first.
 * @param limit maximum installations per device
 */
export function findInstallationIdsOfDevices(
  em: EntityManager,
  deviceIds: readonly string[],
  limit: number,
): Promise<OwnedId[]> {
  return rows(
    em,
    `select o.id as "ownerId", i.id from unnest($1::uuid[]) as o (id)
      cross join lateral (
        select id, created_at from installation where device_id = o.id order by created_at desc, id desc limit $2) i
      order by o.id, i.created_at desc, i.id desc`,
    [deviceIds, limit],
  );
}

/**
 * The newest installations of each release, newest first. The index is ordered by status, so the query merges the
 * newest of each status: a release may have as many installations as there are devices.
 * @param statuses only installations with one of these
 * @param limit maximum installations per release
 */
export function findInstallationIdsOfReleases(
  em: EntityManager,
  releaseIds: readonly string[],
  statuses: readonly InstallationStatus[],
  limit: number,
): Promise<OwnedId[]> {
  return rows(
    em,
    `select o.id as "ownerId", i.id from unnest($1::uuid[]) as o (id)
      cross join lateral (
        select newest.id, newest.created_at from unnest($2::text[]) as s (status)
         cross join lateral (
           select id, created_at from installation where release_id = o.id and status = s.status
            order by created_at desc, id desc limit $3) newest
         order by newest.created_at desc, newest.id desc limit $3) i
      order by o.id, i.created_at desc, i.id desc`,
    [releaseIds, statuses, limit],
  );
}
