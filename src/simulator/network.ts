import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';

/** The part of `fetch` that devices use. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Probabilities of network faults, each from 0 to 1. */
export interface NetworkConditions {
  /** A request never reaches the service. */
  readonly lostRequests: number;
  /** The service handles the request, but its reply is lost. */
  readonly lostReplies: number;
  /** A request reaches the service twice. */
  readonly doubled: number;
  /** The request times out and reaches the service later, after newer requests. */
  readonly late: number;
  /** The reply's body ends early. Only replies with Accept-Ranges or Content-Range, which can be resumed. */
  readonly cutDownloads: number;
  /** Maximum delay of a late request, in milliseconds. */
  readonly maxDelayMs: number;
}

export type Fault = Exclude<keyof NetworkConditions, 'maxDelayMs'>;

export const NO_FAULTS: NetworkConditions = {
  lostRequests: 0,
  lostReplies: 0,
  doubled: 0,
  late: 0,
  cutDownloads: 0,
  maxDelayMs: 0,
};

/** Faults for this share of all requests, evenly distributed over the kinds. */
export function lossyConditions(share: number, maxDelayMs = 300): NetworkConditions {
  const each = share / 4;
  return { lostRequests: each, lostReplies: each, doubled: each, late: each, cutDownloads: share, maxDelayMs };
}

/** The request or its reply was lost; the sender does not know which. */
export class NetworkFault extends Error {
  override readonly name = 'NetworkFault';
}

export interface Network {
  readonly fetch: Fetch;
  /** Faults so far, by kind. */
  readonly faults: Readonly<Record<Fault, number>>;
  /** Resolves when no request is pending, including late ones. */
  settled(): Promise<void>;
}

/**
 * A network with random faults. With the same seed and the same sequential requests, one sender gets the same faults in
 * each run.
 */
export function faultyNetwork(send: Fetch, random: Random, conditions: NetworkConditions): Network {
  const faults: Record<Fault, number> = { lostRequests: 0, lostReplies: 0, doubled: 0, late: 0, cutDownloads: 0 };
  const underWay = new Set<Promise<unknown>>();
  const happens = (fault: Fault): boolean => {
    const isDrawn = random.chance(conditions[fault]);
    if (isDrawn) faults[fault] += 1;
    return isDrawn;
  };

  /** Sends a copy in the background and discards its reply. */
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
        inBackground(url, init, random.below(conditions.maxDelayMs + 1));
        throw new NetworkFault('no reply in time');
      }
      if (happens('doubled')) inBackground(url, init, 0);
      const reply = await send(url, init);
      if (happens('lostReplies')) {
        await reply.arrayBuffer();
        throw new NetworkFault('the reply was lost');
      }
      const resumable = reply.headers.has('accept-ranges') || reply.headers.has('content-range');
      return resumable && happens('cutDownloads') ? cutReply(reply, random.next()) : reply;
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Returns the reply with a body that fails after this share (0 to 1) of its bytes. */
function cutReply(reply: Response, share: number): Response {
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
