import { Type } from 'typebox';
import { DEVICE_STATUSES } from '../../model/enums.ts';
import { isFor, type PackageDeviceRow, packageDeviceList } from '../../persistence/firmware/package-devices.ts';
import { readList } from '../../persistence/list-reader.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, paging, text } from '../kernel/input.ts';
import {
  enumField,
  filterOf,
  integerField,
  refinementOf,
  sortOf,
  textField,
  timeField,
  typedList,
} from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { FIRMWARE_DEVICE_STATUSES } from './release-rules.ts';

/** The contract's form has no paging: it returns one page. */
const MAX_TAKE = 100;

const PackageDeviceQuery = fields({
  hardwareRevision: described(text(0, 64), 'The hardware revision of the package.'),
  search: Type.Optional(described(text(0, 64), 'Text in the serial or the model.')),
});

/** The fields that typed clients filter and sort by. */
const MEANINGS = {
  serial: 'The serial of the device.',
  model: 'The model of the device.',
  status: 'The status of the device.',
  firmwareVersion: 'The firmware version of the latest heartbeat; null before the first one.',
  firmwareBuildNumber: 'The build number of the latest heartbeat; null when it has none.',
  lastSeenAt: 'When the latest heartbeat was received; null before the first one.',
};

/** A possible target device of an INTERNAL release, with its firmware version. */
export type PackageDeviceView = PackageDeviceRow;

export const listPackageDevices = operation({
  name: 'listPackageDevices',
  summary: 'Lists the devices of a hardware revision that an INTERNAL release can target, by serial.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 120,
  effect: 'read',
  input: PackageDeviceQuery,
  typedInput: typedList(fields({ ...PackageDeviceQuery.properties, ...paging(50, MAX_TAKE) }), {
    filter: filterOf('PackageDeviceFilter', {
      serial: described(textField, MEANINGS.serial),
      model: described(textField, MEANINGS.model),
      status: described(enumField('DeviceStatus', DEVICE_STATUSES), MEANINGS.status),
      firmwareVersion: described(textField, MEANINGS.firmwareVersion),
      firmwareBuildNumber: described(integerField, MEANINGS.firmwareBuildNumber),
      lastSeenAt: described(timeField, MEANINGS.lastSeenAt),
    }),
    sort: sortOf('PackageDeviceSort', Object.keys(MEANINGS), MEANINGS),
  }),
  async handle({ em, now }, input) {
    const { hardwareRevision, search } = input;
    const where = [isFor(hardwareRevision, FIRMWARE_DEVICE_STATUSES)];
    const query = { take: MAX_TAKE, ...refinementOf(input), search, where };
    return readList<PackageDeviceRow, PackageDeviceView>(em, packageDeviceList, query, now, (device) => device);
  },
});
