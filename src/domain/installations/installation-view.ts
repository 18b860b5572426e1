import { type View, viewOf } from '../../model/record.ts';
import { InstallationRecord, type StoredInstallation } from '../../model/records/installation.ts';

/** One attempt of a device at a release, for callers who may read releases. */
export interface InstallationView extends View<typeof InstallationRecord> {
  readonly device: { readonly id: string; readonly serial: string };
  readonly release: Pick<StoredInstallation, 'version' | 'buildNumber' | 'hardwareRevision'> & { readonly id: string };
}

/** Converts a stored installation to its view. */
export function viewInstallation(row: StoredInstallation): InstallationView {
  const { deviceId, serial, releaseId, version, buildNumber, hardwareRevision } = row;
  return {
    ...viewOf(InstallationRecord, row),
    device: { id: deviceId, serial },
    release: { id: releaseId, version, buildNumber, hardwareRevision },
  };
}
