import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from './until.ts';

/** A command on a terminal of its own (`script` of util-linux makes one), and whoever types there. */
export interface Terminal {
  readonly child: ChildProcess;
  /** What the terminal shows: what the command writes, and what the terminal echoes of what is typed. */
  screen(): string;
  /** Waits until the screen shows it. */
  shows(text: string): Promise<void>;
  type(keys: string): void;
  /** Its exit code. */
  ended(): Promise<number | null>;
}

/** @param command a line for the shell */
export function onTerminal(command: string): Terminal {
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null']);
  let screen = '';
  child.stdout.on('data', (piece: Buffer) => {
    screen += piece.toString();
  });
  const closed = once(child, 'close');
  return {
    child,
    screen: () => screen,
    shows: (text) => until(() => screen.includes(text)),
    type: (keys) => void child.stdin.write(keys),
    async ended() {
      await closed;
      return child.exitCode;
    },
  };
}
