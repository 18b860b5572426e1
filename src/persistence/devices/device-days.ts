import type { Pool, PoolClient } from 'pg';
import {
  DAY_MS,
  dayOf,
  inTransaction,
  partitionNames,
  ROLL_UP_LOCK,
  SETTLED_MS,
  startOfDay,
} from './heartbeat-partitions.ts';

/** Maximum months dropped per run, so that a wrong setting is noticed before the history is gone. */
const MAX_DROPPED = 3;
const MONTH = /^device_day_(\d{4})(\d{2})$/;
/** A day of a large fleet is sorted by device, which takes longer than other statements of jobs may. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const SORT_MEMORY = '128MB';
/** How much later than the heartbeat before it a device must have started for that to be another start. */
const START_TOLERANCE_SECONDS = 10;

export interface DayChanges {
  /** The days that were rolled up, oldest first. */
  readonly days: readonly string[];
  /** The partitions that were dropped. */
  readonly dropped: readonly string[];
}

interface DaySettings {
  /** IANA time zone: a day cannot be cut again later, so it must be that of the reports. */
  readonly timeZone: string;
  /** Whole days to keep before the last one. */
  readonly retentionDays: number;
}

/**
 * Writes one row for each device and each day of a time zone that is over and not written yet, from the heartbeats; then
 * drops the months beyond the retention. Days follow one another without a gap, also where the time zone changes between
 * two of them. Each day is a transaction of its own: another call continues where this one stopped, and what another
 * instance does at this moment is left to it.
 * @param now the time of this instance; a day is over when the database's clock says so too
 */
export async function rollUpDays(pool: Pool, now: Date, settings: DaySettings): Promise<DayChanges> {
  const days: string[] = [];
  for (;;) {
    const day = await alone(pool, (client) => rollUpNextDay(client, now, settings));
    if (day === undefined) break;
    days.push(day);
  }
  const dropped: string[] = [];
  for (const name of await outdatedMonths(pool, now, settings.retentionDays)) {
    if (await alone(pool, (client) => dropMonth(client, name))) dropped.push(name);
  }
  return { days, dropped };
}

/** Work that one instance does at a time, and not while partitions change. @returns undefined if another is at it */
function alone<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T | undefined> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as mine`);
    return rows[0]?.mine ? work(client) : undefined;
  });
}

/** @returns the day that was rolled up; undefined if none is over */
async function rollUpNextDay(
  client: PoolClient,
  now: Date,
  { timeZone, retentionDays }: DaySettings,
): Promise<string | undefined> {
  const known = await rolledUp(client);
  const today = Math.min(now.getTime(), known.now.getTime());
  const from = known.until ?? (await firstHeartbeatDay(client));
  if (!from) return undefined;
  const startsAt = new Date(Math.max(from.getTime(), startOfDay(new Date(today)) - retentionDays * DAY_MS));
  const { rows } = await client.query<{ day: string; endsAt: Date; since: Date; onlineSeconds: number }>(
    `select to_char($1::timestamptz at time zone $2, 'YYYY-MM-DD') as day, online_threshold_minutes * 60 as "onlineSeconds",
            (date_trunc('day', $1::timestamptz at time zone $2) + interval '1 day') at time zone $2 as "endsAt",
            $1::timestamptz - make_interval(mins => online_threshold_minutes) as since
       from business_settings`,
    [startsAt, timeZone],
  );
  const [interval] = rows;
  if (!interval || interval.endsAt.getTime() + SETTLED_MS > today) return undefined;
  const { day, endsAt, since, onlineSeconds } = interval;
  await makeMonth(client, startsAt);
  await client.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  await client.query(`set local work_mem = '${SORT_MEMORY}'`);
  const statement = {
    text: ROLL_UP,
    values: [startsAt, endsAt, since, onlineSeconds, known.startsAt, day, timeZone],
    query_timeout: STATEMENT_TIMEOUT_MS,
  };
  await client.query(statement);
  return day;
}

/** The last day that was rolled up; its end is null if there is none. */
async function rolledUp(client: Pick<Pool, 'query'>) {
  const { rows } = await client.query<{ now: Date; startsAt: Date | null; until: Date | null }>(
    `select now() as now, f.starts_at as "startsAt", f.ends_at as until
       from (select) one left join lateral (select * from fleet_day order by starts_at desc limit 1) f on true`,
  );
  return rows[0] ?? { now: new Date(0), startsAt: null, until: null };
}

/** The start (UTC) of the first day that has a heartbeat; of the day before it, nothing is known. */
async function firstHeartbeatDay(client: Pick<Pool, 'query'>): Promise<Date | undefined> {
  const { rows } = await client.query<{ strayed: Date | null }>(
    'select min(received_at) as strayed from heartbeat_default',
  );
  const strayed = rows[0]?.strayed ? startOfDay(rows[0].strayed) : Number.POSITIVE_INFINITY;
  for (const name of await partitionNames(client)) {
    if (dayOf(name) >= strayed) break;
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount) return new Date(dayOf(name));
  }
  return Number.isFinite(strayed) ? new Date(strayed) : undefined;
}

/** A device was heard for as long after each heartbeat as it counts as online, or until the next one. */
const HEARD = `greatest(0, date_part('epoch', least(next_at, received_at + make_interval(secs => $4), $2) - greatest(received_at, $1)))`;
const STARTED = `coalesce(
  timestamp_ms > signed_before and (uptime < uptime_before
    or date_part('epoch', received_at) - uptime > date_part('epoch', received_before) + ${START_TOLERANCE_SECONDS}),
  date_part('epoch', received_at) - uptime >= date_part('epoch', $3::timestamptz))`;

/**
 * One pass over the heartbeats of a day, and of as long before it as a device that is silent counts as online. A device that
 * should have been heard has a row without a heartbeat too, unless nobody was heard: then the service was not listening.
 */
const ROLL_UP = `
  with received as (
    select device_id, received_at, timestamp_ms, uptime, status, firmware_version, firmware_build_number, free_heap,
           wifi_rssi, temperature, received_at >= $1 as today, lead(received_at) over history as next_at,
           lag(received_at) over history as received_before, lag(timestamp_ms) over history as signed_before,
           lag(uptime) over history as uptime_before
      from heartbeat
     where received_at >= $3 and received_at < $2
    window history as (partition by device_id order by received_at, timestamp_ms)
  ), figures as (
    select device_id, count(*) filter (where today) as heartbeats,
           sum(case when status = 'shutdown' then 0 else ${HEARD} end) as heard_seconds,
           count(*) filter (where today and ${STARTED}) as restarts,
           max(firmware_version) filter (where today and next_at is null) as firmware_version,
           max(firmware_build_number) filter (where today and next_at is null) as firmware_build_number,
           min(free_heap) filter (where today) as lowest_free_heap,
           avg(wifi_rssi) filter (where today) as average_rssi, min(wifi_rssi) filter (where today) as lowest_rssi,
           avg(temperature) filter (where today) as average_temperature,
           max(temperature) filter (where today) as highest_temperature
      from received group by device_id
  ), statuses as (
    select distinct on (device_id) device_id, to_status as status, at as since from device_event
     where at < $2 and to_status is distinct from from_status
     order by device_id, at desc, id desc
  ), written as (
    insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts,
                            firmware_version, firmware_build_number, lowest_free_heap, average_rssi, lowest_rssi,
                            average_temperature, highest_temperature)
    select device_id, $1, s.status, coalesce(f.heartbeats, 0), coalesce(round(f.heard_seconds), 0),
           case s.status when 'ACTIVE' then round(date_part('epoch', $2 - greatest($1, s.since))) else 0 end,
           coalesce(f.restarts, 0),
           case when f.heartbeats > 0 then f.firmware_version else coalesce(y.firmware_version, p.firmware_version) end,
           case when f.heartbeats > 0 then f.firmware_build_number
                else coalesce(y.firmware_build_number, p.firmware_build_number) end,
           f.lowest_free_heap, f.average_rssi, f.lowest_rssi, f.average_temperature, f.highest_temperature
      from figures f full join statuses s using (device_id)
      left join (select * from device_day where starts_at = $5) y using (device_id)
      left join (select * from device_presence where last_seen_at < $1) p using (device_id)
     where f.heartbeats > 0 or (s.status = 'ACTIVE' and exists (select from figures where heartbeats > 0))
    returning heartbeats
  )
  insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
  select $1, $2, $6, $7, count(*), coalesce(sum(heartbeats), 0), now() from written`;

async function makeMonth(client: PoolClient, moment: Date): Promise<void> {
  const name = `device_day_${moment.toISOString().slice(0, 7).replace('-', '')}`;
  const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [name]);
  if (rows[0]?.known) return;
  const [from, to] = boundsOf(name).map((bound) => new Date(bound).toISOString());
  // Attached rather than created in place, so that no reader of the other months waits.
  await client.query(`create table ${name} (like device_day including defaults including indexes)`);
  await client.query(`alter table device_day attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** The start of a partition's month and of the next, Unix milliseconds. */
function boundsOf(name: string): readonly [from: number, to: number] {
  const [, year, month] = MONTH.exec(name) ?? [];
  return [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))];
}

/** The months whose days are all beyond the retention, oldest first, not too many at a time. */
async function outdatedMonths(pool: Pool, now: Date, retentionDays: number): Promise<string[]> {
  const { until, now: databaseNow } = await rolledUp(pool);
  if (!until) return [];
  // A clock that is ahead must not drop the history: the retention counts back from the last day there is.
  const last = Math.min(now.getTime(), databaseNow.getTime(), until.getTime());
  const oldestKept = startOfDay(new Date(last)) - retentionDays * DAY_MS;
  return (await monthNames(pool)).filter((name) => boundsOf(name)[1] <= oldestKept).slice(0, MAX_DROPPED);
}

async function monthNames(client: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'device_day'::regclass order by c.relname`,
  );
  return rows.map(({ name }) => name).filter((name) => MONTH.test(name));
}

async function dropMonth(client: PoolClient, name: string): Promise<boolean> {
  if (!(await monthNames(client)).includes(name)) return false;
  await client.query(`alter table device_day detach partition ${name}`);
  await client.query(`drop table ${name}`);
  await client.query('delete from fleet_day where starts_at < $1', [new Date(boundsOf(name)[1])]);
  return true;
}
