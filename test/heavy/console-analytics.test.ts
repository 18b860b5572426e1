import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { AdminRole } from '../../src/model/enums.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { PATIENCE_MS, until } from '../support/until.ts';

const AXE = 'node_modules/axe-core/axe.min.js';
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

describeConsole('today and analytics, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await startTestApp({ console: 'console/dist', env: { PORT: String(port), PUBLIC_URL: origin } });
    const { id } = await makeCustomerRow(app, { fullName: 'Laylo Umarova', city: 'Samarqand' });
    const device = await makeDevice(app, { status: 'ACTIVE', owner: id });
    await makeSale(app, { customerId: id, deviceId: device.id, unitPrice: 4_190_000, soldAt: app.clock.now() });
    await makePreorder(app, { customerId: id, number: 'PRE-000777', fullName: 'Laylo Umarova' });
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  /** Somebody of a role at a page, whose errors fail the test; a refused question (400) is none. */
  async function visit(role: AdminRole, path: string): Promise<Page> {
    const { cookie } = await app.as(role);
    const context = await browser.newContext({ locale: 'en-US' });
    context.setDefaultTimeout(PATIENCE_MS);
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: origin, sameSite: 'Strict', httpOnly: true }]);
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 400/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${origin}${path}`);
    return page;
  }

  const view = (page: Page, name: string) =>
    page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name }).press('Space');

  async function choose(page: Page, field: string, option: string) {
    await page.getByLabel(field, { exact: true }).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('the first screen is Today: its charts have tables, and a preorder that waits is assigned there', async () => {
    const page = await visit('ADMIN', '/console');
    await page.getByRole('heading', { name: 'Today', exact: true, level: 1 }).first().waitFor();
    await page.getByText('Days and hours of Asia/Tashkent').first().waitFor();
    const sales = page.getByRole('region', { name: 'Net revenue', exact: true }).first();
    await sales
      .getByRole('img', { name: /^Chart: Net revenue/ })
      .first()
      .waitFor();
    await sales.getByRole('radio', { name: 'As a table' }).press('Space');
    await sales
      .getByRole('table')
      .getByText(/4\u202f190\u202f000/)
      .first()
      .waitFor();
    await sales.getByText('(not over yet)').first().waitFor();
    await page.getByRole('button', { name: 'Assign PRE-000777' }).press('Enter');
    await page.getByRole('menuitem').first().press('Enter');
    await until(async () => (await app.sql(`select assigned_admin_id from preorder`))[0]?.assigned_admin_id !== null);
    await page.getByRole('link', { name: 'Laylo Umarova' }).press('Enter');
    await page.getByRole('heading', { name: 'PRE-000777' }).first().waitFor();
    await page.context().close();
  });

  it('a role that may read no report has the figures and its own queue', async () => {
    const page = await visit('FIRMWARE_MANAGER', '/console');
    await page.getByText('Nothing waits').first().waitFor();
    await page.getByText('Devices online').first().waitFor();
    expect(await page.getByRole('radiogroup').count()).toBe(0);
    await page.context().close();
  });

  it('revenue by city this quarter against last is answered by clicking, saved, shared, renamed and deleted', async () => {
    const page = await visit('ADMIN', '/console/analytics');
    await page.getByRole('button', { name: 'Sales', exact: true }).click();
    await choose(page, 'Divided by', 'Customer: city');
    await page.keyboard.press('Escape');
    await choose(page, 'Period', 'This quarter');
    await choose(page, 'Compared with', 'The period before');
    await page
      .getByRole('img', { name: /^Chart: Revenue/ })
      .first()
      .waitFor();
    await view(page, 'Table');
    const row = page.getByRole('row', { name: /^Samarqand/ });
    await row.first().waitFor();
    expect(await row.getByRole('cell').allTextContents()).toEqual([
      'Samarqand',
      '4\u202f190\u202f000\u00a0UZS',
      '0\u00a0UZS',
      '–',
    ]);
    await view(page, 'Query');
    await page
      .getByRole('region', { name: 'SQL that Karvon ran' })
      .getByText(/select/)
      .first()
      .waitFor();
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const file = await page.request.get(`${origin}${href}`);
    expect(await file.text()).toMatch(/Samarqand.*4190000/);

    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cities');
    await dialog.getByLabel('Everybody can use it').press('Space');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('button', { name: 'Name and sharing' }).press('Enter');
    await dialog.getByLabel('Name').fill('Revenue by city');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await until(async () => (await app.sql(`select name, shared from saved_question`))[0]?.name === 'Revenue by city');
    expect((await app.sql(`select shared from saved_question`))[0]?.shared).toBe(true);
    const other = await visit('VIEWER', '/console/analytics');
    await other.getByRole('link', { name: 'Revenue by city' }).press('Enter');
    await other
      .getByRole('img', { name: /^Chart: Revenue/ })
      .first()
      .waitFor();
    await other.context().close();
    await page.getByRole('button', { name: 'Delete the question' }).press('Enter');
    await dialog.getByRole('button', { name: 'Delete the question' }).press('Enter');
    await page.getByText('None yet.').first().waitFor();
    await page.context().close();
  });

  it('a wrong period is said at its field, and an example is a question to change', async () => {
    const page = await visit('ADMIN', '/console/analytics');
    await page.getByRole('link', { name: 'Why does money go back?' }).press('Enter');
    await page.getByText('Nothing matches').first().waitFor();
    await choose(page, 'Period', 'From one day to another');
    await page.getByLabel('From', { exact: true }).fill('2026-11-20');
    await page.getByLabel('Until, with that day').fill('2026-11-10');
    const field = page.getByLabel('Until, with that day');
    await until(async () => (await field.getAttribute('aria-invalid')) === 'true');
    await page.context().close();
  });

  it('axe finds nothing on Today and in Analytics, in both themes, and nothing is wider than 320 pixels', async () => {
    const source = readFileSync(AXE, 'utf8');
    const question = encodeURIComponent(JSON.stringify({ metrics: ['REVENUE'], dimensions: ['CUSTOMER_CITY'] }));
    const page = await visit('ADMIN', '/console');
    const screens = [
      ['/today', 'Today'],
      ['/analytics', 'Analytics'],
      [`/analytics?set=SALES&q=${question}`, 'Sales'],
    ] as const;
    for (const [path, heading] of screens) {
      await page.setViewportSize({ width: 1_280, height: 800 });
      await page.goto(`${origin}/console${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { name: heading, exact: true, level: 1 }).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // Colors change by transitions, which begin with the next frame, and are judged once they have.
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        await until(async () => (await page.evaluate<number>('document.getAnimations().length')) === 0);
        const found = await page.evaluate<string[]>(
          `${source};axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
        );
        expect([path, colorScheme, found]).toEqual([path, colorScheme, []]);
      }
      await page.setViewportSize({ width: 320, height: 700 });
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 320]);
    }
    await page.context().close();
  });
});
