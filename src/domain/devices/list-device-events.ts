import { DeviceEventRecord } from '../../model/records/device.ts';
import { deviceEventList } from '../../persistence/devices/device-list.ts';
import { graphqlListOperation } from '../list-operation.ts';
import { viewDeviceEvent } from './device-view.ts';
import { getDevice } from './get-device.ts';

export const listDeviceEvents = graphqlListOperation({
  name: 'listDeviceEvents',
  summary: 'Lists the changes of all devices, newest first.',
  beyond: { why: 'the contract shows events with their device only; a dashboard shows what happened to all of them' },
  access: getDevice.access,
  record: DeviceEventRecord,
  list: deviceEventList,
  view: viewDeviceEvent,
});
