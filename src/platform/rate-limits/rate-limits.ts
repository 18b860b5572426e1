import type { QueryConfig, QueryResult } from 'pg';
import type { Allowance, RateLimits } from '../../model/ports.ts';

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

/** How long a window is. */
export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;
/** Long: a busy PostgreSQL is not away, and without it few calls could be answered anyway. */
const POSTGRES_TIMEOUT_MS = 2_000;
const STORE_RETRY_MS = 1000;

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

/** Where several instances count together. */
export interface SharedStore {
  count(bucket: string): Promise<SharedCount>;
  /** After which it is taken to be away. */
  readonly timeoutMs: number;
  readonly onStoreLost: OnStoreLost | undefined;
  close(): Promise<void>;
}

/** Every call is counted here as well, so that what was spent stays spent when the shared store goes away. */
export function insured({ count, timeoutMs, onStoreLost, close }: SharedStore): RateLimits {
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
