import { type View, viewOf } from '../../model/record.ts';
import type { DeviceCodeView } from '../../model/records/claim-code.ts';
import {
  DeviceDayRecord,
  type DeviceDetailRecord,
  DeviceEventRecord,
  type DeviceEventView,
  DeviceRecord,
  PresenceRecord,
  type ShownDeviceRecord,
  type StoredDevice,
  type StoredDeviceDay,
  type StoredDeviceEvent,
} from '../../model/records/device.ts';

export type { DeviceCodeView, DeviceEventView };

/** The view of a device for admins. */
export type DeviceView = View<typeof ShownDeviceRecord>;

/** An event on its own, with its device. */
export interface ListedDeviceEventView extends DeviceEventView {
  readonly device: { readonly id: string };
}

/** One device with its claim code and its latest history. */
export type DeviceDetailView = View<typeof DeviceDetailRecord>;

/** The view of a row of the list, or of the columns that were read. */
export function viewDevice(row: StoredDevice): DeviceView {
  const presence = row.lastSeenAt
    ? viewOf(PresenceRecord, { ...row, lastSeenAt: row.lastSeenAt, status: row.reportedStatus })
    : null;
  return {
    ...viewOf(DeviceRecord, { ...row, presence }),
    batch: { id: row.batchId, code: row.batchCode, status: row.batchStatus },
  };
}

export function viewDeviceEvent(row: StoredDeviceEvent): ListedDeviceEventView {
  return { ...viewOf(DeviceEventRecord, row), device: { id: row.deviceId } };
}

/** A day of a device, with the device. */
export function viewDeviceDay(row: StoredDeviceDay) {
  return { ...viewOf(DeviceDayRecord, row), device: { id: row.deviceId } };
}
