import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findInstallation,
  findReleaseFacts,
  lockInstallations,
  lockInstallingDevices,
  lockReleasesForShare,
  readDeviceProofs,
  writeDeviceWatches,
} from '../../persistence/installations/installation-store.ts';
import { inTransaction } from '../../persistence/sql/transaction.ts';
import type { Runtime } from '../kernel/operation.ts';
import { storeChange } from './change-installation.ts';
import { checkFailureRate } from './check-failure-rate.ts';
import { type Decision, decideHeartbeat, needsWatch } from './installation-rules.ts';

/** A stored heartbeat of a device with a watched installation. */
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
 * Infers the state of the watched installation from a heartbeat. The heartbeat is already stored and succeeds in any
 * case, so errors are only logged: the next heartbeat has the same effect.
 */
export async function inferFromHeartbeat(runtime: Runtime, heartbeat: WatchedHeartbeat): Promise<void> {
  try {
    const em = runtime.em();
    // Most heartbeats change nothing, so check without a lock first.
    if (!(await saysSomething(em.fork(), heartbeat))) return;
    const decision = await inTransaction(em, (inside) => infer(inside, heartbeat));
    if (decision?.failed) await checkFailureRate(runtime, decision.releaseId);
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
  if (!installation || !release || !needsWatch(installation)) return true;
  return decideHeartbeat({ installation, release, presence: null, superseded: false }, heartbeat) !== undefined;
}

type Inferred = Pick<Decision, 'failed'> & { readonly releaseId: string };

async function infer(em: EntityManager, heartbeat: WatchedHeartbeat): Promise<Inferred | undefined> {
  const { deviceId, installationId } = heartbeat;
  await lockInstallingDevices(em, [deviceId]);
  const [device] = await readDeviceProofs(em, [deviceId]);
  if (!device || device.watchedInstallationId !== installationId) return undefined;
  const place = await findInstallation(em, installationId);
  const [release] = place ? await lockReleasesForShare(em, [place.releaseId]) : [];
  const [installation] = await lockInstallations(em, [installationId]);
  const nothing = { deviceId, watchedInstallationId: null, confirmedSecurityVersion: 0 };
  if (!installation || !release) {
    await writeDeviceWatches(em, [nothing]);
    return undefined;
  }
  const decision = decideHeartbeat({ installation, release, presence: device.presence, superseded: false }, heartbeat);
  if (!decision) {
    if (!needsWatch(installation)) await writeDeviceWatches(em, [nothing]);
    return undefined;
  }
  const { after, outcome, applied, failed } = decision;
  await storeChange(em, { installation, release, device }, after, {
    at: heartbeat.receivedAt,
    source: 'HEARTBEAT',
    signedMs: heartbeat.timestampMs,
    applied,
    outcome,
  });
  return { failed, releaseId: release.id };
}
