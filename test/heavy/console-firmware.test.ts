import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uploadPackage } from '../firmware/releases.ts';
import { report } from '../installations/support.ts';
import { consoleTest, describeConsole } from '../support/console.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

describeConsole('what a firmware manager does in the console, in Chromium', () => {
  const key = makeReleaseKey();
  const devices: MadeDevice[] = [];
  const console = consoleTest({
    // A percentage of 150.
    expected: /status of 400/,
    env: () => ({ DATA_DIR: trustingFolder([key]), OBJECT_STORAGE_PATH: temporaryFolder('objects') }),
    async prepare(app) {
      while (devices.length < 40)
        devices.push(await makeDevice(app, { status: 'ACTIVE', batchId: devices[0]?.batchId }));
    },
  });

  const lifecycleOf = async (id: string): Promise<string> =>
    (await console.app.sql('select lifecycle from release where id = $1', [id]))[0]?.lifecycle;

  it('a manager uploads a package, rolls it out to 5 %, and reads without a reload why the brake stopped it', async () => {
    const { page } = await console.enter('FIRMWARE_MANAGER', '/releases');
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
    await page.waitForURL(/releases\/[0-9a-f-]{36}$/);
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
      const { id: installationId } = await makeInstallation(console.app, device, { id }, { status: 'INSTALLING' });
      const said = { releaseId: id, installationId, status: 'FAILED', failureReason: 'FLASH_WRITE_ERROR' } as const;
      expect((await report(console.app, device, said)).status).toBe(201);
    }
    await page.getByText('Karvon itself paused this rollout').first().waitFor();
    await page.getByText('By then, 5 of 5 installations had failed.').first().waitFor();
    // The axis of the chart breaks the line of a longer text.
    await page.getByText('The flash could').first().waitFor();
    await page.getByTestId('rollout-bad').getByText('5', { exact: true }).first().waitFor();
    expect(await lifecycleOf(id)).toBe('PAUSED');
    const brakes = page.getByRole('region', { name: 'Automatic pause' });
    expect(((await brakes.textContent()) ?? '').replace(/\s+/g, ' ')).toMatch(
      /Devices that failed ?100 % ?Pauses at ?10 % of at least 5 devices/,
    );
    await page.getByText('Failed attempts', { exact: true }).first().waitFor();
    expect(await page.getByText(/^The share is 0 although some attempts failed/).count()).toBe(0);

    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page
      .getByText('Fill this in')
      .or(page.getByRole('dialog').getByText(/required/i))
      .first()
      .waitFor();
    await page.getByText(/^It stood at 5 %\. From 0 to 100, and required/).waitFor();
    await page.getByLabel('Percentage of devices').fill('150');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await page.getByText('Must be at most 100', { exact: true }).waitFor();
    await page.getByLabel('Percentage of devices').fill('5');
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await until(async () => (await lifecycleOf(id)) === 'ROLLING_OUT');
    const window = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    if (window) await page.setViewportSize(window);

    await page.getByRole('link', { name: 'Show the failed attempts' }).first().click();
    await page.getByRole('link', { name: devices[0]?.serial }).first().click();
    await page.getByRole('button', { name: 'Reconcile' }).first().waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Do not count this failure' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Do not count this failure' }).click();
    await page.getByText('Interrupted by a colleague').first().waitFor();

    // The others try again and succeed: the attempts have failed, and no device.
    for (const device of devices.slice(1, 5))
      await makeInstallation(console.app, device, { id }, { status: 'SUCCESS', attempt: 2 });
    await page.goto(`${console.origin}/console/releases/${id}`);
    await brakes.getByText(/^The share is 0 although some attempts failed/).waitFor();
    expect((await brakes.textContent()) ?? '').toMatch(/Devices that failed ?0\s%/);
    // The share may be below what it was when it stopped the rollout.
    const stop = 'update release set lifecycle = $2, pause_reason = $3, paused_by = $4 where id = $1';
    await console.app.sql(stop, [id, 'PAUSED', '4 of 30 installations failed', 'SYSTEM']);
    await page.reload();
    await brakes.getByText('By then, 4 of 30 installations had failed.').waitFor();
    await brakes.getByText(/^This is the share of now\./).waitFor();
    // A phone has room for one button, which is the way on.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    if (window) await page.setViewportSize(window);
    await console.app.sql(stop, [id, 'ROLLING_OUT', null, null]);

    // The role hears of no installation, and of the progress of releases.
    await page.getByRole('link', { name: 'Installations' }).first().click();
    await page.getByText(/^\d+ records$/).waitFor();
    const [, , , , , sixth] = devices;
    if (!sixth) throw new Error('There are too few devices.');
    const { id: begun } = await makeInstallation(console.app, sixth, { id }, { status: 'INSTALLING' });
    await page.getByRole('button', { name: '1 new' }).click();
    const row = page.getByRole('row').filter({ hasText: sixth.serial });
    await row.getByText('Installing').waitFor();
    const failed = {
      releaseId: id,
      installationId: begun,
      status: 'FAILED',
      failureReason: 'FLASH_WRITE_ERROR',
    } as const;
    expect((await report(console.app, sixth, failed)).status).toBe(201);
    await row.getByText('Failed', { exact: true }).waitFor();

    // Whoever completes a rollout early leaves the other devices without the release.
    await console.app.sql(`update release set lifecycle = 'COMPLETED' where id = $1`, [id]);
    await page.goto(`${console.origin}/console/releases/${id}`);
    await page.getByText(/^A colleague completed the rollout at 5 %: /).waitFor();
    // The history of a device has the cause in words, beside what the device wrote.
    const { page: support } = await console.enter('SUPPORT', `/devices/${sixth.id}`);
    await support.getByText('The flash could not be written FLASH_WRITE_ERROR').waitFor();
  });

  it('a package with a wrong signature says so at the place, and offers no upload', async () => {
    const { page } = await console.enter('FIRMWARE_MANAGER', '/releases/upload');
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
  });

  it('a higher percentage names the devices that it adds, which are those that the service adds', async () => {
    const uploaded = await uploadPackage(await console.app.as('FIRMWARE_MANAGER'), key, {
      manifest: { buildNumber: 9_200 },
    });
    const { id } = uploaded.body;
    const { page } = await console.enter('FIRMWARE_MANAGER', `/releases/${id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Start the rollout' }).click();
    await page.getByLabel('Percentage of devices').fill('100');
    await page.getByText('Adds 40 devices: then 40 of the 40 that it fits').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('the page of an image forgets a device when other hardware is typed, and asks before it is left', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/releases');
    await page.getByRole('link', { name: 'Upload a release' }).first().click();
    await page.getByRole('link', { name: 'A bare image instead' }).first().click();
    await page.getByLabel('Hardware').fill('rev-b');
    const target = page.getByRole('combobox', { name: 'Only device' });
    await target.fill(devices[0]?.serial ?? '');
    await page.getByRole('option', { name: devices[0]?.serial }).click();
    await until(async () => (await target.inputValue()).startsWith(devices[0]?.serial ?? ' '));
    await page.getByLabel('Hardware').fill('rev-c');
    await until(async () => (await target.inputValue()) === '');
    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Hardware').inputValue()).toBe('rev-c');
    await page.goBack();
    await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Upload a release' }).first().waitFor();
  });
});
