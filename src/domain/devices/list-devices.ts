import { Type } from 'typebox';
import { DEVICE_STATUSES, type DeviceStatus } from '../../model/enums.ts';
import { DeviceRecord, ShownDeviceRecord } from '../../model/records/device.ts';
import { pageOf } from '../../model/records/page.ts';
import { deviceListAt } from '../../persistence/devices/device-list.ts';
import { equal, type FilterNode } from '../../persistence/lists/list-filter.ts';
import { admins } from '../kernel/access.ts';
import { described, fields, oneOf, paging, text, UUID } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { viewDevice } from './device-view.ts';
import { searchedOnLabel } from './serial.ts';

const DeviceQuery = fields({
  search: Type.Optional(
    described(text(0), 'Text in the serial, the batch code or the model; or the text of a label’s QR code.'),
  ),
  hardwareRevision: Type.Optional(described(text(0), 'Only devices of this hardware revision.')),
  firmware: Type.Optional(described(text(0), 'Only devices that run this firmware version.')),
  batch: Type.Optional(described(text(0), 'Only devices of the batch with this code or id.')),
  status: Type.Optional(described(oneOf('DeviceStatus', DEVICE_STATUSES), 'Only devices in this status.')),
  ...paging(50, 100),
});

export const listDevices = listOperation({
  name: 'listDevices',
  summary: 'Lists devices, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  answers: pageOf(ShownDeviceRecord),
  input: DeviceQuery,
  record: DeviceRecord,
  asStored: true,
  rows({ now }, input) {
    const search = input.search === undefined ? undefined : searchedOnLabel(input.search);
    return { list: deviceListAt(now), query: { search, within: conditionsOf(input) }, view: viewDevice };
  },
});

interface Conditions {
  readonly hardwareRevision?: string;
  readonly firmware?: string;
  readonly batch?: string;
  readonly status?: DeviceStatus;
}

/** Empty values, as forms send them, are ignored. */
function conditionsOf({ hardwareRevision, firmware, batch, status }: Conditions): FilterNode {
  const byCode = { batchCode: equal(batch) };
  return {
    hardwareRevision: equal(hardwareRevision),
    firmwareVersion: equal(firmware),
    status: equal(status),
    or: batch ? [byCode, ...(UUID.test(batch) ? [{ batchId: equal(batch) }] : [])] : undefined,
  };
}
