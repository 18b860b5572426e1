import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { codeOf, collect, openSocket, parseReplies, rawText, startWireApp, type WireApp } from './wire-app.ts';

type Body = string | Uint8Array<ArrayBuffer>;

const LIMIT = 1_024;
let app: WireApp;

beforeAll(async () => {
  app = await startWireApp({ jsonLimit: LIMIT });
});
afterAll(() => app.close());

function send(
  body: Body | undefined,
  type: string | undefined = 'application/json',
  method = 'POST',
  encoding?: string,
) {
  const headers = new Headers();
  if (type !== undefined) headers.set('content-type', type);
  if (encoding !== undefined) headers.set('content-encoding', encoding);
  return fetch(`${app.url}/v1/echo`, { method, headers, body });
}

async function errorOf(response: Response): Promise<[number, string, string]> {
  const text = await response.text();
  return [response.status, codeOf(text, response.headers.get('x-request-id')), JSON.parse(text).error.message];
}

describe('a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf8',
    'application/json\t;\tcharset=\tutf-8',
  ])('a JSON body is read as %s', async (type) => {
    const reply = await send('{"name":"Дилноза 🎉"}', type);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ body: { name: 'Дилноза 🎉' } });
  });

  it.each([
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=utf-7',
    'application/json, text/plain',
    'application/jsonp',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('a JSON body is refused as %s', async (type) => {
    expect((await errorOf(await send('{"a":1}', type))).slice(0, 2)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['{"a":', '[]', '{"a":"\\u0000"}'])(
    'a JSON body that came whole and is refused keeps its connection: %s',
    async (body) => {
      const request = (more = '') =>
        `POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
      const replies = parseReplies(await rawText(app.port, request() + request('Connection: close\r\n')));
      expect(replies.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
        [400, 'keep-alive'],
        [400, 'close'],
      ]);
    },
  );

  it('a JSON body is refused without a content type', async () => {
    const [reply] = parseReplies(
      await rawText(app.port, 'POST /v1/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}'),
    );
    expect([reply?.status, codeOf(reply?.text ?? '', reply?.headers.get('x-request-id'))]).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  it.each(['gzip', 'deflate', 'br', 'x', 'identity, gzip'])(
    'a JSON body is refused with content encoding %s',
    async (encoding) => {
      expect((await errorOf(await send('{}', 'application/json', 'POST', encoding))).slice(0, 2)).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
    },
  );

  it.each(['identity', 'Identity'])('a JSON body is read with content encoding %s', async (encoding) => {
    expect((await send('{}', 'application/json', 'POST', encoding)).status).toBe(200);
  });

  const wrong: [name: string, body: Body, code: string, field: string][] = [
    [
      'invalid UTF-8',
      new Uint8Array([...Buffer.from('{"a":"'), 0xc3, 0x28, ...Buffer.from('"}')]),
      'INVALID_TEXT_ENCODING',
      '',
    ],
    [
      'an encoded surrogate',
      new Uint8Array([...Buffer.from('{"a":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
      'INVALID_TEXT_ENCODING',
      '',
    ],
    ['an escaped NUL', '{"a":{"b":["x\\u0000"]}}', 'INVALID_TEXT_ENCODING', 'a.b[0] '],
    ['an escaped lone surrogate', '{"a":"\\ud83d"}', 'INVALID_TEXT_ENCODING', 'a '],
    ['NUL in a name', '{"a":{"b\\u0000":1}}', 'INVALID_TEXT_ENCODING', 'a '],
    ['a lone surrogate in a name', '{"\\udc00":1}', 'INVALID_TEXT_ENCODING', 'body '],
    ['a raw control character', '{"a":"\u0000"}', 'MALFORMED_JSON', ''],
    ['half an object', '{"a":', 'MALFORMED_JSON', ''],
    ['a trailing comma', '{"a":1,}', 'MALFORMED_JSON', ''],
    ['two values', '{}{}', 'MALFORMED_JSON', ''],
    ['NaN', '{"a":NaN}', 'MALFORMED_JSON', ''],
    ['a byte order mark', '\ufeff{}', 'MALFORMED_JSON', ''],
    ['white space only', '  ', 'MALFORMED_JSON', ''],
    ['an array', '[{}]', 'VALIDATION_FAILED', ''],
    ['null', 'null', 'VALIDATION_FAILED', ''],
    ['a string', '"x"', 'VALIDATION_FAILED', ''],
    ['a number', '1e999', 'VALIDATION_FAILED', ''],
    ['__proto__', '{"a":{"__proto__":{"admin":true}}}', 'VALIDATION_FAILED', 'a.__proto__ '],
    ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}', 'VALIDATION_FAILED', '__proto__ '],
    ['constructor', '{"constructor":{"prototype":{"admin":true}}}', 'VALIDATION_FAILED', 'constructor '],
    ['a member twice', '{"a":1,"b":"x","a":1}', 'VALIDATION_FAILED', 'a must not be repeated'],
    ['a member twice, once by an escape', '{"a":1,"\\u0061":2}', 'VALIDATION_FAILED', 'a must not be repeated'],
    [
      'a member twice in a part',
      '{"a":[{"b":{"name":"\\"","c":[],"name":2}}]}',
      'VALIDATION_FAILED',
      'name must not be repeated',
    ],
    ['400 levels', `{"a":${'['.repeat(400)}${']'.repeat(400)}}`, 'VALIDATION_FAILED', 'a[0][0][0]'],
  ];

  it.each(wrong)('a JSON body with %s is a 400', async (_name, body, code, field) => {
    const [status, actual, message] = await errorOf(await send(body));
    expect([status, actual]).toEqual([400, code]);
    expect(message).toContain(field);
    expect(Reflect.get({}, 'admin')).toBeUndefined();
  });

  it('a JSON body is accepted at 32 levels and refused at 33', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await send(nested(32))).status).toBe(200);
    expect((await send(nested(33))).status).toBe(400);
  });

  it('a JSON body accepts a name that is in several objects, or is a value too', async () => {
    const body = { a: { a: 'a' }, b: [{ a: 1 }, { a: 'b' }], c: ['"a":', '\\', '{"a":1,"a":2}'] };
    expect(await (await send(JSON.stringify(body, null, 2))).json()).toMatchObject({ body });
  });

  it('a JSON body accepts the string "__proto__" as a value', async () => {
    expect(await (await send('{"note":"__proto__ and \\"constructor\\""}')).json()).toMatchObject({
      body: { note: '__proto__ and "constructor"' },
    });
  });
});

describe('the size of a body', () => {
  const ofSize = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

  it('the size of a body may equal the limit, but not exceed it', async () => {
    expect((await send(ofSize(LIMIT))).status).toBe(200);
    expect((await errorOf(await send(ofSize(LIMIT + 1)))).slice(0, 2)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('the size of a body is counted in bytes, not in characters', async () => {
    expect((await send(`{"a":"${'é'.repeat(LIMIT / 2)}"}`)).status).toBe(413);
  });

  const chunked = (body: string) =>
    `POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

  it('the size of a body is limited when it comes in chunks', async () => {
    expect(parseReplies(await rawText(app.port, chunked(ofSize(LIMIT)))).map(({ status }) => status)).toEqual([200]);
    expect(parseReplies(await rawText(app.port, chunked(ofSize(LIMIT + 1)))).map(({ status }) => status)).toEqual([
      413,
    ]);
  });

  it('the refusal of a large body reaches a client that sends most of a megabyte before it reads', async () => {
    const socket = await openSocket(app.port);
    const received = collect(socket);
    socket.pause();
    const bytes = Buffer.from(chunked('x'.repeat(900_000)));
    for (let at = 0; at < bytes.length; at += 50_000) {
      socket.write(bytes.subarray(at, at + 50_000));
      await setImmediate();
    }
    socket.resume();
    await once(socket, 'close');
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([413]);
  });

  it('the service ends the connection of a client that sends endlessly', async () => {
    const head =
      'POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n';
    const [reply] = parseReplies(await rawText(app.port, head));
    expect([reply?.status, reply?.headers.get('connection')]).toEqual([413, 'close']);
  });
});

describe('no body', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])('a missing body is undefined for %s', async (method) => {
    expect(await (await fetch(`${app.url}/v1/echo`, { method })).json()).toMatchObject({ body: null });
  });

  it('an empty body is undefined with a content type and length 0, or with no chunk', async () => {
    expect(await (await send(undefined)).json()).toMatchObject({ body: null });
    const bytes =
      'POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n';
    expect(parseReplies(await rawText(app.port, bytes)).map(({ status }) => status)).toEqual([200]);
  });

  it('a body is optional for DELETE, which may have one', async () => {
    expect(await (await send('{"reason":"x"}', 'application/json', 'DELETE')).json()).toMatchObject({
      body: { reason: 'x' },
    });
  });

  it('a client that disconnects while sending is neither answered nor logged as an error', async () => {
    const before = app.lines.length;
    const arrived = once(app.server, 'request');
    const socket = await openSocket(app.port);
    socket.write('POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{');
    await arrived;
    socket.destroy();
    await until(() => app.lines.length > before);
    const written = app.lines.slice(before);
    expect(written.filter(({ level }) => level === 'error')).toEqual([]);
    expect(written).toMatchObject([{ aborted: true }]);
  });
});
