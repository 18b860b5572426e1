import { setTimeout as sleep } from 'node:timers/promises';

type Json = Record<string, unknown>;

/** Longer waits than a rate limit's window mean that something else is wrong. */
const MAX_WAIT_SECONDS = 61;

/** A caller of the public APIs: REST and GraphQL, with the cookie it was given. */
export class Client {
  readonly url: string;
  #cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  /** One REST call. Waits once when told to slow down. @throws Error with the service's own words otherwise */
  async rest<T>(method: string, path: string, body?: Json, headers: Record<string, string> = {}): Promise<T> {
    const send = () =>
      fetch(this.url + path, {
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
    const answer = (await reply.json()) as { error?: { code: string; message: string } };
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${answer.error?.code} ${answer.error?.message}`);
    return answer as T;
  }

  /** One GraphQL query. @throws Error when any part of it was refused */
  async graphql<T>(query: string, variables: Json = {}): Promise<T> {
    const { data, errors } = await this.rest<{ data: T; errors?: { message: string }[] }>('POST', '/graphql', {
      query,
      variables,
    });
    if (errors?.[0]) throw new Error(`GraphQL: ${errors[0].message}`);
    return data;
  }
}
