import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AdminRole } from '../../src/model/enums.ts';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { newKey, order, setTerms } from '../preorders/support.ts';
import { FIRST_ADMIN, startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { until } from '../support/until.ts';

if (!hasBrowser && process.env.CI === 'true') {
  it('Chromium is installed', () => {
    throw new Error('Chromium is not installed here: see test/support/browser.ts');
  });
}
if (!hasBrowser)
  process.stderr.write('Chromium is not installed: CORS and GraphiQL are not proved in a browser here.\n');
const describeBrowser = hasBrowser ? describe : describe.skip;

/** What JSON can carry into a page. */
interface CallInit {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
  readonly mode?: 'no-cors';
}

const ME = '/v1/admin/auth/me';
const LOGIN = '/v1/admin/auth/login';
const LOGOUT = '/v1/admin/auth/logout';

describeBrowser('in Chromium', () => {
  let browser: Browser;
  let sites: Server;
  let app: TestApp;
  /** The service as browsers know it. */
  let api: string;
  let dashboard: string;
  let foreignDashboard: string;
  let shop: string;
  let visitor: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    sites = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<title>a page</title>'));
    await once(sites.listen(0, '127.0.0.1'), 'listening');
    const at = (host: string) => `http://${host}:${portOf(sites)}`;
    dashboard = at('app.shop.example');
    foreignDashboard = at('app.other.example');
    shop = at('www.other.example');
    const port = String(await freePort(0));
    api = `http://api.shop.example:${port}`;
    const ALLOWED_ORIGINS = `${dashboard},${foreignDashboard}`;
    app = await startTestApp({ env: { PORT: port, PUBLIC_URL: api, ALLOWED_ORIGINS, PUBLIC_SITE_ORIGINS: shop } });
    await setTerms(await app.as('SUPER_ADMIN'));
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    sites?.close();
  });
  beforeEach(async () => {
    visitor = await browser.newContext();
    page = await visitor.newPage();
  });
  afterEach(() => visitor.close());

  /** A call by a page's script: what the script may see of the answer, or why it sees none. */
  function call(path: string, init: CallInit = {}, from = page): Promise<Json> {
    return from.evaluate(
      async ([url, options]) => {
        try {
          const reply = await fetch(url, options);
          const text = await reply.text();
          const body = text.startsWith('{') ? JSON.parse(text) : text;
          return { status: reply.status, type: reply.type, headers: Object.fromEntries(reply.headers), body };
        } catch (error) {
          return { blocked: String(error) };
        }
      },
      [api + path, init] as const,
    );
  }
  const withCookie = (path: string, method = 'GET', body?: object, headers = {}) =>
    call(path, {
      method,
      credentials: 'include',
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } } : {}),
    });
  const BLOCKED = { blocked: 'TypeError: Failed to fetch' };

  describe('a dashboard on a configured origin of the same site', () => {
    beforeEach(async () => {
      await page.goto(dashboard);
      expect((await withCookie(LOGIN, 'POST', FIRST_ADMIN)).status).toBe(201);
    });

    it('a dashboard on a configured origin of the same site signs in and uses both APIs with the cookie', async () => {
      expect((await withCookie(ME)).body.admin.email).toBe(FIRST_ADMIN.email);
      const viewer = await withCookie('/graphql', 'POST', { query: '{ viewer { role } }' });
      expect(viewer.body.data).toEqual({ viewer: { role: 'SUPER_ADMIN' } });
      const customer = await withCookie('/v1/admin/customers', 'POST', { fullName: 'Aziza Karimova' });
      expect(customer.status).toBe(201);
      const change = { company: 'Karimova LLC' };
      const path = `/v1/admin/customers/${customer.body.id}`;
      const matching = { 'if-match': `"${customer.body.revision}"`, 'x-request-id': 'a-page-of-the-dashboard' };
      const changed = await withCookie(path, 'PATCH', change, matching);
      expect([changed.status, changed.body.company, changed.headers['x-request-id']]).toEqual([
        200,
        change.company,
        matching['x-request-id'],
      ]);
      const signedOut = await withCookie(LOGOUT, 'POST');
      expect([signedOut.status, (await withCookie(ME)).status]).toEqual([201, 401]);
    });

    it('a dashboard on a configured origin of the same site can read errors and the exposed headers', async () => {
      const { headers } = await withCookie(ME);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'x-request-id']));
      const file = await withCookie('/v1/admin/customers/export.csv');
      expect(file.headers['content-disposition']).toContain('attachment');
      const refusals = [
        await withCookie('/v1/admin/sales?x=1'),
        await withCookie('/v1/admin/nothing'),
        await withCookie('/v1/admin/settings', 'PUT', { note: 'x'.repeat(70_000) }),
        await withCookie('/graphql', 'POST', { query: '{' }),
      ];
      const codeOf = ({ error, errors }: Json) => (error ?? errors[0].extensions).code;
      expect(refusals.map(({ status, body }) => [status, codeOf(body)])).toEqual([
        [400, 'VALIDATION_FAILED'],
        [404, 'ROUTE_NOT_FOUND'],
        [413, 'PAYLOAD_TOO_LARGE'],
        [400, 'GRAPHQL_VALIDATION_FAILED'],
      ]);
    });

    it('a dashboard on a configured origin of the same site is protected from a page of the same site whose origin is not configured', async () => {
      const neighbour = await visitor.newPage();
      await neighbour.goto(dashboard.replace('app.', 'blog.'));
      const credentials = 'include';
      expect(await call(ME, { credentials }, neighbour)).toEqual(BLOCKED);
      expect(await call(LOGOUT, { method: 'POST', credentials }, neighbour)).toEqual(BLOCKED);
      expect(await call(LOGOUT, { method: 'POST', credentials, mode: 'no-cors' }, neighbour)).toEqual(BLOCKED);
      // Both were sent, with the cookie, and refused.
      expect(app.logs.filter(({ method, status }) => method === 'POST' && status === 403)).toHaveLength(2);
      expect((await withCookie(ME)).status).toBe(200);
    });
  });

  it('a dashboard on a configured origin of another site cannot stay signed in, as the warning at startup says', async () => {
    expect(app.logs.map(({ msg }) => String(msg)).filter((msg) => msg.includes('to another site'))).toEqual([
      expect.stringContaining(foreignDashboard),
    ]);
    await page.goto(foreignDashboard);
    expect((await withCookie(LOGIN, 'POST', FIRST_ADMIN)).status).toBe(201);
    expect((await withCookie(ME)).body.error.code).toBe('ADMIN_AUTH_REQUIRED');
  });

  describe('the public site', () => {
    const key = newKey();
    const send = (body: object) => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
    });

    it('the public site on its own origin reads the terms, orders, and recognizes a replayed response', async () => {
      await page.goto(shop);
      expect((await call('/v1/public/preorder-config')).body.productName).toBe('Karvon Lamp');
      const body = order();
      const placed = await call('/v1/public/preorders', send(body));
      const again = await call('/v1/public/preorders', send(body));
      expect([placed.status, again.status, again.headers['idempotency-replayed']]).toEqual([201, 201, 'true']);
      expect(again.body).toEqual(placed.body);
    });

    it('the public site on an origin that is not configured can read but not order', async () => {
      await page.goto(shop.replace('www.', 'blog.'));
      expect((await call('/v1/public/preorder-config')).body.productName).toBe('Karvon Lamp');
      expect((await call('/health')).body.status).toBe('ok');
      const before = await app.sql('select count(*)::int from preorder');
      expect(await call('/v1/public/preorders', send(order()))).toEqual(BLOCKED);
      expect(await app.sql('select count(*)::int from preorder')).toEqual(before);
      expect(await call('/v1/public/preorder-config', { credentials: 'include' })).toEqual(BLOCKED);
    });
  });
});

describeBrowser('in Chromium', () => {
  const PASSWORD = 'Calm-Meadow-38';
  /** GraphiQL is 9 MB of script, which a busy machine takes its time to run. */
  const PATIENCE_MS = 90_000;
  let browser: Browser;
  let app: TestApp;
  let address: string;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    const port = String(await freePort(0));
    // A name without https: browsers send no Sec-Fetch-Site there, so that the origin alone has to do.
    const PUBLIC_URL = `http://api.shop.example:${port}`;
    address = `${PUBLIC_URL}/graphql`;
    app = await startTestApp({ limits: 'real', env: { PORT: port, PUBLIC_URL } });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  /** What GraphiQL keeps of its tabs. */
  const KEPT = "localStorage.getItem('graphiql:tabState')";
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const message = () => page.getByRole('main').getByRole('alert');
  const answer = (text: string) => page.locator('.graphiql-response').filter({ hasText: text });

  async function signIn(email: string, password: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await button('Sign in').click();
  }

  /** Opens the docs pane and looks up the type of a record there. */
  async function readDocs(): Promise<void> {
    await button('Show Documentation Explorer').click();
    const docs = page.locator('.graphiql-doc-explorer');
    await docs.getByText('Query', { exact: true }).click();
    await docs.getByText('devices', { exact: true }).waitFor();
    expect(await page.getByText('Error fetching schema').count()).toBe(0);
  }

  it('the GraphiQL page asks the visitor to sign in before it requests the schema', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(address, { waitUntil: 'networkidle' });
    await button('Sign in').waitFor();
    expect(asked).toEqual(['GET /graphql', 'GET /v1/admin/auth/me']);
    expect(await page.locator('.graphiql-container').count()).toBe(0);
    expect(await page.locator('input[type=password]').count()).toBe(1);
  });

  it('the GraphiQL page runs only its own script', async () => {
    await page.goto(address);
    await button('Sign in').waitFor();
    const ran = `(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.body.append(script);
      return window.injected === true;
    })()`;
    expect(await page.evaluate(ran)).toBe(false);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('script-src')]);
  });

  it('the GraphiQL page explains a failed sign-in, and opens the docs after a successful one without a reload', async () => {
    await page.goto(address);
    await signIn(FIRST_ADMIN.email, 'not the password');
    await message().getByText('The e-mail address or the password is wrong.').waitFor();
    await page.evaluate('window.sameDocument = true');
    await signIn(FIRST_ADMIN.email, FIRST_ADMIN.password);
    await readDocs();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    await page.getByText(`${FIRST_ADMIN.email} (SUPER_ADMIN)`).waitFor();
  });

  it('the GraphiQL page opens the docs if there is a session, and can sign out', async () => {
    await enterAs('VIEWER');
    await page.goto(address);
    await readDocs();
    await button('Sign out').click();
    await button('Sign in').waitFor();
    expect(await app.sql('select from admin_session')).toHaveLength(1);
  });

  it('the GraphiQL page lets an admin with a temporary password replace it, and then opens', async () => {
    const email = 'new.colleague@karvon.test';
    await insertAdmin(app.sql, app.clock.now(), { email, password: PASSWORD, mustChangePassword: true });
    await page.goto(address);
    await signIn(email, PASSWORD);
    await page.getByLabel('New password').fill('short');
    await button('Change the password').click();
    await message().getByText('does not follow the rules').waitFor();
    await page.getByLabel('New password').fill('Wide-Valley-52');
    await button('Change the password').click();
    await button(/^Execute query/).click();
    await answer('"SUPER_ADMIN"').waitFor();
  });

  it('the GraphiQL page asks to sign in again after the session has ended, and keeps the document', async () => {
    const { email } = await enterAs('ADMIN', PASSWORD);
    await page.goto(address);
    await button(/^Execute query/).click();
    await answer('"ADMIN"').waitFor();
    await app.sql('delete from admin_session');
    await button(/^Execute query/).click();
    await message().getByText('The session has ended.').waitFor();
    await signIn(email, PASSWORD);
    await message().waitFor({ state: 'hidden' });
    await button(/^Execute query/).click();
    await answer('"ADMIN"').waitFor();
    expect(await page.locator('.graphiql-query-editor').textContent()).toContain('FirstLook');
  });

  /** The titles of the tabs that are open. */
  const tabs = () => page.locator('.graphiql-tab').allTextContents();
  const editorText = () => page.locator('.graphiql-query-editor').textContent();
  const openedAgain = () => page.locator('.graphiql-query-editor .view-line').first().waitFor();

  it('the GraphiQL page opens on devices and money, and a reload opens the same tab and no other', async () => {
    await enterAs('VIEWER');
    await page.goto(address);
    await button(/^Execute query/).click();
    await answer('"last30Days"').waitFor();
    expect(await page.locator('.graphiql-response').textContent()).toContain('"online"');
    for (let round = 0; round < 2; round += 1) {
      await page.reload();
      await openedAgain();
      expect(await tabs()).toEqual(['FirstLook']);
      expect(await editorText()).toContain('FirstLook');
    }
    await button(/^Execute query/).click();
    await answer('"last30Days"').waitFor();
  });

  it('the GraphiQL page opens what was written again after a reload, at its own address', async () => {
    await enterAs('VIEWER');
    await page.goto(address);
    await openedAgain();
    await write('query Written { viewer { role } }');
    // GraphiQL keeps a document half a second after the last key.
    await until(async () => String(await page.evaluate(KEPT)).includes('Written'));
    expect(page.url()).toBe(address);
    await page.reload();
    await openedAgain();
    expect([await tabs(), await editorText()]).toEqual([['Written'], expect.stringContaining('Written')]);
    await button(/^Execute query/).click();
    await answer('"VIEWER"').waitFor();
  });

  it('the GraphiQL page says what to do in an empty tab, and shows the message of a syntax error without a stack', async () => {
    await enterAs('VIEWER');
    await page.goto(address);
    await openedAgain();
    await write('# nothing yet');
    await button(/^Execute query/).click();
    await answer('this tab is empty').waitFor();
    expect(await page.locator('.graphiql-response').textContent()).not.toContain('stack');
    // The editor closes brackets by itself.
    await write('viewer role');
    await button(/^Execute query/).click();
    await answer('Syntax Error').waitFor();
    expect(await page.locator('.graphiql-response').textContent()).not.toContain('stack');
  });

  it('the GraphiQL page shows the results of a subscription', async () => {
    await enterAs('VIEWER');
    await page.goto(address);
    await openedAgain();
    await write('subscription Sales { saleChanged { event } }');
    await page.locator('.graphiql-tab').filter({ hasText: 'Sales' }).waitFor();
    await button(/^Execute query/).click();
    await answer('"REFETCH"').waitFor();
    await button(/^Stop query/).click();
    await button(/^Execute query/).waitFor();
  });

  /** Replaces the document of the open tab. */
  async function write(text: string): Promise<void> {
    await page.locator('.graphiql-query-editor .view-lines').click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  it('the GraphiQL page states how long to wait after too many attempts', async () => {
    await page.goto(address);
    while (
      !(await message()
        .getByText(/Try again in \d+ s/)
        .isVisible())
    ) {
      await signIn('nobody@karvon.test', 'not the password');
      await button('Sign in').and(page.locator(':enabled')).waitFor();
    }
  });

  it('the GraphiQL page warns if its address differs from PUBLIC_URL', async () => {
    const { hostname, port } = new URL(address);
    const secured = await startTestApp({ env: { PUBLIC_URL: 'https://api.shop.example' } });
    await page.goto(address.replace(`${hostname}:${port}`, `${hostname}:${new URL(secured.url).port}`));
    await signIn(FIRST_ADMIN.email, FIRST_ADMIN.password);
    await message().getByText('Add it to ALLOWED_ORIGINS').waitFor();
    await secured.stop();
  });

  /** Puts the cookie of a new admin into the browser. */
  async function enterAs(role: AdminRole, password?: string): Promise<Caller['admin']> {
    const { admin, cookie } = await app.as(role, { password });
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url: address, httpOnly: true, sameSite: 'Strict' }]);
    return admin;
  }
});

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}
