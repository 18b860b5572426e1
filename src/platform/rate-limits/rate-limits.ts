import type { QueryConfig, QueryResult } from 'pg';
import type { RateLimitStatus, RateLimits } from '../../model/ports.ts';

/** The part of a pg Pool that rate limits need. */
interface Queryable {
  query(query: QueryConfig & { readonly query_timeout: number }): Promise<QueryResult>;
}

/** A count shared by several instances, and the rest of its window. */
interface SharedCount {
  readonly calls: number;
  readonly msLeft: number;
}

/** Receives the reason why only this instance counts; at most once a second while the shared store is unavailable. */
export type OnStoreLost = (error: unknown) => void;

/** Length of a window. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;
/** Long, because a busy PostgreSQL is not unavailable, and few calls work without it anyway. */
const POSTGRES_TIMEOUT_MS = 2_000;
const STORE_RETRY_MS = 1000;

/**
 * Counts in this process: for a single instance, and while a shared store is unavailable.
 * Not RateLimiterMemory: that costs a timer and 750 bytes a key, 2 to 4 us for a new one (this: 0.6 to 0.9 us, no timer).
 * @param now milliseconds of a monotonic clock
 */
export function memoryRateLimits(now: () => number = () => performance.now()): RateLimits {
  const count = memoryCounter(now);
  return {
    consume: (bucket, limit) => Promise.resolve(statusAfter(limit, count(bucket))),
    close: () => Promise.resolve(),
  };
}

/**
 * Counts in the table `rate_limit` (key, points, expire in epoch milliseconds), for several instances without a Redis; insured like Redis. The windows follow the
 * database's clock, so that instances whose clocks differ agree (RateLimiterPostgres uses the clock of the process).
 * @param pool owned by the caller, who closes it
 */
export function postgresRateLimits(
  pool: Queryable,
  onStoreLost?: OnStoreLost,
  timeoutMs = POSTGRES_TIMEOUT_MS,
): RateLimits {
  let sweepAt = 0;
  return withMemoryFallback({
    async count(bucket) {
      const now = performance.now();
      if (now >= sweepAt) {
        sweepAt = now + WINDOW_MS;
        pool.query({ ...SWEEP, query_timeout: timeoutMs }).catch(() => undefined);
      }
      const { rows } = await pool.query({ ...COUNT, query_timeout: timeoutMs, values: [bucket] });
      return { calls: Number(rows[0].points), msLeft: Number(rows[0].ms_left) };
    },
    timeoutMs,
    onStoreLost,
    close: () => Promise.resolve(),
  });
}

const NOW_MS = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

const COUNT = {
  name: 'rate-limit-count',
  text: `
    insert into rate_limit as w (key, points, expire) values ($1, 1, ${NOW_MS} + ${WINDOW_MS})
    on conflict (key) do update set
      points = case when w.expire <= ${NOW_MS} then 1 else w.points + 1 end,
      expire = case when w.expire <= ${NOW_MS} then excluded.expire else w.expire end
    returning points, expire - ${NOW_MS} as ms_left`,
};

const SWEEP = {
  text: `delete from rate_limit where expire <= ${NOW_MS}`,
};

/** A store shared by several instances. */
export interface SharedStore {
  count(bucket: string): Promise<SharedCount>;
  /** Timeout after which the store counts as unavailable. */
  readonly timeoutMs: number;
  readonly onStoreLost: OnStoreLost | undefined;
  close(): Promise<void>;
}

/** Also counts every call in memory, so that no limit restarts when the shared store becomes unavailable. */
export function withMemoryFallback({ count, timeoutMs, onStoreLost, close }: SharedStore): RateLimits {
  const countHere = memoryCounter(() => performance.now());
  let askAgainAt = 0;
  let reportAgainAt = 0;
  return {
    async consume(bucket, limit) {
      const here = countHere(bucket);
      const now = performance.now();
      if (now < askAgainAt) return statusAfter(limit, here);
      // While the store is unavailable, one call per second retries it; the others do not wait for it.
      if (askAgainAt > 0) askAgainAt = now + STORE_RETRY_MS;
      try {
        const shared = await within(timeoutMs, count(bucket));
        askAgainAt = 0;
        return statusAfter(limit, shared);
      } catch (error) {
        const failedAt = performance.now();
        askAgainAt = failedAt + STORE_RETRY_MS;
        if (failedAt >= reportAgainAt) {
          reportAgainAt = askAgainAt;
          onStoreLost?.(error);
        }
        return statusAfter(limit, here);
      }
    },
    close,
  };
}

/** Two generations of windows: an older generation has only ended windows and is dropped as a whole, without a timer. */
function memoryCounter(now: () => number): (bucket: string) => SharedCount {
  let current = new Map<string, { calls: number; readonly endsAt: number }>();
  let previous = current;
  let turnAt = 0;
  return (bucket) => {
    const time = now();
    if (time >= turnAt) {
      previous = current;
      current = new Map();
      turnAt = time + WINDOW_MS;
    }
    const counted = current.get(bucket) ?? previous.get(bucket);
    if (counted && counted.endsAt > time) {
      counted.calls += 1;
      return { calls: counted.calls, msLeft: counted.endsAt - time };
    }
    current.set(bucket, { calls: 1, endsAt: time + WINDOW_MS });
    return { calls: 1, msLeft: WINDOW_MS };
  };
}

function statusAfter(limit: number, { calls, msLeft }: SharedCount): RateLimitStatus {
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
