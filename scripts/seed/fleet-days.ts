import { addDays, dateIn, startOfDay } from '../../src/model/zoned-time.ts';
import { type Bucket, bucketsIn } from '../../src/persistence/analytics/buckets.ts';
import { makeMonth } from '../../src/persistence/devices/device-days.ts';
import { groupAllDays } from '../../src/persistence/devices/fleet-day-groups.ts';
import { ROLL_UP_LOCK } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { chance, PLACE, time } from './sql.ts';
import type { Facts, Step } from './step.ts';

/** What was heard of a part of the fleet on each of the last days, as the service keeps it when the heartbeats are gone. */

/** One device of so many speaks: it has heartbeats. */
const EACH = 100;
const DAYS = 90;
/** So many devices have days, or those that speak: half a million rows, a few seconds of the seed. */
const MAX_WITH_DAYS = 5_000;
const CHUNK = 1_000;
/** A day is rolled up so long after its end. */
const SETTLED_SECONDS = 3_600;
/** Seconds between two heartbeats of a device. */
const HEARTBEAT_SECONDS = 60;

/** How many devices speak. */
export const speakers = ({ devices: count }: Pick<Facts, 'devices'>) => Math.max(20, Math.ceil(count / EACH));

/** SQL: the number of the k-th device that speaks. */
export const speaker = (k: string, facts: Pick<Facts, 'devices'>) =>
  `(1 + (${k} - 1) * greatest(1, ${facts.devices} / ${speakers(facts)}))`;

/** Of a small business every device has days, of a large one each of so many that speak. */
const isSmall = ({ devices }: Pick<Facts, 'devices'>) => devices <= MAX_WITH_DAYS;
const step = (facts: Pick<Facts, 'devices'>) => Math.ceil(speakers(facts) / MAX_WITH_DAYS);
const withDays = (facts: Pick<Facts, 'devices'>) =>
  isSmall(facts) ? facts.devices : Math.ceil(speakers(facts) / step(facts));
/** SQL: the number of the k-th device that has days. */
const withDay = (k: string, facts: Pick<Facts, 'devices'>) =>
  isSmall(facts) ? k : speaker(`((${k} - 1) * ${step(facts)} + 1)`, facts);

/**
 * The days themselves, and the months they lie in. Where the service has rolled up days already, new devices only join those:
 * days follow one another without a gap.
 */
const days: Step = {
  name: 'days of the fleet',
  async run(client, { zone, timeline: { now } }) {
    await client.query(`select pg_advisory_xact_lock(${ROLL_UP_LOCK})`);
    const over = daysUntil(now, zone);
    const { rows } = await client.query<{ startsAt: Date }>(
      `insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
       select starts_at, ends_at, day, $1, 0, 0, now()
         from unnest($2::timestamptz[], $3::timestamptz[], $4::date[]) as d (starts_at, ends_at, day)
        where not exists (select from fleet_day)
        order by starts_at
       returning starts_at as "startsAt"`,
      [zone, over.map(({ start }) => start), over.map(({ end }) => end), over.map(({ date }) => date)],
    );
    for (const { startsAt } of rows) await makeMonth(client, startsAt);
    return rows.length;
  },
};

/** The last days of the business that are over, as its reports cut them. @param now Unix seconds */
function daysUntil(now: number, zone: string): readonly Bucket[] {
  const today = dateIn(new Date(now * 1_000), zone);
  const range = { from: startOfDay(addDays(today, -DAYS), zone), to: startOfDay(today, zone) };
  return bucketsIn('DAY', range, zone).filter(({ end }) => end.getTime() <= (now - SETTLED_SECONDS) * 1_000);
}

const ACTIVE_SECONDS = `extract(epoch from f.ends_at - greatest(f.starts_at, ${time('d.activated')}))`;

/**
 * A row for each day that a device ended as ACTIVE. It is silent after its presence, on some days, and for a part of others;
 * what it ran is what was installed until then.
 */
const devices: Step = {
  name: 'days of devices',
  of: withDays,
  chunk: CHUNK,
  fills: ['device_day'],
  async run(client, facts, from, to) {
    await client.query(`select pg_advisory_xact_lock(${ROLL_UP_LOCK})`);
    const { rows } = await client.query<{ made: number }>(daysOfDevices(facts, from, to));
    return rows[0]?.made ?? 0;
  },
};

function daysOfDevices(facts: Facts, from: number, to: number): string {
  const key = `(d.d::bigint * 400 + f.n)`;
  return `
    with speaking as materialized (
      select d.d, d.id, d.activated, d.twist_at, d.created, b.hardware_revision, p.last_seen_at, p.wifi_rssi, p.free_heap, p.temperature
        from generate_series(${from}, ${to}) k
        join ${PLACE}.device d on d.d = ${withDay('k', facts)} and d.was = 'ACTIVE'
        join ${PLACE}.batch b on b.n = d.batch
        join device_presence p on p.device_id = d.id
    ), ran as materialized (
      select d, version, build, at, lead(at, 1, 'infinity') over (partition by d order by build) as until
        from (select d, version, build, at, max(build) over (partition by d order by at rows between unbounded preceding and 1 preceding) as known
                from (select s.d, r.version, r.build_number as build, i.finished_at as at
                        from speaking s join installation i on i.device_id = s.id and i.status = 'SUCCESS' join release r on r.id = i.release_id
                      union all
                      select s.d, f.version, f.build, '-infinity'
                        from speaking s cross join lateral (
                             select version, build from ${PLACE}.version
                              where hardware_revision = s.hardware_revision and (at <= s.created or n = 1) order by build desc limit 1) f) v) v
       where known is null or build > known
    ), f as materialized (
      select starts_at, ends_at, row_number() over (order by starts_at) as n from fleet_day
       where starts_at > ${time(String(facts.timeline.now))} - interval '${DAYS + 1} days'
    ), heard as (
      select d.*, f.starts_at, f.n, ${key} as key, round(${ACTIVE_SECONDS})::int as expected,
             round(${ACTIVE_SECONDS} * case when f.starts_at > d.last_seen_at or u < 0.02 then 0 when u < 0.1 then u * 9 else 0.97 + 0.03 * u end)::int as heard,
             r.version, r.build, r.at >= f.starts_at as updated
        from speaking d
        join f on f.ends_at > ${time('d.activated')} and (d.twist_at is null or f.ends_at <= ${time('d.twist_at')})
        join ran r on r.d = d.d and r.at < f.ends_at and r.until >= f.ends_at
       cross join lateral (select ${chance(key, 91)} as u offset 0) u
    ), written as (
      insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts, firmware_version,
                              firmware_build_number, lowest_free_heap, average_rssi, lowest_rssi, average_temperature, highest_temperature)
      select id, starts_at, 'ACTIVE', heartbeats, heard, expected,
             case when heartbeats = 0 then 0 else updated::int + floor(3 * ${chance('key', 92)} ^ 6)::int end, version, build,
             case when heartbeats > 0 then free_heap - floor(20000 * ${chance('key', 93)})::int end,
             case when heartbeats > 0 then wifi_rssi + round((4 * ${chance('key', 94)} - 2)::numeric, 1)::float8 end,
             case when heartbeats > 0 then wifi_rssi - 3 - floor(8 * ${chance('key', 94)})::int end,
             case when heartbeats > 0 then temperature + round((3 * ${chance('key', 95)})::numeric, 1)::float8 end,
             case when heartbeats > 0 then temperature + 4 + round((8 * ${chance('key', 95)})::numeric, 1)::float8 end
        from heard cross join lateral (select heard / ${HEARTBEAT_SECONDS} as heartbeats) h
       order by starts_at, id
      on conflict do nothing
      returning starts_at, heartbeats
    ), counted as (
      update fleet_day f set devices = f.devices + w.devices, heartbeats = f.heartbeats + w.heartbeats
        from (select starts_at, count(*) as devices, sum(heartbeats) as heartbeats from written group by 1) w
       where f.starts_at = w.starts_at
    )
    select count(*)::int as made from written`;
}

/** As the service does after each day. */
const groups: Step = {
  name: 'groups of the days',
  async run(client) {
    await client.query(`select pg_advisory_xact_lock(${ROLL_UP_LOCK})`);
    await groupAllDays(client);
    const { rows } = await client.query<{ made: number }>('select count(*)::int as made from fleet_day_group');
    return rows[0]?.made ?? 0;
  },
};

export const fleetDays: readonly Step[] = [days, devices, groups];
