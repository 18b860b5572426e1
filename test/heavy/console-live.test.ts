import type { Page } from 'playwright-core';
import type { Caller } from '../support/callers.ts';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { makeDevice } from '../support/factories/device.ts';
import { insertManyRows } from '../support/many-rows.ts';
import { until } from '../support/until.ts';

const DEVICES = 20_000;
const LIST = '/devices?sort=SERIAL&cols=serial%2Cstatus';

describeConsole('a large fleet and many tabs in the console, in Chromium', () => {
  const console = consoleTest({
    prepare: ({ sql }) => insertManyRows(sql, DEVICES),
    // What a page cannot reach while the service is stopped or silent; the router writes why a screen did not come.
    expected: /ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|The service does not answer/,
  });

  /** The serial at a place of the list, from 0. */
  async function serialAt(place: number): Promise<string> {
    const [row] = await console.app.sql('select serial from device order by serial, id offset $1 limit 1', [place]);
    return row?.serial;
  }

  const row = (page: Page, serial: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: serial, exact: true }) });

  async function retire(caller: Caller, serial: string) {
    const [device] = await console.app.sql('select id, revision from device where serial = $1', [serial]);
    const { body } = await caller.gql(
      `mutation ($id: ID!, $revision: Int!) {
        setDeviceStatus(id: $id, expectedRevision: $revision, input: { status: SUSPENDED, reason: "Lent" }) { device { status } }
      }`,
      { id: device?.id, revision: device?.revision },
    );
    expect(body.errors).toBeUndefined();
  }

  it('by keyboard alone, the first, the middle and the last of 20,000 devices are reached, and a live change moves no row', async () => {
    const { page, caller } = await console.enter('ADMIN', LIST);
    await row(page, await serialAt(0))
      .first()
      .waitFor();
    await page
      .getByText(/^20.000 records$/)
      .first()
      .waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const middle = await serialAt(DEVICES / 2);
    const rows = page.getByTestId('rows');
    const keys = keyboardOf(page);
    await keys.to(page.getByRole('link', { name: await serialAt(0), exact: true }));
    // End goes to the last row that is known, and more are read; PageUp goes back to the one in the middle.
    const reached = () =>
      page.evaluate<number>(`Number(document.activeElement.closest('[data-place]')?.dataset.place)`);
    await until(async () => {
      if ((await reached()) > DEVICES / 2) return true;
      await page.keyboard.press('End');
      return false;
    });
    await until(async () => {
      if (await row(page, middle).isVisible()) return true;
      await page.keyboard.press('PageUp');
      return false;
    });
    expect(await page.getByRole('row').count()).toBeLessThan(100);
    const places = () => page.getByRole('row').locator('a').allTextContents();
    const [before, top] = [await places(), await rows.evaluate((element) => element.scrollTop)];
    await retire(caller, middle);
    await row(page, middle).getByText('Suspended').first().waitFor();
    expect([await places(), await rows.evaluate((element) => element.scrollTop)]).toEqual([before, top]);
    await keys.press(page.getByRole('button', { name: 'To the end' }));
    const last = await serialAt(DEVICES - 1);
    await row(page, last).first().waitFor();
    await retire(caller, last);
    await row(page, last).getByText('Suspended').first().waitFor();
    await makeDevice(console.app);
    await page.getByRole('button', { name: '1 new' }).first().waitFor();
  });

  it('eight tabs have the streams of one, which come back after a restart, and signing out in one ends all', async () => {
    const { context, page, caller } = await console.enter('ADMIN', LIST);
    const [first = '', second = ''] = [await serialAt(0), await serialAt(1)];
    const tabs = [page];
    await page.getByText('Live', { exact: true }).first().waitFor();
    const streaming: Page[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/graphql/stream')) streaming.push(request.frame().page());
    });
    while (tabs.length < 8) tabs.push(await console.open(context, LIST));
    for (const tab of tabs) {
      await row(tab, first).first().waitFor();
      await tab.getByText('Live', { exact: true }).first().waitFor();
    }
    expect(streaming).toEqual([]);
    await retire(caller, first);
    for (const tab of tabs) await row(tab, first).getByText('Suspended').first().waitFor();

    await console.restart();
    await retire({ ...caller, ...console.app.client({ cookie: caller.cookie }) }, second);
    for (const tab of tabs) await row(tab, second).getByText('Suspended').first().waitFor();
    for (const tab of tabs) await tab.getByText('Live', { exact: true }).first().waitFor();
    expect(new Set(streaming)).toEqual(new Set([page]));

    const [, , , , other = page] = tabs;
    const keys = keyboardOf(other);
    await keys.press(other.getByRole('button', { name: /^Account of/ }));
    await keys.press(other.getByRole('button', { name: 'Sign out' }));
    await other.getByText('You have signed out.').first().waitFor();
    for (const tab of tabs.filter((one) => one !== other))
      await tab.getByRole('dialog', { name: 'You have signed out in another tab' }).waitFor();
  });

  it('a service that falls silent without a word is seen to, a record waits for it, and all goes on by itself when it answers', async () => {
    const { context, page, caller } = await console.enter('ADMIN', LIST);
    const proxy = await startDatabaseProxy(console.origin);
    try {
      const [name = '', value = ''] = caller.cookie.split('=');
      await context.addCookies([{ name, value, url: proxy.url }]);
      // So that nobody waits for the silence.
      await page.clock.install();
      await page.goto(new URL(`/console${LIST}`, proxy.url).href);
      const [known = '', next = ''] = [await serialAt(0), await serialAt(1)];
      await row(page, known).first().waitFor();
      await page.getByText('Live', { exact: true }).first().waitFor();
      const link = page.getByRole('link', { name: known, exact: true });
      await link.click();
      await page.getByRole('heading', { name: known }).waitFor();
      await page.goBack();
      await row(page, next).first().waitFor();

      proxy.silence();
      await page.clock.runFor(27_000);
      await page.getByText('Live', { exact: true }).first().waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: next, exact: true }).click();
      await page.getByRole('status', { name: 'Loading' }).first().waitFor();
      await page.clock.runFor(9_000);
      await page.getByText('No connection', { exact: true }).first().waitFor();
      await page.getByText('Karvon did not answer.').first().waitFor();
      proxy.speak();
      await page.clock.runFor(9_000);
      await page.getByRole('heading', { name: next }).waitFor();

      // The file of a screen does not come either.
      proxy.silence();
      await page.getByRole('link', { name: 'Releases', exact: true }).click();
      await page.clock.runFor(9_000);
      await page.getByRole('heading', { name: 'Karvon does not answer' }).waitFor();
      proxy.speak();
      await page.clock.runFor(9_000);
      await page.getByRole('heading', { name: 'Releases' }).waitFor();
    } finally {
      await proxy.close();
    }
  });
});
