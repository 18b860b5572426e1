import { once } from 'node:events';
import { createServer } from 'node:http';
import { drain } from '../../src/rest/server/server.ts';
import { PATIENCE_MS, until } from '../support/until.ts';
import { codeOf, collect, openSocket, parseReplies, startWireApp, type WireApp } from './wire-app.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
let app: WireApp;

beforeEach(async () => {
  app = await startWireApp();
});
afterEach(() => app.close());

/** A connection that the server has; with a path also its request, and the beginning of what it answers before it is released. */
async function socketAfter(path: string, answer = '') {
  const reached = once(app.server, path === '' ? 'connection' : 'request');
  const socket = await openSocket(app.port);
  const received = collect(socket);
  const closed = once(socket, 'close');
  if (path !== '') socket.write(get(path));
  await reached;
  await until(() => received.text().includes(answer));
  return { socket, received, closed };
}

it('a drain finishes pending requests, closes idle connections and accepts no new ones', async () => {
  const slow = await socketAfter('/v1/slow');
  const idle = await socketAfter('/v1/echo', '\r\n\r\n');
  const unused = await socketAfter('');
  const halfway = await openSocket(app.port);
  // Reset where the server closes it before it has read the first bytes.
  halfway.on('error', () => undefined);
  halfway.write('GET / HTT');
  const halfwayClosed = new Promise((resolve) => halfway.once('close', resolve));

  const done = drain(app.server, PATIENCE_MS, 100);
  await expect(openSocket(app.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  // They close while the pending request is not answered.
  await Promise.all([idle.closed, unused.closed, halfwayClosed]);
  expect(slow.received.text()).toBe('');

  app.release();
  expect(await done).toBe(0);
  await slow.closed;
  const [reply] = parseReplies(slow.received.text());
  expect([reply?.status, reply?.headers.get('connection'), reply?.text]).toEqual([200, 'close', '{"slow":true}']);
});

it('a drain finishes a started reply, then closes its connection', async () => {
  const stream = await socketAfter('/v1/stream', 'first');
  const idle = await socketAfter('/v1/echo', '\r\n\r\n');
  const done = drain(app.server, PATIENCE_MS, 50);
  // The grace of idle connections is over.
  await idle.closed;
  app.release();
  expect(await done).toBe(0);
  await stream.closed;
  expect(stream.received.text()).toMatch(/last\n\r\n0\r\n\r\n$/);
});

it('a drain answers a new request on a kept-alive connection with 503', async () => {
  const idle = await socketAfter('/v1/echo', '\r\n\r\n');
  const unused = await socketAfter('');
  const done = drain(app.server, PATIENCE_MS, 10_000);
  idle.socket.write(get('/v1/echo'));
  unused.socket.write(get('/v1/echo'));
  await done;
  for (const { received, closed } of [idle, unused]) {
    await closed;
    const reply = parseReplies(received.text()).at(-1);
    expect([reply?.status, reply?.headers.get('connection'), reply?.headers.get('retry-after')]).toEqual([
      503,
      'close',
      '1',
    ]);
    expect(codeOf(reply?.text ?? '', reply?.headers.get('x-request-id'))).toBe('SHUTTING_DOWN');
  }
});

it('a drain aborts pending answers at the deadline and returns their number', async () => {
  const slow = await socketAfter('/v1/slow');
  await socketAfter('/v1/echo', '\r\n\r\n');
  expect(await drain(app.server, 300, 50)).toBe(1);
  expect(slow.received.text()).toBe('');
});

it('a drain ends without open connections', async () => {
  // Longer than the test may take.
  expect(await drain(app.server, 2 * PATIENCE_MS, 2 * PATIENCE_MS)).toBe(0);
});

it('a drain rejects servers that createHttpServer did not create', async () => {
  await expect(drain(createServer())).rejects.toThrow(TypeError);
});
