import { type View, viewOf } from '../../model/record.ts';
import type { DeviceCodeView } from '../../model/records/claim-code.ts';
import {
  type DeviceEventView,
  DeviceRecord,
  PresenceRecord,
  type PresenceView,
  type StoredDevice,
} from '../../model/records/device.ts';

export type { DeviceCodeView, DeviceEventView };

/** A device as admins see it. */
export interface DeviceView extends View<typeof DeviceRecord> {
  readonly batch: { readonly id: string; readonly code: string };
  /** Null before the first heartbeat. */
  readonly presence: PresenceView | null;
}

/** One device with its claim code and its latest history. */
export interface DeviceDetailView extends DeviceView {
  readonly claimCode: DeviceCodeView | null;
  readonly events: readonly DeviceEventView[];
}

/** A row of the list, or the part of it that was read, as callers see it. */
export function viewDevice(row: StoredDevice): DeviceView {
  return {
    ...viewOf(DeviceRecord, row),
    batch: { id: row.batchId, code: row.batchCode },
    presence: row.lastSeenAt
      ? viewOf(PresenceRecord, { ...row, lastSeenAt: row.lastSeenAt, status: row.reportedStatus })
      : null,
  };
}
