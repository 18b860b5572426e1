import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { hasBrowser, startBrowser } from '../support/browser.ts';
import { npmStart } from '../support/process-tree.ts';
import { temporaryFolder } from '../support/run.ts';

/**
 * The pictures of the README, made of the sample business. `PICTURES=docs/console RARE=1 npm run test:heavy -- --testPathPatterns
 * console-pictures` replaces them; without PICTURES they go to a temporary folder.
 */
const FOLDER = process.env.PICTURES ?? temporaryFolder('pictures');
const FIRST_ROW = '[data-testid=rows] [data-body] a.k-link';

/** Of each screen: its picture, its path, and what is opened there. */
const SCREENS: readonly (readonly [picture: string, path: string, opened?: string])[] = [
  ['devices', '/devices'],
  ['sale', '/sales', FIRST_ROW],
  ['board', '/preorders/board'],
  ['release', '/releases?lifecycle=ROLLING_OUT', FIRST_ROW],
  ['audit', '/audit'],
];
const isReady = hasBrowser && existsSync('console/dist/index.html');
const itInBrowser = isReady ? it : it.skip;

itInBrowser('the README shows five screens of the console, each as it is made here', async () => {
  mkdirSync(FOLDER, { recursive: true });
  const readme = readFileSync('README.md', 'utf8');
  const tree = await npmStart(temporaryFolder('pictures-data'), { by: ['npm', 'start', '--', '--sample'] });
  const browser = await startBrowser();
  try {
    const [, email = ''] = /^Sign in as +(\S+)$/m.exec(tree.output()) ?? [];
    const [, password = ''] = /^Password +(\S+)$/m.exec(tree.output()) ?? [];
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 800 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const login = await context.request.post(`${tree.url}/v1/admin/auth/login`, { data: { email, password } });
    expect(login.status()).toBe(201);
    const page = await context.newPage();
    for (const [picture, path, opened] of SCREENS) {
      await page.goto(`${tree.url}/console${path}`);
      if (opened) {
        await page.locator(opened).first().click();
        await page.waitForURL(/[0-9a-f-]{36}$/);
      }
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction('!document.querySelector("[aria-busy=true], .mantine-Skeleton-root")');
      // The counts of a list come behind its rows.
      if ((await page.getByTestId('rows').count()) > 0) await page.locator('h1 + .k-number').waitFor();
      const file = `${FOLDER}/${picture}.png`;
      await page.screenshot({ path: file });
      expect(statSync(file).size).toBeGreaterThan(20_000);
      expect(readme).toContain(`docs/console/${picture}.png`);
      expect(existsSync(`docs/console/${picture}.png`)).toBe(true);
    }
  } finally {
    await browser.close();
    tree.child.kill('SIGTERM');
    await tree.ended();
  }
});
