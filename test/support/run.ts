import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, stopLeftover } from '../../src/persistence/embedded/postmaster.ts';

/** Names this run's folder for the workers. */
const FOLDER_VARIABLE = 'KARVON_TEST_FOLDER';
const PREFIX = 'karvon-test-';

/** Makes the one folder that everything temporary of this Jest run lives in. */
export function openRun(): void {
  const folder = join(tmpdir(), `${PREFIX}${process.pid}`);
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
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length)))) await sweep(join(tmpdir(), name));
  }
}

async function sweep(run: string): Promise<void> {
  if (!existsSync(run)) return;
  for (const name of readdirSync(run)) await stopLeftover(join(run, name, 'cluster'));
  rmSync(run, { recursive: true, force: true, maxRetries: 3 });
}
