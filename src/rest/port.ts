import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { uploadLimits } from './app.ts';
import { endWithError, errorHeaders } from './error-response.ts';
import { startingUp } from './errors.ts';
import { type CorsSettings, corsHeaders } from './middleware/cors.ts';
import { requestIdOf } from './middleware/request-id.ts';
import { securityHeaderPairs } from './middleware/security-headers.ts';
import { clientIp, ipBucket } from './server/client-ip.ts';
import { createHttpServer, drain } from './server/server.ts';

export interface PortSettings extends CorsSettings {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly publicUrl: URL;
  readonly jsonBodyLimitBytes: number;
  readonly firmwareMaxBytes: number;
  readonly trustedProxies: number;
}

/** The port of the service. It listens from the beginning of a start. */
export interface ReservedPort {
  readonly server: Server;
  /** The actual one. */
  readonly port: number;
  /** A URL that works on this machine. */
  readonly url: string;
  /** False while every request is answered 503. */
  readonly ready: boolean;
  /** Starts to answer with the application. */
  open(application: RequestListener): void;
  /** Waits up to this time for pending answers, then closes the port. */
  close(drainTimeoutMs: number): Promise<void>;
}

/**
 * Listens, and answers every request 503 SERVICE_UNAVAILABLE with Retry-After until `open` is called.
 * @throws Error with HOST or PORT and the remedy
 */
export async function reservePort(settings: PortSettings): Promise<ReservedPort> {
  const headers = await securityHeaderPairs(settings.publicUrl.protocol === 'https:');
  let application: RequestListener | undefined;
  const headersFor = corsHeaders(settings);
  const reject = rejectUntilReady((req) => ({ ...Object.fromEntries(headers), ...headersFor(req) }));
  const server = createHttpServer((req, res) => (application ?? reject)(req, res), {
    maxBodyBytes: settings.jsonBodyLimitBytes,
    uploads: uploadLimits(settings.firmwareMaxBytes),
    networkOf: (req) => ipBucket(clientIp(req, settings.trustedProxies)),
    headers,
    headersFor,
  });
  await listen(server, settings);
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    url: `http://${openableHost(settings.host)}:${port}`,
    get ready() {
      return application !== undefined;
    },
    open(callback) {
      application = callback;
    },
    async close(drainTimeoutMs) {
      if (server.listening) await drain(server, drainTimeoutMs);
    },
  };
}

/** A process that waits for its database is alive: a supervisor must not restart it. */
const LIVENESS = /^\/livez\/?(?:\?|$)/i;

/** Closes the connection after the answer, because the service may never become ready. */
function rejectUntilReady(headersFor: (req: IncomingMessage) => Readonly<Record<string, string>>) {
  return (req: IncomingMessage, res: ServerResponse<IncomingMessage>): void => {
    if (LIVENESS.test(req.url ?? '')) {
      res.writeHead(200, {
        ...headersFor(req),
        'x-request-id': requestIdOf(req.headers),
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        Connection: 'close',
      });
      res.end('{"status":"ok"}');
      return;
    }
    const domainError = startingUp();
    const all = { ...headersFor(req), ...errorHeaders(domainError), Connection: 'close' };
    endWithError(res, domainError, requestIdOf(req.headers), all);
  };
}

function listen(server: Server, { host, port }: PortSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)));
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function listenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  return new Error(listenProblem(cause.code, host, port) ?? `HOST, PORT: ${cause.message}.`, { cause });
}

/** By the codes of listen(2), bind(2) and getaddrinfo(3). */
function listenProblem(code: string | undefined, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Stop the process that uses it, or set PORT to another port.`;
    case 'EACCES':
      return `This user cannot listen on port ${port} of ${host}. Set PORT to 1024 or higher, or grant the process CAP_NET_BIND_SERVICE.`;
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return `${host} is not an address of this machine. Set HOST to one of its addresses, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host name ${host} cannot be resolved. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}

/** Wildcard addresses can be listened on, but not opened; an IPv6 address needs brackets (RFC 3986, 3.2.2). */
export function openableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIPv6(host) ? `[${host}]` : host;
}
