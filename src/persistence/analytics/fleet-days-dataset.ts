import { DeviceDayRecord } from '../../model/records/device.ts';
import { deviceDayList } from '../devices/device-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { type Dataset, distinct } from './dataset.ts';
import { dayFigures } from './fleet-day-groups.ts';
import { fleetDayRollups } from './fleet-day-rollups.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf } from './record-dimensions.ts';

const metrics = {
  deviceDays: {
    type: 'INTEGER',
    of: ['deviceDays'],
    description: 'Days of devices: a device counts once for each day.',
  },
  devices: { type: 'INTEGER', of: ['devices'], description: 'Different devices.' },
  heartbeats: { type: 'INTEGER', of: ['heartbeats'], description: 'Heartbeats that came in.' },
  uptimeShare: {
    type: 'RATIO',
    of: ['heard', 'expected'],
    sql: '{heard}::double precision / nullif({expected}, 0)',
    formula: 'the seconds online / the seconds that ACTIVE devices should have been online',
    description: 'The share of the time that ACTIVE devices were online; null where none should have been.',
  },
  restarts: { type: 'INTEGER', of: ['restarts'], description: 'How often devices started.' },
  averageWifiRssi: {
    type: 'NUMBER',
    unit: 'dBm',
    of: ['wifiRssi', 'withWifi'],
    sql: '{wifiRssi} / nullif({withWifi}, 0)',
    description: 'The mean Wi-Fi signal of the days; null without one.',
  },
  weakWifiShare: {
    type: 'RATIO',
    of: ['weakWifi', 'withWifi'],
    sql: '{weakWifi}::double precision / nullif({withWifi}, 0)',
    formula: 'days with a mean of -75 dBm or less / days with a signal',
    description: 'The share of the days with a weak Wi-Fi signal; null without a signal.',
  },
  averageTemperature: {
    type: 'NUMBER',
    unit: '°C',
    of: ['temperature', 'withMeanTemperature'],
    sql: '{temperature} / nullif({withMeanTemperature}, 0)',
    description: 'The mean temperature of the days; null without one.',
  },
  highestTemperature: {
    type: 'NUMBER',
    unit: '°C',
    of: ['highestTemperature'],
    description: 'The highest temperature that was reported; null without one.',
  },
  hotShare: {
    type: 'RATIO',
    of: ['hot', 'withTemperature'],
    sql: '{hot}::double precision / nullif({withTemperature}, 0)',
    formula: 'days with 60 degrees Celsius or more / days with a temperature',
    description: 'The share of the days on which a device was hot; null without a temperature.',
  },
  lowestFreeHeap: {
    type: 'NUMBER',
    unit: 'bytes',
    of: ['lowestFreeHeap'],
    description: 'The least free memory that was reported; null without one.',
  },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = dimensionsOf(deviceDayList);

const fleetDaysDataset: Dataset<keyof typeof metrics> = {
  from: fromText(deviceDayList),
  time: 'fd.day',
  times: { STARTS_AT: 'fd.day' },
  days: { near: 'dd.starts_at' },
  aggregates: { ...dayFigures, devices: distinct('dd.device_id') },
  rollups: fleetDayRollups,
  metrics,
  dimensions,
  fields: deviceDayList.fields,
};

export const fleetDayQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'FLEET_DAYS',
  prefix: 'FleetDay',
  description:
    'The days of devices, which are those of the business time zone: in any time zone a day counts as the day of the same date. Each is written once it is over, and kept for 400 days unless the installation says otherwise.',
  model: DeviceDayRecord,
  metrics,
  dimensions,
  times: ['STARTS_AT'],
  at: (now) => ({ ...fleetDaysDataset, edges: filterEdgesOf(deviceDayList, now) }),
};
