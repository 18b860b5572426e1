import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder, openPreorders } from '../support/factories/preorder.ts';
import { until } from '../support/until.ts';

const BUILT = 'console/dist';
const isReady = hasBrowser && existsSync(`${BUILT}/index.html`);
const describeConsole = isReady ? describe : describe.skip;

/** A free port, so that the service knows its own address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeConsole('what staff do with preorders in the console, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  const viewer = { email: 'viewer@karvon.example', password: 'four calm lamps glow 77' };
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await startTestApp({ console: BUILT, env: { PORT: String(port), PUBLIC_URL: origin } });
    await openPreorders(app);
    await insertAdmin(app.sql, app.clock.now(), { ...viewer, role: 'VIEWER' });
    await insertAdmin(app.sql, app.clock.now(), {
      role: 'SALES',
      name: 'Dilnoza Yusupova',
      email: 'dilnoza@karvon.example',
    });
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  /** A page whose errors fail the test; the 401 of a visitor, the 400 of a refused form and the 404 of what was deleted are none. */
  async function open(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 40[014]/.test(message.text())) errors.push(message.text());
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

  async function visit(
    path: string,
    who: { email: string; password: string } = FIRST_ADMIN,
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const page = await open(context, path);
    await signIn(page, who);
    return { context, page };
  }

  const statusOf = async (id: string) => (await app.sql('select status from preorder where id = $1', [id]))[0]?.status;

  it('250 preorders are moved in hundreds, and those that failed stay selected with their reasons', async () => {
    for (let count = 0; count < 250; count += 1) {
      const status = count < 50 ? 'CANCELLED' : 'NEW';
      await makePreorder(app, { status, utmSource: 'bulk', number: `PRE-BULK-${String(count).padStart(3, '0')}` });
    }
    const { context, page } = await visit('/console/preorders?source=bulk');
    await page.getByRole('link', { name: 'PRE-BULK-' }).first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href');
    const answer = await context.request.get(`${origin}${file}`);
    expect([answer.status(), (await answer.text()).match(/PRE-BULK-/g)?.length]).toEqual([200, 250]);
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select the rows on screen' }).check();
    await page.getByRole('button', { name: 'Select all 250' }).click();
    await page.getByText('250 selected').first().waitFor();
    const calls: number[] = [];
    page.on('request', (request) => {
      const body = request.url().endsWith('/graphql') ? request.postDataJSON() : undefined;
      if (body?.operationName === 'BulkSetPreorderStatus') calls.push(body.variables.records.length);
    });
    await page.getByRole('button', { name: 'Change the status' }).click();
    await page.getByLabel('New status').first().click();
    await page.getByRole('option', { name: 'Contacted' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the status' }).click();
    await page.getByText('200 done · 50 failed').first().waitFor();
    await page.getByText('Cannot move from CANCELLED to CONTACTED', { exact: false }).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('50 selected').first().waitFor();
    expect(await page.getByRole('list', { name: '50 failed' }).getByRole('listitem').count()).toBe(50);
    const counts = await app.sql(
      `select status, count(*)::int from preorder where utm_source = 'bulk' group by 1 order by 1`,
    );
    expect([calls, counts]).toEqual([
      [100, 100, 50],
      [
        { status: 'CANCELLED', count: 50 },
        { status: 'CONTACTED', count: 200 },
      ],
    ]);
    await context.close();
  });

  it('a card of the board is moved by keyboard alone, a state that it cannot have says why, and a step back asks for a note', async () => {
    const { id, number } = await makePreorder(app, { utmSource: 'board', number: 'PRE-BOARD-1' });
    const { context, page } = await visit('/console/preorders/board?source=board');
    const link = page.getByRole('link', { name: number });
    await link.focus();
    await page.keyboard.press('m');
    await page.getByText('Cannot move from NEW to FULFILLED', { exact: false }).first().waitFor();
    const contacted = page.getByRole('menuitem', { name: 'Contacted' });
    await contacted.focus();
    await page.keyboard.press('Enter');
    await until(async () => (await statusOf(id)) === 'CONTACTED');
    const column = page.getByRole('region', { name: 'Contacted' });
    await column.getByRole('link', { name: number }).first().waitFor();
    await page.waitForFunction(`document.activeElement?.textContent === '${number}'`);
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'New', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await dialog.getByText('Required', { exact: false }).first().waitFor();
    expect(await statusOf(id)).toBe('CONTACTED');
    await dialog.getByLabel('Note').fill('Called the wrong customer');
    await dialog.getByRole('button', { name: 'Move' }).press('Enter');
    await until(async () => (await statusOf(id)) === 'NEW');
    await page.getByRole('region', { name: 'New' }).getByRole('link', { name: number }).first().waitFor();
    const [event] = await app.sql(
      `select note, correction from preorder_event where preorder_id = $1 order by at desc, id desc limit 1`,
      [id],
    );
    expect(event).toEqual({ note: 'Called the wrong customer', correction: true });
    await context.close();
  });

  it('a preorder that another admin moves goes to its column on an open board', async () => {
    const { id, number } = await makePreorder(app, { utmSource: 'live', number: 'PRE-LIVE-1' });
    const { context, page } = await visit('/console/preorders/board?source=live');
    await page.getByRole('region', { name: 'New' }).getByRole('link', { name: number }).first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const sales = await app.as('SALES');
    const { status } = await sales.rest('PATCH', `/v1/admin/preorders/${id}/status`, { status: 'CONTACTED' });
    expect(status).toBe(200);
    await page.getByRole('region', { name: 'Contacted' }).getByRole('link', { name: number }).first().waitFor();
    await context.close();
  });

  it('a preorder is assigned, sold from, and deleted after its number was typed', async () => {
    await makeDevice(app, { status: 'READY', serial: 'KRV-SELL01' });
    const { id, number } = await makePreorder(app, { number: 'PRE-PAGE-1', fullPrice: 1_500_000 });
    const { context, page } = await visit(`/console/preorders/${id}`);
    await page.getByRole('heading', { name: number }).first().waitFor();
    const menu = async (name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await menu('Assign');
    await page.getByLabel('Assigned to').first().click();
    await page.getByRole('option', { name: 'Dilnoza Yusupova' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Assigned to Dilnoza Yusupova').first().waitFor();

    await menu('Make a sale');
    await page.getByLabel('Device').first().fill('SELL01');
    await page.getByRole('option', { name: 'KRV-SELL01' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a sale' }).click();
    await page.getByText('1 of 1 sold').first().waitFor();
    const [sale] = await app.sql('select unit_price::int, preorder_id from sale where preorder_id = $1', [id]);
    expect(sale).toEqual({ unit_price: 1_500_000, preorder_id: id });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByText('All devices of this preorder are sold.').first().waitFor();
    await page.keyboard.press('Escape');

    await menu('Delete');
    await page.getByLabel('Number of the preorder').fill('PRE-OTHER');
    await page.getByLabel('Reason').fill('The customer asked for it');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('does not match the number', { exact: false }).first().waitFor();
    await page.getByLabel('Number of the preorder').fill(number);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Filter' }).first().waitFor();
    expect(
      (await app.sql('select deleted_at is not null as gone from preorder where id = $1', [id]))[0]?.gone ?? true,
    ).toBe(true);
    await context.close();
  });

  it('a super admin closes preorders and sets the capacity, and a viewer can only look', async () => {
    const { id, number } = await makePreorder(app, { utmSource: 'look', number: 'PRE-LOOK-1' });
    const { context, page } = await visit('/console/preorders/settings');
    await page.getByLabel('The public site takes preorders').uncheck();
    await page.getByLabel('Capacity, devices').fill('5000');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved').first().waitFor();
    await page.getByText('Preorders are closed').first().waitFor();
    const [terms] = await app.sql('select pre_order_enabled, preorder_capacity from preorder_settings');
    expect(terms).toEqual({ pre_order_enabled: false, preorder_capacity: 5_000 });
    await context.close();

    const looking = await visit('/console/preorders/board?source=look', viewer);
    await looking.page.getByRole('link', { name: number }).first().waitFor();
    expect(await looking.page.getByRole('button', { name: `Move ${number}` }).count()).toBe(0);
    await looking.page.goto(`${origin}/console/preorders/${id}`);
    await looking.page.getByRole('heading', { name: number }).first().waitFor();
    expect(await looking.page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
    await looking.page.goto(`${origin}/console/preorders/settings`);
    await looking.page.getByText('Only a super admin changes these settings.').first().waitFor();
    expect(await looking.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await looking.context.close();
  });
});
