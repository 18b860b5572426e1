import type { PoolClient } from 'pg';
import { groupDay } from './fleet-day-groups.ts';
import { dayOf, partitionNames } from './heartbeat-partitions.ts';
import { CORRECT, rollUp } from './roll-up-statement.ts';

/** Maximum late heartbeats per run, and so of devices that are counted again at once. */
const BATCH = 10_000;

interface Late {
  readonly deviceId: string;
  readonly receivedAt: Date;
}

interface Day {
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** The start of the day before; null if there is none. */
  readonly before: Date | null;
  /** Since when heartbeats count. */
  readonly since: Date;
  readonly onlineSeconds: number;
  readonly wasHeard: boolean;
}

/**
 * Recounts the days that got heartbeats after their roll-up: from an instance whose clock was behind, or that was suspended for
 * an hour. Each affected device is recounted from all of its heartbeats, in that day and in the following days, which continue
 * its firmware. Days whose heartbeats were dropped stay unchanged. Notes are deleted and days are written in one transaction. A
 * note is committed with its heartbeat, so a statement after the deletion sees both, and an abort in between keeps both.
 * @param client in a transaction that has the lock of the roll-up
 * @returns true if there were any
 */
export async function correctDays(client: PoolClient): Promise<boolean> {
  const { rows: noted } = await client.query<Late>(
    `delete from late_heartbeat where id in (select id from late_heartbeat order by id limit ${BATCH})
     returning device_id as "deviceId", received_at as "receivedAt"`,
  );
  if (noted.length === 0) return false;
  const days = await completeDays(client);
  // Those just before a day count in it as well.
  const late = noted.filter(({ receivedAt }) => days.some((day) => day.since <= receivedAt && receivedAt < day.endsAt));
  let everybody = false;
  for (const day of days) {
    const devices = new Set(late.flatMap((each) => (each.receivedAt < day.endsAt ? [each.deviceId] : [])));
    if (devices.size === 0) continue;
    // A day without any heartbeat has no rows for silent devices; the days after it have to be continued as well.
    const { startsAt, endsAt, since, onlineSeconds, before, wasHeard } = day;
    everybody ||= !wasHeard && late.some(({ receivedAt }) => startsAt <= receivedAt && receivedAt < endsAt);
    const counted = everybody ? null : [...devices];
    await rollUp(client, CORRECT, [startsAt, endsAt, since, onlineSeconds, before, counted, wasHeard]);
    await groupDay(client, startsAt, before);
  }
  return true;
}

/** The days that are rolled up and whose heartbeats all still exist, oldest first. */
async function completeDays(client: PoolClient): Promise<Day[]> {
  const [oldest] = await partitionNames(client);
  if (oldest === undefined) return [];
  const { rows } = await client.query<Day>(
    `select * from (
       select f.starts_at as "startsAt", f.ends_at as "endsAt", lag(f.starts_at) over (order by f.starts_at) as before,
              f.starts_at - make_interval(mins => online_threshold_minutes) as since,
              online_threshold_minutes * 60 as "onlineSeconds", f.heartbeats > 0 as "wasHeard"
         from fleet_day f, business_settings) days
      where since >= $1 order by "startsAt"`,
    [new Date(dayOf(oldest))],
  );
  return rows;
}
