import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import type { DomainError } from '../../domain/kernel/errors.ts';
import { endWithError, errorHeaders, rawErrorResponse } from '../error-response.ts';
import { badRequest, methodNotAllowed, payloadTooLarge, shuttingDown } from '../errors.ts';
import { requestIdOf } from '../middleware/request-id.ts';
import { framingError, parserError, rejectSocket, requestIn } from './broken-requests.ts';
import { Connections, isUnderWay } from './connections.ts';
import { NetworkTurns } from './network-turns.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const DRAIN_DEADLINE_MS = 10_000;
const IDLE_GRACE_MS = 250;
/** Requests that wait for earlier ones of their connection (HTTP pipelining), which hardly any client does. */
const MAX_SENT_AHEAD = 100;

/** Limits of the HTTP server; each has a default. */
export interface HttpServerOptions {
  /** Request line and headers together; 16 KiB. */
  readonly maxHeaderBytes?: number;
  /** From the connection or the last answer to the end of the headers; 10 s. */
  readonly headersTimeoutMs?: number;
  /** From the first byte to the end of the body; 30 s. */
  readonly requestTimeoutMs?: number;
  /** Keep-alive timeout; 65 s, longer than the 60 s of common load balancers. */
  readonly keepAliveTimeoutMs?: number;
  /** Maximum time in which a client receives no byte of a pending answer; 60 s. Slow clients are not affected. */
  readonly stallTimeoutMs?: number;
  /** How often the timeouts above are checked; 1 s. */
  readonly checkIntervalMs?: number;
  /** 1,000: a connection moves to another instance now and then. */
  readonly maxRequestsPerSocket?: number;
  /** Further connections are closed at once; 10,000. */
  readonly maxConnections?: number;
  /** The largest body any route takes: a larger one announced with `Expect: 100-continue` is refused unsent; 64 KiB. */
  readonly maxBodyBytes?: number;
  /** Requests that may be larger and slower than the rest. */
  readonly uploads?: UploadLimits;
  /** The network of a request: those of one network that come together begin in several turns of the event loop. */
  readonly networkOf?: (req: IncomingMessage) => string;
  /** Security headers of errors from this file. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** CORS headers of these errors, which depend on the request. */
  readonly headersFor?: (request: HttpRequest) => Readonly<Record<string, string>>;
}

type HttpRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

export interface UploadLimits {
  readonly matches: (req: IncomingMessage) => boolean;
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
}

type Callback = (req: IncomingMessage, res: ServerResponse<IncomingMessage>) => unknown;

const connectionsOf = new WeakMap<Server, Connections>();

/**
 * The HTTP server in front of Koa, with limits on size and time. Node's own errors (malformed, too large, too slow) are
 * answered in the error shape with a request id.
 * @param callback Koa's `app.callback()`
 */
export function createHttpServer(callback: Callback, options: HttpServerOptions = {}): Server {
  const connections = new Connections(options.maxRequestsPerSocket ?? 1_000);
  const headersFor = (request: HttpRequest) => ({
    ...Object.fromEntries(options.headers ?? []),
    ...options.headersFor?.(request),
  });
  const sentAhead = new WeakMap<Socket, number>();
  const turns = new NetworkTurns();
  const networkOf = options.networkOf ?? (() => '');
  const { uploads } = options;
  const requestTimeoutMs = options.requestTimeoutMs ?? 30_000;
  const checkIntervalMs = options.checkIntervalMs ?? 1_000;
  const stallTimeoutMs = options.stallTimeoutMs ?? 60_000;

  function reject(res: ServerResponse<IncomingMessage>, domainError: DomainError): void {
    const headers = { ...headersFor(res.req), ...errorHeaders(domainError), Connection: 'close' };
    endWithError(res, domainError, requestIdOf(res.req.headers), headers);
  }

  /**
   * Requests of one connection are answered sequentially: for a client that reads nothing, only one answer is produced.
   * @param begin answers the request: `serve` unless it is refused unread
   */
  function inOrder(res: ServerResponse<IncomingMessage>, begin: () => void): void {
    const { socket } = res.req;
    const previous = connections.answerOf(socket);
    connections.begin(res);
    if (socket.destroyed) return;
    const inTurn = () =>
      turns.begin(networkOf(res.req), () => {
        if (socket.writable) begin();
      });
    if (!isUnderWay(previous)) {
      inTurn();
      return;
    }
    const ahead = (sentAhead.get(socket) ?? 0) + 1;
    if (ahead > MAX_SENT_AHEAD) {
      socket.resetAndDestroy();
      return;
    }
    sentAhead.set(socket, ahead);
    previous.once('close', () => {
      sentAhead.set(socket, (sentAhead.get(socket) ?? 1) - 1);
      // The answers of a connection that is gone close together, and need no turns.
      if (socket.writable) inTurn();
    });
  }

  function serve(req: IncomingMessage, res: ServerResponse<IncomingMessage>): void {
    const domainError = connections.draining ? shuttingDown() : framingError(req);
    if (domainError) reject(res, domainError);
    else callback(req, res);
  }

  /** Answers what cannot be served: malformed, too large or too late, by the code of Node's error. */
  function rejectBroken(socket: Socket, code: string | undefined, packet?: Buffer): void {
    const domainError = parserError(code);
    const answer = connections.answerOf(socket);
    const request = answer && !answer.req.complete ? answer.req : requestIn(packet);
    rejectSocket(socket, answer, domainError, { ...headersFor(request), ...errorHeaders(domainError) });
  }

  const server = createServer(
    {
      maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
      headersTimeout: options.headersTimeoutMs ?? 10_000,
      requestTimeout: Math.max(requestTimeoutMs, uploads?.requestTimeoutMs ?? 0),
      keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
      connectionsCheckingInterval: checkIntervalMs,
      // Node's own check answers with an empty body; framingError does it in our shape.
      requireHostHeader: false,
      noDelay: true,
    },
    (req, res) => inOrder(res, () => serve(req, res)),
  );
  server.maxConnections = options.maxConnections ?? 10_000;
  connectionsOf.set(server, connections);

  server.on('connection', (socket) => connections.add(socket));
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse<IncomingMessage>) =>
    inOrder(res, () => {
      if (Number(req.headers['content-length'] ?? 0) > maxBodyBytesOf(req, options)) {
        reject(res, payloadTooLarge());
        return;
      }
      res.writeContinue();
      serve(req, res);
    }),
  );
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse<IncomingMessage>) =>
    inOrder(res, () => reject(res, badRequest('The Expect header is not supported.'))),
  );
  server.on('connect', (req, socket) => {
    const domainError = methodNotAllowed();
    const headers = { ...headersFor(req), ...errorHeaders(domainError), Allow: METHODS };
    // Node removes its own listener from the socket of a CONNECT: without one, a reset would end the process.
    socket.on('error', () => socket.destroy());
    socket.end(rawErrorResponse(domainError, requestIdOf(req.headers), headers, req.url), () => socket.destroy());
  });
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    if (!socket.writable || !(socket instanceof Socket) || error.code === 'ECONNRESET') socket.destroy();
    else rejectBroken(socket, error.code, error.rawPacket);
  });
  const sweep = setInterval(() => {
    void connections.resetStalled(checkIntervalMs, stallTimeoutMs);
    if (!uploads) return;
    // Node has one timeout for all requests: it is the uploads', and the shorter one of other requests is enforced here.
    for (const { socket } of connections.unfinished(requestTimeoutMs, uploads.matches)) {
      if (socket.writable) rejectBroken(socket, 'ERR_HTTP_REQUEST_TIMEOUT');
      else socket.destroy();
    }
  }, checkIntervalMs);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));
  return server;
}

function maxBodyBytesOf(req: IncomingMessage, { uploads, maxBodyBytes = 64 * 1024 }: HttpServerOptions): number {
  return uploads?.matches(req) ? uploads.maxBodyBytes : maxBodyBytes;
}

/**
 * Stops the server gracefully: it accepts no new connections; pending answers end their connection; for a short grace period, a
 * request on a kept-alive connection gets 503 SHUTTING_DOWN (it may have been sent before the client noticed), then idle
 * connections are closed; at the deadline, pending answers are aborted.
 * @param deadlineMs default 10 s
 * @returns the number of aborted answers
 */
export async function drain(server: Server, deadlineMs = DRAIN_DEADLINE_MS, graceMs = IDLE_GRACE_MS): Promise<number> {
  const connections = connectionsOf.get(server);
  if (!connections) throw new TypeError('drain() takes a server made by createHttpServer()');
  connections.draining = true;
  let cut = 0;
  // Server.close() of http closes idle connections at once, before the grace.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  connections.finishAnswers();
  const grace = setTimeout(() => connections.closeIdle(), Math.min(graceMs, deadlineMs));
  const deadline = setTimeout(() => {
    cut = connections.cut();
  }, deadlineMs);
  await closed;
  clearTimeout(grace);
  clearTimeout(deadline);
  server.close();
  return cut;
}
