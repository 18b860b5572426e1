import { DeviceDayRecord } from '../../model/records/device.ts';
import { listField } from '../lists/record-list.ts';
import type { Rollup } from './dataset.ts';
import { columnOf, dayFigures, GROUPED } from './fleet-day-groups.ts';
import { constantName } from './record-dimensions.ts';
import { addedUp } from './rollups.ts';

type Grouped = keyof typeof GROUPED;
const ALL = Object.keys(GROUPED) as Grouped[];
/** Those that never change in the life of a device. */
const FIXED: readonly Grouped[] = ['model', 'hardwareRevision'];

const common = {
  from: 'fleet_day_group g',
  time: 'g.starts_at',
  rows: 'sum(g.device_days)',
  aggregates: addedUp(dayFigures, (name) => `g.${columnOf(name)}`),
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
    fields: { ...fieldsOf(ALL), startsAt: listField(DeviceDayRecord, 'startsAt', common.time) },
  },
  {
    ...common,
    aggregates: {
      ...common.aggregates,
      devices: {
        count: 'g.device_days',
        previous: 'g.previous_at',
        previousWithin: { FIRMWARE_VERSION: 'g.previous_of_version_at' },
      },
    },
    dimensions: dimensionsOf([...FIXED, 'firmwareVersion']),
    fields: fieldsOf(FIXED),
    // The rest of a top has several versions: a device that ran two of them would count twice.
    answers: ({ top, dimensions = [] }) => !(top && dimensions.includes('FIRMWARE_VERSION')),
  },
];

function dimensionsOf(names: readonly Grouped[]): Rollup['dimensions'] {
  return Object.fromEntries(names.map((name) => [constantName(name), { sql: `nullif(g.${columnOf(name)}, '')` }]));
}

function fieldsOf(names: readonly Grouped[]): Rollup['fields'] {
  return Object.fromEntries(names.map((name) => [name, listField(DeviceDayRecord, name, `g.${columnOf(name)}`)]));
}
