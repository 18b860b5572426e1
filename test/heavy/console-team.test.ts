import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { until } from '../support/until.ts';

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

describeConsole('the team, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await startTestApp({ console: 'console/dist', env: { PORT: String(port), PUBLIC_URL: origin } });
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  interface Visitor {
    readonly context: BrowserContext;
    readonly page: Page;
  }

  /** A page whose errors fail the test; the 401 of a visitor is none. */
  async function visit(path: string, login: { email: string; password: string } = FIRST_ADMIN): Promise<Visitor> {
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 401/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${origin}/console${path}`);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('E-mail').fill(login.email);
    await page.getByLabel('Password', { exact: true }).fill(login.password);
    await page.keyboard.press('Enter');
    return { context, page };
  }

  const PASSWORD = 'four calm lamps glow 77';
  const staff = (name: string, role: 'ADMIN' | 'SALES' | 'SUPER_ADMIN' | 'VIEWER') =>
    insertAdmin(app.sql, app.clock.now(), { name, role, password: PASSWORD });

  it('a colleague is added, and the one-time password is shown until it is noted', async () => {
    const { context, page } = await visit('/team');
    await page.getByRole('button', { name: 'Add a colleague' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Aziza Karimova');
    await form.getByLabel('E-mail').fill('aziza@karvon.test');
    await form.getByLabel('Role').click();
    await page.getByRole('option', { name: /^Sales/ }).click();
    await form.getByRole('button', { name: 'Add a colleague' }).click();
    const password = await page.getByTestId('secret').textContent();
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').textContent()).toBe(password);
    await page.getByRole('button', { name: 'I have noted the password' }).click();
    await page.getByRole('link', { name: 'Aziza Karimova' }).first().waitFor();
    await context.close();
    const own = await visit('/team', { email: 'aziza@karvon.test', password: password ?? '' });
    await own.page.getByLabel('Temporary password').first().waitFor();
    await own.context.close();
  });

  it('taking away access names what ends, and ends the sessions and the service accounts', async () => {
    const { id } = await staff('Rustam Aliev', 'ADMIN');
    await insertSession(app.sql, id, app.clock.now());
    await app.sql(
      `insert into service_account (id, owner_id, name, role, token_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, 'Nightly export', 'VIEWER', sha256('x'), now(), now() + interval '30 days')`,
      [id],
    );
    const { context, page } = await visit(`/team/${id}`);
    await page.getByRole('button', { name: 'Take away access' }).click();
    const form = page.getByRole('dialog');
    await form.getByText('Nightly export').first().waitFor();
    await form.getByRole('button', { name: 'Take away access' }).click();
    await page.getByText('No access', { exact: true }).first().waitFor();
    const [left] = await app.sql('select count(*)::int as open from admin_session where admin_id = $1', [id]);
    expect(left).toEqual({ open: 0 });
    await page.getByRole('button', { name: 'Give access back' }).click();
    await form.getByRole('button', { name: 'Give access back' }).click();
    await page.getByTestId('secret').first().waitFor();
    await page.getByRole('button', { name: 'I have noted the password' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
    await context.close();
  });

  it('a role is changed from the page, and a viewer has no team', async () => {
    const { id, email } = await staff('Dilnoza Yusupova', 'VIEWER');
    const { context, page } = await visit(`/team/${id}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await page.getByRole('dialog').getByLabel('Role').click();
    await page.getByRole('option', { name: /^Support/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await until(async () => (await app.sql('select role from admin where id = $1', [id]))[0]?.role === 'SUPPORT');
    await context.close();
    const own = await visit('/team', { email, password: PASSWORD });
    await own.page.getByText('Your role does not allow this').first().waitFor();
    expect(await own.page.getByRole('link', { name: 'Team' }).count()).toBe(0);
    await own.context.close();
  });

  it('another session of one’s own is ended, and this one stays', async () => {
    const { id, email } = await staff('Sevara Nazarova', 'SALES');
    const other = await insertSession(app.sql, id, app.clock.now());
    const { context, page } = await visit('/me', { email, password: PASSWORD });
    await page.getByText('This browser').first().waitFor();
    await page.getByRole('button', { name: 'End the session in test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await until(async () => {
      const [row] = await app.sql('select id from admin_session where id = $1', [other.id]);
      return row === undefined;
    });
    await page.getByText('This browser').first().waitFor();
    await context.close();
  });

  it('who saves settings second keeps both changes, and chooses only where both changed one', async () => {
    const { context, page } = await visit('/settings');
    const business = page.getByRole('region', { name: 'Business' });
    await business.getByLabel('Company name').fill('Lamps of mine');
    await business.getByLabel('Active for, days').fill('9');
    await app.sql(
      `update business_settings set company_name = 'Lamps of theirs', order_number_prefix = 'LMP', revision = revision + 1`,
    );
    await business.getByRole('button', { name: 'Save' }).click();
    await business.getByRole('button', { name: 'Keep mine: Lamps of mine' }).click();
    expect(await business.getByLabel('Prefix of order numbers').inputValue()).toBe('LMP');
    await business.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').first().waitFor();
    const [row] = await app.sql(
      'select company_name as name, order_number_prefix as prefix, active_threshold_days as days from business_settings',
    );
    expect(row).toEqual({ name: 'Lamps of mine', prefix: 'LMP', days: 9 });
    // The browser notes the conflict that the page has mended.
    expect(errors.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')]);
    await context.close();
    const { email } = await staff('Reader', 'VIEWER');
    const reader = await visit('/settings', { email, password: PASSWORD });
    await reader.page.getByText('Your role reads these settings.').first().waitFor();
    expect(await reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await reader.context.close();
  });

  it('a service account is created with a token that calls the API, until it is revoked', async () => {
    const { context, page } = await visit('/service-accounts');
    await page.getByRole('button', { name: 'Create a service account' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Hourly report');
    await form.getByLabel('Role').click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await form.getByRole('button', { name: 'Create a service account' }).click();
    const token = await page.getByTestId('secret').textContent();
    await page.getByRole('button', { name: 'I have noted the token' }).click();
    const headers = { authorization: `Bearer ${token}` };
    const call = async () => (await fetch(`${origin}/v1/admin/devices`, { headers })).status;
    expect(await call()).toBe(200);
    await page.getByRole('link', { name: 'Hourly report' }).first().click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await form.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect(await call()).toBe(401);
    await context.close();
  });
});
