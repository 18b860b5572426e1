import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CliError, type CliIo, Interrupted } from './io.ts';

const LINE_END = 0x0a;

/**
 * Reads the first line of stdin; on a terminal, prompts for it without echoing the input.
 * @param what its name in the prompt and in errors, for example `Password of anna@example.uz`
 * @param instead how else to give it, a sentence for the error
 * @throws CliError when the line is empty, Interrupted after Ctrl-C
 */
export async function readSecretLine(what: string, io: CliIo, instead?: string): Promise<string> {
  const text = isTerminal(io.stdin) ? ((await typedLines(`${what}: `, 1, io))[0] ?? '') : await firstLine(io.stdin);
  const secret = text.replace(/\r$/, '');
  if (secret === '') throw new CliError([`${what}: standard input is empty.`, instead].filter(Boolean).join(' '));
  return secret;
}

/**
 * Reads all of stdin, for a secret of several lines; on a terminal, prompts for it without echoing the input.
 * @throws CliError when it is empty, Interrupted after Ctrl-C
 */
export async function readSecretText(what: string, io: CliIo): Promise<string> {
  const prompt = `${what} (input is hidden; end with Enter and Ctrl-D): `;
  const text = isTerminal(io.stdin)
    ? (await typedLines(prompt, Number.POSITIVE_INFINITY, io)).join('\n')
    : Buffer.concat(await pieces(io.stdin)).toString('utf8');
  if (text.trim() === '') throw new CliError(`${what}: standard input is empty.`);
  return text;
}

type Terminal = NodeJS.ReadableStream & { readonly isTTY: true };

function isTerminal(stdin: CliIo['stdin']): stdin is CliIo['stdin'] & Terminal {
  return 'isTTY' in stdin && stdin.isTTY === true;
}

/** readline edits the line in raw mode; its output, the echo, is discarded. */
function typedLines(prompt: string, limit: number, { stdin, stderr }: CliIo): Promise<string[]> {
  if (!isTerminal(stdin)) return Promise.resolve([]);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true, historySize: 0 });
  const lines: string[] = [];
  stderr.write(prompt);
  return new Promise((resolve, reject) => {
    terminal.on('line', (text) => {
      lines.push(text);
      if (lines.length >= limit) terminal.close();
    });
    terminal.on('SIGINT', () => {
      reject(new Interrupted());
      terminal.close();
    });
    terminal.on('close', () => {
      stderr.write('\n');
      resolve(lines);
    });
  });
}

async function firstLine(stdin: AsyncIterable<Uint8Array | string>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of stdin) {
    const bytes = Buffer.from(piece);
    read.push(bytes);
    if (bytes.includes(LINE_END)) break;
  }
  return Buffer.concat(read).toString('utf8').split('\n', 1)[0] ?? '';
}

async function pieces(stdin: AsyncIterable<Uint8Array | string>): Promise<Buffer[]> {
  const read: Buffer[] = [];
  for await (const piece of stdin) read.push(Buffer.from(piece));
  return read;
}
