import { existsSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { uploadPackage } from '../firmware/releases.ts';
import { report } from '../installations/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const BUILT = 'console/dist';
const isReady = hasBrowser && existsSync(`${BUILT}/index.html`);
const describeConsole = isReady ? describe : describe.skip;
const MANAGER = { email: 'nodira@karvon.example', password: 'four calm lamps glow 77' };

/** A free port, so that the service knows its own address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeConsole('what a firmware manager does in the console, in Chromium', () => {
  const key = makeReleaseKey();
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  let caller: Caller;
  const devices: MadeDevice[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const env = {
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: trustingFolder([key]),
      OBJECT_STORAGE_PATH: temporaryFolder('objects'),
    };
    app = await startTestApp({ console: BUILT, env });
    await insertAdmin(app.sql, app.clock.now(), { ...MANAGER, name: 'Nodira Karimova', role: 'FIRMWARE_MANAGER' });
    caller = await app.as('FIRMWARE_MANAGER');
    for (let count = 0; count < 40; count += 1) {
      const batchId = devices[0]?.batchId;
      devices.push(await makeDevice(app, { status: 'ACTIVE', ...(batchId && { batchId }) }));
    }
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  async function visit(path: string, options: Parameters<Browser['newContext']>[0] = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 401/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${origin}/console${path}`);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('E-mail').fill(MANAGER.email);
    await page.getByLabel('Password', { exact: true }).fill(MANAGER.password);
    await page.keyboard.press('Enter');
    return { context, page };
  }

  const lifecycleOf = async (id: string): Promise<string> =>
    (await app.sql('select lifecycle from release where id = $1', [id]))[0]?.lifecycle;

  it('a manager uploads a package, rolls it out to 5 %, and reads without a reload why the brake stopped it', async () => {
    const { context, page } = await visit('/releases');
    await page.getByRole('link', { name: 'Upload a release' }).first().click();
    const made = await makePackage([key], { manifest: { buildNumber: 9_001 } });
    const file = join(temporaryFolder('package'), 'lamp.release');
    writeFileSync(file, made.bytes);
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('The package can be uploaded').first().waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Stable' }).click();
    await page.getByLabel('What is new').fill('Brighter.');
    await page.getByRole('button', { name: 'Upload as a draft' }).click();
    await page.getByRole('heading', { name: '1.4.2' }).first().waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    expect(await lifecycleOf(id)).toBe('DRAFT');

    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Start the rollout' }).click();
    await page.getByLabel('Percentage of devices').fill('5');
    await page
      .getByText(/^(Adds \d+ devices?: then|The same devices:) \d+ (of|in) .*40 that it fits/)
      .first()
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Start the rollout' }).click();
    await page.getByText('Offered to 5 % of the devices that it fits').first().waitFor();

    for (const device of devices.slice(0, 5)) {
      const { id: installationId } = await makeInstallation(app, device, { id }, { status: 'INSTALLING' });
      const said = { releaseId: id, installationId, status: 'FAILED', failureReason: 'FLASH_WRITE_ERROR' } as const;
      expect((await report(app, device, said)).status).toBe(201);
    }
    await page.getByText('The service stopped this rollout').first().waitFor();
    await page.getByText('5 of 5 installations failed.').first().waitFor();
    await page.getByText('The flash could not be written').first().waitFor();
    expect(await page.getByTestId('rollout-bad').textContent()).toBe('5');
    expect(await lifecycleOf(id)).toBe('PAUSED');

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page
      .getByText('Fill this in')
      .or(page.getByRole('dialog').getByText(/required/i))
      .first()
      .first()
      .waitFor();
    await page.getByLabel('Percentage of devices').fill('5');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await until(async () => (await lifecycleOf(id)) === 'ROLLING_OUT');

    await page.getByRole('link', { name: 'Show the failed attempts' }).first().click();
    await page.getByRole('link', { name: devices[0]?.serial }).first().click();
    await page.getByRole('button', { name: 'Reconcile' }).first().waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Do not count this failure' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Do not count this failure' }).click();
    await page.getByText('Interrupted by a colleague').first().waitFor();
    await context.close();
  });

  it('a package with a wrong signature says so at the place, and offers no upload', async () => {
    const { context, page } = await visit('/releases/upload');
    const made = await makePackage([makeReleaseKey()], { manifest: { buildNumber: 9_100 } });
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lamp.release', mimeType: 'application/octet-stream', buffer: made.bytes });
    await page.getByRole('alert').getByText('The package is not accepted').first().waitFor();
    await page
      .getByText(/unknown key/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Upload as a draft' }).count()).toBe(0);
    await context.close();
  });

  it('a higher percentage names the devices that it adds, which are those that the service adds', async () => {
    const uploaded = await uploadPackage(caller, key, { manifest: { buildNumber: 9_200 } });
    const { id } = uploaded.body;
    const { context, page } = await visit(`/releases/${id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Start the rollout' }).click();
    await page.getByLabel('Percentage of devices').fill('100');
    await page.getByText('Adds 40 devices: then 40 of the 40 that it fits').first().waitFor();
    await page.keyboard.press('Escape');
    await context.close();
  });
});
