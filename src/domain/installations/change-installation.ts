import type { EntityManager } from '@mikro-orm/postgresql';
import type { InstallationFields } from '../../persistence/installations/installation-fields.ts';
import {
  type EventToWrite,
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
import { recordNotFound } from '../kernel/not-found.ts';
import type { Changes } from '../kernel/operation.ts';
import type { InstallationContext } from './operator-rules.ts';
import { nextWatch } from './watch.ts';

const AUDITED_FIELDS = ['status', 'failureSource', 'failureCode', 'failureReason', 'verification', 'evidence'] as const;

/** The device and the release of an installation, which are locked with it. */
interface InstallationKeys {
  readonly id: string;
  readonly deviceId: string;
  readonly releaseId: string;
}

/** Locks an installation for update with its device, and its release for share. @returns undefined if one is missing */
export async function lockInstallationContext(
  em: EntityManager,
  { id, deviceId, releaseId }: InstallationKeys,
): Promise<InstallationContext | undefined> {
  await lockInstallingDevices(em, [deviceId]);
  const [release] = await lockReleasesForShare(em, [releaseId]);
  const [installation] = await lockInstallations(em, [id]);
  const [device] = await readDeviceProofs(em, [deviceId]);
  return release && installation && device && { installation, release, device };
}

/**
 * Locks an installation for update with its device, and its release for share.
 * @throws DomainError 404 INSTALLATION_NOT_FOUND
 */
export async function lockForOperator(em: EntityManager, id: string): Promise<InstallationContext> {
  const keys = await findInstallation(em, id);
  const held = keys && (await lockInstallationContext(em, keys));
  if (!held) throw recordNotFound('Installation');
  return held;
}

/** The fields of a history entry that a change sets; the others are null, and `applied` is true. */
type EventFields = Pick<EventToWrite, 'at' | 'source' | 'outcome'> &
  Partial<Pick<EventToWrite, 'signedMs' | 'applied' | 'failureReason' | 'actorId'>>;

/** Stores a change of an installation, its history, and the watch on its device's heartbeats. */
export async function storeChange(
  em: EntityManager,
  { installation, release, device }: InstallationContext,
  after: InstallationFields,
  eventFields: EventFields,
): Promise<void> {
  const { id, status } = installation;
  await writeInstallations(em, [{ before: installation, after }], eventFields.at);
  const defaults = { signedMs: null, applied: true, failureReason: null, actorId: null };
  const event = {
    installationId: id,
    proofHash: null,
    reportedStatus: null,
    fromStatus: status,
    toStatus: after.status,
    ...defaults,
    ...eventFields,
  };
  // Another heartbeat with the same content is not stored as an event.
  if (eventFields.outcome !== 'MATCHED') await writeInstallationEvents(em, [event]);
  const watch = nextWatch(device, id, after, release);
  if (watch) await writeDeviceWatches(em, [watch]);
}

/**
 * Stores an operator's change with its event.
 * @returns the changes for the audit entry
 */
export async function changeInstallation(
  em: EntityManager,
  held: InstallationContext,
  after: InstallationFields,
  { outcome, actorId, now }: { readonly outcome: string; readonly actorId: string; readonly now: Date },
): Promise<Changes> {
  const { installation } = held;
  const failureReason = installation.failureReason ?? after.failureReason;
  await storeChange(em, held, after, { at: now, source: 'OPERATOR', outcome, failureReason, actorId });
  return changesBetween<InstallationFields>(installation, after, AUDITED_FIELDS);
}
