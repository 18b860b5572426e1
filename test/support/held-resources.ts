import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from './app.ts';

/**
 * What callers of a service still have or wait for: connections, by pool. Empty once all requests have ended.
 * @returns `analytics: 2 taken, 1 waiting`, for each pool that is not whole
 */
export function heldConnections({ runtime }: Pick<RunningApp, 'runtime'>): readonly string[] {
  return runtime.shares
    .poolUse()
    .filter(({ taken, waiting }) => taken + waiting > 0)
    .map(({ name, taken, waiting }) => `${name}: ${taken} taken, ${waiting} waiting`);
}

/** Statements of the service that run, or that keep a transaction open. */
export async function openStatements({ sql }: Pick<RunningApp, 'sql'>): Promise<readonly string[]> {
  const found = await sql(
    `select state || ': ' || query as statement from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle', 'disabled')`,
  );
  return found.map(({ statement }) => statement);
}

/** Files of a folder that this process has open. */
export function openFiles(folder: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(join('/proc/self/fd', fd));
      return target.startsWith(folder) ? [target] : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}
