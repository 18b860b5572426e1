import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import {
  type Binaries,
  findLaunch,
  type Launch,
  locateBinaries,
  plainEnvironment,
  type SystemUser,
  systemUser,
} from './binaries.ts';
import { stopOnExit } from './postmaster.ts';

const ADMIN = 'postgres';
/** The service's role and database: the role owns the database and is not a superuser. */
const SERVICE = 'karvon';
const PASSWORD_BYTES = 24;

const run = promisify(execFile);

/** Where and as whom a cluster of the embedded PostgreSQL runs. */
export type ClusterSetup = {
  readonly binaries: Binaries;
  readonly user: SystemUser | undefined;
  readonly launch: Launch;
  /** The folder around PGDATA, as an absolute path without links. */
  readonly dataDir: string;
  /** PGDATA. */
  readonly cluster: string;
};

/** Creates `folder` if missing and finds a way to run a cluster in it. Throws with the remedy if there is none. */
export function prepareSetup(folder: string): ClusterSetup {
  const binaries = locateBinaries();
  const user = systemUser();
  mkdirSync(folder, { recursive: true });
  const dataDir = realpathSync(folder);
  // PostgreSQL's user must be able to enter; the content has its own permissions.
  if (user) chmodSync(dataDir, 0o711);
  const launch = findLaunch(user, binaries, dataDir);
  return { binaries, user, launch, dataDir, cluster: join(dataDir, 'cluster') };
}

/** Creates the cluster if missing. It gets its final name only when it is complete. */
export async function prepareCluster(setup: ClusterSetup): Promise<void> {
  const { user, dataDir, cluster } = setup;
  if (existsSync(cluster)) return;
  const passwordFile = passwordPath(dataDir);
  writeFileSync(passwordFile, `${randomBytes(PASSWORD_BYTES).toString('base64url')}\n`, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    await initialize(setup, LETTERS_OF_EVERY_SCRIPT);
  } catch {
    // A system without that locale. The second attempt reports any other problem.
    await initialize(setup, 'C');
  }
}

/**
 * The locale by which pg_trgm recognizes letters. With `C`, Cyrillic has none: its indexes then find every row for a Cyrillic
 * text, and each row is compared.
 */
const LETTERS_OF_EVERY_SCRIPT = 'C.UTF-8';

async function initialize({ binaries, user, launch, dataDir, cluster }: ClusterSetup, ctype: string): Promise<void> {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  // initdb writes there and reads the password as that user.
  if (user) chownSync(unfinished, user.uid, user.gid);
  const { file, args, identity } = launch(binaries.initdb, [
    ...['-D', unfinished, '--username', ADMIN, '--pwfile', passwordPath(dataDir), '--auth', 'scram-sha-256'],
    // The built-in C.UTF-8 knows upper and lower case of every script and sorts the same on every machine.
    ...['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ...['--lc-ctype', ctype],
  ]);
  const initdb = run(file, args, { ...identity, cwd: dataDir, env: plainEnvironment() });
  await initdb.finally(stopOnExit(initdb.child));
  renameSync(unfinished, cluster);
}

/** The URLs of the superuser and of the service's role. The two passwords differ; only the first is stored on disk. */
export function addresses(dataDir: string, port: number): { adminUrl: string; url: string; servicePassword: string } {
  const password = readFileSync(passwordPath(dataDir), 'utf8').trim();
  const servicePassword = createHmac('sha256', password).update(SERVICE).digest('base64url');
  const address = (role: string, secret: string, database: string) =>
    `postgresql://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return {
    adminUrl: address(ADMIN, password, 'postgres'),
    url: address(SERVICE, servicePassword, SERVICE),
    servicePassword,
  };
}

/** Creates the service's role and database if missing. */
export async function ensureDatabase(adminUrl: string, servicePassword: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${SERVICE} LOGIN PASSWORD ${client.escapeLiteral(servicePassword)}`);
    }
    const database = await client.query('SELECT FROM pg_database WHERE datname = $1', [SERVICE]);
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${SERVICE} OWNER ${SERVICE}`);
  } finally {
    await client.end();
  }
}

/** File of the superuser's password, which gives full access to the database. */
export function passwordPath(dataDir: string): string {
  return join(dataDir, 'admin-password');
}
