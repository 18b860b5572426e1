import type { Context as KoaContext } from 'koa';
import type { ServedFile } from '../../model/ports.ts';
import type { ByteRange } from './byte-range.ts';

/**
 * Read and written again and again in one buffer: a stream would take new memory for each piece, and a download twice
 * the processor time. Measured: larger pieces are no faster.
 */
const PIECE_BYTES = 128 * 1024;

/**
 * Answers with these bytes of a file, no faster than the client takes them. What fails before the first byte is thrown
 * for an answer in our shape; what fails later cuts the connection, so that half a file never looks like a whole one.
 * @param ctx status and headers are set, but for the length
 */
export async function sendBytes(ctx: KoaContext, file: ServedFile, { start, end }: ByteRange): Promise<void> {
  const { res } = ctx;
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - start + 1));
  let at = start;
  let length = await file.read(piece, at, end);
  if (!ctx.writable) return;
  ctx.respond = false;
  res.setHeader('Content-Length', end - start + 1);
  while (await taken(ctx, piece.subarray(0, length))) {
    at += length;
    if (at > end) {
      res.end();
      return;
    }
    length = await file.read(piece, at, end);
  }
}

/** Resolves when the system has the bytes, so that their memory may be used again: false when the client is gone. */
function taken({ res }: KoaContext, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false);
    res.once('close', gone);
    res.write(bytes, (error) => {
      res.off('close', gone);
      resolve(!error);
    });
  });
}
