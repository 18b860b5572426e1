/** `node --test bench/*.test.ts`: what the numbers rest on. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { mock, test } from 'node:test';
import { compare } from './compare.ts';
import { createHeartbeatSigner } from './heartbeat-signer.ts';
import { type Load, runLoad } from './load-client.ts';
import { freePort } from './processes.ts';
import { packRequests, serializeRequest } from './request-pool.ts';
import { createResponseReader } from './response-reader.ts';
import { median, percentile } from './statistics.ts';

async function withServer(handle: RequestListener, use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  try {
    await use(typeof address === 'object' && address ? address.port : 0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function loadOf(port: number, changes: Partial<Load> = {}): Load {
  const pool = packRequests(300, 200, (index) => serializeRequest({ method: 'GET', path: `/${index}` }));
  const bounds = { warmUpMs: 0, durationMs: 2_000, repeat: false, maximumRequests: 1_000 };
  return { port, pool, connections: 8, ...bounds, ...changes };
}

test('the load client sends every request once and no more than one at a time on a connection', async () => {
  const paths: string[] = [];
  const inFlight = new Map<unknown, number>();
  let most = 0;
  await withServer(
    (request, response) => {
      const now = (inFlight.get(request.socket) ?? 0) + 1;
      inFlight.set(request.socket, now);
      most = Math.max(most, now);
      paths.push(request.url ?? '');
      setImmediate(() => {
        inFlight.set(request.socket, now - 1);
        response.end('body');
      });
    },
    async (port) => {
      const result = await runLoad(loadOf(port));
      assert.deepEqual(result.statuses, { 200: 300 });
      assert.equal(result.requests, 300);
      assert.equal(result.errors, 0);
      assert.ok(result.seconds < 2, 'ends when the requests are used up');
    },
  );
  assert.equal(new Set(paths).size, 300);
  assert.equal(inFlight.size, 8);
  assert.equal(most, 1);
});

test('the load client goes on over another connection when the server ends one', async () => {
  let requests = 0;
  await withServer(
    (_request, response) => {
      requests += 1;
      if (requests % 10 === 0) response.setHeader('Connection', 'close');
      response.end('body');
    },
    async (port) => {
      const result = await runLoad(loadOf(port));
      assert.deepEqual([result.statuses, result.errors, result.lastError], [{ 200: 300 }, 0, null]);
    },
  );
});

test('the load client repeats the requests until the time is over and leaves the warm-up out', async () => {
  await withServer(
    (_, response) => setTimeout(() => response.end(), 10),
    async (port) => {
      const result = await runLoad(loadOf(port, { repeat: true, warmUpMs: 500, durationMs: 500, connections: 2 }));
      const answers = result.statuses[200] ?? 0;
      assert.equal(result.seconds, 0.5);
      assert.ok(result.requests > 0.3 * answers && result.requests < 0.7 * answers);
      assert.ok(result.latency.p50 >= 9 && result.latency.p50 < 60);
    },
  );
});

test('the load client counts statuses, lost connections and a server that is not there', async () => {
  await withServer(
    (request, response) => {
      if (request.url === '/7') request.socket.destroy();
      else response.writeHead(request.url === '/8' ? 429 : 200).end();
    },
    async (port) => {
      const result = await runLoad(loadOf(port));
      assert.deepEqual(result.statuses, { 200: 298, 429: 1 });
      assert.equal(result.errors, 1);
    },
  );
  const result = await runLoad(loadOf(await freePort()));
  assert.equal(result.requests, 0);
  assert.ok(result.errors > 0);
  assert.match(result.lastError ?? '', /ECONNREFUSED/);
});

test('a comparison with any other status than the expected one fails', async () => {
  await withServer(
    (_, response) => response.writeHead(429).end(),
    async (port) => {
      const { pool, ...rest } = loadOf(port);
      const refused = compare({
        ...rest,
        contenders: [{ name: 'refusing', port, pid: process.pid }],
        rounds: 1,
        expectedStatus: 200,
        requests: () => pool,
        progress: () => undefined,
      });
      await assert.rejects(refused, /refusing: not all responses had status 200: \{"429":300\}/);
    },
  );
});

test('the load client refuses loads without bounds', async () => {
  await assert.rejects(runLoad(loadOf(1, { durationMs: 1e9 })), RangeError);
  await assert.rejects(runLoad(loadOf(1, { connections: 0 })), RangeError);
  await assert.rejects(runLoad(loadOf(1, { maximumRequests: Number.POSITIVE_INFINITY })), RangeError);
});

test('the load client reads answers however they are cut', () => {
  const answers = [
    'HTTP/1.1 201 Created\r\nContent-Length: 5\r\n\r\nhello',
    'HTTP/1.1 204 No Content\r\nx-y: 1\r\n\r\n',
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n1a;x=y\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nt: 1\r\n\r\n',
    'HTTP/1.1 503 Unavailable\r\ncontent-length: 0\r\n\r\n',
  ];
  for (const size of [1, 2, 3, 7, 64, 1_000]) {
    const seen: (readonly [number, number])[] = [];
    const read = createResponseReader((status, bytes) => seen.push([status, bytes]));
    for (const answer of answers) {
      for (let at = 0; at < answer.length; at += size) read(Buffer.from(answer.slice(at, at + size)));
    }
    assert.deepEqual(
      seen,
      answers.map((answer) => [Number(answer.slice(9, 12)), answer.length]),
    );
  }
});

test('the load client does not guess at answers it cannot frame', () => {
  const read = (text: string) => () => createResponseReader(() => undefined)(Buffer.from(text));
  assert.throws(read('HTTP/1.1 200 OK\r\n\r\nbody until the end'), /neither content-length nor/);
  assert.throws(read('SSH-2.0-x\r\n\r\n'), /not an HTTP/);
  assert.throws(read('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab'), /more bytes/);
  assert.throws(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nx'), /after the end/);
});

test('signed heartbeats hold, cover the fleet and never repeat', () => {
  const devices = Array.from({ length: 50 }, (_, index) => ({
    serial: `SERIAL-${index}`,
    secret: Buffer.alloc(32, index),
  }));
  const now = Date.now();
  mock.method(Date, 'now', () => now); // a clock that stands still: passes within one millisecond
  const sign = createHeartbeatSigner(devices);
  const seen = new Set<string>();
  const lastTimestamp = new Map<string, number>();
  for (const pool of [sign(120), sign(80)]) {
    const text = Buffer.from(pool.bytes).toString('latin1', 0, pool.ends[pool.count - 1]);
    for (const request of text.split('POST ').slice(1)) {
      const [head = '', body = ''] = request.split('\r\n\r\n');
      const { serial, firmwareVersion, uptime } = JSON.parse(body);
      const timestamp = /x-karvon-timestamp: (\d+)/.exec(head)?.[1] ?? '';
      const secret = devices.find((device) => device.serial === serial)?.secret ?? '';
      const payload = `${timestamp}.${serial}.${firmwareVersion}.${uptime}`;
      const proof = createHmac('sha256', secret).update(payload).digest('hex');
      assert.ok(head.includes(`x-karvon-proof: ${proof}`));
      assert.ok(Math.abs(Date.now() - Number(timestamp)) < 5_000);
      assert.ok(Number(timestamp) > (lastTimestamp.get(serial) ?? 0));
      lastTimestamp.set(serial, Number(timestamp));
      seen.add(payload);
    }
  }
  mock.restoreAll();
  assert.equal(seen.size, 200);
  assert.equal(lastTimestamp.size, 50);
});

test('medians and percentiles', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
  assert.equal(percentile(hundred, 0.5), 50);
  assert.equal(percentile(hundred, 0.99), 99);
  assert.equal(percentile([], 0.5), 0);
});
