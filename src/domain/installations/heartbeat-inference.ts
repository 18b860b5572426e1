import type { EntityManager } from '@mikro-orm/postgresql';
import {
  findInstallation,
  findReleaseFacts,
  findUnreported,
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
import type { Decision } from './decision-rules.ts';
import { decideHeartbeat } from './heartbeat-rules.ts';
import { needsWatch } from './state-rules.ts';

/** A stored heartbeat of a device with a watched installation, or the first after its firmware changed. */
export interface WatchedHeartbeat {
  readonly deviceId: string;
  /** The watched installation; null for none. */
  readonly installationId: string | null;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  /** Seconds since the device started. */
  readonly uptime: number;
  /** The signed timestamp, Unix milliseconds. */
  readonly timestampMs: number;
  readonly receivedAt: Date;
}

/**
 * Infers the state of an installation from a heartbeat: of the watched installation, else of one that would have led to this
 * firmware, which the device may have installed without a report. The heartbeat is already stored and succeeds in any case, so
 * errors are only logged: the next heartbeat has the same effect, or the job that checks silent installations (stalls).
 */
export async function inferFromHeartbeat(runtime: Runtime, heartbeat: WatchedHeartbeat): Promise<void> {
  try {
    const em = runtime.em();
    const installationId = heartbeat.installationId ?? (await findUnreported(em.fork(), heartbeat));
    // Most heartbeats change nothing, so check without a lock first.
    if (!installationId || !(await saysSomething(em.fork(), installationId, heartbeat))) return;
    const decision = await inTransaction(em, (inside) => infer(inside, installationId, heartbeat));
    if (decision?.failed) await checkFailureRate(runtime, decision.releaseId);
  } catch (error) {
    runtime.warn('failed to compare a heartbeat with its installation', { err: error, ...idsOf(heartbeat) });
  }
}

function idsOf({ deviceId, installationId }: WatchedHeartbeat) {
  return { deviceId, installationId };
}

async function saysSomething(em: EntityManager, id: string, heartbeat: WatchedHeartbeat): Promise<boolean> {
  const installation = await findInstallation(em, id);
  const release = installation && (await findReleaseFacts(em, installation.releaseId));
  if (!installation || !release || !needsWatch(installation)) return true;
  return (
    decideHeartbeat({ installation, release, presence: null, superseded: false, outOfService: false }, heartbeat) !==
    undefined
  );
}

type Inferred = Pick<Decision, 'failed'> & { readonly releaseId: string };

async function infer(
  em: EntityManager,
  installationId: string,
  heartbeat: WatchedHeartbeat,
): Promise<Inferred | undefined> {
  const { deviceId } = heartbeat;
  await lockInstallingDevices(em, [deviceId]);
  const [device] = await readDeviceProofs(em, [deviceId]);
  if (!device || device.watchedInstallationId !== heartbeat.installationId) return undefined;
  const place = await findInstallation(em, installationId);
  const [release] = place ? await lockReleasesForShare(em, [place.releaseId]) : [];
  const [installation] = await lockInstallations(em, [installationId]);
  const nothing = { deviceId, watchedInstallationId: null, confirmedSecurityVersion: 0 };
  if (!installation || !release) {
    await writeDeviceWatches(em, [nothing]);
    return undefined;
  }
  const decision = decideHeartbeat(
    { installation, release, presence: device.presence, superseded: false, outOfService: false },
    heartbeat,
  );
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
