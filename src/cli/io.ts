/** The outside world of a command, except for files. */
export interface CliIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly now: () => Date;
}

export interface CliOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Ends a command with one line on stderr and exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** Ctrl-C at a prompt: ends a command like SIGINT. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One line of output; control and format characters, which could drive the terminal, become `?`. */
export function line(text: string): string {
  return `${text.replace(/[\p{Cc}\p{Cf}]/gu, '?')}\n`;
}
