import {
  type ApolloClient,
  ApolloLink,
  Observable,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client';
import { print } from 'graphql';
import type { Client } from 'graphql-sse';
import type { LiveEvent } from './generated/schema.ts';

/** Sends subscriptions as server-sent events. */
export function liveLink(client: Client): ApolloLink {
  return new ApolloLink(
    ({ query, variables, operationName, extensions }) =>
      new Observable((observer) =>
        client.subscribe(
          { query: print(query), variables, operationName, extensions },
          {
            next: (result) => observer.next(result as ApolloLink.Result),
            error: (error) => observer.error(error),
            complete: () => observer.complete(),
          },
        ),
      ),
  );
}

/** What every field of `Subscription` answers. */
interface Change {
  readonly __typename?: string;
  readonly event: LiveEvent;
  readonly id: string | null;
}

/**
 * Follows changes. A record in an event replaces the one in the cache, so open screens show it by themselves; this adds
 * what a cache cannot know: that changes were missed (REFETCH), and that a record is new or gone.
 * @returns the events; unsubscribe when the screen closes
 */
export function follow<Data extends Readonly<Record<string, unknown>>, Variables extends OperationVariables>(
  client: ApolloClient,
  { query, variables }: { readonly query: TypedDocumentNode<Data, Variables>; readonly variables: Variables },
): Observable<LiveEvent> {
  return new Observable((observer) => {
    const reread = rereading(client);
    const listening = client
      .subscribe({ query, variables } as ApolloClient.SubscribeOptions<Data, Variables>)
      .subscribe({
        next({ data, error }) {
          if (error) return observer.error(error);
          for (const change of Object.values(data ?? {}) as Change[]) {
            if (change.event === 'DELETED') {
              client.cache.evict({ id: `${change.__typename?.replace(/Change$/, '')}:${change.id}` });
            }
            // The first REFETCH comes when the server listens: what was read before it may be old.
            if (reread.isUnderWay() || ['REFETCH', 'CREATED', 'DELETED'].includes(change.event)) void reread.start();
            observer.next(change.event);
          }
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      });
    return () => listening.unsubscribe();
  });
}

/**
 * Reads the open screens again. An event that comes meanwhile can be newer than the answer, which would replace it: then
 * they are read once more.
 */
function rereading(client: ApolloClient) {
  let underWay = false;
  let again = false;
  return {
    isUnderWay: () => underWay,
    async start(): Promise<void> {
      again = true;
      if (underWay) return;
      underWay = true;
      while (again) {
        again = false;
        // Each screen shows the error of its own query.
        await client.refetchQueries({ include: 'active' }).catch(() => undefined);
      }
      underWay = false;
    },
  };
}
