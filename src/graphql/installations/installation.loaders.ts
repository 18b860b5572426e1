import {
  type InstallationView,
  readInstallationEvents,
  readInstallationsOfDevices,
  readInstallationsOfReleases,
} from '../../domain/installations/index.ts';
import type { InstallationStatus } from '../../model/enums.ts';
import type { InstallationEventView } from '../../model/records/installation.ts';
import type { ListRead, ListWindow } from '../context.ts';

/** The latest history of each installation. */
export const installationEvents: ListRead<InstallationEventView> = ({ em }, ids, { first }) =>
  readInstallationEvents(em(), ids, first);

/** The newest installations of each device. */
export const installationsOfDevices: ListRead<InstallationView> = ({ em, clock }, ids, { first }) =>
  readInstallationsOfDevices(em(), ids, first, clock.now());

interface InstallationWindow extends ListWindow {
  /** Null: of every status. */
  readonly status: InstallationStatus | null;
}

/** The newest installations of each release. */
export const installationsOfReleases: ListRead<InstallationView, InstallationWindow> = (
  { em, clock },
  ids,
  { status, first },
) => readInstallationsOfReleases(em(), ids, status, first, clock.now());
