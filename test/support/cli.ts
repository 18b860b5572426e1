import type { CliIo, CliOutput } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliSetting {
  readonly stdin?: string;
  /** Whether stderr is a terminal. */
  readonly terminal?: boolean;
  readonly now?: Date;
}

/** Runs `karvon <args>` in this process. */
export async function karvon(args: readonly string[], setting: CliSetting = {}): Promise<CliResult> {
  const stdout = collector(false);
  const stderr = collector(setting.terminal ?? false);
  const io: CliIo = {
    stdin: stdinOf(setting.stdin ?? ''),
    stdout,
    stderr,
    now: () => setting.now ?? new Date('2026-11-21T12:00:00.789Z'),
  };
  const code = await runCli(args, io);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

async function* stdinOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function collector(isTTY: boolean): CliOutput & { text(): string } {
  const pieces: string[] = [];
  return { isTTY, write: (text) => pieces.push(text), text: () => pieces.join('') };
}
