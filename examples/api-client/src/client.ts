import { createHmac, randomUUID } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './api.ts';

export type Karvon = Client<paths>;

/** A client without a credential: for the public site, devices and companion apps. */
export function karvonAt(baseUrl: string): Karvon {
  return createClient<paths>({ baseUrl });
}

/** A client of an admin: signs in, and sends the session's cookie with each call, as scripts do; browsers do it themselves. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Karvon> {
  const client = karvonAt(baseUrl);
  const { response } = await client.POST('/v1/admin/auth/login', { body: { email, password } });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  if (!response.ok || !cookie) throw new Error(`The sign-in was refused: ${response.status}`);
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

/** What a call answered. @throws Error with the status and the error of the service */
export async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Error(`${response.status} ${JSON.stringify(error)}`);
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
