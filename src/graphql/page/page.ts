import { createHash } from 'node:crypto';
import { createGunzip, type Gunzip } from 'node:zlib';
import type { Context as KoaContext } from 'koa';
import { type RenderedPage, renderPage } from './render.ts';

interface KeptPage extends Omit<RenderedPage, 'gzip'> {
  readonly gzip: Buffer;
  readonly hash: string;
}

/** Smaller chunks of the page would be more tasks for the threads that also hash passwords. */
const UNPACKED_CHUNK_BYTES = 64 * 1024;

/** Whether a GET or HEAD prefers a page to data: a browser does, a client that takes anything does not. */
export function asksForPage(ctx: KoaContext): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  return ctx.accepts('application/json', 'application/graphql-response+json', 'text/html') === 'text/html';
}

/**
 * Answers with the page for people. There is one compressed copy of it, made when the first visitor asks; a client that
 * takes no gzip gets it unpacked on its way, as fast as it reads.
 * @param endpoint where GraphiQL sends its queries
 */
export function pageSender(endpoint: string): (ctx: KoaContext) => Promise<void> {
  let rendering: Promise<KeptPage> | undefined;

  function keptPage(): Promise<KeptPage> {
    rendering ??= keep(endpoint).catch((error: unknown) => {
      rendering = undefined;
      throw error;
    });
    return rendering;
  }

  return async (ctx) => {
    const { gzip, length, hash, policy } = await keptPage();
    const isPacked = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    ctx.set({
      'Content-Security-Policy': policy,
      // Browsers keep it and ask whether it is still the same.
      'Cache-Control': 'no-cache',
      ETag: `"${hash}${isPacked ? '-gzip' : ''}"`,
    });
    ctx.vary('Accept, Accept-Encoding');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'html';
    if (isPacked) ctx.set('Content-Encoding', 'gzip');
    if (ctx.method === 'GET') ctx.body = isPacked ? gzip : unpacked(gzip);
    ctx.length = isPacked ? gzip.length : length;
  };
}

function unpacked(gzip: Buffer): Gunzip {
  const stream = createGunzip({ chunkSize: UNPACKED_CHUNK_BYTES });
  stream.end(gzip);
  return stream;
}

async function keep(endpoint: string): Promise<KeptPage> {
  const { gzip, length, policy } = await renderPage(endpoint);
  const hash = createHash('sha256').update(gzip).digest('base64url').slice(0, 22);
  return { gzip: Buffer.from(gzip.buffer), length, policy, hash };
}
