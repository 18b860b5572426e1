import type { Client } from 'graphql-sse';
import { textOf } from '../api/document.ts';
import { askGate } from '../api/gate.ts';
import { reachability } from '../api/reachability.ts';
import { createStore } from '../api/store.ts';
import { LIVE } from './live-documents.ts';

/** What a tab wants to hear of: events of these records; of all records when there are none. */
export interface Want {
  readonly subscription: keyof typeof LIVE;
  readonly ids: readonly string[];
}

/** An event of a record; REFETCH means that some may have been missed. */
export interface LiveEvent {
  readonly subscription: keyof typeof LIVE;
  readonly event: string;
  readonly id: string | null;
}

type Message =
  | { readonly kind: 'want'; readonly tab: string; readonly wants: readonly Want[] }
  | { readonly kind: 'ask' }
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'state'; readonly state: LiveState };

export type LiveState = 'off' | 'connecting' | 'on' | 'paused';

/** The state of the stream, the same in all tabs. */
export const liveState = createStore<LiveState>('off');

/** More ids than one subscription takes: then every event is heard. */
const MAX_IDS = 100;
/** A browser has six connections to a service by HTTP/1.1: two stay for requests. What was wanted last comes first. */
const MAX_STREAMS = 4;
const SETTLE_MS = 400;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** The service sends something every 12 s. After two that did not come, it is connected again. */
const SILENCE_MS = 26_000;

const tab = crypto.randomUUID();
const channel = new BroadcastChannel('karvon-live');
const listeners = new Set<(event: LiveEvent) => void>();
const own = new Map<object, Want>();

/** Hears events until the returned function is called. */
export function listen(want: Want, listener: (event: LiveEvent) => void): () => void {
  const key = {};
  own.set(key, want);
  listeners.add(listener);
  tell();
  return () => {
    own.delete(key);
    listeners.delete(listener);
    tell();
  };
}

function tell(): void {
  send({ kind: 'want', tab, wants: [...own.values()] });
}

/** To the other tabs and to this one. */
function send(message: Message): void {
  channel.postMessage(message);
  receive(message);
}

channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));

/** The tab that has the stream answers the others; each tab hears the events. */
let lead: ((message: Message) => void) | undefined;

function receive(message: Message): void {
  lead?.(message);
  if (message.kind === 'ask') channel.postMessage({ kind: 'want', tab, wants: [...own.values()] } satisfies Message);
  if (message.kind === 'state') {
    liveState.set(message.state);
    if (message.state === 'on') reachability.set(true);
  }
  if (message.kind === 'event') for (const listener of listeners) listener(message.event);
}

/** Begins to take part: one tab of the browser holds the streams, the next takes over when it closes. */
export function startLive(): () => void {
  const over = new AbortController();
  // Held as long as the tab lives: the leader forgets what it wanted when the lock is free.
  void navigator.locks.request(lockOf(tab), { signal: over.signal }, () => untilAborted(over.signal)).catch(ignored);
  void navigator.locks
    .request('karvon-live', { signal: over.signal }, async () => {
      const stop = beLeader();
      await untilAborted(over.signal);
      stop();
    })
    .catch(ignored);
  return () => over.abort();
}

const lockOf = (name: string) => `karvon-tab-${name}`;
const ignored = () => undefined;
const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });

function beLeader(): () => void {
  const wanted = new Map<string, readonly Want[]>([[tab, [...own.values()]]]);
  const watched = new Set<string>([tab]);
  let streams: (() => void)[] = [];
  let opened = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(open, SETTLE_MS);
  };

  function open() {
    const all = [...wanted.values()].reverse().flat();
    const kinds = [...new Set(all.map(({ subscription }) => subscription))].slice(0, MAX_STREAMS).sort();
    const plan = kinds.map((subscription) => {
      const wants = all.filter((one) => one.subscription === subscription);
      const ids = [...new Set(wants.flatMap((one) => one.ids))].sort();
      return { subscription, ids: ids.length > MAX_IDS || wants.some((one) => one.ids.length === 0) ? null : ids };
    });
    const next = JSON.stringify(plan);
    if (next === opened) return;
    opened = next;
    for (const close of streams) close();
    send({ kind: 'state', state: plan.length === 0 ? 'off' : 'connecting' });
    streams = plan.map(({ subscription, ids }) => stream(subscription, ids));
  }

  lead = (message) => {
    if (message.kind === 'ask') send({ kind: 'state', state: liveState.get() });
    if (message.kind !== 'want') return;
    if (message.tab !== tab) send({ kind: 'state', state: liveState.get() });
    wanted.delete(message.tab);
    wanted.set(message.tab, message.wants);
    settle();
    if (watched.has(message.tab)) return;
    watched.add(message.tab);
    void navigator.locks.request(lockOf(message.tab), () => {
      if (message.tab !== tab) send({ kind: 'state', state: liveState.get() });
      wanted.delete(message.tab);
      watched.delete(message.tab);
      settle();
    });
  };
  channel.postMessage({ kind: 'ask' } satisfies Message);
  settle();
  return () => {
    lead = undefined;
    clearTimeout(timer);
    for (const close of streams) close();
  };
}

/** One subscription, connected again after each end. @returns closes it */
function stream(subscription: Want['subscription'], ids: readonly string[] | null): () => void {
  let client: Client | undefined;
  let isClosed = false;
  let wait = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: () => void = () => undefined;
  let isSessionOver = false;

  const again = () => {
    if (isClosed) return;
    send({ kind: 'state', state: 'paused' });
    // A screen that nobody may see any more says so at once, and not at the next click.
    if (isSessionOver) return void askGate().then((isBack) => (isBack && !isClosed ? connect() : undefined));
    timer = setTimeout(() => void connect(), wait);
    wait = Math.min(wait * 2, MAX_RETRY_MS);
  };
  async function connect() {
    const { createClient } = await import('graphql-sse');
    if (isClosed) return;
    client ??= createClient({
      url: '/graphql/stream',
      credentials: 'same-origin',
      retryAttempts: 0,
      async fetchFn(url: string, init: RequestInit) {
        const response = await fetchUnlessSilent(url, init);
        isSessionOver = response.status === 401;
        return response;
      },
    });
    end = client.subscribe<Record<string, { readonly event: string; readonly id: string | null }>>(
      { query: textOf(LIVE[subscription]), operationName: LIVE[subscription], variables: { ids } },
      {
        next({ data }) {
          const change = data?.[subscription];
          if (!change) return;
          wait = FIRST_RETRY_MS;
          send({ kind: 'state', state: 'on' });
          send({ kind: 'event', event: { subscription, event: change.event, id: change.id } });
        },
        error: again,
        complete: again,
      },
    );
  }
  void connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    end();
    client?.dispose();
  };
}

/** `fetch` of a stream that fails when nothing is sent any more: a connection to a service that was stopped, or over a network that drops everything, stays open. */
async function fetchUnlessSilent(url: string, { signal, ...init }: RequestInit): Promise<Response> {
  const silence = new AbortController();
  const fail = () => silence.abort(new Error('The stream is silent.'));
  let timer = setTimeout(fail, SILENCE_MS);
  signal?.addEventListener('abort', () => clearTimeout(timer));
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
  });
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      clearTimeout(timer);
      timer = setTimeout(fail, SILENCE_MS);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  return new Response(response.body?.pipeThrough(heard), response);
}
