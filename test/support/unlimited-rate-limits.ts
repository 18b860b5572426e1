import type { RateLimits } from '../../src/model/ports.ts';

/** Limits that count and never refuse. */
export function unlimitedRateLimits(): RateLimits {
  const calls = new Map<string, number>();
  return {
    async consume(bucket, limit) {
      const count = (calls.get(bucket) ?? 0) + 1;
      calls.set(bucket, count);
      return { limit, remaining: Math.max(limit - count, 0), resetSeconds: 60, exceeded: false };
    },
    close: async () => undefined,
  };
}
