import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';

/** A request whose client leaves before it has the answer. */
export interface AbandonedRequest {
  /** What kind of request it is, for messages. */
  readonly kind: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Asked anew for each request, so that callers can take turns. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Made anew for each request, so that a write can be a new one each time. */
  readonly body?: () => string | Buffer;
  /** How many clients ask and leave together, as a browser does with the requests of a page. Default 1. */
  readonly together?: number;
}

export interface AbandonOptions {
  /** Numbers from 0 to 1, seeded, so that a run can be repeated. */
  readonly random: () => number;
  /** Runs before each round of requests, for example to make them cold ones. */
  readonly before?: () => Promise<unknown>;
  /** Clients that leave at different instants of the same time, so that calls wait for one another. Default 4. */
  readonly beside?: number;
}

/** More than a run asks for. */
const RANDOM_NUMBERS = 20_000;

/** Numbers from 0 to 1 that a seed repeats. */
export function randomOf(seed: number): () => number {
  const numbers = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed, numRuns: RANDOM_NUMBERS });
  let next = 0;
  return () => numbers[next++ % RANDOM_NUMBERS] ?? 0;
}

/** When a client leaves: it sends this share of its request, waits, and closes the socket. */
interface Instant {
  /** From 0 to 1. */
  readonly sent: number;
  readonly waitMs: number;
}

/** The instants of each kind of request. */
const INSTANTS = 40;
/** Of these, how many come before the request was sent to its end. */
const WHILE_SENDING = 5;
/** An answer that never ends, such as a stream, is abandoned within this time. */
const ENDLESS_MS = 150;
/** Clients also leave when the answer should have come, and a moment later. */
const BEYOND = 1.2;

/** Closes the sockets of each kind of request at 40 instants, spread from its first byte to a moment after its answer. */
export async function abandonEach(
  url: string,
  requests: readonly AbandonedRequest[],
  { random, before = async () => undefined, beside = 4 }: AbandonOptions,
): Promise<void> {
  for (const request of requests) {
    await before();
    const wholeMs = await durationOf(url, request);
    for (let first = 0; first < INSTANTS; first += beside) {
      await before();
      const instants = Array.from({ length: beside }, (_, index) => instantAt(first + index, wholeMs, random));
      const together = instants.flatMap((at) => Array.from({ length: request.together ?? 1 }, () => at));
      await Promise.all(together.map((at) => leave(url, request, at)));
    }
  }
}

function instantAt(index: number, wholeMs: number, random: () => number): Instant {
  if (index < WHILE_SENDING) return { sent: (index + random()) / WHILE_SENDING, waitMs: 0 };
  const share = (index - WHILE_SENDING + random()) / (INSTANTS - WHILE_SENDING);
  return { sent: 1, waitMs: share * wholeMs * BEYOND };
}

/** A service whose connections were just ended may have none, and a caller may have used up a limit; anything else must succeed. */
const ACCEPTED = /^HTTP\/1\.1 (?:503 |429 |2\d\d (?!.*\{"errors":(?!.*"RATE_LIMITED")))/s;

/** How long the answer takes, at most `ENDLESS_MS`, in milliseconds. @throws Error if it is a refusal */
async function durationOf(url: string, request: AbandonedRequest): Promise<number> {
  const startedAt = performance.now();
  const socket = await open(url);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answer: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => answer.push(chunk));
  socket.write(bytesOf(url, request));
  await Promise.race([ended, sleep(ENDLESS_MS)]);
  socket.destroy();
  const start = Buffer.concat(answer).toString('latin1').slice(0, 2_000);
  // An answer that is not there yet is a slow one, and not a refusal.
  if (start !== '' && !ACCEPTED.test(start)) throw new Error(`${request.kind} was refused: ${start}`);
  return performance.now() - startedAt;
}

async function leave(url: string, request: AbandonedRequest, { sent, waitMs }: Instant): Promise<void> {
  const socket = await open(url);
  const bytes = bytesOf(url, request);
  socket.write(bytes.subarray(0, Math.ceil(bytes.length * sent)));
  if (waitMs > 0) await sleep(waitMs);
  // Also a client that has left reads what has come, or its system would refuse more.
  socket.resume();
  socket.destroy();
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
    socket.on('error', reject);
  });
}

function bytesOf(url: string, { method, path, headers, body }: AbandonedRequest): Buffer {
  const content = Buffer.from(body?.() ?? '');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'connection: close',
    ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`content-length: ${content.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}
