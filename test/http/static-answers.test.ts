import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chosenCoding } from '../../src/rest/server/content-coding.ts';
import { staticContent } from '../../src/rest/static/static-content.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { replayedLimits } from '../support/replayed-limits.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const PATHS = [
  '/',
  '/pair',
  '/pair?lang=ru',
  '/graphql',
  '/v1/openapi.json',
  '/v1/docs',
  '/v1/docs/createSale',
  '/.well-known/assetlinks.json',
  '/.well-known/apple-app-site-association',
];
const UNCOMPRESSED_PAGES_PER_MINUTE = 15;

let app: TestApp;
const limits = replayedLimits();
let strict: TestApp;
beforeAll(async () => {
  const fingerprint = Array.from({ length: 32 }, () => 'AB').join(':');
  const env = {
    TRUSTED_PROXIES: '1',
    APP_LINK_ANDROID: `uz.example.app/${fingerprint}`,
    APP_LINK_IOS: 'ABCDE12345.uz.example.app',
  };
  app = await startTestApp({ env });
  strict = await startTestApp({ env, database: app.database, limits });
});
afterAll(async () => {
  await strict.stop();
  await app.stop();
});

let networks = 0;
/** An address that no other test uses. */
const newNetwork = () => `198.51.${Math.floor(++networks / 250)}.${networks % 250}`;

interface Raw {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The reply as it is on the wire: fetch unpacks what it asked for, and this asks for it as `Accept-Encoding` alone. */
async function ask(from: TestApp, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { port } = new URL(from.url);
  const socket = connect(Number(port), '127.0.0.1');
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

const UNPACK = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync } as const;

describe('a static answer', () => {
  it.each(PATHS)('%s is the same in each coding, with an ETag of its own for each', async (path) => {
    const plain = await ask(app, path);
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    const etags = new Set<string | null>();
    for (const [coding, unpack] of Object.entries(UNPACK)) {
      const reply = await ask(app, path, { 'accept-encoding': coding });
      expect([reply.status, reply.headers.get('content-encoding') ?? 'identity']).toEqual([200, coding]);
      expect(unpack(reply.bytes).equals(plain.bytes)).toBe(true);
      expect(Number(reply.headers.get('content-length'))).toBe(reply.bytes.length);
      expect(reply.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
      expect(reply.headers.get('vary')).toContain('Accept-Encoding');
      etags.add(reply.headers.get('etag'));
      for (const name of ['content-security-policy', 'cache-control', 'content-type', 'content-language']) {
        expect([name, reply.headers.get(name)]).toEqual([name, plain.headers.get(name)]);
      }
    }
    expect(etags.size).toBe(3);
  });

  it.each(PATHS)('%s is answered 304 to whoever has it, and HEAD without its body', async (path) => {
    for (const coding of Object.keys(UNPACK)) {
      const accepted = { 'accept-encoding': coding };
      const { headers } = await ask(app, path, accepted);
      const etag = headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"a", W/"b,c" , ${etag}`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await ask(app, path, { ...accepted, 'if-none-match': known }, method);
          expect([known, reply.status, reply.bytes.length, reply.headers.get('etag')]).toEqual([known, 304, 0, etag]);
          expect(reply.headers.get('content-encoding')).toBeNull();
          for (const name of ['vary', 'cache-control', 'content-security-policy']) {
            expect([name, reply.headers.get(name)]).toEqual([name, headers.get(name)]);
          }
        }
      }
      for (const other of ['"a"', etag.slice(1, -1), '', `"${'a'.repeat(12_000)}"`, '"'.repeat(12_000)]) {
        expect((await ask(app, path, { ...accepted, 'if-none-match': other }, 'HEAD')).status).toBe(200);
      }
      const head = await ask(app, path, accepted, 'HEAD');
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['etag', 'content-length', 'content-type', 'content-encoding', 'vary', 'cache-control']) {
        expect([name, head.headers.get(name)]).toEqual([name, headers.get(name)]);
      }
    }
  });

  it('a static answer of one coding is not current for a client that asks for another', async () => {
    const { headers } = await ask(app, '/pair', { 'accept-encoding': 'gzip' });
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await ask(app, '/pair', { ...known, 'accept-encoding': 'br' })).status).toBe(200);
    expect((await ask(app, '/pair', known)).status).toBe(200);
  });

  it('a static answer is limited for each network and path: 304 and HEAD count, other networks and paths are answered', async () => {
    const network = newNetwork();
    const from = { 'x-forwarded-for': network };
    const { headers } = await ask(strict, '/v1/docs', from);
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
      '"default";q=120;w=60',
      expect.stringMatching(/^"default";r=119;t=\d+$/),
    ]);
    for (let call = 1; call < 120; call += 1) {
      const known: Record<string, string> = call % 2 ? { 'if-none-match': '*' } : {};
      const reply = await ask(strict, '/v1/docs', { ...from, ...known }, call % 3 ? 'GET' : 'HEAD');
      expect(reply.status).toBe(call % 2 ? 304 : 200);
    }
    const refused = await ask(strict, '/v1/docs', from);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.bytes.toString())).toEqual({
      error: { code: 'RATE_LIMITED', message: expect.any(String), requestId: refused.headers.get('x-request-id') },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect([refused.headers.get('cache-control'), refused.headers.get('etag')]).toEqual(['no-store', null]);
    expect((await ask(strict, '/v1/docs', { ...from, 'if-none-match': '*' }, 'HEAD')).status).toBe(429);
    expect((await ask(strict, '/v1/docs', { 'x-forwarded-for': newNetwork() })).status).toBe(200);
    for (const path of ['/v1/openapi.json', '/pair', '/health', '/livez', '/readyz'])
      expect([path, (await ask(strict, path, from)).status]).toEqual([path, 200]);
  });

  it('a static answer counts the addresses of one /64 together', async () => {
    for (let call = 0; call < 120; call += 1) {
      const from = { 'x-forwarded-for': `2001:db8:0:7::${call.toString(16)}` };
      expect((await ask(strict, '/pair', from, 'HEAD')).status).toBe(200);
    }
    expect((await ask(strict, '/pair', { 'x-forwarded-for': '2001:db8:0:7:ffff::1' })).status).toBe(429);
    expect((await ask(strict, '/pair', { 'x-forwarded-for': '2001:db8:0:8::1' })).status).toBe(200);
  });

  it('a static answer of many megabytes is sent less often, while those who accept a compressed one are answered', async () => {
    const from = { 'x-forwarded-for': newNetwork() };
    const page = () => ask(strict, '/graphql', from);
    const replies = await limits.repeat(UNCOMPRESSED_PAGES_PER_MINUTE - 1, 1, page);
    expect([...replies, await page()].map(({ status }) => status)).toEqual([200, 200]);
    const refused = await ask(strict, '/graphql', from);
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.bytes.toString()).errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED' });
    expect(refused.headers.get('ratelimit-policy')).toBe(`"default";q=${UNCOMPRESSED_PAGES_PER_MINUTE};w=60`);
    expect((await ask(strict, '/graphql', from, 'HEAD')).status).toBe(200);
    expect((await ask(strict, '/graphql', { ...from, 'accept-encoding': 'gzip' })).status).toBe(200);
  });

  it('a static answer goes to sixteen readers of a network at once: the next one waits for one of them, and another network does not', async () => {
    const network = newNetwork();
    const readers = await Promise.all(Array.from({ length: 16 }, () => neverReading(network)));
    await Promise.all(readers.map((reader) => once(reader, 'readable')));
    const next = await neverReading(network);
    const gone = await neverReading(network);
    expect((await ask(app, '/graphql', { 'x-forwarded-for': newNetwork() })).status).toBe(200);
    expect([next.bytesRead, gone.bytesRead]).toEqual([0, 0]);
    gone.destroy();
    const begins = once(next, 'readable');
    readers[0]?.destroy();
    await begins;
    for (const reader of [...readers, next]) reader.destroy();
    expect((await ask(app, '/graphql', { 'x-forwarded-for': network })).status).toBe(200);
  });
});

/** Asks for the largest page and reads no further than to its first bytes. */
async function neverReading(network: string): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /graphql HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\nX-Forwarded-For: ${network}\r\n\r\n`);
  return socket;
}

describe('a header of content negotiation', () => {
  it('a header of content negotiation is disregarded beyond its first thousand characters', async () => {
    const types = (length: number, last: string) => `${'a/b,'.repeat(length / 4)}${last}`;
    expect((await ask(app, '/', { accept: types(800, 'text/html') })).status).toBe(200);
    expect((await ask(app, '/', { accept: types(8_000, 'text/html') })).status).toBe(404);
    expect((await ask(app, '/', { accept: 'a'.repeat(8_000) })).status).toBe(404);
    const language = { 'accept-language': `${'de,'.repeat(4_000)}ru` };
    expect((await ask(app, '/pair', language)).headers.get('content-language')).toBe('en');
    const coding = { 'accept-encoding': `gzip;q=0.1,${'a,'.repeat(4_000)}br` };
    expect((await ask(app, '/pair', coding)).headers.get('content-encoding')).toBe('gzip');
  });
});

describe('the coding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip;q=0.8, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip ; q=0.000 , deflate', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['*;q=0.1, gzip;q=0.2', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0, *;q=0.5', 'identity'],
    ['identity;q=0, *', 'br'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', 'identity'],
    ['identity;q=0.5, gzip;q=0.2', 'identity'],
    ['deflate, zstd', 'identity'],
    ['gzip;q=2', 'identity'],
    ['gzip;q=-1', 'identity'],
    ['gzip;q=0.1234', 'identity'],
    ['gzip;q=', 'identity'],
    ['gzip;level=9', 'identity'],
    ['gzip;q=0, gzip', 'identity'],
    [',,;q=1,gzip,,', 'gzip'],
  ])('the coding of an answer for Accept-Encoding %j is %s', (header, coding) => {
    expect(chosenCoding(header)).toBe(coding);
  });
});

describe('the content of a static answer', () => {
  const page = { body: 'a page', type: 'text/html', cacheControl: 'no-cache' };

  it('the content of a static answer is made once for callers who come together, and for those who come later', async () => {
    let made = 0;
    const content = staticContent(async () => {
      made += 1;
      return page;
    });
    const all = await Promise.all(Array.from({ length: 20 }, content));
    expect([new Set(all).size, (await content()) === all[0], made]).toEqual([1, true, 1]);
  });

  it('the content of a static answer is tried again after a failure', async () => {
    let tried = 0;
    const content = staticContent(() => {
      tried += 1;
      if (tried === 1) throw new Error('it failed');
      return page;
    });
    await expect(content()).rejects.toThrow('it failed');
    expect((await content()).forms.identity.bytes.toString()).toBe('a page');
  });
});
