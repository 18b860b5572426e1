import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { RateLimits } from '../../src/model/ports.ts';
import { memoryRateLimits, postgresRateLimits } from '../../src/platform/rate-limits/rate-limits.ts';
import { redisRateLimits } from '../../src/platform/rate-limits/redis-rate-limits.ts';
import { startTestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PATIENCE_MS, until } from '../support/until.ts';
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts';

if (!hasRedis) console.warn('SKIPPED: the limits in Redis, there is no redis-server on this machine');
// In CI a missing binary fails instead of skipping.
const describeWithRedis = hasRedis || process.env.CI === 'true' ? describe : describe.skip;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const aBucket = () => `refundSale:admin:${randomUUID()}`;

async function consumeTimes(limits: RateLimits, bucket: string, limit: number, times: number) {
  const results = [];
  for (let call = 0; call < times; call += 1) results.push(await limits.consume(bucket, limit));
  return results;
}

function countsInWindows(open: () => RateLimits) {
  it('a rate limit allows exactly the limit and returns the remaining calls', async () => {
    const from = Date.now();
    const results = await consumeTimes(open(), aBucket(), 3, 5);
    expect(results.map(({ exceeded, remaining, limit }) => [exceeded, remaining, limit])).toEqual([
      [false, 2, 3],
      [false, 1, 3],
      [false, 0, 3],
      [true, 0, 3],
      [true, 0, 3],
    ]);
    const seconds = Math.ceil((Date.now() - from) / 1000);
    for (const { resetSeconds } of results) {
      expect(resetSeconds).toBeGreaterThanOrEqual(60 - seconds);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  it('a rate limit counts each bucket separately, with its own limit', async () => {
    const limits = open();
    const [first, second] = [aBucket(), aBucket()];
    await consumeTimes(limits, first, 1, 3);
    expect(await limits.consume(second, 120)).toMatchObject({ exceeded: false, remaining: 119, limit: 120 });
  });

  it('a rate limit allows exactly the limit for concurrent calls', async () => {
    const limits = open();
    const bucket = aBucket();
    const results = await Promise.all(Array.from({ length: 50 }, () => limits.consume(bucket, 5)));
    expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(5);
  });
}

/** Either of them may take its shared store for lost at first, for a second. */
async function countTogether(one: RateLimits, other: RateLimits) {
  await until(async () => {
    const bucket = aBucket();
    const results = [];
    for (const limits of [one, other, one, other, one, other]) results.push(await limits.consume(bucket, 4));
    return results.map(({ exceeded }) => exceeded).join() === 'false,false,false,false,true,true';
  });
}

describe('limits in memory', () => {
  countsInWindows(() => memoryRateLimits());

  it('a limit in memory starts a new window 60 s after the first call of the bucket, not of the process', async () => {
    let now = 1_000_000;
    const limits = memoryRateLimits(() => now);
    await limits.consume('another', 1);
    now += 59_000;
    const bucket = aBucket();
    await consumeTimes(limits, bucket, 2, 3);
    now += 59_999;
    expect(await limits.consume(bucket, 2)).toMatchObject({ exceeded: true, resetSeconds: 1 });
    now += 1;
    expect(await limits.consume(bucket, 2)).toMatchObject({ exceeded: false, remaining: 1, resetSeconds: 60 });
  });

  it('a limit in memory keeps every window for its whole length, however the buckets interleave', async () => {
    let now = 0;
    const limits = memoryRateLimits(() => now);
    const windows = new Map<string, { calls: number; start: number }>();
    for (let step = 0; step < 20_000; step += 1) {
      now += (step * 7919) % 613;
      const bucket = `b${(step * 31) % 97}`;
      const known = windows.get(bucket);
      const live = known && now < known.start + 60_000 ? known : { calls: 0, start: now };
      live.calls += 1;
      windows.set(bucket, live);
      expect((await limits.consume(bucket, 1_000)).remaining).toBe(1_000 - live.calls);
    }
  });

  it('a limit in memory drops unused buckets', async () => {
    let now = 0;
    const limits = memoryRateLimits(() => now);
    const heapAfter = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1000;
        for (let call = 0; call < 300; call += 1) await limits.consume(`${now}:${call}:${'x'.repeat(100)}`, 1);
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = await heapAfter(130);
    // 180,000 buckets more: 40 MB, were they kept.
    expect((await heapAfter(600)) - before).toBeLessThan(15e6);
    expect((await limits.consume(`${now}:0:${'x'.repeat(100)}`, 1)).exceeded).toBe(true);
  });
});

describeWithRedis('limits in Redis', () => {
  let server: RedisServer;
  let limits: RateLimits;
  const opened: RateLimits[] = [];

  async function open(url = server.url) {
    const made = redisRateLimits(url, undefined, PATIENCE_MS);
    opened.push(made);
    return made;
  }

  beforeAll(async () => {
    server = await startRedis();
    limits = await open();
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
    await server.stop();
  });

  countsInWindows(() => limits);

  it('a limit in Redis counts the calls of two instances together', async () => countTogether(limits, await open()));

  it('limits in Redis are shared by every service with the same REDIS_URL', async () => {
    const env = { REDIS_URL: server.url };
    const one = await startTestApp({ limits: 'real', env });
    const other = await startTestApp({ limits: 'real', env, database: one.database });
    try {
      const left: (string | undefined)[] = [];
      for (const app of [one, other, one]) {
        const { headers } = await app.rest('GET', '/v1/admin/auth/me');
        left.push(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
      }
      const first = Number(left[0]);
      expect(left).toEqual([first, first - 1, first - 2].map(String));
    } finally {
      await other.stop();
      await one.stop();
    }
  });

  it('a limit in Redis starts a new window after 60 s', async () => {
    const bucket = aBucket();
    await consumeTimes(limits, bucket, 2, 3);
    const redis = new Redis(server.url);
    const [key] = await redis.keys(`*${bucket}`);
    expect(key).toBeDefined();
    await redis.pexpire(key ?? '', 1);
    await until(async () => (await redis.exists(key ?? '')) === 0);
    redis.disconnect();
    expect(await limits.consume(bucket, 2)).toMatchObject({ exceeded: false, remaining: 1, resetSeconds: 60 });
  });

  it('a limit in Redis still enforces while Redis hangs, soon without waiting for it, and shares again when it recovers', async () => {
    const lost: unknown[] = [];
    const one = redisRateLimits(server.url, (error) => lost.push(error));
    const other = redisRateLimits(server.url);
    opened.push(one, other);
    const spent = aBucket();
    await consumeTimes(one, spent, 5, 5);
    server.process.kill('SIGSTOP');
    const start = performance.now();
    expect((await one.consume(spent, 5)).exceeded).toBe(true);
    const results = await consumeTimes(one, aBucket(), 5, 50);
    expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(5);
    // It asks Redis again once a second.
    expect(lost.length).toBeLessThanOrEqual(1 + (performance.now() - start) / 1000);
    server.process.kill('SIGCONT');
    await countTogether(one, other);
  });

  it('a limit in Redis still enforces when Redis is killed, keeps its counts, and shares again when it recovers', async () => {
    const mine = await startRedis();
    const [one, other] = [redisRateLimits(mine.url), redisRateLimits(mine.url)];
    opened.push(one, other);
    const bucket = aBucket();
    await consumeTimes(one, bucket, 5, 4);
    await mine.stop();
    const results = await consumeTimes(one, bucket, 5, 10);
    expect(results.map(({ exceeded }) => exceeded)).toEqual([false, ...Array.from({ length: 9 }, () => true)]);
    expect((await other.consume(aBucket(), 0)).exceeded).toBe(true);
    const again = await startRedis(Number(new URL(mine.url).port));
    await countTogether(one, other);
    await again.stop();
  });

  it('a limit in Redis enforces from the first call if Redis was never available', async () => {
    const results = await consumeTimes(await open('redis://127.0.0.1:1'), aBucket(), 3, 6);
    expect(results.map(({ exceeded }) => exceeded)).toEqual([false, false, false, true, true, true]);
  });
});

describe('limits in PostgreSQL', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 5 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const patient = () => postgresRateLimits(pool, undefined, PATIENCE_MS);

  countsInWindows(patient);

  it('a limit in PostgreSQL counts the calls of two instances together', () => countTogether(patient(), patient()));

  it('a limit in PostgreSQL starts a new window 60 s after the first call, by the clock of the database', async () => {
    const limits = patient();
    const bucket = aBucket();
    await consumeTimes(limits, bucket, 2, 3);
    const age = (ms: number) => pool.query(`update rate_limit set expire = expire - $2 where key = $1`, [bucket, ms]);
    await age(10_000);
    const last = await limits.consume(bucket, 2);
    expect(last).toMatchObject({ exceeded: true });
    expect(last.resetSeconds).toBeLessThanOrEqual(50);
    await age(50_000);
    expect(await limits.consume(bucket, 2)).toMatchObject({ exceeded: false, remaining: 1, resetSeconds: 60 });
  });

  it('a limit in PostgreSQL removes ended windows', async () => {
    const bucket = aBucket();
    await patient().consume(bucket, 1);
    await pool.query(`update rate_limit set expire = 1 where key = $1`, [bucket]);
    await patient().consume(aBucket(), 1);
    await until(async () => (await pool.query('select 1 from rate_limit where key = $1', [bucket])).rowCount === 0);
  });

  it.each([
    ['hangs', () => new Promise<never>(() => undefined)],
    ['refuses', () => Promise.reject(new Error('connect ECONNREFUSED'))],
  ])('a limit in PostgreSQL still enforces when the database %s, which is asked once a second', async (_how, query) => {
    let asked = 0;
    const counted = ({ name }: { name?: string }) => {
      if (name) asked += 1;
      return query();
    };
    const limits = postgresRateLimits({ query: counted });
    const start = performance.now();
    const results = await consumeTimes(limits, aBucket(), 3, 20);
    expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(3);
    expect(asked).toBeLessThanOrEqual(1 + (performance.now() - start) / 1000);
  });

  it('a limit in PostgreSQL still enforces while the table is locked, and shares again after', async () => {
    const limits = postgresRateLimits(pool);
    const locker = await pool.connect();
    await locker.query('begin');
    await locker.query('lock table rate_limit');
    const results = await consumeTimes(limits, aBucket(), 3, 20);
    expect(results.filter(({ exceeded }) => !exceeded)).toHaveLength(3);
    await locker.query('rollback');
    locker.release();
    await countTogether(limits, patient());
  });
});
