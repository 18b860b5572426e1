import { catalog } from '../../src/domain/catalog.ts';
import type { Call } from '../../src/domain/kernel/operation.ts';
import { run } from '../../src/domain/run.ts';
import { listTeam } from '../../src/domain/team/index.ts';
import { TRANSPORTS, type Transport } from '../../src/model/enums.ts';
import { memoryRateLimits } from '../../src/platform/rate-limits/rate-limits.ts';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type CliResult, karvon, karvonProcess } from '../support/cli.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseState } from '../support/database-state.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase } from '../support/service.ts';
import { until } from '../support/until.ts';

const PASSWORD = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{12,128}$/;
const OPEN_TO_THE_SYSTEM = ['listTeam', 'createAdmin', 'resetAdminPassword'];

let app: TestApp;
let root: Caller;
beforeAll(async () => {
  // Writes over HTTP are not authorized, as in production at first.
  app = await startTestApp({ env: { MUTATIONS_AUTHORIZED: 'false' } });
  root = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

/** Runs `karvon admin <args>` in this process, on a database that only DATABASE_URL names. */
async function admin(args: readonly string[], url = app.database.url): Promise<CliResult> {
  const before = process.env.DATABASE_URL;
  process.env.DATABASE_URL = url;
  try {
    return await karvon(['admin', ...args], { now: app.clock.now() });
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}
const login = (email: string, password: string) => app.rest('POST', '/v1/admin/auth/login', { email, password });
const isAlive = async (caller: Caller) => (await caller.rest('GET', '/v1/admin/auth/me')).status === 200;
const auditRows = (targetId: string) => app.sql('select * from audit_entry where target_id = $1', [targetId]);
const newcomer = () => `new.${Math.random()}@karvon.test`;

describe('karvon admin create', () => {
  it('karvon admin create creates an admin who signs in with the printed password, even when writes over HTTP are disabled', async () => {
    const email = newcomer();
    const made = await admin(['create', '--email', email.toUpperCase(), '--name', ' Анна ', '--role', 'SALES']);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^\S+\n$/);
    const password = made.stdout.trim();
    expect(password).toMatch(PASSWORD);
    expect(made.stderr).toMatch(new RegExp(`^${email} is a new SALES.\n.*72 hours`));
    expect(made.stderr).not.toContain(password);

    const signedIn = await login(email, password);
    expect([signedIn.status, signedIn.body.admin]).toEqual([
      201,
      { id: expect.any(String), name: 'Анна', email, role: 'SALES', mustChangePassword: true },
    ]);
  });

  it('karvon admin create writes one audit entry with the actor SYSTEM, which REST and GraphQL return', async () => {
    const email = newcomer();
    const made = await admin(['create', '--email', email, '--name', 'Anna', '--role', 'VIEWER', '--json']);
    const { id, temporaryPassword, ...view } = JSON.parse(made.stdout);
    expect(view).toMatchObject({ email, name: 'Anna', role: 'VIEWER', status: 'ACTIVE', mustChangePassword: true });
    const rows = await auditRows(id);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        at: app.clock.now(),
        actor_type: 'SYSTEM',
        actor_id: null,
        actor_label: null,
        action: 'createAdmin',
        target_kind: 'Admin',
        target_id: id,
        changes: null,
        detail: { role: 'VIEWER' },
        service_account_id: null,
        service_account_name: null,
        reason: null,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ip: '127.0.0.1',
        transport: 'CLI',
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain(temporaryPassword);

    const overRest = await root.rest('GET', '/v1/admin/audit?action=createAdmin');
    expect(overRest.body.items).toContainEqual(
      expect.objectContaining({ targetId: id, actorType: 'SYSTEM', transport: 'CLI' }),
    );
    const overGraphql = await root.gql(
      `query ($id: ID!) { auditEntries(filter: { targetId: { eq: $id } }) { nodes { actorType transport } } }`,
      { id },
    );
    expect(overGraphql.body.data.auditEntries.nodes).toEqual([{ actorType: 'SYSTEM', transport: 'CLI' }]);
  });

  const refused: readonly [string, string[], number, RegExp][] = [
    ['an e-mail address that is taken', ['--email', FIRST_ADMIN.email], 1, /DUPLICATE_EMAIL: Another admin/],
    ['an invalid e-mail address', ['--email', 'nobody'], 1, /VALIDATION_FAILED: email /],
    ['a name of one letter', ['--email', 'a@karvon.test', '--name', 'A'], 1, /VALIDATION_FAILED: name /],
    [
      'a role that does not exist',
      ['--email', 'a@karvon.test', '--role', 'ROOT'],
      2,
      /Allowed choices are SUPER_ADMIN/,
    ],
    ['no e-mail address', [], 2, /required option '--email <address>' not specified/],
    ['an unknown option', ['--email', 'a@karvon.test', '--password', 'x'], 2, /unknown option '--password'/],
  ];
  it.each(refused)('karvon admin create rejects %s and changes nothing', async (_what, args, code, message) => {
    const before = await databaseState(app.sql);
    const result = await admin(['create', '--name', 'Anna', '--role', 'SALES', ...args]);
    expect([result.code, result.stdout]).toEqual([code, '']);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toMatch(/\n\s+at /);
    expect(await databaseState(app.sql)).toEqual(before);
  });
});

describe('karvon admin reset-password', () => {
  it('karvon admin reset-password sets the printed password, ends every session and the delay after failed sign-ins', async () => {
    const owner = await app.as('SUPER_ADMIN', { password: 'Quiet-Lantern-52' });
    const other = await app.as('SUPER_ADMIN');
    for (let failure = 1; failure <= 6; failure += 1) await login(owner.admin.email, 'Wrong-Lantern-53');
    expect((await login(owner.admin.email, 'Quiet-Lantern-52')).status).toBe(401);
    const { code, stdout, stderr } = await admin(['reset-password', ` ${owner.admin.email.toUpperCase()} `]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\S+\n$/)]);
    expect(stderr).toContain(`The password of ${owner.admin.email} was replaced and all sessions were ended.`);
    expect([await isAlive(owner), await isAlive(other)]).toEqual([false, true]);
    expect((await login(owner.admin.email, stdout.trim())).status).toBe(201);
    expect((await login(owner.admin.email, 'Quiet-Lantern-52')).status).toBe(401);
    expect(await auditRows(owner.admin.id)).toContainEqual(
      expect.objectContaining({
        actor_type: 'SYSTEM',
        transport: 'CLI',
        action: 'resetAdminPassword',
        detail: { endedSessions: 1 },
      }),
    );
  });

  it.each(['SUSPENDED', 'DISABLED'] as const)(
    'karvon admin reset-password keeps the status of a %s admin and prints it',
    async (status) => {
      const { id, email } = await insertAdmin(app.sql, app.clock.now(), { status });
      const { code, stdout, stderr } = await admin(['reset-password', email, '--json']);
      expect([code, JSON.parse(stdout)]).toEqual([
        0,
        expect.objectContaining({ id, status, temporaryPassword: expect.stringMatching(PASSWORD) }),
      ]);
      expect(stderr).toContain(
        `${email} is ${status} and cannot sign in until a SUPER_ADMIN sets the status to ACTIVE.`,
      );
    },
  );

  it('karvon admin reset-password rejects an unknown e-mail address and changes nothing', async () => {
    const before = await databaseState(app.sql);
    const { code, stdout, stderr } = await admin(['reset-password', 'nobody@karvon.test']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      'karvon: ADMIN_NOT_FOUND: no admin has the e-mail address nobody@karvon.test. Run karvon admin list to see all admins.\n',
    );
    expect((await admin(['reset-password'])).code).toBe(2);
    expect(await databaseState(app.sql)).toEqual(before);
  });
});

describe('karvon admin list', () => {
  it('karvon admin list lists e-mail address, name, role, status and last sign-in of all admins', async () => {
    const gone = await insertAdmin(app.sql, app.clock.now(), {
      name: 'Gone \u001b[2J',
      status: 'DISABLED',
      role: 'SUPPORT',
    });
    await app.sql(`update admin set last_login_at = '2026-11-21T10:00:00Z' where id = $1`, [gone.id]);
    const { code, stdout, stderr } = await admin(['list']);
    expect([code, stderr]).toEqual([0, '']);
    const [titles, ...lines] = stdout.trimEnd().split('\n');
    expect(titles).toMatch(/^E-MAIL +NAME +ROLE +STATUS +LAST SIGN-IN$/);
    const [{ count }] = (await app.sql('select count(*)::int from admin')) as [{ count: number }];
    expect(lines).toHaveLength(count);
    expect(stdout).toMatch(
      new RegExp(`^${gone.email} +Gone \\?\\[2J +SUPPORT +DISABLED +2026-11-21T10:00:00.000Z$`, 'm'),
    );
    expect(stdout).toMatch(new RegExp(`^${FIRST_ADMIN.email} +First admin +SUPER_ADMIN +ACTIVE +never$`, 'm'));
  });

  it('karvon admin list lists a team of more than one page as JSON without secrets', async () => {
    const database = await createTestDatabase();
    const { pool, sql } = openDatabase(database.url);
    await sql(
      `insert into admin (id, name, email, role, status, password_hash, must_change_password, created_at, updated_at)
       select gen_random_uuid(), 'N', n || '@karvon.test', 'VIEWER', 'ACTIVE', 'canary-hash', false, now(), now()
         from generate_series(1, 1001) n`,
    );
    const { code, stdout } = await admin(['list', '--json'], database.url);
    expect([code, JSON.parse(stdout).length]).toEqual([0, 1001]);
    expect(stdout).not.toContain('canary-hash');
    await pool.end();
    await database.drop();
  });
});

it('karvon admin leaves no connection open, which its process would wait for', async () => {
  const database = await createTestDatabase();
  const { pool, sql } = openDatabase(database.url);
  expect((await admin(['list'], database.url)).code).toBe(0);
  const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  // PostgreSQL ends a backend shortly after its client has gone.
  await until(async () => (await sql(others)).length === 0);
  await pool.end();
  await database.drop();
});

describe('the principal system', () => {
  const callBy = (transport: Transport): Call => ({
    runtime: app.runtime,
    requestId: 'test',
    ip: '127.0.0.1',
    network: '127.0.0.1',
    transport,
  });
  const anything = { wire: 'json', read: () => ({}) } as const;

  it.each(catalog.filter(({ name }) => !OPEN_TO_THE_SYSTEM.includes(name)))(
    'the principal system cannot call $name from the command line',
    async (operation) => {
      await expect(run(operation, callBy('CLI'), anything, { id: crypto.randomUUID() })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'ROLE_FORBIDDEN',
      });
    },
  );

  it.each(OPEN_TO_THE_SYSTEM)(
    'the principal system cannot call %s over another transport than the command line',
    async (name) => {
      const operation = catalog.find((one) => one.name === name);
      if (!operation) throw new Error(`${name} is not in the catalog`);
      for (const transport of TRANSPORTS.filter((one) => one !== 'CLI')) {
        await expect(run(operation, callBy(transport), anything)).rejects.toMatchObject({
          code: 'ADMIN_AUTH_REQUIRED',
        });
      }
    },
  );

  it('the principal system cannot be impersonated by an HTTP request that claims to be the command line', async () => {
    const claims = {
      'x-transport': 'CLI',
      'x-karvon-transport': 'CLI',
      'user-agent': 'karvon admin',
      'x-actor': 'SYSTEM',
    };
    const before = await databaseState(app.sql);
    const body = { email: newcomer(), name: 'Anna', role: 'SALES' };
    const replies = [
      await app.rest('GET', '/v1/admin/team?transport=CLI', undefined, claims),
      await app.rest('POST', '/v1/admin/team', { ...body, transport: 'CLI' }, claims),
      await app.rest('POST', `/v1/admin/team/${root.admin.id}/reset-password`, undefined, claims),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    const typed = await app.gql('{ team { totalCount } }', undefined, claims);
    expect([typed.status, typed.body.error.code]).toEqual([401, 'ADMIN_AUTH_REQUIRED']);
    expect(await databaseState(app.sql)).toEqual(before);
  });

  it('the principal system is not rate limited', async () => {
    const call = { ...callBy('CLI'), runtime: { ...app.runtime, limits: memoryRateLimits() } };
    for (let count = 0; count <= listTeam.limit; count += 1) await run(listTeam, call, anything);
    expect(call.rateLimit).toBeUndefined();
  });
});

describe('karvon admin with an unusable database', () => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });
  async function changed(statement: string): Promise<string> {
    const database = await createTestDatabase();
    databases.push(database);
    const { pool, sql } = openDatabase(database.url);
    await sql(statement);
    await pool.end();
    return database.url;
  }
  const elsewhere = (change: (url: URL) => void) => {
    const url = new URL(app.database.url);
    url.password ||= 'canary-password';
    change(url);
    return url.href;
  };
  async function commandError(url: string, args = ['list']): Promise<string> {
    const { code, stdout, stderr } = await admin(args, url);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^karvon: .*\n$/);
    const { password } = new URL(url);
    if (password) expect(stderr).not.toContain(password);
    return stderr;
  }

  it('karvon admin with an unusable database prints its address, the reason and the remedy', async () => {
    const refused = await commandError(elsewhere((url) => Object.assign(url, { port: '1' })));
    expect(refused).toMatch(/Cannot connect to PostgreSQL at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start PostgreSQL there/);
    const wrong = elsewhere((url) => Object.assign(url, { password: 'canary-wrong' }));
    expect(await commandError(wrong)).toMatch(/rejected the password of the role/);
    const missing = elsewhere((url) => Object.assign(url, { pathname: '/no_such_database' }));
    expect(await commandError(missing)).toMatch(
      /The database "no_such_database" does not exist .*\. Correct the name in DATABASE_URL/,
    );
    expect(await app.sql(`select from pg_database where datname = 'no_such_database'`)).toEqual([]);
    const nowhere = elsewhere((url) => Object.assign(url, { hostname: 'nowhere.invalid' }));
    expect(await commandError(nowhere)).toMatch(/The host name of nowhere\.invalid:\d+ cannot be resolved/);
  });

  it('karvon admin with an unusable database fails if it is empty, older or newer, and never migrates it', async () => {
    const empty = await createEmptyDatabase();
    databases.push(empty);
    expect(await commandError(empty.url)).toMatch(/The database is empty\. Start the service once/);
    const { pool, sql } = openDatabase(empty.url);
    expect(await sql(`select from pg_tables where schemaname = 'public'`)).toEqual([]);
    await pool.end();

    const older = await changed(`delete from migration where name = '2026-11-22-cli-transport'`);
    expect(await commandError(older)).toMatch(
      /An older version of Karvon .* \(it lacks 2026-11-22-cli-transport\)\. Start the service of this version/,
    );
    const newer = await changed(`insert into migration (name) values ('2099-01-01-later')`);
    expect(await commandError(newer)).toMatch(/A newer version of Karvon .* \(it has 2099-01-01-later\)/);
  });

  it('karvon admin with an unusable database reports that the database is read-only when a write fails', async () => {
    const url = await changed(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
    );
    expect((await admin(['list'], url)).code).toBe(0);
    const args = ['create', '--email', 'a@karvon.test', '--name', 'Anna', '--role', 'SALES'];
    expect(await commandError(url, args)).toMatch(/is read-only, but Karvon must write to it/);
  });

  it('karvon admin with an unusable database rolls back a failed write and prints none of its values', async () => {
    const url = await changed(
      `create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no entry today'; end $$;
       create trigger refuse_audit before insert on audit_entry for each row execute function refuse_audit()`,
    );
    const text = await commandError(url, ['create', '--email', 'a@karvon.test', '--name', 'Anna', '--role', 'SALES']);
    expect(text).toMatch(/unexpected error: \w+ P0001/);
    expect((await admin(['list', '--json'], url)).stdout).toBe('[]\n');
  });
});

describe('the installed command karvon admin', () => {
  it('the installed command karvon admin needs only the database settings, also in production', async () => {
    const env = { NODE_ENV: 'production', DATABASE_URL: app.database.url };
    const { code, stdout } = await karvonProcess(['admin', 'list'], { env, cwd: temporaryFolder('elsewhere') });
    expect([code, stdout]).toEqual([0, expect.stringContaining(FIRST_ADMIN.email)]);

    const without = await karvonProcess(['admin', 'list'], { env: { NODE_ENV: 'production' } });
    expect(without).toEqual({ code: 1, stdout: '', stderr: 'karvon: NODE_ENV=production requires DATABASE_URL\n' });
  });
});
