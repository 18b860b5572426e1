import { median } from './statistics.ts';

/** A way of doing something that takes long enough to be timed call by call. */
export interface TimedWay {
  readonly name: string;
  /** Does it once; throws when the outcome is not what it must be. */
  readonly run: () => Promise<unknown>;
}

export interface TimedWays {
  readonly ways: readonly TimedWay[];
  readonly rounds: number;
  /** How often each way runs in a round. */
  readonly calls: number;
  readonly progress: (text: string) => void;
}

/** A way with the times of all its calls, in milliseconds. */
export interface Timing {
  readonly name: string;
  readonly median: number;
  readonly timesMs: readonly number[];
}

/** Runs each way once unmeasured, then all of them in turns, each round starting with another one. */
export async function timeInTurns({ ways, rounds, calls, progress }: TimedWays): Promise<Timing[]> {
  const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
  for (const { run } of ways) await run();
  for (let turn = 0; turn < rounds * calls; turn += 1) {
    const start = turn % ways.length;
    for (const { name, run } of [...ways.slice(start), ...ways.slice(0, start)]) {
      const from = performance.now();
      await run();
      times.get(name)?.push(performance.now() - from);
    }
    if ((turn + 1) % calls === 0) {
      const lately = ways.map(({ name }) => `${name} ${Math.round(median(times.get(name)?.slice(-calls) ?? []))} ms`);
      progress(`round ${(turn + 1) / calls}: ${lately.join(', ')}`);
    }
  }
  return ways.map(({ name }) => {
    const timesMs = times.get(name) ?? [];
    return { name, median: median(timesMs), timesMs };
  });
}
