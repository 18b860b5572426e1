import { Readable } from 'node:stream';
import type { FileExport, Row } from '../domain/formats/table.ts';
import type { WireAdapter } from './route.ts';

/**
 * Streams an export as a file, at the speed of the client. An error before the first byte is answered in the error shape; a
 * later error closes the connection, so that an incomplete file never looks complete.
 */
export const exportFile: WireAdapter = async (ctx, result: FileExport) => {
  const { res } = ctx;
  ctx.set('Content-Type', result.contentType);
  ctx.set('Content-Disposition', `attachment; filename="${result.fileName}"`);
  if (ctx.method === 'HEAD') return nothing();

  const hangUp = new AbortController();
  if (res.closed) hangUp.abort();
  else res.once('close', () => hangUp.abort());
  const batches = result.read(hangUp.signal)[Symbol.asyncIterator]();
  const first = await firstOf(batches, hangUp.signal);
  if (!first) return nothing();
  return fileOf(result, first, batches, hangUp, (error) => ctx.onerror(error));
};

type Batches = AsyncIterator<readonly Row[]>;
type Step = IteratorResult<readonly Row[]>;

/** Undefined if the client disconnected meanwhile, which is not an error. */
async function firstOf(batches: Batches, signal: AbortSignal): Promise<Step | undefined> {
  try {
    return await batches.next();
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

function nothing(): Readable {
  return Readable.from([]);
}

/** @param report receives an error that can no longer be answered */
function fileOf(
  result: FileExport,
  first: Step,
  batches: Batches,
  hangUp: AbortController,
  report: (error: Error) => void,
): Readable {
  let rows = 0;
  let entry: Promise<void> | undefined;
  let head = result.head;

  /** Writes the audit entry, once. */
  function finish(complete: boolean): Promise<void> {
    entry ??= result.finished(rows, complete);
    return entry;
  }

  async function write(file: Readable, step: Step): Promise<void> {
    if (step.done) {
      await finish(true);
      if (head) file.push(head);
      file.push(null);
      return;
    }
    rows += step.value.length;
    file.push(head + result.textOf(step.value));
    head = '';
  }

  let next = async (): Promise<Step> => {
    next = () => batches.next();
    return first;
  };
  // Koa pipes the stream and handles its errors only while the client is connected. So nothing is read before that, and errors
  // after the client has left are ignored.
  return new Readable({
    read() {
      next()
        .then((step) => write(this, step))
        .catch((error: Error) => this.destroy(error));
    },
    destroy(error, done) {
      hangUp.abort();
      Promise.resolve(batches.return?.())
        .catch(() => undefined)
        .then(() => finish(false))
        .catch((fault: Error) => {
          if (fault !== error) report(fault);
        })
        .then(() => done(error));
    },
  });
}
