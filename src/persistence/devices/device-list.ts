import { DeviceRecord } from '../../model/records/device.ts';
import type { ListDefinition } from '../list-query.ts';
import { listOf } from '../record-list.ts';

const FROM = `device d join inventory_batch b on b.id = d.batch_id cross join business_settings s
      left join device_presence p on p.device_id = d.id`;

const COLUMNS = {
  batchCode: 'b.code',
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
};

/**
 * Devices, newest first, with their batch and their latest heartbeat. PostgreSQL removes the left join if no column of
 * the heartbeat is read.
 * @param now the time at which `online` is derived: a heartbeat within the settings' minutes that does not announce a
 *   shutdown
 */
export function deviceListAt(now: Date): ListDefinition {
  const online = `coalesce(p.last_seen_at >= '${now.toISOString()}'::timestamptz - make_interval(mins => s.online_threshold_minutes)
    and p.status <> 'shutdown', false)`;
  return listOf(DeviceRecord, { from: FROM, alias: 'd', columns: { ...COLUMNS, online } });
}
