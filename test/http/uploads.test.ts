import { once } from 'node:events';
import { collect, openSocket, parseReplies, rawText, startWireApp, type WireApp } from './wire-app.ts';

let app: WireApp;

beforeAll(async () => {
  app = await startWireApp({
    requestTimeoutMs: 600,
    checkIntervalMs: 100,
    jsonLimit: 100_000,
    maxBodyBytes: 1_024,
    uploads: { matches: ({ url }) => url === '/v1/heartbeat', maxBodyBytes: 10_000, requestTimeoutMs: 60_000 },
  });
});
afterAll(() => app.close());

const post = (path: string, length: number, headers = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}Content-Length: ${length}\r\n\r\n`;

it('an upload has a longer timeout than other requests', async () => {
  const upload = await openSocket(app.port);
  const answered = collect(upload);
  upload.write(`${post('/v1/heartbeat', 10, 'Connection: close\r\n')}{`);
  const [late] = parseReplies(await rawText(app.port, `${post('/v1/echo', 10)}{`));
  expect([late?.status, late?.headers.get('connection')]).toEqual([408, 'close']);
  expect(answered.text()).toBe('');
  upload.write('"a":1234}');
  await once(upload, 'close');
  expect(parseReplies(answered.text()).map(({ status }) => status)).toEqual([201]);
});

it('the request timeout applies to bodies and does not abort a pending answer', async () => {
  const socket = await openSocket(app.port);
  const received = collect(socket);
  socket.write('GET /v1/slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [late] = parseReplies(await rawText(app.port, `${post('/v1/echo', 10)}{`));
  expect(late?.status).toBe(408);
  app.release();
  await once(socket, 'close');
  expect(parseReplies(received.text()).map(({ status }) => status)).toEqual([200]);
});

it.each([
  ['/v1/heartbeat', 5_000, /^HTTP\/1.1 100 Continue/],
  ['/v1/heartbeat', 20_000, /^HTTP\/1.1 413 /],
  ['/v1/echo', 5_000, /^HTTP\/1.1 413 /],
])('%s may announce %i bytes, or not', async (path, length, expected) => {
  const socket = await openSocket(app.port);
  const received = collect(socket);
  const first = once(socket, 'data');
  socket.write(post(path, length, 'Expect: 100-continue\r\n'));
  await first;
  expect(received.text()).toMatch(expected);
  socket.destroy();
});
