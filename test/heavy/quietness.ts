import type { Page, Request } from 'playwright-core';
import { until } from '../support/until.ts';

/** Playwright does not always say that a request has ended: seen once in ten runs, beside other work. */
const LOST_MS = 20_000;

/**
 * Follows what a page asks for, from now on. Playwright's own state of an idle network never comes where the stream of live events has begun: it does not end.
 * @param quietMs for so long nothing begins or ends, and nothing is open
 * @returns waits until the page has read all that it asks for
 */
export function quietness(page: Page, quietMs = 500): () => Promise<void> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql/stream')) open.add(request);
    changedAt = performance.now();
  });
  const end = (request: Request) => {
    open.delete(request);
    changedAt = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => until(() => performance.now() - changedAt > (open.size === 0 ? quietMs : LOST_MS));
}
