import { DeviceDayRecord } from '../../model/records/device.ts';
import { listField } from '../lists/record-list.ts';
import { trustedSql } from '../sql/sql.ts';
import type { Rollup } from './dataset.ts';
import { columnOf, dayFigures, GROUPED } from './fleet-day-groups.ts';
import { constantName } from './record-dimensions.ts';
import { addedUp } from './rollups.ts';

type Grouped = keyof typeof GROUPED;
const ALL = Object.keys(GROUPED) as Grouped[];
/** Those that never change in the life of a device. */
const FIXED: readonly Grouped[] = ['model', 'hardwareRevision'];

const common = {
  from: `fleet_day_group g left join fleet_day fd on fd.starts_at = g.starts_at
    left join fleet_day fp on fp.starts_at = g.previous_at left join fleet_day fv on fv.starts_at = g.previous_of_version_at`,
  time: 'fd.day',
  days: { near: 'g.starts_at' },
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
    fields: { ...fieldsOf(ALL), startsAt: listField(DeviceDayRecord, 'startsAt', trustedSql('g.starts_at')) },
  },
  {
    ...common,
    aggregates: {
      ...common.aggregates,
      devices: {
        count: 'g.device_days',
        previous: 'fp.day',
        previousWithin: { FIRMWARE_VERSION: 'fv.day' },
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
  return Object.fromEntries(
    names.map((name) => [name, listField(DeviceDayRecord, name, trustedSql(`g.${columnOf(name)}`))]),
  );
}
