import { DeviceDayRecord, DeviceEventRecord, DeviceRecord, HeartbeatRecord } from '../../model/records/device.ts';
import type { Satellite } from '../lists/list-satellite.ts';
import { idIn, listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import { allOf, type SqlFragment, sql, timeSql } from '../sql/sql.ts';
import { firmwareTally } from './firmware-tally.ts';
import { AHEAD_MS, isOnline } from './presence-time.ts';

/** Presences in lists of devices. */
export const presenceOfDevices: Satellite = {
  table: 'device_presence p',
  repeats: {
    'd.id': 'p.device_id',
    'd.created_at': 'p.device_created_at',
    'd.hardware_revision': 'p.device_hardware_revision',
  },
  unindexed: ['p.last_seen_at'],
};

const devices = listOf(DeviceRecord, {
  table: 'device d',
  joins: 'left join inventory_batch b on b.id = d.batch_id left join device_presence p on p.device_id = d.id',
  alias: 'd',
  tallies: ['device'],
  valueTallies: { activatedAt: 'device_activated', claimedAt: 'device_claimed' },
  searchAcross: [
    {
      table: 'inventory_batch',
      key: 'd.batch_id',
      columns: [
        { column: 'code', form: 'typed' },
        { column: 'model', form: 'typed' },
      ],
    },
  ],
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
  satellite: presenceOfDevices,
  furtherTallies: [firmwareTally],
});

/**
 * Devices, newest first, with their batch and their latest heartbeat.
 * @param now the time at which `online` is derived: a heartbeat within the settings' minutes before it that does not announce a
 *   shutdown
 */
export function deviceListAt(now: Date): RecordList {
  // All of it in the subquery, which is evaluated once: a subtraction for each of a million presences takes as long as reading them.
  const since = `(select ${timeSql(now)} - make_interval(mins => online_threshold_minutes) from business_settings)`;
  const until = timeSql(new Date(now.getTime() + AHEAD_MS));
  return withColumn(devices, 'online', `coalesce(${isOnline(since, until)}, false)`);
}

/** The histories of devices, newest first. */
export const deviceEventList = listOf(DeviceEventRecord, {
  table: 'device_event e',
  alias: 'e',
  tallies: ['device_event'],
  // An admin's id, stored as text.
  columns: { actorId: idIn('e.actor_id') },
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});

const RECEIVED_MS = '(extract(epoch from h.received_at) * 1000)::bigint';
/** Of what every heartbeat has. Two that agree in all of it are one that was sent twice within a millisecond. */
const HEARTBEAT_ID = `md5(concat_ws(' ', h.device_id, ${RECEIVED_MS}, h.timestamp_ms, h.uptime, h.status))::uuid`;

/** The history of heartbeats, newest first; to be read by device and within a range of time, see `receivedBetween`. */
export const heartbeatList = listOf(HeartbeatRecord, {
  table: 'heartbeat h',
  alias: 'h',
  tieBreak: HEARTBEAT_ID,
  columns: { id: HEARTBEAT_ID, signedMs: 'h.timestamp_ms' },
  defaultSort: [{ field: 'receivedAt', direction: 'DESC' }],
});

const DEVICE_DAY_ID = `md5(concat_ws(' ', dd.device_id, extract(epoch from dd.starts_at)))::uuid`;

/** The days of devices, the latest first; to be read by device or within a range of time. */
export const deviceDayList = listOf(DeviceDayRecord, {
  table: 'device_day dd',
  joins: `left join fleet_day fd on fd.starts_at = dd.starts_at left join device d on d.id = dd.device_id
    left join inventory_batch b on b.id = d.batch_id`,
  alias: 'dd',
  tieBreak: DEVICE_DAY_ID,
  columns: {
    id: DEVICE_DAY_ID,
    day: `to_char(fd.day, 'YYYY-MM-DD')`,
    daySeconds: 'extract(epoch from fd.ends_at - fd.starts_at)::int',
    model: 'd.model',
    hardwareRevision: 'd.hardware_revision',
    batchCode: 'b.code',
  },
  defaultSort: [{ field: 'startsAt', direction: 'DESC' }],
});

/** Heartbeats of a device, received at or after `from` and before `to`. */
export function receivedBetween(deviceId: string, from: Date, to: Date): SqlFragment {
  return allOf([
    sql`h.device_id = ${deviceId}::uuid`,
    sql`h.received_at >= ${from}::timestamptz`,
    sql`h.received_at < ${to}::timestamptz`,
  ]);
}
