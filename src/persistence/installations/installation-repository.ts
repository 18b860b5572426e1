import type { EntityManager } from '@mikro-orm/postgresql';
import type { InstallationStatus } from '../../model/enums.ts';
import { InstallationEventRecord } from '../../model/records/installation.ts';
import { newestOfEach } from '../newest-of-each.ts';
import { row, rows } from '../query.ts';

/** The latest history entries of each installation. */
export const listInstallationEvents = newestOfEach(InstallationEventRecord, {
  table: 'installation_event',
  owner: 'installationId',
  madeAt: 'at',
});

/** Whether an operator has reconciled it before. */
export async function wasReconciled(em: EntityManager, id: string): Promise<boolean> {
  const found = await row<{ id: string }>(
    em,
    `select id from installation_event where installation_id = $1 and outcome = 'RECONCILED' limit 1`,
    [id],
  );
  return found !== undefined;
}

/** An installation by what it hangs on. */
interface OwnedId {
  readonly ownerId: string;
  readonly id: string;
}

/**
 * The newest installations of each device, newest first.
 * @param limit installations of one device
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
 * The newest installations of each release, newest first. The index has them by status, so that the newest of each
 * status are read from it, and the newest of those are taken: a release may have as many as there are devices.
 * @param statuses of these only
 * @param limit installations of one release
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
