import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { listOf } from '../lists/record-list.ts';

/** The list of installations, newest first. */
export const installationList = listOf(InstallationRecord, {
  table: 'installation i',
  joins: 'left join device d on d.id = i.device_id left join release r on r.id = i.release_id',
  alias: 'i',
  searchAcross: [
    { table: 'device', key: 'i.device_id', columns: ['serial'] },
    { table: 'release', key: 'i.release_id', columns: ['version'] },
  ],
  columns: {
    serial: 'd.serial',
    version: 'r.version',
    buildNumber: 'r.build_number',
    hardwareRevision: 'r.hardware_revision',
  },
});

/** The histories of installations. */
export const installationEventList = listOf(InstallationEventRecord, { table: 'installation_event e', alias: 'e' });
