import type { CliOutput } from '../io.ts';
import { progressOn } from '../progress.ts';

/** Smaller files take too little time to show progress. */
const WORTH_SHOWING_BYTES = 4 * 1024 * 1024;

/** Passes a stream through and shows its progress on a terminal; writes nothing to a file or a CI log. */
export async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  { what, total, output }: { readonly what: string; readonly total: number; readonly output: CliOutput },
): AsyncGenerator<Uint8Array> {
  if (total < WORTH_SHOWING_BYTES) {
    yield* pieces;
    return;
  }
  const progress = progressOn({ stderr: output });
  let done = 0;
  try {
    for await (const piece of pieces) {
      done += piece.length;
      progress.showPart(what, done, total);
      yield piece;
    }
  } finally {
    progress.end();
  }
}
