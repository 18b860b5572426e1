import { hash } from 'node:crypto';
import { Kind, parse } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { LRUCache } from 'lru-cache';
import { credentialOf, signedInAdmin } from '../../domain/authorize.ts';
import { invalid, rateLimited } from '../../domain/kernel/errors.ts';
import type { Call } from '../../domain/kernel/operation.ts';

/** Mutations that need no session, and the field that every type has. */
const SIGN_IN_FIELDS = new Set(['login', 'logout', '__typename']);
/** A login with every field of its result needs a tenth of either limit. */
export const SIGN_IN_BYTES = 4 * 1024;
const SIGN_IN_TOKENS = 300;
const REQUESTS_PER_MINUTE = 120;
const NETWORKS = 10_000;
const KNOWN_SESSIONS = 10_000;

/** True if a request body only signs in or out: one mutation of those fields, without fragments. */
export function isSignIn(body: unknown): boolean {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query !== 'string') return false;
  try {
    const { definitions } = parse(query, { noLocation: true, maxTokens: SIGN_IN_TOKENS });
    const [operation] = definitions;
    return (
      definitions.length === 1 &&
      operation?.kind === Kind.OPERATION_DEFINITION &&
      operation.operation === 'mutation' &&
      operation.selectionSet.selections.every(
        (selection) => selection.kind === Kind.FIELD && SIGN_IN_FIELDS.has(selection.name.value),
      )
    );
  } catch {
    return false;
  }
}

/**
 * Rate limits a network before authentication. A caller without a session or a service account's token is counted before its body is read. One with
 * a credential that this instance has never authenticated is counted once the look-up finds it invalid, so that an office behind
 * one address can sign in at once; when the network has used up its limit, it is refused before the look-up. Floods of
 * invalid cookies or documents therefore cause no work. Sessions are still looked up each time.
 */
export class AnonymousLimit {
  /** By the hashes of their tokens, as in the database. */
  readonly #known = new LRUCache<string, true>({ max: KNOWN_SESSIONS });
  /** The time until which the limit of a network is used up, in milliseconds of the service's clock. */
  readonly #spentUntil = new LRUCache<string, number>({ max: NETWORKS });

  /** @throws DomainError RATE_LIMITED */
  async beforeLookUp(call: Call): Promise<void> {
    const { network, runtime } = call;
    const credential = credentialOf(call);
    if (!credential) return this.#count(call);
    if (this.#known.has(hashOf(credential))) return;
    const leftMs = (this.#spentUntil.get(network) ?? 0) - runtime.clock.now().getTime();
    if (leftMs > 0) throw rateLimited(Math.ceil(leftMs / 1_000));
  }

  signedIn(call: Call): void {
    const credential = credentialOf(call);
    if (credential) this.#known.set(hashOf(credential), true);
  }

  /** Counts a session or a token that is invalid or has ended. @throws DomainError RATE_LIMITED */
  async notSignedIn(call: Call): Promise<void> {
    const credential = credentialOf(call);
    if (!credential) return;
    this.#known.delete(hashOf(credential));
    await this.#count(call);
  }

  async #count({ runtime, network }: Call): Promise<void> {
    const { exceeded, resetSeconds } = await runtime.limits.consume(`graphql:ip:${network}`, REQUESTS_PER_MINUTE);
    if (!exceeded) return;
    this.#spentUntil.set(network, runtime.clock.now().getTime() + resetSeconds * 1_000);
    throw rateLimited(resetSeconds);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64');
}

export type BodyReader = (ctx: KoaContext) => Promise<unknown>;

/** What decides whether a request without a session may go on. */
export interface SignInErrors {
  readonly isUnauthenticated: (thrown: unknown) => boolean;
  readonly isTooLarge: (thrown: unknown) => boolean;
}

/** How bodies are read. */
export interface BodyReading {
  /** Reads the JSON body of a request. */
  readonly readBody: BodyReader;
  /** Makes a reader of bodies that are not larger than so many bytes. */
  readonly bodyReader: (limitBytes: number) => BodyReader;
  readonly errors: SignInErrors;
}

/**
 * Makes the reader of the body of a signed-in admin, or of the smaller one of a sign-in.
 * @param documentOf the body with the document that it names, or why it has none
 */
export function admittedBodies(
  { readBody, bodyReader, errors }: BodyReading,
  anonymous: AnonymousLimit,
  documentOf: (body: object) => object,
): (ctx: KoaContext, call: Call) => Promise<object> {
  const readSignIn = bodyReader(SIGN_IN_BYTES);
  return async (ctx, call) => {
    try {
      await requireSession(call, errors, anonymous);
    } catch (error) {
      if (!errors.isUnauthenticated(error) || ctx.method === 'GET') throw error;
      const body = await smallBodyOf(ctx, readSignIn, errors);
      if (typeof body === 'object' && body && isSignIn(documentOf(body))) return body;
      throw error;
    }
    return ctx.method === 'GET' ? parametersOf(ctx) : (((await readBody(ctx)) ?? {}) as object);
  };
}

/** @throws DomainError 401 without a session, 429 for a network or an admin with too many rejected requests */
export async function requireSession(call: Call, errors: SignInErrors, anonymous: AnonymousLimit): Promise<void> {
  await anonymous.beforeLookUp(call);
  try {
    await signedInAdmin(call);
  } catch (error) {
    if (errors.isUnauthenticated(error)) await anonymous.notSignedIn(call);
    throw error;
  }
  anonymous.signedIn(call);
  await call.runtime.clientErrors.requireRoom(call);
}

/** The query of a GET, in the form of the body of a POST. @throws DomainError 400 BAD_REQUEST */
function parametersOf({ query }: KoaContext): object {
  const { variables, extensions, ...others } = query;
  return {
    ...others,
    ...(variables === undefined ? {} : { variables: jsonOf('variables', variables) }),
    ...(extensions === undefined ? {} : { extensions: jsonOf('extensions', extensions) }),
  };
}

function jsonOf(name: string, text: string | string[]): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw invalid('BAD_REQUEST', 'PARAMETER', { parameter: name });
  }
}

/** @returns undefined for a body that is too large to be a sign-in */
async function smallBodyOf(ctx: KoaContext, readSignIn: BodyReader, errors: SignInErrors): Promise<unknown> {
  try {
    return await readSignIn(ctx);
  } catch (error) {
    if (errors.isTooLarge(error)) return undefined;
    throw error;
  }
}
