import type { RateLimits } from '../../src/model/ports.ts';
import { memoryRateLimits } from '../../src/platform/rate-limits/rate-limits.ts';
import { testClock } from './app.ts';

/** Real limits in memory, which can count what calls counted once more, without the calls. */
export interface ReplayedLimits extends RateLimits {
  /**
   * Makes calls that are alike: some of them, and counts what these counted until all have been counted.
   * @param made how many are made, which `count` is a multiple of
   * @param call gets the number of a call
   * @returns their replies
   */
  repeat<Answer>(count: number, made: number, call: (index: number) => Promise<Answer>): Promise<Answer[]>;
}

/** They never refuse a call because of the time, which stands still. */
export function replayedLimits(): ReplayedLimits {
  const { now } = testClock();
  const limits = memoryRateLimits(() => now().getTime());
  let counted: Parameters<RateLimits['consume']>[] = [];
  return {
    async consume(...call) {
      counted.push(call);
      return limits.consume(...call);
    },
    close: () => limits.close(),
    async repeat(count, made, call) {
      if (count % made !== 0) throw new Error(`${count} is no multiple of ${made}.`);
      counted = [];
      const replies = await Promise.all(Array.from({ length: made }, (_, index) => call(index)));
      const once = counted;
      for (let more = made; more < count; more += made) for (const again of once) await limits.consume(...again);
      return replies;
    },
  };
}
