import { type CliIo, line } from './io.ts';

/** Says on stderr how far a command is: on a terminal in one line that changes, elsewhere only its steps. */
export interface Progress {
  /** A part of the work begins. */
  step(text: string): void;
  /** Replaces the line, at most five times a second. */
  show(text: string): void;
  /** The same, in percent of what there is to do, whenever the percentage changes. */
  showPart(what: string, done: number, total: number): void;
  /** Removes the line. */
  end(): void;
}

const EVERY_MS = 200;

export function progressOn({ stderr }: Pick<CliIo, 'stderr'>): Progress {
  const isTerminal = stderr.isTTY === true;
  let shownAt = 0;
  let part = '';
  const write = (text: string) => void (isTerminal && stderr.write(`\r\u001b[K${text}`));
  return {
    step(text) {
      write('');
      stderr.write(line(text));
    },
    show(text) {
      const now = performance.now();
      if (now - shownAt < EVERY_MS) return;
      shownAt = now;
      write(text);
    },
    showPart(what, done, total) {
      const text = `${what} ${total === 0 ? 100 : Math.floor((100 * done) / total)} %`;
      if (text !== part && isTerminal) stderr.write(`\r${text}`);
      part = text;
    },
    end: () => write(''),
  };
}
