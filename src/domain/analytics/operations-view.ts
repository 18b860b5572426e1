import type { BatchStatus, ClaimCodeStatus, DeviceStatus } from '../../model/enums.ts';

export interface DeviceStatusCountView {
  readonly status: DeviceStatus;
  readonly count: number;
}

export interface BatchStatusCountView {
  readonly status: BatchStatus;
  readonly count: number;
}

export interface ClaimCodeStatusCountView {
  readonly status: ClaimCodeStatus;
  readonly count: number;
}

export interface HardwareRevisionCountView {
  readonly hardwareRevision: string;
  readonly devices: number;
  readonly online: number;
  readonly active: number;
}

export interface FirmwareVersionCountView {
  readonly firmwareVersion: string;
  readonly devices: number;
  readonly online: number;
}

/** Current counts of devices, batches and claim codes. */
export interface OperationsAnalyticsView {
  readonly generatedAt: Date;
  readonly onlineThresholdMinutes: number;
  readonly activeThresholdDays: number;
  readonly devices: DeviceAnalyticsView;
  readonly batches: { readonly total: number; readonly byStatus: readonly BatchStatusCountView[] };
  readonly claimCodes: { readonly total: number; readonly byStatus: readonly ClaimCodeStatusCountView[] };
}

/** Online, offline and never seen add up to all devices. */
export interface DeviceAnalyticsView {
  readonly total: number;
  /** A heartbeat within `onlineThresholdMinutes`, and the latest does not announce a shutdown. */
  readonly online: number;
  readonly offline: number;
  readonly neverSeen: number;
  /** A heartbeat within `activeThresholdDays`. */
  readonly active: number;
  readonly byStatus: readonly DeviceStatusCountView[];
  readonly byHardwareRevision: readonly HardwareRevisionCountView[];
  /** By the latest heartbeat; devices without one are not counted. */
  readonly byFirmwareVersion: readonly FirmwareVersionCountView[];
}
