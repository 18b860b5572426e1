import type { Context as KoaContext } from 'koa';
import type { ServedFile } from '../../model/ports.ts';
import type { ByteRange } from './byte-range.ts';
import { taken } from './send-slices.ts';

/**
 * Size of the reused buffer: a stream would allocate memory for each piece and need twice the CPU time. Larger pieces are
 * not faster (measured).
 */
const PIECE_BYTES = 128 * 1024;

/**
 * Sends these bytes of a file at the speed of the client. An error before the first byte is thrown, for an answer in the error
 * shape; a later error closes the connection, so that an incomplete file never looks complete.
 * @param ctx with status and headers, except for the length
 */
export async function sendBytes(ctx: KoaContext, file: ServedFile, { start, end }: ByteRange): Promise<void> {
  const { res } = ctx;
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - start + 1));
  let at = start;
  let length = await file.read(piece, at, end);
  if (!ctx.writable) return;
  ctx.respond = false;
  res.setHeader('Content-Length', end - start + 1);
  while (await taken(res, piece.subarray(0, length))) {
    at += length;
    if (at > end) {
      res.end();
      return;
    }
    length = await file.read(piece, at, end);
  }
}
