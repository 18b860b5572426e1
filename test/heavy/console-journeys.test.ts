import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { report } from '../installations/support.ts';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { addPresence, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder, openPreorders } from '../support/factories/preorder.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'four calm lamps glow 77';
const LANGUAGES = ['en', 'ru', 'uz'] as const;
type Language = (typeof LANGUAGES)[number];

/** The texts and words of the console in its three languages. Another process reads them: the console is a package of its own. */
const READ_TEXTS = `Promise.all(['texts', 'screen-texts', 'enums', 'shell'].map((name) => import('./console/src/text/' + name + '.ts')))
  .then(([, { screenTexts }, { wordsOf }, { shellTexts }]) => console.log(JSON.stringify({
    ...shellTexts, ...screenTexts, ...wordsOf('FirmwareChannel'), ...wordsOf('FailureCode') })))`;

function textsIn(language: Language): (key: string) => string {
  const all: Record<string, readonly string[]> = JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', '-e', READ_TEXTS], { encoding: 'utf8' }),
  );
  return (key) => {
    const text = all[key]?.[LANGUAGES.indexOf(language)];
    if (!text) throw new Error(`The console has no text ${key}.`);
    return text;
  };
}

describeConsole.each(LANGUAGES)('the first journeys by keyboard alone in %s, in Chromium', (language) => {
  const key = makeReleaseKey();
  const t = textsIn(language);
  const console = consoleTest({
    env: () => ({ DATA_DIR: trustingFolder([key]), OBJECT_STORAGE_PATH: temporaryFolder('objects') }),
    prepare: openPreorders,
  });

  /** Somebody of a role who has chosen the language. */
  async function enter(role: 'SUPPORT' | 'SALES' | 'OPERATIONS' | 'FIRMWARE_MANAGER', path: string) {
    const caller = await console.app.as(role, { password: PASSWORD });
    const { body } = await caller.gql(
      'mutation ($input: SetPreferencesInput!) { setPreferences(input: $input) { preferences { language } } }',
      { input: { language } },
    );
    expect(body.errors).toBeUndefined();
    const { page } = await console.enter(caller, path);
    return { page, keys: keyboardOf(page) };
  }

  const button = (page: Page, text: string) => page.getByRole('button', { name: t(text), exact: true });

  /** What is found replaces what the arrows have chosen. */
  async function pick(page: Page, typed: string, entry: string) {
    await page.keyboard.press('Control+k');
    // The one before may still be closing.
    const isEmpty = `document.activeElement.placeholder === ${JSON.stringify(t('palette.prompt'))} && document.activeElement.value === ''`;
    await until(() => page.evaluate<boolean>(isEmpty));
    await page.keyboard.type(typed);
    const found = page.getByRole('button', { name: new RegExp(entry) }).first();
    await found.first().waitFor();
    await until(async () => {
      if ((await found.getAttribute('data-selected')) !== null) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
  }

  it('SUPPORT finds by Ctrl-K why a device is offline, and resets its claim', async () => {
    const device = await makeDevice(console.app, { status: 'ACTIVE', serial: 'KRV-LAMP01' });
    await addPresence(console.app, device.id);
    await console.app.sql(
      `update device_presence set last_seen_at = last_seen_at - interval '3 days' where device_id = $1`,
      [device.id],
    );
    const { page, keys } = await enter('SUPPORT', '/devices');
    await page
      .getByRole('heading', { name: t('nav.devices'), exact: true })
      .first()
      .waitFor();
    await pick(page, 'LAMP01', device.serial);
    await page.getByRole('heading', { name: device.serial }).first().waitFor();
    await page.getByText(t('device.offline'), { exact: true }).first().waitFor();
    await page.getByText(t('device.lastSeenAt'), { exact: true }).first().waitFor();
    await page.getByText(t('device.update.neverText')).first().waitFor();
    await pick(page, t('action.resetClaim').slice(0, 6), t('action.resetClaim'));
    const dialog = page.getByRole('dialog');
    await keys.write(dialog.getByLabel(t('action.reason')), 'The owner lost the phone');
    await keys.press(dialog.getByRole('button', { name: t('action.resetClaim'), exact: true }));
    const code = page.getByTestId('secret');
    await code.first().waitFor();
    expect(await code.textContent()).toMatch(/^[0-9A-Z-]{8,}$/);
    await keys.press(button(page, 'action.noted'));
    await code.waitFor({ state: 'detached' });
    const [row] = await console.app.sql('select status, owner_id from device where id = $1', [device.id]);
    expect(row).toEqual({ status: 'READY', owner_id: null });
  });

  it('SALES sells from a preorder, and a session that ends in mid-form costs neither the form nor a second sale', async () => {
    await makeDevice(console.app, { status: 'READY', serial: 'KRV-SELL01' });
    const { id, number } = await makePreorder(console.app, { number: 'PRE-JOURNEY', fullPrice: 1_500_000 });
    const { page, keys } = await enter('SALES', '/preorders');
    await keys.press(page.getByRole('link', { name: number }));
    await page.getByRole('heading', { name: number }).first().waitFor();
    await keys.press(button(page, 'preorder.sell'));
    const dialog = page.getByRole('dialog', { name: t('preorder.sell') });
    await keys.choose(dialog.getByRole('combobox', { name: t('sale.serial') }), 'KRV-SELL01', 'SELL01');
    await keys.write(dialog.getByLabel(t('sale.notes')), 'Brings the old lamp');
    await console.app.sql('delete from admin_session');
    await keys.press(dialog.getByRole('button', { name: t('preorder.sell'), exact: true }));
    await page.getByText(t('signIn.over')).first().waitFor();
    await keys.write(page.getByLabel(t('signIn.password'), { exact: true }), PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const made = await console.app.sql('select unit_price::int, notes from sale where preorder_id = $1', [id]);
    expect(made).toEqual([{ unit_price: 1_500_000, notes: 'Brings the old lamp' }]);
  });

  it('OPERATIONS makes a batch, prints its labels and lets the codes go', async () => {
    const { page, keys } = await enter('OPERATIONS', '/inventory');
    await keys.press(button(page, 'batch.new'));
    const dialog = page.getByRole('dialog');
    const plan = { 'batch.code': 'LAMP-JOURNEY', 'batch.model': 'LAMP1', 'batch.hardwareRevision': 'rev-b' };
    for (const [label, text] of Object.entries(plan))
      await keys.write(
        dialog
          .getByRole('textbox', { name: t(label), exact: true })
          .or(dialog.getByRole('combobox', { name: t(label), exact: true })),
        text,
      );
    await keys.write(dialog.getByLabel(t('batch.quantityLabel')), '3');
    await keys.press(dialog.getByRole('button', { name: t('batch.create'), exact: true }));
    await page.getByRole('heading', { name: 'LAMP-JOURNEY' }).first().waitFor();
    await keys.press(button(page, 'batch.provision'));
    await keys.press(dialog.getByRole('button', { name: t('batch.provision'), exact: true }));
    await page.getByText(t('labels.once')).first().waitFor();
    await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1; }');
    await keys.press(button(page, 'labels.print'));
    expect(await page.evaluate('window.printed')).toBe(1);
    expect(await page.getByTestId('label').count()).toBeGreaterThanOrEqual(3);
    await keys.press(button(page, 'labels.done'));
    await keys.press(button(page, 'labels.hide'));
    await page.getByTestId('label').first().waitFor({ state: 'detached' });
    const [batch] =
      await console.app.sql(`select status, (select count(*)::int from device d where d.batch_id = b.id) as devices
      from inventory_batch b where code = 'LAMP-JOURNEY'`);
    expect(batch).toEqual({ status: 'COMPLETED', devices: 3 });
  });

  it('FIRMWARE_MANAGER uploads and rolls out to 5 %, a fleet fails, and the page says why the brake stopped it', async () => {
    const devices: MadeDevice[] = [];
    for (let count = 0; count < 20; count += 1)
      devices.push(await makeDevice(console.app, { status: 'ACTIVE', batchId: devices[0]?.batchId }));
    const made = await makePackage([key], { manifest: { buildNumber: 9_001 } });
    const file = join(temporaryFolder('package'), 'lamp.release');
    writeFileSync(file, made.bytes);
    const { page, keys } = await enter('FIRMWARE_MANAGER', '/releases');
    await keys.press(page.getByRole('link', { name: t('nav.upload') }).first());
    const choosing = page.waitForEvent('filechooser');
    await keys.press(button(page, 'upload.choose'));
    await (await choosing).setFiles(file);
    await page.getByText(t('upload.good')).first().waitFor();
    const channel = page.getByRole('combobox', { name: t('upload.channel') });
    await keys.choose(channel, t('STABLE'));
    await until(async () => (await channel.inputValue()) === t('STABLE'));
    await keys.write(page.getByLabel(t('upload.notes')), 'Brighter.');
    await keys.press(button(page, 'upload.do'));
    await page.waitForURL(/releases\/[0-9a-f-]{36}$/).catch(async () => {
      throw new Error(`The upload ended at: ${await page.locator('#content').textContent()}`);
    });
    await page.getByRole('heading', { name: '1.4.2' }).first().waitFor();
    const id = page.url().split('/').at(-1) ?? '';
    const dialog = page.getByRole('dialog');
    await keys.press(button(page, 'release.do.approve'));
    await keys.press(dialog.getByRole('button', { name: t('release.do.approve'), exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await keys.press(button(page, 'release.do.start'));
    await keys.write(dialog.getByLabel(t('release.do.percentageField')), '5');
    await keys.press(dialog.getByRole('button', { name: t('release.do.start'), exact: true }));
    await dialog.waitFor({ state: 'detached' });
    for (const device of devices.slice(0, 5)) {
      const { id: installationId } = await makeInstallation(console.app, device, { id }, { status: 'INSTALLING' });
      const said = { releaseId: id, installationId, status: 'FAILED', failureReason: 'FLASH_WRITE_ERROR' } as const;
      expect((await report(console.app, device, said)).status).toBe(201);
    }
    await page.getByText(t('release.stopped')).first().waitFor();
    // The axis of the chart breaks the line of a longer text, without a space.
    await page
      .getByText(new RegExp(t('FLASH_WRITE').split(' ').join('\\s*')))
      .first()
      .waitFor();
    const [release] = await console.app.sql('select lifecycle, rollout_percentage from release where id = $1', [id]);
    expect(release).toEqual({ lifecycle: 'PAUSED', rollout_percentage: 5 });
  });
});
