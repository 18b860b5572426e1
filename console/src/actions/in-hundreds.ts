import type { ActionRecord, OnProgress, Outcome } from './action.ts';

/** The most records of a bulk mutation. */
const HUNDRED = 100;
const DEFAULT_WAIT_SECONDS = 20;

/** What one bulk mutation answers. */
export interface BulkAnswer {
  readonly outcomes: readonly Outcome[];
  /** Records that were not tried, because the limit of calls was reached: later, after so many seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * Calls a bulk mutation for hundreds, one after the other; where the limit of calls is reached it waits and goes on with what is left.
 * @param onProgress the number of records that are done, and the seconds to wait
 */
export async function inHundreds(
  records: readonly ActionRecord[],
  call: (records: readonly ActionRecord[]) => Promise<BulkAnswer>,
  onProgress: OnProgress = () => undefined,
  wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000)),
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = [...records];
  while (left.length > 0) {
    onProgress(outcomes.length, 0);
    const answer = await call(left.slice(0, HUNDRED));
    const putOff = answer.outcomes.filter(({ problem }) => problem?.code === 'RATE_LIMITED').map(({ id }) => id);
    const done = answer.outcomes.filter(({ id }) => !putOff.includes(id));
    outcomes.push(...done);
    const ended = new Set(done.map(({ id }) => id));
    left = left.filter(({ id }) => !ended.has(id));
    if (putOff.length === 0) continue;
    const seconds = answer.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS;
    onProgress(outcomes.length, seconds);
    await wait(seconds);
  }
  return outcomes;
}
