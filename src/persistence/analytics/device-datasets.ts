import { DeviceRecord } from '../../model/records/device.ts';
import { customerList } from '../customers/customer-list.ts';
import { claimCodeListAt } from '../devices/claim-code-list.ts';
import { deviceListAt, presence } from '../devices/device-list.ts';
import { AHEAD, isOnline } from '../devices/presence-time.ts';
import { batchList } from '../inventory/batch-list.ts';
import { saleList } from '../sales/sale-list.ts';
import { Source, sql, tableSql, trustedSql } from '../sql/sql.ts';
import { tallySource } from '../tallies.ts';
import { count, percentile, sum, total } from './aggregates.ts';
import { NOW } from './asked.ts';
import { defineDataset } from './dataset.ts';
import { minus, negative, ratio } from './formula.ts';
import { type DescribedDataset, type DescribedDimension, integer, number, questionSet, share } from './question-set.ts';
import { declaredOf, guardOf, joinedBy, timesOf } from './record-dimensions.ts';
import { tallyRollup } from './tally-rollups.ts';

const devices = deviceListAt(new Date(0));
const device = devices.table;
const owner = new Source('customer', 'c', sql`c.id = ${device}.owner_id`);

// In subqueries, which are evaluated once: a subtraction for each of a million presences takes as long as reading them.
const ONLINE = isOnline(
  presence,
  sql`(select ${NOW} - make_interval(mins => online_threshold_minutes) from business_settings)`,
  sql`${NOW} + ${trustedSql(AHEAD)}`,
);
const ACTIVE = sql`${presence}.last_seen_at >= (select ${NOW} - make_interval(days => active_threshold_days) from business_settings)`;
/** At -75 dBm Wi-Fi begins to lose packets. */
const WEAK_WIFI = sql`${presence}.wifi_rssi <= -75`;
/** Commercial parts are made for up to 70 degrees; a device that reports 60 inside its case is close to it. */
const HOT = sql`${presence}.temperature >= 60`;
const AGE_DAYS = sql`extract(epoch from ${NOW} - ${device}.created_at)::float8 / 86400`;
const AGE = sql`case when ${AGE_DAYS} < 30 then '0-29' when ${AGE_DAYS} < 90 then '30-89' when ${AGE_DAYS} < 180 then '90-179' when ${AGE_DAYS} < 365 then '180-364' else '365+' end`;

const metrics = {
  devices: integer('devices', 'Devices.'),
  online: integer(
    'online',
    'With a heartbeat within the `onlineThresholdMinutes` of the settings that was no `shutdown`.',
  ),
  onlineShare: share(
    'online',
    minus('devices', 'unseen'),
    'The share of devices that are online, of those with any heartbeat; null without one.',
    { formula: 'ONLINE / (DEVICES - NEVER_SEEN)' },
  ),
  offline: integer(minus('devices', 'online', 'unseen'), 'Not online, but with a heartbeat before.', {
    formula: 'DEVICES - ONLINE - NEVER_SEEN',
  }),
  active: integer('active', 'With a heartbeat within the `activeThresholdDays` of the settings.'),
  activeShare: share(
    'active',
    'devices',
    'The share of devices that are active; by the time of activation, their retention. Null without a device.',
    { formula: 'ACTIVE / DEVICES' },
  ),
  neverSeen: integer('unseen', 'Without a heartbeat yet.'),
  claimed: integer('claimed', 'Claimed by their owners now.'),
  activated: integer('activated', 'With a heartbeat after the claim.'),
  weakWifi: integer('weakWifi', 'Whose latest heartbeat reported -75 dBm or less.'),
  weakWifiShare: share(
    'weakWifi',
    'withWifi',
    'The share of devices with a weak signal, of those that reported one; null without one.',
    { formula: 'WEAK_WIFI / devices that reported a signal' },
  ),
  averageWifiRssi: number(
    'dBm',
    ratio(negative('wifi'), 'withWifi'),
    'The mean signal of the latest heartbeats; null without one.',
  ),
  hot: integer('hot', 'Whose latest heartbeat reported 60 degrees Celsius or more.'),
  hotShare: share(
    'hot',
    'withTemperature',
    'The share of hot devices, of those that reported a temperature; null without one.',
    { formula: 'HOT / devices that reported a temperature' },
  ),
  averageTemperature: number(
    '°C',
    ratio('temperature', 'withTemperature'),
    'The mean temperature of the latest heartbeats; null without one.',
  ),
  medianAgeDays: number('days', 'medianAgeDays', 'The median age of the devices; null without a device.'),
};

const ageAndPresence = {
  ONLINE: {
    type: 'BOOLEAN',
    description: 'Whether the device is online now.',
    needs: [],
    sql: sql`coalesce(${ONLINE}, false)::text`,
  },
  AGE_IN_DAYS: {
    type: 'TEXT',
    description: 'The age of the device: `0-29`, `30-89`, `90-179`, `180-364` or `365+` days.',
    needs: [],
    sql: AGE,
  },
} as const satisfies Record<string, DescribedDimension>;

/** The sale that has the device now: there is one at most (the index sale_one_live_per_device). */
const liveSale = new Source(
  'sale',
  'live',
  sql`live.device_id = ${device}.id and live.status not in ('CANCELLED', 'REFUNDED') and live.device_released_at is null`,
);
const SALE = guardOf(DeviceRecord, 'activeSale');
const SOLD_AT = {
  description: 'When it was sold to the customer who has it now.',
  needs: [SALE],
  sql: sql`${liveSale}.sold_at`,
};
const declared = declaredOf(
  devices,
  [
    { edge: 'owner', needs: [guardOf(DeviceRecord, 'owner')], joined: joinedBy(owner, customerList) },
    {
      edge: 'activeSale',
      needs: [SALE],
      joined: joinedBy(liveSale, saleList),
      except: ['soldAt', 'customer', 'device', 'preorder'],
    },
  ],
  ['online'],
);

/** The current devices, with the thresholds of the business settings. */
export const deviceDataset: DescribedDataset<keyof typeof metrics> = {
  table: device,
  joins: [...(devices.joins ?? []), owner, liveSale],
  time: sql`${device}.created_at`,
  times: timesOf(devices),
  aggregates: {
    devices: count(),
    online: count(ONLINE),
    active: count(ACTIVE),
    unseen: count(sql`${presence}.last_seen_at is null`),
    claimed: count(sql`${device}.claimed_at is not null`),
    activated: count(sql`${device}.activated_at is not null`),
    weakWifi: count(WEAK_WIFI),
    withWifi: count(sql`${presence}.wifi_rssi is not null`),
    // Signals are zero or less, and sums zero or more.
    wifi: sum(sql`-${presence}.wifi_rssi`),
    hot: count(HOT),
    withTemperature: count(sql`${presence}.temperature is not null`),
    temperature: total(sql`${presence}.temperature`),
    medianAgeDays: percentile(0.5, { from: sql`${device}.created_at`, to: NOW, unit: 'days' }),
  },
  rollups: [
    tallyRollup('device', (_tally, number) => ({ devices: sum(number) }), {
      STATUS: 'status',
      MODEL: 'model',
      HARDWARE_REVISION: 'hardware_revision',
      FIRMWARE_CHANNEL: 'firmware_channel',
    }),
  ],
  metrics,
  ...declared,
  dimensions: { ...declared.dimensions, ...ageAndPresence },
  moments: { ...declared.moments, SOLD_AT },
  fields: devices.fields,
};

export const deviceQuestions = questionSet(
  {
    name: 'DEVICES',
    prefix: 'Device',
    description: 'The devices as they are now, by the time they were made, claimed, activated or last heard of.',
    times: ['CREATED_AT', 'CLAIMED_AT', 'ACTIVATED_AT', 'LAST_SEEN_AT'],
  },
  deviceListAt,
  deviceDataset,
);

/** The devices that were ever seen. */
export const presenceDataset = defineDataset({
  table: presence,
  aggregates: { seen: count(), online: count(ONLINE), active: count(ACTIVE) },
  metrics: {
    seen: { type: 'INTEGER', is: 'seen' },
    online: { type: 'INTEGER', is: 'online' },
    active: { type: 'INTEGER', is: 'active' },
  },
  dimensions: {
    HARDWARE_REVISION: { sql: sql`${presence}.device_hardware_revision` },
    FIRMWARE_VERSION: { sql: sql`${presence}.firmware_version` },
  },
  fields: {},
});

/** The current batches. */
export const batchDataset = defineDataset({
  table: batchList.table,
  aggregates: { batches: count() },
  metrics: { batches: { type: 'INTEGER', is: 'batches' } },
  dimensions: { STATUS: { sql: sql`${batchList.table}.status` } },
  fields: { status: { column: sql`${batchList.table}.status`, type: 'enum' } },
});

const code = claimCodeListAt(new Date(0)).table;
const codeTally = tallySource('claim_code');
/** EXPIRED is derived from the time: an index of the AVAILABLE codes by their end counts it. */
const counted = new Source(
  sql`(select ${codeTally}.status, ${codeTally}.count from ${tableSql(codeTally)}
    union all select w.status, w.sign * e.count
      from (select count(*) from claim_code where status = 'AVAILABLE' and expires_at <= ${NOW}) e
     cross join (values ('EXPIRED', 1), ('AVAILABLE', -1)) w (status, sign))`,
  'k',
);

/** The current claim codes; EXPIRED is derived from the time and never stored. */
export const claimCodeDataset = defineDataset({
  table: code,
  aggregates: { codes: count() },
  rollups: [
    {
      table: counted,
      rows: sum(sql`${counted}.count`),
      aggregates: { codes: sum(sql`${counted}.count`) },
      dimensions: { STATUS: { sql: sql`${counted}.status` } },
      fields: {},
    },
  ],
  metrics: { claimCodes: { type: 'INTEGER', is: 'codes' } },
  dimensions: {
    STATUS: {
      sql: sql`case when ${code}.status = 'AVAILABLE' and ${code}.expires_at <= ${NOW} then 'EXPIRED' else ${code}.status end`,
    },
  },
  fields: {},
});
