import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { addClaimCode, addPresence, makeDevice } from '../support/factories/device.ts';
import { until } from '../support/until.ts';

const AXE = 'console/node_modules/axe-core/axe.min.js';
const isReady = hasBrowser && existsSync('console/dist/index.html');
const describeConsole = isReady ? describe : describe.skip;

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
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await startTestApp({ env: { PORT: String(port), PUBLIC_URL: origin } });
    for (let count = 0; count < 130; count += 1) {
      const status = count % 2 === 0 ? 'READY' : 'INVENTORY';
      await makeDevice(app, { status, serial: `KRV-${String(count).padStart(6, '0')}` });
    }
    const active = await makeDevice(app, { status: 'ACTIVE', serial: 'KRV-LAMP01' });
    await addPresence(app, active.id);
    await addClaimCode(app, active.id, { status: 'CLAIMED' });
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  /** A page whose errors fail the test; the 401 of a visitor is none. */
  async function open(context: BrowserContext, path = '/console/devices'): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 401/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${origin}${path}`);
    return page;
  }

  async function signIn(page: Page, { email, password }: { email: string; password: string } = FIRST_ADMIN) {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  }

  async function visit(path?: string): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext();
    const page = await open(context, path);
    await signIn(page);
    await page.getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
    return { context, page };
  }

  it('an admin with a temporary password chooses another, and comes to the devices', async () => {
    const { email } = await insertAdmin(app.sql, app.clock.now(), { role: 'SUPPORT', mustChangePassword: true, password: 'Temporary-Pass-99' });
    const context = await browser.newContext();
    const page = await open(context);
    await signIn(page, { email, password: 'Temporary-Pass-99' });
    await page.getByLabel('Temporary password').fill('Temporary-Pass-99');
    await page.getByLabel('New password', { exact: true }).fill('four calm lamps glow 77');
    await page.getByLabel('New password again').fill('four calm lamps glow 77');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
    await context.close();
  });

  it('Ctrl-K finds a device by its serial, and its claim is reset by keyboard alone', async () => {
    const { context, page } = await visit();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').waitFor();
    await page.keyboard.type('KRV-LAMP01');
    await page.getByRole('button', { name: /KRV-LAMP01/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'KRV-LAMP01' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').waitFor();
    await page.keyboard.type('Reset');
    await page.getByRole('button', { name: /Reset the claim/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Reason').fill('The owner lost the phone');
    await page.getByRole('button', { name: 'Reset the claim' }).press('Enter');
    await page.getByText('The new claim code').waitFor();
    await page.getByRole('button', { name: 'I have noted the code' }).press('Enter');
    await page.getByText('Ready').first().waitFor();
    const [{ status } = {}] = await app.sql(`select status from device where serial = 'KRV-LAMP01'`);
    expect(status).toBe('READY');
    await context.close();
  });

  it('filter, order, columns, scroll and selection are there after going back', async () => {
    const { context, page } = await visit('/console/devices?status=READY,INVENTORY&sort=SERIAL&cols=serial,status');
    await page.getByRole('checkbox', { name: 'Select KRV-000001' }).check();
    const rows = page.getByTestId('rows');
    await rows.evaluate((element) => {
      element.scrollTop = 3_000;
    });
    await page.getByRole('link', { name: 'KRV-000076' }).click();
    await page.getByRole('heading', { name: 'KRV-000076' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'KRV-000076' }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(3);
    expect(await rows.evaluate((element) => element.scrollTop)).toBe(3_000);
    await page.getByText('1 selected').waitFor();
    expect(new URL(page.url()).search).toBe('?status=READY%2CINVENTORY&sort=SERIAL&cols=serial%2Cstatus');
    await context.close();
  });

  it('a session that ends in a form lies over it, and the change is made once, as it was typed', async () => {
    const { context, page } = await visit('/console/devices?serial=KRV-000002');
    await page.getByRole('link', { name: 'KRV-000002' }).click();
    await page.getByRole('button', { name: 'Change the status' }).click();
    await page.getByLabel('New status').click();
    await page.getByRole('option', { name: /^Repair/ }).click();
    await page.getByLabel('Reason').fill('The lens is broken');
    await app.sql('update admin_session set revoked_at = now() where revoked_at is null');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the status' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(FIRST_ADMIN.password);
    await page.keyboard.press('Enter');
    await until(async () => (await app.sql(`select status from device where serial = 'KRV-000002'`))[0]?.status === 'REPAIR');
    const events = await app.sql(
      `select reason from device_event e join device d on d.id = e.device_id where d.serial = 'KRV-000002' and e.to_status = 'REPAIR'`,
    );
    expect(events).toEqual([{ reason: 'The lens is broken' }]);
    await context.close();
  });

  it('two tabs have the streams of one, and signing out in one ends both', async () => {
    const { context, page } = await visit();
    const streams: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/graphql/stream')) streams.push(request.postDataJSON().operationName);
    });
    await page.getByText('Live', { exact: true }).waitFor();
    const other = await open(context);
    await other.getByRole('link', { name: 'KRV-' }).first().waitFor();
    await other.getByText('Live', { exact: true }).waitFor();
    expect(streams).toEqual([]);
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const one of [page, other]) await one.getByText('You have signed out.').waitFor();
    await context.close();
  });

  it('axe finds nothing on the sign-in, the list and a device, in both themes, and nothing is wider than 320 pixels', async () => {
    const source = readFileSync(AXE, 'utf8');
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, bypassCSP: true });
      const page = await open(context);
      const check = async (where: string) => {
        await page.evaluate(source);
        const found = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
        );
        expect([where, colorScheme, found]).toEqual([where, colorScheme, []]);
      };
      await page.getByLabel('E-mail').waitFor();
      await check('sign-in');
      await signIn(page);
      await page.getByRole('link', { name: 'KRV-' }).first().waitFor();
      await check('devices');
      await page.getByRole('link', { name: 'KRV-' }).first().click();
      await page.getByText('History').waitFor();
      await check('device');
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
      await context.close();
    }
  });
});
