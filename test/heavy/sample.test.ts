import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cookieOf, wireTo } from '../support/callers.ts';
import { npmStart, PROJECT } from '../support/process-tree.ts';
import { temporaryFolder } from '../support/run.ts';

const LOGIN = '/v1/admin/auth/login';
const SAMPLE = ['npm', 'start', '--', '--sample'];
const DEVICES = 2_000;

type Started = Awaited<ReturnType<typeof npmStart>>;

function signInOf(tree: Started) {
  const [, email = ''] = /^Sign in as +(\S+)$/m.exec(tree.output()) ?? [];
  const [, password = ''] = /^Password +(\S+)$/m.exec(tree.output()) ?? [];
  return { email, password };
}

async function adminOf(tree: Started, signIn: object) {
  const wire = wireTo(tree.url);
  const reply = await wire.client().rest('POST', LOGIN, signIn);
  expect(reply.status).toBe(201);
  return wire.client({ cookie: cookieOf(reply) });
}

async function stop(tree: Started): Promise<void> {
  tree.child.kill('SIGTERM');
  await tree.ended();
}

const countOf = async (admin: Awaited<ReturnType<typeof adminOf>>, list: string): Promise<number> =>
  (await admin.gql(`{ ${list}(first: 1) { totalCount } }`)).body.data[list].totalCount;

/** Runs the start where it must refuse to. */
function refused(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.ts', ...args], {
    cwd: PROJECT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
}

it('a sample has its own data beside the real data, is kept for the next start with it, and goes at the next one without', async () => {
  const dataDir = temporaryFolder('sample');
  const folder = join(dataDir, 'sample');
  // What a sample must not touch: the start would fail on each of them.
  const env = {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/real',
    REDIS_URL: 'redis://127.0.0.1:1',
    S3_BUCKET: 'real',
  };
  const first = await npmStart(dataDir, { by: SAMPLE, env });
  const signIn = signInOf(first);
  const admin = await adminOf(first, signIn);
  expect([await countOf(admin, 'devices'), await countOf(admin, 'customers')]).toEqual([DEVICES, DEVICES]);
  expect((await admin.rest('POST', '/v1/admin/customers', { fullName: 'Aziza Karimova' })).status).toBe(201);

  // Another start does not remove a sample that is used.
  const beside = await npmStart(dataDir);
  expect(beside.output()).toMatch(/^The sample data stays: .* is in use by another Karvon process/m);
  await stop(beside);
  await stop(first);

  const second = await npmStart(dataDir, { by: SAMPLE, env });
  expect(signInOf(second)).toEqual(signIn);
  expect(second.output()).not.toContain('plan:');
  expect(await countOf(await adminOf(second, signIn), 'customers')).toBe(DEVICES + 1);
  await stop(second);

  const own = await npmStart(dataDir);
  expect(existsSync(folder)).toBe(false);
  expect((await wireTo(own.url).client().rest('POST', LOGIN, signIn)).status).toBe(401);
  await stop(own);
  expect(existsSync(join(dataDir, 'postgres', 'cluster'))).toBe(true);
});

it('a sample that was stopped before its end is made again', async () => {
  const dataDir = temporaryFolder('sample');
  const folder = join(dataDir, 'sample');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'karvon-sample.json'), '{}');
  writeFileSync(join(folder, 'remnant'), '');
  const tree = await npmStart(dataDir, { by: SAMPLE });
  expect(await countOf(await adminOf(tree, signInOf(tree)), 'devices')).toBe(DEVICES);
  expect(existsSync(join(folder, 'remnant'))).toBe(false);
  await stop(tree);
});

it('a sample is refused in production, and where its folder is something else', () => {
  const dataDir = temporaryFolder('sample');
  const production = refused(dataDir, ['--sample'], { NODE_ENV: 'production' });
  expect([production.status, existsSync(join(dataDir, 'sample'))]).toEqual([2, false]);
  expect(production.stderr).toMatch(/^npm start: --sample is refused with NODE_ENV=production/);
  const folder = join(dataDir, 'sample');
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine'), '');
  const other = refused(dataDir, ['--sample']);
  expect([other.status, existsSync(join(folder, 'mine'))]).toEqual([2, true]);
  expect(other.stderr).toContain('is no sample data of Karvon');
  expect(refused(dataDir, ['--smaple']).stderr).toMatch(/^npm start: Unknown option '--smaple'/);
});

it('a folder named sample that is something else stays at every start', async () => {
  const dataDir = temporaryFolder('sample');
  const folder = join(dataDir, 'sample');
  mkdirSync(folder);
  writeFileSync(join(folder, 'mine'), '');
  await stop(await npmStart(dataDir));
  expect(existsSync(join(folder, 'mine'))).toBe(true);
});
