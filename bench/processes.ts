import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const STOP_TIMEOUT_MS = 15_000;
const KEPT_OUTPUT_CHARACTERS = 8_000;

export interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** What asks it to end in order; SIGTERM unless told. */
  readonly stopSignal?: NodeJS.Signals;
}

/** A process this bench started, leader of its own process group. */
export interface OwnedProcess {
  readonly name: string;
  readonly pid: number;
  /** The last of what it wrote to stdout and stderr. */
  output(): string;
  /** Whether it has ended, by itself or not. */
  ended(): boolean;
  /** What it ended with; null before, and after a signal. */
  exitCode(): number | null;
  /** Stops it gracefully, then by force, with its process group. Never throws. */
  stop(): Promise<void>;
}

const running = new Set<OwnedProcess>();

/** Signals the group of one process we started; false when nothing of it is left. */
function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Environment of child processes: enough to run, without settings of the service. */
function baseEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'LANG', 'TMPDIR', 'SystemRoot']) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Starts a process and remembers it, so that `stopAllProcesses` ends it whatever happens. */
export async function startProcess(options: ProcessOptions): Promise<OwnedProcess> {
  const child: ChildProcess = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: { ...baseEnvironment(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options.user,
  });
  let output = '';
  function keep(chunk: Buffer): void {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
  }
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  await once(child, 'spawn');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${options.name} has no process id`);

  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const owned: OwnedProcess = {
    name: options.name,
    pid,
    output: () => output,
    ended,
    exitCode: () => child.exitCode,
    stop: async () => {
      if (!ended()) {
        const exit = once(child, 'exit');
        child.kill(options.stopSignal ?? 'SIGTERM');
        await Promise.race([exit, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
      }
      signalGroup(pid, 'SIGKILL');
      running.delete(owned);
    },
  };
  running.add(owned);
  return owned;
}

/** Ends every process still running, the youngest first: servers before the database they use. */
export async function stopAllProcesses(): Promise<void> {
  for (const owned of [...running].reverse()) await owned.stop();
}

/** Kills all processes immediately, for unexpected exits. */
export function killAllProcesses(): void {
  for (const owned of running) signalGroup(owned.pid, 'SIGKILL');
  running.clear();
}

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers200(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * Waits until GET /health of a process answers 200; asks every 10 ms.
 * Throws with the process's last output when it ends first or takes longer than `timeoutMs`.
 */
export async function waitForHealth(owned: OwnedProcess, port: number, timeoutMs = 180_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await answers200(`http://127.0.0.1:${port}/health`))) {
    if (owned.ended() || performance.now() > deadline) {
      const what = owned.ended() ? 'ended before it was healthy' : `was not healthy within ${timeoutMs} ms`;
      throw new Error(`${owned.name} ${what}:\n${owned.output()}`);
    }
    await sleep(10);
  }
}
