import { Redis } from 'ioredis';
import type { QueryConfig, QueryResult } from 'pg';
import { RateLimiterRedis } from 'rate-limiter-flexible';

/** What is left of an allowance after one call was counted. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends and the allowance is whole again; at least 1. */
  readonly resetSeconds: number;
  readonly exceeded: boolean;
}

/** Counts calls per bucket in fixed windows of 60 seconds; a window starts at the first call of its bucket. */
export interface RateLimits {
  consume(bucket: string, limit: number): Promise<Allowance>;
  close(): Promise<void>;
}

/** The part of a pg Pool that counting needs. */
interface Queryable {
  query(query: QueryConfig & { readonly query_timeout: number }): Promise<QueryResult>;
}

/** A count that is shared by several instances, and how long its window still runs. */
interface SharedCount {
  readonly calls: number;
  readonly msLeft: number;
}

/** Told why calls are counted by this instance alone; at most once a second while the shared store is away. */
export type OnStoreLost = (error: unknown) => void;

const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;
const REDIS_TIMEOUT_MS = 300;
/** Longer: a busy PostgreSQL is not away, and without it few calls could be answered anyway. */
const POSTGRES_TIMEOUT_MS = 2_000;
const STORE_RETRY_MS = 1000;
const MAX_RECONNECT_DELAY_MS = 2000;

/**
 * Counts in this process: for one instance, and whenever a shared store is away.
 * Not RateLimiterMemory: that costs a timer and 750 bytes a key, 2 to 4 us for a new one (this: 0.6 to 0.9 us, no timer).
 * @param now milliseconds of a clock that never goes back
 */
export function memoryRateLimits(now: () => number = () => performance.now()): RateLimits {
  const count = memoryCounter(now);
  return {
    consume: (bucket, limit) => Promise.resolve(allowance(limit, count(bucket))),
    close: () => Promise.resolve(),
  };
}

/**
 * Counts in Redis, for several instances. A Redis that is gone or hangs never opens a limit: this instance then goes on
 * from what it counted itself, and asks Redis again every second.
 * @param url for example `redis://127.0.0.1:6379`
 */
export function redisRateLimits(url: string, onStoreLost?: OnStoreLost): RateLimits {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: MAX_RECONNECT_DELAY_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  });
  // Without a listener ioredis prints each failed reconnect; the calls that suffer from it are reported by onStoreLost.
  redis.on('error', () => undefined);
  const connected = redis.connect().catch(() => undefined);
  // One limiter for every limit: it only counts, `allowance` compares.
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'karvon:limit',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  return insured({
    async count(bucket) {
      await connected;
      const { consumedPoints, msBeforeNext } = await counter.consume(bucket);
      return { calls: consumedPoints, msLeft: msBeforeNext };
    },
    timeoutMs: REDIS_TIMEOUT_MS,
    onStoreLost,
    async close() {
      redis.disconnect();
    },
  });
}

/**
 * Counts in the table `rate_limit` (key, points, expire in epoch milliseconds), for several instances without a Redis; insured like Redis. The windows follow the
 * database's clock, so that instances whose clocks differ agree (RateLimiterPostgres uses the clock of the process).
 * @param pool stays the caller's: whoever made it ends it
 */
export function postgresRateLimits(pool: Queryable, onStoreLost?: OnStoreLost): RateLimits {
  let sweepAt = 0;
  return insured({
    async count(bucket) {
      const now = performance.now();
      if (now >= sweepAt) {
        sweepAt = now + WINDOW_MS;
        pool.query(SWEEP).catch(() => undefined);
      }
      const { rows } = await pool.query({ ...COUNT, values: [bucket] });
      return { calls: Number(rows[0].points), msLeft: Number(rows[0].ms_left) };
    },
    timeoutMs: POSTGRES_TIMEOUT_MS,
    onStoreLost,
    close: () => Promise.resolve(),
  });
}

const NOW_MS = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

const COUNT = {
  name: 'rate-limit-count',
  query_timeout: POSTGRES_TIMEOUT_MS,
  text: `
    insert into rate_limit as w (key, points, expire) values ($1, 1, ${NOW_MS} + ${WINDOW_MS})
    on conflict (key) do update set
      points = case when w.expire <= ${NOW_MS} then 1 else w.points + 1 end,
      expire = case when w.expire <= ${NOW_MS} then excluded.expire else w.expire end
    returning points, expire - ${NOW_MS} as ms_left`,
};

const SWEEP = {
  query_timeout: POSTGRES_TIMEOUT_MS,
  text: `delete from rate_limit where expire <= ${NOW_MS}`,
};

interface SharedStore {
  count(bucket: string): Promise<SharedCount>;
  /** After which it is taken to be away. */
  readonly timeoutMs: number;
  readonly onStoreLost: OnStoreLost | undefined;
  close(): Promise<void>;
}

/** Every call is counted here as well, so that what was spent stays spent when the shared store goes away. */
function insured({ count, timeoutMs, onStoreLost, close }: SharedStore): RateLimits {
  const countHere = memoryCounter(() => performance.now());
  let askAgainAt = 0;
  let reportAgainAt = 0;
  return {
    async consume(bucket, limit) {
      const here = countHere(bucket);
      const now = performance.now();
      if (now < askAgainAt) return allowance(limit, here);
      // While the store is away one call a second asks it; the others do not wait for it.
      if (askAgainAt > 0) askAgainAt = now + STORE_RETRY_MS;
      try {
        const shared = await within(timeoutMs, count(bucket));
        askAgainAt = 0;
        return allowance(limit, shared);
      } catch (error) {
        const failedAt = performance.now();
        askAgainAt = failedAt + STORE_RETRY_MS;
        if (failedAt >= reportAgainAt) {
          reportAgainAt = askAgainAt;
          onStoreLost?.(error);
        }
        return allowance(limit, here);
      }
    },
    close,
  };
}

/** Two generations of windows: one that is two windows old has only ended ones and is dropped whole, without a timer. */
function memoryCounter(now: () => number): (bucket: string) => SharedCount {
  let current = new Map<string, { calls: number; readonly endsAt: number }>();
  let previous = current;
  let turnAt = 0;
  return (bucket) => {
    const moment = now();
    if (moment >= turnAt) {
      previous = current;
      current = new Map();
      turnAt = moment + WINDOW_MS;
    }
    const known = current.get(bucket) ?? previous.get(bucket);
    if (known && known.endsAt > moment) {
      known.calls += 1;
      return { calls: known.calls, msLeft: known.endsAt - moment };
    }
    current.set(bucket, { calls: 1, endsAt: moment + WINDOW_MS });
    return { calls: 1, msLeft: WINDOW_MS };
  };
}

function allowance(limit: number, { calls, msLeft }: SharedCount): Allowance {
  return {
    limit,
    remaining: Math.max(limit - calls, 0),
    resetSeconds: Math.max(Math.ceil(Math.min(msLeft, WINDOW_MS) / 1000), 1),
    exceeded: calls > limit,
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The store did not answer within ${ms} ms.`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
