import { DeviceRecord } from '../../model/records/device.ts';
import type { ListTally } from '../lists/list-query.ts';
import { listField } from '../lists/record-list.ts';
import { tallyOf } from '../tallies.ts';

/** The fields that it knows, by its columns. */
const KNOWN = {
  hardwareRevision: 'k.hardware_revision',
  firmwareVersion: 'k.firmware_version',
  firmwareBuildNumber: 'k.firmware_build_number',
} as const;

const presences = tallyOf('device_presence');

/**
 * How many devices of each hardware revision run each firmware. Those that were never heard, which have none, are all devices
 * less those with a presence.
 */
export const firmwareTally: ListTally = {
  from: `(select device_hardware_revision as hardware_revision, firmware_version, firmware_build_number::bigint, count from ${presences}
    union all select hardware_revision, null, null, count from ${tallyOf('device')}
    union all select device_hardware_revision, null, null, -count from ${presences}) k`,
  fields: Object.fromEntries(
    Object.entries(KNOWN).map(([name, column]) => [name, listField(DeviceRecord, name, column)]),
  ),
};
