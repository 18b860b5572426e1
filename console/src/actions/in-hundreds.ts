import type { ActionRecord, Outcome, Run } from './action.ts';

/** The most records of a bulk mutation. */
const HUNDRED = 100;
const DEFAULT_WAIT_SECONDS = 20;

/**
 * Calls a bulk mutation for hundreds, one after the other. Where the limit of calls is reached, it waits as long as the service says, and goes on
 * with what is left.
 * @returns the outcome of each record that was called for: all of them, unless the run was stopped
 */
export async function inHundreds(
  records: readonly ActionRecord[],
  call: (records: readonly ActionRecord[]) => Promise<readonly Outcome[]>,
  run?: Run,
  wait = waitUnlessStopped,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = [...records];
  while (left.length > 0 && !run?.signal.aborted) {
    run?.tell(outcomes.length, 0);
    const answer = await call(left.slice(0, HUNDRED));
    const putOff = answer.filter(({ problem }) => problem?.code === 'RATE_LIMITED');
    const done = answer.filter((one) => !putOff.includes(one));
    outcomes.push(...done);
    const ended = new Set(done.map(({ id }) => id));
    left = left.filter(({ id }) => !ended.has(id));
    if (putOff.length === 0 || run?.signal.aborted) continue;
    const seconds = Math.max(...putOff.map(({ problem }) => problem?.retryAfterSeconds ?? 0)) || DEFAULT_WAIT_SECONDS;
    run?.tell(outcomes.length, seconds);
    await wait(seconds, run?.signal);
  }
  return outcomes;
}

function waitUnlessStopped(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
