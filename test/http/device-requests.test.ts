import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../src/log.ts';
import { type DeviceRequestHandler, deviceRequestHandler } from '../../src/rest/device-requests.ts';
import { deviceHeaders, securityHeaderPairs } from '../../src/rest/middleware/security-headers.ts';
import { sessionCookie } from '../../src/rest/middleware/session-cookie.ts';
import { table } from '../../src/rest/route-table.ts';
import { HEARTBEAT, signedHeartbeat } from '../heartbeats/signed-heartbeats.ts';
import { signedLookUp } from '../installations/signed-look-ups.ts';
import { CURRENT, proofOf, REPORT } from '../installations/support.ts';
import { ORIGIN, startTestApp, type TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { until } from '../support/until.ts';
import { collect, openSocket, parseReplies, rawText } from './wire-app.ts';

const LIMIT = 1_024;
const NO_ID = '00000000-0000-7000-8000-000000000000';
/** What differs from answer to answer, or from server to server. */
const PASSING = ['date', 'keep-alive'];

let app: TestApp;
/** The device request handler without Koa: requests that it leaves to Koa get 599. */
let alone: Server;
let device: MadeDevice;
const logs: string[] = [];

beforeAll(async () => {
  app = await startTestApp({ env: { JSON_BODY_LIMIT_BYTES: String(LIMIT) } });
  device = await makeDevice(app);
  const handler: DeviceRequestHandler = deviceRequestHandler(table, {
    runtime: app.runtime,
    cookie: sessionCookie('karvon_admin_session', new URL(ORIGIN)),
    brand: 'karvon',
    jsonBodyLimitBytes: LIMIT,
    log: createLogger('debug', { write: (line) => void logs.push(line) }),
    trustedProxies: 0,
    headers: deviceHeaders(await securityHeaderPairs(false)),
    isRoutine: (route) => route !== CURRENT,
  });
  alone = createServer((req, res) => {
    if (!handler(req, res)) res.writeHead(599).end();
  });
  alone.listen(0, '127.0.0.1');
  await once(alone, 'listening');
});
afterAll(async () => {
  alone.close();
  alone.closeAllConnections();
  await app.stop();
});

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Both count towards one rate limit. */
function withoutCount([name, value]: [string, string]): [string, string] {
  return [name, name === 'ratelimit' ? value.replace(/r=\d+;t=\d+/, 'r=0;t=0') : value];
}

/** How soon to ask again is drawn for each answer. */
function withoutPollTime(text: string): string {
  return text.replace(/"pollAfterSeconds":\d+/, '"pollAfterSeconds":0');
}

async function answerOf(
  url: string,
  { path, method = 'POST', headers, body }: Sent,
  more: Record<string, string> = {},
) {
  const response = await fetch(url + path, { method, headers: { ...headers, ...more }, body });
  const text = await response.text();
  const told = [...response.headers].filter(([name]) => !PASSING.includes(name));
  return { status: response.status, headers: Object.fromEntries(told.map(withoutCount)), text: withoutPollTime(text) };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function withoutKoa(sent: Sent) {
  return answerOf(`http://127.0.0.1:${portOf(alone)}`, sent);
}

/** A cookie, of whatever name, is nothing that devices have: such a request is Koa's. */
function byKoa(sent: Sent) {
  return answerOf(app.url, sent, { cookie: 'taste=1' });
}

const JSON_TYPE = { 'content-type': 'application/json' };

function heartbeat(change: { body?: Json; headers?: Record<string, string>; raw?: Sent['body'] } = {}): Sent {
  const { body, headers } = signedHeartbeat(app.clock.now(), device, { body: change.body });
  return {
    path: HEARTBEAT,
    headers: { ...JSON_TYPE, ...headers, ...change.headers },
    body: change.raw ?? JSON.stringify(body),
  };
}

function question(query: Record<string, string | undefined> = {}): Sent {
  return { ...signedLookUp(app.clock.now(), device, { query }), method: 'GET' };
}

const cases: readonly (readonly [what: string, sent: () => Sent | Promise<Sent>])[] = [
  ['a heartbeat', () => heartbeat()],
  ['a heartbeat in Cyrillic', () => heartbeat({ body: { appVersion: 'версия', status: 'соғлом' } })],
  ['a heartbeat without a proof', () => ({ ...heartbeat(), headers: JSON_TYPE })],
  ['a heartbeat with a malformed proof', () => heartbeat({ headers: { 'x-karvon-proof': 'f' } })],
  ['a heartbeat with a wrong proof', () => heartbeat({ headers: { 'x-karvon-proof': 'f'.repeat(64) } })],
  ['a heartbeat of a stranger', () => heartbeat({ body: { serial: 'KRV-NOBODY' } })],
  ['a heartbeat out of range', () => heartbeat({ body: { temperature: 126 } })],
  ['a heartbeat with an unknown field', () => heartbeat({ body: { more: 1 } })],
  ['no body', () => ({ path: HEARTBEAT, headers: heartbeat().headers })],
  ['no JSON', () => heartbeat({ raw: '{' })],
  ['JSON that is no object', () => heartbeat({ raw: '[]' })],
  ['JSON with a member twice', () => heartbeat({ raw: '{"serial":"KRV-NOBODY","serial":"KRV-NOBODY"}' })],
  ['JSON with a reserved name', () => heartbeat({ raw: '{"__proto__":1}' })],
  ['NUL', () => heartbeat({ body: { appVersion: '\0' } })],
  ['no UTF-8', () => heartbeat({ raw: new Uint8Array([0x7b, 0xff, 0x7d]) })],
  ['another media type', () => heartbeat({ headers: { 'content-type': 'text/plain' } })],
  ['a compressed body', () => heartbeat({ headers: { 'content-encoding': 'gzip' } })],
  ['a body above the limit', () => heartbeat({ body: { appVersion: 'x'.repeat(LIMIT) } })],
  ['a query on a heartbeat', () => ({ ...heartbeat(), path: `${HEARTBEAT}?a=1` })],
  ['an empty query', () => ({ ...heartbeat(), path: `${HEARTBEAT}?` })],
  [
    'a heartbeat of a retired device',
    async () => {
      const retired = await makeDevice(app, { status: 'RETIRED' });
      const { body, headers } = signedHeartbeat(app.clock.now(), retired);
      return { path: HEARTBEAT, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
    },
  ],
  ['a question for firmware', () => question()],
  ['a question with an unknown parameter', () => question({ more: '1' })],
  ['a question with a parameter twice', () => ({ ...question(), path: `${question().path}&serial=x` })],
  ['a question with a broken sequence', () => ({ ...question(), path: `${question().path}&appVersion=%zz` })],
  ['a question without a proof', () => ({ ...question(), headers: {} })],
  ['a question without its parameters', () => ({ ...question(), path: '/v1/firmware/latest' })],
  [
    'a look-up of nothing',
    () => {
      const now = app.clock.now().getTime();
      return {
        path: `${CURRENT}?serial=${device.serial}`,
        method: 'GET',
        headers: proofOf(device, now, `${device.serial}.installation-status.latest`),
      };
    },
  ],
  [
    'a report on nothing',
    () => {
      const fields = { serial: device.serial, releaseId: NO_ID, installationId: NO_ID, status: 'DOWNLOADING' };
      const payload = `${device.serial}.${NO_ID}.${NO_ID}.DOWNLOADING`;
      const headers = { ...JSON_TYPE, ...proofOf(device, app.clock.now().getTime(), payload) };
      return { path: REPORT, headers, body: JSON.stringify(fields) };
    },
  ],
];

/** What was logged of a request, but for its times. It is written when the answer has left. */
async function lineOf(id: string, logged: () => readonly Json[]): Promise<Json> {
  const lines = () => logged().filter(({ requestId, msg }) => requestId === id && msg === 'request');
  await until(() => lines().length > 0);
  return { ...lines()[0], time: null, ms: null };
}

describe('the direct handler of device requests', () => {
  it.each(cases)('the direct handler of device requests answers like Koa: %s', async (_what, make) => {
    const made = await make();
    const id = `direct-case-${logs.length}`;
    const sent = { ...made, headers: { ...made.headers, 'x-request-id': id } };
    const koa = await byKoa(sent);
    const direct = await withoutKoa(sent);
    expect(direct).toEqual(koa);
    expect(direct.headers['x-request-id']).toBe(id);
    const lines = await lineOf(id, () => logs.map((line) => JSON.parse(line)));
    expect(lines).toEqual(await lineOf(id, () => app.logs));
  });

  it('the direct handler of device requests gives each request its own id', async () => {
    const [one, other] = [await withoutKoa(heartbeat()), await withoutKoa(heartbeat())];
    expect(one.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(other.headers['x-request-id']).not.toBe(one.headers['x-request-id']);
  });

  it.each<[string, () => Sent, Record<string, string>?]>([
    ['a cookie', heartbeat, { cookie: 'taste=1' }],
    ['another method', () => ({ ...question(), method: 'HEAD' })],
    ['a slash at the end', () => ({ ...heartbeat(), path: `${HEARTBEAT}/` })],
    ['another case', () => ({ ...heartbeat(), path: HEARTBEAT.toUpperCase() })],
    ['an escaped path', () => ({ ...heartbeat(), path: HEARTBEAT.replace('h', '%68') })],
    ['an operation of the admins', () => ({ path: '/v1/admin/devices', method: 'GET' })],
    ['an operation of the public', () => ({ path: '/v1/preorders', headers: JSON_TYPE, body: '{}' })],
  ])(
    'the direct handler of device requests falls through to Koa for a request with %s',
    async (_what, make, headers = {}) => {
      const sent = make();
      expect((await withoutKoa({ ...sent, headers: { ...sent.headers, ...headers } })).status).toBe(599);
    },
  );

  it('the direct handler of device requests neither answers nor logs an error for a client that disconnects while sending', async () => {
    const id = 'direct-gone-away';
    const { headers } = heartbeat();
    const lines = Object.entries({ ...headers, 'x-request-id': id }).map(([name, value]) => `${name}: ${value}\r\n`);
    const text = `POST ${HEARTBEAT} HTTP/1.1\r\nHost: a\r\n${lines.join('')}Content-Length: 10\r\n\r\n{`;
    const arrived = once(alone, 'request');
    const socket = await openSocket(portOf(alone));
    const received = collect(socket);
    socket.write(text);
    await arrived;
    socket.destroy();
    expect(await lineOf(id, () => logs.map((line) => JSON.parse(line)))).toMatchObject({ aborted: true });
    expect(received.text()).toBe('');
    expect(logs.filter((line) => JSON.parse(line).level === 'error')).toEqual([]);
  });

  it('the direct handler of device requests answers pipelined requests of one connection in order', async () => {
    const text = [1, 2, 3].map((n) => {
      const { headers = {}, body = '' } = heartbeat();
      const lines = Object.entries({ ...headers, 'x-request-id': `pipelined-${n}` });
      const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
      const last = n === 3 ? 'Connection: close\r\n' : '';
      return `POST ${HEARTBEAT} HTTP/1.1\r\nHost: a\r\n${head}${last}Content-Length: ${body.length}\r\n\r\n${body}`;
    });
    const replies = parseReplies(await rawText(portOf(alone), text.join('')));
    expect(replies.map(({ status, headers }) => [status, headers.get('x-request-id')])).toEqual([
      [201, 'pipelined-1'],
      [201, 'pipelined-2'],
      [201, 'pipelined-3'],
    ]);
  });
});
