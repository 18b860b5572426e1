import { type DocumentNode, getOperationAST, print } from 'graphql';
import type { Context as KoaContext } from 'koa';
import { LRUCache } from 'lru-cache';
import type { AdminPrincipal } from '../../domain/kernel/access.ts';
import { rateLimited } from '../../domain/kernel/errors.ts';
import type { Runtime } from '../../domain/kernel/operation.ts';
import type { CheckedDocument, Introspection } from './limits.ts';

/** A whole schema is about 300 KB of JSON, and few tools use introspection queries of their own. */
const CACHED_REPLIES = 16;
/** Introspection calls no operation, so no operation's limit counts it. A cached reply is not counted either. */
const UNCACHED_PER_MINUTE = 60;

/** A reply that is the same for every admin. */
interface IntrospectionReply {
  readonly contentType: string;
  /** Not a string: all clients that are still reading it share these bytes. */
  readonly body: Buffer;
}

/** Cache of introspection replies by `introspectionKey`; concurrent requests share one computation. */
export class IntrospectionReplies {
  readonly #replies = new LRUCache<string, IntrospectionReply>({ max: CACHED_REPLIES });
  readonly #making = new Map<string, Promise<void>>();

  /**
   * Answers with the cached reply, or the pending one, or by `work`, whose reply is cached if it is 200.
   * @param key of `introspectionKey`
   */
  async answer(ctx: KoaContext, key: string, work: () => Promise<void>): Promise<void> {
    await this.#making.get(key);
    const reply = this.#replies.get(key);
    if (!reply) return this.#make(ctx, key, work);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = reply.contentType;
    ctx.body = reply.body;
  }

  async #make(ctx: KoaContext, key: string, work: () => Promise<void>): Promise<void> {
    const pending = work().then(() => {
      if (ctx.status !== 200) return;
      const contentType = ctx.response.get('content-type');
      this.#replies.set(key, { contentType, body: Buffer.from(String(ctx.body)) });
    });
    // A waiting request without a result computes it itself, and gets the error there.
    this.#making.set(
      key,
      pending.catch(() => undefined),
    );
    try {
      await pending;
    } finally {
      this.#making.delete(key);
    }
  }
}

/** The part of the selected operation that is introspection. */
export function introspectionOf({ document, introspection }: CheckedDocument, operationName: unknown): Introspection {
  const operation = getOperationAST(document, typeof operationName === 'string' ? operationName : null);
  return (operation && introspection.get(operation)) ?? 'none';
}

/** Everything a reply depends on: the document without white space and comments, and what came with it. */
export function introspectionKey(document: DocumentNode, body: object, accept: string): string {
  return JSON.stringify([accept, { ...body, query: print(document) }]);
}

/** @throws DomainError RATE_LIMITED */
export async function countIntrospection({ limits }: Runtime, { callerId }: AdminPrincipal): Promise<void> {
  const { exceeded, resetSeconds } = await limits.consume(`introspection:admin:${callerId}`, UNCACHED_PER_MINUTE);
  if (exceeded) throw rateLimited(resetSeconds);
}
