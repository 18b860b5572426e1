import { hash } from 'node:crypto';
import { Kind, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { rateLimited } from '../domain/kernel/errors.ts';
import type { Call } from '../domain/kernel/operation.ts';

/** Mutations that need no session, and the field that every type has. */
const SIGN_IN_FIELDS = new Set(['login', 'logout', '__typename']);
/** A login with every field of its result takes a tenth of either. */
export const SIGN_IN_BYTES = 4 * 1024;
const SIGN_IN_TOKENS = 300;
const REQUESTS_PER_MINUTE = 120;
const KNOWN_SESSIONS = 10_000;

/** Whether a request body does nothing but sign in or out: one mutation of those fields, without fragments. */
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
 * Rate limits a network before authentication. A caller without a session, or with one that this instance has never
 * authenticated, is counted before its session is looked up and its body is read, so that floods of invalid cookies or
 * documents cause no work. Sessions are still looked up each time.
 */
export class AnonymousLimit {
  /** By the hashes of their tokens, as in the database. */
  readonly #known = new LRUCache<string, true>({ max: KNOWN_SESSIONS });

  /** @throws DomainError RATE_LIMITED */
  async beforeLookUp(call: Call): Promise<void> {
    if (call.sessionToken && this.#known.has(hashOf(call.sessionToken))) return;
    await this.#count(call);
  }

  signedIn({ sessionToken }: Call): void {
    if (sessionToken) this.#known.set(hashOf(sessionToken), true);
  }

  /** Counts a session that was known and has ended. @throws DomainError RATE_LIMITED */
  async notSignedIn(call: Call): Promise<void> {
    if (call.sessionToken && this.#known.delete(hashOf(call.sessionToken))) await this.#count(call);
  }

  async #count({ runtime, network }: Call): Promise<void> {
    const { exceeded, resetSeconds } = await runtime.limits.consume(`graphql:ip:${network}`, REQUESTS_PER_MINUTE);
    if (exceeded) throw rateLimited(resetSeconds);
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64');
}
