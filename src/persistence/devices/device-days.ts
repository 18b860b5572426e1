import type { Pool, PoolClient } from 'pg';
import { dateIn, startOfNextDay } from '../../model/zoned-time.ts';
import { mayChangePartitions } from '../sql/partition-lock.ts';
import { dropGroups, groupDay, groupMissedDays } from './fleet-day-groups.ts';
import {
  DAY_MS,
  dayOf,
  inTransaction,
  partitionNames,
  ROLL_UP_LOCK,
  SETTLED_MS,
  startOfDay,
} from './heartbeat-partitions.ts';
import { correctDays } from './late-heartbeats.ts';
import { deletePrematureDays } from './premature-days.ts';
import { ROLL_UP, rollUp } from './roll-up-statement.ts';

/** Maximum months dropped per run, so that a wrong setting is noticed before the whole history is dropped. */
const MAX_DROPPED = 3;
const MONTH = /^device_day_(\d{4})(\d{2})$/;

export interface DayChanges {
  /** The days that were rolled up, oldest first. */
  readonly days: readonly string[];
  /** The partitions that were dropped. */
  readonly dropped: readonly string[];
}

interface DaySettings {
  /** A name of model/time-zones.ts. It must be the time zone of the reports, because a day cannot be split again later. */
  readonly timeZone: string;
  /** Whole days to keep before the last one. */
  readonly retentionDays: number;
}

/**
 * Writes one row for each device and each day of a time zone that is over and not written yet, from the heartbeats. It also
 * corrects the days of heartbeats that were stored later (late-heartbeats.ts), deletes the days that a clock that was ahead has
 * written before they were over (premature-days.ts), and drops the months beyond the retention. Days follow one another without
 * a gap, also where the time zone changes between two of them. Each day is a transaction of its own: another call continues
 * where this one stopped, and skips the work of other instances.
 * @param now the time of this instance; a day is over when the database's clock says so too
 */
export async function rollUpDays(pool: Pool, now: Date, settings: DaySettings): Promise<DayChanges> {
  await alone(pool, (client) => deletePrematureDays(client, now));
  await alone(pool, groupMissedDays);
  const days: string[] = [];
  for (;;) {
    const day = await alone(pool, (client) => rollUpNextDay(client, now, settings));
    if (day === undefined) break;
    days.push(day);
  }
  for (;;) {
    if (!(await alone(pool, correctDays))) break;
  }
  const dropped: string[] = [];
  for (const name of await outdatedMonths(pool, now, settings.retentionDays)) {
    if (await alone(pool, (client) => dropMonth(client, name))) dropped.push(name);
  }
  return { days, dropped };
}

/**
 * Runs work that only one instance does at a time, and not while partitions change.
 * @returns undefined if another instance does it
 */
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
  const day = dateIn(startsAt, timeZone);
  const endsAt = startOfNextDay(day, timeZone);
  if (endsAt.getTime() + SETTLED_MS > today) return undefined;
  const { rows } = await client.query<{ since: Date; onlineSeconds: number }>(
    `select online_threshold_minutes * 60 as "onlineSeconds",
            $1::timestamptz - make_interval(mins => online_threshold_minutes) as since
       from business_settings`,
    [startsAt],
  );
  const [settings] = rows;
  if (!settings) return undefined;
  const { since, onlineSeconds } = settings;
  await makeMonth(client, startsAt);
  await rollUp(client, ROLL_UP, [startsAt, endsAt, since, onlineSeconds, known.startsAt, day, timeZone]);
  await groupDay(client, startsAt, known.startsAt);
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

/** The start (UTC) of the first day with a heartbeat; the day before it is unknown. */
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

/** Creates the partition of the month (UTC) of a time, unless it exists. */
export async function makeMonth(client: Pick<PoolClient, 'query'>, moment: Date): Promise<void> {
  const name = `device_day_${moment.toISOString().slice(0, 7).replace('-', '')}`;
  const { rows } = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [name]);
  if (rows[0]?.known) return;
  const [from, to] = boundsOf(name).map((bound) => new Date(bound).toISOString());
  // Attached rather than created in place, so that readers of other months do not wait.
  await client.query(`create table ${name} (like device_day including defaults including indexes)`);
  await client.query(`alter table device_day attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** The start of a partition's month and of the next, Unix milliseconds. */
function boundsOf(name: string): readonly [from: number, to: number] {
  const [, year, month] = MONTH.exec(name) ?? [];
  return [Date.UTC(Number(year), Number(month) - 1), Date.UTC(Number(year), Number(month))];
}

/** The months whose days are all beyond the retention, oldest first, up to the maximum of a run. */
async function outdatedMonths(pool: Pool, now: Date, retentionDays: number): Promise<string[]> {
  const { rows } = await pool.query<{ now: Date; heard: Date | null }>(
    'select now() as now, max(ends_at) as heard from fleet_day where heartbeats > 0',
  );
  const [{ now: databaseNow, heard } = { now, heard: null }] = rows;
  if (!heard) return [];
  // A clock that is ahead must not drop the history: the days that it creates have no heartbeat.
  const last = Math.min(now.getTime(), databaseNow.getTime(), heard.getTime());
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

/** @returns whether it was dropped: while a backup is made, it is left to the next run */
async function dropMonth(client: PoolClient, name: string): Promise<boolean> {
  if (!(await mayChangePartitions(client))) return false;
  if (!(await monthNames(client)).includes(name)) return false;
  await client.query(`alter table device_day detach partition ${name}`);
  await client.query(`drop table ${name}`);
  const until = new Date(boundsOf(name)[1]);
  await client.query('delete from fleet_day where starts_at < $1', [until]);
  await dropGroups(client, until);
  return true;
}
