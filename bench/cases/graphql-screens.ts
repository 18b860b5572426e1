import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { BenchCase, BenchContext, BenchRow, BenchTarget } from '../case.ts';
import { startKarvonOn } from '../commerce-place.ts';
import { type Contender, compare } from '../compare.ts';
import { withDatabase } from '../database.ts';
import { freePort, startProcess, waitForHealth } from '../processes.ts';
import { packRequests, type RequestPool, serializeRequest } from '../request-pool.ts';
import { seedSales, seedTeam } from '../seed-commerce.ts';

const SALES = 20_000;
const CONNECTIONS = 16;
const TEAM = 1_000;
const REQUEST_BYTES = 2_048;
const FOLDER = fileURLToPath(new URL('../postgraphile', import.meta.url));

/** One screen in the words of both schemas; the answers are the same but for the spelling of numbers and times. */
interface Screen {
  readonly name: string;
  readonly karvon: string;
  readonly postgraphile: string;
}

const NEWEST = 'orderBy: [CREATED_AT_DESC, ROW_ID_DESC]';
const SCREENS: readonly Screen[] = [
  {
    name: '100 sales with customer and device',
    karvon: `{ rows: sales(first: 100) { nodes { id number status total soldAt
      customer { id fullName } device { id serial } } } }`,
    postgraphile: `{ rows: allSales(first: 100, ${NEWEST}) { nodes { id: rowId number status total soldAt
      customer: customerByCustomerId { id: rowId fullName } device: deviceByDeviceId { id: rowId serial } } } }`,
  },
  {
    name: '50 devices with batch, owner, sale, presence',
    karvon: `{ rows: devices(first: 50) { nodes { id serial status batch { id code } owner { id fullName }
      activeSale { id number total } presence { lastSeenAt firmwareVersion temperature } } } }`,
    postgraphile: `{ rows: allDevices(first: 50, ${NEWEST}) { nodes { id: rowId serial status
      batch: inventoryBatchByBatchId { id: rowId code } owner: customerByOwnerId { id: rowId fullName }
      activeSale: liveSale { id: rowId number total }
      presence: devicePresenceByDeviceId { lastSeenAt firmwareVersion temperature } } } }`,
  },
  {
    name: '50 customers with their sales and devices',
    karvon: `{ rows: customers(first: 50) { nodes { id fullName email
      sales(first: 10) { nodes { id number total } } devices(first: 10) { nodes { id serial status } } } } }`,
    postgraphile: `{ rows: allCustomers(first: 50, ${NEWEST}) { nodes { id: rowId fullName email
      sales: salesByCustomerId(first: 10, ${NEWEST}) { nodes { id: rowId number total } }
      devices: devicesByOwnerId(first: 10, ${NEWEST}) { nodes { id: rowId serial status } } } } }`,
  },
  {
    name: '25 sales with totalCount',
    karvon: '{ rows: sales(first: 25) { totalCount nodes { id number status total } } }',
    postgraphile: `{ rows: allSales(first: 25, ${NEWEST}) { totalCount nodes { id: rowId number status total } } }`,
  },
  {
    name: '50 paid sales by their time, with the customer',
    karvon: `{ rows: sales(first: 50, filter: { status: { eq: PAID } }, sort: [{ field: SOLD_AT, direction: DESC }]) {
      nodes { id number soldAt customer { id fullName } } } }`,
    postgraphile: `{ rows: allSales(first: 50, condition: { status: "PAID" }, orderBy: [SOLD_AT_DESC, ROW_ID_DESC]) {
      nodes { id: rowId number soldAt customer: customerByCustomerId { id: rowId fullName } } } }`,
  },
  {
    name: '100 devices, only their own fields',
    karvon: '{ rows: devices(first: 100) { nodes { id serial status model hardwareRevision createdAt } } }',
    postgraphile: `{ rows: allDevices(first: 100, ${NEWEST}) {
      nodes { id: rowId serial status model hardwareRevision createdAt } } }`,
  },
];

async function startPostgraphile(databaseUrl: string, progress: BenchContext['progress']): Promise<Contender> {
  if (!existsSync(`${FOLDER}/node_modules`)) {
    progress('installing PostGraphile');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'ignore' });
  }
  const port = await freePort();
  const owned = await startProcess({
    name: 'PostGraphile',
    command: process.execPath,
    args: [`${FOLDER}/server.js`],
    env: { NODE_ENV: 'production', GRAPHILE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl },
  });
  await waitForHealth(owned, port);
  return { name: 'PostGraphile 5', port, pid: owned.pid };
}

/** Owners and heartbeats for the devices, which sales alone do not make. */
async function completeDevices(databaseUrl: string): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    await client.query('update device d set owner_id = s.customer_id from sale s where s.device_id = d.id');
    await client.query(
      `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, app_version, uptime,
                                    temperature, status)
       select id, now(), 1, '1.4.0', '2.0.0', 3600, 41.5, 'healthy' from device`,
    );
    // Karvon's own condition, as a column that PostGraphile can follow.
    await client.query(
      `create function device_live_sale(d device) returns sale language sql stable as
       $$ select * from sale where device_id = d.id and status not in ('CANCELLED', 'REFUNDED')
             and device_released_at is null $$`,
    );
    await client.query('vacuum analyze device, device_presence');
  });
}

const bodyOf = (query: string) => JSON.stringify({ query: query.replace(/\s+/g, ' ') });

function requestsOf(query: string, cookies: readonly string[]): RequestPool {
  return packRequests(cookies.length, REQUEST_BYTES, (index) =>
    serializeRequest({
      method: 'POST',
      path: '/graphql',
      headers: { cookie: cookies[index] ?? '' },
      body: bodyOf(query),
    }),
  );
}

/** The rows of an answer, with numbers and times spelt alike. */
async function rowsOf({ port, name }: Contender, query: string, cookie: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: bodyOf(query),
  });
  const text = await response.text();
  const { data, errors } = JSON.parse(text) as { data?: { rows?: unknown }; errors?: unknown };
  if (!data?.rows || errors) throw new Error(`${name}: ${response.status} ${text.slice(0, 600)}`);
  return alike(data.rows);
}

function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 1 ? alike(value[0]) : value.map(alike);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, alike(member)]));
  }
  if (typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).getTime();
  return value;
}

async function startContenders(context: BenchContext) {
  const { databaseUrl, port, process: owned } = await startKarvonOn(context, 'graphql_screens');
  context.progress(`inserting ${SALES} sales`);
  await seedSales(databaseUrl, SALES);
  await completeDevices(databaseUrl);
  const cookies = await seedTeam(databaseUrl, TEAM, 'ADMIN');
  const karvon: Contender = { name: 'Karvon', port, pid: owned.pid };
  return { karvon, postgraphile: await startPostgraphile(databaseUrl, context.progress), cookies };
}

/** Screens of dashboards, the same rows from both; Karvon with sessions, roles, limits and costs, PostGraphile without. */
export const graphqlScreens: BenchCase = {
  name: 'graphql-screens',
  title: `GraphQL screens over ${SALES.toLocaleString('en-US')} sales, ${CONNECTIONS} connections`,
  run: async (context) => {
    const { rounds, warmUpMs, durationMs } = context.options;
    const { karvon, postgraphile, cookies } = await startContenders(context);
    const rows: BenchRow[] = [];
    const targets: BenchTarget[] = [];
    for (const screen of SCREENS) {
      const [ours, theirs] = await Promise.all([
        rowsOf(karvon, screen.karvon, cookies[0] ?? ''),
        rowsOf(postgraphile, screen.postgraphile, ''),
      ]);
      if (!isDeepStrictEqual(ours, theirs)) {
        throw new Error(
          `${screen.name}: ${JSON.stringify(ours).slice(0, 400)} is not ${JSON.stringify(theirs).slice(0, 400)}`,
        );
      }
      const medians = await compare({
        contenders: [
          { ...postgraphile, requests: requestsOf(screen.postgraphile, ['']) },
          { ...karvon, requests: requestsOf(screen.karvon, cookies) },
        ],
        rounds,
        connections: CONNECTIONS,
        warmUpMs,
        durationMs,
        expectedStatus: 200,
        requests: () => requestsOf(screen.karvon, cookies),
        repeat: true,
        progress: context.progress,
      });
      const ceiling = medians[0]?.perSecond ?? Number.NaN;
      for (const { name, ...numbers } of medians) {
        rows.push({ what: `${screen.name}, ${name}`, ...numbers, ratio: numbers.perSecond / ceiling });
      }
      const measured = (medians[1]?.perSecond ?? 0) / ceiling;
      targets.push({ promise: `${screen.name}: at least as fast as PostGraphile`, measured, held: measured >= 1 });
    }
    return { rows, targets };
  },
};
