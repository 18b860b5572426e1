import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { Json } from './document.ts';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The loopback address that it comes from; the service counts public calls by it. */
  readonly address?: string;
}

export interface WireAnswer {
  readonly status: number;
  /** Lower-case names; several of a name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON; undefined when the body is none. */
  readonly json: Json | undefined;
}

export interface Wire {
  readonly url: string;
  send(wireRequest: WireRequest): Promise<WireAnswer>;
  close(): void;
}

const TIMEOUT_MS = 30_000;

/** Connections to a service that stay open between requests. */
export function wireTo(url: string): Wire {
  const agent = new Agent({ keepAlive: true });
  /** Other machines than Linux have no address but 127.0.0.1 until somebody adds it. */
  let hasAddresses = ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);

  async function send(given: WireRequest): Promise<WireAnswer> {
    const { address, ...plain } = given;
    if (address === undefined || !hasAddresses) return sendOver(agent, url, plain);
    try {
      return await sendOver(agent, url, given);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')) throw error;
      hasAddresses = false;
      return sendOver(agent, url, plain);
    }
  }
  return { url, send, close: () => agent.destroy() };
}

function sendOver(
  agent: Agent,
  url: string,
  { method, path, headers, body, address }: WireRequest,
): Promise<WireAnswer> {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const sized = bytes ? { 'content-length': String(bytes.length) } : {};
  const { hostname, port } = new URL(url);
  const localAddress = address === undefined ? {} : { host: '127.0.0.1', localAddress: address };
  return new Promise((resolve, reject) => {
    let answered = false;
    const call = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...sized }, timeout: TIMEOUT_MS, ...localAddress },
      (answer) => {
        answered = true;
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: flat(answer.headers), text, json: parsed(text) });
        });
      },
    );
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered within ${TIMEOUT_MS} ms`)));
    // A server that refuses a large body answers and hangs up before it has read all of it.
    call.on('error', (error) => answered || reject(error));
    call.end(bytes);
  });
}

/** Undefined for what is no JSON. */
function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function flat(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

/** The parts of a form. */
export type FormPart = { readonly name: string; readonly value: string | Uint8Array; readonly fileName?: string };

/** A `multipart/form-data` body and its content type (RFC 7578). */
export function formOf(parts: readonly FormPart[]): { readonly body: Buffer; readonly contentType: string } {
  const boundary = `fuzz-${randomBytes(12).toString('hex')}`;
  const pieces = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n` +
        `${fileName ? 'content-type: application/octet-stream\r\n' : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}
