import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, stopLeftover } from '../../src/platform/embedded-postgres/postmaster.ts';

/** Names this run's folder for the workers. */
const FOLDER_VARIABLE = 'KARVON_TEST_FOLDER';
const PREFIX = 'karvon-test-';

/** A disk in memory, where Linux has one: PostgreSQL still writes and syncs everything, and waits for nothing. */
const MEMORY_DISK = '/dev/shm';
/** What a run never comes near: its databases are small and dropped with their test file. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Makes the one folder that everything temporary of this Jest run lives in. */
export function openRun(): void {
  const folder = join(hasRoom(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.env[FOLDER_VARIABLE] = folder;
}

/** A fresh folder in this run's folder, which the run removes at its end. */
export function temporaryFolder(name: string): string {
  const run = process.env[FOLDER_VARIABLE];
  if (!run) throw new Error(`${FOLDER_VARIABLE} is not set: test/support/global-setup.ts did not run.`);
  return mkdtempSync(join(run, `${name}-`));
}

/** Stops every PostgreSQL in this run's folder and removes the folder. */
export async function closeRun(): Promise<void> {
  const run = process.env[FOLDER_VARIABLE];
  if (run) await sweep(run);
}

/** Does the same for earlier runs that were killed before they could. */
export async function sweepKilledRuns(): Promise<void> {
  for (const place of [tmpdir(), MEMORY_DISK].filter((path) => existsSync(path))) {
    for (const name of readdirSync(place)) {
      if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length)))) await sweep(join(place, name));
    }
  }
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder) || process.availableMemory() < ROOM_BYTES) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > ROOM_BYTES;
}

async function sweep(run: string): Promise<void> {
  if (!existsSync(run)) return;
  for (const name of readdirSync(run)) await stopLeftover(join(run, name, 'cluster'));
  rmSync(run, { recursive: true, force: true, maxRetries: 3 });
}
