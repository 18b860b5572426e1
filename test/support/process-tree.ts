import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isAlive, signal } from '../../src/platform/embedded-postgres/postmaster.ts';
import { FIRST_ADMIN } from './app.ts';
import { until } from './until.ts';

/** The checkout that the tests are part of. */
export const PROJECT = join(import.meta.dirname, '..', '..');

const NPM_START = ['npm', 'start'];

export interface Tree {
  /** The process that the test started, mostly npm. */
  readonly child: ChildProcess & { readonly pid: number };
  /** Everything the whole tree wrote so far. */
  output(): string;
  /** Resolves with the match once the output matches. @throws Error with the output when it never does */
  wrote(pattern: RegExp): Promise<RegExpExecArray>;
  /** Every process that this start brought about and that still runs, wherever it hangs in the process table. */
  running(): number[];
  /** The process that runs the service's main.js itself: no shell, no npm. */
  servicePid(): number;
  /** Resolves with the exit code of `child`, null when a signal ended it. */
  ended(): Promise<number | null>;
}

interface TreeOptions {
  /** What only these processes have in their environment or their working directory: a folder of this test. */
  readonly mark: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: 'ignore' | 'pipe';
}

const marks = new Set<string>();
const trees = new Set<Tree>();

/** Ends, by process number, whatever a test left running. */
afterEach(() => {
  for (const tree of trees) for (const pid of tree.running()) signal(pid, 'SIGKILL');
  for (const mark of marks) for (const pid of processesMarked(mark)) signal(pid, 'SIGKILL');
  trees.clear();
});

/**
 * Starts a command as a person at a terminal would: npm finds its own Node, nothing of Jest's environment is there,
 * and the command leads a process group of its own.
 */
export function startTree(command: string, args: readonly string[], options: TreeOptions): Tree {
  const child = spawn(command, [...args], {
    cwd: options.cwd ?? PROJECT,
    env: { ...plainEnvironment(), DATA_DIR: options.mark, ...options.env },
    stdio: [options.stdin ?? 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} did not start.`);
  marks.add(options.mark);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = once(child, 'exit');
  const born = startOf(pid);
  const seen = new Map<number, string>();
  const tree: Tree = {
    child: Object.assign(child, { pid }),
    output: () => output,
    async wrote(pattern) {
      await until(() => pattern.test(output) || hasEnded(child)).catch(() => undefined);
      const match = pattern.exec(output);
      if (!match) throw new Error(`The output never matched ${pattern}:\n${output}`);
      return match;
    },
    running() {
      const family = startOf(pid) === born ? familyOf(pid) : [];
      for (const one of [...family, ...processesMarked(options.mark)]) seen.set(one, startOf(one));
      return [...seen].filter(([one, start]) => isAlive(one) && startOf(one) === start).map(([one]) => one);
    },
    servicePid() {
      const found = this.running().find(
        (one) => exeOf(one).endsWith('/node') && /dist\/src\/main\.js/.test(commandOf(one)),
      );
      if (found === undefined) throw new Error(`No process runs the service:\n${output}`);
      return found;
    },
    async ended() {
      await exited;
      return child.exitCode;
    },
  };
  trees.add(tree);
  return tree;
}

/** `npm start`, or a command that runs it, on a free port with its data in `dataDir`; the service answers when this resolves. */
export async function npmStart(
  dataDir: string,
  options: Partial<TreeOptions> & { readonly by?: readonly string[] } = {},
) {
  const [command = '', ...args] = options.by ?? NPM_START;
  const tree = startTree(command, args, {
    mark: dataDir,
    ...options,
    env: { PORT: '0', ADMIN_EMAIL: FIRST_ADMIN.email, ADMIN_PASSWORD: FIRST_ADMIN.password, ...options.env },
  });
  const [, url = ''] = await tree.wrote(/answers at (\S+)/);
  return { ...tree, url };
}

export function describeProcesses(pids: readonly number[]): string[] {
  return pids.map((pid) => commandOf(pid).trim());
}

function plainEnvironment(): Record<string, string> {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { PATH: path.join(delimiter), HOME: process.env.HOME ?? '/', LANG: 'C.UTF-8' };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function familyOf(root: number): number[] {
  const parents = new Map(allPids().map((pid) => [pid, parentOf(pid)]));
  const family = [root];
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid) family.push(child);
  return family;
}

/** PostgreSQL's processes have neither our environment nor arguments of ours, but work in their data folder. */
function processesMarked(mark: string): number[] {
  return allPids().filter((pid) => {
    const folder = folderOf(pid);
    return folder === mark || folder.startsWith(`${mark}/`) || read(pid, 'environ').includes(mark);
  });
}

function allPids(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid);
}

/** Format: proc(5), /proc/pid/stat: after the command name in parentheses comes the third field, the state. */
const statOf = (pid: number, field: number) => {
  const stat = read(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[field - 3] ?? '';
};
const parentOf = (pid: number) => Number(statOf(pid, 4));
/** With it, a process number that is used again is not taken for the process that had it. */
const startOf = (pid: number) => statOf(pid, 22);

/** The working directory of a process; of PostgreSQL's, its data folder. */
export const folderOf = (pid: number) => attempt(() => readlinkSync(`/proc/${pid}/cwd`));
const exeOf = (pid: number) => attempt(() => readlinkSync(`/proc/${pid}/exe`));
const commandOf = (pid: number) => read(pid, 'cmdline').replaceAll('\0', ' ');
const read = (pid: number, file: string) => attempt(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'));

/** A process may be gone between the listing and the look at it. */
function attempt(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
