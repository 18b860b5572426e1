import type { Browser, Page } from 'playwright-core';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';

if (!hasBrowser && process.env.CI === 'true') {
  it('Chromium is installed', () => {
    throw new Error('Chromium is not installed here: see test/support/browser.ts');
  });
}
if (!hasBrowser) process.stderr.write('Chromium is not installed: the reference is not proved in a browser here.\n');
const describeBrowser = hasBrowser ? describe : describe.skip;

const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 800 };
/** Texts that are cut into several lines. */
const CUT = `[...document.querySelectorAll('td:first-child > code, th')]
  .filter((each) => !each.closest('.calls') && each.getClientRects().length > 1)
  .map((each) => each.textContent)`;

describeBrowser('in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    app = await startTestApp();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  async function open(path: string, options: Parameters<Browser['newContext']>[0]): Promise<void> {
    page = await (await browser.newContext(options)).newPage();
    complaints = [];
    page.on('console', (message) => void complaints.push(message.text()));
    page.on('pageerror', (error) => void complaints.push(error.message));
    await page.goto(app.url + path);
  }

  const operations = () => page.locator('nav li:visible a').allInnerTexts();
  const search = () => page.getByLabel('Search operations');

  it.each(['createPreorder', 'createSale', 'recordHeartbeat', 'uploadPackage'])(
    'the reference of %s keeps names in one piece and fits the screen, on a phone and on a desk',
    async (operation) => {
      for (const viewport of [PHONE, DESK]) {
        await open(`/v1/docs/${operation}`, { viewport });
        expect([viewport, await page.evaluate(CUT)]).toEqual([viewport, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
        if (viewport === PHONE) await page.context().close();
      }
    },
  );

  it('the search of the reference shows the operations that have all of its words', async () => {
    await open('/v1/docs', { viewport: DESK });
    await search().fill('refund');
    expect(await operations()).toContain('refundSale');
    expect(await operations()).not.toContain('createBatch');
    expect(await page.locator('.calls tr:visible').count()).toBe((await operations()).length);
    await search().fill('POST  /admin/SALES');
    expect(await operations()).toEqual(expect.arrayContaining(['createSale', 'refundSale']));
    await search().fill('no such words');
    expect(await operations()).toEqual([]);
    await page.getByText('No operation has these words.').waitFor();
    await search().fill('createsale');
    await search().press('Enter');
    await page.waitForURL('**/v1/docs/createSale');
    // The group of the operation is open, the others are not.
    expect(await operations()).toContain('refundSale');
    expect(await operations()).not.toContain('createBatch');
  });

  it('the reference without a script has no search and all operations', async () => {
    await open('/v1/docs', { viewport: DESK, javaScriptEnabled: false });
    expect(await search().isVisible()).toBe(false);
    expect(await page.locator('.calls tr').count()).toBeGreaterThan(80);
  });

  it.each(['/', '/pair', '/nothing', '/v1/docs'])(
    '%s follows the colors of the reader and fits a phone',
    async (path) => {
      const colors: unknown[] = [];
      for (const colorScheme of ['light', 'dark'] as const) {
        await open(path, { viewport: PHONE, colorScheme });
        const style = 'getComputedStyle(document.body)';
        colors.push(await page.evaluate(`[${style}.backgroundColor, ${style}.color]`));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
        // A path that there is not is a 404, which Chromium notes.
        complaints = complaints.filter((text) => !text.includes('404'));
        if (colorScheme === 'light') await page.context().close();
      }
      expect(colors).toEqual([
        ['rgb(251, 250, 255)', 'rgb(34, 31, 46)'],
        ['rgb(23, 21, 31)', 'rgb(236, 234, 244)'],
      ]);
    },
  );
});
