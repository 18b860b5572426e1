import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { BenchCase } from '../case.ts';
import { type Karvon, signIn, startKarvon } from '../karvon.ts';
import { copyDevices, createDevices } from '../seed.ts';
import { median } from '../statistics.ts';

/** Debian's package `chromium`. */
const CHROMIUM = '/usr/bin/chromium';
const DEVICES = 100_000;
/** Of them, by the API. */
const MADE = 500;
/** Pages of rows that are asked for on the way down a long list: a minute allows 120. */
const PAGES_DOWN = 20;
const VISITS = 5;
/** The budget of the console: a cold load, and what a person does then. */
const MAX_PAINT_MS = 2_500;
const MAX_INTERACTION_MS = 200;
const SLOWER = 4;
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const LIMIT_MS = 120_000;
const LOOK_MS = 50;
/** Each look takes the page some of its quarter of a processor: a script of Playwright that waits for a heading takes a tenth of a second of the first screen. */
const SELDOM_MS = 400;
const QUIET_MS = 600;

/** Runs in each page before its own scripts. Events that are quicker than 16 ms are not reported. */
const OBSERVE = `window.paints = []; window.events = [];
new PerformanceObserver((list) => paints.push(...list.getEntries().map(({ startTime }) => startTime))).observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => events.push(...list.getEntries().filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration)))
  .observe({ type: 'event', durationThreshold: 16, buffered: true });`;

/** Something was painted, and nothing stands for what is still read. */
const SHOWN = `window.paints.length > 0 && document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]')`;

/** How much was read and painted. */
const READ = `performance.getEntriesByType('resource').length + window.paints.length`;

/** A page of somebody with an empty cache, on a slow machine and a slow line. */
async function visit(browser: Browser, origin: string, cookie: string | undefined): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(LIMIT_MS);
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await context.addCookies([{ name, value, url: origin, sameSite: 'Strict', httpOnly: true }]);
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.emulateNetworkConditions', NETWORK);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

const longest = (page: Page, name: 'paints' | 'events') => page.evaluate<number>(`Math.max(0, ...window.${name})`);

/**
 * Waits until a page shows what it has read and reads nothing more. Its stream of live events never ends, so that the network is never idle.
 * @param lookMs how often it is looked at
 */
async function isQuiet(page: Page, lookMs = LOOK_MS): Promise<void> {
  let known = -1;
  for (let since = performance.now(); performance.now() - since < QUIET_MS; await sleep(lookMs)) {
    const seen = await page.evaluate<number>(`(${SHOWN}) ? ${READ} : -2`);
    if (seen === known && seen >= 0) continue;
    known = seen;
    since = performance.now();
  }
}

/** How high the rows are that have been read. */
const height = (page: Page) => page.getByTestId('rows').evaluate((rows) => rows.scrollHeight);

/** What a person does in a list, each as one interaction. */
const DEEDS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'selects a row': (page) =>
    page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .click(),
  'goes a page down': async (page) => {
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageUp');
  },
  'opens a menu': async (page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
  },
  'goes 2,000 rows down': async (page) => {
    await page.getByTestId('rows').getByRole('link').first().focus();
    for (let pages = 0; pages < PAGES_DOWN; pages += 1) {
      const before = await height(page);
      await page.keyboard.press('End');
      while ((await height(page)) === before) await sleep(LOOK_MS);
    }
  },
  'goes to the last of 100,000': async (page) => {
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByRole('button', { name: 'To the start' }).waitFor();
    await isQuiet(page);
    await page.getByTestId('rows').getByRole('link').last().focus();
    await page.keyboard.press('PageUp');
  },
  searches: (page) => page.getByRole('searchbox').pressSequentially('KRV-0'),
  'opens a record': async (page) => {
    await page.getByTestId('rows').getByRole('link').first().click();
    await page.getByRole('main').getByRole('heading', { level: 1, name: /^KRV-/ }).waitFor();
  },
};

async function paint(browser: Browser, origin: string, cookie?: string): Promise<number> {
  const page = await visit(browser, origin, cookie);
  await page.goto(`${origin}/console`);
  await isQuiet(page, SELDOM_MS);
  const took = await longest(page, 'paints');
  await page.context().close();
  return took;
}

/** The longest event of each deed, in milliseconds. */
async function interactions(browser: Browser, origin: string, cookie: string): Promise<Map<string, number>> {
  const page = await visit(browser, origin, cookie);
  await page.goto(`${origin}/console/devices`);
  await page.getByTestId('rows').getByRole('link').first().waitFor();
  await isQuiet(page);
  const took = new Map<string, number>();
  for (const [deed, act] of Object.entries(DEEDS)) {
    await page.evaluate('window.events = []');
    await act(page);
    await isQuiet(page);
    // What the last frame of the deed took is reported after it.
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 100)))');
    took.set(deed, await longest(page, 'events'));
  }
  await page.context().close();
  return took;
}

async function measure(browser: Browser, karvon: Karvon, progress: (text: string) => void) {
  const origin = `http://localhost:${karvon.port}`;
  const { cookie } = await signIn(karvon);
  const paints = new Map<string, number[]>();
  const deeds = new Map<string, number[]>();
  const add = (to: Map<string, number[]>, what: string, ms: number) => to.set(what, [...(to.get(what) ?? []), ms]);
  for (let count = 1; count <= VISITS; count += 1) {
    add(paints, 'sign-in page', await paint(browser, origin));
    add(paints, 'first screen, signed in', await paint(browser, origin, cookie));
    for (const [deed, ms] of await interactions(browser, origin, cookie)) add(deeds, deed, ms);
    progress(
      `visit ${count}: ${[...paints, ...deeds].map(([what, all]) => `${what} ${Math.round(all.at(-1) ?? 0)}`).join(', ')} ms`,
    );
  }
  return { paints, deeds };
}

/** How quick the console is on a slow machine and line, by Chromium's own throttling: largest paint with an empty cache, and the events of what a person does. */
export const consoleCase: BenchCase = {
  name: 'console',
  title: `the console in Chromium, a quarter of the processor, 1.6 Mbit/s with 150 ms: medians of ${VISITS} visits`,
  minutes: 15,
  run: async ({ directory, cluster, options, progress }) => {
    if (options.baselinesOnly) return { rows: [], targets: [] };
    const dataDir = join(directory, 'karvon-console');
    await mkdir(dataDir, { mode: 0o755 });
    const databaseUrl = await (await cluster()).createDatabase('console');
    const karvon = await startKarvon({ dataDir, databaseUrl });
    await createDevices(await signIn(karvon), MADE);
    progress(`copying them until there are ${DEVICES}`);
    await copyDevices(databaseUrl, DEVICES);
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      chromiumSandbox: false,
      args: ['--disable-gpu'],
    });
    try {
      const { paints, deeds } = await measure(browser, karvon, progress);
      const row = (kind: string, [what, timesMs]: [string, number[]]) => ({
        what: `${kind}: ${what}`,
        p50: median(timesMs),
        timesMs,
      });
      const target = (promise: string, measured: number, most: number) => ({
        promise: `${promise} within ${most} ms`,
        measured,
        held: measured <= most,
      });
      const slowest = (all: Map<string, number[]>) => Math.max(...[...all.values()].map(median));
      return {
        rows: [
          ...[...paints].map((one) => row('largest paint', one)),
          ...[...deeds].map((one) => row('interaction', one)),
        ],
        targets: [
          target('largest paint', slowest(paints), MAX_PAINT_MS),
          target('interaction', slowest(deeds), MAX_INTERACTION_MS),
        ],
      };
    } finally {
      await browser.close();
      await karvon.process.stop();
    }
  },
};
