import { hash } from 'node:crypto';
import { Kind, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { credentialOf } from '../../domain/authorize.ts';
import { rateLimited } from '../../domain/kernel/errors.ts';
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
