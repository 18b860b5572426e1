import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import type { ListTally } from '../lists/list-query.ts';
import { listField, listOf } from '../lists/record-list.ts';

/** How many installations of each release have a status, which a trigger counts. */
export const ofReleases: ListTally = {
  from: 'release_counter k',
  fields: {
    releaseId: listField(InstallationRecord, 'releaseId', 'k.release_id'),
    status: listField(InstallationRecord, 'status', 'k.status'),
  },
};

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
  furtherTallies: [ofReleases],
});

/** The histories of installations. */
export const installationEventList = listOf(InstallationEventRecord, { table: 'installation_event e', alias: 'e' });
