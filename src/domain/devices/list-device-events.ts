import { DeviceEventRecord } from '../../model/records/device.ts';
import { deviceEventList } from '../../persistence/devices/device-list.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { viewDeviceEvent } from './device-view.ts';
import { getDevice } from './get-device.ts';

const DeviceEventQuery = fields(paging(50, 100));

export const listDeviceEvents = listOperation({
  name: 'listDeviceEvents',
  summary: 'Lists the changes of all devices, newest first.',
  beyond: 'the contract shows events with their device only; a dashboard shows what happened to all of them',
  graphqlOnly: 'the REST API is the contract’s',
  access: getDevice.access,
  limit: 120,
  input: DeviceEventQuery,
  typedInput: typedList(DeviceEventQuery, refinementFor(DeviceEventRecord), { asStored: true }),
  rows(_context, input) {
    const { skip, take = 50 } = input;
    return { list: deviceEventList, query: { ...refinementOf(input), skip, take }, view: viewDeviceEvent };
  },
});
