import type { EntityManager } from '@mikro-orm/postgresql';
import { INSTALLATION_STATUSES, type InstallationStatus } from '../../model/enums.ts';
import type { InstallationEventView } from '../../model/records/installation.ts';
import { installationList } from '../../persistence/installations/installation-list.ts';
import {
  findInstallationIdsOfDevices,
  findInstallationIdsOfReleases,
  listInstallationEvents,
} from '../../persistence/installations/installation-repository.ts';
import { readByIds } from '../../persistence/list-reader.ts';
import { noSuch } from '../kernel/not-found.ts';
import { type InstallationView, viewInstallation } from './installation-view.ts';

/**
 * Reads installations with one statement.
 * @returns in the order of the ids, undefined for unknown ids
 */
export async function readInstallations(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(InstallationView | undefined)[]> {
  return readByIds(em, installationList, ids, now, viewInstallation);
}

/**
 * Reads one installation.
 * @throws DomainError 404 INSTALLATION_NOT_FOUND
 */
export async function readInstallation(em: EntityManager, id: string, now: Date): Promise<InstallationView> {
  const [installation] = await readInstallations(em, [id], now);
  if (!installation) throw noSuch('Installation');
  return installation;
}

/**
 * Reads the latest events of each installation with one statement, newest first.
 * @param limit maximum events per installation
 * @returns in the order of the ids
 */
export async function readInstallationEvents(
  em: EntityManager,
  ids: readonly string[],
  limit: number,
): Promise<InstallationEventView[][]> {
  const found = await listInstallationEvents(em, ids, limit);
  const byInstallation = Map.groupBy(found, ({ installationId }) => installationId);
  return ids.map((id) => byInstallation.get(id) ?? []);
}

/**
 * Reads the newest installations of each device with two statements.
 * @param limit maximum installations per device
 * @returns in the order of the ids
 */
export async function readInstallationsOfDevices(
  em: EntityManager,
  deviceIds: readonly string[],
  limit: number,
  now: Date,
): Promise<InstallationView[][]> {
  return grouped(em, deviceIds, await findInstallationIdsOfDevices(em, deviceIds, limit), now);
}

/**
 * Reads the newest installations of each release with two statements.
 * @param status only installations with this status; null = all
 * @param limit maximum installations per release
 * @returns in the order of the ids
 */
export async function readInstallationsOfReleases(
  em: EntityManager,
  releaseIds: readonly string[],
  status: InstallationStatus | null,
  limit: number,
  now: Date,
): Promise<InstallationView[][]> {
  const statuses = status ? [status] : INSTALLATION_STATUSES;
  return grouped(em, releaseIds, await findInstallationIdsOfReleases(em, releaseIds, statuses, limit), now);
}

async function grouped(
  em: EntityManager,
  ownerIds: readonly string[],
  found: readonly { readonly ownerId: string; readonly id: string }[],
  now: Date,
): Promise<InstallationView[][]> {
  const installations = await readInstallations(
    em,
    found.map(({ id }) => id),
    now,
  );
  const byOwner = Map.groupBy(
    found.flatMap(({ ownerId }, index) => {
      const installation = installations[index];
      return installation ? [{ ownerId, installation }] : [];
    }),
    ({ ownerId }) => ownerId,
  );
  return ownerIds.map((id) => (byOwner.get(id) ?? []).map(({ installation }) => installation));
}
