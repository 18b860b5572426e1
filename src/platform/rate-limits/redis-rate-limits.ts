import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RateLimits } from '../../model/ports.ts';
import { type OnStoreLost, WINDOW_SECONDS, withMemoryFallback } from './rate-limits.ts';

const REDIS_TIMEOUT_MS = 300;
const MAX_RECONNECT_DELAY_MS = 2000;

/**
 * Counts in Redis, for several instances. An unavailable Redis never disables a limit: this instance continues with its own
 * counts, and retries Redis every second.
 * @param url for example `redis://127.0.0.1:6379`
 */
export function redisRateLimits(url: string, onStoreLost?: OnStoreLost, timeoutMs = REDIS_TIMEOUT_MS): RateLimits {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: MAX_RECONNECT_DELAY_MS,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  });
  // Without a listener ioredis prints each failed reconnect; the calls that suffer from it are reported by onStoreLost.
  let reason: unknown;
  redis.on('error', (error) => {
    reason = error;
  });
  // Reported at the start, not only at the first call; the error of connect() only says that the connection is closed.
  const connected = redis.connect().catch((error: unknown) => onStoreLost?.(reason ?? error));
  // One limiter for all limits: it only counts; `statusAfter` compares.
  const counter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: 'karvon:limit',
    points: Number.MAX_SAFE_INTEGER,
    duration: WINDOW_SECONDS,
  });
  return withMemoryFallback({
    async count(bucket) {
      await connected;
      const { consumedPoints, msBeforeNext } = await counter.consume(bucket);
      return { calls: consumedPoints, msLeft: msBeforeNext };
    },
    timeoutMs,
    onStoreLost,
    async close() {
      redis.disconnect();
    },
  });
}
