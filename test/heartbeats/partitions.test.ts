import pg from 'pg';
import { openSnapshot } from '../../src/persistence/backup/snapshot.ts';
import { rollUpDays } from '../../src/persistence/devices/device-days.ts';
import { indexPastHeartbeats, keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { PARTITION_LOCK } from '../../src/persistence/sql/partition-lock.ts';
import type { Sql } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waiters } from '../support/lock-waiters.ts';
import { until } from '../support/until.ts';

const DAY_MS = 86_400_000;
/** In the past: the database's own clock is later. */
const NOW = new Date('2026-10-21T23:59:59.999Z');

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8, options: '-c TimeZone=Asia/Tashkent' });
  // The drop of the database may end connections that are on their way out.
  pool.on('error', () => undefined);
  // Those of the days from now on, which every test database has.
  for (const name of await partitions()) if (name !== 'heartbeat_default') await pool.query(`drop table ${name}`);
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function partitions(): Promise<string[]> {
  const { rows } = await pool.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'heartbeat'::regclass order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function receive(...moments: readonly string[]): Promise<void> {
  await pool.query(
    `insert into heartbeat (device_id, received_at, timestamp_ms, firmware_version, app_version, uptime, status)
     select gen_random_uuid(), moment, 1, '1.0.0', '1', 1, 'healthy' from unnest($1::timestamptz[]) as moment`,
    [moments],
  );
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await pool.query(
    'select tableoid::regclass::text as name, count(*)::int as count from heartbeat group by 1 order by 1',
  );
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const EIGHT_DAYS = ['21', '22', '23', '24', '25', '26', '27', '28'].map((day) => `heartbeat_202610${day}`);

describe('the partitions of the heartbeats', () => {
  it('the partitions of the heartbeats cover the UTC days from today to a week ahead', async () => {
    expect(await keepHeartbeatPartitions(pool, NOW, 30)).toEqual({ made: EIGHT_DAYS, dropped: [] });
    expect(await partitions()).toEqual([...EIGHT_DAYS, 'heartbeat_default']);
    await receive(
      '2026-10-21T00:00:00Z',
      '2026-10-21T23:59:59.999Z',
      '2026-10-22T00:00:00Z',
      '2026-10-20T23:59:59.999Z',
    );
    expect(await counts()).toEqual({ heartbeat_20261021: 2, heartbeat_20261022: 1, heartbeat_default: 1 });
  });

  it('the partitions of the heartbeats are not changed if there is nothing to do', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    expect(await keepHeartbeatPartitions(pool, NOW, 30)).toEqual({ made: [], dropped: [] });
  });

  it('the partitions of the heartbeats receive only the rows of their day from the default partition', async () => {
    await receive('2026-10-21T00:00:00Z', '2026-10-21T12:00:00Z', '2026-10-24T00:00:00Z', '2026-10-20T12:00:00Z');
    await keepHeartbeatPartitions(pool, NOW, 30);
    expect(await counts()).toEqual({ heartbeat_20261021: 2, heartbeat_20261024: 1, heartbeat_default: 1 });
  });

  it('the partitions of the heartbeats are dropped if the whole day is older than the retention', async () => {
    await keepHeartbeatPartitions(pool, NOW, 2);
    await receive('2026-10-21T12:00:00Z', '2026-10-22T12:00:00Z', '2026-10-24T12:00:00Z', '2026-09-01T12:00:00Z');
    const in3Days = new Date(NOW.getTime() + 3 * DAY_MS);
    await rollUpDays(pool, in3Days, { timeZone: 'Asia/Tashkent', retentionDays: 400 });
    expect((await keepHeartbeatPartitions(pool, in3Days, 2)).dropped).toEqual(['heartbeat_20261021']);
    expect(await counts()).toEqual({ heartbeat_20261022: 1, heartbeat_20261024: 1 });
  });

  it('the partitions of the heartbeats are kept if the clock of the instance is ahead of the newest heartbeat', async () => {
    await keepHeartbeatPartitions(pool, NOW, 2);
    await receive('2026-10-21T12:00:00Z', '2026-10-19T12:00:00Z');
    const before = await counts();
    const in25Days = new Date(NOW.getTime() + 25 * DAY_MS);
    expect((await keepHeartbeatPartitions(pool, in25Days, 2)).dropped).toEqual([]);
    expect(await counts()).toEqual(before);
  });

  it('the partitions of the heartbeats are kept if an instance whose clock is ahead of the database received heartbeats', async () => {
    const today = new Date();
    const in45Days = new Date(today.getTime() + 45 * DAY_MS);
    await keepHeartbeatPartitions(pool, today, 30);
    await keepHeartbeatPartitions(pool, in45Days, 30);
    await receive(today.toISOString(), in45Days.toISOString());
    expect((await keepHeartbeatPartitions(pool, in45Days, 30)).dropped).toEqual([]);
    expect(Object.values(await counts())).toEqual([1, 1]);
  });

  it('the partitions of the heartbeats are kept if heartbeats came in while all clocks were weeks ahead', async () => {
    await keepHeartbeatPartitions(pool, NOW, 5);
    await receive('2026-10-21T12:00:00Z', '2026-10-22T12:00:00Z');
    const inFourWeeks = new Date('2026-11-20T12:00:00Z');
    await rollUpDays(pool, inFourWeeks, { timeZone: 'Asia/Tashkent', retentionDays: 400 });
    await receive(inFourWeeks.toISOString());
    for (const _run of [1, 2]) expect((await keepHeartbeatPartitions(pool, inFourWeeks, 5)).dropped).toEqual([]);
    // The next day has heartbeats too: it is that late.
    await receive('2026-11-21T12:00:00Z');
    const { dropped } = await keepHeartbeatPartitions(pool, new Date('2026-11-21T13:00:00Z'), 5);
    expect(dropped).toEqual(['heartbeat_20261021', 'heartbeat_20261022', 'heartbeat_20261023']);
  });

  it.each([
    ['whoever changes them', `select pg_advisory_xact_lock(hashtextextended('karvon:heartbeat-partitions', 0))`],
    ['a heartbeat that is being stored', 'lock table heartbeat in row exclusive mode'],
    ['who reads the default partition', 'lock table heartbeat_default in access share mode'],
  ])('the partitions of the heartbeats are changed after %s', async (_whom, hold) => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    await pool.query('drop table heartbeat_20261021');
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query(hold);
    const changed = keepHeartbeatPartitions(pool, NOW, 30);
    const sql: Sql = async (text) => (await pool.query(text)).rows;
    // What waits is the lock, not the change behind it.
    await until(async () => (await waiters(sql, `query ~ '^(select pg_advisory|lock table)'`)) > 0);
    await holder.query('commit');
    holder.release();
    expect(await changed).toEqual({ made: ['heartbeat_20261021'], dropped: [] });
  });

  it('the partitions of the heartbeats are dropped three at a time, the oldest first', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    await receive('2026-10-28T12:00:00Z');
    const later = new Date(NOW.getTime() + 10 * DAY_MS);
    const drop = async () => (await keepHeartbeatPartitions(pool, later, 1)).dropped.map((name) => name.slice(-2));
    expect(await drop()).toEqual(['21', '22', '23']);
    expect(await drop()).toEqual(['24', '25', '26']);
    expect(await drop()).toEqual([]);
  });

  it('the partitions of the heartbeats stay as they are while a backup is made, so that no heartbeat waits, and change after it', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    await receive('2026-10-28T12:00:00Z');
    const later = new Date(NOW.getTime() + 10 * DAY_MS);
    // A change that waited for the backup would fail.
    const jobs = new pg.Pool({ connectionString: database.url, max: 2, options: '-c lock_timeout=200ms' });
    const snapshot = await openSnapshot(database.url);
    try {
      expect(await keepHeartbeatPartitions(jobs, later, 1)).toEqual({ made: [], dropped: [] });
    } finally {
      await snapshot.close();
    }
    const { made, dropped } = await keepHeartbeatPartitions(jobs, later, 1);
    await jobs.end();
    expect([made.length, dropped.length]).toEqual([8, 3]);
  });

  it('the partitions of the heartbeats are read by a backup after the change that has begun', async () => {
    const job = await pool.connect();
    await job.query('begin');
    await job.query(`select pg_try_advisory_xact_lock(${PARTITION_LOCK})`);
    const opened = openSnapshot(database.url);
    const sql: Sql = async (text) => (await pool.query(text)).rows;
    await until(async () => (await waiters(sql, `query like 'select pg_advisory_lock_shared%'`)) > 0);
    await job.query('drop table heartbeat_default');
    await job.query('commit');
    job.release();
    const snapshot = await opened;
    await snapshot.close();
    expect(snapshot.tables.find(({ name }) => name === 'heartbeat')?.partitions).toEqual([]);
  });

  it('the partitions of the heartbeats are created once by many instances that start at the same time', async () => {
    const changes = await Promise.all(Array.from({ length: 6 }, () => keepHeartbeatPartitions(pool, NOW, 30)));
    expect(changes.flatMap(({ made }) => made).sort()).toEqual(EIGHT_DAYS);
  });

  it('the partitions of the heartbeats lose no heartbeat that arrives while they are created', async () => {
    let going = true;
    let sent = 0;
    const senders = Array.from({ length: 3 }, async () => {
      while (going) {
        await receive('2026-10-21T12:00:00Z', '2026-10-22T12:00:00Z').then(
          () => {
            sent += 2;
          },
          (error: unknown) => {
            // A heartbeat that met the change at the very moment is written again (heartbeat-store.ts).
            if (!(error instanceof pg.DatabaseError) || error.code !== '23514') throw error;
          },
        );
      }
    });
    await keepHeartbeatPartitions(pool, NOW, 30);
    going = false;
    await Promise.all(senders);
    const { heartbeat_default: left = 0, ...days } = await counts();
    expect(left).toBe(0);
    expect(Object.values(days).reduce((sum, count) => sum + count, 0)).toBe(sent);
  });

  it('the partitions of the heartbeats use the index of a device in every day', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    const { rows } = await pool.query(`select count(*)::int as count from pg_indexes where tablename = any($1)`, [
      EIGHT_DAYS,
    ]);
    expect(rows[0].count).toBe(8);
  });
});

describe('the index by device of a past day', () => {
  const made = async (...days: readonly string[]) => {
    for (const day of days) await keepHeartbeatPartitions(pool, new Date(`2026-10-${day}T12:00:00Z`), 30);
  };
  const index = (moment: string) => indexPastHeartbeats(pool, new Date(moment));

  it('the index by device of a past day is made an hour after the end of the day, one day for each run, the newest first', async () => {
    await made('19');
    expect(await index('2026-10-20T00:59:59.999Z')).toBeUndefined();
    expect(await index('2026-10-20T01:00:00Z')).toBe('heartbeat_20261019');
    expect(await index('2026-10-22T01:00:00Z')).toBe('heartbeat_20261021');
    expect(await index('2026-10-22T01:00:00Z')).toBe('heartbeat_20261020');
    expect(await index('2026-10-22T01:00:00Z')).toBeUndefined();
  });

  it('the index by device of a past day is made once by instances that run concurrently, and goes with its day', async () => {
    await made('19');
    await Promise.all([1, 2, 3].map(() => index('2026-10-20T01:00:00Z')));
    await keepHeartbeatPartitions(pool, new Date('2026-10-21T12:00:00Z'), 1);
    await receive('2026-10-21T12:00:00Z');
    await keepHeartbeatPartitions(pool, new Date('2026-10-21T12:00:00Z'), 1);
    expect(await partitions()).not.toContain('heartbeat_20261019');
  });

  it('the index by device of a past day is not made on the present day by an instance whose clock is ahead', async () => {
    const today = new Date();
    await keepHeartbeatPartitions(pool, today, 30);
    expect(await indexPastHeartbeats(pool, new Date(today.getTime() + 5 * DAY_MS))).toBeUndefined();
  });
});
