import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { NONCE, SESSION } from '../../src/rest/console/console-build.ts';
import { linksFor } from '../../src/rest/pages/home-page.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { temporaryFolder } from '../support/run.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const SCRIPT = `console.log(${JSON.stringify('karvon '.repeat(20_000))});`;
const QUERY = 'query Overview { overview { salesToday } }';
const ME = 'query Viewer { viewer { admin { email } } }';
const ID = hash('sha256', ME);
const PAGE = `<!doctype html><meta property="csp-nonce" nonce="${NONCE}">
<!--signed-in--><link rel="modulepreload" href="/console/assets/home-Gh78.js" nonce="${NONCE}"><!--/signed-in-->
<script type="module" nonce="${NONCE}" src="/console/assets/index-Ab12.js"></script><div id="root" data-session="${SESSION}"></div>`;

/** A build as console/ makes it, but tiny. */
function buildConsole(): string {
  const folder = join(temporaryFolder('console'), 'dist');
  const files: Record<string, string | Buffer> = {
    'index.html': PAGE,
    '../documents.json': JSON.stringify({ [ID]: ME }),
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/index-Ab12.js': SCRIPT,
    // Not what the service would make: the build's own files are sent.
    'assets/index-Ab12.js.br': brotliCompressSync(SCRIPT),
    'assets/index-Ab12.js.gz': gzipSync(SCRIPT, { level: 1 }),
    'assets/index-Cd34.css': 'body{margin:0}',
    'assets/font-Ef56.woff2': Buffer.from([0, 1, 2, 255]),
    '.build-hash': 'secret',
    '.vite/manifest.json': '{}',
  };
  for (const name of ['assets', '.vite']) mkdirSync(join(folder, name), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

let folder: string;
let app: TestApp;
let strict: TestApp;
let off: TestApp;
let missing: TestApp;
beforeAll(async () => {
  folder = buildConsole();
  const env = { TRUSTED_PROXIES: '1' };
  app = await startTestApp({ console: folder });
  const { database } = app;
  strict = await startTestApp({ console: folder, env, database, limits: 'real' });
  off = await startTestApp({ database });
  missing = await startTestApp({ console: join(folder, 'nothing'), database });
});
afterAll(async () => {
  for (const one of [strict, off, missing, app]) await one.stop();
});

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The reply as it is on the wire, to a path as it is written here. */
async function ask(
  path: string,
  headers: Record<string, string> = {},
  { from = app, method = 'GET' } = {},
): Promise<Raw> {
  const socket = connect(Number(new URL(from.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const all = { host: 'a', connection: 'close', accept: BROWSER, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'close');
  const reply = Buffer.concat(chunks);
  const split = reply.indexOf('\r\n\r\n');
  const [statusLine = '', ...rest] = reply.subarray(0, split).toString('latin1').split('\r\n');
  const pairs = rest.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ]);
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(pairs), bytes: reply.subarray(split + 4) };
}

const sessionOf = (reply: Raw) => /data-session="([^"]*)"/.exec(reply.bytes.toString())?.[1];
const nonceOf = (reply: Raw) => /nonce="([^"]*)"/.exec(reply.bytes.toString())?.[1];

describe('the page of the console', () => {
  it.each([
    ['who types the address and has no cookie is nobody', { 'sec-fetch-site': 'none' }, 'none'],
    ['who comes from this site and has no cookie is nobody', { 'sec-fetch-site': 'same-origin' }, 'none'],
    ['a cookie may be a session', { 'sec-fetch-site': 'none', cookie: 'karvon_admin_session=AbC' }, 'maybe'],
    [
      'the browser keeps a strict cookie back where another site leads here',
      { 'sec-fetch-site': 'cross-site' },
      'maybe',
    ],
    ['a browser that does not say where it comes from', { cookie: 'other=karvon_admin_session' }, 'maybe'],
  ])('says whether somebody may be signed in: %s', async (_, headers: Record<string, string>, session) => {
    expect(sessionOf(await ask('/console', headers))).toBe(session);
  });

  it.each([
    ['whoever may be signed in loads the first screen at once', { cookie: 'karvon_admin_session=AbC' }, true],
    ['nobody loads nothing but the page before the sign-in', { 'sec-fetch-site': 'none' }, false],
  ])('links to the files of the first screen: %s', async (_, headers: Record<string, string>, isLinked) => {
    const html = (await ask('/console', headers)).bytes.toString();
    expect(/<link rel="modulepreload" href="\/console\/assets\/home-Gh78.js" nonce="[^"_]+">/.test(html)).toBe(
      isLinked,
    );
    expect(html).not.toContain('signed-in');
  });

  it.each([
    '/console',
    '/console/',
    '/Console',
    '/console//',
    '/console/devices',
    '/console/devices/KRV-0123456789ABCDEF/events?tab=1&tab=2',
    '/console/customers/a%2Fb%20c/%D0%9F%27',
    '/console/releases/1.4.2',
    '/console/index.html',
    '/console/documents.json',
    '/console/.build-hash',
    '/console/.vite/manifest.json',
    '/console/assets',
    '/console/constructor/__proto__',
    '/console/../package.json',
    '/console/%2e%2e/%2e%2e/package.json',
    '/console/..%2f..%2fpackage.json',
    '/console/..%5c..%5cpackage.json',
    '/console/?x=%FF%00',
  ])('%s is the page of the console', async (path) => {
    const reply = await ask(path, { 'accept-encoding': 'br, gzip' });
    const nonce = nonceOf(reply);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.bytes.toString()).toBe(
      PAGE.replaceAll(NONCE, nonce ?? '')
        .replace(SESSION, 'maybe')
        .replace(/<!--\/?signed-in-->/g, ''),
    );
  });

  it('the page of the console is stored nowhere and has a policy with a nonce of its own for each answer', async () => {
    const replies = await Promise.all([ask('/console'), ask('/console'), ask('/console/sales')]);
    expect(new Set(replies.map(nonceOf)).size).toBe(3);
    for (const reply of replies) {
      const nonce = nonceOf(reply);
      expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16);
      const { etag, ...headers } = Object.fromEntries(reply.headers);
      expect(etag).toBeUndefined();
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-length': String(reply.bytes.length),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      });
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
  });

  it('the page of the console answers HEAD without a body, and whole to conditions and ranges', async () => {
    const { headers } = await ask('/console/devices');
    const head = await ask('/console/devices', {}, { method: 'HEAD' });
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([
      200,
      0,
      headers.get('content-length'),
    ]);
    for (const [name, value] of [
      ['if-none-match', '*'],
      ['range', 'bytes=0-3'],
      ['if-modified-since', new Date().toUTCString()],
    ] as const) {
      const reply = await ask('/console', { [name]: value });
      expect([reply.status, nonceOf(reply)?.length]).toEqual([200, 24]);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('the page of the console refuses %s with 405', async (method) => {
    for (const path of ['/console', '/console/devices', '/console/assets/index-Ab12.js']) {
      const reply = await ask(path, { 'content-length': '0' }, { method });
      expect([path, reply.status, reply.headers.get('allow')]).toEqual([path, 405, 'HEAD, GET']);
    }
  });

  it('the page of the console is limited for each network', async () => {
    const from = { 'x-forwarded-for': '198.51.100.1' };
    const first = await ask('/console', from, { from: strict });
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    for (let call = 1; call < 600; call += 50) {
      const rest = Math.min(50, 600 - call);
      const replies = await Promise.all(
        Array.from({ length: rest }, () => ask(`/console/devices/${call}`, from, { from: strict, method: 'HEAD' })),
      );
      expect(replies.map(({ status }) => status)).toEqual(Array(rest).fill(200));
    }
    const refused = await ask('/console/sales', from, { from: strict });
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([429, 'no-store']);
    expect((await ask('/console/assets/index-Cd34.css', from, { from: strict })).status).toBe(200);
    expect((await ask('/console', { 'x-forwarded-for': '198.51.100.2' }, { from: strict })).status).toBe(200);
  });
});

describe('a file of the console', () => {
  it.each([
    ['assets/index-Ab12.js', 'text/javascript; charset=utf-8'],
    ['assets/index-Cd34.css', 'text/css; charset=utf-8'],
    ['assets/font-Ef56.woff2', 'font/woff2'],
    ['icon.svg', 'image/svg+xml'],
  ])('%s is sent in each coding as %s, for ever where its name has its hash', async (name, type) => {
    const plain = await ask(`/console/${name}`);
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const reply = await ask(`/console/${name}`, { 'accept-encoding': coding });
      expect([reply.status, reply.headers.get('content-encoding'), reply.headers.get('content-type')]).toEqual([
        200,
        coding,
        type,
      ]);
      expect(unpack(reply.bytes).equals(plain.bytes)).toBe(true);
      expect(reply.headers.get('cache-control')).toBe(
        name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      expect(reply.headers.get('vary')).toContain('Accept-Encoding');
      const etag = reply.headers.get('etag') ?? '';
      expect(etag).not.toBe(plain.headers.get('etag'));
      const known = await ask(`/console/${name}`, { 'accept-encoding': coding, 'if-none-match': etag });
      expect([known.status, known.bytes.length]).toEqual([304, 0]);
      const head = await ask(`/console/${name}`, { 'accept-encoding': coding }, { method: 'HEAD' });
      expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([
        200,
        0,
        String(reply.bytes.length),
      ]);
    }
  });

  it('a file of the console is sent as the build has compressed it', async () => {
    const gzip = await ask('/console/assets/index-Ab12.js', { 'accept-encoding': 'gzip' });
    expect(gzip.bytes.equals(gzipSync(SCRIPT, { level: 1 }))).toBe(true);
    const br = await ask('/console/assets/index-Ab12.js', { 'accept-encoding': 'br' });
    expect(br.bytes.equals(brotliCompressSync(SCRIPT))).toBe(true);
  });

  it.each([
    '/console/assets/',
    '/console/assets/nothing.js',
    '/console/assets/index-Ab12.js.br',
    '/console/assets/index-Ab12.js.gz',
    '/console/assets/index-Ab12.js/',
    '/console/assets/../index.html',
    '/console/assets/../../package.json',
    '/console/assets/..%2F..%2F..%2Fpackage.json',
    '/console/assets%2F..%2F..%2F..%2Fetc%2Fpasswd',
    '/console/assets/%2e%2e%5cindex.html',
    '/console/assets/__proto__',
    '/console/assets//index-Ab12.js',
  ])('%s is a file that there is not', async (path) => {
    const reply = await ask(path, { accept: '*/*' });
    expect([reply.status, JSON.parse(reply.bytes.toString()).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
  });

  it.each([
    ['/console/assets/index%2DAb12.js', 200],
    ['/CONSOLE/assets/index-Ab12.js', 200],
    ['/console/assets/index-ab12.js', 404],
    ['/console/assets/%FF', 400],
    ['/console/%', 400],
    ['/console/%00', 400],
    ['/console/%ED%A0%80', 400],
    ['/consoles', 404],
    ['/%63onsole', 404],
  ])('%s is answered with %d', async (path, status) => {
    expect((await ask(path, { accept: '*/*' })).status).toBe(status);
  });

  it('a file of the console is sent whole to whoever asks for a range', async () => {
    for (const range of ['bytes=0-3', 'bytes=-1', 'bytes=99999999-', 'bytes=5-1', 'lines=1', 'bytes=0-1,3-4']) {
      const reply = await ask('/console/assets/index-Cd34.css', { range, 'if-range': '"x"' });
      expect([range, reply.status, reply.bytes.toString()]).toEqual([range, 200, 'body{margin:0}']);
      expect(reply.headers.get('accept-ranges')).toBeNull();
    }
  });

  it('a file of the console is limited for each network and file', async () => {
    const from = { 'x-forwarded-for': '198.51.100.3' };
    const name = '/console/assets/index-Cd34.css';
    for (let call = 0; call < 120; call += 1) {
      expect((await ask(name, from, { from: strict, method: 'HEAD' })).status).toBe(200);
    }
    expect((await ask(name, from, { from: strict })).status).toBe(429);
    expect((await ask('/console/assets/index-Ab12.js', from, { from: strict })).status).toBe(200);
    expect((await ask(name, { 'x-forwarded-for': '198.51.100.4' }, { from: strict })).status).toBe(200);
  });

  it('a file of the console is the one of the start, whatever becomes of the folder', async () => {
    const other = buildConsole();
    const own = await startTestApp({ console: other, database: app.database });
    rmSync(other, { recursive: true });
    const replies = [await ask('/console', {}, { from: own }), await ask('/console/icon.svg', {}, { from: own })];
    await own.stop();
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('the way to the console', () => {
  const linksIn = (reply: Raw) => [...reply.bytes.toString().matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path);

  it.each(['GET', 'HEAD'])('%s / leads a browser to the console', async (method) => {
    const reply = await ask('/', {}, { method });
    expect([reply.status, reply.headers.get('location'), reply.headers.get('cache-control')]).toEqual([
      302,
      '/console',
      'no-cache',
    ]);
    expect(reply.headers.get('vary')).toContain('Accept');
  });

  it.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', ''])(
    'GET / with Accept %j is the contract’s 404, with a console as without one',
    async (accept) => {
      for (const from of [app, off, missing]) {
        const reply = await ask('/', { accept }, { from });
        expect([reply.status, JSON.parse(reply.bytes.toString()).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
      }
    },
  );

  it('the way to the console from / is limited for each network', async () => {
    const from = { 'x-forwarded-for': '198.51.100.5' };
    for (let call = 0; call < 120; call += 1) expect((await ask('/', from, { from: strict })).status).toBe(302);
    expect((await ask('/', from, { from: strict })).status).toBe(429);
  });

  it('the page of an unknown path leads to the console first, where there is one', async () => {
    expect(linksIn(await ask('/nothing'))).toEqual(linksFor(true).map(({ path }) => path));
    expect(linksFor(true)[0]?.path).toBe('/console');
    expect(linksIn(await ask('/nothing', {}, { from: off }))).toEqual(linksFor(false).map(({ path }) => path));
  });

  it.each([
    ['KARVON_CONSOLE', () => off],
    ['npm run build', () => missing],
  ])(
    'without a console a person gets a sentence that names %s, and a client the contract’s 404',
    async (named, from) => {
      for (const path of ['/console', '/console/devices/1', '/console/assets/index-Ab12.js']) {
        const page = await ask(path, {}, { from: from() });
        expect([page.status, page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
          404,
          'text/html; charset=utf-8',
          'no-store',
        ]);
        expect(page.bytes.toString()).toContain(named);
        expect(linksIn(page)).toEqual(linksFor(false).map(({ path: link }) => link));
        expect((await ask(path, {}, { from: from(), method: 'HEAD' })).bytes).toHaveLength(0);
        const reply = await ask(path, { accept: '*/*' }, { from: from() });
        expect([reply.status, JSON.parse(reply.bytes.toString()).error.code]).toEqual([404, 'ROUTE_NOT_FOUND']);
      }
      expect((await ask('/', {}, { from: from() })).status).toBe(200);
    },
  );
});

describe('the documents of the console', () => {
  const codeOf = ({ body }: { body: { errors?: { extensions: { code: string } }[] } }) =>
    body.errors?.[0]?.extensions.code;

  it.each([
    ['off', {}],
    ['enforce', { TRUSTED_DOCUMENTS: 'enforce' }],
  ])('the documents of the console run by their ids with TRUSTED_DOCUMENTS=%s', async (_mode, mode) => {
    const manifest = join(temporaryFolder('manifest'), 'documents.json');
    writeFileSync(manifest, JSON.stringify({ own: QUERY }));
    const env = { ...mode, ...('TRUSTED_DOCUMENTS' in mode ? { TRUSTED_DOCUMENTS_MANIFEST: manifest } : {}) };
    const own = await startTestApp({ console: folder, database: app.database, env });
    const admin = await own.as('VIEWER');
    for (const named of [
      { documentId: ID },
      { extensions: { persistedQuery: { version: 1, sha256Hash: ID } } },
      { query: ME },
    ]) {
      const { body } = await admin.rest('POST', '/graphql', named);
      expect(body).toMatchObject({ data: { viewer: { admin: { email: admin.admin.email } } } });
    }
    const stranger = await admin.rest('POST', '/graphql', { query: '{ __typename }' });
    expect(codeOf(stranger)).toBe('TRUSTED_DOCUMENTS' in mode ? 'DOCUMENT_NOT_TRUSTED' : undefined);
    const unknown = await admin.rest('POST', '/graphql', { documentId: 'b' });
    expect(codeOf(unknown)).toBe(`PERSISTED_QUERY_NOT_${'TRUSTED_DOCUMENTS' in mode ? 'FOUND' : 'SUPPORTED'}`);
    await own.stop();
  });

  it('the documents of the console are not trusted where it is off', async () => {
    const admin = await off.as('VIEWER');
    expect(codeOf(await admin.rest('POST', '/graphql', { documentId: ID }))).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
  });
});
