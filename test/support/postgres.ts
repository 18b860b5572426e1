import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addresses,
  type ClusterSetup,
  ensureDatabase,
  prepareCluster,
  prepareSetup,
} from '../../src/platform/embedded-postgres/cluster.ts';
import {
  freePort,
  isAlive,
  signal,
  startPostmaster,
  stopLeftover,
  stopPostmaster,
} from '../../src/platform/embedded-postgres/postmaster.ts';
import { temporaryFolder } from './run.ts';

const POLL_MS = 5;

export type OwnPostgres = {
  /** The service's role on the empty database `karvon`: apply the migrations first. */
  readonly url: string;
  readonly adminUrl: string;
  readonly pid: number;
  /** SIGKILL to the postmaster and to everything it started; resolves when all of them are gone. */
  kill9(): Promise<void>;
  /** Starts it again on the same port and data, after `kill9` or while it runs. */
  restart(): Promise<void>;
  /** SIGSTOP to all of them: connections stay open and nothing answers. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/**
 * A setup whose server is for small databases. Its start, and each creation and drop of a database, walk over all buffers, and the service's own choice
 * is an eighth of the machine's memory.
 * @param options of the server, as `-c max_connections=200`
 */
export function ofSmallDatabases(setup: ClusterSetup, ...options: readonly string[]): ClusterSetup {
  const launch: ClusterSetup['launch'] = (program, args) =>
    setup.launch(
      program,
      program === setup.binaries.postgres ? [...args, '-c', 'shared_buffers=128MB', ...options] : args,
    );
  return { ...setup, launch };
}

/** A PostgreSQL of its own for a test that kills or stops it. Nothing starts it again but `restart`. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const setup = ofSmallDatabases(prepareSetup(temporaryFolder('own')));
  const { dataDir } = setup;
  await prepareCluster(setup);
  const port = await freePort(0);
  const launch = async () => {
    await stopLeftover(setup.cluster);
    return startPostmaster({ ...setup, port, logFile: join(dataDir, 'postgres.log') });
  };
  let postmaster = await launch();
  const { url, adminUrl, servicePassword } = addresses(dataDir, port);
  await ensureDatabase(adminUrl, servicePassword);

  const everyone = () => [postmaster.pid, ...childrenOf(postmaster.pid)];
  const signalAll = (name: NodeJS.Signals) => {
    for (const pid of everyone()) signal(pid, name);
  };
  return {
    url,
    adminUrl,
    get pid() {
      return postmaster.pid;
    },
    async kill9() {
      const pids = everyone();
      for (const pid of pids) signal(pid, 'SIGKILL');
      while (pids.some(isAlive)) await delay(POLL_MS);
    },
    async restart() {
      postmaster = await launch();
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async stop() {
      signalAll('SIGCONT');
      await stopPostmaster(postmaster.pid);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Format: proc(5), /proc/pid/stat: after the command name in parentheses come the state and the parent. */
export function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self')) {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return rows
      .map((row) => row.trim().split(/\s+/).map(Number))
      .flatMap(([pid, of]) => (pid && of === parent ? [pid] : []));
  }
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return pids.filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
    } catch {
      return false;
    }
  });
}
