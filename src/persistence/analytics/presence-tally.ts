import type { Pool } from 'pg';
import { runAlone } from '../sql/alone.ts';
import { defineDataset } from './dataset.ts';
import { deviceDataset } from './device-datasets.ts';

/** Fleets up to this size are counted at each call, which takes some milliseconds. */
const COUNTED_AT_ONCE = 50_000;
/** The job counts every minute. */
const MAX_AGE = `interval '2 minutes'`;

const { online, active } = deviceDataset.metrics;
const metrics = { seen: { type: 'INTEGER', of: ['seen'] }, online, active } as const;

/** The devices that were ever seen, with the thresholds of the business settings. Each has a device: a foreign key says so. */
export const presenceDataset = defineDataset({
  from: `device_presence p cross join business_settings t left join device d on d.id = p.device_id`,
  aggregates: {
    seen: 'count(*)',
    online: deviceDataset.aggregates.online ?? '',
    active: deviceDataset.aggregates.active ?? '',
  },
  metrics,
  dimensions: { HARDWARE_REVISION: { sql: 'd.hardware_revision' }, FIRMWARE_VERSION: { sql: 'p.firmware_version' } },
  fields: {},
});

/** The same of a large fleet, as the job has counted it last. */
export const presenceTally = defineDataset({
  from: 'presence_tally k',
  aggregates: Object.fromEntries(
    Object.keys(metrics).map((figure) => [figure, `coalesce(sum(k.${figure}), 0)::bigint`]),
  ),
  metrics,
  dimensions: { HARDWARE_REVISION: { sql: 'k.hardware_revision' }, FIRMWARE_VERSION: { sql: 'k.firmware_version' } },
  fields: {},
});

/**
 * SQL: when the job has counted the presences by the present thresholds, in the two minutes before `now`; null if it has
 * not.
 * @param now SQL of the present time
 */
export function presencesCountedAt(now: string): string {
  return `(select max(k.at) from presence_tally k join business_settings t using (online_threshold_minutes, active_threshold_days)
    where k.at > ${now} - ${MAX_AGE} and k.at <= ${now})`;
}

/** The thresholds of the counting itself, so that those who read it know which it was. */
const COUNT = `
  insert into presence_tally
  select $1::timestamptz(3), t.online_threshold_minutes, t.active_threshold_days, d.hardware_revision, p.firmware_version,
         count(*), ${inside('online')}, ${inside('active')}
    from device_presence p join device d on d.id = p.device_id cross join business_settings t
   group by 1, 2, 3, 4, 5`;

function inside(aggregate: string): string {
  return String(deviceDataset.aggregates[aggregate] ?? '').replaceAll('{now}', '$1::timestamptz');
}

/**
 * Counts the presences of a large fleet anew, unless somebody else is counting them; a small one has no tally.
 * @param small up to how many devices that were ever seen a fleet is small
 */
export async function countPresences(pool: Pick<Pool, 'connect'>, now: Date, small = COUNTED_AT_ONCE): Promise<void> {
  // Another instance may be at it, or the job of the minute beside that of the start: they would write the same rows.
  await runAlone(pool, 'countPresences', async (client) => {
    await client.query('delete from presence_tally');
    const { rowCount } = await client.query('select from device_presence offset $1 limit 1', [small]);
    if (rowCount) await client.query(COUNT, [now]);
  });
}
