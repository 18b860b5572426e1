import { randomUUID } from 'node:crypto';
import type { AbandonedRequest } from './abandon.ts';

interface AbandonedOptions {
  /** The credential of a SUPER_ADMIN; several can take turns. */
  readonly credential: () => Readonly<Record<string, string>>;
  /** A signed firmware package as a form. */
  readonly upload: { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };
  /** The path of a signed download; undefined where there is no image. */
  readonly download?: string;
}

const GRAPHQL = '/graphql';
const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS = { accept: 'text/event-stream' };
/** A browser asks for all parts of a page at once. */
const PAGE = 5;

/** A request of each kind that holds something of the service while it lasts, over both transports. */
export function abandonedRequests({ credential, upload, download }: AbandonedOptions): readonly AbandonedRequest[] {
  const get = (kind: string, path: string, together = 1): AbandonedRequest => ({
    kind,
    method: 'GET',
    path,
    headers: credential,
    together,
  });
  const graphql = (kind: string, query: () => string, together = 1): AbandonedRequest => ({
    kind,
    method: 'POST',
    path: GRAPHQL,
    headers: () => ({ ...credential(), ...JSON_TYPE }),
    body: () => JSON.stringify({ query: query() }),
    together,
  });
  const question =
    'salesMetrics(query: { metrics: [ORDERS, CUSTOMERS], grain: DAY, range: { preset: LAST_30_DAYS }, dimensions: [SALES_CHANNEL] }) { totals }';
  return [
    get('a report', '/v1/admin/analytics/sales?range=year', PAGE),
    get('an operations report', '/v1/admin/analytics/operations', PAGE),
    get('an overview', '/v1/admin/overview', PAGE),
    get('a preorder report', '/v1/admin/preorders/analytics', PAGE),
    get('a list', '/v1/admin/customers?search=person&take=100', PAGE),
    get('an export of the contract', '/v1/admin/customers/export.csv', 2),
    get('an export of a list', '/v1/admin/exports/devices?format=ndjson', 2),
    get(
      'an export of a question',
      `/v1/admin/exports/sales-metrics?query=${encodeURIComponent('{"metrics":["ORDERS"],"dimensions":["SALES_CHANNEL"]}')}`,
      2,
    ),
    get('the public configuration', '/v1/public/preorder-config', PAGE),
    ...(download === undefined ? [] : [get('a download', download, 2)]),
    {
      kind: 'a write',
      method: 'POST',
      path: '/v1/admin/customers',
      headers: () => ({ ...credential(), ...JSON_TYPE }),
      body: () => JSON.stringify({ fullName: 'Abandoned', email: `left-${randomUUID()}@example.com` }),
      together: PAGE,
    },
    {
      kind: 'an upload',
      method: 'POST',
      path: '/v1/admin/firmware/packages/inspect',
      headers: () => ({ ...credential(), ...upload.headers }),
      body: () => upload.body,
      together: 2,
    },
    graphql('a report over GraphQL', () => '{ overview { generatedAt } salesAnalytics { generatedAt } }', PAGE),
    graphql('a question over GraphQL', () => `{ ${question} }`, PAGE),
    graphql(
      'a list over GraphQL',
      () =>
        '{ devices(first: 50) { totalCount nodes { serial batch { code devices { totalCount } } } } sales { totalCount } }',
      PAGE,
    ),
    graphql(
      'a write over GraphQL',
      () =>
        `mutation { createCustomer(input: { fullName: "Abandoned", email: "left-${randomUUID()}@example.com" }) { customer { id } } }`,
      PAGE,
    ),
    {
      kind: 'a subscription',
      method: 'POST',
      path: '/graphql/stream',
      headers: () => ({ ...credential(), ...JSON_TYPE, ...EVENTS }),
      body: () => JSON.stringify({ query: 'subscription { saleChanged { event sale { number } } }' }),
    },
  ];
}
