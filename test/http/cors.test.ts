import { once } from 'node:events';
import { crossSiteWarnings } from '../../src/rest/same-site.ts';
import { drain } from '../../src/rest/server/server.ts';
import { order, setTerms } from '../preorders/support.ts';
import { FIRST_ADMIN, ORIGIN, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Reply } from '../support/callers.ts';
import { PATIENCE_MS } from '../support/until.ts';
import { collect, openSocket, parseReplies, rawText, startWireApp, type WireApp } from './wire-app.ts';

/** Configured as people write them: upper case, a trailing slash, the default port. */
const DASHBOARD = 'https://dash.karvon.test';
const ALLOWED_ORIGINS = 'HTTPS://Dash.Karvon.test:443/, http://localhost:5173';
const SHOP = 'https://shop.test';
const STRANGER = 'https://stranger.test';
const ME = '/v1/admin/auth/me';
const CONFIG = '/v1/public/preorder-config';
const PREORDERS = '/v1/public/preorders';
const VIEWS = '/v1/public/preorder-events/view';
const KEYS = '/v1/devices/pair/issuer-keys';
const LOGIN = { email: FIRST_ADMIN.email, password: FIRST_ADMIN.password };

let app: TestApp;
/** Counts calls, and names no origin of a public site. */
let strict: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp({ env: { ALLOWED_ORIGINS, PUBLIC_SITE_ORIGINS: SHOP } });
  strict = await startTestApp({ limits: 'real', env: { ALLOWED_ORIGINS } });
  admin = await app.as('SUPER_ADMIN');
  await setTerms(admin);
});
afterAll(async () => {
  await app.stop();
  await strict.stop();
});

/** The headers by which a browser decides, without their common prefix. */
function corsOf({ headers }: Pick<Reply, 'headers'>): Record<string, string> {
  const prefix = 'access-control-';
  const pairs = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(pairs.map(([name, value]) => [name.slice(prefix.length), value]));
}

function preflight(path: string, origin: string, method: string, headers = 'content-type', to = app): Promise<Reply> {
  return to.rest('OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': headers,
  });
}

const words = (list = '') => list.split(',').map((word) => word.trim().toLowerCase());

describe('a preflight', () => {
  it.each([
    ['POST', '/graphql'],
    ['GET', ME],
    ['POST', '/v1/admin/auth/login'],
    ['PATCH', '/v1/admin/sales/0198f0c0-0000-7000-8000-000000000000'],
    ['PUT', '/v1/admin/settings'],
    ['DELETE', '/v1/admin/auth/sessions/0198f0c0-0000-7000-8000-000000000000'],
    ['POST', '/v1/admin/firmware/packages'],
    ['GET', '/v1/admin/no-such-route'],
  ])('a preflight from a configured origin for %s %s is answered', async (method, path) => {
    const reply = await preflight(path, DASHBOARD, method, 'content-type,idempotency-key,if-match');
    expect([reply.status, reply.text]).toEqual([204, '']);
    const cors = corsOf(reply);
    expect([cors['allow-origin'], cors['allow-credentials']]).toEqual([DASHBOARD, 'true']);
    expect(words(cors['allow-methods'])).toContain(method.toLowerCase());
    expect(Number(cors['max-age'])).toBeGreaterThanOrEqual(600);
    expect(words(reply.headers.vary)).toEqual(
      expect.arrayContaining(['origin', 'access-control-request-method', 'access-control-request-headers']),
    );
  });

  it('a preflight allows the headers that clients of this service and of GraphQL send', async () => {
    const { 'allow-headers': allowed } = corsOf(await preflight('/graphql', DASHBOARD, 'POST'));
    expect(words(allowed)).toEqual(
      expect.arrayContaining([
        'accept',
        'authorization',
        'content-type',
        'idempotency-key',
        'if-match',
        'if-none-match',
        'traceparent',
        'tracestate',
        'x-graphql-event-stream-token',
        'x-request-id',
        'apollo-require-preflight',
        'x-apollo-operation-name',
        'apollographql-client-name',
        'apollographql-client-version',
      ]),
    );
  });

  it.each([
    STRANGER,
    'null',
    'http://dash.karvon.test',
    `${DASHBOARD}:8443`,
    `${DASHBOARD}.evil.test`,
    'https://karvon.test',
  ])('a preflight from %s gets no CORS headers', async (origin) => {
    for (const path of ['/graphql', ME]) {
      const reply = await preflight(path, origin, 'POST');
      expect([reply.status, corsOf(reply)]).toEqual([204, {}]);
      expect(words(reply.headers.vary)).toContain('origin');
    }
  });

  it('a preflight does not count toward a rate limit and needs no session', async () => {
    for (let count = 0; count < 12; count += 1) {
      expect((await preflight('/v1/admin/auth/login', DASHBOARD, 'POST', 'content-type', strict)).status).toBe(204);
    }
    const { status, headers } = await strict.rest('POST', '/v1/admin/auth/login', LOGIN, { origin: DASHBOARD });
    expect([status, headers.ratelimit]).toEqual([201, expect.stringContaining('r=4')]);
  });

  it.each([
    [ME, DASHBOARD, 'GET', 'get,head,post,put,patch,delete'],
    [CONFIG, STRANGER, 'GET', 'get,head'],
    [PREORDERS, SHOP, 'POST', 'post'],
  ])('a preflight of %s from %s allows what the path takes', async (path, origin, method, methods) => {
    const { 'allow-methods': allowed, 'max-age': seconds } = corsOf(await preflight(path, origin, method));
    expect([words(allowed).join(), seconds]).toEqual([methods, '7200']);
  });

  it('a preflight of a device route gets no CORS headers', async () => {
    for (const path of ['/v1/devices/heartbeat', '/v1/firmware/report', '/v1/devices/pair/claim']) {
      expect(corsOf(await preflight(path, DASHBOARD, 'POST'))).toEqual({});
      expect(corsOf(await app.rest('POST', path, {}, { origin: DASHBOARD }))).toEqual({});
    }
  });

  it('a preflight must name a method: any other OPTIONS is answered as before', async () => {
    const reply = await app.rest('OPTIONS', ME, undefined, { origin: DASHBOARD });
    expect([reply.status, reply.headers.allow]).toEqual([200, 'HEAD, GET']);
  });
});

describe('an answer to a configured origin', () => {
  const answers: [status: number, name: string, ask: () => Promise<Reply>][] = [
    [200, 'a read', () => admin.rest('GET', ME, undefined, { origin: DASHBOARD })],
    [200, 'a query', () => admin.gql('{ viewer { role } }', {}, { origin: DASHBOARD })],
    [201, 'a login', () => app.rest('POST', '/v1/admin/auth/login', LOGIN, { origin: DASHBOARD })],
    [200, 'a file', () => admin.rest('GET', '/v1/admin/customers/export.csv', undefined, { origin: DASHBOARD })],
    [400, 'an unknown parameter', () => admin.rest('GET', '/v1/admin/sales?x=1', undefined, { origin: DASHBOARD })],
    [400, 'a broken path', () => admin.rest('GET', '/v1/admin/%ff', undefined, { origin: DASHBOARD })],
    [400, 'a broken document', () => admin.gql('{', {}, { origin: DASHBOARD })],
    [401, 'nobody', () => app.rest('GET', ME, undefined, { origin: DASHBOARD })],
    [401, 'a query of nobody', () => app.gql('{ viewer { role } }', {}, { origin: DASHBOARD })],
    [404, 'an unknown route', () => admin.rest('GET', '/v1/admn/sales', undefined, { origin: DASHBOARD })],
    [405, 'another method', () => admin.rest('PUT', ME, {}, { origin: DASHBOARD })],
    [405, 'another method of GraphQL', () => admin.rest('PUT', '/graphql', {}, { origin: DASHBOARD })],
    [413, 'too much', () => admin.rest('PUT', '/v1/admin/settings', 'x'.repeat(70_000), JSON_FROM_DASHBOARD)],
    [
      415,
      'another type',
      () => admin.rest('PUT', '/v1/admin/settings', 'x', { ...JSON_FROM_DASHBOARD, 'content-type': 'text/plain' }),
    ],
  ];
  const JSON_FROM_DASHBOARD = { origin: DASHBOARD, 'content-type': 'application/json' };

  it.each(answers)(
    'an answer of %i (%s) can be read with credentials by a configured origin',
    async (status, _name, ask) => {
      const reply = await ask();
      expect(reply.status).toBe(status);
      const { 'expose-headers': _exposed, ...cors } = corsOf(reply);
      expect(cors).toEqual({ 'allow-origin': DASHBOARD, 'allow-credentials': 'true' });
      expect(words(reply.headers.vary)).toContain('origin');
    },
  );

  it('an answer of 429 can be read by a configured origin, with the time to wait', async () => {
    const email = 'nobody@karvon.test';
    const login = () => strict.rest('POST', '/v1/admin/auth/login', { ...LOGIN, email }, { origin: DASHBOARD });
    for (let count = 0; count < 5; count += 1) await login();
    const reply = await login();
    const { 'allow-origin': origin, 'expose-headers': exposed } = corsOf(reply);
    expect([reply.status, origin, Number(reply.headers['retry-after']) > 0]).toEqual([429, DASHBOARD, true]);
    expect(words(exposed)).toContain('retry-after');
  });

  it('an answer to a configured origin exposes the documented headers', async () => {
    const exposed = words(corsOf(await admin.rest('GET', ME, undefined, { origin: DASHBOARD }))['expose-headers']);
    expect(exposed).toEqual(
      expect.arrayContaining([
        'ratelimit',
        'ratelimit-policy',
        'retry-after',
        'x-request-id',
        'idempotency-replayed',
        'content-disposition',
        'etag',
        'www-authenticate',
      ]),
    );
  });

  it('an answer also permits the origin of PUBLIC_URL', async () => {
    expect(corsOf(await admin.rest('GET', ME, undefined, { origin: ORIGIN }))['allow-origin']).toBe(ORIGIN);
  });

  it('an answer to another origin, or to a client that names none, has no CORS headers', async () => {
    const origins: Record<string, string>[] = [{ origin: STRANGER }, { origin: SHOP }, { origin: 'null' }, {}];
    for (const headers of origins) {
      for (const ask of [admin.rest('GET', ME, undefined, headers), admin.gql('{ viewer { role } }', {}, headers)]) {
        const reply = await ask;
        expect([corsOf(reply), words(reply.headers.vary)]).toEqual([{}, ['origin']]);
      }
    }
  });
});

describe('the CSRF rule', () => {
  it('the CSRF rule rejects other origins, without CORS headers', async () => {
    for (const path of ['/v1/admin/auth/logout', '/v1/admin/settings', PREORDERS]) {
      for (const origin of [STRANGER, SHOP, 'null']) {
        const reply = await admin.rest('POST', path, {}, { origin });
        expect([reply.status, reply.body.error.code]).toEqual([403, 'CSRF_ORIGIN_REJECTED']);
        expect(corsOf(reply)['allow-credentials']).toBeUndefined();
      }
    }
    expect((await admin.rest('GET', ME)).status).toBe(200);
  });

  const QUERY = encodeURIComponent('{ viewer { role } }');
  const READS = [
    '/v1/admin/exports/devices',
    '/V1/Admin/Exports/devices/?format=ndjson',
    '/v1/admin/customers/export.csv',
    '/v1/admin/analytics/sales?range=year',
    '/v1/admin/audit',
    ME,
    `/graphql?query=${QUERY}`,
    '/graphql?documentId=dashboard',
    '/graphql/?id=dashboard',
    '/graphql?doc_id=dashboard',
    `/graphql?extensions=${encodeURIComponent('{"persistedQuery":{"version":1,"sha256Hash":"a"}}')}`,
    '/graphql/stream?documentId=dashboard',
  ];

  it.each(READS)('the CSRF rule refuses pages of other origins what the cookie could read: GET %s', async (path) => {
    const others: Record<string, string>[] = [
      { origin: STRANGER },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-site', referer: `${STRANGER}/page` },
      { 'sec-fetch-site': 'same-site', referer: 'no address' },
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const headers of others) {
        const reply = await admin.rest(method, path, undefined, headers);
        expect([method, headers, reply.status]).toEqual([method, headers, 403]);
        if (method === 'GET') expect(JSON.stringify(reply.body)).toContain('CSRF_ORIGIN_REJECTED');
      }
    }
  });

  it.each(['/v1/admin/exports/devices', '/v1/admin/customers/export.csv', ME, `/graphql?query=${QUERY}`])(
    'the CSRF rule lets people, scripts and pages of configured origins read: GET %s',
    async (path) => {
      const own: Record<string, string>[] = [
        {},
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-origin' },
        { origin: DASHBOARD, 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'same-site', referer: `${DASHBOARD}/` },
      ];
      for (const headers of own) {
        const reply = await admin.rest('GET', path, undefined, headers);
        expect([headers, reply.status]).toEqual([headers, 200]);
      }
    },
  );

  it('the CSRF rule lets a link of any site lead to GraphiQL and to the reference', async () => {
    for (const path of ['/graphql', '/v1/docs']) {
      const headers = { accept: 'text/html', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' };
      expect([path, (await admin.rest('GET', path, undefined, headers)).status]).toEqual([path, 200]);
    }
  });

  it('the CSRF rule accepts a configured origin as browsers write it', async () => {
    const reply = await admin.gql('mutation { logout { signedOut } }', {}, { origin: STRANGER });
    expect(reply.status).toBe(403);
    const other = await app.as('VIEWER');
    const signedOut = await other.gql('mutation { logout { signedOut } }', {}, { origin: DASHBOARD });
    expect([signedOut.status, signedOut.body.data.logout.signedOut]).toEqual([200, true]);
  });
});

describe('the public site', () => {
  it.each([CONFIG, `${CONFIG.toUpperCase()}/`, '/health', '/livez', '/readyz', '/v1/openapi.json', KEYS])(
    'the public site may read %s from any origin, without credentials',
    async (path) => {
      for (const origin of [STRANGER, SHOP, DASHBOARD, 'null']) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await app.rest(method, path, undefined, { origin });
          const { 'expose-headers': exposed, ...cors } = corsOf(reply);
          expect([reply.status, cors]).toEqual([200, { 'allow-origin': '*' }]);
          expect(words(exposed)).toContain('ratelimit');
          expect(reply.headers['cross-origin-resource-policy']).toBe('cross-origin');
        }
        const asked = await preflight(path, origin, 'GET', 'x-request-id');
        expect([asked.status, corsOf(asked)['allow-origin'], corsOf(asked)['allow-credentials']]).toEqual([
          204,
          '*',
          undefined,
        ]);
      }
    },
  );

  it('the public site may also read errors', async () => {
    const reply = await app.rest('GET', `${CONFIG}?x=1`, undefined, { origin: STRANGER });
    expect([reply.status, corsOf(reply)['allow-origin']]).toEqual([400, '*']);
    const missing = await app.rest('GET', '/v1/public/nothing', undefined, { origin: STRANGER });
    expect([missing.status, corsOf(missing)['allow-origin']]).toEqual([404, '*']);
  });

  it.each([PREORDERS, VIEWS])('the public site may post to %s only from PUBLIC_SITE_ORIGINS', async (path) => {
    const asked = await preflight(path, SHOP, 'POST', 'content-type,idempotency-key');
    const { 'allow-origin': origin, 'allow-credentials': credentials, 'allow-headers': headers } = corsOf(asked);
    expect([asked.status, origin, credentials]).toEqual([204, SHOP, undefined]);
    expect(words(headers)).toEqual(expect.arrayContaining(['content-type', 'idempotency-key']));
    for (const stranger of [STRANGER, DASHBOARD, 'null']) {
      // A token, which admins' scripts may use from any origin, opens nothing here.
      const tokens: Record<string, string>[] = [{}, { authorization: 'Bearer karvon_sa_anything' }];
      for (const token of tokens) {
        const asked = ['content-type', ...Object.keys(token)].join(',');
        expect(corsOf(await preflight(path, stranger, 'POST', asked))).toEqual({});
        expect(corsOf(await app.rest('POST', path, {}, { origin: stranger, ...token }))).toEqual({});
      }
    }
  });

  it('the public site may read the answer to its order, including errors', async () => {
    const headers = { origin: SHOP, 'idempotency-key': 'a-key-of-the-public-site' };
    const body = order();
    const placed = await app.rest('POST', PREORDERS, body, headers);
    expect([placed.status, corsOf(placed)['allow-origin']]).toEqual([201, SHOP]);
    const again = await app.rest('POST', PREORDERS, body, headers);
    expect([again.headers['idempotency-replayed'], words(corsOf(again)['expose-headers'])]).toEqual([
      'true',
      expect.arrayContaining(['idempotency-replayed']),
    ]);
    const refused = await app.rest('POST', PREORDERS, order(), { origin: SHOP });
    expect([refused.status, corsOf(refused)['allow-origin']]).toEqual([400, SHOP]);
  });

  it('the public site may post from any origin where PUBLIC_SITE_ORIGINS is not set', async () => {
    expect(corsOf(await preflight(PREORDERS, STRANGER, 'POST', 'content-type', strict))['allow-origin']).toBe('*');
    const reply = await strict.rest('POST', VIEWS, {}, { origin: STRANGER });
    expect([reply.status, corsOf(reply)['allow-origin']]).toEqual([400, '*']);
  });
});

describe('the start', () => {
  it.each([
    ['https://api.shop.example', 'https://app.shop.example', true],
    ['https://api.shop.example', 'https://shop.example:8443', true],
    ['https://api.shop.example/karvon', 'https://api.shop.example:444', true],
    ['https://api.shop.example', 'http://app.shop.example', false],
    ['https://api.shop.example', 'https://other.example', false],
    ['https://api.shop.co.uk', 'https://app.shop.co.uk', true],
    ['https://api.shop.co.uk', 'https://other.co.uk', false],
    ['https://api.shop.co.uz', 'https://other.co.uz', false],
    ['https://karvon.github.io', 'https://dash.github.io', false],
    ['https://api.karvon.github.io', 'https://dash.karvon.github.io', true],
    ['http://localhost:3000', 'http://localhost:5173', true],
    ['http://localhost:3000', 'http://127.0.0.1:5173', false],
    ['http://localhost:3000', 'http://dash.localhost:5173', false],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:5173', true],
    ['http://10.0.0.1', 'http://10.0.0.2', false],
    ['http://[::1]:3000', 'http://[::1]:5173', true],
    ['http://karvon:3000', 'http://dash:3000', false],
  ])('a start of %s with pages of %s warns unless the site is the same: %s', async (publicUrl, origin, isSameSite) => {
    const warnings = await crossSiteWarnings(new URL(publicUrl), [new URL(publicUrl).origin, origin]);
    expect(warnings).toEqual(isSameSite ? [] : [expect.stringContaining(`ALLOWED_ORIGINS contains ${origin},`)]);
  });

  it('the start warns about configured origins of another site', () => {
    const warnings = app.logs.filter(({ msg }) => String(msg).includes('ALLOWED_ORIGINS'));
    expect(warnings.map(({ level, msg }) => [level, /contains (\S+),/.exec(msg)?.[1]])).toEqual([
      [expect.anything(), DASHBOARD],
      [expect.anything(), 'http://localhost:5173'],
    ]);
  });
});

describe('an error of the HTTP server itself', () => {
  let wire: WireApp;
  beforeAll(async () => {
    wire = await startWireApp({
      requestTimeoutMs: 300,
      checkIntervalMs: 50,
      maxBodyBytes: 1024,
      uploads: SLOW_UPLOADS,
    });
  });
  afterAll(() => wire.close());

  const SLOW_UPLOADS = { matches: () => false, maxBodyBytes: 2048, requestTimeoutMs: 60_000 };
  const head = (origin: string, more = '') => `POST /v1/echo HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\n${more}\r\n`;
  const LAST = 'Connection: close\r\n';
  const refusals: [status: number, name: string, request: (origin: string) => string][] = [
    [413, 'a body announced too large', (origin) => head(origin, 'Content-Length: 5000\r\nExpect: 100-continue\r\n')],
    [
      408,
      'a body that does not come',
      (origin) => head(origin, 'Content-Type: application/json\r\nContent-Length: 50\r\n'),
    ],
    [431, 'headers that are too large', (origin) => head(origin, `Cookie: ${'x'.repeat(20_000)}\r\n`)],
    [400, 'a request that is none', (origin) => head(origin, 'Broken Header: x\r\n')],
    [400, 'an expectation', (origin) => head(origin, 'Expect: 200-ok\r\n')],
    [400, 'two hosts', (origin) => head(origin, 'Host: b\r\n')],
    [500, 'a fault', (origin) => head(origin, LAST).replace('POST /v1/echo', 'GET /v1/throw/fault')],
    [
      500,
      'what cannot be serialized',
      (origin) => head(origin, LAST).replace('POST /v1/echo', 'GET /v1/unserialisable'),
    ],
  ];

  it.each(refusals)('(%i, %s) can be read by a configured origin and by no other', async (status, _name, request) => {
    wire.throwers.set('fault', new Error('a fault'));
    const [reply] = parseReplies(await rawText(wire.port, request('https://admin.karvon.test')));
    expect([reply?.status, reply?.headers.get('access-control-allow-origin'), reply?.headers.get('vary')]).toEqual([
      status,
      'https://admin.karvon.test',
      'Origin',
    ]);
    expect(reply?.headers.get('access-control-allow-credentials')).toBe('true');
    const [other] = parseReplies(await rawText(wire.port, request(STRANGER)));
    expect([other?.status, other?.headers.get('access-control-allow-origin')]).toEqual([status, undefined]);
  });

  it('(503, it is stopping) can be read by a configured origin', async () => {
    const stopping = await startWireApp();
    const socket = await openSocket(stopping.port);
    const received = collect(socket);
    socket.write('GET /v1/echo HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    const done = drain(stopping.server, PATIENCE_MS, 10_000);
    const closed = once(socket, 'close');
    socket.write('GET /v1/echo HTTP/1.1\r\nHost: a\r\nOrigin: https://admin.karvon.test\r\n\r\n');
    await Promise.all([done, closed]);
    const replies = parseReplies(received.text());
    expect(replies.map(({ status, headers }) => [status, headers.get('access-control-allow-origin')])).toEqual([
      [200, undefined],
      [503, 'https://admin.karvon.test'],
    ]);
    await stopping.close();
  });
});
