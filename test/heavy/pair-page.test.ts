import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { freePort } from '../../src/platform/embedded-postgres/postmaster.ts';
import { PAIR_TEXTS } from '../../src/rest/pages/pair-texts.ts';
import { draft, provision } from '../inventory/support.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import type { Json } from '../support/callers.ts';

if (!hasBrowser && process.env.CI === 'true') {
  it('Chromium is installed', () => {
    throw new Error('Chromium is not installed here: see test/support/browser.ts');
  });
}
if (!hasBrowser)
  process.stderr.write('Chromium is not installed: the page of a label is not proved in a browser here.\n');
const describeBrowser = hasBrowser ? describe : describe.skip;

const APP = 'https://app.karvon.example/pair';
const LOCALES = ['uz', 'en', 'ru'] as const;

describeBrowser('the page of a label, in Chromium', () => {
  let browser: Browser;
  let app: TestApp;
  let device: Json;
  let visitor: BrowserContext;
  let page: Page;
  let requests: Request[];
  let problems: string[];

  beforeAll(async () => {
    const port = String(await freePort(0));
    app = await startTestApp({
      env: { PORT: port, PUBLIC_URL: `http://localhost:${port}`, APP_LINK_URL: APP },
    });
    const admin = await app.as('ADMIN');
    [device] = (await provision(admin, (await draft(admin)).id)).body.devices;
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(() => visitor.close());

  /** Opens an address in a browser of that language, as the camera of a phone does. */
  async function scan(address: string, options: { locale?: string; javaScriptEnabled?: boolean } = {}) {
    visitor = await browser.newContext({ viewport: { width: 360, height: 640 }, ...options });
    page = await visitor.newPage();
    requests = [];
    problems = [];
    page.on('request', (request) => void requests.push(request));
    page.on('console', (message) => void problems.push(message.text()));
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(address);
  }
  const oldLabel = () => `${origin()}/pair?serial=${device.serial}&code=${device.claimCode}`;
  const origin = () => new URL(device.qr).origin;
  const fragment = () => `#serial=${device.serial}&code=${device.claimCode}`;
  const shown = () => page.locator('main:visible');
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count
  const readText = async () => (await shown().innerText()).replaceAll(/\s+/g, ' ');

  describe.each(LOCALES)('in %s', (locale) => {
    const texts = PAIR_TEXTS[locale];

    it.each(['new', 'old'])(
      'the page of a label shows what the %s label says, and opens the app with it',
      async (age) => {
        await scan(age === 'new' ? device.qr : oldLabel(), { locale });
        expect([await page.title(), await page.locator('html').getAttribute('lang')]).toEqual([texts.title, locale]);
        const text = await readText();
        for (const part of [texts.ready, ...texts.steps, texts.secret, device.serial, device.claimCode]) {
          expect(text).toContain(part);
        }
        expect(text).not.toContain(texts.incomplete);
        // Reloading, going back and the history have the code in the fragment alone.
        expect(page.url()).toBe(`${origin()}/pair${fragment()}`);

        let opened: Request | undefined;
        await visitor.route(`${APP}**`, (route) => {
          opened = route.request();
          return route.fulfill({ contentType: 'text/html', body: '<title>the app</title>' });
        });
        await page.getByRole('link', { name: texts.open }).click();
        await page.waitForURL(`${APP}**`);
        expect(await page.evaluate('location.href')).toBe(APP + fragment());
        const headers = await opened?.allHeaders();
        expect([headers?.referer, await page.evaluate('document.referrer')]).toEqual([undefined, '']);
        expect(opened?.url().split('#')[0]).toBe(APP);
        expect(problems).toEqual([]);
      },
    );

    it('the page of a label changes to every other language in place', async () => {
      await scan(device.qr, { locale });
      const before = requests.length;
      for (const other of LOCALES) {
        await page.getByRole('link', { name: PAIR_TEXTS[other].name }).click();
        expect([await page.title(), await page.locator('html').getAttribute('lang')]).toEqual([
          PAIR_TEXTS[other].title,
          other,
        ]);
        expect(await page.locator('nav a[aria-current]').allInnerTexts()).toEqual([PAIR_TEXTS[other].name]);
        expect(await readText()).toContain(device.claimCode);
        expect(await page.getByRole('link', { name: PAIR_TEXTS[other].open }).getAttribute('href')).toBe(
          APP + fragment(),
        );
      }
      expect([requests.length, page.url()]).toEqual([before, device.qr]);
    });

    it('the page of a label says what to do without JavaScript, where the links of the languages work too', async () => {
      await scan(oldLabel(), { locale, javaScriptEnabled: false });
      expect(await readText()).toContain(texts.noScript);
      await page.getByRole('link', { name: PAIR_TEXTS.ru.name }).click();
      expect([page.url(), await readText()]).toEqual([
        `${origin()}/pair?lang=ru`,
        expect.stringContaining(PAIR_TEXTS.ru.noScript),
      ]);
      expect((await requests.at(-1)?.allHeaders())?.referer).toBeUndefined();
    });
  });

  it('the page of a label asks for nothing but itself, and stores nothing', async () => {
    for (const address of [device.qr, oldLabel(), `${origin()}/pair`]) {
      await scan(address, { locale: 'en' });
      await page.waitForLoadState('networkidle');
      expect(requests.map((request) => request.url().split('#')[0])).toEqual([address.split('#')[0]]);
      expect(await visitor.cookies()).toEqual([]);
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      await visitor.close();
    }
  });

  it.each([
    '',
    '#serial=KRV-0123456789ABCDEF',
    '#serial=Call+%2B998+90+000&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01',
    '#serial=KRV-0123456789ABCDEF&code=<img src=x onerror=alert(1)>',
    '?serial=%3Cscript%3Ealert(1)%3C/script%3E&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01',
    '?serial=%FF&code=%',
    '#%',
  ])('the page at the address /pair%s shows none of it, and says how to get the label', async (rest) => {
    await scan(`${origin()}/pair${rest}`, { locale: 'en' });
    const text = await readText();
    expect(text).toContain(PAIR_TEXTS.en.incomplete);
    expect(text).not.toMatch(/998|ABCDEF|alert|KRV-/);
    expect(await page.getByRole('link', { name: PAIR_TEXTS.en.open }).getAttribute('href')).toBe(APP);
    expect([await page.locator('img, script:not(:first-of-type)').count(), problems]).toEqual([0, []]);
  });

  it('the page of a label fits a phone, and is read by a keyboard in order', async () => {
    await scan(device.qr, { locale: 'ru' });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    const names: string[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate<string>('document.activeElement.textContent'));
    }
    expect(names).toEqual([...LOCALES.map((locale) => PAIR_TEXTS[locale].name), PAIR_TEXTS.ru.open]);
  });
});
