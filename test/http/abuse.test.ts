import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PATIENCE_MS, until } from '../support/until.ts';
import { codeOf, collect, openSocket, parseReplies, rawText, startWireApp, type WireApp } from './wire-app.ts';

const LIMITS = { jsonLimit: 1_024, maxBodyBytes: 1_024, checkIntervalMs: 100 };
let app: WireApp;
/** A slow machine may be late with anything that this one gets, too. */
let impatient: WireApp;

beforeAll(async () => {
  app = await startWireApp(LIMITS);
  impatient = await startWireApp({ ...LIMITS, headersTimeoutMs: 400, requestTimeoutMs: 800 });
});
afterAll(() => Promise.all([app.close(), impatient.close()]));

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

describe('a malformed HTTP request', () => {
  it.each(refused)('%s is rejected in the error shape', async (_name, bytes, status, code) => {
    const { port } = status === 408 ? impatient : app;
    const replies = parseReplies(await rawText(port, bytes));
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

  it('the answer to a late body has the request id of its request', async () => {
    const bytes =
      'POST /v1/echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: slow-body-1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const uploads = { matches: () => false, maxBodyBytes: 1_024, requestTimeoutMs: PATIENCE_MS };
    const strict = await startWireApp({ ...LIMITS, requestTimeoutMs: 400, uploads });
    const [reply] = parseReplies(await rawText(strict.port, bytes));
    expect(reply?.headers.get('x-request-id')).toBe('slow-body-1');
    await strict.close();
  });

  it('a request whose body breaks after the answer is never answered twice', async () => {
    const bytes = 'POST /v1/nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';
    const socket = await openSocket(app.port);
    const received = collect(socket);
    socket.write(bytes);
    await until(() => parseReplies(received.text()).map(({ status }) => status)[0] === 415);
    const closed = once(socket, 'close');
    socket.write('zz\r\n');
    await closed;
    expect(parseReplies(received.text())).toHaveLength(1);
  });

  it('a malformed HTTP request does not break the answer to an earlier request of the same connection', async () => {
    const socket = await openSocket(app.port);
    const received = collect(socket);
    const refused = once(app.server, 'clientError');
    const closed = once(socket, 'close');
    socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\nGARBAGE\r\n\r\n');
    await refused;
    await until(() => app.begun.length > 0);
    expect(received.text()).toBe('');
    app.release();
    await closed;
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([200, 400]);
  });

  it('the service closes the connection after a malformed HTTP request', async () => {
    const patient = await startWireApp();
    const socket = connect({ port: patient.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}).resume();
    socket.write('GARBAGE\r\n\r\n');
    await once(socket, 'end');
    await until(async () => (await promisify(patient.server.getConnections).call(patient.server)) === 0);
    socket.destroy();
    await patient.close();
  });

  it('the service survives a client that resets its CONNECT', async () => {
    const socket = await openSocket(app.port);
    const refused = once(app.server, 'connect');
    socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    const [, reset] = await refused;
    socket.resetAndDestroy();
    await until(() => reset.destroyed);
    expect((await fetch(`${app.url}/v1/echo`)).status).toBe(200);
  });
});

describe('a client that does not read', () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const connectionsTo = ({ server }: WireApp) => promisify(server.getConnections).call(server);

  it.each(['/v1/large', '/v1/sliced', '/v1/endless'])(
    '%s is cut after the stall timeout, while others are answered',
    async (path) => {
      const strict = await startWireApp({ stallTimeoutMs: 500, checkIntervalMs: 50 });
      const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(strict.port)));
      for (const socket of sockets) socket.pause().write(request(path));
      await until(() => strict.begun.length === 20);
      await until(async () => {
        expect((await fetch(`${strict.url}/v1/echo`, { headers: { connection: 'close' } })).status).toBe(200);
        return (await connectionsTo(strict)) === 0;
      });
      await until(() => strict.open.size === 0);
      await until(() => strict.lines.filter(({ route, aborted }) => route === path && aborted).length === 20);
      for (const socket of sockets) socket.destroy();
      await strict.close();
    },
  );

  it('a client that does not read is disconnected even if it keeps sending', async () => {
    const strict = await startWireApp({ stallTimeoutMs: 500, checkIntervalMs: 50 });
    const socket = await openSocket(strict.port);
    socket.pause().write(request('/v1/large'));
    const sending = setInterval(() => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 50);
    await until(() => strict.begun.length === 1);
    await until(async () => (await connectionsTo(strict)) === 0);
    clearInterval(sending);
    socket.destroy();
    await strict.close();
  });

  it.each(['/v1/large', '/v1/sliced', '/v1/endless'])(
    '%s stays connected while the client reads slowly',
    async (path) => {
      const strict = await startWireApp({ stallTimeoutMs: 4_000, checkIntervalMs: 100 });
      const socket = await openSocket(strict.port);
      socket.pause().write(request(path));
      let bytes = 0;
      // At most 160 KB/s: the kernel asks for more about every five seconds, which is longer than the stall timeout.
      for (let read = 0; read < 30; read += 1) {
        await sleep(200);
        bytes += socket.read(32 * 1024)?.length ?? 0;
      }
      expect(bytes).toBeGreaterThan(100 * 1024);
      expect(await connectionsTo(strict)).toBe(1);
      expect(strict.lines.filter(({ aborted }) => aborted)).toEqual([]);
      socket.destroy();
      await strict.close();
    },
  );

  it('a client that does not read gets only one answer produced, however many requests it pipelines', async () => {
    app.begun.length = 0;
    let arrived = 0;
    const count = () => {
      arrived += 1;
    };
    app.server.on('request', count);
    const socket = await openSocket(app.port);
    socket.pause().write(request('/v1/large').repeat(50));
    await until(() => arrived === 50);
    app.server.off('request', count);
    expect(app.begun).toHaveLength(1);
    socket.destroy();
  });

  it('a client that does not read is disconnected when it pipelines more than 100 requests', async () => {
    app.begun.length = 0;
    const socket = await openSocket(app.port);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(request('/v1/slow').repeat(1_000));
    await closed;
    expect(app.begun).toHaveLength(1);
    app.release();
  });
});

describe('a connection that sends requests ahead', () => {
  const request = (id: string, headers = '') =>
    `GET /v1/echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n${headers}\r\n`;

  it('a connection that sends requests ahead is served a few requests in a turn, so that another connection is not served after all of them', async () => {
    const shared = await startWireApp();
    const [many, single] = [await openSocket(shared.port), await openSocket(shared.port)];
    await until(async () => (await promisify(shared.server.getConnections).call(shared.server)) === 2);
    const received = collect(many);
    // Both are there before the server, which runs in this process, reads either.
    many.write(Array.from({ length: 100 }, (_, index) => request(`sent-ahead-${index}`)).join(''));
    single.resume().write(request('single-request'));
    await until(() => parseReplies(received.text()).length === 100);
    const served = shared.lines.map(({ requestId }) => String(requestId));
    expect(served.filter((id) => id.startsWith('sent'))).toEqual(
      Array.from({ length: 100 }, (_, index) => `sent-ahead-${index}`),
    );
    expect(served.indexOf('single-request')).toBeLessThan(20);
    many.destroy();
    single.destroy();
    await shared.close();
  });

  it('a connection that sends requests ahead gets refusals in order too, and is disconnected for more than 100 of them', async () => {
    app.begun.length = 0;
    const socket = await openSocket(app.port);
    const received = collect(socket);
    const slow = 'GET /v1/slow HTTP/1.1\r\nHost: a\r\n\r\n';
    socket.write(`${slow}${request('expects-tea', 'Expect: tea\r\n')}`);
    await until(() => app.begun.length === 1);
    app.release();
    await once(socket, 'close');
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([200, 400]);

    const greedy = await openSocket(app.port);
    const closed = new Promise((resolve) => greedy.once('close', resolve));
    const nothing = collect(greedy);
    greedy.write(`${slow}${request('expects-tea', 'Expect: tea\r\n').repeat(101)}`);
    await closed;
    expect(nothing.text()).toBe('');
    app.release();
  });
});

describe('a network that sends many requests at once', () => {
  it('a network that sends many requests at once has them begun over several turns, so that another network is not served after all of them', async () => {
    const networkOf = ({ headers }: IncomingMessage) => String(headers['x-network']);
    const shared = await startWireApp({ networkOf });
    const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(shared.port)));
    const other = await openSocket(shared.port);
    await until(async () => (await promisify(shared.server.getConnections).call(shared.server)) === 101);
    const ask = (socket: Socket, network: string) =>
      socket
        .resume()
        .write(`GET /v1/echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: of-the-${network}\r\nX-Network: ${network}\r\n\r\n`);
    // All are there before the server, which runs in this process, reads any; in this order.
    for (const socket of sockets) ask(socket, 'crowd');
    ask(other, 'single');
    await until(() => shared.lines.length === 101);
    expect(shared.lines.findIndex(({ requestId }) => requestId === 'of-the-single')).toBeLessThan(40);
    for (const socket of [...sockets, other]) socket.destroy();
    await shared.close();
  });
});

describe('a valid HTTP connection', () => {
  it('a valid HTTP connection answers pipelined requests sequentially and in order', async () => {
    const slow = await startWireApp();
    const socket = await openSocket(slow.port);
    const received = collect(socket);
    socket.write(['1', '2', '3'].map((n) => `GET /v1/slow?${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    for (const begun of [['1'], ['1', '2'], ['1', '2', '3']]) {
      await until(() => slow.begun.length >= begun.length);
      expect(slow.begun).toEqual(begun);
      slow.release();
    }
    await until(() => parseReplies(received.text()).length === 3);
    socket.destroy();
    await slow.close();
  });

  it('a valid HTTP connection sends 100 Continue for a body within the limit', async () => {
    const text = await rawText(app.port, json('{"a":1}', 'Expect: 100-continue\r\nConnection: close\r\n'));
    expect(text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/);
  });

  it.each(['websocket', 'h2c'])('a valid HTTP connection ignores an offer to upgrade to %s', async (protocol) => {
    const bytes = `GET /v1/echo HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
    expect(parseReplies(await rawText(app.port, bytes)).map(({ status }) => status)).toEqual([200]);
  });

  it('a valid HTTP connection answers HTTP/1.0 without Host', async () => {
    expect(await rawText(app.port, 'GET /v1/echo HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('a valid HTTP connection is closed after the maximum number of requests', async () => {
    const few = await startWireApp({ maxRequestsPerSocket: 2 });
    const request = 'GET /v1/echo HTTP/1.1\r\nHost: a\r\n\r\n';
    const socket = await openSocket(few.port);
    const received = collect(socket);
    const closed = once(socket, 'close');
    socket.write(request);
    await until(() => received.text() !== '');
    socket.write(request);
    const connections = () => parseReplies(received.text()).map(({ headers }) => headers.get('connection'));
    await until(() => connections().length === 2);
    expect(connections()).toEqual(['keep-alive', 'close']);
    await closed;
    await few.close();
  });

  it('a valid HTTP connection is closed behind the last answer, whatever was sent ahead', async () => {
    const few = await startWireApp({ maxRequestsPerSocket: 2 });
    const socket = await openSocket(few.port);
    const received = collect(socket);
    const closed = once(socket, 'close');
    const request = 'GET /v1/echo HTTP/1.1\r\nHost: a\r\n';
    socket.write(`${`${request}\r\n`.repeat(3)}${request}Connection: close\r\n\r\n`);
    await closed;
    expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([200, 200]);
    await few.close();
  });
});
