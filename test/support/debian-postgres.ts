import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, signal } from '../../src/platform/embedded-postgres/postmaster.ts';
import { childrenOf } from './postgres.ts';
import { temporaryFolder } from './run.ts';
import { until } from './until.ts';

const ROOT = '/usr/lib/postgresql';

/** Where Debian keeps the programs of its newest PostgreSQL; undefined where it is not installed. */
export const debianBinaries: string | undefined = existsSync(ROOT)
  ? readdirSync(ROOT)
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join(ROOT, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined;

/** What a failed test left running. */
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** A PostgreSQL of Debian's packages. */
export interface DebianPostgres {
  /** The superuser on the database `karvon`. */
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** SIGKILL to the postmaster; its children end with it. */
  kill9(): Promise<void>;
  /** SIGSTOP to all of its processes: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** An empty primary that standbys can follow. */
export async function startPrimary(): Promise<DebianPostgres> {
  const folder = dataFolder('primary');
  run('initdb', ['-D', folder, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  const server = await serverOf(folder, ['wal_level = replica', 'max_wal_senders = 4', 'hot_standby = on']);
  await server.start();
  const client = new pg.Client({ connectionString: server.url.replace(/karvon$/, 'postgres') });
  await client.connect();
  await client.query('create database karvon');
  await client.end();
  return server;
}

/** A streaming standby, as `pg_basebackup` makes it. */
export async function startStandby(primary: DebianPostgres): Promise<DebianPostgres> {
  const folder = dataFolder('standby');
  run('pg_basebackup', [
    '-D',
    folder,
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'postgres',
    '-R',
    '-c',
    'fast',
  ]);
  const server = await serverOf(folder, []);
  await server.start();
  return server;
}

/** PostgreSQL refuses to run as root, and a folder that others can enter. */
function dataFolder(name: string): string {
  const parent = temporaryFolder(name);
  chmodSync(parent, 0o755);
  const folder = join(parent, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  return folder;
}

const isRoot = process.getuid?.() === 0;

function asPostgres(program: string, args: readonly string[]): [string, string[]] {
  const path = join(debianBinaries ?? '', program);
  return isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', path, ...args]]
    : [path, [...args]];
}

function run(program: string, args: readonly string[]): void {
  execFileSync(...asPostgres(program, args), { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
}

async function serverOf(folder: string, settings: readonly string[]): Promise<DebianPostgres> {
  const port = await freePort(0);
  const common = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'logging_collector = off',
  ];
  appendFileSync(join(folder, 'postgresql.auto.conf'), [...common, ...settings, ''].join('\n'));
  const url = `postgresql://postgres@127.0.0.1:${port}/karvon`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const signalAll = (name: NodeJS.Signals) => {
    if (!child?.pid) return;
    for (const pid of [child.pid, ...childrenOf(child.pid)]) signal(pid, name);
  };
  return {
    url,
    port,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async start() {
      const [file, args] = asPostgres('postgres', ['-D', folder]);
      child = spawn(file, args, { stdio: 'ignore', cwd: '/' });
      started.add(child);
      await answers(url.replace(/karvon$/, 'postgres'));
    },
    kill9: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  };
}

async function answers(url: string): Promise<void> {
  await until(async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      );
  });
}
