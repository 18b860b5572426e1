import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { machine } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { loadKeys } from '../../src/platform/keys/key-files.ts';
import { createCompanionApp } from '../../src/simulator/companion-app.ts';
import { bringRelease, changeLifecycle, type NewRelease } from '../simulator/release-flow.ts';
import { FIRST_ADMIN, type Sql } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeReleaseKey, trustingFolder, trustText } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { openDatabase, type Service, signedIn, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const C = join(process.cwd(), 'examples/device-c');
const PYTHON = join(process.cwd(), 'examples/device-python');
const PAGE = join(process.cwd(), 'docs/devices/protocol.md');
/** Debian's has python3-jwcrypto; another one of the same machine may not. */
const INTERPRETER = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
/** As Debian's folders of libraries name it. */
const MACHINE = machine();
const HEADERS = ['/usr/include/mbedtls/sha256.h', `/usr/include/${MACHINE}-linux-gnu/curl/curl.h`];
const canBuild = HEADERS.every((path) => existsSync(path));
/** In CI a missing library fails instead of skipping. */
const describeDevices = canBuild || process.env.CI === 'true' ? describe : describe.skip;
if (describeDevices === describe.skip)
  console.warn('The device examples are skipped: install libcurl4-openssl-dev, libmbedtls-dev and python3-jwcrypto.');

const IMAGE_BYTES = 200_000;
const DOWNLOAD = /^\/v1\/firmware\/files\//;
const REPORT = /^\/v1\/firmware\/report$/;
const POWER_LOST = 77;
const TRY_LATER = 75;
/** The last lines of a device that has nothing left to do. */
const END = /\nheartbeat 1\.1\.0\nno update UP_TO_DATE\n$/;
/** Earlier steps of a turn are before the new image runs. */
const FIRST_RUN_STEP = 18;
/** Devices that take their turns at the same time. */
const AT_ONCE = 4;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function run(
  file: string,
  args: readonly string[],
  stdin = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(file, [...args], { env: { ...process.env, ...env } }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : Number(error !== null), out, err }),
    );
    // A program that ends without reading its input breaks the pipe: its exit code says what the test asks.
    child.stdin?.on('error', () => undefined).end(stdin);
  });
}

const built = temporaryFolder('device-c');
const python = (file: string, env?: Readonly<Record<string, string>>) => (args: readonly string[], stdin?: string) =>
  run(INTERPRETER, [join(PYTHON, file), ...args], stdin, { PYTHONDONTWRITEBYTECODE: '1', ...env });
const native = (file: string) => (args: readonly string[], stdin?: string) => run(join(built, file), args, stdin);

/** What each example has: the same commands with the same options. */
const EXAMPLES = [
  [
    'C',
    {
      folder: C,
      device: native('karvon-device'),
      station: native('karvon-station'),
      vectors: native('karvon-vectors'),
    },
  ],
  [
    'Python',
    { folder: PYTHON, device: python('device.py'), station: python('station.py'), vectors: python('vectors.py') },
  ],
] as const;

let proxy: CuttingProxy;
let database: TestDatabase;
let pool: pg.Pool;
let sql: Sql;
let service: Service;
let dataDir: string;
let keys: Json;
let house: Json;
let revisions = 0;
const key = makeReleaseKey();

describeDevices.each(EXAMPLES)('the device in %s', (language, { folder, ...example }) => {
  function hardwareRevision(): string {
    revisions += 1;
    return `${language.toLowerCase()}-${revisions}`;
  }

  /** A device with its flash: its identity is what a station takes from an envelope. */
  async function deviceOf(revision: string, trust = trustText([key])) {
    const made = await makeDevice(house, { hardwareRevision: revision, status: 'READY' });
    return { made, ...(await boardOf(identityOf(made, trust))) };
  }

  async function boardOf(identity: string) {
    const flash = temporaryFolder('board');
    const call = (command: readonly string[], ...options: readonly string[]) =>
      example.device(['--state', flash, '--retry-ms', '20', ...options, ...command]);
    expect(await example.device(['--state', flash, 'provision'], identity)).toEqual({ code: 0, out: '', err: '' });
    return { flash, call, turn: (...options: readonly string[]) => call(['turn'], ...options) };
  }

  it('the device agrees with every vector of the page', async () => {
    const { code, out, err } = await example.vectors([PAGE]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^\d\d checks passed\n$/);
  });

  it('the device comes from nothing to a confirmed update by the commands of its README alone', async () => {
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    const commands = [...readme.matchAll(/^```sh\n([\s\S]*?)\n```/gm)].map(([, block]) => block).join('\n');
    const env = {
      KARVON: service.url,
      DATA_DIR: dataDir,
      LAB: temporaryFolder('lab'),
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
    };
    const { code, out, err } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', commands], '', env);
    expect([code, code === 0 ? '' : err]).toEqual([0, '']);
    expect(out).toContain('1.1.0 build 110 in ota_1, epoch 0, 0 revoked, newest installation SUCCESS\n');
    expect(out).toMatch(/"status":"SUCCESS","verification":"CONFIRMED"/);
    expect(out).toMatch(/\n[0-9a-f]{64}\n$/);
  });

  it('the device is provisioned from an envelope, and its first heartbeat activates the secret', async () => {
    const operator = await signedIn(service, sql, { role: 'OPERATIONS' });
    const pem = join(temporaryFolder('station'), 'station.pem');
    const rsa = ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072', '-out', pem];
    expect((await run('openssl', rsa)).code).toBe(0);
    const { out: provisionerPublicKey } = await run('openssl', ['pkey', '-in', pem, '-pubout']);
    const made = await makeDevice(house, { hardwareRevision: hardwareRevision() });
    const { status, body } = await operator.rest('POST', `/v1/admin/devices/${made.id}/provisioning-envelope`, {
      serialNumber: made.serial,
      expectedHardwareRevision: made.hardwareRevision,
      provisionerPublicKey,
    });
    expect(status).toBe(201);
    const opened = await example.station([pem], body.envelope);
    expect([opened.code, opened.err]).toEqual([0, '']);
    expect(JSON.parse(opened.out)).toMatchObject({ serial: made.serial, secretVersion: 2, claimCode: made.claimCode });

    const { turn } = await boardOf(opened.out);
    expect(await turn()).toMatchObject({ code: 0, out: 'running 1.0.0\nheartbeat 1.0.0\nno update NO_RELEASE\n' });
    const states = await sql('select version, state from device_secret where device_id = $1 order by version', [
      made.id,
    ]);
    expect(states).toEqual([
      { version: 1, state: 'RETIRED' },
      { version: 2, state: 'ACTIVE' },
    ]);
    const [presence] = await sql('select * from device_presence where device_id = $1', [made.id]);
    expect(presence).toMatchObject({ firmware_version: '1.0.0', firmware_build_number: '100', ota_slot: 'ota_0' });
  });

  it('the device opens no envelope that was damaged, or that is for another station', async () => {
    const { envelope } = vectorsOf(PAGE);
    const bench = temporaryFolder('station');
    const at = (name: string) => join(bench, name);
    writeFileSync(at('own.pem'), envelope.station);
    const rsa = ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048', '-out', at('other.pem')];
    expect((await run('openssl', rsa)).code).toBe(0);
    const [head, ...rest] = envelope.envelope.split('.');
    const damaged = [head, ...rest.map((part: string) => (part.startsWith('A') ? 'B' : 'A') + part.slice(1))].join('.');
    expect(await example.station([at('own.pem')], envelope.envelope)).toMatchObject({ code: 0 });
    for (const [pem, text] of [
      ['other.pem', envelope.envelope],
      ['own.pem', damaged],
      ['own.pem', `${envelope.envelope.slice(0, -22)}${'A'.repeat(22)}`],
      ['own.pem', 'nothing'],
    ]) {
      const { code, out, err } = await example.station([at(String(pem))], text);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/envelope|JWE/);
    }
  });

  it('the device resumes a download that is cut again and again, and fetches hardly a byte twice', async () => {
    const revision = hardwareRevision();
    const { made, turn, flash } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    // Not after a whole block of encrypted flash.
    proxy.damage({ path: DOWNLOAD, times: 3, how: { cut: 50_001 } });
    const { code, out } = await turn();
    expect([code, out.match(/download.*/g)]).toEqual([
      0,
      ['download 200', 'download resumed 206', 'download resumed 206', 'download resumed 206'],
    ]);
    const downloads = proxy.passages.filter(({ path }) => DOWNLOAD.test(path));
    expect(downloads.map(({ range }) => range !== undefined)).toEqual([false, true, true, true]);
    // What the socket of a cut connection still held is fetched again.
    expect(downloads.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1.5 * IMAGE_BYTES);
    expect(readFileSync(join(flash, 'ota_1.bin')).length).toBe(IMAGE_BYTES);
    expect(await installationsOf(made)).toEqual([confirmed(release)]);
    expect(out.match(/report \w+ 201/g)).toEqual(
      ['QUEUED', 'DOWNLOADING', 'VERIFYING', 'INSTALLING', 'REBOOTING', 'VALIDATING', 'SUCCESS'].map(
        (status) => `report ${status} 201`,
      ),
    );
  });

  it('the device begins again when it asks for the rest and gets the whole file', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    proxy.damage({ path: DOWNLOAD, times: 1, how: { cut: 90_000 } }, { path: DOWNLOAD, times: 1, how: 'noRange' });
    const { code, out } = await turn();
    expect([code, out.match(/download.*/g)]).toEqual([0, ['download 200', 'download 200']]);
    expect(await installationsOf(made)).toEqual([confirmed(release)]);
  });

  it('the device asks for a new URL when the old one is refused, and goes on where it was', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    proxy.damage({ path: DOWNLOAD, times: 1, how: { cut: 120_000 } }, { path: DOWNLOAD, times: 1, how: 403 });
    expect(await turn()).toMatchObject({ code: TRY_LATER, err: 'DOWNLOAD_CUT\n' });
    proxy.damage();
    const { code, out } = await turn();
    expect([code, out.match(/download.*/g)]).toEqual([0, ['download resumed 206']]);
    // The service counts the start after the power loss as what it is.
    expect(await installationsOf(made)).toEqual([{ ...confirmed(release), restarts: 0 }]);
  });

  it('the device sends a report until it is answered, and the service counts it once', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    proxy.damage({ path: REPORT, times: 2, how: 'lose' }, { path: REPORT, times: 1, how: 503 });
    expect(await turn()).toMatchObject({ code: 0 });
    proxy.damage();
    expect(await installationsOf(made)).toEqual([confirmed(release)]);
    // Whatever befalls the final report, it is kept: here with each of a turn's three attempts.
    const other = await deviceOf(revision);
    proxy.damage({ path: REPORT, times: 1e9, how: 'lose' });
    expect(await other.turn()).toMatchObject({ code: TRY_LATER, err: 'OFFLINE\n' });
    proxy.damage();
    const after = await other.turn();
    expect([after.code, after.out.split('\n').slice(0, 3)]).toEqual([
      0,
      ['running 1.1.0', 'report SUCCESS 201', 'heartbeat 1.1.0'],
    ]);
    expect(await installationsOf(other.made)).toEqual([confirmed(release)]);
  });

  it('the device that loses its power between any two steps ends with the new version, confirmed once', async () => {
    const revision = hardwareRevision();
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    const points = new Set<string>();
    let stopAfter = 0;
    let isLast = false;

    async function once(): Promise<void> {
      stopAfter += 1;
      const step = stopAfter;
      const { made, turn } = await deviceOf(revision);
      const first = await turn('--stop-after', String(step));
      if (first.code === 0) isLast = true;
      else expect(first).toMatchObject({ code: POWER_LOST, err: '' });
      points.add(/power lost: (.*)/.exec(first.out)?.[1] ?? 'none');
      const { code, out, err } = await turn();
      expect([step, code, err, out]).toEqual([step, 0, '', expect.stringMatching(END)]);
      const [installation, ...others] = await installationsOf(made);
      expect([step, others, installation]).toEqual([step, [], { ...confirmed(release), restarts: expect.any(Number) }]);
      expect(installation.restarts).toBeLessThanOrEqual(1);
      expect([step, await unlawful(made)]).toEqual([step, []]);
    }

    async function lane(): Promise<void> {
      while (!isLast) await once();
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    expect(stopAfter).toBeGreaterThan(25);
    expect([...points].toSorted()).toEqual([
      'ask for firmware',
      'begin the download',
      'boot',
      'choose the slot',
      'erase the slot',
      'forget the result',
      'mark the image valid',
      'none',
      'send a heartbeat',
      'send a report',
      'send the result',
      'store the offer',
      'store the progress',
      'store the result',
      'store the switch',
      'use the answer to a report',
    ]);
  });

  it('the device gives up an image whose first run never ends, after three of them', async () => {
    const revision = hardwareRevision();
    await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    let unlucky = await deviceOf(revision);
    for (let step = FIRST_RUN_STEP; ; step += 1) {
      const { code, out } = await unlucky.turn('--stop-after', String(step));
      expect(code).toBe(POWER_LOST);
      if (out.includes('power lost: mark the image valid')) break;
      unlucky = await deviceOf(revision);
    }
    // Six steps lead from a boot of the old firmware through the switch into the report of the next first run.
    const again = () => unlucky.turn('--stop-after', '6');
    for (const _second of [2, 3]) {
      expect(await again()).toMatchObject({ code: POWER_LOST, out: expect.stringContaining('for the first time') });
    }
    const { code, out } = await unlucky.turn();
    expect([code, out.split('\n')[1]]).toEqual([
      0,
      'finished ROLLED_BACK BOOT_FAILED: the image never finished its first run',
    ]);
    expect(await installationsOf(unlucky.made)).toMatchObject([{ status: 'ROLLED_BACK', failure_code: 'BOOT_FAILED' }]);
  });

  it('the device falls back from an image that fails its self-test, and is not offered it again', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision);
    await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    const { code, out } = await turn('--bad-image');
    expect(code).toBe(0);
    expect(out.match(/^running.*|^finished.*|^no update.*/gm)).toEqual([
      'running 1.0.0',
      'running 1.1.0 for the first time',
      'running 1.0.0',
      'finished ROLLED_BACK SELF_TEST_FAILED: the self-test failed',
      'no update ROLLED_BACK_HERE',
    ]);
    expect(await installationsOf(made)).toMatchObject([{ status: 'ROLLED_BACK', failure_code: 'SELF_TEST_FAILED' }]);
  });

  it('the device installs nothing that its own keys did not sign, and downloads nothing of it', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision, trustText([makeReleaseKey()]));
    await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    proxy.damage();
    const { out } = await turn();
    expect(out).toContain('finished FAILED SIGNATURE_INVALID: no trusted key signed the manifest\n');
    expect(proxy.passages.some(({ path }) => DOWNLOAD.test(path))).toBe(false);
    expect(await installationsOf(made)).toMatchObject([{ status: 'FAILED', failure_code: 'SIGNATURE_INVALID' }]);
  });

  it('the device reports a slot that cannot be written, and goes on with what runs', async () => {
    const revision = hardwareRevision();
    const { made, turn, flash } = await deviceOf(revision);
    await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    // No file can be opened by the name of a folder, also not by root.
    mkdirSync(join(flash, 'ota_1.bin'));
    const { code, out } = await turn();
    expect([code, out.match(/^finished.*/gm)]).toEqual([
      0,
      ['finished FAILED FLASH_WRITE: the slot cannot be erased, written or read'],
    ]);
    expect(await installationsOf(made)).toMatchObject([{ status: 'FAILED', failure_code: 'FLASH_WRITE' }]);
  });

  it('the device drops a download whose release was revoked meanwhile', async () => {
    const revision = hardwareRevision();
    const { turn } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    proxy.damage({ path: DOWNLOAD, times: 1, how: { cut: 90_000 } }, { path: DOWNLOAD, times: 1, how: 503 });
    expect(await turn()).toMatchObject({ code: TRY_LATER });
    await changeLifecycle(await signedIn(service, sql, { role: 'SUPER_ADMIN' }), release, 'REVOKED');
    const { code, out } = await turn();
    expect([code, out.match(/aborted.*|no update.*/g)]).toEqual([0, ['aborted ABORT', 'no update NO_RELEASE']]);
  });

  it('the device learns the time from the service when it has no clock', async () => {
    const revision = hardwareRevision();
    const { made, turn } = await deviceOf(revision);
    const release = await rollOut({ version: '1.1.0', buildNumber: 110, hardwareRevision: revision });
    expect(await turn('--no-clock')).toMatchObject({ code: 0 });
    // Its time is up to a second ahead of the service's, and it learns it again at each start.
    await sleep(1_100);
    expect(await turn('--no-clock')).toMatchObject({ code: 0, out: expect.stringContaining('heartbeat 1.1.0') });
    await until(async () => (await installationsOf(made))[0].verification === 'CONFIRMED');
    expect(await installationsOf(made)).toMatchObject([{ status: 'SUCCESS', release_id: release }]);
  });

  it.each(['Ed25519', 'P-256'] as const)(
    'the device pairs with an app that has an %s key, and knows when it no longer may',
    async (kind) => {
      const { made, call, turn } = await deviceOf(hardwareRevision());
      const app = createCompanionApp({ baseUrl: proxy.url, key: kind });
      proxy.damage();
      const claimed = await app.claim({
        serial: made.serial,
        claimCode: made.claimCode,
        customerEmail: `owner.${made.id}@example.com`,
        askDevice: async (payload) => (await call(['prove', payload])).out.trim(),
      });
      expect(claimed.status).toBe(201);
      expect(await turn()).toMatchObject({ code: 0 });
      const show = async (credential = app.credential() ?? '', jwk: Json = app.publicJwk) => {
        const nonce = randomBytes(32);
        const signature = app.provePossession(nonce);
        const shown = [nonce, signature].map((bytes) => bytes.toString('base64url'));
        const { out, code } = await call(['accept', credential, JSON.stringify(jwk), ...shown]);
        return [code, out.split('\n').at(-2)];
      };
      expect(await show()).toEqual([0, 'accepted']);
      const [head, payload, signature = ''] = (app.credential() ?? '').split('.');
      const forged = `${head}.${payload}.${(signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)}`;
      expect(await show(forged)).toEqual([1, 'refused: no issuer signed the credential']);
      const stranger = createCompanionApp({ baseUrl: proxy.url, key: kind });
      expect(await show(undefined, stranger.publicJwk)).toEqual([
        1,
        'refused: the app does not have the key of the credential',
      ]);
      expect((await app.revoke()).status).toBe(201);
      expect(await show()).toEqual([0, 'accepted']);
      expect(await turn()).toMatchObject({ code: 0 });
      expect(await show()).toEqual([1, 'refused: the pairing was revoked']);
      expect((await call(['prove', `${made.serial}.1.0.0.1`])).code).toBe(1);
      const stolen = `pairing-challenge.v1.${made.id}.KRV-0000000000000000.${'a'.repeat(16)}.nonce.1`;
      expect((await call(['prove', stolen])).code).toBe(1);
    },
  );
});

describeDevices('the commands of the page', () => {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```sh\n([\s\S]*?)\n```/gm)].map(([, block = '']) => block);
  const { envelope, device, proofs, timestamp }: Json = vectorsOf(PAGE);

  it('the commands of the page make a key of a station, and open an envelope with python3-jwcrypto', async () => {
    const folder = temporaryFolder('page');
    const bash = (name: string) => {
      const block = blocks.find((text) => text.includes(name)) ?? 'false';
      return run('bash', [
        '--norc',
        '-euo',
        'pipefail',
        '-c',
        `cd ${folder}; ${block.replace('python3', INTERPRETER)}`,
      ]);
    };
    expect(await bash('genpkey')).toMatchObject({ code: 0, out: expect.stringMatching(/^[0-9a-f]{64} /) });
    writeFileSync(join(folder, 'station.pem'), envelope.station);
    writeFileSync(join(folder, 'envelope.jwe'), envelope.envelope);
    expect(await bash('jwcrypto')).toMatchObject({ code: 0, err: '' });
    const identity = JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8'));
    expect(identity).toMatchObject({ serial: device.serial, deviceSecret: device.secret });
  });

  it('the commands of the page compute a proof with openssl', async () => {
    const block = blocks.find((text) => text.includes('-macopt')) ?? 'false';
    const [, ...command] = block.split('\n');
    const env = { timestamp: String(timestamp), serial: device.serial, secret_in_hex: device.secretHex };
    const { out } = await run(
      'bash',
      ['-euo', 'pipefail', '-c', command.join('\n').replace('1.0.0', '1.4.2')],
      '',
      env,
    );
    expect(out.trim()).toBe(proofs[0].proof);
  });
});

describeDevices('the device in Python', () => {
  it.each(['jwcrypto', 'openssl'])('the device in Python verifies and opens everything with %s', async (crypto) => {
    const { code, out, err } = await python('vectors.py', { KARVON_CRYPTO: crypto })([PAGE]);
    expect([code, err, out]).toEqual([0, '', expect.stringMatching(/checks passed/)]);
  });
});

beforeAll(async () => {
  if (describeDevices === describe.skip) return;
  const make = await run('make', ['-C', C, '-j2', '-s', 'SANITIZE=1', `OUT=${built}`]);
  if (make.code !== 0) throw new Error(`The device in C does not build: ${make.err}`);
  proxy = await startCuttingProxy();
  database = await createEmptyDatabase();
  ({ pool, sql } = openDatabase(database.url));
  dataDir = trustingFolder([key]);
  service = await startService({ DATABASE_URL: database.url, DATA_DIR: dataDir, PUBLIC_URL: proxy.url });
  proxy.leadTo(service.url);
  keys = loadKeys({ kind: 'folder', path: join(dataDir, 'keys') });
  house = { sql, clock: { now: () => new Date(), advance() {}, set() {} }, runtime: { keys } };
});
afterAll(async () => {
  if (describeDevices === describe.skip) return;
  await service.stop();
  await proxy.close();
  await pool.end();
  await database.drop();
});

function vectorsOf(page: string): Json {
  const [, text = ''] = /^```json vectors\n([\s\S]*?)\n```/m.exec(readFileSync(page, 'utf8')) ?? [];
  return JSON.parse(text);
}

/** What an envelope would contain of what a device uses. */
function identityOf(made: MadeDevice, trust: string): string {
  return JSON.stringify({
    v: 1,
    serial: made.serial,
    model: 'LAMP1',
    hardwareRevision: made.hardwareRevision,
    deviceSecret: made.secret.toString('base64url'),
    pairingIssuerJwks: keys.pairingIssuerJwks,
    releaseTrustJwks: JSON.parse(trust),
    apiBaseUrl: proxy.url,
    brandHeaderPrefix: 'x-karvon',
  });
}

/** A signed release for everybody with this hardware revision. @returns its id */
async function rollOut(release: NewRelease): Promise<string> {
  // An admin may upload five packages a minute.
  const manager = await signedIn(service, sql, { role: 'SUPER_ADMIN' });
  const id = await bringRelease(manager, key, { size: IMAGE_BYTES, ...release });
  await changeLifecycle(manager, id, 'ROLLING_OUT', 100);
  return id;
}

async function installationsOf({ id }: MadeDevice): Promise<Json[]> {
  return sql(
    `select release_id, status, verification, from_version, attempt, restarts, anomalies, failure_code
       from installation where device_id = $1 order by created_at`,
    [id],
  );
}

function confirmed(release: string) {
  return {
    release_id: release,
    status: 'SUCCESS',
    verification: 'CONFIRMED',
    from_version: '1.0.0',
    attempt: 1,
    restarts: 0,
    anomalies: 0,
    failure_code: null,
  };
}

/** The entries of a device's history that no device should cause. */
async function unlawful({ id }: MadeDevice): Promise<Json[]> {
  const events = await sql(
    `select e.outcome, e.reported_status from installation_event e join installation i on i.id = e.installation_id
      where i.device_id = $1 and e.outcome = any($2)`,
    [
      id,
      ['OUT_OF_ORDER', 'STALE', 'CONTRADICTED', 'ROLLBACK_INFERRED', 'INSTALLATION_TERMINAL', 'FAILED', 'ROLLED_BACK'],
    ],
  );
  return events;
}
