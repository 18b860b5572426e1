import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './api.ts';

export type Karvon = Client<paths>;

const ATTEMPTS = 5;

/** Waits as long as the service says (`Retry-After`), then tries again. */
async function patientFetch(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(request.clone());
    const seconds = response.headers.get('retry-after');
    if (seconds === null || attempt === ATTEMPTS) return response;
    await sleep(Number(seconds) * 1000);
  }
}

/** A client without a credential: for the public site, devices and companion apps. */
export function karvonAt(baseUrl: string): Karvon {
  return createClient<paths>({ baseUrl, fetch: patientFetch });
}

/** A client of a script: sends the token of a service account with each call. */
export function withToken(baseUrl: string, token: string): Karvon {
  return createClient<paths>({ baseUrl, fetch: patientFetch, headers: { authorization: `Bearer ${token}` } });
}

/** A client of an admin: signs in, and sends the session's cookie with each call, which browsers do themselves. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Karvon> {
  const client = karvonAt(baseUrl);
  const { response, error } = await client.POST('/v1/admin/auth/login', { body: { email, password } });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (!cookie) throw new KarvonError(response.status, error);
  client.use({
    onRequest({ request }) {
      request.headers.set('cookie', cookie);
      return request;
    },
  });
  return client;
}

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** An error that the service answered: `code` is stable, the message is for people, `requestId` is for its operator. */
export class KarvonError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, answered: unknown) {
    const { code, message, requestId } = (answered as Partial<ErrorBody> | undefined)?.error ?? {};
    super(`${status} ${code ?? ''}: ${message ?? 'no error in the answer'} (request ${requestId ?? 'unknown'})`);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

type ErrorBody = components['schemas']['Error'];

/** What a call answered. @throws KarvonError */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) throw new KarvonError(response.status, error);
  return data;
}

/** The headers of a device: HMAC-SHA256 under its secret of the timestamp and the signed fields, joined by dots. */
export function proofOf(secret: Buffer, ...fields: readonly (string | number)[]): Record<string, string> {
  const timestamp = String(Date.now());
  const proof = createHmac('sha256', secret)
    .update([timestamp, ...fields].join('.'))
    .digest('hex');
  return { 'x-karvon-timestamp': timestamp, 'x-karvon-proof': proof };
}

/** A key that makes a retry of a call safe. */
export function newKey(): { 'Idempotency-Key': string } {
  return { 'Idempotency-Key': randomUUID() };
}
