import type { PoolClient } from 'pg';
import { groupDay } from '../analytics/fleet-day-groups.ts';
import { dayOf, partitionNames } from './heartbeat-partitions.ts';
import { CORRECT, rollUp } from './roll-up-statement.ts';

/** Late heartbeats per run: so many devices at most are counted again at once. */
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
 * Counts the days again for which heartbeats came after their roll-up: those of an instance whose clock was behind, or that
 * stood still for an hour. Each of their devices is counted again from all of its heartbeats, in the day and in those after it,
 * which continue what it ran; days whose heartbeats were dropped stay as they are.
 * The notes that are taken and the days that are written are one transaction: a note is committed with its heartbeat, so a
 * statement after the one that takes it sees both, and what ends in between leaves both.
 * @param client in a transaction that holds the lock of the roll-up
 * @returns whether there were any
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
    // A day in which nobody was heard has no rows of those who should have been, which the days after it continue as well.
    const { startsAt, endsAt, since, onlineSeconds, before, wasHeard } = day;
    everybody ||= !wasHeard && late.some(({ receivedAt }) => startsAt <= receivedAt && receivedAt < endsAt);
    const counted = everybody ? null : [...devices];
    await rollUp(client, CORRECT, [startsAt, endsAt, since, onlineSeconds, before, counted, wasHeard]);
    await groupDay(client, startsAt, before);
  }
  return true;
}

/** The days that are rolled up and whose heartbeats are all still there, oldest first. */
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
