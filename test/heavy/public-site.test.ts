import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { setTerms } from '../preorders/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Caller, Json } from '../support/callers.ts';
import { temporaryFolder } from '../support/run.ts';

if (!hasBrowser && process.env.CI === 'true') {
  it('Chromium is installed', () => {
    throw new Error('Chromium is not installed here: see test/support/browser.ts');
  });
}
if (!hasBrowser) process.stderr.write('Chromium is not installed: the public site is not proved in a browser here.\n');
const describeBrowser = hasBrowser ? describe : describe.skip;

/** A page of the example answers within milliseconds; what does not come in this time does not come. */
const PATIENCE_MS = 15_000;
const ORDERS = '**/v1/public/preorders';
const CONFIG = '**/v1/public/preorder-config';

/** As the README of the example says: a copy of the folder, with the address of the service in settings.js. */
async function serveSite(api: string, port: number): Promise<ChildProcess> {
  const folder = join(temporaryFolder('site'), 'public-site');
  cpSync('examples/public-site', folder, { recursive: true });
  writeFileSync(join(folder, 'settings.js'), `export const API = '${api}';\n`);
  const program = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', join(folder, 'serve.js'), String(port)];
  const server = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  return server;
}

describeBrowser('examples/public-site, in Chromium', () => {
  let browser: Browser;
  const servers: ChildProcess[] = [];
  let app: TestApp;
  let admin: Caller;
  /** The page, of another site than the service. */
  let shop: string;
  let api: string;
  let visitor: BrowserContext;
  let page: Page;
  let elsewhere: string[];

  /** Another service on the same database, which counts calls, and the page for it. */
  let strict: TestApp;
  let strictShop: string;

  beforeAll(async () => {
    const ports = [await freePort(0), await freePort(0), await freePort(0), await freePort(0)] as const;
    const [port, pagePort, strictPort, strictPagePort] = ports;
    api = `http://api.shop.example:${port}`;
    shop = `http://www.other.example:${pagePort}`;
    strictShop = `http://www.other.example:${strictPagePort}`;
    app = await startTestApp({ env: { PORT: String(port), PUBLIC_URL: api, PUBLIC_SITE_ORIGINS: shop } });
    const strictApi = `http://api.shop.example:${strictPort}`;
    strict = await startTestApp({
      database: app.database,
      limits: 'real',
      env: { PORT: String(strictPort), PUBLIC_URL: strictApi, PUBLIC_SITE_ORIGINS: strictShop },
    });
    servers.push(await serveSite(api, pagePort), await serveSite(strictApi, strictPagePort));
    admin = await app.as('SUPER_ADMIN');
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers) server.kill();
    await strict?.stop();
    await app?.stop();
  });
  beforeEach(async () => {
    await app.sql('delete from preorder');
    await app.sql('update preorder_settings set reserved = 0, preorder_capacity = null');
    await setTerms(admin, { maxQuantityPerOrder: 3, contactPhone: '+998901234567' });
    visitor = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 800 } });
    visitor.setDefaultTimeout(PATIENCE_MS);
    page = await visitor.newPage();
    elsewhere = [];
    page.on('request', (request) => {
      const { hostname } = new URL(request.url());
      if (!/^(?:www|blog|api)\.(?:other|shop)\.example$/.test(hostname)) elsewhere.push(request.url());
    });
  });
  afterEach(async () => {
    await visitor.close();
    expect(elsewhere).toEqual([]);
  });

  const notice = () => page.locator('#notice');
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const orders = () => app.sql('select * from preorder order by created_at');
  async function open(query = '', at = shop) {
    await page.goto(`${at}/${query}`);
    await page.locator('#terms dt').first().waitFor();
  }
  async function fillIn(overrides: Json = {}) {
    const values = {
      'Full name': 'Aziza Karimova',
      'Phone number': '+998 90 123 45 67',
      Region: 'Toshkent',
      ...overrides,
    };
    for (const [name, value] of Object.entries(values)) await field(name).fill(String(value));
  }
  const send = () => page.locator('#send').click();
  const number = () => page.getByRole('heading', { level: 2 });

  it('the public site shows the campaign in every language, and keeps what was typed when the language changes', async () => {
    await open();
    const terms = async () => (await page.locator('#terms').allTextContents()).join().replaceAll(/\u00a0|\u202f/g, ' ');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Karvon Lamp');
    expect(await terms()).toMatch(/Price.*1,200,000.*Deposit.*200,000.*DeliveryIn March/);
    await fillIn();
    await page.getByRole('button', { name: 'Русский' }).click();
    expect(await terms()).toMatch(/Цена1 200 000.*Предоплата200 000.*ДоставкаВ марте/);
    expect([await page.locator('html').getAttribute('lang'), await page.title()]).toEqual([
      'ru',
      'Предзаказ · Karvon Lamp',
    ]);
    expect(await field('Имя и фамилия').inputValue()).toBe('Aziza Karimova');
    await page.getByRole('button', { name: 'O‘zbekcha' }).click();
    expect(await terms()).toMatch(/Narxi.*Yetkazib berishMart oyida/);
    expect(await page.locator('nav [aria-pressed="true"]').allTextContents()).toEqual(['O‘zbekcha']);
  });

  it.each(['uz', 'en', 'ru'])('in %s, every control has a name and fits a phone', async (language) => {
    await open(`?lang=${language}`);
    const unnamed = await page.evaluate<string[]>(
      `[...document.querySelectorAll('input:not(.trap input), select, textarea, button')].filter((one) => !(one.labels?.[0]?.textContent ?? one.textContent).trim()).map((one) => one.outerHTML)`,
    );
    expect(unnamed).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
  });

  it('the public site takes an order with its campaign, counts the visit once, and shows the number', async () => {
    await open('?lang=en&utm_source=instagram&utm_campaign=spring');
    await fillIn({ Quantity: 2, 'Telegram user name (optional)': '@aziza_k', 'Note (optional)': 'call after six' });
    await field('Color').selectOption('LAVENDER');
    await field('Payment').selectOption('DEPOSIT');
    await send();
    await number().getByText('Your order was taken').waitFor();
    const [row, ...others] = await orders();
    expect(others).toEqual([]);
    expect(await number().textContent()).toBe(`Your order was taken: ${row.number}`);
    expect(row).toMatchObject({
      full_name: 'Aziza Karimova',
      quantity: 2,
      product_color: 'LAVENDER',
      payment_method: 'DEPOSIT',
      telegram_username: 'aziza_k',
      note: 'call after six',
      locale: 'en',
      utm_source: 'instagram',
      utm_campaign: 'spring',
    });
    expect(await page.evaluate('document.activeElement.id')).toBe('number');
    await page.reload();
    await page.locator('#terms dt').first().waitFor();
    const views = await app.sql(`select utm_source from preorder_view_event where utm_campaign = 'spring'`);
    expect(views).toEqual([{ utm_source: 'instagram' }]);
  });

  it.each([
    ['closed', { preOrderEnabled: false }, 'Preorders are closed at the moment.'],
    ['sold out', { preorderCapacity: 1 }, 'Everything has been ordered.'],
  ])('the public site shows no form when the campaign is %s, but the contact', async (_name, terms, words) => {
    await setTerms(admin, { contactPhone: '+998901234567', ...terms });
    await app.sql('update preorder_settings set reserved = 1');
    await open();
    expect(await notice().textContent()).toBe(words);
    expect([await page.locator('form').isVisible(), await page.locator('#contact a').getAttribute('href')]).toEqual([
      false,
      'tel:+998901234567',
    ]);
  });

  it('the public site says so when the campaign is closed or sold out while somebody fills in the form', async () => {
    await open();
    await fillIn({ Quantity: 2 });
    await setTerms(admin, { maxQuantityPerOrder: 3, preorderCapacity: 1 });
    await send();
    await notice().getByText('There are not that many left. Order fewer.').waitFor();
    expect(await field('Quantity').getAttribute('max')).toBe('1');
    await setTerms(admin, { preOrderEnabled: false });
    await field('Quantity').fill('1');
    await send();
    await notice().getByText('Preorders are closed at the moment.').waitFor();
    expect([await page.locator('form').isVisible(), (await orders()).length]).toEqual([false, 0]);
  });

  it('the public site marks wrong fields before it sends, and leads to the first', async () => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('preorders')) sent += 1;
    });
    await open();
    await fillIn({ 'Full name': '', 'Phone number': '123', Quantity: 9, 'E-mail address (optional)': 'nobody' });
    await send();
    const problem = (id: string) => page.locator(`#${id}-problem`).textContent();
    expect([
      await problem('fullName'),
      await problem('phone'),
      await problem('quantity'),
      await problem('email'),
    ]).toEqual([
      'Fill this in.',
      'Write the number with its code, such as +998 90 123 45 67.',
      'The quantity has to be between 1 and 3.',
      'Check the e-mail address.',
    ]);
    expect([await page.evaluate('document.activeElement.id'), await notice().textContent(), sent]).toEqual([
      'fullName',
      'The order was not sent: check the marked fields.',
      0,
    ]);
    expect(await field('Phone number').getAttribute('aria-describedby')).toBe('phone-problem');
    await page.getByRole('button', { name: 'Русский' }).click();
    expect(await problem('fullName')).toBe('Заполните это поле.');
    await page.getByRole('button', { name: 'English' }).click();
    await fillIn({ Quantity: 1, 'E-mail address (optional)': 'aziza@shop.example' });
    await send();
    await number().getByText('Your order was taken').waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
  });

  it('the public site marks the fields that the service refuses', async () => {
    await open();
    // What the browser lets through: its own checks are looser here.
    await page.evaluate(
      `for (const input of document.querySelectorAll('#phone, #email')) { input.removeAttribute('minlength'); input.type = 'text'; }`,
    );
    await fillIn({ 'Phone number': '12', 'E-mail address (optional)': 'nobody' });
    await send();
    await page.locator('#phone-problem').waitFor();
    expect(await page.locator('[aria-invalid]').evaluateAll((inputs) => inputs.map(({ id }) => id))).toEqual([
      'phone',
      'email',
    ]);
    expect([await page.evaluate('document.activeElement.id'), (await orders()).length]).toEqual(['phone', 0]);
  });

  it('the public site refuses an order with the field that people do not see', async () => {
    await open();
    await fillIn();
    await page.evaluate(`document.getElementById('website').value = 'https://spam.example'`);
    await send();
    await notice().getByText('The order was not taken.').waitFor();
    expect(await orders()).toEqual([]);
  });

  /** The order arrives, and its answer does not. */
  const loseAnswer = async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.fallback();
    await fetch(app.url + new URL(request.url()).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': request.headers()['idempotency-key'] ?? '' },
      body: request.postData() ?? '',
    });
    return route.abort('connectionreset');
  };

  it('the public site sends an order again by itself when its answer is lost, and there is one preorder', async () => {
    await open();
    await fillIn();
    await page.route(ORDERS, loseAnswer, { times: 1 });
    const replay = page.waitForResponse((reply) => reply.url().endsWith('/preorders') && reply.status() === 201);
    await send();
    expect(await (await replay).headerValue('idempotency-replayed')).toBe('true');
    await number().getByText('Your order was taken').waitFor();
    const [row, ...others] = await orders();
    expect([others, await number().textContent()]).toEqual([[], `Your order was taken: ${row.number}`]);
  });

  it('the public site keeps an order whose answers are all lost, over a reload, for one preorder', async () => {
    await open();
    await fillIn({ Quantity: 3 });
    await page.route(ORDERS, loseAnswer);
    await send();
    await notice().getByText('No answer came, but your order may have arrived.').waitFor();
    expect(await field('Quantity').isDisabled()).toBe(true);
    await page.unroute(ORDERS);
    // Meanwhile everything else was sold: this order is still its own.
    await setTerms(admin, { preorderCapacity: 3 });
    await page.reload();
    await notice().getByText('No answer came, but your order may have arrived.').waitFor();
    expect([await field('Full name').inputValue(), await field('Full name').isDisabled()]).toEqual([
      'Aziza Karimova',
      true,
    ]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await number().getByText('Your order was taken').waitFor();
    const [row, ...others] = await orders();
    expect([others, row.quantity]).toEqual([[], 3]);
    await page.reload();
    await page.locator('#terms dt').first().waitFor();
    expect(await notice().textContent()).toBe('Everything has been ordered.');
  });

  it('the public site says how long to wait at the rate limit, and sends after that', async () => {
    await open('', strictShop);
    for (let sent = 0; sent < 5; sent += 1) await strict.rest('POST', '/v1/public/preorders', {});
    await page.clock.install();
    await fillIn();
    await send();
    await notice().getByText('too many requests').waitFor();
    const [, seconds = ''] = /Try again in (\d+) seconds\./.exec((await notice().textContent()) ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(30);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect([await page.locator('#send').isDisabled(), (await orders()).length]).toEqual([true, 0]);
    await page.clock.runFor(Number(seconds) * 1_000 - 20_000);
    expect(await page.locator('#send').isDisabled()).toBe(true);
    await page.clock.runFor(21_000);
    expect([await page.locator('#send').isDisabled(), await notice().textContent()]).toEqual([false, '']);
    expect(await field('Full name').inputValue()).toBe('Aziza Karimova');
  });

  it('the public site offers to try again when the service cannot be reached', async () => {
    await page.route(CONFIG, (route) => route.abort());
    await page.goto(shop);
    await notice().getByText('The server did not answer.').waitFor();
    await page.unroute(CONFIG);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('form').waitFor();
  });

  it('the public site on an origin that PUBLIC_SITE_ORIGINS does not name reads the campaign, but cannot order', async () => {
    const blocked: string[] = [];
    page.on('console', (message) => void blocked.push(message.text()));
    await page.goto(shop.replace('www.', 'blog.'));
    await page.locator('form').waitFor();
    await fillIn();
    await send();
    await notice().getByText('No answer came').waitFor();
    expect([blocked.some((text) => text.includes('CORS')), (await orders()).length]).toEqual([true, 0]);
  });
});
