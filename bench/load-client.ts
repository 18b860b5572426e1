import { Worker } from 'node:worker_threads';
import type { RequestPool } from './request-pool.ts';

/** What to send and for how long. Always to 127.0.0.1: this client is for the machine it runs on. */
export interface Load {
  readonly port: number;
  readonly pool: RequestPool;
  /** Keep-alive connections, each with one request in flight and no pipelining. */
  readonly connections: number;
  /** Sent and answered like the rest, not counted. */
  readonly warmUpMs: number;
  readonly durationMs: number;
  /** Start the pool again at its end; without it the run ends when every request was sent once. */
  readonly repeat: boolean;
  /** Upper bound of requests, warm-up included. */
  readonly maximumRequests: number;
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface LoadResult {
  /** Answers inside the measured time. */
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Every answer by its status, warm-up and the last ones in flight included. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Milliseconds from the first byte written to the last byte read, inside the measured time. */
  readonly latency: Latency;
  /** Connections lost, answers that are not HTTP, requests still unanswered at the end. */
  readonly errors: number;
  readonly lastError: string | null;
  /** Mean bytes of an answer, head and body. */
  readonly answerBytes: number;
  /** CPU time of the client's thread over the measured time: 1 is one core. */
  readonly clientCpu: number;
}

/** After the measured time the answers in flight are awaited this long. */
export const GRACE_MS = 5_000;
const MAX_DURATION_MS = 120_000;
const MAX_REQUESTS = 10_000_000;
const MAX_CONNECTIONS = 1_024;

function assertBounded(load: Load): void {
  const { connections, durationMs, warmUpMs, maximumRequests, pool } = load;
  if (!(pool.count > 0)) throw new RangeError('no requests to send');
  if (!(connections >= 1 && connections <= MAX_CONNECTIONS)) throw new RangeError('connections must be from 1 to 1024');
  if (!(warmUpMs >= 0 && durationMs > 0 && warmUpMs + durationMs <= MAX_DURATION_MS)) {
    throw new RangeError('warm-up and duration together must be at most two minutes');
  }
  if (!(maximumRequests >= 1 && maximumRequests <= MAX_REQUESTS))
    throw new RangeError('requests must be from 1 to 10,000,000');
}

/** Runs one load in a thread of its own and ends with it. Rejects when the thread fails or outlives its time. */
export async function runLoad(load: Load): Promise<LoadResult> {
  assertBounded(load);
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: load });
  const { promise, resolve, reject } = Promise.withResolvers<LoadResult>();
  const limitMs = load.warmUpMs + load.durationMs + 2 * GRACE_MS;
  const watchdog = setTimeout(() => reject(new Error('the load client did not end in time')), limitMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('the load client ended without a result')));
  try {
    return await promise;
  } finally {
    clearTimeout(watchdog);
    await worker.terminate();
  }
}
