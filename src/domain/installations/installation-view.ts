import { type View, viewOf } from '../../model/record.ts';
import {
  InstallationRecord,
  type ShownInstallationRecord,
  type StoredInstallation,
} from '../../model/records/installation.ts';

/** One attempt of a device at a release, for callers who may read releases. */
export type InstallationView = View<typeof ShownInstallationRecord>;

/** Converts a stored installation to its view. */
export function viewInstallation(row: StoredInstallation): InstallationView {
  const { deviceId, serial, releaseId, version, buildNumber, hardwareRevision } = row;
  return {
    ...viewOf(InstallationRecord, row),
    device: { id: deviceId, serial },
    release: { id: releaseId, version, buildNumber, hardwareRevision },
  };
}
