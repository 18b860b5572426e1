import { type View, viewOf } from '../../model/record.ts';
import { InstallationRecord, type StoredInstallation } from '../../model/records/installation.ts';

/** One attempt of a device at a release, as those who may read releases see it. */
export interface InstallationView extends View<typeof InstallationRecord> {
  readonly device: { readonly id: string; readonly serial: string };
  readonly release: Pick<StoredInstallation, 'version' | 'buildNumber' | 'hardwareRevision'> & { readonly id: string };
}

/** A row of the list as callers see it. */
export function viewInstallation(row: StoredInstallation): InstallationView {
  const { deviceId, serial, releaseId, version, buildNumber, hardwareRevision } = row;
  return {
    ...viewOf(InstallationRecord, row),
    device: { id: deviceId, serial },
    release: { id: releaseId, version, buildNumber, hardwareRevision },
  };
}
