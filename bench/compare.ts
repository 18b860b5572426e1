import { readFile } from 'node:fs/promises';
import { type LoadResult, runLoad } from './load-client.ts';
import type { RequestPool } from './request-pool.ts';
import { median } from './statistics.ts';

/** A server under measurement. */
export interface Contender {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** The repeated request of this contender, if it differs from the others. */
  readonly requests?: RequestPool;
}

export interface Comparison {
  readonly contenders: readonly Contender[];
  readonly rounds: number;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** The status that every response must have: a fast error is not a result. */
  readonly expectedStatus: number;
  /** The requests of a round: every contender gets the same ones. */
  readonly requests: (round: number) => RequestPool;
  /** Whether the requests may be sent again and again. */
  readonly repeat: boolean;
  /** Receives progress lines. */
  readonly progress: (text: string) => void;
}

/** One contender in one round. */
export interface Measurement extends LoadResult {
  readonly round: number;
  /** CPU time of the server's process over the whole load: 1 is one core; null where /proc is not. */
  readonly serverCpu: number | null;
  /** The same in seconds, for all answers with the warm-up: the cost of one does not depend on how busy the machine is. */
  readonly serverCpuSeconds: number | null;
}

/** The medians of a contender over its rounds. */
export interface Medians {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly clientCpu: number;
  readonly serverCpu: number | null;
  readonly answerBytes: number;
  readonly rounds: readonly Measurement[];
}

const REPEATED_REQUESTS = 2_000_000;
/** Ticks of /proc/<pid>/stat: 100 a second on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

/** CPU seconds a process has used, or null where /proc is not (proc(5): utime and stime, fields 14 and 15). */
async function cpuSeconds(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}

function assertAnswered(contender: Contender, result: LoadResult, expectedStatus: number): void {
  const others = Object.keys(result.statuses).filter((status) => Number(status) !== expectedStatus);
  if (others.length === 0 && result.errors === 0 && result.requests > 0) return;
  const seen = JSON.stringify(result.statuses);
  throw new Error(
    `${contender.name}: not all responses had status ${expectedStatus}: ${seen}, ${result.errors} errors (${result.lastError})`,
  );
}

async function measure(comparison: Comparison, contender: Contender, pool: RequestPool, round: number) {
  const { connections, warmUpMs, durationMs, repeat } = comparison;
  const maximumRequests = repeat ? REPEATED_REQUESTS : pool.count;
  const startedAt = performance.now();
  const cpuBefore = await cpuSeconds(contender.pid);
  const load = { port: contender.port, pool, connections, warmUpMs, durationMs, repeat, maximumRequests };
  const result = await runLoad(load);
  const cpuAfter = await cpuSeconds(contender.pid);
  assertAnswered(contender, result, comparison.expectedStatus);
  const elapsed = (performance.now() - startedAt) / 1_000;
  const serverCpuSeconds = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  const serverCpu = serverCpuSeconds === null ? null : serverCpuSeconds / elapsed;
  return { ...result, round, serverCpu, serverCpuSeconds };
}

/** The same list, starting at another place: over as many rounds as contenders each stands at each place once. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function summarize(name: string, rounds: readonly Measurement[]): Medians {
  const middle = (pick: (measurement: Measurement) => number): number => median(rounds.map(pick));
  const known = rounds.flatMap(({ serverCpu }) => (serverCpu === null ? [] : [serverCpu]));
  return {
    name,
    perSecond: middle(({ perSecond }) => perSecond),
    p50: middle(({ latency }) => latency.p50),
    p95: middle(({ latency }) => latency.p95),
    p99: middle(({ latency }) => latency.p99),
    clientCpu: middle(({ clientCpu }) => clientCpu),
    serverCpu: known.length > 0 ? median(known) : null,
    answerBytes: middle(({ answerBytes }) => answerBytes),
    rounds,
  };
}

/**
 * Measures the contenders one after the other, in rounds that start with another one each time.
 * Throws when an answer has another status than the expected one.
 */
export async function compare(comparison: Comparison): Promise<Medians[]> {
  const measurements = new Map<string, Measurement[]>(comparison.contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < comparison.rounds; round += 1) {
    comparison.progress(`round ${round + 1}: preparing requests`);
    const pool = comparison.requests(round);
    for (const contender of rotated(comparison.contenders, round)) {
      const measurement = await measure(comparison, contender, contender.requests ?? pool, round);
      measurements.get(contender.name)?.push(measurement);
      comparison.progress(
        `round ${round + 1}: ${contender.name} ${Math.round(measurement.perSecond)}/s ` +
          `(client CPU ${measurement.clientCpu.toFixed(2)}, server CPU ${measurement.serverCpu?.toFixed(2) ?? '?'})`,
      );
    }
  }
  return comparison.contenders.map(({ name }) => summarize(name, measurements.get(name) ?? []));
}
