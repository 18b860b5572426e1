import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AdminRole } from '../../src/model/enums.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Caller } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { addDay, addPresence, makeDevice } from '../support/factories/device.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const CONSOLE = 'console/dist';
const AXE = 'node_modules/axe-core/axe.min.js';
const describeConsole = hasBrowser && existsSync(`${CONSOLE}/index.html`) ? describe : describe.skip;
const DEVICES = 130;
const LAMP = 'KRV-LAMP01';
const BULK = { 'KRV-BULK01': 'READY', 'KRV-BULK02': 'RETIRED', 'KRV-BULK03': 'READY' } as const;
const PASSWORD = 'Four calm lamps glow 77!';

/** A free port, so that the service knows its own address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeConsole('what staff do in the console, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  const env = () => ({ PORT: new URL(origin).port, PUBLIC_URL: origin });
  beforeAll(async () => {
    browser = await startBrowser();
    origin = `http://localhost:${await freePort()}`;
    app = await startTestApp({ console: CONSOLE, env: env() });
    const { batchId } = await makeDevice(app, { serial: 'KRV-000000' });
    for (let count = 1; count < DEVICES; count += 1) {
      const status = count % 2 === 0 ? 'READY' : 'INVENTORY';
      await makeDevice(app, { status, batchId, serial: `KRV-${String(count).padStart(6, '0')}` });
    }
    const lamp = await makeDevice(app, { status: 'ACTIVE', serial: LAMP });
    await addPresence(app, lamp.id);
    await addDay(app, lamp.id, app.clock.now());
    for (const [serial, status] of Object.entries(BULK)) await makeDevice(app, { status, serial, batchId });
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const errors: string[] = [];
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(errors.splice(0)).toEqual([]);
  });

  async function visitor(options: Parameters<Browser['newContext']>[0] = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ locale: 'en-US', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    return context;
  }

  /** A page whose errors fail the test; the 401 of a visitor is none, nor what it cannot reach while the service is stopped. */
  async function open(context: BrowserContext, path = '/console/devices'): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 401|ERR_CONNECTION/.test(message.text()))
        errors.push(message.text());
    });
    await page.goto(new URL(path, origin).href);
    return page;
  }

  /** Somebody of a role who is signed in, at a page. */
  async function enter(
    who: AdminRole | Caller,
    path?: string,
    options?: Parameters<Browser['newContext']>[0],
  ): Promise<{ context: BrowserContext; page: Page; caller: Caller }> {
    const caller = typeof who === 'string' ? await app.as(who) : who;
    const context = await visitor(options);
    const [name = '', value = ''] = caller.cookie.split('=');
    await context.addCookies([{ name, value, url: origin, sameSite: 'Strict', httpOnly: true }]);
    return { context, page: await open(context, path), caller };
  }

  const link = (page: Page, serial: string) => page.getByRole('link', { name: serial, exact: true });
  const statusOf = async (serial: string) =>
    (await app.sql('select status from device where serial = $1', [serial]))[0]?.status;
  const reasonsOf = async (serial: string, status: string) =>
    (
      await app.sql(
        'select reason from device_event e join device d on d.id = e.device_id where d.serial = $1 and to_status = $2',
        [serial, status],
      )
    ).map(({ reason }) => reason);

  it('an admin with a temporary password has to choose another, and goes on in the language of the sign-in', async () => {
    const temporary = 'Temporary-Pass-99';
    const { email } = await insertAdmin(app.sql, app.clock.now(), { mustChangePassword: true, password: temporary });
    const context = await visitor({ locale: 'ru-RU' });
    const page = await open(context, '/');
    await page.getByLabel('Эл. почта').fill(email);
    await page.getByLabel('Пароль', { exact: true }).fill(temporary);
    await page.keyboard.press('Enter');
    await page.getByLabel('Временный пароль').fill(temporary);
    await page.keyboard.press('Tab');
    await page.getByLabel('Новый пароль', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Новый пароль ещё раз').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Сегодня', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Устройства', exact: true }).click();
    await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
  });

  it('Ctrl-K finds a device by its serial, and its claim is reset by keyboard alone', async () => {
    const { page } = await enter('SUPPORT');
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').waitFor();
    await page.keyboard.type(LAMP);
    // What is found replaces what the arrows have chosen.
    await page.getByRole('button', { name: new RegExp(LAMP) }).press('Enter');
    await page.getByRole('heading', { name: LAMP }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').waitFor();
    await page.keyboard.type('Reset');
    await page.getByRole('button', { name: /Reset the claim/ }).press('Enter');
    await page.getByRole('dialog').getByLabel('Reason').waitFor();
    await page.keyboard.type('The owner lost the phone');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const code = page.getByTestId('secret');
    await code.waitFor();
    await page.keyboard.press('Escape');
    expect(await code.textContent()).toMatch(/^[0-9A-Z-]{8,}$/);
    await page.getByRole('button', { name: 'I have noted the code' }).press('Enter');
    await code.waitFor({ state: 'detached' });
    await page.getByText('The owner lost the phone').waitFor();
    expect([await statusOf(LAMP), await reasonsOf(LAMP, 'READY')]).toEqual(['READY', ['The owner lost the phone']]);
  });

  const LINK = '/console/devices?status=READY%2CINVENTORY&sort=SERIAL&cols=serial%2Cstatus';

  it('filter, order, columns, scroll and selection are there after going back', async () => {
    const { page } = await enter('ADMIN', LINK);
    await page.getByRole('checkbox', { name: 'Select KRV-000001' }).check();
    const rows = page.getByTestId('rows');
    await rows.evaluate((element) => {
      element.scrollTop = 3_000;
    });
    await link(page, 'KRV-000076').click();
    await page.getByRole('heading', { name: 'KRV-000076' }).waitFor();
    await page.goBack();
    await link(page, 'KRV-000076').waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(3);
    expect(await rows.evaluate((element) => element.scrollTop)).toBe(3_000);
    await page.getByText('1 selected').waitFor();
    expect(page.url()).toBe(`${origin}${LINK}`);
  });

  it('a link to a list shows a VIEWER the same, and no action', async () => {
    const { page } = await enter('VIEWER', LINK);
    await link(page, 'KRV-000001').waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['', 'Serial', 'Status']);
    await page.getByText(/^\d+ records$/).waitFor();
    await page.getByRole('checkbox', { name: 'Select KRV-000001' }).check();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('button', { name: 'Change the status' }).count()).toBe(0);
    await link(page, 'KRV-000001').click();
    await page.getByRole('heading', { name: 'KRV-000001' }).waitFor();
    await page.getByText('History').waitFor();
    expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
  });

  it('two tabs have the streams of one, and signing out in one ends both', async () => {
    const { context, page } = await enter('SUPPORT');
    await page.getByText('Live', { exact: true }).waitFor();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/graphql/stream')) streams.push(request.postDataJSON().operationName);
    });
    const other = await open(context);
    await link(other, 'KRV-000129').waitFor();
    await other.getByText('Live', { exact: true }).waitFor();
    expect(streams).toEqual([]);
    await other.getByRole('button', { name: /^Account of/ }).press('Enter');
    await other.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    for (const one of [page, other]) await one.getByText('You have signed out.').waitFor();
  });

  it('a view is saved with its filter, order and columns, and opened again', async () => {
    const { page } = await enter('ADMIN', LINK);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByLabel('Name of the view').fill('In the warehouse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'In the warehouse', exact: true }).waitFor();
    await page.goto(`${origin}/console/devices`);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'In the warehouse', exact: true }).click();
    await until(() => page.url() === `${origin}${LINK}`);
    await link(page, 'KRV-000001').waitFor();
  });

  it('what is seen is what is exported', async () => {
    const { page } = await enter('ADMIN', '/console/devices?status=RETIRED&sort=SERIAL&cols=serial%2Cmodel');
    await link(page, 'KRV-BULK02').waitFor();
    await page.getByRole('button', { name: 'Export' }).press('Enter');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines.map((line) => line.replace(/^\ufeff/, ''))).toEqual(['serial,model', 'KRV-BULK02,LAMP1']);
  });

  it('axe finds nothing on any screen in either theme, and nothing is wider than 320 pixels', async () => {
    const source = readFileSync(AXE, 'utf8');
    const found: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { colorScheme, bypassCSP: true };
      const check = async (page: Page, where: string) => {
        await page.waitForFunction(`document.getAnimations().every(({ playState }) => playState !== 'running')`);
        await page.evaluate(source);
        const violations = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3)))`,
        );
        for (const one of violations) found.push([where, colorScheme, one]);
        await page.setViewportSize({ width: 320, height: 640 });
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > 320) found.push([where, colorScheme, `${width} px`]);
        await page.setViewportSize({ width: 1280, height: 800 });
      };
      const guest = await open(await visitor(look));
      await guest.getByLabel('E-mail').waitFor();
      await check(guest, 'sign-in');
      const { page } = await enter('SUPPORT', '/console/devices?sort=-SERIAL', look);
      await link(page, LAMP).waitFor();
      await check(page, 'list');
      await page.getByRole('checkbox', { name: `Select ${LAMP}` }).check();
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('dialog').waitFor();
      await check(page, 'columns');
      await page.keyboard.press('Escape');
      await link(page, LAMP).click();
      await page.getByText('History').waitFor();
      await page.locator('figure svg').first().waitFor();
      await check(page, 'device');
      await page.getByRole('button', { name: 'Change the status' }).click();
      await page.getByLabel('Reason').waitFor();
      await check(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByLabel('Reason').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('A serial, a name').fill('KRV-LAMP');
      await page
        .getByRole('button', { name: /KRV-LAMP/ })
        .first()
        .waitFor();
      await check(page, 'palette');
    }
    expect(found).toEqual([]);
  });
});
