import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findInstallation,
  findReleaseFacts,
  holdReleasesOf,
  lockInstallations,
  lockInstallingDevices,
  readDeviceProofs,
  writeDeviceWatches,
} from '../../persistence/installations/installation-store.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';
import { storeChange } from './change-installation.ts';
import { isToBeWatched, onHeartbeat, type Ruling } from './installation-rules.ts';
import { lookAtRelease } from './look-at-release.ts';

/** A heartbeat, stored, of a device that has an installation to prove. */
export interface WatchedHeartbeat {
  readonly deviceId: string;
  readonly installationId: string;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  /** Seconds since the device started. */
  readonly uptime: number;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly receivedAt: Date;
}

/**
 * What a heartbeat says of the installation that its device is to prove. The heartbeat is stored already and is answered
 * whatever becomes of this, so a fault is only logged: the next heartbeat says the same.
 */
export async function inferFromHeartbeat(runtime: Runtime, heartbeat: WatchedHeartbeat): Promise<void> {
  try {
    const em = runtime.em();
    // Most heartbeats prove nothing new: they cost a look, and no lock.
    if (!(await saysSomething(em.fork(), heartbeat))) return;
    const ruling = await inTransaction(em, (inside) => infer(inside, heartbeat));
    if (ruling?.failed) await lookAtRelease(runtime, ruling.releaseId);
  } catch (error) {
    runtime.warn('a heartbeat could not be held against its installation', { err: error, ...idsOf(heartbeat) });
  }
}

function idsOf({ deviceId, installationId }: WatchedHeartbeat) {
  return { deviceId, installationId };
}

async function saysSomething(em: EntityManager, heartbeat: WatchedHeartbeat): Promise<boolean> {
  const installation = await findInstallation(em, heartbeat.installationId);
  const release = installation && (await findReleaseFacts(em, installation.releaseId));
  if (!installation || !release || !isToBeWatched(installation)) return true;
  return onHeartbeat({ installation, release, presence: null, superseded: false }, heartbeat) !== undefined;
}

type Inferred = Pick<Ruling, 'failed'> & { readonly releaseId: string };

async function infer(em: EntityManager, heartbeat: WatchedHeartbeat): Promise<Inferred | undefined> {
  const { deviceId, installationId } = heartbeat;
  await lockInstallingDevices(em, [deviceId]);
  const [device] = await readDeviceProofs(em, [deviceId]);
  if (!device || device.watchedInstallationId !== installationId) return undefined;
  const place = await findInstallation(em, installationId);
  const [release] = place ? await holdReleasesOf(em, [place.releaseId]) : [];
  const [installation] = await lockInstallations(em, [installationId]);
  const nothing = { deviceId, watchedInstallationId: null, confirmedSecurityVersion: 0 };
  if (!installation || !release) {
    await writeDeviceWatches(em, [nothing]);
    return undefined;
  }
  const ruling = onHeartbeat({ installation, release, presence: device.presence, superseded: false }, heartbeat);
  if (!ruling) {
    if (!isToBeWatched(installation)) await writeDeviceWatches(em, [nothing]);
    return undefined;
  }
  const { after, outcome, applied, failed } = ruling;
  await storeChange(em, { installation, release, device }, after, {
    at: heartbeat.receivedAt,
    source: 'HEARTBEAT',
    signedMs: heartbeat.timestampMs,
    applied,
    outcome,
  });
  return { failed, releaseId: release.id };
}
