import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, runningPort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { FIRST_ADMIN } from '../support/app.ts';
import { karvonProcess, loadedScripts, startCli } from '../support/cli.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const LOGIN = '/v1/admin/auth/login';
const ANNA = ['create', '--email', 'anna@karvon.test', '--name', 'Anna', '--role', 'SALES'];

const admin = (DATA_DIR: string, ...args: string[]) => karvonProcess(['admin', ...args], { env: { DATA_DIR } });
const clusterOf = (dataDir: string) => join(dataDir, 'postgres/cluster');
/** The data of a service that was stopped. */
async function servedBefore(name: string): Promise<string> {
  const dataDir = temporaryFolder(name);
  const service = await startService({ DATA_DIR: dataDir });
  // It drains on signals once it answers.
  await fetch(`${service.url}/health`);
  expect(await service.stop()).toBe(0);
  return dataDir;
}
const isRunning = (dataDir: string) => runningPort(clusterOf(dataDir)) !== undefined;

describe('karvon admin on the embedded PostgreSQL', () => {
  it('karvon admin on the embedded PostgreSQL fails without a database and creates nothing', async () => {
    const dataDir = temporaryFolder('nothing');
    const before = readdirSync(dataDir);
    const { code, stdout, stderr } = await admin(dataDir, 'list');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^karvon: There is no database in .*nothing.*\. Start the service once \(npm start\).*DATA_DIR/,
    );
    expect(readdirSync(dataDir)).toEqual(before);
  });

  it('karvon admin on the embedded PostgreSQL runs while the service runs, starts and has stopped, and concurrently with another command', async () => {
    const dataDir = temporaryFolder('whole');
    const service = await startService({ DATA_DIR: dataDir });
    const made = await admin(dataDir, ...ANNA);
    expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('not running')]);
    const signIn = (url: string, password: string) =>
      fetch(`${url}${LOGIN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'anna@karvon.test', password }),
      });
    expect((await signIn(service.url, made.stdout.trim())).status).toBe(201);
    expect(await service.stop()).toBe(0);
    expect(isRunning(dataDir)).toBe(false);

    const reset = await admin(dataDir, 'reset-password', 'anna@karvon.test');
    expect([reset.code, reset.stderr]).toEqual([
      0,
      expect.stringContaining(`No service is running with the data in ${dataDir}/postgres. Starting its PostgreSQL`),
    ]);
    expect(isRunning(dataDir)).toBe(false);

    const commands = [admin(dataDir, 'list'), admin(dataDir, 'list'), admin(dataDir, ...ANNA)];
    const again = startService({ DATA_DIR: dataDir });
    const [first, second, duplicate] = await Promise.all(commands);
    expect([first?.code, second?.code, duplicate?.code]).toEqual([0, 0, 1]);
    expect(duplicate?.stderr).toContain('DUPLICATE_EMAIL');
    const started = await again;
    expect(started.output()).not.toContain('First admin');
    expect((await signIn(started.url, reset.stdout.trim())).status).toBe(201);
    expect(await started.stop()).toBe(0);
  });

  it('karvon admin on the embedded PostgreSQL runs after the service was killed', async () => {
    const dataDir = temporaryFolder('killed');
    const service = await startService({ DATA_DIR: dataDir });
    await service.kill9();
    expect(isRunning(dataDir)).toBe(true);
    const { code, stdout } = await admin(dataDir, 'list');
    expect([code, stdout]).toEqual([0, expect.stringContaining(FIRST_ADMIN.email)]);
    expect(isRunning(dataDir)).toBe(false);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'karvon admin on the embedded PostgreSQL leaves no PostgreSQL process after %s',
    async (signal) => {
      const dataDir = await servedBefore('signal');
      const command = startCli(['admin', 'list'], { env: { DATA_DIR: dataDir } });
      await until(() => isRunning(dataDir));
      command.child.kill(signal);
      const { code, stdout } = await command.ended;
      expect([[129, 130, 143].includes(code), stdout]).toEqual([true, '']);
      await until(() => !isRunning(dataDir));
      expect(isAlive(command.child.pid ?? 0)).toBe(false);
      expect((await admin(dataDir, 'list')).code).toBe(0);
    },
  );

  const onlyAsRoot = process.getuid?.() === 0 ? it : it.skip;
  onlyAsRoot('fails for a user who does not own the data, names the owner and changes nothing', async () => {
    const dataDir = await servedBefore('owner');
    const daemon = 1;
    chownSync(clusterOf(dataDir), daemon, daemon);
    const { code, stderr } = await admin(dataDir, 'list');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/belongs to the user daemon\. Run this command as that user/),
    ]);
    expect(isRunning(dataDir)).toBe(false);
  });
});

describe('the settings of karvon admin', () => {
  it('the settings of karvon admin are read from the current folder if it has the data of a service', async () => {
    const folder = temporaryFolder('settings');
    mkdirSync(join(folder, '.data'));
    const { stderr } = await karvonProcess(['admin', 'list'], { cwd: folder });
    expect(stderr).toContain(`There is no database in ${folder}/.data/postgres.`);
  });
});

describe('the installed command', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('the installed command runs on the Node.js installed with it if an older one calls its path', async () => {
    // Says that it is Node 20 and, like its first releases, has no process.getBuiltinModule.
    const older = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.0.0' });
      process.getBuiltinModule = undefined`;
    const { code, stdout } = await karvonProcess(['admin', 'list', '--json'], {
      env: { DATABASE_URL: database.url },
      flags: ['--import', older],
    });
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.any(Array)]);
    expect((await karvonProcess(['admin', 'fly'], { flags: ['--import', older] })).code).toBe(2);
  });

  it('the installed command loads the database layer only for admin', async () => {
    const isDatabase = (url: string) => /@mikro-orm|\/persistence\/orm\.js|\/node_modules\/pg\//.test(url);
    const listed = await loadedScripts(['admin', 'list'], { DATABASE_URL: database.url });
    expect(listed.filter(isDatabase)).not.toEqual([]);
    for (const args of [
      ['--help'],
      ['admin', '--help'],
      ['release', 'verify', '/none', '--trust', '/none'],
      ['simulate'],
    ]) {
      expect((await loadedScripts(args)).filter(isDatabase)).toEqual([]);
    }
  });
});
