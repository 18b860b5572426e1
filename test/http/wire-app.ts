import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Router from '@koa/router';
import Koa from 'koa';
import { createLogger } from '../../src/log.ts';
import { accessLog } from '../../src/rest/middleware/access-log.ts';
import { cors, corsHeaders } from '../../src/rest/middleware/cors.ts';
import { csrf } from '../../src/rest/middleware/csrf.ts';
import { errors, replaceDefaultErrorHandler } from '../../src/rest/middleware/errors.ts';
import { jsonBodyReader } from '../../src/rest/middleware/json-body.ts';
import { requestId } from '../../src/rest/middleware/request-id.ts';
import { securityHeaderPairs, securityHeaders } from '../../src/rest/middleware/security-headers.ts';
import {
  clearSessionCookie,
  readSessionCookie,
  sessionCookie,
  setSessionCookie,
} from '../../src/rest/middleware/session-cookie.ts';
import { cleanPath, parseQuery } from '../../src/rest/middleware/text-guard.ts';
import type { RequestState, WireMiddleware } from '../../src/rest/request-state.ts';
import { clientAddress } from '../../src/rest/server/client-ip.ts';
import { sendSlices } from '../../src/rest/server/send-slices.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/rest/server/server.ts';

export const ORIGIN = 'http://karvon.test';
const allowedOrigins = [ORIGIN, 'https://admin.karvon.test'];
export const cookie = sessionCookie('karvon_admin_session', new URL(ORIGIN));

/** More than the kernel takes for a client that reads nothing (4 MB here, by net.ipv4.tcp_wmem). */
export const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x');
const PIECE = Buffer.alloc(64 * 1024, 'x');

export interface WireApp {
  readonly server: Server;
  readonly port: number;
  readonly url: string;
  /** What was logged, one parsed line each. */
  readonly lines: Record<string, unknown>[];
  /** Errors to be thrown by GET /v1/throw/:name. */
  readonly throwers: Map<string, unknown>;
  /** Requests that GET /v1/large, /v1/sliced, /v1/endless and /v1/slow have begun to answer. */
  readonly begun: string[];
  /** Answers of GET /v1/endless whose source is open. */
  readonly open: Set<Readable>;
  /** Ends every request that waits in GET /v1/slow. */
  release(): void;
  close(): Promise<void>;
}

/** A small app out of the wire's pieces, listening on a real socket. */
export async function startWireApp(
  options: HttpServerOptions & { jsonLimit?: number; proxies?: number } = {},
): Promise<WireApp> {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  const throwers = new Map<string, unknown>();
  const gates: (() => void)[] = [];
  const begun: string[] = [];
  const sources = new Set<Readable>();
  const pairs = await securityHeaderPairs(false);
  const origins = { allowedOrigins, publicSiteOrigins: [] };
  const router = new Router<RequestState>();
  const open = () => new Promise<void>((resolve) => gates.push(resolve));

  router.all('/v1/echo', (ctx) => {
    ctx.body = { body: ctx.state.body ?? null, query: parseQuery(ctx.querystring), ip: ctx.state.ip };
  });
  router.get('/v1/items/:id', (ctx) => {
    ctx.body = { id: ctx.params.id };
  });
  router.post('/v1/heartbeat', (ctx) => {
    ctx.status = 201;
    ctx.body = {};
  });
  router.get('/v1/large', (ctx) => {
    begun.push(ctx.querystring);
    ctx.body = LARGE;
  });
  router.get('/v1/sliced', async (ctx) => {
    begun.push(ctx.querystring);
    ctx.respond = false;
    ctx.length = LARGE.length;
    ctx.res.statusCode = 200;
    await sendSlices(ctx.res, LARGE, 64 * 1024);
  });
  router.get('/v1/endless', (ctx) => {
    begun.push(ctx.querystring);
    const source: Readable = new Readable({
      read: () => source.push(PIECE),
      destroy(error, done) {
        sources.delete(source);
        done(error);
      },
    });
    sources.add(source);
    ctx.body = source;
  });
  router.get('/v1/slow', async (ctx) => {
    begun.push(ctx.querystring);
    await open();
    ctx.body = { slow: true };
  });
  router.get('/v1/stream', (ctx) => {
    ctx.type = 'text/csv';
    ctx.body = Readable.from(
      (async function* () {
        yield 'first\n';
        await open();
        yield 'last\n';
      })(),
    );
  });
  router.get('/v1/throw/:name', (ctx) => {
    ctx.set({
      'Content-Disposition': 'attachment',
      'Content-Encoding': 'gzip',
      'Content-Length': '3',
      'Set-Cookie': 'planted=1',
      ETag: '"planted"',
      'Last-Modified': new Date(0).toUTCString(),
    });
    throw throwers.get(String(ctx.params.name));
  });
  router.get('/v1/unserialisable', (ctx) => {
    ctx.body = { big: 1n };
  });
  router.get('/v1/broken-stream', (ctx) => {
    ctx.body = new Readable({
      read() {
        this.destroy(new Error('broken'));
      },
    });
  });
  router.post('/v1/login', (ctx) => {
    setSessionCookie(ctx, cookie, 'A'.repeat(43));
    ctx.body = {};
  });
  router.post('/v1/logout', (ctx) => {
    clearSessionCookie(ctx, cookie);
    ctx.body = { token: readSessionCookie(ctx.req.headers, cookie) ?? null };
  });

  const app = new Koa<RequestState>();
  replaceDefaultErrorHandler(app, { log, brand: 'karvon' });
  app.use(requestId);
  app.use(clientAddress(options.proxies ?? 0));
  app.use(accessLog({ log, isRoutine: (route) => route === '/v1/heartbeat' }));
  app.use(securityHeaders(pairs));
  app.use(cors(origins));
  app.use(errors({ log, brand: 'karvon' }));
  app.use(cleanPath);
  app.use((ctx, next) => {
    ctx.state.route = ctx.path.startsWith('/v1/') ? ctx.path : undefined;
    return next();
  });
  app.use(csrf(cookie, allowedOrigins));
  app.use(jsonBody(options.jsonLimit));
  app.use(router.routes());
  app.use(router.allowedMethods());

  const server = createHttpServer(app.callback(), { headers: pairs, headersFor: corsHeaders(origins), ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressOf(server);
  return {
    server,
    port,
    url: `http://127.0.0.1:${port}`,
    lines,
    throwers,
    begun,
    open: sources,
    release: () => {
      for (const gate of gates.splice(0)) gate();
    },
    async close() {
      for (const gate of gates.splice(0)) gate();
      server.close();
      server.closeAllConnections();
      await setImmediate();
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly text: string;
}

/** Sends bytes on a socket of its own and gives everything that came back once the server closed it. */
export async function rawText(port: number, bytes: string | Buffer): Promise<string> {
  const socket = await openSocket(port);
  const received = collect(socket);
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  return received.text();
}

/** A connected socket that ignores resets. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Gathers what a socket receives. */
export function collect(socket: Socket): { text(): string } {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { text: () => Buffer.concat(chunks).toString('latin1') };
}

/** All responses in a text of concatenated responses with Content-Length. */
export function parseReplies(text: string): RawReply[] {
  const replies: RawReply[] = [];
  let rest = text;
  while (rest.startsWith('HTTP/1.1 ')) {
    const split = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...headerLines] = rest.slice(0, split).split('\r\n');
    const headers = new Map(headerLines.map(splitHeader));
    const length = Number(headers.get('content-length') ?? 0);
    replies.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      text: rest.slice(split + 4, split + 4 + length),
    });
    rest = rest.slice(split + 4 + length);
  }
  if (rest !== '') throw new Error(`trailing bytes: ${JSON.stringify(rest.slice(0, 80))}`);
  return replies;
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Asserts our error shape, to the letter, and gives its code. */
export function codeOf(body: string, requestIdHeader: string | null | undefined): string {
  const { error, ...others } = JSON.parse(body);
  expect(others).toEqual({});
  expect(Object.keys(error)).toEqual(['code', 'message', 'requestId']);
  expect(typeof error.message).toBe('string');
  expect(error.message).not.toBe('');
  expect(error.requestId).toMatch(/^[A-Za-z0-9._-]{8,64}$/);
  expect(error.requestId).toBe(requestIdHeader);
  return error.code;
}

/** Reads a JSON body into `ctx.state.body`. */
function jsonBody(limitBytes?: number): WireMiddleware {
  const read = jsonBodyReader(limitBytes);
  return async (ctx, next) => {
    ctx.state.body = await read(ctx);
    await next();
  };
}
