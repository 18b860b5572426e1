import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type GraphiqlParts, pageOf } from './html.ts';

/** The page as it is kept: compressed once, for everybody. */
export interface RenderedPage {
  readonly gzip: Uint8Array;
  /** Uncompressed. */
  readonly length: number;
  readonly policy: string;
}

const TASK = 'render the page of GraphiQL';

/**
 * Renders the page in a thread of its own, which goes when it is done: GraphiQL's code is 50 MB of memory and most of a
 * second's work that nobody else should wait for.
 */
export async function renderPage(endpoint: string): Promise<RenderedPage> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { task: TASK, endpoint } });
  const [page] = await once(worker, 'message');
  return page;
}

async function render(endpoint: string): Promise<RenderedPage> {
  const graphiql: GraphiqlParts = await import('@graphql-yoga/render-graphiql/graphiql');
  const { html, policy } = pageOf(graphiql, endpoint);
  const bytes = Buffer.from(html);
  return { gzip: Uint8Array.from(gzipSync(bytes, { level: 9 })), length: bytes.length, policy };
}

if (!isMainThread && workerData?.task === TASK) {
  // No `await` at the top of a module: tests load the service by require(). What fails here fails the thread.
  void render(workerData.endpoint).then((page) => parentPort?.postMessage(page, [page.gzip.buffer as ArrayBuffer]));
}
