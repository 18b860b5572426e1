import { INSTALLATION_STATUSES } from '../../model/enums.ts';
import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import { listOf } from '../record-list.ts';

/** The list of installations, newest first. */
export const installationList = listOf(InstallationRecord, {
  table: 'installation i',
  joins: 'left join device d on d.id = i.device_id left join release r on r.id = i.release_id',
  alias: 'i',
  columns: {
    serial: 'd.serial',
    version: 'r.version',
    buildNumber: 'r.build_number',
    hardwareRevision: 'r.hardware_revision',
  },
  edges: {
    // The index has the installations of a release by status: of as many as there are devices, the newest of each
    // status are read.
    'Release.installations': (first) =>
      `i.id in (select newest.id from unnest('{${INSTALLATION_STATUSES.join()}}'::text[]) as s (status)
         cross join lateral (select id from installation where release_id = parent.id and status = s.status
                              order by created_at desc, id desc limit ${first}) newest)`,
  },
});

/** The histories of installations. */
export const installationEventList = listOf(InstallationEventRecord, { table: 'installation_event e', alias: 'e' });
