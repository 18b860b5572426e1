import { DeviceRecord } from '../../model/records/device.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceListAt } from '../devices/device-list.ts';
import { AHEAD, isOnline } from '../devices/presence-time.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { Source, textOf, trustedSql } from '../sql/sql.ts';
import { type Dataset, defineDataset, percentile, sumOf } from './dataset.ts';
import { fromText } from './from-text.ts';
import type { DescribedDimension, DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';

const ONLINE = textOf(
  isOnline(
    new Source('device_presence', 'p'),
    trustedSql('{now} - make_interval(mins => t.online_threshold_minutes)'),
    trustedSql(`{now} + ${AHEAD}`),
  ),
);
const ACTIVE = 'p.last_seen_at >= {now} - make_interval(days => t.active_threshold_days)';
/** At -75 dBm Wi-Fi begins to lose packets. */
const WEAK_WIFI = 'p.wifi_rssi <= -75';
/** Commercial parts are made for up to 70 degrees; a device that reports 60 inside its case is close to it. */
const HOT = 'p.temperature >= 60';
const AGE_DAYS = 'extract(epoch from {now} - d.created_at)::float8 / 86400';
const AGE = `case when ${AGE_DAYS} < 30 then '0-29' when ${AGE_DAYS} < 90 then '30-89' when ${AGE_DAYS} < 180 then '90-179' when ${AGE_DAYS} < 365 then '180-364' else '365+' end`;

const devices = deviceListAt(new Date(0));

const metrics = {
  devices: { type: 'INTEGER', of: ['devices'], description: 'Devices.' },
  online: {
    type: 'INTEGER',
    of: ['online'],
    description: 'With a heartbeat within the `onlineThresholdMinutes` of the settings that was no `shutdown`.',
  },
  onlineShare: {
    type: 'RATIO',
    of: ['online', 'devices', 'unseen'],
    sql: '{online}::double precision / nullif({devices} - {unseen}, 0)',
    formula: 'ONLINE / (DEVICES - NEVER_SEEN)',
    description: 'The share of devices that are online, of those with any heartbeat; null without one.',
  },
  offline: {
    type: 'INTEGER',
    of: ['devices', 'online', 'unseen'],
    sql: '{devices} - {online} - {unseen}',
    formula: 'DEVICES - ONLINE - NEVER_SEEN',
    description: 'Not online, but with a heartbeat before.',
  },
  active: {
    type: 'INTEGER',
    of: ['active'],
    description: 'With a heartbeat within the `activeThresholdDays` of the settings.',
  },
  activeShare: {
    type: 'RATIO',
    of: ['active', 'devices'],
    sql: '{active}::double precision / nullif({devices}, 0)',
    formula: 'ACTIVE / DEVICES',
    description:
      'The share of devices that are active; by the time of activation, their retention. Null without a device.',
  },
  neverSeen: { type: 'INTEGER', of: ['unseen'], description: 'Without a heartbeat yet.' },
  claimed: { type: 'INTEGER', of: ['claimed'], description: 'Claimed by their owners now.' },
  activated: { type: 'INTEGER', of: ['activated'], description: 'With a heartbeat after the claim.' },
  weakWifi: { type: 'INTEGER', of: ['weakWifi'], description: 'Whose latest heartbeat reported -75 dBm or less.' },
  weakWifiShare: {
    type: 'RATIO',
    of: ['weakWifi', 'withWifi'],
    sql: '{weakWifi}::double precision / nullif({withWifi}, 0)',
    formula: 'WEAK_WIFI / devices that reported a signal',
    description: 'The share of devices with a weak signal, of those that reported one; null without one.',
  },
  averageWifiRssi: {
    type: 'NUMBER',
    unit: 'dBm',
    of: ['wifi', 'withWifi'],
    sql: '-{wifi}::double precision / nullif({withWifi}, 0)',
    description: 'The mean signal of the latest heartbeats; null without one.',
  },
  hot: { type: 'INTEGER', of: ['hot'], description: 'Whose latest heartbeat reported 60 degrees Celsius or more.' },
  hotShare: {
    type: 'RATIO',
    of: ['hot', 'withTemperature'],
    sql: '{hot}::double precision / nullif({withTemperature}, 0)',
    formula: 'HOT / devices that reported a temperature',
    description: 'The share of hot devices, of those that reported a temperature; null without one.',
  },
  averageTemperature: {
    type: 'NUMBER',
    unit: '°C',
    of: ['temperature', 'withTemperature'],
    sql: '{temperature} / nullif({withTemperature}, 0)',
    description: 'The mean temperature of the latest heartbeats; null without one.',
  },
  medianAgeDays: {
    type: 'NUMBER',
    unit: 'days',
    of: ['medianAgeDays'],
    description: 'The median age of the devices; null without a device.',
  },
} as const satisfies Record<string, DescribedMetric>;

const ageAndPresence = {
  ONLINE: {
    type: 'BOOLEAN',
    description: 'Whether the device is online now.',
    needs: [],
    sql: `coalesce(${ONLINE}, false)::text`,
  },
  AGE_IN_DAYS: {
    type: 'TEXT',
    description: 'The age of the device: `0-29`, `30-89`, `90-179`, `180-364` or `365+` days.',
    needs: [],
    sql: AGE,
  },
} as const satisfies Record<string, DescribedDimension>;

const dimensions = {
  ...dimensionsOf(devices, undefined, ['online']),
  ...dimensionsOf(customerList, { name: 'owner', needs: guardOf(DeviceRecord, 'owner') }),
  ...ageAndPresence,
};

/** The current devices, with the thresholds of the business settings. */
export const deviceDataset: Dataset<keyof typeof metrics> = {
  from: `${fromText(devices)} cross join business_settings t left join customer c on c.id = d.owner_id`,
  time: 'd.created_at',
  times: timesOf(devices),
  aggregates: {
    devices: 'count(*)',
    online: `count(*) filter (where ${ONLINE})`,
    active: `count(*) filter (where ${ACTIVE})`,
    unseen: 'count(*) filter (where p.last_seen_at is null)',
    claimed: 'count(*) filter (where d.claimed_at is not null)',
    activated: 'count(*) filter (where d.activated_at is not null)',
    weakWifi: `count(*) filter (where ${WEAK_WIFI})`,
    withWifi: 'count(p.wifi_rssi)',
    // Signals are zero or less: their sum is told without its sign, as sums are zero or more.
    wifi: 'coalesce(-sum(p.wifi_rssi), 0)::bigint',
    hot: `count(*) filter (where ${HOT})`,
    withTemperature: 'count(p.temperature)',
    temperature: sumOf('p.temperature'),
    medianAgeDays: percentile(0.5, { from: 'd.created_at', to: '{now}', unit: 'days' }),
  },
  metrics,
  dimensions,
  fields: devices.fields,
};

export const deviceQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'DEVICES',
  prefix: 'Device',
  description: 'The devices as they are now, by the time they were made, claimed, activated or last heard of.',
  model: DeviceRecord,
  metrics,
  dimensions,
  times: ['CREATED_AT', 'CLAIMED_AT', 'ACTIVATED_AT', 'LAST_SEEN_AT'],
  at: (now) => {
    const { fields } = deviceListAt(now);
    return { ...deviceDataset, fields, edges: filterEdgesOf(devices, now) };
  },
};

/** The devices that were ever seen, with the thresholds of the business settings. */
export const presenceDataset = defineDataset({
  from: 'device_presence p cross join business_settings t',
  aggregates: {
    seen: 'count(*)',
    online: deviceDataset.aggregates.online ?? '',
    active: deviceDataset.aggregates.active ?? '',
  },
  metrics: { seen: { type: 'INTEGER', of: ['seen'] }, online: metrics.online, active: metrics.active },
  dimensions: {
    HARDWARE_REVISION: { sql: 'p.device_hardware_revision' },
    FIRMWARE_VERSION: { sql: 'p.firmware_version' },
  },
  fields: {},
});

/** The current batches. */
export const batchDataset = defineDataset({
  from: 'inventory_batch b',
  aggregates: { batches: 'count(*)' },
  metrics: { batches: { type: 'INTEGER', of: ['batches'] } },
  dimensions: { STATUS: { sql: 'b.status' } },
  fields: { status: { column: trustedSql('b.status'), type: 'enum' } },
});

const CODE_STATUS = `case when c.status = 'AVAILABLE' and c.expires_at <= {now} then 'EXPIRED' else c.status end`;

/** The current claim codes; EXPIRED is derived from the time and never stored. */
export const claimCodeDataset = defineDataset({
  from: 'claim_code c',
  aggregates: { codes: 'count(*)' },
  metrics: { claimCodes: { type: 'INTEGER', of: ['codes'] } },
  dimensions: { STATUS: { sql: CODE_STATUS } },
  fields: {},
});
