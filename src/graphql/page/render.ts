import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type GraphiqlParts, pageOf } from './html.ts';

export interface RenderedPage {
  /** UTF-8. */
  readonly html: Uint8Array;
  readonly policy: string;
}

const TASK = 'render the page of GraphiQL';

/**
 * Renders the page in a thread of its own, which ends afterwards: GraphiQL's code takes 50 MB of memory and most of a second,
 * which would block all requests.
 */
export async function renderPage(endpoint: string): Promise<RenderedPage> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { task: TASK, endpoint } });
  const [page] = await once(worker, 'message');
  return page;
}

async function render(endpoint: string): Promise<RenderedPage> {
  const graphiql: GraphiqlParts = await import('@graphql-yoga/render-graphiql/graphiql');
  const { html, policy } = pageOf(graphiql, endpoint);
  return { html: new TextEncoder().encode(html), policy };
}

if (!isMainThread && workerData?.task === TASK) {
  // No top-level `await`, because tests load the service by require(). An error here fails the thread.
  void render(workerData.endpoint).then((page) => parentPort?.postMessage(page, [page.html.buffer as ArrayBuffer]));
}
