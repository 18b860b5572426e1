import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import { FIRST_ADMIN } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Json } from '../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/run.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { quietness } from './quietness.ts';

const isBuilt = existsSync('console/dist/index.html');
if (process.env.CI === 'true') {
  it('Chromium is installed and the console is built', () => {
    expect({ hasBrowser, isBuilt }).toEqual({ hasBrowser: true, isBuilt: true });
  });
}
if (!hasBrowser || !isBuilt)
  process.stderr.write('Chromium is not installed, or the console not built: the console is not proved here.\n');
const describeConsole = hasBrowser && isBuilt ? describe : describe.skip;

/** First load, as sent: the page before the sign-in, without the frame of the screens. */
const MAX_SCRIPT_BYTES = 120 * 1024;
const MAX_STYLE_BYTES = 32 * 1024;
const MAX_REQUESTS = 10;
/** From the page before the sign-in to Today, in one: its charts come after its figures, in a file of their own. */
const MAX_TODAY_SCRIPT_BYTES = 220 * 1024;
const MAX_CHART_BYTES = 120 * 1024;
const CHARTS = /\/assets\/charts-[^/]*\.js$/;
/** What is drawn after the first screen was painted. */
const AFTER_PAINT = /\/assets\/(?:later|charts)-[^/]*\.js$/;

/** Runs in each page before its own scripts. */
const OBSERVE = `window.policyViolations = [];
addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  policyViolations.push(effectiveDirective + ' ' + blockedURI);
});`;

describeConsole('the console that is built here, in Chromium', () => {
  let browser: Browser;
  let database: TestDatabase;
  const running: Service[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop();
  });
  afterAll(async () => {
    await browser?.close();
    await database?.drop();
  });

  async function start(env: Readonly<Record<string, string>> = {}): Promise<Service & { readonly origin: string }> {
    const service = await startService({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder('console'), ...env });
    running.push(service);
    // Browsers accept brotli from localhost, and not from 127.0.0.1 by http.
    return { ...service, origin: service.url.replace('127.0.0.1', 'localhost') };
  }

  interface Visit {
    readonly page: Page;
    readonly responses: readonly Response[];
    /** Of the page's console, but for the refusal of a caller without a session. */
    readonly errors: readonly string[];
    readonly violations: () => Promise<readonly string[]>;
    /** Waits until it has read all that it asks for. */
    readonly isQuiet: () => Promise<void>;
  }

  async function visit(context: BrowserContext, address: string): Promise<Visit> {
    const page = await context.newPage();
    const responses: Response[] = [];
    const errors: string[] = [];
    page.on('response', (response) => responses.push(response));
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 401/.test(message.text())) errors.push(message.text());
    });
    const isQuiet = quietness(page);
    await page.addInitScript(OBSERVE);
    await page.goto(address);
    await isQuiet();
    const violations = () => page.evaluate<string[]>('window.policyViolations');
    return { page, responses, errors, violations, isQuiet };
  }

  const isShown = (page: Page) => page.evaluate<boolean>(`document.getElementById('root').childElementCount > 0`);
  const of = (responses: readonly Response[], kind: string) =>
    responses.filter((one) => one.request().resourceType() === kind);
  /** The bytes of files as they were sent, each of them compressed. */
  async function sent(files: readonly Response[]): Promise<number> {
    for (const one of files) expect([one.url(), one.headers()['content-encoding']]).toEqual([one.url(), 'br']);
    const sizes = await Promise.all(files.map(async (one) => (await one.request().sizes()).responseBodySize));
    return sizes.reduce((sum, size) => sum + size, 0);
  }
  const pathOf = (response: Response) => new URL(response.url()).pathname;

  it('/ leads to the console, which breaks no rule of its policy and writes no error, with a cold cache and a warm one', async () => {
    const { origin } = await start();
    const context = await browser.newContext();
    const cold = await visit(context, `${origin}/`);
    expect(new URL(cold.page.url()).pathname).toMatch(/^\/console(\/|$)/);
    await until(() => isShown(cold.page));
    const warm = await visit(context, cold.page.url());
    await until(() => isShown(warm.page));
    for (const { errors, violations } of [cold, warm]) expect([errors, await violations()]).toEqual([[], []]);
    const files = (visited: Visit) => visited.responses.filter((one) => pathOf(one).startsWith('/console/assets/'));
    expect(files(warm).map(pathOf).sort()).toEqual(files(cold).map(pathOf).sort());
    const loaded = await warm.page.evaluate<number[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).map(({ transferSize }) => transferSize)`,
    );
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded).toEqual(loaded.map(() => 0));
    await context.close();
  });

  it('a deep address of the console shows it, and its nonce is a new one each time', async () => {
    const { origin } = await start();
    const context = await browser.newContext();
    const nonces = new Set<string | undefined>();
    for (let call = 0; call < 3; call += 1) {
      const { page, responses, errors, violations } = await visit(context, `${origin}/console/devices?sort=serial`);
      await until(() => isShown(page));
      expect([errors, await violations()]).toEqual([[], []]);
      const policy = (await responses[0]?.allHeaders())?.['content-security-policy'];
      nonces.add(/'nonce-([^']+)'/.exec(policy ?? '')?.[1]);
    }
    expect(nonces.size).toBe(3);
    await context.close();
  });

  it('the first load of the console is within its budget of bytes and requests', async () => {
    const { origin } = await start();
    const context = await browser.newContext();
    const { page, responses } = await visit(context, `${origin}/console`);
    await until(() => isShown(page));
    const [script, style] = [await sent(of(responses, 'script')), await sent(of(responses, 'stylesheet'))];
    expect(script).toBeGreaterThan(10_000);
    expect(script).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    expect(style).toBeLessThanOrEqual(MAX_STYLE_BYTES);
    expect(responses.length).toBeLessThanOrEqual(MAX_REQUESTS);
    await context.close();
  });

  it('the way from the sign-in to Today is within its budget of bytes and requests', async () => {
    const { origin } = await start();
    const context = await browser.newContext({ locale: 'en-US' });
    const { page, responses, isQuiet } = await visit(context, `${origin}/console`);
    await page.getByLabel('E-mail').fill(FIRST_ADMIN.email);
    await page.getByLabel('Password').first().fill(FIRST_ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await until(() => responses.some((one) => CHARTS.test(pathOf(one))));
    await isQuiet();
    const files = responses.filter((one) => pathOf(one).startsWith('/console'));
    const [scripts, styles] = [of(files, 'script'), of(files, 'stylesheet')];
    const charts = scripts.filter((one) => CHARTS.test(pathOf(one)));
    expect(await sent(scripts.filter((one) => !charts.includes(one)))).toBeLessThanOrEqual(MAX_TODAY_SCRIPT_BYTES);
    expect(await sent(charts)).toBeLessThanOrEqual(MAX_CHART_BYTES);
    expect(await sent(styles)).toBeLessThanOrEqual(MAX_STYLE_BYTES);
    // The icon is asked for again from the cache.
    expect(new Set(files.map(pathOf)).size).toBeLessThanOrEqual(MAX_REQUESTS);
    // Who comes back is told by the page what it will need, and needs nothing else.
    const names = (of: readonly Response[]) => of.map(pathOf).sort();
    const again = await visit(context, `${origin}/console`);
    await again.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const html = (await again.responses[0]?.text()) ?? '';
    const linked = [...html.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
    // The first of them is named twice: it runs before the others have come.
    expect([...new Set(linked)].sort()).toEqual(names(scripts.filter((one) => !AFTER_PAINT.test(pathOf(one)))));
    await context.close();
  });

  it('who comes back is asked for while the files of the console still come, and so is what Today shows, each once', async () => {
    const { origin } = await start();
    const context = await browser.newContext({ locale: 'en-US' });
    const login = await context.request.post(`${origin}/v1/admin/auth/login`, { data: FIRST_ADMIN });
    expect(login.status()).toBe(201);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route(/\/assets\/(?:index|home)-[^/]*\.js$/, async (route) => {
      await isReleased;
      await route.continue();
    });
    const asked: string[] = [];
    const page = await context.newPage();
    const isQuiet = quietness(page);
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postDataJSON().operationName);
    });
    await page.goto(`${origin}/console`, { waitUntil: 'commit' });
    const shown = [
      'FirstSteps',
      'TodayFunnel',
      'TodayOperations',
      'TodayOverview',
      'TodayPreorders',
      'TodayQueue',
      'TodaySales',
    ];
    await until(() => asked.length > shown.length);
    expect([...asked].sort()).toEqual([...shown, 'Viewer']);
    release();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    // Later each page asks again from time to time.
    expect(asked.filter((one) => one === 'Viewer').length).toBe(1);
    await isQuiet();
    for (const name of shown) expect([name, asked.filter((one) => one === name).length]).toEqual([name, 1]);
    await context.close();
  });

  it('the console works where only trusted documents run', async () => {
    const manifest = join(temporaryFolder('manifest'), 'documents.json');
    writeFileSync(manifest, JSON.stringify({ other: '{ viewer { role } }' }));
    const { origin, client } = await start({ TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_MANIFEST: manifest });
    const context = await browser.newContext();
    const login = await context.request.post(`${origin}/v1/admin/auth/login`, { data: FIRST_ADMIN });
    expect(login.status()).toBe(201);
    const { page, responses, errors, violations } = await visit(context, `${origin}/console`);
    await until(() => isShown(page));
    expect([errors, await violations()]).toEqual([[], []]);
    for (const response of responses.filter((one) => pathOf(one) === '/graphql')) {
      expect(JSON.stringify(await response.json())).not.toContain('DOCUMENT_NOT_TRUSTED');
    }
    const { value = '' } = (await context.cookies()).find(({ name }) => name === 'karvon_admin_session') ?? {};
    const admin = client({ cookie: `karvon_admin_session=${value}` });
    const foreign = await admin.rest('POST', '/graphql', { query: '{ viewer { admin { email } } }' });
    expect(foreign.body.errors[0].extensions.code).toBe('DOCUMENT_NOT_TRUSTED');
    const documents: Record<string, string> = JSON.parse(readFileSync('console/documents.json', 'utf8'));
    expect(Object.keys(documents)).not.toEqual([]);
    const refused: unknown[] = [];
    // Subscriptions are asked on a stream. One of the others signs out.
    const asked = Object.entries(documents).filter(([, text]) => !text.startsWith('subscription'));
    for (const [documentId] of asked) {
      const { body } = await admin.rest('POST', '/graphql', { documentId });
      const codes = (body.errors ?? []).map(({ extensions }: Json) => extensions.code);
      if (codes.some((code: string) => /TRUSTED|PERSISTED|GRAPHQL_VALIDATION/.test(code)))
        refused.push([documentId, codes]);
    }
    expect(refused).toEqual([]);
    await context.close();
  });

  it('where the console is off, / is the page of links and /console a sentence', async () => {
    const { origin, output } = await start({ KARVON_CONSOLE: 'off' });
    const context = await browser.newContext();
    const home = await visit(context, `${origin}/`);
    expect(await home.page.textContent('h1')).toBe('Karvon');
    const none = await visit(context, `${origin}/console/devices`);
    expect(await none.page.textContent('main')).toContain('KARVON_CONSOLE');
    for (const { violations } of [home, none]) expect(await violations()).toEqual([]);
    expect(output()).toMatch(/^Console +off, as KARVON_CONSOLE says$/m);
    await context.close();
  });

  it('the start names the console beside the login of the first admin', async () => {
    const own = await createTestDatabase();
    const service = await startService({ DATABASE_URL: own.url, DATA_DIR: temporaryFolder('console') });
    await service.stop();
    await own.drop();
    const lines = service.output().split('\n');
    expect(lines.some((line) => /^Console +http:\/\/localhost:\d+\/console$/.test(line))).toBe(true);
  });
});
