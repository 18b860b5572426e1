import { existsSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AdminRole } from '../../src/model/enums.ts';
import type { RateLimits } from '../../src/model/ports.ts';
import { startTestApp, type TestApp } from './app.ts';
import { hasBrowser, startBrowser } from './browser.ts';
import type { Caller } from './callers.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { temporaryFolder } from './run.ts';
import { PATIENCE_MS } from './until.ts';

export const CONSOLE = 'console/dist';
const COLOURS = `runOnly: ['color-contrast', 'link-in-text-block']`;
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Of a laptop without Chromium or the built console nothing is proved; heavy/console says so, and fails in CI. */
export const describeConsole = hasBrowser && existsSync(`${CONSOLE}/index.html`) ? describe : describe.skip;

export interface Entered {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly caller: Caller;
}

/** A service with the console and a browser, for the tests of one `describe`. */
export interface ConsoleTest {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly origin: string;
  /** Somebody who is not signed in, with cookies of their own until the test ends. */
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page whose errors fail the test. */
  open(context: BrowserContext, path?: string): Promise<Page>;
  /** Somebody of a role who is signed in, at a page. */
  enter(who: AdminRole | Caller, path?: string, options?: BrowserContextOptions): Promise<Entered>;
  /** Stops the service and starts it again, where it was. */
  restart(): Promise<void>;
  /** Errors of pages so far, which the test expects: they are taken. */
  takeErrors(): string[];
}

export interface ConsoleTestOptions {
  readonly env?: () => Readonly<Record<string, string>>;
  readonly prepare?: (app: TestApp) => Promise<void>;
  readonly limits?: RateLimits;
  /** Errors that journeys bring about, besides the 401 of who is not signed in. */
  readonly expected?: RegExp;
}

const portOf = ({ url }: TestApp) => Number(new URL(url).port);

/** Call it at the top of a `describe`. */
export function consoleTest({ env, prepare, limits, expected }: ConsoleTestOptions = {}): ConsoleTest {
  let app: TestApp;
  let browser: Browser;
  let database: TestDatabase;
  let start: (port: number) => Promise<TestApp>;
  let origin = '';
  let errors: string[] = [];
  let contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
    database = await createTestDatabase();
    const settings = { DATA_DIR: temporaryFolder('console'), ...env?.() };
    start = (port) =>
      startTestApp({
        console: CONSOLE,
        database,
        ...(limits && { limits }),
        env: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, ...settings },
      });
    // The system chooses the port while the service takes it, so that no other test can have the same.
    app = await start(0);
    origin = `http://localhost:${portOf(app)}`;
    await prepare?.(app);
  });
  afterEach(async () => {
    const [opened, found] = [contexts, errors];
    [contexts, errors] = [[], []];
    for (const context of opened) await context.close();
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await database?.drop();
  });

  const test: ConsoleTest = {
    get app() {
      return app;
    },
    get browser() {
      return browser;
    },
    get origin() {
      return origin;
    },
    async visitor(options = {}) {
      const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 }, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      contexts.push(context);
      return context;
    },
    async open(context, path = '') {
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        const text = message.text();
        // A busy service says 503 and when to ask again, which the page does.
        if (message.type() === 'error' && !/status of (401|503)/.test(text) && !expected?.test(text)) errors.push(text);
      });
      page.on('response', (response) => {
        if (response.status() === 503 && !response.headers()['retry-after'])
          errors.push(`503 without Retry-After: ${response.url()}`);
      });
      await page.goto(`${origin}/console${path}`);
      return page;
    },
    async enter(who, path, options) {
      const caller = typeof who === 'string' ? await app.as(who) : who;
      const context = await test.visitor(options);
      const [name = '', value = ''] = caller.cookie.split('=');
      await context.addCookies([{ name, value, url: origin, sameSite: 'Strict', httpOnly: true }]);
      return { context, page: await test.open(context, path), caller };
    },
    async restart() {
      const port = portOf(app);
      await app.stop();
      app = await start(port);
    },
    takeErrors() {
      const taken = errors;
      errors = [];
      return taken;
    },
  };
  return test;
}

/**
 * What axe finds on a page in both themes; in the dark one, of what a theme changes.
 * @param isPopup a menu is open, as for `violations`
 * @returns the theme and the violation of each
 */
export async function violationsInThemes(page: Page, isPopup = false): Promise<(readonly [string, string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const isColours = colorScheme === 'dark';
    for (const one of await violations(page, { isPopup, isColours })) found.push([colorScheme, one]);
  }
  return found;
}

/**
 * What axe finds on a page as it is, once nothing moves on it any more. The context has `bypassCSP`, since axe is a script of ours.
 * @param isPopup a menu is open. It is no part of a landmark: the kit puts it behind the page, so that no box cuts it off, and the keyboard comes to it from its
 * button. axe's rule `region`, a best practice and no criterion of WCAG, has no exception for menus as it has for dialogs.
 * @param isColours only what a theme changes: the contrasts of colours
 */
export async function violations(page: Page, { isPopup = false, isColours = false } = {}): Promise<string[]> {
  // Colours change by transitions, which begin with the next frame.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  // What stands for rows that are still read goes on moving.
  await page.waitForFunction(
    `document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity)`,
  );
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run({ resultTypes: ['violations'], ${isColours ? COLOURS : `rules: { region: { enabled: ${!isPopup} } }`} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(' ')))`,
  );
}

/** How wide the page is in a window of 320 pixels, or the rows of its list, which nobody has to scroll sideways. */
export async function widthAt320(page: Page): Promise<number> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const rows = page.getByTestId('rows');
  if ((await rows.count()) > 0) await rows.locator('[data-narrow]').first().waitFor();
  const width = await page.evaluate<number>(
    `Math.max(...[document.documentElement, ...document.querySelectorAll('[data-testid="rows"]')].map((one) => one.scrollWidth))`,
  );
  if (size) await page.setViewportSize(size);
  return width;
}

const MOST_TABS = 150;

/** Who works by the keyboard alone. */
export interface Keyboard {
  /** Presses Tab until an element has the focus, and the arrows in the rows of a list. @throws Error when the keyboard does not reach it */
  to(target: Locator): Promise<void>;
  /** Goes to a button, a link or an entry of a menu and presses it. */
  press(target: Locator, key?: string): Promise<void>;
  /** Goes to a field and writes in place of what it has. */
  write(target: Locator, text: string): Promise<void>;
  /** Goes to a field with a list, types what finds an entry and takes the one of this name. */
  choose(target: Locator, name: string | RegExp, typed?: string): Promise<void>;
  /** Opens the menu of a button and takes an entry by the arrows. */
  take(button: Locator, entry: Locator): Promise<void>;
  /** Goes to an entry of the menu that is open by the arrows and takes it. */
  pick(entry: Locator): Promise<void>;
}

/** The keyboard of a page, and no mouse. */
export function keyboardOf(page: Page): Keyboard {
  // For a moment, an element may stand twice or not at all.
  const isThere = (target: Locator) =>
    target.evaluateAll((elements) => elements.some((element) => element === element.ownerDocument.activeElement));
  const keys: Keyboard = {
    async to(target) {
      await target.first().waitFor();
      for (let count = 0; count < MOST_TABS; count += 1) {
        if (await isThere(target)) return;
        await page.keyboard.press((await arrowOfList(target)) ?? 'Tab');
      }
      throw new Error(`The keyboard does not reach ${target}`);
    },
    async press(target, key = 'Enter') {
      await keys.to(target);
      await page.keyboard.press(key);
    },
    async write(target, text) {
      await keys.to(target);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(target, name, typed) {
      await keys.to(target);
      if (typed === undefined) await page.keyboard.press('Enter');
      else {
        await page.keyboard.press('Control+a');
        await page.keyboard.type(typed);
      }
      const option = page.getByRole('option', { name });
      await option.first().waitFor();
      // A list that has just opened forgets by a timer what the arrows have reached; no person is as quick.
      await page.evaluate('new Promise((done) => setTimeout(done))');
      await arrowsTo(async () => (await option.first().getAttribute('data-combobox-selected')) !== null);
      await page.keyboard.press('Enter');
    },
    async take(button, entry) {
      await keys.press(button);
      await keys.pick(entry);
    },
    async pick(entry) {
      await entry.first().waitFor();
      await arrowsTo(() => isThere(entry));
      await page.keyboard.press('Enter');
    },
  };
  /** The arrow that leads to the row of the target, where the focus is in another row of the same list. */
  const arrowOfList = (target: Locator) =>
    target.evaluateAll((elements) => {
      const [element] = elements;
      const [from, to] = [element?.ownerDocument.activeElement, element].map((one) => one?.closest('[data-place]'));
      const [place, aim] = [from, to].map((row) => Number(row?.getAttribute('data-place')));
      if (!from || !to || place === undefined || aim === undefined || place === aim) return undefined;
      return place < aim ? 'ArrowDown' : 'ArrowUp';
    });
  async function arrowsTo(isReached: () => Promise<boolean>) {
    for (let count = 0; count < MOST_TABS; count += 1) {
      if (await isReached()) return;
      await page.keyboard.press('ArrowDown');
    }
    throw new Error('The arrows do not reach it.');
  }
  return keys;
}
