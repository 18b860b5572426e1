import { Client } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { onTheWay } from './on-the-way.ts';
import { transport } from './transport.ts';

/** Objects with an `id` are records; all others belong to what they are in. Hits of a search are named like their records, so they stay apart. */
const WITHOUT_KEY = new Set(['SearchHit']);

/** A client with an empty cache. Each sign-in gets a new one, so that nothing remains of what another admin has read. */
export function newClient(): Client {
  const way = onTheWay();
  const client = new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [cacheExchange({ keys, resolvers: { Query: RECORDS } }), transport(way)],
  });
  // urql sends no query that is on its way already, whatever has happened since: the transport sends it again.
  const ask = client.executeQuery;
  client.executeQuery = (request, options) => {
    if (options?.requestPolicy === 'network-only') way.askedAgain(request.key);
    return ask(request, options);
  };
  return client;
}

const keys = new Proxy<
  Record<string, (data: { readonly id?: unknown; readonly __typename?: string }) => string | null>
>(
  {},
  {
    get:
      () =>
      ({ id, __typename }: { readonly id?: unknown; readonly __typename?: string }) =>
        typeof id === 'string' && !WITHOUT_KEY.has(__typename ?? '') ? id : null,
  },
);

/** A record that a list has read is shown at once; what is missing of it is read. */
const byId =
  (type: string) =>
  (_parent: unknown, { id }: { readonly id?: unknown }) =>
    typeof id === 'string' ? { __typename: type, id } : null;

const RECORDS = {
  batch: byId('Batch'),
  customer: byId('Customer'),
  device: byId('Device'),
  preorder: byId('Preorder'),
  release: byId('Release'),
  sale: byId('Sale'),
};
