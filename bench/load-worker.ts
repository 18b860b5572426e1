/** The thread of the load client: everything here is on the path of every request, so it does as little as it can. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { GRACE_MS, type Load, type LoadResult } from './load-client.ts';
import { createResponseReader } from './response-reader.ts';
import { percentile } from './statistics.ts';

const READ_BUFFER_BYTES = 64 * 1024;
/** A server that keeps closing connections ends the run instead of being hammered. */
const MAX_ERRORS = 200;

const load: Load = workerData;
const limit = load.repeat ? load.maximumRequests : Math.min(load.maximumRequests, load.pool.count);
const latencies = new Float64Array(load.maximumRequests);
const statuses: Record<number, number> = {};
let requests = 0;
let answers = 0;
let answeredBytes = 0;
let sent = 0;
let errors = 0;
let lastError: string | null = null;
let busy = 0;
let open = 0;
let finished = false;
/** Every request was sent before the time was over: the measured time ends with the last answer. */
let usedUp = false;
let lastMeasuredAt = 0;
let cpuAtStart: NodeJS.CpuUsage | undefined;
let cpuAtEnd: NodeJS.CpuUsage | undefined;

const startedAt = performance.now();
const measureFrom = startedAt + load.warmUpMs;
const measureUntil = measureFrom + load.durationMs;

function nextRequest(now: number): Buffer | undefined {
  if (now >= measureUntil) return undefined;
  if (sent >= limit) {
    usedUp = true;
    return undefined;
  }
  const index = sent % load.pool.count;
  const start = index === 0 ? 0 : (load.pool.ends[index - 1] ?? 0);
  sent += 1;
  return Buffer.from(load.pool.bytes, start, (load.pool.ends[index] ?? start) - start);
}

function count(now: number, since: number): void {
  if (now < measureFrom) return;
  cpuAtStart ??= process.threadCpuUsage();
  if (now >= measureUntil) {
    cpuAtEnd ??= process.threadCpuUsage(cpuAtStart);
    return;
  }
  latencies[requests] = now - since;
  requests += 1;
  lastMeasuredAt = now;
}

function result(): LoadResult {
  const cpu = cpuAtEnd ?? process.threadCpuUsage(cpuAtStart);
  const seconds = (usedUp ? Math.max(0, lastMeasuredAt - measureFrom) : load.durationMs) / 1_000;
  const sorted = latencies.subarray(0, requests).sort();
  return {
    requests,
    seconds,
    perSecond: seconds > 0 ? requests / seconds : 0,
    statuses,
    latency: { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) },
    errors,
    lastError,
    answerBytes: answers > 0 ? answeredBytes / answers : 0,
    clientCpu: seconds > 0 ? (cpu.user + cpu.system) / 1e6 / seconds : 0,
  };
}

function finish(): void {
  if (finished) return;
  finished = true;
  errors += busy;
  parentPort?.postMessage(result());
}

function openConnection(): void {
  let inFlight = false;
  let since = 0;
  let done = false;

  function send(now: number): void {
    const request = nextRequest(now);
    if (!request) {
      done = true;
      socket.destroy();
      return;
    }
    inFlight = true;
    busy += 1;
    since = now;
    socket.write(request);
  }

  const read = createResponseReader((status, answerBytes, last) => {
    const now = performance.now();
    inFlight = false;
    busy -= 1;
    answers += 1;
    answeredBytes += answerBytes;
    statuses[status] = (statuses[status] ?? 0) + 1;
    count(now, since);
    if (last) leave(now);
    else send(now);
  });

  /** The server closes this connection, which is allowed: the next request uses another one. */
  function leave(now: number): void {
    done = true;
    if (now < measureUntil) openConnection();
    socket.destroy();
  }

  function receive(length: number, bytes: Uint8Array): boolean {
    try {
      if (!inFlight) throw new Error('received a response without a request');
      read(Buffer.from(bytes.buffer, bytes.byteOffset, length));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
    return true;
  }

  const socket = connect({
    host: '127.0.0.1',
    port: load.port,
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafe(READ_BUFFER_BYTES), callback: receive },
  });
  open += 1;
  socket.once('connect', () => send(performance.now()));
  socket.on('error', (error) => {
    lastError = error.message;
  });
  socket.once('close', () => {
    open -= 1;
    if (inFlight) busy -= 1;
    if (!done) {
      errors += 1;
      lastError ??= 'the server closed the connection';
      if (errors < MAX_ERRORS && performance.now() < measureUntil) openConnection();
    }
    if (open === 0) finish();
  });
}

for (let index = 0; index < load.connections; index += 1) openConnection();
setTimeout(finish, load.warmUpMs + load.durationMs + GRACE_MS);
