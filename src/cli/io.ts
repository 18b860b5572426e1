/** Everything that a command reaches of the outside, beside files. */
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

/** Ctrl-C at a prompt: ends a command as the signal would. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** One line; what a terminal would take for a command is shown as `?`. */
export function line(text: string): string {
  return `${text.replace(/[\p{Cc}\p{Cf}]/gu, '?')}\n`;
}
