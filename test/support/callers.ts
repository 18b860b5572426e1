import { Agent, request } from 'node:http';
import { type AgentOptions, Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { AdminRole } from '../../src/model/enums.ts';
import { requireDerivable } from './derivable.ts';

/** A reply's JSON as it comes: tests say what they expect of it. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Reply {
  readonly status: number;
  /** The parsed JSON; undefined when the reply is none. */
  readonly body: Json;
  /** Lower-case names; several `set-cookie` are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Headers = Readonly<Record<string, string>>;

/** Someone who calls the service: `headers` go with each call and can be overridden by it. */
export interface Client {
  /** A body that is a string or a Buffer is sent as it is, anything else as JSON. */
  rest(method: string, path: string, body?: unknown, headers?: Headers): Promise<Reply>;
  gql(query: string, variables?: Readonly<Record<string, unknown>>, headers?: Headers): Promise<Reply>;
}

/** A signed-in admin. */
export interface Caller extends Client {
  readonly admin: { readonly id: string; readonly email: string; readonly role: AdminRole; readonly name: string };
  /** `name=token`, as a Cookie header carries it. */
  readonly cookie: string;
}

/** Keep-alive connections to one server; `close` ends them. */
export interface Wire {
  client(headers?: Headers): Client;
  close(): void;
}

/**
 * @param check of each answer of REST; throws for one that is not as it should be
 * @param options of the connections: whom an https URL trusts, the address of the client
 */
export function wireTo(
  url: string,
  check?: (method: string, path: string, reply: Reply) => void,
  options: AgentOptions = {},
): Wire {
  const agent = new (url.startsWith('https:') ? SecureAgent : Agent)({ keepAlive: true, ...options });
  return {
    client: (own = {}) => ({
      async rest(method, path, body, headers) {
        const reply = await send(agent, url, method, path, body, { ...own, ...headers });
        check?.(method, path, reply);
        return reply;
      },
      async gql(query, variables, headers) {
        const reply = await send(agent, url, 'POST', '/graphql', { query, variables }, { ...own, ...headers });
        requireDerivable(reply);
        return reply;
      },
    }),
    close: () => agent.destroy(),
  };
}

/** What a login's reply sets, as a Cookie header carries it back. */
export function cookieOf(reply: Reply): string {
  return (reply.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '';
}

function send(
  agent: Agent,
  url: string,
  method: string,
  path: string,
  body: unknown,
  headers: Headers,
): Promise<Reply> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body));
  const typed = bytes && !raw ? { 'content-type': 'application/json' } : {};
  const sized = bytes ? { 'content-length': String(bytes.length) } : {};
  const begin = url.startsWith('https:') ? secureRequest : request;
  return new Promise((resolve, reject) => {
    let answered = false;
    const call = begin(`${url}${path}`, { method, agent, headers: { ...typed, ...sized, ...headers } }, (answer) => {
      answered = true;
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const body = path.startsWith('/graphql') ? withError(parsed(text)) : parsed(text);
        resolve({ status: answer.statusCode ?? 0, body, headers: flat(answer.headers), text });
      });
    });
    // A server that refuses a large body answers and hangs up before it has read all of it.
    call.on('error', (error) => answered || reject(error));
    call.end(bytes);
  });
}

/**
 * Lets tests that play both transports read the error of a GraphQL reply without any success as they read REST's. Not
 * enumerable, so that a comparison of the whole body does not see it.
 */
function withError(body: Json): Json {
  const { data, errors } = body ?? {};
  if (!errors?.[0] || Object.values(data ?? {}).some((value) => value !== null)) return body;
  const { message, extensions } = errors[0];
  return Object.defineProperty(body, 'error', { value: { message, ...extensions } });
}

function parsed(text: string): Json {
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
