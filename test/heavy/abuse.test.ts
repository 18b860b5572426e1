import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getIntrospectionQuery } from 'graphql';
import type pg from 'pg';
import { EXPORT, fillWithCustomers } from '../csv/support.ts';
import type { Sql } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ROWS = 100_000;
const NOTES_LENGTH = 200;
const CLIENTS = 100;
const SENT_AHEAD = 90;
/** The service's stall timeout is 60 s, and a busy machine is late. */
const CUT_WITHIN_MS = 180_000;
/** What four exports and 1,000 replies need at a time; all replies that were asked for are 2.7 GB. */
const MAX_GROWTH_KB = 300 * 1024;

let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let attacker: Caller;
let others: Caller[];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ pool, sql } = openDatabase(database.url));
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('abuse') });
  attacker = await signedIn(service, sql, { role: 'SUPER_ADMIN' });
  others = await Promise.all(Array.from({ length: 10 }, () => signedIn(service, sql, { role: 'SALES' })));
});
afterAll(async () => {
  await service.stop();
  await pool.end();
  await database.drop();
});

const repeat = (times: number, part: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => part(index)).join(' ');
const doubling = (levels: number, type: string, last: string) =>
  `${repeat(levels, (i) => `fragment F${i} on ${type} { ...F${i + 1} ...F${i + 1} }`)} fragment F${levels} on ${type} { ${last} }`;
const byFilter = 'query ($f: DeviceFilter) { devices(filter: $f) { nodes { id } } }';

const ATTACKS: readonly (readonly [query: string, variables?: Record<string, unknown>])[] = [
  [`{ viewer { ...F0 } } ${doubling(30, 'Viewer', 'role')}`],
  [`{ ...F0 } ${doubling(30, 'Query', 'viewer { role }')}`],
  [`{ devices { nodes { ...F0 } } } ${doubling(30, 'Device', 'batch { id }')}`],
  [`{ __schema { types { ...F0 } } } ${doubling(30, '__Type', 'fields { name }')}`],
  [`{ viewer { ${repeat(740, () => 'role')} } }`],
  [`{ ${repeat(20, () => `devices { ${repeat(12, () => `nodes { ${repeat(6, () => 'id')} }`)} }`)} }`],
  [`{ viewer { ${repeat(300, (i) => `...F${i}`)} } } ${repeat(300, (i) => `fragment F${i} on Viewer { role }`)}`],
  [`{ devices(filter: ${'{and:['.repeat(480)}${']}'.repeat(480)}) { nodes { id } } }`],
  [`{ viewer { role ${repeat(990, () => '@x')} } }`],
  [byFilter, { f: { serial: { in: Array(15_000).fill({}) } } }],
  [byFilter, { f: { and: Array(4_500).fill({ seriel: 1 }) } }],
];

it('an expensive GraphQL document delays other requests no longer than a cheap one of its size', async () => {
  const harmless = ATTACKS.map(([query, variables]) => {
    const length = query.length + JSON.stringify(variables ?? {}).length;
    return [`{ __typename } # ${'x'.repeat(length)}`] as const;
  });
  // The first of each kind loads and compiles what it needs.
  await longestDelay(harmless, 1);
  await longestDelay(ATTACKS, 1);
  const usual = await longestDelay(harmless, 10);
  const attacked = await longestDelay(ATTACKS, 10);
  process.stdout.write(`longest delay: ${Math.round(usual)} ms usually, ${Math.round(attacked)} ms under attack\n`);
  expect(attacked).toBeLessThan(10 * Math.max(usual, 50));
});

it('clients that never read are disconnected, their memory and cursors are freed, and others are served meanwhile', async () => {
  await fillWithCustomers({ sql }, ROWS, NOTES_LENGTH);
  const idle = residentKb();
  const before = openSockets();
  const body = JSON.stringify({ query: getIntrospectionQuery() });
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const { cookie } = await signedIn(service, sql, { role: 'SALES' });
      const exports = `GET ${EXPORT} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`;
      const asks = `POST /graphql HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      return neverReading(index < 4 ? exports : asks.repeat(SENT_AHEAD));
    }),
  );
  // The kernel connects before the service accepts.
  await until(() => openSockets() - before > CLIENTS / 2);
  let highest = 0;
  const started = Date.now();
  for (let call = 0; openSockets() - before > others.length; call += 1) {
    expect(Date.now() - started).toBeLessThan(CUT_WITHIN_MS);
    const reply = await others[call % others.length]?.rest('GET', '/v1/admin/auth/me');
    expect(reply?.status).toBe(200);
    highest = Math.max(highest, residentKb());
    await sleep(100);
  }
  process.stdout.write(`resident: ${Math.round(idle / 1024)} MB idle, ${Math.round(highest / 1024)} MB at most\n`);
  expect(highest - idle).toBeLessThan(MAX_GROWTH_KB);
  await until(async () => (await sql(`select detail from audit_entry where action = 'exportCustomers'`)).length === 4);
  const entries = await sql(`select detail->'complete' as complete from audit_entry where action = 'exportCustomers'`);
  expect(entries).toEqual(Array(4).fill({ complete: false }));
  const again = await signedIn(service, sql, { role: 'SALES' });
  expect((await again.rest('GET', `${EXPORT}?take=1`)).status).toBe(200);
  for (const client of clients) client.destroy();
});

/** The longest that another admin waits for `/me` while these documents are sent, each so often. */
async function longestDelay(documents: typeof ATTACKS, times: number): Promise<number> {
  let isOver = false;
  const attack = (async () => {
    for (let time = 0; time < times; time += 1) {
      for (const [query, variables] of documents) await attacker.gql(query, variables);
    }
    isOver = true;
  })();
  let longest = 0;
  for (let call = 0; !isOver; call += 1) {
    const sentAt = performance.now();
    const reply = await others[call % others.length]?.rest('GET', '/v1/admin/auth/me');
    expect([200, 429]).toContain(reply?.status);
    longest = Math.max(longest, performance.now() - sentAt);
    await sleep(5);
  }
  await attack;
  return longest;
}

async function neverReading(text: string): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  return socket;
}

/** The resident memory of the service: proc(5), /proc/pid/status. */
function residentKb(): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]);
}

function openSockets(): number {
  const folder = `/proc/${service.pid}/fd`;
  return readdirSync(folder).filter((fd) => isSocket(`${folder}/${fd}`)).length;
}

function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch {
    // It was closed meanwhile.
    return false;
  }
}
