import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CliIo, CliOutput } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { temporaryFolder } from './run.ts';

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Built by `pretest` and `pretest:heavy`. */
export const CLI = join(process.cwd(), 'dist/src/cli/main.js');

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

export interface CliProcessSetting {
  /** Its whole environment, beside PATH. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Node's. */
  readonly flags?: readonly string[];
  readonly stdin?: string;
  /** Of another build. */
  readonly cli?: string;
}

/** Starts the built `karvon <args>` as a process of its own. */
export function startCli(
  args: readonly string[],
  setting: CliProcessSetting = {},
): { readonly child: ChildProcess; readonly ended: Promise<CliResult> } {
  const { env = {}, cwd, flags = [], stdin = '', cli = CLI } = setting;
  const child = spawn(process.execPath, [...flags, cli, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
  child.stdin.on('error', () => undefined).end(stdin);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([stdout, stderr]) => ({ code: child.exitCode ?? -1, stdout, stderr })) };
}

/** Runs it to its end. */
export function karvonProcess(args: readonly string[], setting: CliProcessSetting = {}): Promise<CliResult> {
  return startCli(args, setting).ended;
}

/** The files that the built `karvon <args>` loads, as V8 counts them. */
export async function loadedScripts(args: readonly string[], env: CliProcessSetting['env'] = {}): Promise<string[]> {
  const folder = temporaryFolder('loaded');
  await karvonProcess(args, { env: { ...env, NODE_V8_COVERAGE: folder } });
  return readdirSync(folder).flatMap((file) => {
    const { result }: { result: { url: string }[] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return result.map(({ url }) => url);
  });
}
