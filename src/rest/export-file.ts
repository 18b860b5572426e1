import { Readable } from 'node:stream';
import type { FileExport, Row } from '../domain/kernel/table.ts';
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
  return fileOf(result, first, batches, hangUp);
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

function fileOf(result: FileExport, first: Step, batches: Batches, hangUp: AbortController): Readable {
  let rows = 0;
  let isFinished = false;

  async function finish(complete: boolean): Promise<void> {
    if (isFinished) return;
    isFinished = true;
    await result.finished(rows, complete);
  }

  async function write(file: Readable, step: Step): Promise<void> {
    if (step.done) {
      await finish(true);
      file.push(null);
      return;
    }
    rows += step.value.length;
    file.push(result.textOf(step.value));
  }

  let next = async (): Promise<Step> => {
    next = () => batches.next();
    return first;
  };
  const file = new Readable({
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
        .then(
          () => done(error),
          (fault: Error) => done(error ?? fault),
        );
    },
  });
  // What fails after the client has left has no listener any more, and would end the process.
  file.on('error', () => undefined);
  if (result.head) file.push(result.head);
  return file;
}
