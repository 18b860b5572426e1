import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runCli } from '../../src/cli/run-cli.ts';
import { plantRelease } from '../simulator/release-flow.ts';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeReleaseKey, trustingFolder, trustText } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';

const key = makeReleaseKey();
const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
let app: TestApp;
let folder: string;

beforeAll(async () => {
  const port = String(await freePort());
  // Devices download from the public address.
  const env = { DATA_DIR: trustingFolder([key]), PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  app = await startTestApp({ clock, env });
  folder = temporaryFolder('simulate');
});
afterAll(() => app.stop());

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function simulate(
  args: readonly string[],
  ...stdin: readonly (string | Uint8Array)[]
): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(['simulate', ...args], {
    stdin: (async function* () {
      yield* stdin;
    })(),
    stdout: { write: (text) => (written.out += text) },
    stderr: { write: (text) => (written.err += text) },
    now: () => new Date(),
  });
  return { code, ...written };
}

async function credentialsFile(name: string, hardwareRevision: string, count: number, secret?: Buffer) {
  const lines: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const device = await makeDevice(app, { hardwareRevision, status: 'ACTIVE' });
    lines.push(
      JSON.stringify({
        serial: device.serial,
        secret: (secret ?? device.secret).toString('base64url'),
        model: 'LAMP1',
        hardwareRevision,
        releaseTrustJwks: JSON.parse(trustText([key])),
      }),
    );
  }
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

describe('karvon simulate', () => {
  it('karvon simulate updates a fleet, ends when all devices run the expected version, and prints JSON', async () => {
    const file = await credentialsFile('fleet.jsonl', 'cli-a', 5);
    await plantRelease(app, key, { version: '1.1.0', buildNumber: 110, hardwareRevision: 'cli-a' });
    const common = ['--url', app.url, '--credentials', file, '--devices', '4', '--json', '--duration', '30'];
    const { code, out, err } = await simulate([...common, '--expect', '1.1.0']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ devices: 4, firmware: { '1.1.0 (110)': 4 }, updates: { SUCCESS: 4 } });
  });

  it('karvon simulate exits with 1 when the expected version is not reached in time', async () => {
    const file = await credentialsFile('bad.jsonl', 'cli-b', 1);
    await plantRelease(app, key, { version: '1.1.0', buildNumber: 110, hardwareRevision: 'cli-b' });
    const args = ['--url', app.url, '--credentials', file, '--bad-rate', '1', '--duration', '2', '--expect', '1.1.0'];
    const { code, out, err } = await simulate(args);
    expect({ code, err }).toEqual({ code: 1, err: 'karvon: Not every device runs 1.1.0.\n' });
    expect(out).toMatch(/1\.0\.0 \(100\): 1 {2}\(0 updated, 1 rolled back, 0 failed/);
  });

  it('karvon simulate updates a fleet that is switched off every night and leaves out reports', async () => {
    const file = await credentialsFile('nights.jsonl', 'cli-e', 3);
    await plantRelease(app, key, { version: '1.1.0', buildNumber: 110, hardwareRevision: 'cli-e' });
    // A day is four seconds long.
    const behavior = ['--nights', '1', '--silent-reports', '0.5', '--time-scale', '20000'];
    const common = ['--url', app.url, '--credentials', file, '--json', '--duration', '120', '--expect', '1.1.0'];
    const { code, out, err } = await simulate([...common, ...behavior]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toMatchObject({ firmware: { '1.1.0 (110)': 3 }, updates: { ROLLED_BACK: 0, FAILED: 0 } });
  });

  it('karvon simulate loses devices that are unplugged for ever', async () => {
    const file = await credentialsFile('gone.jsonl', 'cli-f', 3);
    const behavior = ['--unplugged', '1000', '--for-ever', '1', '--time-scale', '1000000'];
    const common = ['--url', app.url, '--credentials', file, '--json', '--duration', '5'];
    const { code, out } = await simulate([...common, ...behavior]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ activities: { OFF: 3 }, firmware: { off: 3 }, unplugged: 3 });
  });

  it('karvon simulate creates devices through the public API and saves their credentials with mode 0600', async () => {
    const file = join(folder, 'own.jsonl');
    const admin = ['--admin-email', FIRST_ADMIN.email, '--admin-password', '-'];
    const made = ['--devices', '2', '--hardware-revision', 'cli-c', '--save', file, '--duration', '1', '--json'];
    const { code, out } = await simulate(['--url', app.url, ...admin, ...made], `${FIRST_ADMIN.password}\n`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ devices: 2, reasons: { NO_RELEASE: 2 }, refusals: {} });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ hardwareRevision }) => hardwareRevision)).toEqual(['cli-c', 'cli-c']);
    expect(lines[0].releaseTrustJwks.keys).toHaveLength(1);
    const again = await simulate(['--url', app.url, '--credentials', file, '--duration', '1', '--json']);
    expect(again.code).toBe(0);
    const seen = await app.sql(
      'select count(*)::int as seen from device_presence p join device d on d.id = p.device_id where d.serial = any($1)',
      [lines.map(({ serial }) => serial)],
    );
    expect(seen).toEqual([{ seen: 2 }]);
  });

  const newPassword = 'Тихая-Гавань-71';
  const bytes = Buffer.from(newPassword);
  it.each([
    ['with a Windows line ending', [`${newPassword}\r\nsecond line\n`]],
    ['without a line ending', [newPassword]],
    ['in chunks that split a character', [bytes.subarray(0, 3), bytes.subarray(3)]],
  ])('karvon simulate reads the password from the first line of stdin %s', async (_how, stdin) => {
    const { email } = await insertAdmin(app.sql, clock.now(), { password: newPassword });
    const admin = ['--admin-email', email, '--admin-password', '-', '--devices', '1', '--duration', '1', '--json'];
    expect(await simulate(['--url', app.url, ...admin], ...stdin)).toMatchObject({ code: 0 });
  });

  it('karvon simulate reports an empty stdin before it calls the service', async () => {
    const admin = ['--admin-email', 'anna@karvon.test', '--admin-password', '-'];
    const { code, err } = await simulate(['--url', app.url, ...admin], '\n');
    expect({ code, err }).toEqual({
      code: 1,
      err: 'karvon: Password of anna@karvon.test: standard input is empty.\n',
    });
  });

  it('karvon simulate exits with 1 when the service rejects every device', async () => {
    const file = await credentialsFile('stranger.jsonl', 'cli-d', 1, Buffer.alloc(32));
    const { code, err } = await simulate(['--url', app.url, '--credentials', file, '--duration', '1', '--json']);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'karvon: The service rejected the proof of every device: the credentials do not belong to this service.\n',
    });
  });

  const wrong: readonly [string, string[], number, RegExp][] = [
    ['without devices', [], 1, /--credentials/],
    ['with a missing file', ['--credentials', '/nowhere'], 1, /\/nowhere/],
    ['with a share above 1', ['--loss', '1.1'], 2, /from 0 to 1/],
    ['with an unknown option', ['--lost'], 2, /unknown option/],
    ['with half of a night', ['--nights', 'half'], 2, /from 0 to 1/],
    ['with half a device', ['--devices', '0.5'], 2, /whole number/],
  ];
  it.each(wrong)('%s prints the problem', async (_how, args, expected, message) => {
    const { code, err } = await simulate(['--url', app.url, ...args]);
    expect(code).toBe(expected);
    expect(err).toMatch(message);
  });

  it('karvon simulate reports an unreachable service', async () => {
    const { code, err } = await simulate(['--url', 'http://127.0.0.1:1', '--credentials', '/nowhere']);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'karvon: The service at http://127.0.0.1:1 is unreachable or not healthy. Check --url.\n',
    });
  });

  it('karvon simulate prints its help', async () => {
    const { code, out } = await simulate(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('Exit codes: 0 success');
  });
});
