import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type pg from 'pg';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { databaseState } from '../support/database-state.ts';
import { makeSale } from '../support/factories/sale.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';

/** What attackers use: sqlmap on parameters, forms and bodies; slowhttptest on connections. */

const SQLMAP = '/usr/bin/sqlmap';
const SLOWHTTPTEST = '/usr/bin/slowhttptest';
const present = [SQLMAP, SLOWHTTPTEST].every((tool) => existsSync(tool));
if (!present && process.env.CI !== 'true') {
  process.stderr.write('sqlmap and slowhttptest are not installed: what they find is not tried here.\n');
}
const withTools = present || process.env.CI === 'true' ? describe : describe.skip;

/** Colors and cursor moves of a terminal. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');
const LOGIN = '/v1/admin/auth/login';
const FOUND = 'identified the following injection point';

/** What sqlmap says of a request. @param args further options: `--data`, `-p` */
async function sqlmap(url: string, ...args: string[]): Promise<string> {
  const options = ['--batch', '--flush-session', '--disable-coloring', '--technique=BEUST', '--threads=2'];
  const folder = temporaryFolder('sqlmap');
  const { stdout } = await promisify(execFile)(SQLMAP, ['-u', url, ...options, '--output-dir', folder, ...args], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

withTools('sqlmap', () => {
  let app: TestApp;
  let admin: Caller;
  let before: object;
  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.as('SUPER_ADMIN');
    await makeSale(app, { salesChannel: 'WEBSITE' });
    const { sale, customer, device, admin: admins } = await databaseState(app.sql);
    before = { sale, customer, device, admin: admins };
  });
  afterAll(() => app.stop());

  it.each([
    ['the list of customers', '/v1/admin/customers?search=a&skip=0&take=5', []],
    ['the list of sales', '/v1/admin/sales?search=a&channel=WEBSITE&take=5', []],
    ['the list of devices', '/v1/admin/devices?search=KRV&hardwareRevision=a', []],
    ['the audit log', '/v1/admin/audit?action=createSale&take=5', []],
    ['an export with a filter', '/v1/admin/exports/sales?fields=number&search=a', []],
    [
      'a login',
      LOGIN,
      ['--ignore-code=401', '-p', 'email', '--data', '{"email":"a@karvon.test","password":"Quiet-Harbour-71"}'],
    ],
    ['GraphQL', '/graphql', ['--data', '{"query":"{ customers(search: \\"a*\\") { totalCount } }"}']],
  ])('sqlmap finds no injection in %s', async (_what, path, args) => {
    const headers = ['--headers', `Cookie: ${admin.cookie}\nContent-Type: application/json`];
    const said = await sqlmap(`${app.url}${path}`, ...headers, '--skip=Cookie', ...args);
    // A refused login is what it is about; everything else is answered.
    if (path !== LOGIN) expect(said).not.toContain('responded with an HTTP error code');
    expect(said).not.toContain(FOUND);
    expect(said).toContain('do not appear to be injectable');
  });

  it('sqlmap has changed no record', async () => {
    const { sale, customer, device, admin: admins } = await databaseState(app.sql);
    expect({ sale, customer, device, admin: admins }).toEqual(before);
  });

  it('sqlmap finds the injection in a page that has one', async () => {
    const page = await injectablePage(app);
    try {
      const { port } = page.address() as AddressInfo;
      expect(await sqlmap(`http://127.0.0.1:${port}/?search=a`)).toContain(FOUND);
    } finally {
      page.close();
    }
  });
});

/** A page that pastes its parameter into SQL. */
async function injectablePage(app: TestApp): Promise<Server> {
  const page = createServer(async (req, res) => {
    const search = new URL(req.url ?? '', 'http://page').searchParams.get('search');
    try {
      res.end(JSON.stringify(await app.sql(`select email from customer where email like '%${search}%' limit 5`)));
    } catch (error) {
      res.writeHead(500).end(String(error));
    }
  });
  await once(page.listen(0, '127.0.0.1'), 'listening');
  return page;
}

withTools('slowhttptest', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let service: Service;
  let admin: Caller;
  beforeAll(async () => {
    database = await createTestDatabase();
    const opened = openDatabase(database.url);
    pool = opened.pool;
    service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('slow') });
    admin = await signedIn(service, opened.sql, { role: 'SUPER_ADMIN' });
  });
  afterAll(async () => {
    await service.stop();
    await pool.end();
    await database.drop();
  });

  const CONNECTIONS = '300';
  const SECONDS = '10';
  it.each([
    ['headers', ['-H', '-i', '2']],
    ['bodies', ['-B', '-i', '2', '-s', '8192', '-t', 'POST']],
    ['readers', ['-X', '-k', '3', '-r', '100', '-w', '1', '-y', '2', '-n', '5', '-z', '1']],
  ])('an attack with slow %s keeps nobody else from an answer', async (_which, mode) => {
    const attack = spawn(
      SLOWHTTPTEST,
      [...mode, '-c', CONNECTIONS, '-r', '150', '-l', SECONDS, '-p', '3', '-u', `${service.url}/health`],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const said = text(attack.stdout).then((shown) => shown.replace(ESCAPES, ''));
    let answers = 0;
    while (isRunning(attack)) {
      expect((await admin.rest('GET', '/v1/admin/settings')).status).toBe(200);
      answers += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    expect(answers).toBeGreaterThan(1);
    expect(await said).toMatch(/service available:\s+YES/);
    expect(service.exitCode).toBeNull();
  });
});

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
