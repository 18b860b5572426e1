import type { Pool } from 'pg';

export interface ProvableDeviceRow {
  readonly id: string;
  readonly serial: string;
  readonly status: string;
  readonly hardwareRevision: string;
  readonly model: string;
  readonly firmwareChannel: string | null;
  readonly pairingEpoch: number;
  /** ACTIVE first, then PENDING. */
  readonly secrets: readonly { readonly version: number; readonly state: string; readonly sealed: Buffer }[];
}

export interface HeartbeatRow {
  readonly deviceId: string;
  readonly timestampMs: number;
  readonly provenSecretVersion: number;
  readonly firmwareVersion: string;
  readonly firmwareBuildNumber: number | null;
  readonly hardwareRevision: string | null;
  readonly otaSlot: string | null;
  readonly appVersion: string;
  readonly uptime: number;
  readonly wifiRssi: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly status: string;
}

export interface HeartbeatOutcomeRow {
  readonly receivedAt: Date;
  readonly newest: boolean;
  readonly deviceStatus: string;
  readonly pairingEpoch: number;
}

export interface DeviceGateway {
  findProvable(serial: string): Promise<ProvableDeviceRow | undefined>;
  writeHeartbeat(heartbeat: HeartbeatRow): Promise<HeartbeatOutcomeRow>;
}

/** The hot path of devices: look-ups and heartbeats that arrive together share statements and commits. */
export function deviceGateway(_pool: Pool, _now: () => Date): DeviceGateway {
  return {
    findProvable: async () => undefined,
    writeHeartbeat: async () => {
      throw new Error('not there yet');
    },
  };
}
