import type { EntityManager } from '@mikro-orm/postgresql';
import type { InstallationFields } from '../../persistence/installations/installation-fields.ts';
import {
  findInstallation,
  lockInstallations,
  lockInstallingDevices,
  lockReleasesForShare,
  readDeviceProofs,
  writeDeviceWatches,
  writeInstallationEvents,
  writeInstallations,
} from '../../persistence/installations/installation-store.ts';
import { changesBetween } from '../kernel/changes.ts';
import { noSuch } from '../kernel/not-found.ts';
import type { Changes } from '../kernel/operation.ts';
import type { Held } from './operator-rules.ts';
import { watchAfter } from './watch.ts';

const TOLD = ['status', 'failureSource', 'failureCode', 'failureReason', 'verification', 'evidence'] as const;

/**
 * Locks an installation for update with its device, and its release for share.
 * @throws DomainError 404 INSTALLATION_NOT_FOUND
 */
export async function lockForOperator(em: EntityManager, id: string): Promise<Held> {
  const place = await findInstallation(em, id);
  if (!place) throw noSuch('Installation');
  await lockInstallingDevices(em, [place.deviceId]);
  const [release] = await lockReleasesForShare(em, [place.releaseId]);
  const [installation] = await lockInstallations(em, [id]);
  const [device] = await readDeviceProofs(em, [place.deviceId]);
  if (!release || !installation || !device) throw noSuch('Installation');
  return { installation, release, device };
}

/**
 * Stores an operator's change with its event.
 * @returns the changes for the audit entry
 */
export async function changeInstallation(
  em: EntityManager,
  { installation, release, device }: Held,
  after: InstallationFields,
  { outcome, actorId, now }: { readonly outcome: string; readonly actorId: string; readonly now: Date },
): Promise<Changes> {
  await writeInstallations(em, [{ before: installation, after }], now);
  await writeInstallationEvents(em, [
    {
      installationId: installation.id,
      at: now,
      source: 'OPERATOR',
      signedMs: null,
      proofHash: null,
      reportedStatus: null,
      fromStatus: installation.status,
      toStatus: after.status,
      applied: true,
      outcome,
      failureReason: installation.failureReason ?? after.failureReason,
      actorId,
    },
  ]);
  const watch = watchAfter(device, installation.id, after, release);
  if (watch) await writeDeviceWatches(em, [watch]);
  return changesBetween<InstallationFields>(installation, after, TOLD);
}
