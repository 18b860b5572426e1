import { DeviceEventRecord, DeviceRecord } from '../../model/records/device.ts';
import { listOf, type RecordList, withColumn } from '../record-list.ts';
import { timeSql } from '../sql.ts';

const devices = listOf(DeviceRecord, {
  table: 'device d',
  joins: 'left join inventory_batch b on b.id = d.batch_id left join device_presence p on p.device_id = d.id',
  alias: 'd',
  columns: {
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
  },
});

/**
 * Devices, newest first, with their batch and their latest heartbeat.
 * @param now the time at which `online` is derived: a heartbeat within the settings' minutes that does not announce a
 *   shutdown
 */
export function deviceListAt(now: Date): RecordList {
  const threshold = '(select make_interval(mins => online_threshold_minutes) from business_settings)';
  const online = `coalesce(p.last_seen_at >= ${timeSql(now)} - ${threshold} and p.status <> 'shutdown', false)`;
  return withColumn(devices, 'online', online);
}

/** The histories of devices. */
export const deviceEventList = listOf(DeviceEventRecord, { table: 'device_event e', alias: 'e' });
