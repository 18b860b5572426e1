import type { IncomingMessage } from 'node:http';
import { incomplete, readJson } from './json-body.ts';

/**
 * Reads the JSON object of a request that is answered before Koa, with the errors of `readJson`.
 * @param limitBytes the largest body that is read
 */
export function readDeviceBody(req: IncomingMessage, limitBytes: number): Promise<unknown> {
  return readJson(req, limitBytes, (announced) => bytesOf(req, announced, limitBytes));
}

/**
 * Most bodies come in one packet with their head, and Node hands the whole packet on before anything goes on that awaits.
 * Such a body is taken at once: flowing on to the stream's end would be four ticks more, which nobody waits for.
 * @param announced its Content-Length; not a number when it has none
 * @returns undefined when there is more than the limit
 */
async function bytesOf(req: IncomingMessage, announced: number, limit: number): Promise<Buffer | undefined> {
  await undefined;
  if (req.readableLength !== announced || announced === 0) return readBytes(req, limit);
  // All of it is here; the parser says so a moment later, and an error in that moment would end the connection.
  req.complete = true;
  return req.read(announced);
}

/** @returns undefined as soon as there is more than the limit */
function readBytes(req: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    function keep(chunk: Buffer): void {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      req.off('data', keep).pause();
      resolve(undefined);
    }
    req.on('data', keep);
    req.once('end', () => resolve(Buffer.concat(chunks, length)));
    const breakOff = () => {
      // Before the end: the client, or our patience with it, is gone.
      if (!req.readableEnded) reject(incomplete());
    };
    req.once('close', breakOff);
    if (req.destroyed) breakOff();
  });
}
