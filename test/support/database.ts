import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { migrate } from '../../src/persistence/migrate.ts';
import { prepareSetup } from '../../src/platform/embedded-postgres/cluster.ts';
import { lockFolder, startLocked } from '../../src/platform/embedded-postgres/embedded-postgres.ts';
import { ofSmallDatabases } from './postgres.ts';
import { temporaryFolder } from './run.ts';
import { PATIENCE_MS } from './until.ts';

/** Tells the workers how to reach the server: as who may make databases, and as the role the service runs under. */
const ADMIN_URL = 'KARVON_TEST_ADMIN_URL';
const SERVICE_URL = 'KARVON_TEST_SERVICE_URL';
/** Begins the name of every database of this run, so that runs can share one server. */
const PREFIX = 'KARVON_TEST_PREFIX';

/** Each worker keeps a service beside those that its files start. */
const OF_MANY = ['-c', 'max_connections=200'];

export const RETENTION_DAYS = 90;
const OBJECT_IN_USE = '55006';
const RETRY_MS = 50;

/** At most this long for connections to close. */
const CLOSING_ATTEMPTS = 20;
const CLOSING_MS = 5;

type Admin = Pick<pg.ClientBase, 'query'>;

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

let stopServer: (() => Promise<void>) | undefined;

/**
 * Called once a run, before the workers start: starts an embedded PostgreSQL, or uses TEST_DATABASE_URL (a role that
 * may create databases), and applies the migrations to the template every test database is copied from.
 * @param check of the migrated template
 */
export async function openTestServer(check: (url: string) => Promise<void>): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    Object.assign(process.env, { [ADMIN_URL]: given, [SERVICE_URL]: given });
  } else {
    const isHeavy = process.env.HEAVY === '1';
    const own = prepareSetup(temporaryFolder('shared'));
    // The long proofs have few databases, some of them large.
    const setup = isHeavy ? own : ofSmallDatabases(own, ...OF_MANY);
    const options = { dataDir: setup.dataDir, log: () => undefined };
    const server = await startLocked(setup, options, lockFolder(setup.dataDir));
    stopServer = () => server.stop();
    Object.assign(process.env, { [ADMIN_URL]: server.adminUrl, [SERVICE_URL]: server.url });
    if (!isHeavy) await withoutAutovacuum();
  }
  process.env[PREFIX] = `karvon_test_${process.pid}_`;
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${templateName()} OWNER ${owner()}`));
  await migrate(urlOf(templateName()));
  await check(urlOf(templateName()));
  // What every start would do: it finds the partitions of these days then.
  const pool = new pg.Pool({ connectionString: urlOf(templateName()), max: 1 });
  await keepHeartbeatPartitions(pool, new Date(), RETENTION_DAYS);
  await pool.end();
  // Nobody else may be connected while a database is copied.
  await asAdmin((admin) => admin.query(`ALTER DATABASE ${templateName()} ALLOW_CONNECTIONS false`));
}

/** It would analyze hundreds of databases, each of which lives for seconds. A test that needs statistics asks for them. */
async function withoutAutovacuum(): Promise<void> {
  await asAdmin((admin) => admin.query('ALTER SYSTEM SET autovacuum = off'));
  await asAdmin((admin) => admin.query('SELECT pg_reload_conf()'));
}

/** Called once a run, at its end. */
export async function closeTestServer(): Promise<void> {
  if (stopServer) return stopServer();
  await asAdmin(async (admin) => {
    const { rows } = await admin.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [setting(PREFIX)],
    );
    for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  });
}

/** A database of its own for one test file: the migrated template, copied. `drop` it when the file is done. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(copyTemplate);
}

/** A test database with a connection to it. */
export interface ConnectedDatabase extends TestDatabase {
  readonly client: pg.Client;
}

/**
 * The same with a connection to it, which `drop` ends.
 * @param options of the connection, as `-c enable_seqscan=off`
 */
export async function connectedDatabase(options?: string): Promise<ConnectedDatabase> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url, options });
  await client.connect();
  return {
    url: database.url,
    client,
    async drop() {
      await client.end();
      await database.drop();
    },
  };
}

/** An empty database, for tests of the migrations themselves. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase((admin, name) => admin.query(`CREATE DATABASE ${name} OWNER ${owner()}`));
}

async function createDatabase(create: (admin: Admin, name: string) => Promise<unknown>): Promise<TestDatabase> {
  const name = `${setting(PREFIX)}${randomBytes(6).toString('hex')}`;
  const admin = workersAdmin();
  await create(admin, name);
  return {
    url: urlOf(name),
    async drop() {
      await closing(admin, name);
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** Runs a statement in a test's database as a superuser: what no role of the service may do. */
export async function asSuperuser({ url }: Pick<TestDatabase, 'url'>, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl(url) });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A test's database as a superuser. @param url of the database */
export function superuserUrl(url: string): string {
  const admin = new URL(setting(ADMIN_URL));
  admin.pathname = new URL(url).pathname;
  return admin.href;
}

declare const keptByWorker: <T>(name: string, make: () => T) => T;

/** The end of a pool does not wait for its connections; one that is terminated instead fails the test that had it. */
async function closing(admin: Admin, name: string): Promise<void> {
  for (let attempt = 0; attempt < CLOSING_ATTEMPTS; attempt += 1) {
    const { rowCount } = await admin.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
    if (!rowCount) return;
    await delay(CLOSING_MS);
  }
}

/** A connection for all databases of a worker. It does not keep the worker alive. */
function workersAdmin(): pg.Pool {
  return keptByWorker('connection of databases', () => {
    const url = setting(ADMIN_URL);
    const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    // Where a worker is Jest's own process, the server stops before it.
    pool.on('error', () => undefined);
    return pool;
  });
}

async function copyTemplate(admin: Admin, name: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      // Three times as fast as the default, which writes every page to the log.
      await admin.query(`CREATE DATABASE ${name} OWNER ${owner()} TEMPLATE ${templateName()} STRATEGY file_copy`);
      return;
    } catch (error) {
      // Another worker is copying it at this moment.
      const busy = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
      if (!busy || Date.now() > end) throw error;
      await delay(RETRY_MS);
    }
  }
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: setting(ADMIN_URL) });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function templateName(): string {
  return `${setting(PREFIX)}template`;
}

function owner(): string {
  return `"${decodeURIComponent(new URL(setting(SERVICE_URL)).username)}"`;
}

function urlOf(database: string): string {
  const url = new URL(setting(SERVICE_URL));
  url.pathname = `/${database}`;
  return url.href;
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: test/support/global-setup.ts did not run.`);
  return value;
}
