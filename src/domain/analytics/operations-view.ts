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

/** Devices, batches and claim codes as they are now. */
export interface OperationsAnalyticsView {
  readonly generatedAt: Date;
  readonly onlineThresholdMinutes: number;
  readonly activeThresholdDays: number;
  readonly devices: DeviceAnalyticsView;
  readonly batches: { readonly total: number; readonly byStatus: readonly BatchStatusCountView[] };
  readonly claimCodes: { readonly total: number; readonly byStatus: readonly ClaimCodeStatusCountView[] };
}

/** Every device is online, offline or was never seen. */
export interface DeviceAnalyticsView {
  readonly total: number;
  /** Heard of within `onlineThresholdMinutes`, and not to say goodbye. */
  readonly online: number;
  readonly offline: number;
  readonly neverSeen: number;
  /** Heard of within `activeThresholdDays`. */
  readonly active: number;
  readonly byStatus: readonly DeviceStatusCountView[];
  readonly byHardwareRevision: readonly HardwareRevisionCountView[];
  /** By what the latest heartbeat said; devices without one are in none. */
  readonly byFirmwareVersion: readonly FirmwareVersionCountView[];
}
