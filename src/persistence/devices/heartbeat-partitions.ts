import type { Pool, PoolClient } from 'pg';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 7;
/** Instances that start at once take turns by it. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('karvon:heartbeat-partitions', 0))`;
const NAME = /^heartbeat_(\d{4})(\d{2})(\d{2})$/;

export interface PartitionChanges {
  readonly made: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * Makes the day partitions (UTC) of the heartbeat history from today to a week ahead, with what the default partition
 * took for them, and drops what is wholly older than the retention. Each change is a transaction of its own that locks
 * the history for a moment only; called again it changes nothing.
 * @param retentionDays whole days that are kept before today
 */
export async function keepHeartbeatPartitions(pool: Pool, now: Date, retentionDays: number): Promise<PartitionChanges> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const oldestKept = today - retentionDays * DAY_MS;
  const existing = new Set(await partitionNames(pool));
  const wanted = Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => new Date(today + day * DAY_MS));
  const made: string[] = [];
  for (const day of wanted.filter((each) => !existing.has(nameOf(each)))) {
    if (await inTransaction(pool, (client) => makePartition(client, day))) made.push(nameOf(day));
  }
  const dropped: string[] = [];
  for (const name of [...existing].filter((each) => isOlder(each, oldestKept))) {
    if (await inTransaction(pool, (client) => dropPartition(client, name))) dropped.push(name);
  }
  await pool.query('delete from heartbeat_default where received_at < $1', [new Date(oldestKept)]);
  return { made, dropped };
}

/** The day partitions by name, oldest first. */
async function partitionNames(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'heartbeat'::regclass order by c.relname`,
  );
  return rows.map(({ name }) => name).filter((name) => NAME.test(name));
}

function nameOf(day: Date): string {
  return `heartbeat_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function isOlder(name: string, oldestKept: number): boolean {
  const [, year, month, day] = NAME.exec(name) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) < oldestKept;
}

/** Made beside the table and attached, which lets heartbeats go on; a partition made in place would stop them. */
async function makePartition(client: PoolClient, day: Date): Promise<boolean> {
  const name = nameOf(day);
  if ((await partitionNames(client)).includes(name)) return false;
  const [from, to] = [day.toISOString(), new Date(day.getTime() + DAY_MS).toISOString()];
  await client.query(`create table ${name} (like heartbeat including defaults)`);
  // From here on nothing can land in the default partition between its emptying and the attaching.
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
  await client.query(`alter table heartbeat detach partition ${name}`);
  await client.query(`drop table ${name}`);
  return true;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(LOCK);
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
