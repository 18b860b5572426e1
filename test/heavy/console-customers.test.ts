import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';

const isReady = hasBrowser && existsSync('console/dist/index.html');
const describeConsole = isReady ? describe : describe.skip;
const PASSWORD = 'four calm lamps glow 77';

/** A free port, so that the service knows its own address before it starts. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describeConsole('what staff do with customers in the console, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let origin: string;
  let sales: string;
  let viewer: string;
  beforeAll(async () => {
    browser = await startBrowser();
    const port = await freePort();
    origin = `http://localhost:${port}`;
    app = await startTestApp({ console: 'console/dist', env: { PORT: String(port), PUBLIC_URL: origin } });
    const now = app.clock.now();
    sales = (await insertAdmin(app.sql, now, { role: 'SALES', password: PASSWORD })).email;
    viewer = (await insertAdmin(app.sql, now, { role: 'VIEWER', password: PASSWORD })).email;
    await makeCustomerRow(app, { fullName: 'Bekzod Sodiqov' });
    await makeCustomerRow(app, { fullName: 'Two People Edit', email: 'two@example.com' });
    await makeCustomerRow(app, { fullName: 'Session Ends' });
    await makeCustomerRow(app, { fullName: 'To Be Erased', email: 'erased@example.com' });
    const { id } = await makeCustomerRow(app, { fullName: 'Laylo Umarova', email: 'laylo@example.com' });
    const device = await makeDevice(app, { status: 'ACTIVE', owner: id, serial: 'KRV-LAYLO1' });
    await addPresence(app, device.id);
    await makeSale(app, { customerId: id, deviceId: device.id, number: 'KRV-2026-000777', unitPrice: 4_190_000 });
    await makePreorder(app, { customerId: id, number: 'PRE-000777' });
  });
  afterAll(async () => {
    await app?.stop();
    await browser?.close();
  });

  const errors: string[] = [];
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  /** A page whose errors fail the test; the answers that a journey brings about (401, 409) are none. */
  async function open(context: BrowserContext, path = '/console/customers'): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of (401|409)/.test(message.text())) errors.push(message.text());
    });
    await page.goto(`${origin}${path}`);
    return page;
  }

  async function signIn(page: Page, email: string = FIRST_ADMIN.email, password: string = FIRST_ADMIN.password) {
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Customers', exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Laylo Umarova' }).first().waitFor();
  }

  async function visit(email?: string, password?: string): Promise<Page> {
    const page = await open(await browser.newContext());
    await signIn(page, email, password);
    return page;
  }

  async function openCustomer(page: Page, name: string) {
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  async function openForm(page: Page, name: string) {
    await openCustomer(page, name);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Company').first().waitFor();
  }

  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const stored = async (fullName: string) =>
    (await app.sql('select company, city, phone, revision from customer where full_name = $1', [fullName]))[0];

  it('two browsers edit one customer: different fields are both kept without a question, the same field is chosen', async () => {
    const [one, other] = await Promise.all([visit(), visit(sales, PASSWORD)]);
    await openForm(one, 'Two People Edit');
    await openForm(other, 'Two People Edit');
    await one.getByLabel('City').fill('Buxoro');
    await save(one);
    await one.getByLabel('City').waitFor({ state: 'detached' });
    await other.getByLabel('Company').fill('Registon Hotel');
    await save(other);
    await other.getByText('Their changes are kept: City.').first().waitFor();
    expect(await stored('Two People Edit')).toMatchObject({ company: 'Registon Hotel', city: 'Buxoro' });

    await Promise.all([one, other].map((page) => page.getByRole('button', { name: 'Edit', exact: true }).click()));
    await Promise.all([one, other].map((page) => page.getByLabel('Company').first().waitFor()));
    await one.getByLabel('Company').fill('Registon Palace');
    await one.getByLabel('Phone').fill('+998901112233');
    await save(one);
    await one.getByLabel('City').waitFor({ state: 'detached' });
    await other.getByLabel('Company').fill('Registon Group');
    await other.getByLabel('City').fill('Samarqand');
    await save(other);
    const choice = other.getByRole('radiogroup', { name: 'Company: what stays?' });
    await choice.first().waitFor();
    expect(await other.getByRole('radiogroup').count()).toBe(1);
    await save(other);
    await other.getByText('Fill this in.').first().waitFor();
    expect(await stored('Two People Edit')).toMatchObject({ company: 'Registon Palace', city: 'Buxoro' });
    await choice.getByRole('radio', { name: 'Yours' }).press('Space');
    await save(other);
    await choice.waitFor({ state: 'detached' });
    expect(await stored('Two People Edit')).toEqual({
      company: 'Registon Group',
      city: 'Samarqand',
      phone: '+998901112233',
      revision: 5,
    });
    await Promise.all([one, other].map((page) => page.context().close()));
  });

  it('a form with changes asks before it is left, and a session that ends in it loses nothing', async () => {
    const page = await visit();
    await openForm(page, 'Session Ends');
    await page.getByLabel('City').fill('Xiva');
    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/customers\/./);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).toBe('Xiva');
    await app.sql('delete from admin_session');
    await save(page);
    await page.getByText('Your session has ended').first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(FIRST_ADMIN.password);
    await page.keyboard.press('Enter');
    await until(async () => (await stored('Session Ends'))?.city === 'Xiva');
    await page.getByLabel('Company').waitFor({ state: 'detached' });
    expect((await stored('Session Ends'))?.revision).toBe(2);
    await page.context().close();
  });

  it('a new customer whose e-mail address another has leads to that one, and else comes to the page of its own', async () => {
    const page = await visit(sales, PASSWORD);
    await page.getByRole('link', { name: 'New customer' }).first().click();
    await page.getByLabel('Name').fill('Gulnora Hamidova');
    await page.getByLabel('E-mail').fill('Laylo@example.com');
    await page.getByRole('button', { name: 'Create the customer' }).press('Enter');
    await page.getByRole('link', { name: 'Open Laylo Umarova' }).first().waitFor();
    await page.getByLabel('E-mail').fill('gulnora@example.com');
    await page.getByRole('button', { name: 'Create the customer' }).press('Enter');
    await page.getByRole('heading', { name: 'Gulnora Hamidova' }).first().waitFor();
    expect(await app.sql(`select full_name from customer where email = 'gulnora@example.com'`)).toHaveLength(1);
    await page.getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Note').fill('Calls back on Monday');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Calls back on Monday' }).first().waitFor();
    await page.context().close();
  });

  it('a person is erased only after their name was typed', async () => {
    const page = await visit();
    await openCustomer(page, 'To Be Erased');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Anonymize' }).click();
    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'The person asked for it' }).click();
    await page.getByLabel('Type To Be Erased to confirm').fill('to be');
    await page.getByRole('button', { name: 'Anonymize', exact: true }).press('Enter');
    await page.getByText('Type it exactly as it is written.').first().waitFor();
    expect(await app.sql(`select email from customer where full_name = 'To Be Erased'`)).toEqual([
      { email: 'erased@example.com' },
    ]);
    await page.getByLabel('Type To Be Erased to confirm').fill('To Be Erased');
    await page.getByRole('button', { name: 'Anonymize', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Anonymized', level: 1 }).first().waitFor();
    expect(await app.sql(`select id from customer where email = 'erased@example.com'`)).toEqual([]);
    await page.context().close();
  });

  it('Ctrl-K opens a customer with what they bought, ordered and own, and a filter across edges finds them', async () => {
    const page = await visit();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').first().waitFor();
    await page.keyboard.type('Laylo');
    await page.getByRole('button', { name: /Laylo Umarova/ }).click();
    for (const text of ['KRV-2026-000777', 'PRE-000777', 'laylo@example.com'])
      await page.getByText(text).first().waitFor();
    await page.getByRole('region', { name: 'Devices' }).getByRole('link', { name: 'KRV-LAYLO1' }).first().click();
    await page.getByRole('heading', { name: 'KRV-LAYLO1' }).first().waitFor();
    await page.getByRole('link', { name: 'Laylo Umarova' }).first().click();
    await page.getByRole('heading', { name: 'Laylo Umarova' }).first().waitFor();
    await page.goto(`${origin}/console/customers?bought=yes&owns=yes`);
    await page.getByText('1 record', { exact: true }).first().waitFor();
    await page.goto(`${origin}/console/customers?bought=no&name=Bekzod%20Sodiqov`);
    await page.getByRole('link', { name: 'Bekzod Sodiqov' }).first().waitFor();
    await page.context().close();
  });

  it('a VIEWER has neither the button to create or export nor that to edit, and what the list exports is what it shows', async () => {
    const page = await visit(viewer, PASSWORD);
    expect(await page.getByRole('link', { name: 'New customer' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await openCustomer(page, 'Laylo Umarova');
    await page.getByText('KRV-2026-000777').first().waitFor();
    for (const name of ['Edit', 'Actions', 'Add a note'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    await page.context().close();

    const other = await visit(sales, PASSWORD);
    await other.goto(`${origin}/console/customers?bought=yes&cols=fullName,email,purchases.netRevenue`);
    await other.getByRole('link', { name: 'Laylo Umarova' }).first().waitFor();
    await other.getByRole('button', { name: 'Export' }).click();
    const address = await other.getByRole('menuitem', { name: 'CSV', exact: true }).getAttribute('href');
    const answer = await other.request.get(`${origin}${address}`);
    expect([answer.status(), (await answer.text()).trim().split(/\r?\n/).slice(1)]).toEqual([
      200,
      ['Laylo Umarova,laylo@example.com'],
    ]);
    await other.context().close();
  });
});
