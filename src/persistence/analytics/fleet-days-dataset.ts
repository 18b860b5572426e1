import { DeviceDayRecord } from '../../model/records/device.ts';
import { deviceDayList } from '../devices/device-list.ts';
import { sql } from '../sql/sql.ts';
import { distinct } from './aggregates.ts';
import { dayFigures, fleetDayRollups } from './fleet-day-rollups.ts';
import { ratio } from './formula.ts';
import { ofDevices } from './of-devices.ts';
import { integer, number, questionSet, share } from './question-set.ts';
import { declaredOf, guardOf, joinOf } from './record-dimensions.ts';

const deviceDay = deviceDayList.table;
const day = sql`${joinOf(deviceDayList, 'fleet_day')}.day`;

const device = joinOf(deviceDayList, 'device');
// The day has its own model and others.
const ofDay = ofDevices(device, guardOf(DeviceDayRecord, 'device'), ['model', 'hardwareRevision', 'batchCode']);
const declared = declaredOf(deviceDayList, ofDay.across);
const { STARTS_AT = { description: '', needs: [] } } = declared.moments;
const OFFLINE_HOURS = {
  description: 'How long an ACTIVE device was not online, in hours.',
  type: 'NUMBER',
  unit: 'hours',
  needs: [],
  sql: sql`greatest(${deviceDay}.expected_seconds - ${deviceDay}.heard_seconds, 0) / 3600::double precision`,
} as const;

const metrics = {
  deviceDays: integer('deviceDays', 'Days of devices: a device counts once for each day.'),
  devices: integer('devices', 'Different devices.'),
  heartbeats: integer('heartbeats', 'Heartbeats that came in.'),
  uptimeShare: share(
    'heard',
    'expected',
    'The share of the time that ACTIVE devices were online; null where none should have been.',
    { formula: 'the seconds online / the seconds that ACTIVE devices should have been online' },
  ),
  restarts: integer('restarts', 'How often devices started.'),
  averageWifiRssi: number('dBm', ratio('wifiRssi', 'withWifi'), 'The mean Wi-Fi signal of the days; null without one.'),
  weakWifiShare: share(
    'weakWifi',
    'withWifi',
    'The share of the days with a weak Wi-Fi signal; null without a signal.',
    { formula: 'days with a mean of -75 dBm or less / days with a signal' },
  ),
  averageTemperature: number(
    '°C',
    ratio('temperature', 'withMeanTemperature'),
    'The mean temperature of the days; null without one.',
  ),
  highestTemperature: number(
    '°C',
    'highestTemperature',
    'The highest temperature that was reported; null without one.',
  ),
  hotShare: share(
    'hot',
    'withTemperature',
    'The share of the days on which a device was hot; null without a temperature.',
    { formula: 'days with 60 degrees Celsius or more / days with a temperature' },
  ),
  lowestFreeHeap: number('bytes', 'lowestFreeHeap', 'The least free memory that was reported; null without one.'),
};

export const fleetDayQuestions = questionSet(
  {
    name: 'FLEET_DAYS',
    prefix: 'FleetDay',
    description:
      'The days of devices, which are those of the business time zone: in any time zone a day counts as the day of the same date. Each is written once it is over, and kept for 400 days unless the installation says otherwise.',
    times: ['STARTS_AT'],
  },
  () => deviceDayList,
  {
    table: deviceDay,
    joins: [...(deviceDayList.joins ?? []), ...ofDay.joins],
    time: day,
    times: { STARTS_AT: day },
    days: { near: sql`${deviceDay}.starts_at` },
    aggregates: { ...dayFigures, devices: distinct(sql`${deviceDay}.device_id`) },
    rollups: fleetDayRollups,
    metrics,
    ...declared,
    numbers: { ...declared.numbers, OFFLINE_HOURS },
    moments: { ...declared.moments, STARTS_AT: { ...STARTS_AT, sql: day, isDay: true } },
    fields: deviceDayList.fields,
  },
);
