import { DeviceDayRecord, DeviceEventRecord, DeviceRecord, HeartbeatRecord } from '../../model/records/device.ts';
import { idIn, listOf, type RecordList, withColumn } from '../lists/record-list.ts';
import type { SideTable } from '../lists/side-table.ts';
import { allOf, Source, type SqlFragment, sql, timeSql } from '../sql/sql.ts';
import { AHEAD_MS, isOnline } from './presence-time.ts';

/** Devices, and what their lists join: their batch and their latest heartbeat. */
export const device = new Source('device', 'd');
const batch = new Source('inventory_batch', 'b', (own) => sql`${own}.id = ${device}.batch_id`);
export const presence = new Source('device_presence', 'p', (own) => sql`${own}.device_id = ${device}.id`);

export const hardwareRevision = sql`${device}.hardware_revision`;
const lastSeenAt = sql`${presence}.last_seen_at`;

/** Presences in lists of devices. */
export const presenceOfDevices: SideTable = {
  table: presence,
  repeats: [
    [sql`${device}.id`, sql`${presence}.device_id`],
    [sql`${device}.created_at`, sql`${presence}.device_created_at`],
    [hardwareRevision, sql`${presence}.device_hardware_revision`],
  ],
  unindexed: [lastSeenAt],
};

const foundBatch = new Source('inventory_batch', 'found');

const devices = listOf(DeviceRecord, {
  table: device,
  joins: [batch, presence],
  tally: 'device',
  searchAcross: [
    {
      table: foundBatch,
      key: sql`${device}.batch_id`,
      columns: [
        { column: sql`${foundBatch}.code`, form: 'typed' },
        { column: sql`${foundBatch}.model`, form: 'typed' },
      ],
    },
  ],
  columns: {
    batchCode: sql`${batch}.code`,
    batchStatus: sql`${batch}.status`,
    lastSeenAt,
    firmwareVersion: sql`${presence}.firmware_version`,
    firmwareBuildNumber: sql`${presence}.firmware_build_number`,
    otaSlot: sql`${presence}.ota_slot`,
    appVersion: sql`${presence}.app_version`,
    uptime: sql`${presence}.uptime`,
    wifiRssi: sql`${presence}.wifi_rssi`,
    freeHeap: sql`${presence}.free_heap`,
    temperature: sql`${presence}.temperature`,
    reportedStatus: sql`${presence}.status`,
  },
  sideTable: presenceOfDevices,
});

/**
 * Devices, newest first, with their batch and their latest heartbeat.
 * @param now the time at which `online` is derived: a heartbeat within the settings' minutes before it that does not announce a
 *   shutdown
 */
export function deviceListAt(now: Date): RecordList {
  // All of it in the subquery, which is evaluated once: a subtraction for each of a million presences takes as long as reading them.
  const since = sql`(select ${timeSql(now)} - make_interval(mins => online_threshold_minutes) from business_settings)`;
  const until = timeSql(new Date(now.getTime() + AHEAD_MS));
  return withColumn(devices, 'online', sql`coalesce(${isOnline(presence, since, until)}, false)`);
}

const event = new Source('device_event', 'e');

/** The histories of devices, newest first. */
export const deviceEventList = listOf(DeviceEventRecord, {
  table: event,
  tally: 'device_event',
  // An admin's id, stored as text.
  columns: { actorId: idIn(sql`${event}.actor_id`) },
  defaultSort: [{ field: 'at', direction: 'DESC' }],
});

const heartbeat = new Source('heartbeat', 'h');
/** Of what every heartbeat has. Two that agree in all of it are one that was sent twice within a millisecond. */
const HEARTBEAT_ID = sql`md5(concat_ws(' ', ${heartbeat}.device_id, (extract(epoch from ${heartbeat}.received_at) * 1000)::bigint, ${heartbeat}.timestamp_ms, ${heartbeat}.uptime, ${heartbeat}.status))::uuid`;

/** The history of heartbeats, newest first; to be read by device and within a range of time, see `receivedBetween`. */
export const heartbeatList = listOf(HeartbeatRecord, {
  table: heartbeat,
  tieBreak: HEARTBEAT_ID,
  columns: { id: HEARTBEAT_ID, signedMs: sql`${heartbeat}.timestamp_ms` },
  defaultSort: [{ field: 'receivedAt', direction: 'DESC' }],
});

const deviceDay = new Source('device_day', 'dd');
const fleetDay = new Source('fleet_day', 'fd', sql`fd.starts_at = ${deviceDay}.starts_at`);
const deviceOfDay = new Source('device', 'd', sql`d.id = ${deviceDay}.device_id`);
const batchOfDay = new Source('inventory_batch', 'b', sql`b.id = ${deviceOfDay}.batch_id`);
const DEVICE_DAY_ID = sql`md5(concat_ws(' ', ${deviceDay}.device_id, extract(epoch from ${deviceDay}.starts_at)))::uuid`;

/** The days of devices, the latest first; to be read by device or within a range of time. */
export const deviceDayList = listOf(DeviceDayRecord, {
  table: deviceDay,
  joins: [fleetDay, deviceOfDay, batchOfDay],
  tieBreak: DEVICE_DAY_ID,
  columns: {
    id: DEVICE_DAY_ID,
    day: sql`to_char(${fleetDay}.day, 'YYYY-MM-DD')`,
    daySeconds: sql`extract(epoch from ${fleetDay}.ends_at - ${fleetDay}.starts_at)::int`,
    model: sql`${deviceOfDay}.model`,
    hardwareRevision: sql`${deviceOfDay}.hardware_revision`,
    batchCode: sql`${batchOfDay}.code`,
  },
  defaultSort: [{ field: 'startsAt', direction: 'DESC' }],
});

/** Heartbeats of a device, received at or after `from` and before `to`. */
export function receivedBetween(deviceId: string, from: Date, to: Date): SqlFragment {
  return allOf([
    sql`${heartbeat}.device_id = ${deviceId}::uuid`,
    sql`${heartbeat}.received_at >= ${from}::timestamptz`,
    sql`${heartbeat}.received_at < ${to}::timestamptz`,
  ]);
}
