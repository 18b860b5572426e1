import type { Context as KoaContext } from 'koa';
import { renderPage } from './render.ts';

/** The page for people as it is sent. */
export interface PageContent {
  readonly body: Uint8Array;
  readonly type: string;
  readonly cacheControl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The request headers by which it was chosen. */
  readonly vary: readonly string[];
}

/** True if a GET or HEAD prefers a page to data: a browser does, a client that accepts anything does not. */
export function asksForPage(ctx: KoaContext): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false;
  return ctx.accepts('application/json', 'application/graphql-response+json', 'text/html') === 'text/html';
}

/** Renders the page. @param endpoint where GraphiQL sends its queries */
export async function pageContent(endpoint: string): Promise<PageContent> {
  const { html, policy } = await renderPage(endpoint);
  return {
    body: html,
    type: 'text/html; charset=utf-8',
    // Browsers cache it and revalidate it.
    cacheControl: 'no-cache',
    headers: { 'Content-Security-Policy': policy },
    vary: ['Accept'],
  };
}
