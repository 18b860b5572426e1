import { Client, cacheExchange, fetchExchange, makeOperation, mapExchange, subscriptionExchange } from '@urql/core';
import { type DocumentNode, Kind } from 'graphql';
import { createClient } from 'graphql-sse';
import type { Connection } from './apollo.ts';
import type { Query } from './generated/schema.ts';
import { staleAfter } from './stale.ts';

/** The types of root fields, of which urql knows only what an answer has named. */
type TypeOf<T> = T extends readonly (infer Item)[] ? TypeOf<Item> : T extends { __typename: infer Name } ? Name : never;
const TYPES = {
  adminOptions: 'AdminOption',
  auditEntries: 'AuditEntryConnection',
  batches: 'BatchConnection',
  claimCodes: 'ClaimCodeConnection',
  customers: 'CustomerConnection',
  devices: 'DeviceConnection',
  installations: 'InstallationConnection',
  operationsAnalytics: 'OperationsAnalytics',
  overview: 'Overview',
  preorderAnalytics: 'PreorderAnalytics',
  preorders: 'PreorderConnection',
  releases: 'ReleaseConnection',
  sales: 'SaleConnection',
  salesAnalytics: 'SalesAnalytics',
  search: 'SearchHit',
  sessions: 'Session',
  team: 'AdminConnection',
  viewer: 'Viewer',
} satisfies { readonly [Field in keyof Query]?: TypeOf<NonNullable<Query[Field]>> };

/** urql with its default cache, which reads a screen again when a mutation changed a type that is in it. */
export function makeUrql({ url, fetch }: Connection): Client {
  const live = createClient({ url: `${url}/graphql/stream`, credentials: 'include', fetchFn: fetch });
  return new Client({
    url: `${url}/graphql`,
    fetch,
    fetchOptions: { credentials: 'include' },
    preferGetMethod: false,
    exchanges: [
      mapExchange({
        onOperation: (operation) =>
          operation.kind === 'mutation'
            ? makeOperation(operation.kind, operation, {
                ...operation.context,
                additionalTypenames: staleTypes(operation.query),
              })
            : operation,
      }),
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: live.subscribe({ query: query ?? '', variables: variables as Record<string, unknown> }, sink),
          }),
        }),
      }),
    ],
  });
}

/** The types that the mutations of a document make stale. */
function staleTypes(document: DocumentNode): string[] {
  const types = document.definitions
    .flatMap((definition) => (definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : []))
    .flatMap((selection) => (selection.kind === Kind.FIELD ? [staleAfter(selection.name.value)] : []))
    .flatMap(({ Query: fields = [], ...others }) => [
      ...Object.keys(others),
      ...fields.flatMap((field) => (field in TYPES ? [TYPES[field as keyof typeof TYPES]] : [])),
    ]);
  return [...new Set(types)];
}
