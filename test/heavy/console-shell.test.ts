import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { until } from '../support/until.ts';
import { quietness } from './quietness.ts';

const DEVICES = 130;
const RETIRED = 'KRV-BULK02';
/** Runs before the scripts of a page: the names of the boxes that were drawn, again or for the first time. */
const WATCH_BOXES = `window.drawn = new Set();
const { set, ...property } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked');
Object.defineProperty(HTMLInputElement.prototype, 'checked', {
  ...property,
  set(value) {
    window.drawn.add(this.getAttribute('aria-label'));
    set.call(this, value);
  },
});`;
/** Longer than a list waits before it reads again what has changed. */
const QUIET_MS = 1_000;
const PASSWORD = 'Four calm lamps glow 77!';

describeConsole('what staff do in the console, in Chromium', () => {
  const console = consoleTest({
    async prepare(app) {
      const { batchId } = await makeDevice(app, { serial: 'KRV-000000' });
      for (let count = 1; count < DEVICES; count += 1) {
        const status = count % 2 === 0 ? 'READY' : 'INVENTORY';
        await makeDevice(app, { status, batchId, serial: `KRV-${String(count).padStart(6, '0')}` });
      }
      await makeDevice(app, { status: 'RETIRED', serial: RETIRED, batchId });
    },
  });

  const link = (page: Page, serial: string) => page.getByRole('link', { name: serial, exact: true });

  it('an admin with a temporary password has to choose another, and goes on in the language of the sign-in', async () => {
    const temporary = 'Temporary-Pass-99';
    const { email } = await insertAdmin(console.app.sql, console.app.clock.now(), {
      mustChangePassword: true,
      password: temporary,
    });
    const context = await console.visitor({ locale: 'ru-RU' });
    const page = await console.open(context);
    // Both pages open with the focus in their first field.
    const hasFocus = (label: string) =>
      until(() =>
        page.getByLabel(label, { exact: true }).evaluate((field) => field === field.ownerDocument.activeElement),
      );
    await page.getByLabel('Эл. почта').first().waitFor();
    await hasFocus('Эл. почта');
    await page.keyboard.type(email);
    await page.getByLabel('Пароль', { exact: true }).fill(temporary);
    await page.keyboard.press('Enter');
    // What was typed a moment ago is not asked for again, until the page is loaded anew: it is kept nowhere.
    await page.getByLabel('Новый пароль', { exact: true }).waitFor();
    await hasFocus('Новый пароль');
    expect(await page.getByLabel('Одноразовый пароль').count()).toBe(0);
    await page.reload();
    await page.getByLabel('Одноразовый пароль').waitFor();
    await hasFocus('Одноразовый пароль');
    await page.keyboard.type(temporary);
    await page.getByLabel('Новый пароль', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Новый пароль ещё раз').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Сегодня', exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Устройства', exact: true }).first().click();
    await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
  });

  /** An address has no order of its parameters. */
  const partsOf = (address: string) => address.split(/[?&]/).sort();
  const LINK = '/devices?status=READY%2CINVENTORY&sort=SERIAL&cols=serial%2Cstatus';

  it('by keyboard alone, filter, order, columns, scroll, selection and the focus in a row are there after going back', async () => {
    const { page } = await console.enter('ADMIN', '/devices?sort=-CREATED_AT');
    const keys = keyboardOf(page);
    const box = (serial: string) => page.getByRole('checkbox', { name: `Select ${serial}` });
    await link(page, RETIRED).first().waitFor();
    await keys.take(
      page.getByRole('button', { name: 'Filter', exact: true }),
      page.getByRole('menuitem', { name: 'Status', exact: true }),
    );
    const filter = page.getByRole('dialog', { name: 'Status' });
    for (const status of ['Ready', 'In stock'])
      await keys.press(filter.getByRole('checkbox', { name: status }), 'Space');
    await keys.press(filter.getByRole('button', { name: 'Apply' }));
    await link(page, RETIRED).waitFor({ state: 'detached' });
    await keys.press(page.getByRole('columnheader').getByRole('button', { name: 'Serial' }));
    await keys.press(page.getByRole('button', { name: 'Columns' }));
    const columns = page.getByRole('dialog', { name: 'Columns' });
    for (const column of ['Presence', 'Last seen', 'Firmware', 'Model', 'Owner', 'Batch'])
      await keys.press(columns.getByRole('checkbox', { name: column, exact: true }), 'Space');
    await page.keyboard.press('Escape');
    await columns.waitFor({ state: 'detached' });
    expect(partsOf(page.url())).toEqual(partsOf(`${console.origin}/console${LINK}`));
    // Shift selects on the way.
    await keys.to(box('KRV-000001'));
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 selected').first().waitFor();
    // Enter does nothing to a box, as everywhere; Space takes the choice away and gives it back.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await page.keyboard.press('Space');
    await page.getByText('2 selected').first().waitFor();
    expect(partsOf(page.url())).toEqual(partsOf(`${console.origin}/console${LINK}`));
    const rows = page.getByTestId('rows');
    const scrolled = () => rows.evaluate((element) => element.scrollTop);
    // Tab passes the list as one row, so that what follows it is near.
    for (const name of ['link', 'button'] as const) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.tagName')).toBe(name === 'link' ? 'A' : 'BUTTON');
    }
    await page.keyboard.press('Shift+Tab');
    while (!(await link(page, 'KRV-000076').isVisible())) await page.keyboard.press('PageDown');
    await keys.press(link(page, 'KRV-000076'));
    await page.getByRole('heading', { name: 'KRV-000076' }).first().waitFor();
    await keys.press(page.getByRole('main').getByRole('button', { name: 'Devices' }));
    await link(page, 'KRV-000076').first().waitFor();
    await until(() => link(page, 'KRV-000076').evaluate((one) => one === one.ownerDocument.activeElement));
    expect(await page.getByRole('columnheader').count()).toBe(3);
    expect(await scrolled()).toBeGreaterThan(1_000);
    await page.getByText('2 selected').first().waitFor();
    expect(partsOf(page.url())).toEqual(partsOf(`${console.origin}/console${LINK}`));
  });

  it('what is typed before the palette is there is kept, and Enter opens the first record that it finds', async () => {
    const { page } = await console.enter('ADMIN', '/devices');
    let isAsked = false;
    const isHeld = Promise.withResolvers<void>();
    await page.route(/\/assets\/palette-[^/]*\.js$/, async (route) => {
      isAsked = true;
      await isHeld.promise;
      await route.continue();
    });
    // A page that is open may still load what it asks for next by the way of before.
    await page.reload();
    await link(page, 'KRV-000000').first().waitFor();
    await until(async () => {
      if (!isAsked) await page.keyboard.press('Control+k');
      return isAsked;
    });
    await page.keyboard.type('KRV-0000774');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    isHeld.resolve();
    await page.getByRole('heading', { name: 'KRV-000077' }).first().waitFor();
    // Again, when its code is there and before the field has the focus; names of screens and of what can be made are found, too.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Audit');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit log' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('New sale');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New sale' }).first().waitFor();
    // It is found by the word for what is wanted, too.
    await page.goto(`${console.origin}/console/devices`);
    await link(page, 'KRV-000000').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sell');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New sale' }).first().waitFor();
    // So are the page where a thing is done, and what is done from anywhere.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('refund');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sales' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('logout');
    await page.keyboard.press('Enter');
    await page.getByText('You have signed out.').first().waitFor();
  });

  it('where the file of the frame does not come, the page says that nothing answers, and Retry loads it', async () => {
    const { page } = await console.enter('ADMIN', '/devices');
    const file = /\/assets\/home-[^/]*\.js$/;
    await page.route(file, (route) => route.abort());
    await page.reload();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await page.unroute(file);
    await again.click();
    await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
    expect(console.takeErrors().filter((text) => !/ERR_FAILED/.test(text))).toEqual([]);
  });

  it('a click with Shift selects from the last choice to there, and takes a range away again', async () => {
    const { page } = await console.enter('ADMIN', LINK);
    const box = (serial: string) => page.getByRole('checkbox', { name: `Select ${serial}` });
    await box('KRV-000001').click();
    await box('KRV-000005').click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').first().waitFor();
    await box('KRV-000003').click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').first().waitFor();
  });

  it('a choice draws its row and the box above all rows, and no other row', async () => {
    const { page } = await console.enter('ADMIN', LINK);
    const isQuiet = quietness(page, QUIET_MS);
    await page.addInitScript(WATCH_BOXES);
    await page.reload();
    const box = (serial: string) => page.getByRole('checkbox', { name: `Select ${serial}` });
    await box('KRV-000001').press('Space');
    await page.getByText('1 selected').first().waitFor();
    expect(await page.evaluate('window.drawn.size')).toBeGreaterThan(10);
    // An answer that comes now, with fresh rows or counts, would draw more.
    await page.getByText('Live', { exact: true }).first().waitFor();
    await isQuiet();
    await page.evaluate('window.drawn.clear()');
    await box('KRV-000002').press('Space');
    await page.getByText('2 selected').first().waitFor();
    expect(await page.evaluate<string[]>('[...window.drawn].sort()')).toEqual([
      'Select KRV-000002',
      'Select the loaded rows',
    ]);
  });

  it('on a small phone an empty list names what its button makes, and all periods of Today fit in each language', async () => {
    const viewport = { width: 320, height: 640 };
    const { page, caller } = await console.enter('ADMIN', '/sales', { viewport });
    const named = page.getByRole('main').getByText('New sale', { exact: true });
    // That of the list's head has no room for it.
    await until(async () => (await named.count()) === 2 && (await named.last().isVisible()));
    expect(await named.first().isVisible()).toBe(false);
    // Escape closes what lies above: first the choices, whose focus begins at the theme that is chosen, then the menu.
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter');
    const account = page.getByRole('dialog').getByRole('button', { name: /^Account of/ });
    await account.press('Enter');
    await until(() => page.evaluate<boolean>(`document.activeElement?.value === 'SYSTEM'`));
    await page.keyboard.press('Escape');
    await until(async () => (await page.getByRole('radiogroup', { name: 'Theme' }).count()) === 0);
    expect(await account.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'detached' });
    for (const language of ['en', 'ru', 'uz']) {
      await caller.gql(`mutation { setPreferences(input: { language: ${language} }) { preferences { language } } }`);
      await page.goto(`${console.origin}/console/today`);
      const periods = page.getByRole('main').getByRole('radiogroup').first();
      await periods.waitFor();
      expect([language, await periods.evaluate((box) => box.scrollWidth - box.clientWidth)]).toEqual([language, 0]);
    }
  });

  it('a link to a list shows a VIEWER the same, and no action', async () => {
    const { page } = await console.enter('VIEWER', LINK);
    await link(page, 'KRV-000001').first().waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['', 'Serial', 'Status']);
    await page
      .getByText(/^\d+ records$/)
      .first()
      .waitFor();
    const keys = keyboardOf(page);
    await keys.press(page.getByRole('checkbox', { name: 'Select KRV-000001' }), 'Space');
    await page.getByText('1 selected').first().waitFor();
    expect(await page.getByRole('button', { name: 'Change the status' }).count()).toBe(0);
    await keys.press(link(page, 'KRV-000001'));
    await page.getByRole('heading', { name: 'KRV-000001' }).first().waitFor();
    await page.getByText('History').first().waitFor();
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  });

  it('a view is saved with its filter, order and columns, and opened again', async () => {
    const { page, caller } = await console.enter('ADMIN', LINK);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('In the warehouse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'In the warehouse', exact: true }).first().waitFor();
    await page.goto(`${console.origin}/console/devices`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'In the warehouse', exact: true }).click();
    await until(() => String(partsOf(page.url())) === String(partsOf(`${console.origin}/console${LINK}`)));
    await link(page, 'KRV-000001').first().waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.locator('[aria-current=true]', { hasText: 'In the warehouse' }).waitFor();
    await page.keyboard.press('Escape');

    // Saved from another browser meanwhile: it is saved over only knowingly.
    const columns = async () => (await console.app.sql('select columns from saved_view'))[0]?.columns;
    const replaceIn = async (one: Page) => {
      await one.getByRole('button', { name: 'Views' }).click();
      await one.getByRole('button', { name: 'Save what is shown as In the warehouse' }).click();
    };
    const { page: other } = await console.enter(caller, '/devices?cols=serial,model');
    await replaceIn(other);
    await until(async () => String(await columns()) === 'serial,model');
    await other.getByText('Saved', { exact: true }).first().waitFor();
    await replaceIn(page);
    const alert = page.getByRole('alert');
    await alert.getByText('“In the warehouse” was saved elsewhere meanwhile.').first().waitFor();
    const answered = page.waitForResponse((response) => response.status() === 409);
    await page.getByRole('button', { name: 'Save what is shown as In the warehouse' }).click();
    await answered;
    expect(await columns()).toEqual(['serial', 'model']);
    await alert.getByRole('button', { name: 'Save mine over it' }).click();
    await until(async () => String(await columns()) !== 'serial,model');
    // Others may use it: it is deleted after a question.
    await page.getByRole('button', { name: 'Delete the view In the warehouse' }).click();
    const question = page.getByRole('group', { name: 'Delete the view In the warehouse' });
    await question.getByText('Nobody will have it any more.').waitFor();
    expect(await console.app.sql('select id from saved_view')).toHaveLength(1);
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await until(async () => (await console.app.sql('select id from saved_view')).length === 0);
    const refused = expect.stringContaining('409 (Conflict)');
    expect(console.takeErrors()).toEqual([refused, refused]);
  });

  it('the browser keeps the language and the theme, and nothing that was read or typed', async () => {
    const { page, caller } = await console.enter('ADMIN', LINK);
    await link(page, 'KRV-000001').click();
    await page.getByRole('heading', { name: 'KRV-000001' }).first().waitFor();
    await page.getByRole('button', { name: /^Account of/ }).press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
    const kept = await page.evaluate<string>(
      `indexedDB.databases().then((databases) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases]))`,
    );
    const [local, session, cookies, databases] = JSON.parse(kept);
    expect([
      Object.keys(local).filter((name) => !/^(karvon-language|mantine-color-scheme)/.test(name)),
      session,
    ]).toEqual([[], {}]);
    expect([cookies, databases]).toEqual(['', []]);
    expect(kept).not.toContain(caller.admin.email);
  });

  it('what is seen is what is exported', async () => {
    const { page } = await console.enter('ADMIN', '/devices?status=RETIRED&sort=SERIAL&cols=serial%2Cmodel');
    await link(page, RETIRED).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
    const file = await download;
    // Who exported is told when it is done, and how the file is called.
    await page.getByText(`${file.suggestedFilename()} is saved`).first().waitFor();
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.map((line) => line.replace(/^\ufeff/, ''))).toEqual(['serial,model', `${RETIRED},LAMP1`]);
  });
});
