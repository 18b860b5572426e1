import { ApolloLink, Observable } from '@apollo/client';
import { print } from 'graphql';
import type { Client } from 'graphql-sse';

/** Sends subscriptions over server-sent events: `new ApolloClient({ link: ApolloLink.split(isLive, liveLink(...), http) })`. */
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
