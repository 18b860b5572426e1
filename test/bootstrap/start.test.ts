import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type App, startApp } from '../../src/app.ts';
import { atPort, readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log.ts';
import { problemOf, waitForDatabase } from '../../src/persistence/database-start.ts';
import { migrate } from '../../src/persistence/migrate.ts';
import { createOrm } from '../../src/persistence/orm.ts';
import { reservePort } from '../../src/rest/port.ts';
import { FIRST_ADMIN } from '../support/app.ts';
import { type Client, wireTo } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { waiters } from '../support/lock-waiters.ts';
import { type OwnPostgres, startOwnPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const LOGIN = '/v1/admin/auth/login';
const ROLE_PASSWORD = 'canary-role-password';
/** /health may be asked 120 times a minute. */
const HEALTH_PAUSE_MS = 250;

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  await query(`CREATE ROLE stranger LOGIN PASSWORD '${ROLE_PASSWORD}'`);
  await query(`CREATE ROLE maker LOGIN CREATEDB PASSWORD '${ROLE_PASSWORD}'`);
});
afterAll(() => postgres.stop());

/** Runs a statement, as the superuser of the test's own server unless a URL says otherwise. */
async function query(sql: string, url = postgres.adminUrl): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

type UrlParts = Partial<Pick<URL, 'pathname' | 'username' | 'password' | 'host' | 'search'>>;

function urlOf(parts: UrlParts): string {
  return Object.assign(new URL(postgres.url), parts).href;
}

const copies: TestDatabase[] = [];
afterAll(async () => {
  for (const database of copies) await database.drop();
});
/** @returns the URL of a database that is migrated already, on the run's server */
async function migratedDatabase(): Promise<string> {
  const database = await createTestDatabase();
  copies.push(database);
  return database.url;
}

let databases = 0;
/** @returns the URL of a new database on the test's own server, for the service's role */
async function newDatabase(options = 'OWNER karvon'): Promise<string> {
  databases += 1;
  await query(`CREATE DATABASE started_${databases} ${options}`);
  return urlOf({ pathname: `/started_${databases}` });
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

let template: Promise<string> | undefined;

/** @returns the URL of a new database on the test's own server that is migrated already */
async function newMigratedDatabase(): Promise<string> {
  template ??= newDatabase().then(async (url) => {
    await migrate(url);
    // Nobody may be connected to what is copied.
    const connected = `SELECT FROM pg_stat_activity WHERE datname = '${nameOf(url)}'`;
    await until(async () => (await query(connected)).length === 0);
    return nameOf(url);
  });
  return newDatabase(`OWNER karvon TEMPLATE ${await template}`);
}

interface Start {
  readonly app: Promise<App>;
  /** The log so far. */
  logged(): string;
}

function start(env: Readonly<Record<string, string>>): Start {
  const lines: string[] = [];
  const config = readConfig({ PORT: '0', DATA_DIR: temporaryFolder('start'), ADMIN_EMAIL: FIRST_ADMIN.email, ...env });
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const app = startApp({ ...config, databaseUrl: config.databaseUrl ?? '' }, log);
  app.catch(() => undefined);
  return { app, logged: () => lines.join('') };
}

/** Starts the service where it must refuse to. @returns what it says */
async function startError(env: Readonly<Record<string, string>>): Promise<string> {
  const { app } = start(env);
  const outcome = await app.then(
    async (running) => {
      await running.stop();
      return 'It started.';
    },
    (error: Error) => error.message,
  );
  return outcome;
}

function clientOf(app: { readonly url: string }): Client & { close(): void } {
  const wire = wireTo(app.url);
  return { ...wire.client(), close: wire.close };
}

async function signIn(app: App, password: string | null | undefined): Promise<number> {
  const client = clientOf(app);
  const { status } = await client.rest('POST', LOGIN, { email: FIRST_ADMIN.email, password });
  client.close();
  return status;
}

describe('the port', () => {
  it('the port in use ends the start in one line that names PORT, before anything is created', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const DATABASE_URL = await newDatabase();
    const DATA_DIR = join(temporaryFolder('taken'), 'data');
    expect(await startError({ DATABASE_URL, DATA_DIR, PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set PORT to another port.`,
    );
    expect(await query(`SELECT to_regclass('migration') AS migration`, DATABASE_URL)).toEqual([{ migration: null }]);
    expect(existsSync(DATA_DIR)).toBe(false);
    other.close();
  });

  it('the port answers 503 in the error shape until the database is available, then the service answers', async () => {
    const DATABASE_URL = await newDatabase();
    await postgres.kill9();
    const port = await reservePort(readConfig({ PORT: '0' }));
    const client = clientOf(port);
    const lines: string[] = [];
    const log = createLogger('info', { write: (line) => void lines.push(line) });
    const config = { ...readConfig({ DATA_DIR: temporaryFolder('early') }), databaseUrl: DATABASE_URL };
    const starting = startApp(config, log, { port });
    await until(() => lines.some((line) => line.includes('waiting for the database')));
    for (const [method, path] of [
      ['GET', '/health'],
      ['POST', LOGIN],
      ['POST', '/graphql'],
      ['GET', '/nowhere'],
    ] as const) {
      const reply = await client.rest(method, path, method === 'POST' ? { query: '{ me { id } }' } : undefined);
      expect([path, reply.status, reply.headers['retry-after']]).toEqual([path, 503, '1']);
      const [code, message] = ['SERVICE_UNAVAILABLE', 'The service is starting. Retry shortly.'];
      const requestId = reply.headers['x-request-id'];
      const said = { messageId: 'SERVICE_UNAVAILABLE_STARTING', params: {} };
      expect(reply.body).toEqual(
        path === '/graphql'
          ? { errors: [{ message, extensions: { code, ...said, status: 503, retryAfterSeconds: 1, requestId } }] }
          : { error: { code, message, requestId } },
      );
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
    }
    const alive = await client.rest('GET', '/livez');
    expect([alive.status, alive.body, alive.headers['cache-control']]).toEqual([200, { status: 'ok' }, 'no-store']);
    expect(alive.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(port.ready).toBe(false);
    await postgres.restart();
    const app = await starting;
    expect(port.ready).toBe(true);
    expect(app.url).toBe(port.url);
    expect((await client.rest('GET', '/health')).body.status).toBe('ok');
    expect(lines.join('')).toMatch(
      /"level":"warn".*waiting for the database: Cannot connect to PostgreSQL at 127\.0\.0\.1:\d+ .*DATABASE_URL/,
    );
    client.close();
    await app.stop();
  });

  it.each([
    ['127.0.0.1', '127.0.0.1', 'localhost'],
    ['::1', '[::1]', '[::1]'],
    ['[::1]', '[::1]', '[::1]'],
    ['::', '[::1]', 'localhost'],
    ['0.0.0.0', '127.0.0.1', 'localhost'],
    ['localhost', 'localhost', 'localhost'],
  ])('the port of HOST=%s opens at %s, with PUBLIC_URL at %s', async (HOST, host, publicHost) => {
    const config = readConfig({ PORT: '0', HOST });
    const port = await reservePort(config);
    expect(port.url).toBe(`http://${host}:${port.port}`);
    expect((await fetch(port.url)).status).toBe(503);
    const { publicUrl, allowedOrigins } = atPort(config, port.port);
    expect(publicUrl.origin).toBe(`http://${publicHost}:${port.port}`);
    expect(allowedOrigins).toEqual([publicUrl.origin]);
    await port.close(0);
  });

  it.each([
    ['192.0.2.1', /^192\.0\.2\.1 is not an address of this machine\. Set HOST to/],
    ['nowhere.invalid', /^The host name nowhere\.invalid cannot be resolved\. Set HOST to/],
  ])('the port is an error for the invalid HOST=%s', async (HOST, says) => {
    await expect(reservePort(readConfig({ PORT: '0', HOST }))).rejects.toThrow(says);
  });
});

describe('an unusable database', () => {
  const cases: Record<string, () => Promise<{ url: string; says: RegExp }>> = {
    'with a wrong password': async () => ({
      url: urlOf({ password: 'canary' }),
      says: /^PostgreSQL at 127\.0\.0\.1:\d+ rejected the password of the role "karvon", .*\. Correct .* in DATABASE_URL/,
    }),
    'with a role that does not exist': async () => ({
      url: urlOf({ username: 'nobody', password: 'canary' }),
      says: /^PostgreSQL at 127\.0\.0\.1:\d+ rejected the password of the role "nobody", or has no such role\. .*DATABASE_URL/,
    }),
    'without a password': async () => ({
      url: urlOf({ password: '' }),
      says: /^PostgreSQL at 127\.0\.0\.1:\d+ requires a password for the role "karvon", and DATABASE_URL has none/,
    }),
    'that does not exist, for a role that could make it': async () => ({
      url: urlOf({ pathname: '/karvn', username: 'maker', password: ROLE_PASSWORD }),
      says: /^The database "karvn" does not exist on .*127\.0\.0\.1:\d+\. .*DATABASE_URL.*CREATE DATABASE "karvn"/,
    }),
    'in which the role may make no tables': async () => ({
      url: Object.assign(new URL(await newDatabase()), { username: 'stranger', password: ROLE_PASSWORD }).href,
      says: /^The role "stranger" lacks privileges .*127\.0\.0\.1:\d+ .*DATABASE_URL.* ALTER DATABASE "started_\d+" OWNER TO "stranger"/,
    }),
    'that the role may not connect to': async () => {
      const url = new URL(await newDatabase());
      await query(`REVOKE CONNECT ON DATABASE ${nameOf(url.href)} FROM PUBLIC`);
      return {
        url: Object.assign(url, { username: 'stranger', password: ROLE_PASSWORD }).href,
        says: /^The role "stranger" lacks privileges .*127\.0\.0\.1:\d+ .*DATABASE_URL/,
      };
    },
    'whose role may not log in': async () => {
      await query('CREATE ROLE sleeper NOLOGIN');
      await query(`ALTER ROLE sleeper PASSWORD '${ROLE_PASSWORD}'`);
      return {
        url: urlOf({ username: 'sleeper', password: ROLE_PASSWORD }),
        says: /^PostgreSQL at 127\.0\.0\.1:\d+ does not allow the role "sleeper" to connect .*DATABASE_URL/,
      };
    },
    'with the encoding SQL_ASCII': async () => ({
      url: await newDatabase(`OWNER karvon TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`),
      says: /127\.0\.0\.1:\d+ \(DATABASE_URL\) has the encoding SQL_ASCII, but Karvon requires UTF8\. .*ENCODING 'UTF8'/,
    }),
    'with the encoding LATIN1': async () => ({
      url: await newDatabase(`OWNER karvon TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`),
      says: /has the encoding LATIN1, but Karvon requires UTF8/,
    }),
    'over TLS that the server does not speak': async () => ({
      url: urlOf({ search: '?sslmode=verify-full' }),
      says: /^PostgreSQL at 127\.0\.0\.1:\d+ does not support TLS, which sslmode in DATABASE_URL requires/,
    }),
    'with a certificate that is not there': async () => ({
      url: urlOf({ search: '?sslmode=verify-full&sslrootcert=/nowhere/ca.pem' }),
      says: /^Cannot read a file named in DATABASE_URL: ENOENT.*\/nowhere\/ca\.pem/,
    }),
    'that is another program’s': async () => {
      const url = await newDatabase();
      await query('CREATE TABLE admin (id int)', url);
      return { url, says: /^The database "started_\d+" .* belongs to another program .*DATABASE_URL/ };
    },
    'that is read-only and has no admin': async () => {
      const url = await newMigratedDatabase();
      await query(`ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
      return { url, says: /^The database "started_\d+" .*127\.0\.0\.1:\d+ is read-only, .*DATABASE_URL/ };
    },
    'whose tables are another role’s': async () => {
      const url = new URL(await newMigratedDatabase());
      return {
        url: Object.assign(url, { username: 'stranger', password: ROLE_PASSWORD }).href,
        says: /^The role "stranger" lacks privileges .*127\.0\.0\.1:\d+ .*DATABASE_URL/,
      };
    },
    'that is read-only and not migrated': async () => {
      const url = await newDatabase();
      await query(`ALTER DATABASE ${nameOf(url)} SET default_transaction_read_only = on`);
      return { url, says: /^The database "started_\d+" .*127\.0\.0\.1:\d+ is read-only, .*DATABASE_URL/ };
    },
  };

  it.each(Object.entries(cases))(
    '%s is reported immediately, with the remedy and without the password',
    async (_, prepare) => {
      const { url, says } = await prepare();
      const { app, logged } = start({ DATABASE_URL: url });
      const error = await app.then(
        () => undefined,
        (thrown: Error) => thrown.message,
      );
      expect(error).toMatch(says);
      expect(error).not.toMatch(/canary|\n/);
      expect(logged()).not.toMatch(/waiting|canary/);
      expect(await query(`SELECT FROM pg_database WHERE datname = 'karvn'`)).toEqual([]);
    },
  );

  it('an unusable database is never created by migrations', async () => {
    const orm = await createOrm({ url: urlOf({ pathname: '/karvn', username: 'maker', password: ROLE_PASSWORD }) });
    await expect(orm.migrator.up()).rejects.toMatchObject({ code: '3D000' });
    await orm.close(true);
    expect(await query(`SELECT FROM pg_database WHERE datname = 'karvn'`)).toEqual([]);
  });

  it('a database of a version before 15, or without pg_trgm, is rejected', () => {
    const place = { server: 'db:5432', database: 'karvon', role: 'karvon' };
    const facts = {
      version: 150_004,
      encoding: 'UTF8',
      characterType: 'C.UTF-8',
      off: [],
      hasTrigrams: true,
      foldsCyrillic: true,
      readOnly: false,
    };
    expect(problemOf(facts, place)).toBeUndefined();
    expect(problemOf({ ...facts, version: 140_012 }, place)).toMatch(
      /^PostgreSQL at db:5432 \(DATABASE_URL\) is version 14, but Karvon requires 15 or newer/,
    );
    expect(problemOf({ ...facts, hasTrigrams: false }, place)).toMatch(/has no extension pg_trgm\. Install/);
  });

  it.each([
    [
      'nothing answers',
      () => urlOf({ host: '127.0.0.1:1' }),
      /Cannot connect to PostgreSQL at 127\.0\.0\.1:1 \(ECONNREFUSED\)/,
    ],
    ['its host has no address', () => urlOf({ host: 'nowhere.invalid' }), /nowhere\.invalid:\d+ cannot be resolved/],
    [
      'its socket is not there',
      () => 'postgres:///karvon?host=/nowhere',
      /Cannot connect to PostgreSQL at \/nowhere \(ENOENT\)/,
    ],
  ])('an unusable database is waited for when %s, until the timeout', async (_, url, says) => {
    const warnings: string[] = [];
    const waiting = waitForDatabase(url(), { warn: (message) => warnings.push(message), patienceMs: 1_200 });
    await expect(waiting).rejects.toThrow(new RegExp(`^Waited 1 s for the database\\. .*${says.source}.*DATABASE_URL`));
    expect(warnings).toEqual([expect.stringMatching(new RegExp(`^waiting for the database: .*${says.source}`))]);
  });

  it('an unusable database is not waited for after the start was aborted', async () => {
    const stopping = new AbortController();
    const warn = () => stopping.abort();
    const waiting = waitForDatabase(urlOf({ host: '127.0.0.1:1' }), { warn, signal: stopping.signal });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a database that a newer version has migrated', () => {
  it('a database that a newer version has migrated is rejected with the name of the unknown migration', async () => {
    const DATABASE_URL = await migratedDatabase();
    await query(`INSERT INTO migration (name) VALUES ('2099-01-01-from-the-future')`, DATABASE_URL);
    expect(await startError({ DATABASE_URL })).toMatch(
      /^A newer version of Karvon migrated this database: .*2099-01-01-from-the-future\. Start the newer version/,
    );
  });
});

describe('a database that a newer version migrates at this moment', () => {
  it('a database that a newer version migrates at this moment is rejected as well, once the newer version has ended', async () => {
    const url = await newDatabase();
    const newer = new pg.Client({ connectionString: url });
    await newer.connect();
    await newer.query('select pg_advisory_lock($1)', [7_462_118_001]);
    const migrating = migrate(url);
    const sql = (text: string) => query(text, url);
    await until(async () => (await waiters(sql, `locktype = 'advisory'`)) > 0);
    await newer.query('create table migration (id serial primary key, name text, executed_at timestamptz)');
    await newer.query(`insert into migration (name) values ('2099-01-01-from-the-future')`);
    await newer.end();
    await expect(migrating).rejects.toThrow(/^A newer version of Karvon .*2099-01-01-from-the-future\./);
    expect(await sql('select name from migration')).toEqual([{ name: '2099-01-01-from-the-future' }]);
  });
});

describe('a time zone that not every system reads alike', () => {
  it('a time zone that not every system reads alike is replaced with a warning that names the setting and what to use', async () => {
    const started = start({ DATABASE_URL: await migratedDatabase(), BUSINESS_TIME_ZONE: 'EET' });
    const app = await started.app;
    expect(app.runtime.settings.businessTimeZone).toBe('Europe/Athens');
    await app.stop();
    expect(started.logged()).toMatch(
      /"level":"warn".*BUSINESS_TIME_ZONE is EET.*Set BUSINESS_TIME_ZONE=Europe\/Athens/,
    );
  });
});

describe('a database that is used with a warning', () => {
  it('a database that is used with a warning does not fold the case of Cyrillic', async () => {
    const locale = `OWNER karvon TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER`;
    const plain = start({ DATABASE_URL: await newDatabase(`${locale} libc LOCALE 'C'`) });
    await (await plain.app).stop();
    expect(plain.logged()).toMatch(/"level":"warn".*locale C of .* does not fold the case of Cyrillic.*'C\.UTF-8'/);
    const warnings: string[] = [];
    await waitForDatabase(await newDatabase(`${locale} libc LOCALE 'C.UTF-8'`), {
      warn: (text) => warnings.push(text),
    });
    expect(warnings).toEqual([]);
  });

  it('a database that is used with a warning is read-only, which /health shows as database: false while it lasts', async () => {
    const DATABASE_URL = await migratedDatabase();
    const app = await start({ DATABASE_URL }).app;
    const client = clientOf(app);
    const database = async () => {
      const { body } = await client.rest('GET', '/health');
      return body.checks.database;
    };
    expect(await database()).toBe(true);
    await query(`ALTER DATABASE ${nameOf(DATABASE_URL)} SET default_transaction_read_only = on`, DATABASE_URL);
    await until(async () => !(await database()), HEALTH_PAUSE_MS);

    const second = start({ DATABASE_URL });
    const degraded = await second.app;
    const other = clientOf(degraded);
    const { status, body } = await other.rest('GET', '/health');
    expect([status, body.status, body.checks]).toEqual([
      200,
      'degraded',
      { api: true, database: false, objectStorage: true },
    ]);
    expect(second.logged()).toMatch(/"level":"warn".*is read-only: every write fails until/);
    other.close();
    await degraded.stop();

    await query(
      `BEGIN READ WRITE; ALTER DATABASE ${nameOf(DATABASE_URL)} RESET default_transaction_read_only; COMMIT`,
      DATABASE_URL,
    );
    await until(database, HEALTH_PAUSE_MS);
    client.close();
    await app.stop();
  });
});

describe('the first admin', () => {
  it('the first admin keeps its generated password through every start until it signs in', async () => {
    const env = { DATABASE_URL: await migratedDatabase(), DATA_DIR: temporaryFolder('first') };
    const first = start(env);
    const { firstAdmin } = await first.app;
    expect(firstAdmin).toEqual({
      email: FIRST_ADMIN.email,
      password: expect.stringMatching(/^[\w-]{20}$/),
      created: true,
    });
    const [entry, ...others] = await query('SELECT * FROM audit_entry', env.DATABASE_URL);
    const [admin] = await query('SELECT id FROM admin', env.DATABASE_URL);
    expect([entry, others]).toMatchObject([
      {
        action: 'createAdmin',
        actor_type: 'SYSTEM',
        target_kind: 'Admin',
        target_id: admin?.id,
        detail: { role: 'SUPER_ADMIN' },
        reason: 'first start on an empty database',
        transport: 'SYSTEM',
      },
      [],
    ]);
    await (await first.app).stop();

    const second = start(env);
    const again = await second.app;
    expect(again.firstAdmin).toEqual({ ...firstAdmin, created: false });
    expect(first.logged() + second.logged()).not.toContain(firstAdmin?.password);
    expect(JSON.stringify(await query('SELECT * FROM admin', env.DATABASE_URL))).not.toContain(
      Buffer.from(firstAdmin?.password ?? '').toString('hex'),
    );
    expect(await signIn(again, firstAdmin?.password)).toBe(201);
    await again.stop();

    const third = await start(env).app;
    expect(third.firstAdmin).toBeUndefined();
    expect(await query('SELECT initial_password FROM admin', env.DATABASE_URL)).toEqual([{ initial_password: null }]);
    await third.stop();
  });

  it('the first admin is created once, with one password, when two instances start concurrently', async () => {
    const env = { DATABASE_URL: await migratedDatabase(), DATA_DIR: temporaryFolder('keys') };
    const apps = await Promise.all([start(env).app, start(env).app]);
    const [one, other] = apps.map(({ firstAdmin }) => firstAdmin);
    expect([one?.created, other?.created].sort()).toEqual([false, true]);
    expect(other?.password).toBe(one?.password);
    for (const app of apps) expect(await signIn(app, one?.password)).toBe(201);
    for (const app of apps) await app.stop();
  });

  it('the first admin is not shown with the old password after a reset', async () => {
    const env = { DATABASE_URL: await migratedDatabase(), DATA_DIR: temporaryFolder('reset') };
    await (await start(env).app).stop();
    await query(`UPDATE admin SET password_hash = 'another'`, env.DATABASE_URL);
    const second = start(env);
    expect((await second.app).firstAdmin).toBeUndefined();
    expect(second.logged()).toMatch(/cannot show the generated password of first@karvon\.test.*admin reset-password/);
    await (await second.app).stop();
  });

  it('the first admin is not created again by ADMIN_EMAIL and ADMIN_PASSWORD, and a warning names the remedy', async () => {
    const env = { DATABASE_URL: await migratedDatabase(), DATA_DIR: temporaryFolder('late') };
    const given = { ...env, ADMIN_PASSWORD: FIRST_ADMIN.password };
    const first = start(given);
    expect((await first.app).firstAdmin?.password).toBeNull();
    expect(first.logged()).not.toContain('ignored');
    await (await first.app).stop();

    const late = start({ ...env, ADMIN_EMAIL: 'late@karvon.test', ADMIN_PASSWORD: 'Another-Harbour-72' });
    expect((await late.app).firstAdmin).toBeUndefined();
    expect(late.logged()).toMatch(
      /"level":"warn".*ADMIN_EMAIL and ADMIN_PASSWORD are ignored.*npx --no-install karvon admin reset-password/,
    );
    expect(late.logged()).not.toMatch(/Another-Harbour-72/);
    await (await late.app).stop();

    const unset = start({ ...env, ADMIN_EMAIL: '' });
    await (await unset.app).stop();
    expect(unset.logged()).not.toContain('ignored');
  });
});

describe('an unavailable optional dependency', () => {
  it('an unavailable optional dependency is reported at the start: an unwritable storage, an unavailable Redis', async () => {
    const file = join(temporaryFolder('storage'), 'file');
    writeFileSync(file, '');
    const { app, logged } = start({
      DATABASE_URL: await migratedDatabase(),
      OBJECT_STORAGE_PATH: join(file, 'objects'),
      REDIS_URL: 'redis://:canary@127.0.0.1:1',
    });
    const running = await app;
    await until(() => /OBJECT_STORAGE_PATH/.test(logged()) && /REDIS_URL/.test(logged()));
    expect(logged()).toMatch(
      /"level":"warn".*cannot write to the object storage \(ENOTDIR.*set OBJECT_STORAGE_PATH to/,
    );
    expect(logged()).toMatch(
      /"level":"warn".*Redis at 127\.0\.0\.1:1 \(REDIS_URL\) .*ECONNREFUSED.*counting in memory/,
    );
    expect(logged()).not.toContain('canary');
    const client = clientOf(running);
    const { body } = await client.rest('GET', '/health');
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { api: true, database: true, objectStorage: false },
    });
    client.close();
    await running.stop();
  });

  it('an unavailable optional dependency is reported at the start: an S3 that does not answer', async () => {
    const s3 = {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'images',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'canary',
    };
    const away = start({ DATABASE_URL: await migratedDatabase(), ...s3 });
    const running = await away.app;
    await until(() => away.logged().includes('S3_BUCKET'));
    expect(away.logged()).toMatch(
      /"level":"warn".*cannot use the object storage, bucket \\"images\\" at http:\/\/127\.0\.0\.1:1\/.*ECONNREFUSED.*S3_ENDPOINT/,
    );
    expect(away.logged()).not.toContain('canary');
    await running.stop();
  });
});

describe('a connection over TLS', () => {
  it('a connection over TLS is used by every pool if sslmode requires it, and rejected without the authority', async () => {
    const [{ data_directory: folder } = {}] = await query('SHOW data_directory');
    expect(typeof folder).toBe('string');
    const { certificate, path } = serverCertificate(String(folder));
    await query(`ALTER SYSTEM SET ssl_cert_file = '${path}.crt'`);
    await query(`ALTER SYSTEM SET ssl_key_file = '${path}.key'`);
    await query('ALTER SYSTEM SET ssl = on');
    await query('SELECT pg_reload_conf()');
    const url = new URL(await newMigratedDatabase());
    url.hostname = 'localhost';
    url.search = '?sslmode=verify-full';
    await until(async () => !(await startError({ DATABASE_URL: url.href })).includes('does not support TLS'), 200);
    expect(await startError({ DATABASE_URL: url.href })).toMatch(
      /^The TLS certificate of PostgreSQL at localhost:\d+ is not trusted .*DATABASE_URL with sslrootcert=<file>/,
    );
    url.searchParams.set('sslrootcert', certificate);
    const app = await start({ DATABASE_URL: url.href }).app;
    const connections = await query(
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE datname = '${nameOf(url.href)}'`,
    );
    expect(connections).toEqual([{ ssl: true }]);
    await app.stop();
  });
});

/** A certificate of the server at localhost for itself, in its data folder. */
function serverCertificate(folder: string): { certificate: string; path: string } {
  const path = join(folder, 'server');
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=karvon',
    ].concat(['-addext', 'subjectAltName=DNS:localhost', '-keyout', `${path}.key`, '-out', `${path}.crt`]),
    { stdio: 'ignore' },
  );
  const { uid, gid } = statSync(folder);
  for (const file of [`${path}.key`, `${path}.crt`]) {
    chownSync(file, uid, gid);
    chmodSync(file, 0o600);
  }
  const certificate = join(temporaryFolder('certificate'), 'ca.crt');
  copyFileSync(`${path}.crt`, certificate);
  return { certificate, path };
}
