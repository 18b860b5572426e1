import {
  type InstallationEventView,
  type InstallationView,
  readInstallationEvents,
  readInstallationsOfDevices,
  readInstallationsOfReleases,
} from '../../domain/installations/index.ts';
import type { InstallationStatus } from '../../domain/vocabulary.ts';
import type { BatchRead } from '../context.ts';

/** What is shown of one device or one release. */
export const SHOWN_INSTALLATIONS = 50;

/** The latest history of each installation. */
export const installationEvents: BatchRead<readonly InstallationEventView[]> = ({ em }, ids) =>
  readInstallationEvents(em(), ids);

/** The newest installations of each device. */
export const installationsOfDevices: BatchRead<readonly InstallationView[]> = ({ em, clock }, ids) =>
  readInstallationsOfDevices(em(), ids, SHOWN_INSTALLATIONS, clock.now());

const byStatus = new Map<InstallationStatus | null, BatchRead<readonly InstallationView[]>>();

/** The newest installations of each release, of one status or of all. The same read for the same status: it is batched. */
export function installationsOfReleases(status: InstallationStatus | null): BatchRead<readonly InstallationView[]> {
  const known = byStatus.get(status);
  if (known) return known;
  const read: BatchRead<readonly InstallationView[]> = ({ em, clock }, ids) =>
    readInstallationsOfReleases(em(), ids, status, SHOWN_INSTALLATIONS, clock.now());
  byStatus.set(status, read);
  return read;
}
