import { type CliIo, line } from '../io.ts';

/** Says on stderr how far a command is: on a terminal in one line that changes, elsewhere only its steps. */
export interface Progress {
  step(text: string): void;
  show(text: string): void;
  end(): void;
}

const EVERY_MS = 200;

export function progressOn({ stderr }: CliIo): Progress {
  const isTerminal = stderr.isTTY === true;
  let shownAt = 0;
  const clear = () => void (isTerminal && stderr.write('\r\u001b[K'));
  return {
    step(text) {
      clear();
      stderr.write(line(text));
    },
    show(text) {
      const now = performance.now();
      if (!isTerminal || now - shownAt < EVERY_MS) return;
      shownAt = now;
      stderr.write(`\r\u001b[K${text}`);
    },
    end: clear,
  };
}
