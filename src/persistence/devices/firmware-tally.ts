import { DeviceRecord } from '../../model/records/device.ts';
import type { ListTally } from '../lists/list-query.ts';
import { listField } from '../lists/record-list.ts';
import { Source, sql, tableSql } from '../sql/sql.ts';
import { tallySource } from '../tallies.ts';

const presences = tableSql(tallySource('device_presence'));
const devices = tableSql(tallySource('device'));

const table = new Source(
  sql`(select device_hardware_revision as hardware_revision, firmware_version, firmware_build_number::bigint, count from ${presences}
    union all select hardware_revision, null, null, count from ${devices}
    union all select device_hardware_revision, null, null, -count from ${presences})`,
  'k',
);

/** The fields that it knows, by its columns. */
const KNOWN = {
  hardwareRevision: sql`${table}.hardware_revision`,
  firmwareVersion: sql`${table}.firmware_version`,
  firmwareBuildNumber: sql`${table}.firmware_build_number`,
} as const;

/**
 * How many devices of each hardware revision run each firmware. Those that were never heard, which have none, are all devices
 * less those with a presence.
 */
export const firmwareTally: ListTally = {
  table,
  fields: Object.fromEntries(
    Object.entries(KNOWN).map(([name, column]) => [name, listField(DeviceRecord, name, column)]),
  ),
};
