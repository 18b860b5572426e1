import { InstallationEventRecord, InstallationRecord } from '../../model/records/installation.ts';
import type { ListTally } from '../lists/list-definition.ts';
import { listField, listOf } from '../lists/record-list.ts';
import { Source, sql } from '../sql/sql.ts';

const installation = new Source('installation', 'i');
const device = new Source('device', 'd', (own) => sql`${own}.id = ${installation}.device_id`);
const release = new Source('release', 'r', (own) => sql`${own}.id = ${installation}.release_id`);
const counter = new Source('release_counter', 'k');

/** How many installations of each release have a status, which a trigger counts. */
const ofReleases: ListTally = {
  table: counter,
  fields: {
    releaseId: listField(InstallationRecord, 'releaseId', sql`${counter}.release_id`),
    status: listField(InstallationRecord, 'status', sql`${counter}.status`),
  },
};

const foundDevice = new Source('device', 'found');
const foundRelease = new Source('release', 'found');

/** The list of installations, newest first. */
export const installationList = listOf(InstallationRecord, {
  table: installation,
  joins: [device, release],
  searchAcross: [
    {
      table: foundDevice,
      key: sql`${installation}.device_id`,
      columns: [{ column: sql`${foundDevice}.serial`, form: 'code' }],
    },
    {
      table: foundRelease,
      key: sql`${installation}.release_id`,
      columns: [{ column: sql`${foundRelease}.version`, form: 'code' }],
    },
  ],
  columns: {
    serial: sql`${device}.serial`,
    version: sql`${release}.version`,
    buildNumber: sql`${release}.build_number`,
    hardwareRevision: sql`${release}.hardware_revision`,
  },
  tally: ofReleases,
});

/** The histories of installations. */
export const installationEventList = listOf(InstallationEventRecord, { table: new Source('installation_event', 'e') });
