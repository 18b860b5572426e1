import { randomUUID } from 'node:crypto';
import { createClient, type ExecutionResult } from 'graphql-sse';
import type { RunningApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { until } from '../support/until.ts';

/** What one subscription has received. */
export interface Heard {
  /** The event of each result: the value of the one field. */
  readonly events: Json[];
  readonly results: ExecutionResult<Json, Json>[];
  readonly isComplete: boolean;
  readonly error: unknown;
  /** The events but REFETCH. */
  changes(): Json[];
  /** Ends it from this side. */
  dispose(): void;
}

export interface LiveClient {
  /** Subscribes, and waits until the server listens. */
  listen(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Heard>;
  /** The same without waiting. */
  subscribe(query: string, variables?: Readonly<Record<string, unknown>>): Heard;
  close(): void;
}

/**
 * Waits until an instance has told of all that was committed before, which comes some time after the commit, in its order.
 * A listener that joins earlier may still hear of it.
 */
async function caughtUp(app: Pick<RunningApp, 'as' | 'sql'>, url: string): Promise<void> {
  const id = randomUUID();
  const client = liveClient(url, (await app.as('ADMIN')).cookie);
  const last = await client.listen('subscription ($id: ID!) { preorderChanged(ids: [$id]) { event id } }', { id });
  await app.sql(`select pg_notify('karvon', $1)`, [`preorder UPDATED ${id}`]);
  await until(() => last.events.length > 1);
  client.close();
}

/** A client whose listeners hear nothing of what was committed before they were asked for. */
export function punctualClient(
  app: Pick<RunningApp, 'as' | 'sql'>,
  url: string,
  cookie: string,
  options = {},
): LiveClient {
  const client = liveClient(url, cookie, options);
  return {
    ...client,
    async listen(query, variables) {
      await caughtUp(app, url);
      return client.listen(query, variables);
    },
  };
}

/**
 * Asks again on another connection if this one had sent nothing for ten seconds and was ended (408) just when it was to be used: nothing was
 * done.
 */
const askAgain: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  return response.status === 408 ? fetch(...request) : response;
};

/** graphql-sse's own client. @param cookie of a session; empty with headers that carry a token */
export function liveClient(
  url: string,
  cookie: string,
  { singleConnection = false, retryAttempts = 0, headers = {} } = {},
): LiveClient {
  const client = createClient({
    url: `${url}/graphql/stream`,
    singleConnection,
    retryAttempts,
    fetchFn: askAgain,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
  });

  function subscribe(query: string, variables: Readonly<Record<string, unknown>> = {}): Heard {
    const results: ExecutionResult<Json, Json>[] = [];
    const events: Json[] = [];
    let isComplete = false;
    let failure: unknown;
    const dispose = client.subscribe<Json, Json>(
      { query, variables: { ...variables } },
      {
        next(result) {
          results.push(result);
          events.push(Object.values(result.data ?? {})[0]);
        },
        error(error) {
          failure = error;
        },
        complete() {
          isComplete = true;
        },
      },
    );
    return {
      events,
      results,
      get isComplete() {
        return isComplete;
      },
      get error() {
        return failure;
      },
      changes: () => events.filter((event) => event?.event !== 'REFETCH'),
      dispose,
    };
  }

  return {
    subscribe,
    async listen(query, variables) {
      const heard = subscribe(query, variables);
      await until(() => heard.events.length > 0 || heard.error !== undefined || heard.isComplete);
      if (heard.events[0]?.event !== 'REFETCH')
        throw new Error(`The subscription was refused: ${JSON.stringify(heard.results)} ${String(heard.error)}`);
      return heard;
    },
    close: () => client.dispose(),
  };
}
