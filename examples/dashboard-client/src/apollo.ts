import { ApolloClient, ApolloLink, HttpLink, type InMemoryCache } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-sse';
import { evictStale, makeCache } from './apollo-cache.ts';
import { liveLink } from './live.ts';

/** Where the service is, and how to call it; pages need the address alone. */
export interface Connection {
  /** For example `https://api.shop.example`. */
  readonly url: string;
  readonly fetch?: typeof fetch;
}

/** Apollo Client with Karvon's cache rules. The session is a cookie, so every call says `credentials: 'include'`. */
export function makeApollo({ url, fetch }: Connection): ApolloClient {
  const cache = makeCache();
  const http = new HttpLink({ uri: `${url}/graphql`, credentials: 'include', fetch });
  const live = liveLink(createClient({ url: `${url}/graphql/stream`, credentials: 'include', fetchFn: fetch }));
  return new ApolloClient({
    cache,
    link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, live, http),
    defaultOptions: {
      mutate: {
        update: (_cache, { data }) => forget(cache, data),
        // `mutate` resolves when every screen that it changed shows the change.
        awaitRefetchQueries: true,
        onQueryUpdated: (_query, { complete }) => (complete ? undefined : true),
      },
    },
  });
}

/** Removes from the cache what the mutations in an answer changed, and the records that they deleted. */
function forget(cache: InMemoryCache, data: unknown): void {
  for (const [field, answer] of Object.entries(data ?? {})) {
    evictStale(cache, field);
    const { deletedId } = (answer ?? {}) as { deletedId?: string };
    if (deletedId) cache.evict({ id: `${field.slice('delete'.length)}:${deletedId}` });
  }
  cache.gc();
}
