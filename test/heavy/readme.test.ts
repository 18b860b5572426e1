import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { FIRST_ADMIN } from '../support/app.ts';
import { cookieOf, type Json, wireTo } from '../support/callers.ts';
import { type Block, commandsOf, pages } from '../support/markdown.ts';
import { npmStart, PROJECT } from '../support/process-tree.ts';
import { temporaryFolder } from '../support/run.ts';

/** The pages whose commands run here, in the order in which a newcomer meets them. */
const RUN = [
  'README.md',
  'docs/operate/install.md',
  'docs/operate/admins.md',
  'docs/devices/first-heartbeat.md',
  'docs/api/first-query.md',
  'docs/staff/daily-work.md',
  'docs/api/graphql.md',
  'docs/api/analytics.md',
  'docs/api/exports.md',
  'examples/public-site/README.md',
];

/** Blocks of these pages that do not, by how they begin. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm start': 'it is how the service of this test is started',
  'curl -N -b jar': 'it listens until it is stopped: test/heavy/live.test.ts',
  'npm run seed -- --devices 100 --with-secrets 1': 'the database has data already: test/heavy/seed.test.ts',
  'python3 heartbeat.py': 'it needs the file of the page: test/heartbeats/first-heartbeat.test.ts',
  'node examples/public-site/serve.js': 'it serves until it is stopped: test/heavy/public-site.test.ts',
};

/** Other pages with commands, and what runs them. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'console/README.md': 'npm run check runs `npm ci` and all but its server of developers',
  'docs/devices/protocol.md': 'it needs a device: test/heavy/device-examples.test.ts',
  'docs/api/graphql-clients.md': 'it installs packages, a minute: test/heavy/dashboard-client.test.ts',
  'docs/operate/deploying.md':
    'it makes users and system services; what can be run without them: test/heavy/deploy.test.ts',
  'docs/operate/growing.md':
    'it needs the next version: test/heavy/failover.test.ts, test/heavy/migration-command.test.ts',
  'docs/operate/monitoring.md': 'it needs Prometheus: test/heavy/metrics.test.ts',
  'docs/operate/keys.md': 'test/cli/keys.test.ts',
  'docs/operate/doctor.md': 'test/cli/doctor.test.ts',
  'docs/operate/backup.md': 'it needs a passphrase: test/backup/backup-restore.test.ts',
  'docs/operate/replica.md': 'a standby beside a primary: test/heavy/replica.test.ts',
  'docs/devices/pairing.md': 'it needs the credential of an app: test/pairing/offline.test.ts',
  'docs/devices/release-signing.md':
    'idf.py is the tool of the firmware’s authors; the rest: test/firmware/openssl.test.ts',
  'docs/devices/releases.md': 'it needs a signed package: test/firmware',
  'docs/api/rest.md': 'test/heavy/openapi.test.ts',
  'docs/api/scripts.md': 'it needs a token: test/heavy/scripts.test.ts',
  'docs/devices/simulator.md': 'it runs until it is stopped: test/simulator',
  'examples/api-client/README.md': 'it installs packages: test/heavy/openapi.test.ts',
  'examples/device-c/README.md': 'test/heavy/device-examples.test.ts',
  'examples/device-python/README.md': 'test/heavy/device-examples.test.ts',
};

/** Commands of the README that are in no block. */
const LONG: Readonly<Record<string, string>> = {
  'npm test': 'CI runs it',
  'npm run test:heavy': 'CI runs it',
  'npm run check': 'CI runs it',
  'npm run bench': 'it takes many minutes of a quiet machine',
  'npm run fuzz': 'test/heavy/fuzz.test.ts',
  'npm run dev': 'it runs until it is stopped: test/heavy/process-tree.test.ts',
};
const RUN_BELOW = ['npm start', 'npm run seed', 'npm run demo'];

const hasZsh = spawnSync('zsh', ['--version']).status === 0;
if (!hasZsh) process.stderr.write('zsh is not installed: the commands of the documentation do not run in it here.\n');

/** As in a terminal: an interactive zsh treats some characters otherwise than a script does. */
const SHELLS: Readonly<Record<string, readonly string[]>> = {
  bash: ['--norc', '-e', '-o', 'pipefail', '-c'],
  zsh: ['-f', '-i', '-e', '-c'],
};

const isRun = ({ text }: Block) => !Object.keys(NOT_RUN).some((start) => text.startsWith(start));

it('every block of commands in the documentation is run here, or it is known what runs it', () => {
  const withCommands = pages().filter((page) => commandsOf(page).length > 0);
  expect(withCommands.filter((page) => !RUN.includes(page) && !(page in ELSEWHERE))).toEqual([]);
  const begins = RUN.flatMap((page) => commandsOf(page)).map(({ text }) => text);
  expect(Object.keys(NOT_RUN).filter((start) => !begins.some((text) => text.startsWith(start)))).toEqual([]);
  for (const reason of [...Object.values(ELSEWHERE), ...Object.values(NOT_RUN)]) {
    for (const [, file = ''] of reason.matchAll(/(test\/[\w./-]+)/g))
      expect([file, existsSync(file)]).toEqual([file, true]);
  }
});

it('every npm command that the README names is run here, or it is known why not', () => {
  const named = new Set(readFileSync('README.md', 'utf8').match(/npm run [\w:]+|npm (?:start|test)\b/g));
  expect([...named].filter((command) => !(command in LONG) && !RUN_BELOW.includes(command))).toEqual([]);
});

/** A folder like a clone's, with nothing of anybody's data in it. */
function checkout(): string {
  const folder = temporaryFolder('readme');
  chmodSync(folder, 0o711);
  for (const name of readdirSync(PROJECT)) {
    if (!['.git', '.data', '.env'].includes(name)) symlinkSync(join(PROJECT, name), join(folder, name));
  }
  // curl that says by its exit code what the service answered.
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'curl'), '#!/bin/sh\nexec /usr/bin/curl --fail-with-body -sS "$@"\n', {
    mode: 0o755,
  });
  return folder;
}

function runIn(
  shell: string,
  folder: string,
  text: string,
  variables: Readonly<Record<string, string>>,
): SpawnSyncReturns<string> {
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return spawnSync(shell, [...(SHELLS[shell] ?? []), text], {
    cwd: folder,
    encoding: 'utf8',
    // Only of one that hangs: the demo takes two minutes of a busy machine.
    timeout: 600_000,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: [join(folder, 'bin'), ...path].join(':'), HOME: process.env.HOME ?? '/', ...variables },
  });
}

/** A device of those that `npm run seed -- --with-secrets` wrote. */
function seededDevice(folder: string): Record<string, string> {
  const file = join(folder, 'seeded-devices.jsonl');
  if (!existsSync(file)) return {};
  const { serial, secret } = JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '');
  return { SERIAL: serial, SECRET_HEX: Buffer.from(secret, 'base64url').toString('hex') };
}

describe.each(Object.keys(SHELLS))('in %s', (shell) => {
  const runs = shell === 'bash' || hasZsh || process.env.CI === 'true' ? it : it.skip;

  runs('the commands of the documentation do what they say, on a service that was started as it says', async () => {
    const folder = checkout();
    const port = String(await freePort(0));
    const start = await npmStart(join(folder, '.data'), {
      by: [shell, ...(SHELLS[shell] ?? []), 'npm start'],
      cwd: folder,
      env: { PORT: port, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' },
    });
    const [, email = ''] = await start.wrote(/First admin +(\S+)/);
    const [, password = ''] = await start.wrote(/Password +(\S+)/);
    const failed: string[] = [];
    const blocks = RUN.flatMap((page) => commandsOf(page)).filter(isRun);
    for (const { page, line, text } of blocks) {
      const command = text
        .replaceAll('localhost:3000', `localhost:${port}`)
        .replaceAll('<as printed>', password)
        // Ten thousand take half a minute of a busy machine; test/heavy/seed.test.ts makes larger ones.
        .replace('--devices 10000', '--devices 1000');
      const variables = { EMAIL: email, PASSWORD: password, ...seededDevice(folder) };
      const { status, stdout, stderr } = runIn(shell, folder, command, variables);
      if (status !== 0 || /"errors?":/.test(stdout))
        failed.push(`${page}:${line} ended with ${status}\n${stdout}\n${stderr}`);
    }
    expect(failed).toEqual([]);
    expect(blocks.length).toBeGreaterThan(6);

    // What docs/operate/sample-data.md says there is to see.
    const wire = wireTo(start.url);
    const signedIn = await wire.client().rest('POST', '/v1/admin/auth/login', { email, password });
    const cookie = cookieOf(signedIn);
    const { body } = await wire.client({ cookie }).gql(`{
      overview { __typename }
      salesAnalytics(range: YEAR) { __typename }
      preorderAnalytics { __typename }
      devices(search: "LAMP2-PRO", first: 1) { totalCount nodes { model } }
      customers(first: 1) { totalCount }
      sales(first: 1) { totalCount }
    }`);
    expect(body.errors).toBeUndefined();
    const { devices, customers, sales } = body.data as Json;
    expect(devices.nodes[0].model).toBe('LAMP2-PRO');
    expect([customers.totalCount > 500, sales.totalCount > 1_000, devices.totalCount > 0]).toEqual([true, true, true]);
    const preorders = await wire.client().rest('GET', '/v1/public/preorder-config');
    expect(preorders.body).toMatchObject({ enabled: true, fullPrice: 1_200_000 });
    wire.close();
    process.kill(start.child.pid, 'SIGTERM');
    await start.ended();
  });
});

it('npm run demo -- --keep keeps a business that npm start then shows, as the demo says', async () => {
  const folder = checkout();
  const demo = runIn('bash', folder, 'npm run demo -- --keep demo-data', {});
  expect([demo.status, demo.stderr.includes('FAILED')]).toEqual([0, false]);
  expect(demo.stdout).toContain(`The business is kept in ${join(folder, 'demo-data')}. To look at it:`);
  const [, command = ''] = /^ {2}(DATA_DIR=.* npm start)$/m.exec(demo.stdout) ?? [];
  const [, email, password] = /as (\S+) with the password (\S+)\.$/m.exec(demo.stdout) ?? [];
  const again = runIn('bash', folder, 'npm run -s demo -- --keep demo-data', {});
  expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('has data already. Name another folder')]);

  const start = await npmStart(join(folder, 'demo-data'), { by: ['bash', '-c', command], cwd: folder });
  const wire = wireTo(start.url);
  const signedIn = await wire.client().rest('POST', '/v1/admin/auth/login', { email, password });
  expect(signedIn.status).toBe(201);
  const cookie = cookieOf(signedIn);
  const { body } = await wire
    .client({ cookie })
    .gql('{ devices { totalCount } sales { totalCount } releases { nodes { version lifecycle } } }');
  expect(body.data).toMatchObject({ sales: { totalCount: 1 } });
  expect(body.data.devices.totalCount).toBeGreaterThan(20);
  expect(body.data.releases.nodes).toEqual(expect.arrayContaining([{ version: '1.1.0', lifecycle: 'COMPLETED' }]));
  expect(email).not.toBe(FIRST_ADMIN.email);
  wire.close();
  process.kill(start.child.pid, 'SIGTERM');
  await start.ended();
});
