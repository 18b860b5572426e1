import { constantName } from '../../model/enums.ts';
import { columnOf } from '../../model/record.ts';
import { DeviceDayRecord } from '../../model/records/device.ts';
import { deviceDayList } from '../devices/device-list.ts';
import { listField } from '../lists/record-list.ts';
import { Source, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Aggregate, addedUp, count, greatest, least, sum, total } from './aggregates.ts';
import type { Rollup } from './dataset.ts';
import { joinOf } from './record-dimensions.ts';

const deviceDay = deviceDayList.table;
const device = joinOf(deviceDayList, 'device');

/** Aggregates of the days of devices, but for the number of different devices: those of a group follow from them. */
export const dayFigures = {
  deviceDays: count(),
  heartbeats: sum(sql`${deviceDay}.heartbeats`),
  heard: sum(sql`least(${deviceDay}.heard_seconds, ${deviceDay}.expected_seconds)`),
  expected: sum(sql`${deviceDay}.expected_seconds`),
  restarts: sum(sql`${deviceDay}.restarts`),
  wifiRssi: total(sql`${deviceDay}.average_rssi`),
  weakWifi: count(sql`${deviceDay}.average_rssi <= -75`),
  withWifi: count(sql`${deviceDay}.average_rssi is not null`),
  temperature: total(sql`${deviceDay}.average_temperature`),
  withMeanTemperature: count(sql`${deviceDay}.average_temperature is not null`),
  highestTemperature: greatest(sql`${deviceDay}.highest_temperature`),
  hot: count(sql`${deviceDay}.highest_temperature >= 60`),
  withTemperature: count(sql`${deviceDay}.highest_temperature is not null`),
  lowestFreeHeap: least(sql`${deviceDay}.lowest_free_heap`),
} as const satisfies Record<string, Aggregate>;

/** The fields that the days of a group have in common, with their columns. */
export const GROUPED = {
  model: sql`${device}.model`,
  hardwareRevision: sql`${device}.hardware_revision`,
  status: sql`${deviceDay}.status`,
  firmwareVersion: sql`${deviceDay}.firmware_version`,
} as const;

type Grouped = keyof typeof GROUPED;
const ALL = Object.keys(GROUPED) as Grouped[];
/** Those that never change in the life of a device. */
const FIXED: readonly Grouped[] = ['model', 'hardwareRevision'];

const group = new Source('fleet_day_group', 'g');
const day = new Source('fleet_day', 'fd', sql`fd.starts_at = ${group}.starts_at`);
const dayBefore = new Source('fleet_day', 'fp', sql`fp.starts_at = ${group}.previous_at`);
const dayOfVersion = new Source('fleet_day', 'fv', sql`fv.starts_at = ${group}.previous_of_version_at`);

const inGroup = (name: string): SqlFragment => sql`${group}.${trustedSql(columnOf(name))}`;

const devices: Aggregate = {
  kind: 'first',
  of: sql`${group}.device_days`,
  previous: sql`${dayBefore}.day`,
  previousWithin: { FIRMWARE_VERSION: sql`${dayOfVersion}.day` },
};

const common = {
  table: group,
  joins: [day, dayBefore, dayOfVersion],
  time: sql`${day}.day`,
  days: { near: sql`${group}.starts_at` },
  rows: sum(sql`${group}.device_days`),
  aggregates: addedUp(dayFigures, inGroup),
};

/**
 * The days of devices by what they have in common (ADR 30): a fleet has hundreds of groups a day, and a row for each device. The
 * second rollup counts different devices too. It has no filter by what changes in the life of a device: the filter would take away the
 * row that counts it.
 */
export const fleetDayRollups: readonly Rollup[] = [
  {
    ...common,
    dimensions: dimensionsOf(ALL),
    fields: { ...fieldsOf(ALL), startsAt: listField(DeviceDayRecord, 'startsAt', inGroup('startsAt')) },
  },
  {
    ...common,
    aggregates: { ...common.aggregates, devices },
    dimensions: dimensionsOf([...FIXED, 'firmwareVersion']),
    fields: fieldsOf(FIXED),
    // The rest of a top has several versions: a device that ran two of them would count twice.
    answers: ({ top, dimensions = [] }) => !(top && dimensions.includes('FIRMWARE_VERSION')),
  },
];

function dimensionsOf(names: readonly Grouped[]): Rollup['dimensions'] {
  return Object.fromEntries(names.map((name) => [constantName(name), { sql: sql`nullif(${inGroup(name)}, '')` }]));
}

function fieldsOf(names: readonly Grouped[]): Rollup['fields'] {
  return Object.fromEntries(names.map((name) => [name, listField(DeviceDayRecord, name, inGroup(name))]));
}
