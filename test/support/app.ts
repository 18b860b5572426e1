import pg from 'pg';
import { type App, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { UNDECLARED } from '../../src/domain/run.ts';
import { createLogger } from '../../src/log.ts';
import type { AdminRole } from '../../src/model/enums.ts';
import type { Clock, RateLimits } from '../../src/model/ports.ts';
import { keepHeartbeatPartitions } from '../../src/persistence/devices/heartbeat-partitions.ts';
import { memoryRateLimits } from '../../src/platform/rate-limits/rate-limits.ts';
import { type Caller, type Client, cookieOf, type Json, type Reply, type Wire, wireTo } from './callers.ts';
import { createTestDatabase, RETENTION_DAYS, superuserUrl, type TestDatabase } from './database.ts';
import { declaredAnswers } from './declared-answers.ts';
import { type AdminOverrides, insertSignedIn } from './factories/admin.ts';
import type { SharedService } from './jest/shared-service.ts';
import { QUICK_PASSWORDS } from './quick-passwords.ts';
import { temporaryFolder } from './run.ts';
import type { Sql } from './sql.ts';
import { unlimitedRateLimits } from './unlimited-rate-limits.ts';
import { PATIENCE_MS, until } from './until.ts';

export type { Sql } from './sql.ts';

/** The first SUPER_ADMIN, whom the start makes. */
export const FIRST_ADMIN = { email: 'first@karvon.test', password: 'Quiet-Harbour-71' } as const;
/** The only origin that browsers may call from in tests. */
export const ORIGIN = 'http://karvon.test';
const COOKIE_NAME = 'karvon_admin_session';

type Database = Pick<TestDatabase, 'url'>;

/** Stands still until it is moved. It starts at the real time. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(moment: Date): void;
}

export interface TestAppOptions {
  readonly clock?: TestClock;
  /** `off` (default) counts and never refuses, for tests of something else. `real` ones in memory follow the clock of the test. */
  readonly limits?: 'real' | 'off' | RateLimits;
  /** `quick` (default) hashes passwords at the least cost, for tests of something else. */
  readonly passwords?: 'real' | 'quick';
  /** Settings as the environment would say them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of a console's build; without it there is no console, whatever is built here. */
  readonly console?: string;
  /** Another app's database, for several instances on one; whoever made it drops it. */
  readonly database?: Database & Partial<TestDatabase>;
  /** Of another copy of the service (race.ts). */
  readonly startApp?: typeof startApp;
}

/** What tests do with a running service. */
export interface RunningApp extends Client {
  readonly url: string;
  readonly server: App['server'];
  readonly runtime: App['runtime'];
  readonly database: Database;
  readonly clock: Clock;
  readonly sql: Sql;
  /** A signed-in admin of that role, made without a password. */
  as(role: AdminRole, overrides?: AdminOverrides): Promise<Caller>;
  /** Signs in over REST. @throws Error when the service refuses */
  login(email: string, password: string): Promise<Caller>;
  /** Someone with these headers on each call. */
  client(headers: Readonly<Record<string, string>>): Client;
  stop(): Promise<void>;
}

/** A service whose database and clock are the file's alone. */
export interface TestApp extends RunningApp {
  readonly clock: TestClock;
  /** Of the metrics, if the settings ask for them. */
  readonly metricsPort: number | undefined;
  /** What was logged from `debug` up, parsed. */
  readonly logs: readonly Json[];
}

/** A service with settings of its own, on a free loopback port and a database of its own. Call `stop` when the file is done. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database: Database & Partial<TestDatabase> = options.database ?? (await createTestDatabase());
  const clock = options.clock ?? testClock();
  const lines: string[] = [];
  const log = createLogger('debug', { write: (line) => void lines.push(line) });
  const ofConsole = options.console === undefined ? {} : { KARVON_CONSOLE: 'on' };
  const config = readConfig({
    ...testEnvironment(),
    DATA_DIR: folderOf(database),
    ...ofConsole,
    DATABASE_URL: database.url,
    ...options.env,
  });
  const limits = limitsOf(options, clock);
  const passwords = options.passwords === 'real' ? {} : { passwordCost: QUICK_PASSWORDS };
  const start = options.startApp ?? startApp;
  const parts = { clock, ...limits, ...passwords, consoleFolder: options.console };
  const app = await start({ ...config, databaseUrl: database.url }, log, parts);
  const pool = new pg.Pool({ connectionString: database.url, max: 4, options: '-c TimeZone=UTC' });
  // A database that is dropped while a test still holds it ends the pool's idle connections.
  pool.on('error', () => undefined);
  // A copy without a guard (race.ts) has answers that the service has not.
  const isService = !options.startApp;
  const { close, ...callers } = callersOf({ app, pool, clock, isService });

  return {
    ...callers,
    database,
    clock,
    metricsPort: app.metricsPort,
    get logs() {
      return lines.map((line) => JSON.parse(line));
    },
    async stop() {
      close();
      await app.stop();
      await pool.end();
      if (isService) await failOnLostConnections(database.url, true);
      if (!options.database) await database.drop?.();
      if (isService) failOnUndeclaredErrors(lines);
    },
  };
}

/** A minute of a test is a minute of its clock, and a slow store is not a lost one. */
function limitsOf({ limits = 'off', env }: TestAppOptions, clock: Clock) {
  if (limits === 'off') return { limits: unlimitedRateLimits() };
  if (limits !== 'real') return { limits };
  const isShared = env?.REDIS_URL !== undefined || env?.RATE_LIMIT_STORE !== undefined;
  return isShared ? { limitStoreTimeoutMs: PATIENCE_MS } : { limits: memoryRateLimits(() => clock.now().getTime()) };
}

/** Of test/support/jest/pools.js. */
declare const brokenPools: (databaseUrl: string, isStopped: boolean) => string[];

/** @throws Error naming the pools of a service that did not get all of their connections back */
async function failOnLostConnections(databaseUrl: string, isStopped: boolean): Promise<void> {
  const broken = () => brokenPools(databaseUrl, isStopped);
  await until(() => broken().length === 0).catch(() => {
    throw new Error(`Connections were not given back to their pool: ${broken().join('; ')}`);
  });
}

declare const sharedService: typeof import('./jest/shared-service.ts').sharedService;

/** @param alone whether the file has the service as after a start */
function serviceOfWorker(alone: boolean) {
  return sharedService(async () => {
    const { url } = await createTestDatabase();
    return { databaseUrl: url, adminUrl: superuserUrl(url), env: testEnvironment() };
  }, alone);
}

/**
 * The service that the test files of a worker share, with its database and a clock that stands at the present. It is for files that tell what they have
 * made from what was there before, and that change nothing which every caller sees, such as settings. Call `stop` when the file is done.
 */
export async function sharedTestApp(): Promise<RunningApp> {
  return lent(await serviceOfWorker(false), new Date());
}

let hasCleanApp = false;

/**
 * The service of the worker as it was after its start: nothing but the first admin is in its database. The file may move the clock, count all rows and
 * change settings. It changes no part of the service itself, whose clock is another object, and the schema only where that is worth a start. Call `stop` when
 * the file is done.
 * @param start the time of the clock
 */
export async function cleanTestApp(start = new Date()): Promise<TestApp> {
  if (hasCleanApp) throw new Error('The worker has one service: stop it before it is made clean again.');
  hasCleanApp = true;
  const service = await serviceOfWorker(true);
  const { clock, lines, pool } = service;
  const running = lent(service, start);
  // What a start at that time would do.
  await keepHeartbeatPartitions(pool, start, RETENTION_DAYS);
  return {
    ...running,
    async stop() {
      hasCleanApp = false;
      await running.stop();
    },
    metricsPort: undefined,
    clock: {
      now: clock.now,
      set: clock.set,
      advance: (milliseconds) => clock.set(new Date(clock.now().getTime() + milliseconds)),
    },
    get logs() {
      return lines.map((line) => JSON.parse(line));
    },
  };
}

function lent({ app, clock, database, dataDir, lines, pool }: SharedService, start: Date): RunningApp {
  clock.set(start);
  folders.set(database, dataDir);
  const { close, ...callers } = callersOf({ app, pool, clock, isService: true });
  return {
    ...callers,
    database,
    clock,
    async stop() {
      close();
      await failOnLostConnections(database.url, false);
      failOnUndeclaredErrors(lines.splice(0));
    },
  };
}

const folders = new WeakMap<Database, string>();

/** All instances of a database have the same keys and files. */
function folderOf(database: Database): string {
  const folder = folders.get(database) ?? temporaryFolder('app');
  folders.set(database, folder);
  return folder;
}

function testEnvironment(): Readonly<Record<string, string>> {
  return {
    PORT: '0',
    PUBLIC_URL: ORIGIN,
    DATA_DIR: temporaryFolder('app'),
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    DRAIN_TIMEOUT_MS: '1000',
    // A machine that others use may need longer than the ten seconds of the default.
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    KARVON_CONSOLE: 'off',
  };
}

/** @param isService whether it is the service as it is, whose answers are all declared */
function callersOf({ app, pool, clock, isService }: { app: App; pool: pg.Pool; clock: Clock; isService: boolean }) {
  const wire = wireTo(app.url, isService ? declaredAnswers(app.runtime.servedFiles !== undefined) : undefined);
  const anonymous = wire.client();
  const sql: Sql = async (text, values = [], name = undefined) =>
    (await pool.query({ text, values: [...values], ...(name && { name }) })).rows;
  return {
    ...anonymous,
    url: app.url,
    server: app.server,
    runtime: app.runtime,
    sql,
    client: wire.client,
    async as(role: AdminRole, overrides?: AdminOverrides) {
      const { admin, token } = await insertSignedIn(sql, clock.now(), { ...overrides, role });
      return signedIn(wire, admin, `${COOKIE_NAME}=${token}`);
    },
    async login(email: string, password: string) {
      const reply = await anonymous.rest('POST', '/v1/admin/auth/login', { email, password });
      return signedIn(wire, adminOf(reply), cookieOf(reply));
    },
    close: wire.close,
  };
}

/** @throws Error naming the operations that had an error which they do not declare */
function failOnUndeclaredErrors(lines: readonly string[]): void {
  const found = lines.filter((line) => line.includes(UNDECLARED)).map((line) => JSON.parse(line));
  const named = new Set(found.map(({ operation, code }) => `${operation}: add '${code}' to its errors`));
  if (named.size > 0) throw new Error([...named].join('\n'));
}

/** A clock that stands at `start` until it is moved. */
export function testClock(start = new Date()): TestClock {
  let now = start;
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
    set: (moment) => {
      now = moment;
    },
  };
}

function signedIn(wire: Wire, admin: Caller['admin'], cookie: string): Caller {
  return { ...wire.client({ cookie }), admin, cookie };
}

function adminOf(reply: Reply): Caller['admin'] {
  if (reply.status !== 201) throw new Error(`The login was refused: ${reply.status} ${reply.text}`);
  return reply.body.admin;
}
