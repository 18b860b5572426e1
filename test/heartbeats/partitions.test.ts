import pg from 'pg';
import { keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T23:59:59.999Z');

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8, options: '-c TimeZone=Asia/Tashkent' });
  // The drop of the database may end connections that are on their way out.
  pool.on('error', () => undefined);
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

const EIGHT_DAYS = ['21', '22', '23', '24', '25', '26', '27', '28'].map((day) => `heartbeat_202611${day}`);

describe('the partitions of the heartbeats', () => {
  it('reach from today to a week ahead, by days of UTC, and take what arrives', async () => {
    expect(await keepHeartbeatPartitions(pool, NOW, 30)).toEqual({ made: EIGHT_DAYS, dropped: [] });
    expect(await partitions()).toEqual([...EIGHT_DAYS, 'heartbeat_default']);
    await receive(
      '2026-11-21T00:00:00Z',
      '2026-11-21T23:59:59.999Z',
      '2026-11-22T00:00:00Z',
      '2026-11-20T23:59:59.999Z',
    );
    expect(await counts()).toEqual({ heartbeat_20261121: 2, heartbeat_20261122: 1, heartbeat_default: 1 });
  });

  it('are left alone when there is nothing to do', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    expect(await keepHeartbeatPartitions(pool, NOW, 30)).toEqual({ made: [], dropped: [] });
  });

  it('get what the default partition had taken for their day, and only that', async () => {
    await receive('2026-11-21T00:00:00Z', '2026-11-21T12:00:00Z', '2026-11-24T00:00:00Z', '2026-11-20T12:00:00Z');
    await keepHeartbeatPartitions(pool, NOW, 30);
    expect(await counts()).toEqual({ heartbeat_20261121: 2, heartbeat_20261124: 1, heartbeat_default: 1 });
  });

  it('are dropped when the whole day is older than the retention', async () => {
    await keepHeartbeatPartitions(pool, NOW, 2);
    const in3Days = new Date(NOW.getTime() + 3 * DAY_MS);
    expect((await keepHeartbeatPartitions(pool, in3Days, 2)).dropped).toEqual(['heartbeat_20261121']);
    expect(await partitions()).not.toContain('heartbeat_20261121');
    expect(await partitions()).toContain('heartbeat_20261122');
    await receive('2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z', '2026-10-01T12:00:00Z');
    await keepHeartbeatPartitions(pool, in3Days, 2);
    expect(await counts()).toEqual({ heartbeat_20261122: 1 });
  });

  it('are made once by many instances that start at the same moment', async () => {
    const changes = await Promise.all(Array.from({ length: 6 }, () => keepHeartbeatPartitions(pool, NOW, 30)));
    expect(changes.flatMap(({ made }) => made).sort()).toEqual(EIGHT_DAYS);
  });

  it('lose nothing that arrives while they are made', async () => {
    let going = true;
    let sent = 0;
    const senders = Array.from({ length: 3 }, async () => {
      while (going) {
        await receive('2026-11-21T12:00:00Z', '2026-11-23T12:00:00Z').then(
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

  it('use the index of a device in every day', async () => {
    await keepHeartbeatPartitions(pool, NOW, 30);
    const { rows } = await pool.query(`select count(*)::int as count from pg_indexes where tablename = any($1)`, [
      EIGHT_DAYS,
    ]);
    expect(rows[0].count).toBe(8);
  });
});
