import type { CliOutput } from './io.ts';

/** Shows how far a command is, on a terminal; writes nothing to a file or a CI log. */
export interface Progress {
  show(done: number, total: number): void;
  /** Removes the line. */
  end(): void;
}

/** @param what the work, before its percentage: `sealing` */
export function progressOn(output: CliOutput, what: string): Progress {
  let shown = -1;
  return {
    show(done, total) {
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
      if (!output.isTTY || percent === shown) return;
      shown = percent;
      output.write(`\r${what} ${percent} %`);
    },
    end() {
      if (shown >= 0) output.write('\r\u001b[K');
    },
  };
}
