import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';
/** Several collectors, and an operator's browser. */
const MAX_CONNECTIONS = 16;
const MAX_HEADER_BYTES = 4_096;
const REQUEST_TIMEOUT_MS = 5_000;
const CHECK_MS = 1_000;
/** How long a text is given to everybody who asks. */
const FRESH_MS = 1_000;

export interface MetricsListener {
  /** The actual one. */
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own. It reads no body, has few connections, and makes the text at most once a second, so that
 * whoever reaches it cannot slow the service.
 * @throws Error with METRICS_HOST or METRICS_PORT and the remedy
 */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<MetricsListener> {
  let text: Promise<string> | undefined;
  let madeAt = 0;

  function latestText(): Promise<string> {
    if (text && performance.now() - madeAt < FRESH_MS) return text;
    madeAt = performance.now();
    text = metrics.text();
    return text;
  }

  async function answer({ method, url = '' }: IncomingMessage, res: ServerResponse): Promise<void> {
    if (url.split('?', 1)[0] !== PATH) return end(res, 404);
    if (method !== 'GET' && method !== 'HEAD') return end(res, 405, { Allow: 'GET, HEAD' });
    return end(res, 200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }, await latestText());
  }

  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_MS,
    },
    (req, res) => {
      // A request with a body costs its connection.
      if (req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined) {
        res.shouldKeepAlive = false;
      }
      answer(req, res).catch(() => res.destroy());
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.unref();
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function end(res: ServerResponse, status: number, headers: Readonly<Record<string, string>> = {}, text = ''): void {
  res.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff' });
  res.end(text);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(
        new Error(
          `METRICS_HOST, METRICS_PORT: cannot listen on port ${port} of ${host}. ${cause.message}. Set METRICS_PORT to a free port, and METRICS_HOST to an address of this machine.`,
          { cause },
        ),
      );
    });
    server.listen(port, host, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}
