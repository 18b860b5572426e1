import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Reply } from '../support/callers.ts';
import { until } from '../support/until.ts';

const SIZE = 300_000;
const HOUR_MS = 3_600_000;
const bytes = randomBytes(SIZE);
const sha256 = sha256Of(bytes);

let app: TestApp;
let path: string;

beforeAll(async () => {
  app = await startTestApp({ clock: testClock(new Date('2026-09-10T08:00:00.700Z')) });
  await store(app, bytes);
  path = await sign(app, sha256);
});
afterAll(() => app.stop());

function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

async function store({ runtime }: TestApp, content: Buffer): Promise<string> {
  const staged = await runtime.storage.stage(piecesOf(content), content.length);
  await staged.commit();
  return staged.sha256;
}

async function* piecesOf(content: Buffer) {
  for (let at = 0; at < content.length; at += 100_000) yield content.subarray(at, at + 100_000);
}

/** A signed URL, as a path of the app under test: its public address is another one. */
async function sign({ runtime, clock }: TestApp, file: string, lifetimeMs = HOUR_MS): Promise<string> {
  const url = new URL(await runtime.storage.signDownload(file, new Date(clock.now().getTime() + lifetimeMs)));
  return url.pathname + url.search;
}

interface Download {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

function download(from: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Download> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}${from}`, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject).end();
  });
}

function errorOf(reply: Reply): readonly [number, string] {
  expect(Object.keys(reply.body)).toEqual(['error']);
  expect(Object.keys(reply.body.error)).toEqual(['code', 'message', 'requestId']);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect(reply.headers.etag).toBeUndefined();
  return [reply.status, reply.body.error.code];
}

describe('openDownload: a download of a whole file', () => {
  it('a download of a whole file has the stored bytes and the headers for resuming', async () => {
    const { status, headers, bytes: body } = await download(path);
    expect([status, sha256Of(body)]).toEqual([200, sha256]);
    expect(headers).toMatchObject({
      'content-length': String(SIZE),
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="firmware.bin"',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      'ratelimit-policy': '"default";q=1200;w=60',
    });
    expect(headers['content-range']).toBeUndefined();
  });

  it('a download of a whole file answers HEAD under the URL signed for GET, also with a Range', async () => {
    const asked: Record<string, string>[] = [{}, { range: 'bytes=0-9' }];
    for (const headers of asked) {
      const head = await download(path, headers, 'HEAD');
      expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(SIZE)]);
      expect([head.headers.etag, head.headers['accept-ranges']]).toEqual([`"${sha256}"`, 'bytes']);
    }
  });

  it('a download of a whole file may be empty', async () => {
    const empty = await sign(app, await store(app, Buffer.alloc(0)));
    expect(await download(empty)).toMatchObject({ status: 200, headers: { 'content-length': '0' } });
    expect(await download(empty, { range: 'bytes=0-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */0' },
    });
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a download of a whole file does not support %s', async (method) => {
    const reply = await app.rest(method, path);
    expect([reply.status, reply.body.error.code, reply.headers.allow]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      expect.stringMatching(/HEAD.*GET|GET.*HEAD/),
    ]);
  });
});

describe('openDownload: a download of a part', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, SIZE - 1],
    ['bytes=-100', SIZE - 100, SIZE - 1],
    [`bytes=-${SIZE + 1}`, 0, SIZE - 1],
    [`bytes=10-${SIZE}`, 10, SIZE - 1],
    ['bytes=10-99999999999999999999999', 10, SIZE - 1],
    [`bytes=${SIZE - 1}-`, SIZE - 1, SIZE - 1],
    ['BYTES=5-6', 5, 6],
    ['bytes= 5-6 ', 5, 6],
  ])('%s is answered 206 with those bytes', async (range, start, end) => {
    const part = await download(path, { range });
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${SIZE}`]);
    expect(part.headers['content-length']).toBe(String(end - start + 1));
    expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${SIZE}-`, `bytes=${SIZE}-${SIZE + 5}`, 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s is answered 416 with the size',
    async (range) => {
      const reply = await app.rest('GET', path, undefined, { range });
      expect([reply.status, reply.headers['content-range']]).toEqual([416, `bytes */${SIZE}`]);
      expect(reply.body.error).toEqual({
        code: 'INVALID_RANGE',
        message: expect.any(String),
        requestId: reply.headers['x-request-id'],
      });
    },
  );

  it.each([
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-4',
    'bytes=1.5-2',
    'bytes=-1-2',
    'bytes=+1-2',
    'items=0-5',
    '0-5',
    'bytes 0-5',
    'bytes=0-5,7-9',
    'bytes=0-5, -9',
    'bytes=0-,',
  ])('%s is answered 200 with the whole file', async (range) => {
    const whole = await download(path, { range });
    expect([whole.status, whole.headers['content-range'], sha256Of(whole.bytes)]).toEqual([200, undefined, sha256]);
  });

  it('a download of a part requires that If-Range matches the file', async () => {
    const { headers } = await download(path, {}, 'HEAD');
    const modified = headers['last-modified'] ?? '';
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    const later = new Date(Date.parse(modified) + 1000).toUTCString();
    const answers: [string, number][] = [
      [`"${sha256}"`, 206],
      [modified, 206],
      [`W/"${sha256}"`, 200],
      [`"${'0'.repeat(64)}"`, 200],
      [sha256, 200],
      ['*', 200],
      ['"', 200],
      [earlier, 200],
      [later, 200],
      ['yesterday', 200],
    ];
    for (const [condition, status] of answers) {
      const part = await download(path, { range: 'bytes=1-10', 'if-range': condition });
      expect([condition, part.status]).toEqual([condition, status]);
      expect(part.bytes.length).toBe(status === 206 ? 10 : SIZE);
    }
  });
});

describe('openDownload: a conditional download', () => {
  it.each([`"${sha256}"`, `W/"${sha256}"`, '*', `"other", "${sha256}"`])(
    'If-None-Match: %s is answered 304',
    async (tag) => {
      for (const method of ['GET', 'HEAD']) {
        const known = await download(path, { 'if-none-match': tag, range: 'bytes=0-5' }, method);
        expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, `"${sha256}"`]);
        expect(known.headers['cache-control']).toMatch(/^private/);
      }
    },
  );

  it('a conditional download uses If-Modified-Since only without If-None-Match', async () => {
    const modified = (await download(path, {}, 'HEAD')).headers['last-modified'] ?? '';
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString();
    const statuses = await Promise.all([
      download(path, { 'if-modified-since': modified }),
      download(path, { 'if-modified-since': earlier }),
      download(path, { 'if-modified-since': 'whenever' }),
      download(path, { 'if-modified-since': modified, 'if-none-match': '"other"' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([304, 200, 200, 200]);
  });
});

describe('openDownload: a signed URL', () => {
  const signature = () => new URLSearchParams(path.split('?')[1]).get('signature') ?? '';
  const expires = () => new URLSearchParams(path.split('?')[1]).get('expires') ?? '';
  const at = (file: string, query: string) => `/v1/firmware/files/${file}?${query}`;

  it('a signed URL has the public address and its expiry in whole seconds', async () => {
    const url = await app.runtime.storage.signDownload(sha256, new Date('2026-09-10T09:00:00.999Z'));
    expect(url).toMatch(
      new RegExp(`^http://karvon\\.test/v1/firmware/files/${sha256}\\?expires=1789030800&signature=[0-9a-f]{64}$`),
    );
  });

  it('a signed URL works until its expiry', async () => {
    const short = await sign(app, sha256, 60_000);
    app.clock.advance(59_299);
    expect((await download(short, {}, 'HEAD')).status).toBe(200);
    app.clock.advance(1);
    expect(errorOf(await app.rest('GET', short))).toEqual([403, 'DOWNLOAD_NOT_ALLOWED']);
    app.clock.advance(-59_300);
  });

  it('a signed URL is rejected with any changed digit of the signature', async () => {
    for (let digit = 0; digit < 64; digit += 7) {
      const altered = [...signature()].map((letter, index) => (index === digit ? flipped(letter) : letter)).join('');
      const reply = await app.rest('GET', at(sha256, `expires=${expires()}&signature=${altered}`));
      expect(errorOf(reply)).toEqual([403, 'DOWNLOAD_NOT_ALLOWED']);
    }
  });

  function flipped(letter: string): string {
    return letter === '0' ? '1' : '0';
  }

  it('a signed URL is rejected with a later expiry, for another file, and without a parameter', async () => {
    const other = await store(app, randomBytes(10));
    const altered = [
      at(sha256, `expires=${Number(expires()) + 1}&signature=${signature()}`),
      at(sha256, `expires=0${expires()}&signature=${signature()}`),
      at(sha256, `expires=${expires()}.0&signature=${signature()}`),
      at(sha256, `expires=%20${expires()}&signature=${signature()}`),
      at(sha256, `expires=1e99&signature=${signature()}`),
      at(sha256, `expires=&signature=${signature()}`),
      at(other, `expires=${expires()}&signature=${signature()}`),
      at(sha256.toUpperCase(), `expires=${expires()}&signature=${signature()}`),
      at('..%2f..%2fetc%2fpasswd', `expires=${expires()}&signature=${signature()}`),
      at(sha256.slice(1), `expires=${expires()}&signature=${signature()}`),
      at(sha256, `expires=${expires()}&signature=${signature().toUpperCase()}`),
      at(sha256, `expires=${expires()}&signature=${signature()}0`),
      at(sha256, `expires=${expires()}&signature=${signature().slice(2)}`),
      at(sha256, `expires=${expires()}&signature=`),
      at(sha256, `expires=${expires()}`),
      at(sha256, `signature=${signature()}`),
      at(sha256, ''),
      at(sha256, `expires=${expires()}&signature=${signature()}&signature=${signature()}`),
      at(sha256, `expires=${expires()}&signature=${signature()}&more=1`),
      at(sha256, `expires=${expires()}&signature=%ff`),
      at(sha256, `expires=${expires()}&signature=%00`),
    ];
    for (const url of altered) {
      expect([url, ...errorOf(await app.rest('GET', url))]).toEqual([url, 403, 'DOWNLOAD_NOT_ALLOWED']);
    }
    expect((await app.rest('HEAD', at(sha256, ''))).status).toBe(403);
  });

  it('a signed URL of another installation is rejected', async () => {
    const foreign = await startTestApp();
    const url = await sign(foreign, sha256);
    await foreign.stop();
    expect(errorOf(await app.rest('GET', url))).toEqual([403, 'DOWNLOAD_NOT_ALLOWED']);
  });

  it('a signed URL of a missing file is 404', async () => {
    const reply = await app.rest('GET', await sign(app, '0'.repeat(64)));
    expect(errorOf(reply)).toEqual([404, 'FILE_NOT_FOUND']);
  });

  it('a signed URL is neither logged nor stored in the database', async () => {
    const [secret, end] = [signature(), expires()];
    await app.rest('GET', at(sha256, `expires=${end}&signature=${secret}&x`));
    await until(() => app.logs.some(({ status }) => status === 403));
    const lines = app.logs.filter(({ route }) => route === '/v1/firmware/files/:sha256');
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.stringify(app.logs)).not.toContain(secret);
    expect(JSON.stringify(app.logs)).not.toContain(sha256);
    expect(await app.sql('select 1 from audit_entry where detail::text like $1', [`%${sha256}%`])).toEqual([]);
  });
});

describe('openDownload: a cut download connection', () => {
  it('a cut download connection is resumed with Range until the file is complete', async () => {
    const image = randomBytes(3_000_000);
    const name = await store(app, image);
    const url = await sign(app, name);
    const received: Buffer[] = [];
    let at = 0;
    let tries = 0;
    while (at < image.length) {
      const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-`, 'if-range': `"${name}"` } : {};
      const chunk = await cutAfter(url, headers, 700_000);
      received.push(chunk);
      at += chunk.length;
      tries += 1;
    }
    expect([tries > 3, sha256Of(Buffer.concat(received))]).toEqual([true, name]);
  });

  it('a cut download connection closes the file for every client that disconnects', async () => {
    // More than the system's buffers of a connection take in.
    const large = await store(app, Buffer.alloc(24_000_000));
    const url = await sign(app, large);
    const slow = await slowReader(url);
    if (process.platform === 'linux') expect(openObjects()).toBe(1);
    slow.destroy();
    await Promise.all(Array.from({ length: 20 }, () => cutAfter(url, {}, 1)));
    // Soon: given time enough, the garbage collector would close what was forgotten.
    await until(() => openObjects() === 0);
  });

  /** Takes at least so many bytes and hangs up. */
  function cutAfter(from: string, headers: Record<string, string>, enough: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const call = get(`${app.url}${from}`, { headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', () => undefined);
        answer.on('end', () => resolve(Buffer.concat(chunks)));
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length < enough) return;
          answer.removeAllListeners('data');
          answer.destroy();
          resolve(Buffer.concat(chunks));
        });
      });
      call.on('error', reject);
    });
  }

  /** Someone who takes the headers and nothing more. */
  function slowReader(from: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      get(`${app.url}${from}`, { agent: false }, (answer) => {
        answer.on('error', () => undefined);
        resolve(answer);
      }).on('error', reject);
    });
  }

  /** How many stored files this process has open; 0 where the system does not tell. */
  function openObjects(): number {
    try {
      return readdirSync('/proc/self/fd').filter((fd) => linkOf(fd).includes('/objects/')).length;
    } catch {
      return 0;
    }
  }

  function linkOf(fd: string): string {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  }
});

describe('openDownload: rate limits of downloads', () => {
  let metered: TestApp;

  beforeAll(async () => {
    metered = await startTestApp({ limits: 'real' });
    await store(metered, bytes);
  });
  afterAll(() => metered.stop());

  it('rate limits of downloads allow 60 wrong URLs and do not affect valid ones of the same network', async () => {
    const good = await sign(metered, sha256);
    const statuses: number[] = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await metered.rest('GET', `${good}0`)).status);
    expect(statuses).toEqual([...Array<number>(60).fill(403), 429, 429]);
    expect((await metered.rest('HEAD', good)).status).toBe(200);
  });

  it('rate limits of downloads are counted per URL, so that devices behind one address do not affect each other', async () => {
    const urls = await Promise.all(
      Array.from({ length: 30 }, (_, index) => sign(metered, sha256, 2 * HOUR_MS + index * 1000)),
    );
    const replies = await Promise.all(urls.map((url) => metered.rest('HEAD', url)));
    expect(replies.map(({ headers }) => headers.ratelimit)).toEqual(
      urls.map(() => expect.stringMatching(/^"default";r=1199;/)),
    );
  });
});
