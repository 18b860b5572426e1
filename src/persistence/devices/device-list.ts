import type { DeviceStatus, FirmwareChannel, OtaSlot } from '../../model/enums.ts';
import { defineList, type ListDefinition } from '../list-query.ts';

/** A device with its batch and its latest heartbeat, as the list selects it. */
export interface DeviceListRow {
  readonly id: string;
  readonly serial: string;
  readonly status: DeviceStatus;
  readonly previousStatus: DeviceStatus | null;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly batchId: string;
  readonly batchCode: string;
  readonly ownerId: string | null;
  readonly firmwareChannel: FirmwareChannel | null;
  readonly pairingEpoch: number;
  readonly claimedAt: Date | null;
  readonly activatedAt: Date | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly online: boolean;
  /** Null and all that follow: no heartbeat yet. */
  readonly lastSeenAt: Date | null;
  readonly firmwareVersion: string | null;
  readonly firmwareBuildNumber: number | null;
  readonly otaSlot: OtaSlot | null;
  readonly appVersion: string | null;
  readonly uptime: number | null;
  readonly wifiRssi: number | null;
  readonly freeHeap: number | null;
  readonly temperature: number | null;
  readonly reportedStatus: string | null;
}

/**
 * Devices, newest first, with their batch and their latest heartbeat.
 * @param now what `online` is judged by: seen within the settings' minutes, and not to say goodbye
 */
export function deviceListAt(now: Date): ListDefinition {
  const online = `coalesce(p.last_seen_at >= '${now.toISOString()}'::timestamptz - make_interval(mins => s.online_threshold_minutes)
    and p.status <> 'shutdown', false)`;
  return defineList({
    from: `device d join inventory_batch b on b.id = d.batch_id cross join business_settings s
      left join device_presence p on p.device_id = d.id`,
    columns: {
      id: 'd.id',
      serial: 'd.serial',
      status: 'd.status',
      previousStatus: 'd.previous_status',
      model: 'd.model',
      hardwareRevision: 'd.hardware_revision',
      batchId: 'b.id',
      batchCode: 'b.code',
      ownerId: 'd.owner_id',
      firmwareChannel: 'd.firmware_channel',
      pairingEpoch: 'd.pairing_epoch',
      claimedAt: 'd.claimed_at',
      activatedAt: 'd.activated_at',
      revision: 'd.revision',
      createdAt: 'd.created_at',
      updatedAt: 'd.updated_at',
      online,
      lastSeenAt: 'p.last_seen_at',
      firmwareVersion: 'p.firmware_version',
      firmwareBuildNumber: 'p.firmware_build_number',
      otaSlot: 'p.ota_slot',
      appVersion: 'p.app_version',
      uptime: 'p.uptime',
      wifiRssi: 'p.wifi_rssi',
      freeHeap: 'p.free_heap',
      temperature: 'p.temperature',
      reportedStatus: 'p.status',
    },
    search: ['d.serial', 'b.code', 'd.model'],
    fields: {
      serial: { column: 'd.serial', type: 'text', notNull: true },
      status: { column: 'd.status', type: 'enum', notNull: true },
      model: { column: 'd.model', type: 'text', notNull: true },
      hardwareRevision: { column: 'd.hardware_revision', type: 'text', notNull: true },
      batchId: { column: 'd.batch_id', type: 'id', notNull: true },
      batchCode: { column: 'b.code', type: 'text', notNull: true },
      ownerId: { column: 'd.owner_id', type: 'id' },
      firmwareChannel: { column: 'd.firmware_channel', type: 'enum' },
      online: { column: online, type: 'boolean', notNull: true },
      lastSeenAt: { column: 'p.last_seen_at', type: 'time' },
      firmwareVersion: { column: 'p.firmware_version', type: 'text' },
      firmwareBuildNumber: { column: 'p.firmware_build_number', type: 'integer' },
      appVersion: { column: 'p.app_version', type: 'text' },
      claimedAt: { column: 'd.claimed_at', type: 'time' },
      activatedAt: { column: 'd.activated_at', type: 'time' },
      createdAt: { column: 'd.created_at', type: 'time', notNull: true },
      updatedAt: { column: 'd.updated_at', type: 'time', notNull: true },
    },
    defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
    tieBreak: 'd.id',
  });
}
