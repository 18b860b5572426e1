import type { DeviceStatus, FirmwareChannel, OtaSlot } from '../../model/enums.ts';
import type { DeviceCodeView } from '../../model/records/claim-code.ts';
import type { DeviceListRow } from '../../persistence/devices/device-list.ts';
import type { DeviceEventListRow } from '../../persistence/devices/device-repository.ts';

export type { DeviceCodeView };

/** What a device said last, and whether it is there now. */
export interface PresenceView {
  readonly online: boolean;
  readonly lastSeenAt: Date;
  readonly firmwareVersion: string | null;
  readonly firmwareBuildNumber: number | null;
  readonly otaSlot: OtaSlot | null;
  readonly appVersion: string | null;
  /** Seconds since the device started. */
  readonly uptime: number | null;
  /** dBm. */
  readonly wifiRssi: number | null;
  /** Bytes. */
  readonly freeHeap: number | null;
  /** Degrees Celsius. */
  readonly temperature: number | null;
  readonly status: string | null;
}

/** A device as admins see it. */
export interface DeviceView {
  readonly id: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  /** Where SUSPENDED and REPAIR came from. */
  readonly previousStatus: DeviceStatus | null;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly batch: { readonly id: string; readonly code: string };
  readonly ownerId: string | null;
  readonly firmwareChannel: FirmwareChannel | null;
  readonly pairingEpoch: number;
  /** Null before the first heartbeat. */
  readonly presence: PresenceView | null;
  readonly claimedAt: Date | null;
  readonly activatedAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An entry of a device's history. Owners are ids only: not every role that reads devices may read customers. */
export type DeviceEventView = DeviceEventListRow;

/** One device with its claim code and its latest history. */
export interface DeviceDetailView extends DeviceView {
  readonly claimCode: DeviceCodeView | null;
  readonly events: readonly DeviceEventView[];
}

/** A row of the list as callers see it. */
export function viewDevice(row: DeviceListRow): DeviceView {
  return {
    id: row.id,
    serial: row.serial,
    status: row.status,
    previousStatus: row.previousStatus,
    model: row.model,
    hardwareRevision: row.hardwareRevision,
    batch: { id: row.batchId, code: row.batchCode },
    ownerId: row.ownerId,
    firmwareChannel: row.firmwareChannel,
    pairingEpoch: row.pairingEpoch,
    presence: viewPresence(row),
    claimedAt: row.claimedAt,
    activatedAt: row.activatedAt,
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function viewPresence(row: DeviceListRow): PresenceView | null {
  if (!row.lastSeenAt) return null;
  return {
    online: row.online,
    lastSeenAt: row.lastSeenAt,
    firmwareVersion: row.firmwareVersion,
    firmwareBuildNumber: row.firmwareBuildNumber,
    otaSlot: row.otaSlot,
    appVersion: row.appVersion,
    uptime: row.uptime,
    wifiRssi: row.wifiRssi,
    freeHeap: row.freeHeap,
    temperature: row.temperature,
    status: row.reportedStatus,
  };
}
