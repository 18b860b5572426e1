import { Type } from 'typebox';
import { viewOf } from '../../model/record.ts';
import { PackageDeviceRecord, type PackageDeviceView } from '../../model/records/package-device.ts';
import { pageOf } from '../../model/records/page.ts';
import { areFor, packageDeviceList } from '../../persistence/firmware/package-devices.ts';
import { searchedOnLabel } from '../devices/index.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, text } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { FIRMWARE_DEVICE_STATUSES } from './release-rules.ts';

const PackageDeviceQuery = fields({
  hardwareRevision: described(text(0, 64), 'The hardware revision of the package.'),
  search: Type.Optional(described(text(0, 64), 'Text in the serial or the model.')),
});

export const listPackageDevices = listOperation({
  name: 'listPackageDevices',
  summary: 'Lists the devices of a hardware revision that an INTERNAL release can target, by serial.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER'),
  limit: 120,
  answers: pageOf(PackageDeviceRecord),
  input: PackageDeviceQuery,
  record: PackageDeviceRecord,
  page: { default: 50, maximum: 100 },
  rows(_context, input) {
    const { hardwareRevision } = input;
    const search = input.search === undefined ? undefined : searchedOnLabel(input.search);
    const where = areFor(hardwareRevision, FIRMWARE_DEVICE_STATUSES);
    const view = (device: PackageDeviceView) => viewOf(PackageDeviceRecord, device);
    return { list: packageDeviceList, query: { search, where }, view };
  },
});
