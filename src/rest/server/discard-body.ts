import type { IncomingMessage } from 'node:http';

/** Bytes of a rejected body that are read and discarded, so that a client that sends before it reads gets the answer. */
const DISCARD_BYTES = 1024 * 1024;
const DISCARD_MS = 1_000;

/** Resolves when the body has ended or the limits of discarding are reached. */
export function discardBody(req: IncomingMessage, bytes = DISCARD_BYTES, milliseconds = DISCARD_MS): Promise<void> {
  return new Promise((resolve) => {
    if (req.readableEnded || req.destroyed) {
      resolve();
      return;
    }
    let seen = 0;
    const timer = setTimeout(stop, milliseconds);
    function count(chunk: Buffer): void {
      seen += chunk.length;
      if (seen > bytes) stop();
    }
    function stop(): void {
      clearTimeout(timer);
      req.off('data', count).off('end', stop).off('close', stop);
      req.pause();
      resolve();
    }
    req.on('data', count).once('end', stop).once('close', stop);
    req.resume();
  });
}
