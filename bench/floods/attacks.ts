import type { Attack, AttackRequest } from './attack.ts';

/** What the attackers have beside their connections. */
export interface Attackers {
  readonly viewers: readonly string[];
  readonly admins: readonly string[];
  readonly sales: readonly string[];
  /** A heartbeat as somebody could have recorded it. */
  readonly heartbeat: AttackRequest;
}

export interface NamedAttack extends Attack {
  readonly name: string;
}

/** The page of reports of a dashboard. */
export const REPORTS: readonly string[] = [
  '/v1/admin/analytics/sales?range=year',
  '/v1/admin/analytics/sales?range=30d',
  '/v1/admin/analytics/operations',
  '/v1/admin/overview',
  '/v1/admin/preorders/analytics',
];

/** Within the limits: it costs 9,261. */
const DEEP_EDGES = `{ sales(first: 20) { nodes { customer { sales(first: 20) { nodes { customer {
  sales(first: 10) { nodes { device { id } } } } } } } } } }`;
/** A search of every kind. */
const EVERYWHERE = '{ search(text: "an", first: 50) { id kind title } }';
const QUESTION =
  '{ salesMetrics(query: { metrics: [ORDERS, MEDIAN_DAYS_TO_ACTIVATION], dimensions: [CUSTOMER_CITY, DEVICE_MODEL] }) { totals rowCount } }';
/** 45 texts to compare with each customer, and the number of all that match. */
const MANY_CONDITIONS = `{ customers(first: 1, filter: { or: [${Array.from(
  { length: 45 },
  (_, at) => `{ fullName: { contains: "nobody ${at}" } }`,
).join(' ')}] }) { totalCount nodes { id } } }`;
const FARTHEST_PAGE = '{ sales(last: 100, sort: [{ field: TOTAL, direction: DESC }]) { totalCount nodes { id } } }';

const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8';
const NETWORKS = 80;
/** Of a session, more than it may have: those beyond are refused. */
const STREAMS = 12;

/** Every attack that others once felt, and its neighbours: what it sends, and how much of it. */
export function attacksOf({ viewers, admins, sales, heartbeat }: Attackers): readonly NamedAttack[] {
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') => ({
    method,
    path,
    headers,
  });
  const gql = (query: string, cookie: string): AttackRequest => ({
    method: 'POST',
    path: '/graphql',
    headers: { cookie },
    body: JSON.stringify({ query }),
  });
  const once = { waves: 1, pauseMs: 0 };
  return [
    {
      name: 'pages of reports that are left',
      way: 'abandoned',
      requests: viewers.flatMap((cookie) => REPORTS.map((path) => get(path, { cookie }))),
      connections: viewers.length * REPORTS.length,
      count: viewers.length * REPORTS.length,
      waves: 50,
      pauseMs: 50,
    },
    {
      name: 'exports and lists that are left',
      way: 'abandoned',
      requests: sales.flatMap((cookie) => [
        get('/v1/admin/customers/export.csv', { cookie }),
        get('/v1/admin/sales?take=100&search=an', { cookie }),
        get('/v1/admin/customers?take=100&search=ka', { cookie }),
        get('/v1/admin/devices?take=100&search=00', { cookie }),
      ]),
      connections: sales.length * 4,
      count: sales.length * 4,
      waves: 50,
      pauseMs: 20,
      // Without it, four admins would simply read as much as two cores can.
      betweenMs: 80,
    },
    {
      name: 'nothing but exports in every format that are left',
      way: 'abandoned',
      requests: sales.flatMap((cookie) =>
        ['csv', 'ndjson', 'spreadsheet'].map((format) => get(`/v1/admin/exports/sales?format=${format}`, { cookie })),
      ),
      connections: sales.length * 3,
      count: sales.length * 3,
      waves: 30,
      pauseMs: 20,
      betweenMs: 80,
    },
    {
      name: 'edges, searches, questions and exports that eight admins leave',
      way: 'abandoned',
      requests: admins.flatMap((cookie) => [
        gql(DEEP_EDGES, cookie),
        gql(EVERYWHERE, cookie),
        gql(QUESTION, cookie),
        get('/v1/admin/exports/sales?format=ndjson', { cookie }),
      ]),
      connections: admins.length * 4,
      count: admins.length * 4,
      waves: 25,
      pauseMs: 20,
      betweenMs: 80,
    },
    {
      name: 'deep edges that two admins ask for, three at a time',
      way: 'answered',
      requests: admins.slice(0, 2).map((cookie) => gql(DEEP_EDGES, cookie)),
      connections: 6,
      count: 30,
      ...once,
    },
    {
      name: 'the most expensive reads of eight admins, two at a time',
      way: 'answered',
      requests: admins.flatMap((cookie) => [
        gql(MANY_CONDITIONS, cookie),
        get('/v1/admin/customers?take=100&search=nobody&skip=19000', { cookie }),
        gql(FARTHEST_PAGE, cookie),
        gql(EVERYWHERE, cookie),
      ]),
      connections: admins.length * 2,
      count: admins.length * 4,
      ...once,
    },
    {
      name: 'all streams that eight admins may have, beside exports',
      way: 'subscribed',
      requests: admins.map((cookie) => get('/v1/admin/customers/export.csv?take=100', { cookie })),
      connections: STREAMS * admins.length,
      count: 20,
      ...once,
      pauseMs: 2_000,
      cookies: admins,
      subscription: 'subscription { auditEntryAdded { event auditEntry { id action at actor { id name } changes } } }',
    },
    {
      name: 'GraphiQL without gzip, 300 at once',
      way: 'answered',
      requests: [get('/graphql', { accept: PAGE })],
      connections: 300,
      count: 300,
      waves: 2,
      pauseMs: 500,
    },
    {
      name: 'openapi.json, 178 at once',
      way: 'answered',
      requests: [get('/v1/openapi.json')],
      connections: 178,
      count: 178,
      waves: 4,
      pauseMs: 500,
    },
    {
      name: '50 connections that send 100 GET /v1/docs ahead and read nothing',
      way: 'unread',
      requests: [get('/v1/docs')],
      connections: 50,
      count: 5_000,
      waves: 2,
      pauseMs: 1_500,
    },
    {
      name: 'the largest static answers, read by nobody',
      way: 'unread',
      requests: [
        get('/graphql', { accept: PAGE, 'accept-encoding': 'gzip' }),
        get('/v1/openapi.json'),
        get('/v1/docs'),
      ],
      connections: 100,
      count: 300,
      ...once,
      pauseMs: 3_000,
    },
    {
      name: 'claim codes of nobody, from 80 addresses',
      way: 'answered',
      requests: Array.from({ length: NETWORKS * 8 }, (_, index) => ({
        method: 'POST',
        path: '/v1/devices/pair/code-status',
        headers: { 'x-forwarded-for': `203.0.113.${index % NETWORKS}` },
        body: JSON.stringify({ claimCode: unknownCode(index) }),
      })),
      connections: 20,
      count: NETWORKS * 8,
      waves: 2,
      pauseMs: 500,
    },
    { name: 'replays of a heartbeat', way: 'answered', requests: [heartbeat], connections: 20, count: 4_000, ...once },
    {
      name: 'HEAD and 304 of static answers',
      way: 'answered',
      requests: [
        get('/v1/openapi.json', {}, 'HEAD'),
        get('/v1/docs', { 'if-none-match': '*' }),
        get('/graphql', { accept: PAGE }, 'HEAD'),
        get('/v1/docs/createSale', { 'if-none-match': `${'"a",'.repeat(3_500)}*` }),
      ],
      connections: 50,
      count: 6_000,
      ...once,
    },
    {
      name: '/, /pair, paths that do not exist and preflights',
      way: 'answered',
      requests: [
        get('/', { accept: PAGE }),
        get('/pair', { 'accept-language': 'de,'.repeat(4_000) }),
        get('/favicon.ico', { accept: 'image/avif,*/*' }),
        get('/v1/docs/nothing', { accept: 'a/b,'.repeat(3_500) }),
        get('/graphql', { origin: 'https://a.test', 'access-control-request-method': 'POST' }, 'OPTIONS'),
      ],
      connections: 50,
      count: 6_000,
      ...once,
    },
  ];
}

/** A code of the right form that no label has. */
function unknownCode(index: number): string {
  return `AAAAAA-AAAAAA-AAAAAA-${String(index).padStart(6, '0')}`;
}
