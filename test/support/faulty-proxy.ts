import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Json } from './callers.ts';

export interface ProxiedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a proxy does to a request and its answer; `pass` sends a request to the service. */
export type Fault = (
  given: ProxiedRequest,
  pass: (onward: ProxiedRequest) => Promise<ProxiedAnswer>,
) => Promise<ProxiedAnswer>;

export interface FaultyProxy {
  readonly url: string;
  /** From now on; without one, requests pass unchanged. */
  plant(fault: Fault | undefined): void;
  close(): Promise<void>;
}

/** Stands in front of an HTTP server of this machine, and calls it from the addresses that it is called from. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  let planted: Fault | undefined;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers, socket } = req;
    // A stream has no end that could be waited for: no fault is planted in it.
    if (headers.accept === 'text/event-stream') return passStream(req, res, { hostname, port });
    const pass = (onward: ProxiedRequest) => send(onward, { hostname, port, localAddress: socket.remoteAddress });
    const given = { method, path, headers, body: await buffer(req) };
    const { status, headers: answered, body } = await (planted ? planted(given, pass) : pass(given));
    const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = answered;
    res.writeHead(status, { ...kept, 'content-length': String(body.length) }).end(body);
  }

  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    plant(fault) {
      planted = fault;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function passStream(req: IncomingMessage, res: ServerResponse, to: Omit<Destination, 'localAddress'>): void {
  const { method, url: path, headers, socket } = req;
  const call = request({ ...to, method, path, headers, localAddress: socket.remoteAddress, agent: false }, (reply) => {
    res.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('error', () => res.destroy()).pipe(res);
  });
  call.on('error', () => res.destroy());
  res.on('close', () => call.destroy());
  req.pipe(call);
}

interface Destination {
  readonly hostname: string;
  readonly port: string;
  readonly localAddress: string | undefined;
}

async function send({ method, path, headers, body }: ProxiedRequest, to: Destination): Promise<ProxiedAnswer> {
  const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = headers;
  const sized = body.length > 0 ? { 'content-length': String(body.length) } : {};
  const call = request({ ...to, method, path, headers: { ...kept, ...sized }, agent: false });
  call.end(body);
  const [reply]: IncomingMessage[] = await once(call, 'response');
  if (!reply) throw new Error('no answer');
  return { status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) };
}

/** The JSON of a body; undefined when it is none. */
export function jsonOf({ body }: { readonly body: Buffer }): Json {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The same with another JSON body. */
export function withJson<T extends { readonly body: Buffer }>(given: T, json: Json): T {
  return { ...given, body: Buffer.from(JSON.stringify(json)) };
}
