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
  /** The answer is a stream of server-sent events without an end: only the first is read. */
  readonly isStream?: true;
}

export interface WireAnswer {
  /** `NO_ANSWER` when none came. */
  readonly status: number;
  /** Lower-case names; several of a name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed JSON, of a stream that of its first event; undefined when the body is none. */
  readonly json: Json | undefined;
}

export interface Wire {
  readonly url: string;
  /** @throws ServiceGone */
  send(wireRequest: WireRequest): Promise<WireAnswer>;
  close(): void;
}

/** Stands for an answer that did not come: the service hung up, or took too long. No server sends this status. */
export const NO_ANSWER = 599;

const TIMEOUT_MS = 30_000;

/** Connections to a service that stay open between requests. */
export function wireTo(url: string): Wire {
  const agent = new Agent({ keepAlive: true });
  /** Other machines than Linux have no address but 127.0.0.1 until somebody adds it. */
  let hasAddresses = ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);

  async function send(given: WireRequest): Promise<WireAnswer> {
    const { address, ...plain } = given;
    try {
      return await sendOver(agent, url, hasAddresses ? given : plain);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ECONNREFUSED') throw new ServiceGone(`nothing listens at ${url} any more`, { cause: error });
      if (code === 'EADDRNOTAVAIL' && hasAddresses) hasAddresses = false;
      // A connection that was kept open may end just when it is used again (RFC 9112, 9.3.1).
      else if (!(error instanceof HungUp && error.wasKept)) return noAnswer(error);
      return sendOver(new Agent(), url, hasAddresses ? given : plain).catch(noAnswer);
    }
  }
  return { url, send, close: () => agent.destroy() };
}

/** The service has ended. */
export class ServiceGone extends Error {}

/** The service ended the connection before it answered. */
class HungUp extends Error {
  readonly wasKept: boolean;

  constructor(cause: Error, wasKept: boolean) {
    super(cause.message, { cause });
    this.wasKept = wasKept;
  }
}

function noAnswer(error: unknown): WireAnswer {
  const text = `no answer: ${error instanceof Error ? error.message : String(error)}`;
  return { status: NO_ANSWER, headers: {}, text, json: undefined };
}

function sendOver(
  agent: Agent,
  url: string,
  { method, path, headers, body, address, isStream }: WireRequest,
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
        const finish = (json: (text: string) => Json | undefined) => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: answer.statusCode ?? 0, headers: flat(answer.headers), text, json: json(text) });
        };
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isStream || firstEventIn(Buffer.concat(chunks).toString('utf8')) === undefined) return;
          finish((text) => parsed(firstEventIn(text) ?? ''));
          call.destroy();
        });
        answer.on('error', reject);
        answer.on('end', () => finish(parsed));
      },
    );
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered within ${TIMEOUT_MS} ms`)));
    // A server that refuses a large body answers and hangs up before it has read all of it.
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return;
      reject(error.code === 'ECONNRESET' ? new HungUp(error, call.reusedSocket) : error);
    });
    call.end(bytes);
  });
}

/** The data of the first whole event that has some (HTML Standard, 9.2.6). */
function firstEventIn(text: string): string | undefined {
  return /^data: (.+)\n(?:.*\n)*?\n/m.exec(text)?.[1];
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
