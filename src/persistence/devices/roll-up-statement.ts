import type { PoolClient } from 'pg';

/** A day of a large fleet is sorted by device, which takes longer than other statements of jobs may. */
const STATEMENT_TIMEOUT_MS = 3_600_000;
const SORT_MEMORY = '128MB';
/** The minimum time between the previous heartbeat and a start of the device that counts as another start. */
const START_TOLERANCE_SECONDS = 10;

/** Fragments in which a roll-up and its correction differ. */
interface Parts {
  /** A table `old` of the rows that the day has. */
  readonly old: string;
  /** Which devices are counted. */
  readonly counted: string;
  /** Whether anybody was heard in the day. */
  readonly isHeard: string;
  /** The firmware of a silent device, unless another source has it. */
  readonly firmware: string;
  readonly build: string;
  readonly join: string;
  readonly replace: string;
  /** What becomes of `fleet_day`. */
  readonly total: string;
}

/** A device counts as online after each heartbeat for the online threshold, or until the next heartbeat. */
const HEARD = `greatest(0, date_part('epoch', least(next_at, received_at + make_interval(secs => $4), $2) - greatest(received_at, $1)))`;
const STARTED = `coalesce(
  timestamp_ms > signed_before and (uptime < uptime_before
    or date_part('epoch', received_at) - uptime > date_part('epoch', received_before) + ${START_TOLERANCE_SECONDS}),
  date_part('epoch', received_at) - uptime >= date_part('epoch', $3::timestamptz))`;

/**
 * One pass over the heartbeats of a day and of the online threshold before it. A device that should have sent heartbeats and
 * did not has a row, too, unless no device sent one: then the service was down.
 */
function statementOf({ counted, isHeard, firmware, build, old, join, replace, total }: Parts): string {
  return `  with ${old}received as (
    select device_id, received_at, timestamp_ms, uptime, status, firmware_version, firmware_build_number, free_heap,
           wifi_rssi, temperature, received_at >= $1 as today, lead(received_at) over history as next_at,
           lag(received_at) over history as received_before, lag(timestamp_ms) over history as signed_before,
           lag(uptime) over history as uptime_before
      from heartbeat
     where received_at >= $3 and received_at < $2 ${counted}
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
     where at < $2 and to_status is distinct from from_status ${counted}
     order by device_id, at desc, id desc
  ), written as (
    insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts,
                            firmware_version, firmware_build_number, lowest_free_heap, average_rssi, lowest_rssi,
                            average_temperature, highest_temperature)
    select device_id, $1, s.status, coalesce(f.heartbeats, 0), coalesce(round(f.heard_seconds), 0),
           case s.status when 'ACTIVE' then round(date_part('epoch', $2 - greatest($1, s.since))) else 0 end,
           coalesce(f.restarts, 0),
           case when f.heartbeats > 0 then f.firmware_version else coalesce(y.firmware_version, p.firmware_version${firmware}) end,
           case when f.heartbeats > 0 then f.firmware_build_number
                else coalesce(y.firmware_build_number, p.firmware_build_number${build}) end,
           f.lowest_free_heap, f.average_rssi, f.lowest_rssi, f.average_temperature, f.highest_temperature
      from figures f full join statuses s using (device_id)
      left join (select * from device_day where starts_at = $5) y using (device_id)
      left join (select * from device_presence where last_seen_at < $1) p using (device_id)${join}
     where f.heartbeats > 0 or (s.status = 'ACTIVE' and (${isHeard}))
    ${replace}returning device_id, heartbeats
  )
  ${total}`;
}

const SOME_HEARD = 'exists (select from figures where heartbeats > 0)';

/**
 * Writes the rows of a day and its entry in `fleet_day`. Parameters: start, end, since when heartbeats count, how long a
 * device counts as online, the start of the day before, the name of the day, the time zone.
 */
export const ROLL_UP = statementOf({
  old: '',
  counted: '',
  isHeard: SOME_HEARD,
  firmware: '',
  build: '',
  join: '',
  replace: '',
  total: `insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
  select $1, $2, $6, $7, count(*), coalesce(sum(heartbeats), 0), now() from written`,
});

const REPLACED = ['status', 'heartbeats', 'heard_seconds', 'expected_seconds', 'restarts', 'firmware_version']
  .concat(['firmware_build_number', 'lowest_free_heap', 'average_rssi', 'lowest_rssi'])
  .concat(['average_temperature', 'highest_temperature'])
  .map((column) => `${column} = excluded.${column}`);
const COUNTED = 'and ($6::uuid[] is null or device_id = any($6))';

/**
 * Writes the rows of some devices of a day again. Parameters: the first five as before, the devices (null for all), whether any
 * heartbeat of the day is known.
 */
export const CORRECT = statementOf({
  old: `old as materialized (
    select device_id, heartbeats, firmware_version, firmware_build_number from device_day where starts_at = $1 ${COUNTED}
  ), `,
  counted: COUNTED,
  isHeard: `$7 or ${SOME_HEARD}`,
  // If the device has sent a heartbeat since, its presence no longer has the firmware of that day.
  firmware: ', old.firmware_version',
  build: ', old.firmware_build_number',
  join: '\n      left join old using (device_id)',
  replace: `on conflict (device_id, starts_at) do update set ${REPLACED.join(', ')}\n    `,
  total: `update fleet_day set rolled_up_at = now(), devices = fleet_day.devices + added.devices, heartbeats = fleet_day.heartbeats + added.heartbeats
    from (select count(*) filter (where old.device_id is null) as devices,
                 coalesce(sum(written.heartbeats - coalesce(old.heartbeats, 0)), 0) as heartbeats
            from written left join old using (device_id)) added
   where starts_at = $1`,
});

/** Runs one of these statements, which may take longer than others. */
export async function rollUp(client: PoolClient, text: string, values: readonly unknown[]): Promise<void> {
  await client.query(`set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
  await client.query(`set local work_mem = '${SORT_MEMORY}'`);
  await client.query({ text, values: [...values], query_timeout: STATEMENT_TIMEOUT_MS } as { text: string });
}
