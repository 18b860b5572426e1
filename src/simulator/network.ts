import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** The part of `fetch` that devices use. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** How often what goes wrong; each a probability from 0 to 1. */
export interface Weather {
  /** A request never reaches the service. */
  readonly lostRequests: number;
  /** The service does what it was asked, the sender never hears of it. */
  readonly lostReplies: number;
  /** A request reaches the service twice. */
  readonly doubled: number;
  /** A request is given up by its sender and reaches the service later, behind what was sent after it. */
  readonly late: number;
  /** The reply's body breaks off in the middle. Only replies with Accept-Ranges or Content-Range, which can be resumed. */
  readonly cutDownloads: number;
  /** The longest that a late request stays under way, in milliseconds. */
  readonly maxDelayMs: number;
}

export type Fault = Exclude<keyof Weather, 'maxDelayMs'>;

export const CALM: Weather = {
  lostRequests: 0,
  lostReplies: 0,
  doubled: 0,
  late: 0,
  cutDownloads: 0,
  maxDelayMs: 0,
};

/** Of all requests this share goes wrong, evenly in each of the ways. */
export function stormy(share: number, maxDelayMs = 300): Weather {
  const each = share / 4;
  return { lostRequests: each, lostReplies: each, doubled: each, late: each, cutDownloads: share, maxDelayMs };
}

/** The request or its reply was lost: the sender cannot know which. */
export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
}

export interface Network {
  readonly fetch: Fetch;
  /** What went wrong so far. */
  readonly faults: Readonly<Record<Fault, number>>;
  /** Resolves when nothing is under way any more, late requests included. */
  settled(): Promise<void>;
}

/**
 * A network in which things go wrong. One sender's faults are the same in each run with the same seed, as long as it
 * sends the same requests one after the other.
 */
export function faultyNetwork(send: Fetch, random: Random, weather: Weather): Network {
  const faults: Record<Fault, number> = { lostRequests: 0, lostReplies: 0, doubled: 0, late: 0, cutDownloads: 0 };
  const underWay = new Set<Promise<unknown>>();
  const happens = (fault: Fault): boolean => {
    const struck = random.chance(weather[fault]);
    if (struck) faults[fault] += 1;
    return struck;
  };

  /** A copy that nobody waits for: its reply is read and forgotten. */
  function inBackground(url: string, init: RequestInit, delayMs: number): void {
    const copy = sleep(delayMs)
      .then(() => send(url, { ...init, signal: null }))
      .then((reply) => reply.arrayBuffer())
      .catch(() => undefined)
      .finally(() => underWay.delete(copy));
    underWay.add(copy);
  }

  return {
    faults,
    async fetch(url, init = {}) {
      if (happens('lostRequests')) throw new NetworkFault('the request was lost');
      if (happens('late')) {
        inBackground(url, init, random.below(weather.maxDelayMs + 1));
        throw new NetworkFault('no reply in time');
      }
      if (happens('doubled')) inBackground(url, init, 0);
      const reply = await send(url, init);
      if (happens('lostReplies')) {
        await reply.arrayBuffer();
        throw new NetworkFault('the reply was lost');
      }
      const resumable = reply.headers.has('accept-ranges') || reply.headers.has('content-range');
      return resumable && happens('cutDownloads') ? breakingOff(reply, random.next()) : reply;
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The reply, whose body ends with an error after this share (0 to 1) of its bytes. */
function breakingOff(reply: Response, share: number): Response {
  let left = Math.floor(Number(reply.headers.get('content-length') ?? 0) * share);
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (chunk.length <= left) {
        left -= chunk.length;
        controller.enqueue(chunk);
        return;
      }
      if (left > 0) controller.enqueue(chunk.subarray(0, left));
      controller.error(new NetworkFault('the connection was cut'));
    },
  });
  return new Response(reply.body?.pipeThrough(cut), { status: reply.status, headers: reply.headers });
}
