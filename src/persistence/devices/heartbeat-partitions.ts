import type { Pool, PoolClient } from 'pg';
import { mayChangePartitions } from '../sql/partition-lock.ts';

export const DAY_MS = 86_400_000;
const DAYS_AHEAD = 7;
/** Maximum partitions dropped per run, so that a wrong clock is noticed before the whole history is dropped. */
const MAX_DROPPED = 3;
/** Serializes instances that start at the same time. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('karvon:heartbeat-partitions', 0))`;
/** The lock of the transaction that rolls up a day (device-days.ts). */
export const ROLL_UP_LOCK = `hashtextextended('karvon:device-days', 0)`;
/** A service without a heartbeat for longer than this drops its oldest days a day later. */
const MAX_GAP_MS = 3 * DAY_MS;
const NAME = /^heartbeat_(\d{4})(\d{2})(\d{2})$/;

export interface PartitionChanges {
  readonly made: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * Creates the day partitions (UTC) of the heartbeat history from today to a week ahead, moves rows from the default
 * partition into them, and drops the oldest partitions beyond the retention, once their days are rolled up
 * (device-days.ts). Each change is its own transaction that locks the history only briefly; another call continues where
 * this one stopped.
 * @param now the time of this instance; a wrong one creates unneeded partitions and drops none
 * @param retentionDays whole days to keep before the day that `lastDay` returns
 */
export async function keepHeartbeatPartitions(pool: Pool, now: Date, retentionDays: number): Promise<PartitionChanges> {
  const today = startOfDay(now);
  const existing = new Set(await partitionNames(pool));
  const oldestKept = (await lastDay(pool, today, [...existing])) - retentionDays * DAY_MS;
  const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => new Date(today + day * DAY_MS));
  const made: string[] = [];
  for (const day of wanted.filter((each) => !existing.has(nameOf(each)))) {
    const isNear = day.getTime() <= today + DAY_MS;
    if (await changing(pool, (client) => makePartition(client, day, isNear))) made.push(nameOf(day));
  }
  const dropped: string[] = [];
  const outdated = [...existing].filter((each) => dayOf(each) < oldestKept);
  for (const name of outdated.slice(0, MAX_DROPPED)) {
    if (await changing(pool, (client) => dropPartition(client, name))) dropped.push(name);
  }
  await pool.query(
    'delete from heartbeat_default where received_at < $1 and received_at < (select max(ends_at) from fleet_day)',
    [new Date(oldestKept)],
  );
  return { made, dropped };
}

/** The time after the end of a day in which an instance with a slow clock may still write to it. */
export const SETTLED_MS = 3_600_000;
/**
 * A heartbeat that is stored so long after it was received is noted (late-heartbeats.ts). Every other one is in the database before
 * its day is rolled up, which takes as long again after the end of the day.
 */
export const LATE_MS = SETTLED_MS / 2;

/**
 * Gives the newest day partition that is over and has no index by device one, for lists of a device's heartbeats. While
 * a day is written it has none: each device would cost a page of index between two checkpoints.
 * @returns the partition, if there was one
 */
export async function indexPastHeartbeats(pool: Pool, now: Date): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string; now: Date }>(
    `select c.relname as name, now() as now from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'heartbeat'::regclass and to_regclass(c.relname || '_device_index') is null
      order by c.relname desc`,
  );
  // An index on a day that is being written would block heartbeats: a wrong clock must not find it over.
  const isOver = (row: { name: string; now: Date }) =>
    NAME.test(row.name) && dayOf(row.name) + DAY_MS + SETTLED_MS <= Math.min(now.getTime(), row.now.getTime());
  const name = rows.find(isOver)?.name;
  if (name) await pool.query(`create index if not exists ${name}_device_index on ${name} (device_id, received_at)`);
  return name;
}

/**
 * The day that the retention counts back from: the earliest of today by this instance, today by the database, and the
 * newest day with a heartbeat. A clock that is weeks ahead must not drop the whole history.
 * @param today midnight (UTC) by this instance, Unix milliseconds
 */
async function lastDay(pool: Pool, today: number, names: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ now: Date; strayed: Date | null }>(
    'select now() as now, (select max(received_at) from heartbeat_default where received_at <= now()) as strayed',
  );
  const [{ now, strayed } = { now: new Date(today), strayed: null }] = rows;
  const known = Math.min(today, startOfDay(now));
  const heard = strayed ? [startOfDay(strayed)] : [];
  const days = names.map(dayOf).filter((day) => day <= known);
  for (const day of days.reverse()) {
    if (heard.filter((each) => each >= day).length > 1) break;
    const { rowCount } = await pool.query(`select from ${nameOf(new Date(day))} limit 1`);
    if (rowCount) heard.push(day);
  }
  const [newest = known, before = newest] = heard.sort((one, other) => other - one);
  // Heartbeats that arrived while both clocks were ahead are isolated: they count once the days around them have heartbeats,
  // too.
  return Math.min(known, newest - before > MAX_GAP_MS ? before : newest);
}

/** Midnight (UTC) of the day of a time, Unix milliseconds. */
export function startOfDay(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS) * DAY_MS;
}

/** The day partitions by name, oldest first. */
export async function partitionNames(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'heartbeat'::regclass order by c.relname`,
  );
  return rows.map(({ name }) => name).filter((name) => NAME.test(name));
}

function nameOf(day: Date): string {
  return `heartbeat_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The day (UTC) of a partition, Unix milliseconds. */
export function dayOf(name: string): number {
  const [, year, month, day] = NAME.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day));
}

/**
 * Creates a separate table and attaches it, which does not block heartbeats; creating a partition in place would.
 * @param isNear true if heartbeats of that day may arrive now; they then wait
 */
async function makePartition(client: PoolClient, day: Date, isNear: boolean): Promise<boolean> {
  const name = nameOf(day);
  if ((await partitionNames(client)).includes(name)) return false;
  const [from, to] = [day.toISOString(), new Date(day.getTime() + DAY_MS).toISOString()];
  await client.query(`create table ${name} (like heartbeat including defaults)`);
  // About one time in 500, a connection that inserts meanwhile does not see the new partition at once, and leaves some rows in
  // the default one, where PostgreSQL no longer looks for them (test/heartbeats/partitions.test.ts).
  if (isNear) await client.query('lock table heartbeat in share row exclusive mode');
  // Prevents inserts into the default partition between moving its rows and attaching the new partition.
  await client.query('lock table heartbeat_default in access exclusive mode');
  await client.query(
    `with moved as (delete from heartbeat_default where received_at >= $1 and received_at < $2 returning *)
     insert into ${name} select * from moved`,
    [from, to],
  );
  await client.query(`alter table heartbeat attach partition ${name} for values from ('${from}') to ('${to}')`);
  return true;
}

async function dropPartition(client: PoolClient, name: string): Promise<boolean> {
  if (!(await partitionNames(client)).includes(name)) return false;
  const { rows } = await client.query<{ needed: boolean }>(
    `select exists (select from ${name}) and not exists (select from fleet_day where ends_at >= $1) as needed`,
    [new Date(dayOf(name) + DAY_MS)],
  );
  if (rows[0]?.needed) return false;
  await client.query(`alter table heartbeat detach partition ${name}`);
  await client.query(`drop table ${name}`);
  return true;
}

/**
 * Runs a change of the partitions, one at a time. While a day is rolled up, or a backup is made, the change is left to the next
 * run: both read the partitions, the change would wait for them, and heartbeats for the change.
 * @returns undefined if it was left
 */
function changing<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T | undefined> {
  return inTransaction(pool, async (client) => {
    await client.query(LOCK);
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${ROLL_UP_LOCK}) as free`,
    );
    return rows[0]?.free && (await mayChangePartitions(client)) ? work(client) : undefined;
  });
}

/** Runs work in a transaction on a connection of its own. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
