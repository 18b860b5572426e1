import type { IncomingMessage } from 'node:http';

/** What is read and thrown away of a body that is refused, so that a client that sends before it reads sees the answer. */
const DISCARD_BYTES = 1024 * 1024;
const DISCARD_MS = 1_000;

/** Resolves when the body has ended or the client has had its chance to finish sending it. */
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
