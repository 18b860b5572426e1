import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, type Launch, plainEnvironment } from './binaries.ts';
import { sharedBuffers } from './memory.ts';

const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
const FAST_STOP_TIMEOUT_MS = 20_000;
const IMMEDIATE_STOP_TIMEOUT_MS = 10_000;
const LOG_TAIL_LINES = 12;

/** Listens on 127.0.0.1 only; sets the options of durable commits (fsync, full_page_writes, synchronous_commit) explicitly. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  max_connections: '100',
  // An embedded database has no replication: less WAL for the same durability.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // JIT compilation takes longer than our short queries.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
} as const;

/** Content of `postmaster.pid` (format: src/include/utils/pidfile.h of PostgreSQL: one value per line). */
type PidFile = { readonly pid: number; readonly port: number; readonly ready: boolean };

export type Postmaster = {
  readonly pid: number;
  /** Resolves when it has ended. It keeps this process alive only after `hold()`. */
  readonly exited: Promise<void>;
  hold(): void;
};

type StartOptions = {
  readonly binaries: Binaries;
  readonly launch: Launch;
  /** The PGDATA folder, as an absolute path. */
  readonly cluster: string;
  readonly port: number;
  readonly logFile: string;
};

/**
 * Starts PostgreSQL on `cluster` and resolves once it accepts connections. It runs in its own process group, so that Ctrl-C
 * in a terminal reaches only this process, which stops it after the last request. It logs to a file, not to a pipe, because it
 * must survive `kill -9` of this process. Throws with the end of its log if it does not start.
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { binaries, launch, cluster, port, logFile } = options;
  const chosen = { ...SETTINGS, shared_buffers: sharedBuffers(), port };
  const settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'w', 0o600);
  const { file, args, identity } = launch(binaries.postgres, ['-D', cluster, ...settings]);
  const child = spawn(file, args, {
    ...identity,
    cwd: cluster,
    env: plainEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const letGo = stopOnExit(child);
  let ended = false;
  const exited = once(child, 'exit').then(
    () => {
      ended = true;
    },
    () => {
      ended = true;
    },
  );
  const deadline = Date.now() + START_TIMEOUT_MS;
  try {
    while (!ended) {
      const state = readPidFile(cluster);
      if (child.pid !== undefined && state?.pid === child.pid && state.ready) {
        return { pid: child.pid, exited, hold: () => child.ref() };
      }
      if (Date.now() > deadline) child.kill('SIGQUIT');
      await delay(POLL_MS);
    }
  } finally {
    letGo();
  }
  throw new Error(`PostgreSQL did not start on ${cluster}:\n${tail(logFile)}`);
}

/**
 * Ends a starting program if this process exits first.
 * @returns a function that cancels this
 */
export function stopOnExit(child: ChildProcess): () => void {
  const end = () => child.kill('SIGINT');
  process.once('exit', end);
  return () => process.off('exit', end);
}

/** Stops a postmaster: a fast shutdown, or an immediate one if that takes too long. */
export async function stopPostmaster(pid: number): Promise<void> {
  if (signal(pid, 'SIGINT') && (await isGone(pid, FAST_STOP_TIMEOUT_MS))) return;
  if (signal(pid, 'SIGQUIT') && (await isGone(pid, IMMEDIATE_STOP_TIMEOUT_MS))) return;
  if (isAlive(pid)) throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
}

/**
 * Stops a PostgreSQL of an interrupted run on `cluster`. Call it only with the folder's lock.
 * @returns the id of the stopped process, if any
 */
export async function stopLeftover(cluster: string): Promise<number | undefined> {
  const pid = readPidFile(cluster)?.pid;
  if (pid === undefined) return undefined;
  if (isAlive(pid) && commandLine(pid).includes(cluster)) {
    await stopPostmaster(pid);
    return pid;
  }
  // After a reboot the id may belong to another process, which PostgreSQL would mistake for a running postmaster.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return undefined;
}

/** Returns `wanted` if that port of 127.0.0.1 is free, else any free port. */
export async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  try {
    server.listen(wanted, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
    return address.port;
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort(0);
  } finally {
    server.close();
  }
}

/** False also for a zombie (ended, but not reaped by its parent): in a container it may never be reaped. */
export function isAlive(pid: number): boolean {
  return signal(pid, 0) && !isZombie(pid);
}

/** Sends a signal; false if there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** The port of the PostgreSQL that runs on `cluster`, once it accepts connections. Call it only while its owner runs. */
export function runningPort(cluster: string): number | undefined {
  const state = readPidFile(cluster);
  return state?.ready && isAlive(state.pid) ? state.port : undefined;
}

function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** Format: proc(5), /proc/pid/stat: the state is the first field after the command name, which is in parentheses. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

function commandLine(pid: number): string {
  try {
    const path = `/proc/${pid}/cmdline`;
    if (existsSync('/proc/self')) return readFileSync(path, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

async function isGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
}
