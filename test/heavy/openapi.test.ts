import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { built, callerOf, callRest } from '../contract/calls.ts';
import { exampleOf } from '../contract/examples.ts';
import { packageFile, startContractApp } from '../contract/firmware-examples.ts';
import { FIRST_ADMIN, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { type Wire, wireTo } from '../support/callers.ts';
import type { ContractOperation } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { openPreorders } from '../support/factories/preorder.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { temporaryFolder } from '../support/run.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const FOLDER = join(process.cwd(), 'examples/api-client');
const PRISM = join(FOLDER, 'node_modules/.bin/prism');

const uploading = built.find(({ id }) => id === 'firmware.createPackage') as ContractOperation;

let app: TestApp;

const execFileAsync = promisify(execFile);

/** Not synchronously: the service that answers runs in this process. @throws Error with what the command said */
async function run(command: string, args: readonly string[], options: object = {}): Promise<string> {
  const started = execFileAsync(command, args, { cwd: FOLDER, timeout: PATIENCE_MS, ...options });
  started.child.stdin?.end();
  const { stdout } = await started.catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} ${args[0]}: ${error.message}\n${error.stdout}\n${error.stderr}`);
  });
  return String(stdout);
}

beforeAll(async () => {
  const installed = join(FOLDER, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(FOLDER, 'package-lock.json')).mtimeMs;
  if (!isCurrent) await run('npm', ['ci', '--no-audit', '--no-fund']);
  const port = String(await freePort(0));
  // Devices download images from PUBLIC_URL.
  app = await startContractApp({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  writeFileSync(join(FOLDER, 'openapi.json'), (await app.rest('GET', '/v1/openapi.json')).text);
});
afterAll(() => app.stop());

it('Redocly accepts the file', async () => {
  const said = await run('npm', ['run', '-s', 'lint', '--', '--format=json']);
  expect(JSON.parse(said.slice(said.indexOf('{'))).totals).toMatchObject({ errors: 0, warnings: 0 });
});

describe('through Prism, which checks requests and answers', () => {
  let prism: ChildProcess;
  let ended: Promise<unknown>;
  let url: string;
  let wire: Wire;

  beforeAll(async () => {
    const port = await freePort(0);
    url = `http://127.0.0.1:${port}`;
    const args = [PRISM, 'proxy', 'openapi.json', app.url, '--errors', '--port', String(port), '--host', '127.0.0.1'];
    prism = spawn(process.execPath, args, { cwd: FOLDER, stdio: 'ignore' });
    ended = once(prism, 'exit');
    await untilAnswered(`${url}/livez`);
    wire = wireTo(url);
  });
  afterAll(async () => {
    wire.close();
    prism.kill();
    await ended;
  });

  // Before the valid calls, which make releases that the lamp would rather be offered.
  it('the generated client compiles and plays the day', async () => {
    await run('npm', ['run', '-s', 'generate']);
    await run('npm', ['run', '-s', 'check']);
    // Prism ends when a form has a file of bytes: the package is uploaded beside it.
    const manager = await app.as('FIRMWARE_MANAGER');
    const file = await packageFile({ version: '9.0.0', buildNumber: 900_000 });
    const body = { channel: 'STABLE', releaseNotes: 'Brighter.', file };
    const uploaded = await callRest(manager, uploading, { body });
    expect(uploaded.body).toMatchObject({ version: '9.0.0', channel: 'STABLE' });
    const path = `/v1/admin/firmware/${uploaded.body.id}/lifecycle`;
    expect((await manager.rest('PATCH', path, { status: 'READY' })).status).toBe(200);
    const said = await run(process.execPath, ['src/day.ts', url, FIRST_ADMIN.email, FIRST_ADMIN.password]);
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(/^made KRV-\w+ with batch DAY-\w+: COMPLETED$/),
      expect.stringMatching(/sent a heartbeat with 1\.0\.0: READY$/),
      expect.stringMatching(/^release 9\.0\.0 is ROLLING_OUT to all$/),
      expect.stringMatching(/^KRV-\w+ installed 9\.0\.0: SUCCESS$/),
      expect.stringMatching(/sent a heartbeat with 9\.0\.0: READY$/),
      expect.stringMatching(/^preorder PRE-[\w-]+ is CONFIRMED$/),
      expect.stringMatching(/^sale KRV-\d{4}-\d+ of Aziza Karimova: PAID, 1100000 UZS$/),
      expect.stringMatching(/^an app was paired with KRV-\w+: CLAIMED$/),
      expect.stringMatching(/is REFUNDED; 1 refund$/),
      expect.stringMatching(/^today: \d+ sales, \d+ refunded; \d+ lamps came back$/),
    ]);
  });

  // Prism 5.16 ends when a form has a file of bytes; the answers to uploads are checked in the other tests.
  it.each(built.filter(({ multipart }) => !multipart))('the valid call of $id breaks nothing', async (operation) => {
    const caller = await callerOf(app, operation);
    const example = await exampleOf(operation.id, app, caller);
    const client = wire.client(caller ? { cookie: caller.cookie } : {});
    const reply = await callRest(client, operation, example);
    expect([reply.status, reply.headers['sl-violations'], reply.text]).toEqual([
      operation.success,
      undefined,
      expect.any(String),
    ]);
  });
});

describe('the samples of the reference', () => {
  const LANGUAGES = ['curl', 'javascript', 'python'] as const;
  let cookie: string;
  let token: string;
  let folder: string;

  beforeAll(async () => {
    folder = temporaryFolder('samples');
    const admin = await app.as('SUPER_ADMIN');
    cookie = admin.cookie;
    token = (await insertServiceAccount(app, admin.admin.id)).token;
    const [name, value] = cookie.split('=');
    const line = ['127.0.0.1', 'FALSE', '/', 'FALSE', '0', name, value].join('\t');
    writeFileSync(join(folder, 'cookies.txt'), `# Netscape HTTP Cookie File\n${line}\n`);
    await openPreorders(app);
  });

  async function samplesOf(operation: string): Promise<Readonly<Record<string, string>>> {
    const { text } = await app.rest('GET', `/v1/docs/${operation}`);
    const found = [...text.matchAll(/<pre[^>]*data-language="(\w+)"><code>([^<]*)<\/code>/g)];
    const plain = (code: string) => code.replace(/&#(\d+);/g, (_whole, at: string) => String.fromCharCode(Number(at)));
    return Object.fromEntries(found.map(([, language = '', code = '']) => [language, plain(code)]));
  }

  function play(language: string, code: string, env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: folder, env: { ...process.env, KARVON_COOKIE: cookie, KARVON_TOKEN: token, ...env } };
    if (language === 'curl') return run('sh', ['-c', code.replace('curl ', 'curl -sS --fail-with-body ')], options);
    if (language === 'python') return run('python3', ['-c', code], options);
    return run(process.execPath, ['--input-type=module', '-e', code], options);
  }

  it.each([
    ['getPreorderConfig', 'Karvon Lamp'],
    ['listDevices', 'items'],
    ['createPreorder', 'PRE-'],
    ['getOverview', 'recentActivity'],
    ['listSessions', 'userAgent'],
    ['getReference', '<!doctype html>'],
    ['logout', 'signedOut'],
  ])('the samples of the reference for %s do what they say', async (operation, expected) => {
    const samples = await samplesOf(operation);
    for (const language of LANGUAGES) {
      const code = (samples[language] ?? '').replaceAll('http://karvon.test', app.url);
      expect([language, await play(language, code)]).toEqual([language, expect.stringContaining(expected)]);
    }
  });

  it.each(['recordHeartbeat', 'getLatestFirmware', 'getCurrentInstallation'])(
    'the samples of the reference of %s sign like a device',
    async (operation) => {
      const { serial, secret } = await makeDevice(app);
      const env = {
        KARVON_DEVICE_SECRET: secret.toString('base64url'),
        KARVON_DEVICE_SECRET_HEX: secret.toString('hex'),
      };
      const samples = await samplesOf(operation);
      for (const language of LANGUAGES) {
        const code = (samples[language] ?? '')
          .replaceAll('http://karvon.test', app.url)
          .replaceAll('KRV-7F3K-9Q2M-4XAB', serial);
        expect([language, await play(language, code, env)]).toEqual([language, expect.stringMatching(/\w/)]);
      }
    },
  );

  it('the samples of the reference for an export write a file', async () => {
    const samples = await samplesOf('exportDevicesFile');
    const file = join(folder, 'export.csv');
    for (const language of LANGUAGES) {
      rmSync(file, { force: true });
      await play(language, (samples[language] ?? '').replaceAll('http://karvon.test', app.url));
      expect([language, readFileSync(file, 'utf8')]).toEqual([language, expect.stringMatching(/^id,.*serial/)]);
    }
  });
});

if (!hasBrowser && process.env.CI === 'true') {
  it('Chromium is installed', () => {
    throw new Error('Chromium is not installed here: see test/support/browser.ts');
  });
}
if (!hasBrowser) process.stderr.write('Chromium is not installed: the reference is not proved in a browser here.\n');

(hasBrowser ? describe : describe.skip)('the reference in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('the reference in Chromium loads nothing else, breaks no policy, and leads by the keyboard to an operation', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${app.url}/v1/docs`);
    expect(await page.title()).toBe('Karvon API');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    // The style of the page is applied: the page has its columns.
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid');
    await page.getByRole('link', { name: 'createSale', exact: true }).last().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/v1/docs/createSale');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('createSale');
    expect(await page.locator('[aria-current="page"]').textContent()).toBe('createSale');
    expect(requests.filter((path) => path !== '/favicon.ico')).toEqual(['/v1/docs', '/v1/docs/createSale']);
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
  });
});

async function untilAnswered(url: string): Promise<void> {
  await until(async () => (await fetch(url).catch(() => undefined))?.ok === true, 100);
}
