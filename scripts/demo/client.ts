import { setTimeout as sleep } from 'node:timers/promises';

type Json = Record<string, unknown>;

/** Longer than the window of a rate limit. */
const MAX_WAIT_SECONDS = 61;

/** A client of the public APIs, REST and GraphQL, with its session cookie. */
export class Client {
  readonly url: string;
  readonly #fetch: typeof fetch;
  #cookie = '';

  constructor(url: string, send = fetch) {
    this.url = url;
    this.#fetch = send;
  }

  /** Uploads a form. @throws Error with the code and message of the service */
  async upload<T>(path: string, form: FormData): Promise<T> {
    const reply = await this.#fetch(this.url + path, { method: 'POST', headers: { cookie: this.#cookie }, body: form });
    return this.#answer<T>(`POST ${path}`, reply);
  }

  /** One REST call; waits once at a rate limit. @throws Error with the code and message of the service */
  async rest<T>(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<T> {
    const send = () =>
      this.#fetch(this.url + path, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(this.#cookie ? { cookie: this.#cookie } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    let reply = await send();
    if (reply.status === 429) {
      await sleep(Math.min(Number(reply.headers.get('retry-after') ?? 1), MAX_WAIT_SECONDS) * 1000);
      reply = await send();
    }
    const cookie = reply.headers.get('set-cookie');
    if (cookie) this.#cookie = cookie.split(';', 1)[0] ?? '';
    return this.#answer<T>(`${method} ${path}`, reply);
  }

  async #answer<T>(what: string, reply: Response): Promise<T> {
    const answer = (await reply.json()) as { error?: { code: string; message: string } };
    if (!reply.ok) throw new Error(`${what}: ${reply.status} ${answer.error?.code} ${answer.error?.message}`);
    return answer as T;
  }

  /** One GraphQL query. @throws Error when the answer has errors */
  async graphql<T>(query: string, variables: Json = {}): Promise<T> {
    const { data, errors } = await this.rest<{ data: T; errors?: { message: string }[] }>('POST', '/graphql', {
      query,
      variables,
    });
    if (errors?.[0]) throw new Error(`GraphQL: ${errors[0].message}`);
    return data;
  }
}
