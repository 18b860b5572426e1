import type { CliOutput } from '../io.ts';

/** Smaller files take too little time to show progress. */
const WORTH_SHOWING_BYTES = 4 * 1024 * 1024;

/** Passes a stream through and shows its progress on a terminal; writes nothing to a file or a CI log. */
export async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  { what, total, output }: { readonly what: string; readonly total: number; readonly output: CliOutput },
): AsyncGenerator<Uint8Array> {
  if (!output.isTTY || total < WORTH_SHOWING_BYTES) {
    yield* pieces;
    return;
  }
  let done = 0;
  let shown = -1;
  try {
    for await (const piece of pieces) {
      done += piece.length;
      const percent = Math.floor((100 * done) / total);
      if (percent !== shown) output.write(`\r${what} ${percent} %`);
      shown = percent;
      yield piece;
    }
  } finally {
    output.write('\r\u001b[K');
  }
}
