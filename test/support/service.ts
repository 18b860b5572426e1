import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { FIRST_ADMIN, type Sql } from './app.ts';
import { type Caller, type Client, wireTo } from './callers.ts';
import { type AdminOverrides, insertAdmin, insertSession } from './factories/admin.ts';
import { PATIENCE_MS, until } from './until.ts';

/** Built by `pretest` and `pretest:heavy`. */
const MAIN = join(process.cwd(), 'dist/src/main.js');

type Environment = Readonly<Record<string, string>>;

/** The service as a process of its own. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Null while it runs, and when a signal ended it. */
  readonly exitCode: number | null;
  readonly client: (headers?: Readonly<Record<string, string>>) => Client;
  /** Everything it wrote so far. */
  output(): string;
  /** SIGKILL; resolves when it is gone. */
  kill9(): Promise<void>;
  /** SIGTERM. @returns its exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the built service on a free port; it answers when this resolves.
 * @param env its whole environment, besides port, first admin and log level
 * @param flags Node's
 * @throws Error with its output when it does not start
 */
export async function startService(env: Environment, flags: readonly string[] = []): Promise<Service> {
  return answering(launch(env, flags));
}

/** The same for another build. @param main its main.js */
export async function startServiceOf(main: string, env: Environment): Promise<Service> {
  return answering(launch(env, [], main));
}

/** The same by a command of its own, which becomes the service. @param cwd where it runs */
export async function startServiceBy(command: readonly string[], env: Environment, cwd: string): Promise<Service> {
  return answering(launchBy(command, env, cwd));
}

async function answering({ child, output }: Launched): Promise<Service> {
  const address = () => /answers at (\S+)/.exec(output())?.[1];
  await until(() => address() !== undefined || hasEnded(child)).catch(() => undefined);
  const url = address();
  if (url) return running(child, url, output);
  child.kill('SIGKILL');
  throw new Error(`The service did not start: ${output()}`);
}

/** What a failed test left running. */
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts the built service where it must refuse to. @returns what it wrote, when it has ended by itself */
export async function failedStart(env: Environment): Promise<{ exitCode: number | null; output: string }> {
  const { child, output } = launch(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  await once(child, 'close');
  clearTimeout(timer);
  return { exitCode: child.exitCode, output: output() };
}

/** Starts the built service and waits for nothing. @returns the process, and everything it wrote so far */
export function launch(env: Environment, flags: readonly string[] = [], main = MAIN): Launched {
  // A run of tests that is killed leaves no service behind.
  return launchBy([process.execPath, ...flags, main, `--stop-with-parent=${process.pid}`], env);
}

interface Launched {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function launchBy([file = '', ...args]: readonly string[], env: Environment, cwd?: string): Launched {
  const child = spawn(file, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  child.once('exit', () => started.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

function running(child: ChildProcess, url: string, output: () => string): Service {
  const wire = wireTo(url);
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ended = hasEnded(child) ? undefined : once(child, 'close');
    child.kill(signal);
    await ended;
    wire.close();
    return child.exitCode;
  }
  return {
    url,
    pid: child.pid ?? 0,
    get exitCode() {
      return child.exitCode;
    },
    client: wire.client,
    output,
    async kill9() {
      await end('SIGKILL');
    },
    stop: (signal = 'SIGTERM') => end(signal),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Connections of the test to a database that may go away under it. */
export function openDatabase(url: string): { readonly pool: pg.Pool; readonly sql: Sql } {
  const pool = new pg.Pool({ connectionString: url, max: 2, options: '-c TimeZone=UTC' });
  pool.on('error', () => undefined);
  const sql: Sql = async (text, values = [], name = undefined) =>
    (await pool.query({ text, values: [...values], ...(name && { name }) })).rows;
  return { pool, sql };
}

/** A signed-in admin of a service, made without a password. */
export async function signedIn(
  service: Pick<Service, 'client'>,
  sql: Sql,
  overrides: AdminOverrides = {},
): Promise<Caller> {
  const now = new Date();
  const admin = await insertAdmin(sql, now, overrides);
  const { token } = await insertSession(sql, admin.id, now);
  const cookie = `karvon_admin_session=${token}`;
  return { ...service.client({ cookie }), admin, cookie };
}
