import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addresses, type ClusterSetup, ensureDatabase, prepareCluster, prepareSetup } from './cluster.ts';
import { acquireLock, LockHeld } from './lock.ts';
import { freePort, type Postmaster, startPostmaster, stopLeftover } from './postmaster.ts';
import { supervise } from './supervisor.ts';

const START_ATTEMPTS = 5;
const RETRY_MS = 200;
/** A command ends within seconds: it locks the folder for a few statements. */
const COMMAND_WAIT_MS = 30_000;

export type EmbeddedPostgres = {
  /** Connects as the service's role, which is no superuser, to the database `karvon`, which that role owns. */
  readonly url: string;
  /** Connects as superuser to the database `postgres`: for tests and repairs. */
  readonly adminUrl: string;
  /** The postmaster's process id; changes when PostgreSQL is restarted. */
  readonly pid: number;
  /** Ends open transactions, stops PostgreSQL and unlocks the folder. Resolves when PostgreSQL has ended. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Contains `cluster/` (PGDATA), `admin-password` (0600), `port`, `lock` and `postgres.log`; created if missing. */
  readonly dataDir: string;
  /** Default: the port of the last start; a free one if that is in use, or at the first start. */
  readonly port?: number;
  readonly log: (message: string) => void;
};

/**
 * Starts the PostgreSQL that npm installed on the data in `dataDir`, reachable on 127.0.0.1 only. Commits survive every
 * restart, also after `kill -9` of this process, of PostgreSQL, or of both. If PostgreSQL dies while this process runs, it is
 * restarted on the same port.
 * Throws if another process uses `dataDir` (naming it), or if PostgreSQL cannot run here (naming DATABASE_URL).
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const setup = prepareSetup(options.dataDir);
  const release = await lockForService(setup.dataDir, options.log);
  try {
    return await startLocked(setup, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** The lock of the folder. @throws LockHeld */
export function lockFolder(dataDir: string, holder?: 'command'): () => void {
  return acquireLock(join(dataDir, 'lock'), `The database in ${dataDir}`, holder);
}

/** Waits for a command that uses the folder, such as `karvon admin`, so that it does not make a start fail. */
async function lockForService(dataDir: string, log: (message: string) => void): Promise<() => void> {
  const deadline = Date.now() + COMMAND_WAIT_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return lockFolder(dataDir);
    } catch (error) {
      if (!(error instanceof LockHeld) || error.by !== 'command' || Date.now() > deadline) throw error;
      if (attempt === 1) log(error.message);
      await delay(RETRY_MS);
    }
  }
}

/** Starts PostgreSQL for the owner of the folder's lock; `stop` releases the lock. */
export async function startLocked(
  setup: ClusterSetup,
  { port: wantedPort, log }: EmbeddedPostgresOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { dataDir, cluster } = setup;
  const portFile = join(dataDir, 'port');
  const start = (port: number) => startPostmaster({ ...setup, port, logFile: join(dataDir, 'postgres.log') });

  const leftover = await stopLeftover(cluster);
  if (leftover !== undefined) {
    log(`Stopped PostgreSQL of an interrupted run (process ${leftover}).`);
  }
  await prepareCluster(setup);
  const { port, postmaster } = await launchOnFreePort(start, wantedPort ?? lastPort(portFile));
  writeFileSync(portFile, `${port}\n`);
  const supervised = supervise(postmaster, () => start(port), log);
  const { url, adminUrl, servicePassword } = addresses(dataDir, port);
  try {
    await ensureDatabase(adminUrl, servicePassword);
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return {
    url,
    adminUrl,
    get pid() {
      return supervised.pid;
    },
    async stop() {
      await supervised.stop();
      release();
    },
  };
}

/** Several attempts: another process can take the port before the start, and children of a killed postmaster end with a delay. */
async function launchOnFreePort(
  launch: (port: number) => Promise<Postmaster>,
  wanted: number,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(wanted);
    try {
      return { port, postmaster: await launch(port) };
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await delay(RETRY_MS);
    }
  }
}

function lastPort(portFile: string): number {
  return existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
}
