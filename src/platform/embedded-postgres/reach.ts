import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { addresses, passwordPath, prepareSetup } from './cluster.ts';
import { lockFolder, startLocked } from './embedded-postgres.ts';
import { LockHeld } from './lock.ts';
import { runningPort } from './postmaster.ts';

const RETRY_MS = 100;
/** Same as the start timeout of PostgreSQL. */
const WAIT_MS = 60_000;

export interface ReachedPostgres {
  /** Connects as the service's role. */
  readonly url: string;
  /** Stops a PostgreSQL started for the command; the service's keeps running. */
  stop(): Promise<void>;
}

/**
 * Connects to the embedded PostgreSQL in `dataDir` of a running service, or starts it for a command if the service does not
 * run. The owner of the folder's lock owns PostgreSQL. Creates no cluster.
 * @throws Error with the remedy
 */
export async function reachEmbeddedPostgres(folder: string, log: (message: string) => void): Promise<ReachedPostgres> {
  const dataDir = requireCluster(folder);
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      const release = lockFolder(dataDir, 'command');
      return await startForCommand(dataDir, release, log);
    } catch (error) {
      if (!(error instanceof LockHeld)) throw error;
      // The PostgreSQL of another command may stop; the service's may still be starting.
      const port = error.by === 'service' ? runningPort(join(dataDir, 'cluster')) : undefined;
      if (port !== undefined) return { url: addresses(dataDir, port).url, stop: async () => undefined };
      if (Date.now() > deadline) throw new Error(`${error.message} PostgreSQL there does not accept connections.`);
      await delay(RETRY_MS);
    }
  }
}

async function startForCommand(
  dataDir: string,
  release: () => void,
  log: (message: string) => void,
): Promise<ReachedPostgres> {
  try {
    requireOwner(dataDir);
    log(`No service is running with the data in ${dataDir}. Starting its PostgreSQL for this command.`);
    const postgres = await startLocked(prepareSetup(dataDir), { dataDir, log }, release);
    return { url: postgres.url, stop: () => postgres.stop() };
  } catch (error) {
    release();
    throw error;
  }
}

/** @returns the real path of the folder. @throws Error if it is missing or inaccessible */
function requireCluster(folder: string): string {
  try {
    const dataDir = realpathSync(folder);
    statSync(join(dataDir, 'cluster'));
    readFileSync(passwordPath(dataDir));
    return dataDir;
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Error(
        `There is no database in ${folder}. Start the service once (npm start): it creates the database and the first admin. If the service stores its data elsewhere, set DATA_DIR, which its start prints as "Data", or DATABASE_URL to the same value.`,
      );
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new Error(
        `This user cannot read the database in ${folder}. Run this command as the user who runs the service.`,
      );
    }
    throw error;
  }
}

/** Checks the owner: PostgreSQL only runs as the owner of its data. */
function requireOwner(dataDir: string): void {
  const { uid } = statSync(join(dataDir, 'cluster'));
  const own = process.getuid?.();
  if (own === undefined || own === uid) return;
  const owner = nameOf(uid);
  // Root runs it as this user.
  if (own === 0 && owner === 'postgres') return;
  throw new Error(
    `The database in ${dataDir} belongs to the user ${owner}. Run this command as that user, or while the service is running.`,
  );
}

function nameOf(uid: number): string {
  try {
    return execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return String(uid);
  }
}
