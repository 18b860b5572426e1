import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, collect, openSocket, parseReplies, rawText, startWireApp, type WireApp } from './wire-app.ts';

let app: WireApp;

beforeAll(async () => {
  app = await startWireApp({
    headersTimeoutMs: 400,
    requestTimeoutMs: 800,
    checkIntervalMs: 100,
    jsonLimit: 1_024,
    maxBodyBytes: 1_024,
  });
});
afterAll(() => app.close());

const json = (body: string, headers = '') =>
  `POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const refused: [name: string, bytes: string | Buffer, status: number, code: string][] = [
  ['a header bomb of 20 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['3,000 headers', `GET / HTTP/1.1\r\nHost: a\r\n${'X-Y: z\r\n'.repeat(3_000)}\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['a request line of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
  ['Content-Length with Transfer-Encoding', json('{}', 'Transfer-Encoding: chunked\r\n'), 400, 'BAD_REQUEST'],
  ['two lengths', json('{}', 'Content-Length: 2\r\n'), 400, 'BAD_REQUEST'],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400, 'BAD_REQUEST'],
  ['bare line feeds', 'GET / HTTP/1.1\nHost: a\n\n', 400, 'BAD_REQUEST'],
  ['no Host', 'GET /v1/echo HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST'],
  ['two Hosts', 'GET /v1/echo HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400, 'BAD_REQUEST'],
  ['NUL in a header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n', 400, 'BAD_REQUEST'],
  ['raw UTF-8 in the path', Buffer.from('GET /é HTTP/1.1\r\nHost: a\r\n\r\n'), 400, 'BAD_REQUEST'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a TLS hello', Buffer.from('16030102000100', 'hex'), 400, 'BAD_REQUEST'],
  ['HTTP/0.9', 'GET /v1/echo\r\n\r\n', 400, 'BAD_REQUEST'],
  ['HTTP/0.9 with a version', 'GET /v1/echo HTTP/0.9\r\nHost: a\r\n\r\n', 400, 'BAD_REQUEST'],
  ['HTTP/2 with prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'BAD_REQUEST'],
  [
    'a compressed transfer',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    400,
    'BAD_REQUEST',
  ],
  [
    'a transfer coding without chunks',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nabc',
    400,
    'BAD_REQUEST',
  ],
  [
    'a chunk that is no number',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'BAD_REQUEST',
  ],
  [
    '20 KB of chunk extension',
    `POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\n`,
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  [
    'an unknown expectation',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n',
    400,
    'BAD_REQUEST',
  ],
  [
    'a large body announced',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n',
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: a\r\nX: ', 408, 'REQUEST_TIMEOUT'],
  [
    'a body that never ends',
    'POST /v1/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    408,
    'REQUEST_TIMEOUT',
  ],
];

describe('what is not HTTP', () => {
  it.each(refused)('%s is refused in our shape', async (_name, bytes, status, code) => {
    const replies = parseReplies(await rawText(app.port, bytes));
    expect(replies).toHaveLength(1);
    const [reply] = replies;
    expect(reply?.status).toBe(status);
    expect(reply?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply?.headers.get('connection')).toBe('close');
    expect(reply?.headers.get('cache-control')).toBe('no-store');
    expect(reply?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply?.headers.has('allow')).toBe(status === 405);
    expect(codeOf(reply?.text ?? '', reply?.headers.get('x-request-id'))).toBe(code);
  });

  it('keeps the request id of a request whose body is late', async () => {
    const bytes =
      'POST /v1/echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: slow-body-1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const [reply] = parseReplies(await rawText(app.port, bytes));
    expect(reply?.headers.get('x-request-id')).toBe('slow-body-1');
  });

  it('never answers a request twice when its body breaks after the answer', async () => {
    const bytes = 'POST /v1/nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';
    const socket = await openSocket(app.port);
    const received = collect(socket);
    socket.write(bytes);
    await sleep(100);
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([415]);
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(parseReplies(received.text())).toHaveLength(1);
  });

  it('answers an earlier request of the same connection before it refuses what follows', async () => {
    const socket = await openSocket(app.port);
    const received = collect(socket);
    socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    await sleep(100);
    expect(received.text()).toBe('');
    app.release();
    await once(socket, 'close');
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([200, 400]);
  });

  it('closes a refused connection that the client keeps open', async () => {
    const patient = await startWireApp();
    const socket = connect({ port: patient.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write('GARBAGE\r\n\r\n');
    await once(socket, 'end');
    await sleep(1_300);
    expect(await promisify(patient.server.getConnections).call(patient.server)).toBe(0);
    socket.destroy();
    await patient.close();
  });

  it('survives a client that resets its CONNECT', async () => {
    const socket = await openSocket(app.port);
    socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.resetAndDestroy();
    await sleep(50);
    expect((await fetch(`${app.url}/v1/echo`)).status).toBe(200);
  });
});

describe('what is HTTP', () => {
  it('sends 100 Continue for a body within the limit', async () => {
    const text = await rawText(app.port, json('{"a":1}', 'Expect: 100-continue\r\nConnection: close\r\n'));
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it.each(['websocket', 'h2c'])('ignores an offer to upgrade to %s', async (protocol) => {
    const bytes = `GET /v1/echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
    expect(parseReplies(await rawText(app.port, bytes, 300)).map(({ status }) => status)).toEqual([200]);
  });

  it('answers HTTP/1.0 without Host', async () => {
    expect(await rawText(app.port, 'GET /v1/echo HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('ends a connection after its number of requests', async () => {
    const few = await startWireApp({ maxRequestsPerSocket: 2 });
    const request = 'GET /v1/echo HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = await openSocket(few.port);
    const received = collect(socket);
    socket.write(request);
    await sleep(50);
    socket.write(request);
    await once(socket, 'close');
    const replies = parseReplies(received.text());
    expect(replies.map(({ headers }) => headers.get('connection'))).toEqual(['keep-alive', 'close']);
    await few.close();
  });
});
