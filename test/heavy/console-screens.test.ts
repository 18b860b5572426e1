import type { Page } from 'playwright-core';
import { ADMIN_ROLES } from '../../src/model/enums.ts';
import { consoleTest, describeConsole, violations, violationsInThemes, widthAt320 } from '../support/console.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { openPreorders } from '../support/factories/preorder.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { until } from '../support/until.ts';

/** Whether the last cell of the first row is seen where the rows are scrolled to their end. */
const LAST_CELL = `(() => {
  const rows = document.querySelector('[data-testid=rows]');
  rows.scrollLeft = rows.scrollWidth;
  const cell = rows.querySelector('[data-row]').lastElementChild.lastElementChild;
  const { x, y, width, height } = cell.getBoundingClientRect();
  const found = document.elementFromPoint(x + width - 4, y + height / 2);
  return rows.scrollLeft > 0 && cell.contains(found);
})()`;

describeConsole('every screen of the console, in Chromium', () => {
  let made: Everything & { readonly admin: string; readonly script: string; readonly entry: string };
  const console = consoleTest({
    async prepare(app) {
      await openPreorders(app);
      const { id: admin } = await insertAdmin(app.sql, app.clock.now(), { name: 'Aziza Karimova' });
      const script = await insertServiceAccount(app, admin);
      const things = await makeEverything(app, admin);
      const caller = await app.as('ADMIN');
      const changed = await caller.rest('PATCH', `/v1/admin/customers/${things.customer}`, { city: 'Buxoro' });
      expect(changed.status).toBe(200);
      const [entry] = await app.sql('select id from audit_entry order by at desc, id desc limit 1');
      made = { ...things, admin, script: script.id, entry: entry?.id };
    },
  });

  /** Once it has its heading and nothing that stands for what is still read. */
  async function shown(page: Page) {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await until(() => page.evaluate<boolean>(`!document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]')`));
  }

  const menu = async (page: Page) => {
    const links = page.getByRole('navigation').first().getByRole('link');
    await links.first().waitFor();
    return links.evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
  };

  it('axe finds nothing in either theme, and nothing is wider than a small phone or a page at 200 %', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '', { bypassCSP: true });
    const found: unknown[] = [];
    const judge = async (where: string) => {
      await shown(page);
      for (const violation of await violationsInThemes(page)) found.push([where, ...violation]);
      const width = await widthAt320(page);
      if (width > 320) found.push([where, `${width} of 320 px`]);
      // 1280 x 800 at 200 %.
      await page.setViewportSize({ width: 640, height: 400 });
      const half = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (half > 640) found.push([where, `${half} of 640 px`]);
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    const paths = [
      ...(await menu(page)),
      ...[
        `/devices/${made.device}`,
        `/customers/${made.customer}`,
        '/customers/new',
        `/sales/${made.sale}`,
        '/sales/new',
        `/preorders/${made.preorder}`,
        '/preorders/board',
        '/preorders/settings',
        `/inventory/${made.batch}`,
        `/releases/${made.release}`,
        '/releases/upload',
        `/team/${made.admin}`,
        `/service-accounts/${made.script}`,
        `/audit/${made.entry}`,
        '/me',
        `/analytics?set=SALES&q=${encodeURIComponent(JSON.stringify({ metrics: ['REVENUE'], dimensions: ['CUSTOMER_CITY'] }))}`,
      ].map((path) => `/console${path}`),
    ];
    for (const path of paths) {
      await page.goto(`${console.origin}${path}`);
      await judge(path.replace(/[0-9a-f-]{36}$/, 'id'));
    }
    expect(found).toEqual([]);
  });

  it('the title of each list of records, and of the board and the settings of preorders, is at the same place', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '', { bypassCSP: true });
    const elsewhere: string[] = [];
    for (const path of ['devices', 'sales', 'preorders', 'preorders/board', 'preorders/settings']) {
      await page.goto(`${console.origin}/console/${path}`);
      await shown(page);
      const title = await page.getByRole('heading', { level: 1 }).first().boundingBox();
      if (!title || title.x > 260 || title.y > 40) elsewhere.push(path);
    }
    expect(elsewhere).toEqual([]);
    // On a phone, the filter is beside the search.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${console.origin}/console/devices`);
    await shown(page);
    const [search, filter] = [
      await page.getByRole('searchbox').boundingBox(),
      await page.getByRole('button', { name: 'Filter', exact: true }).boundingBox(),
    ];
    expect((filter?.y ?? 0) < (search?.y ?? 0) + (search?.height ?? 0)).toBe(true);
  });

  it('each list has room for its columns on a screen of 1366 px, and names Shift only where rows are chosen', async () => {
    // 16 px are left to a scroll bar, which this browser has none of.
    const viewport = { width: 1366 - 16, height: 900 };
    const { page } = await console.enter('SUPER_ADMIN', '', { bypassCSP: true, viewport });
    const found: unknown[] = [];
    for (const path of await menu(page)) {
      await page.goto(`${console.origin}${path}`);
      await shown(page);
      const rows = page.getByTestId('rows');
      if ((await rows.count()) === 0) continue;
      const over = await rows.evaluate((box) => box.scrollWidth - box.clientWidth);
      if (over > 0) found.push([path, `${over} px over`]);
      const isChosen = (await page.getByRole('checkbox', { name: 'Select the loaded rows' }).count()) > 0;
      if ((await page.getByText('Shift selects').count()) > 0 !== isChosen) found.push([path, 'Shift']);
    }
    expect(found).toEqual([]);
    // Where there are more columns than room, the last one is scrolled to.
    await page.setViewportSize({ width: 900, height: 700 });
    await page.goto(`${console.origin}/console/sales`);
    await shown(page);
    expect(await page.evaluate(LAST_CELL)).toBe(true);
  });

  it('fields side by side are at one height, whether or not they say more', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/preorders/settings', { bypassCSP: true });
    const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y;
    await page.getByLabel('Product', { exact: true }).waitFor();
    expect(await top('Price of one device')).toBe(await top('Product'));
  });

  it('a name of one long word lies over no button, on a wide screen and on a phone', async () => {
    await console.app.sql('update customer set full_name = $2 where id = $1', [
      made.customer,
      'Abdurahmonovich'.repeat(8),
    ]);
    const { page } = await console.enter('SUPER_ADMIN', `/customers/${made.customer}`, { bypassCSP: true });
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await shown(page);
      const title = await page.getByRole('heading', { level: 1 }).first().boundingBox();
      const button = await page.getByRole('button', { name: 'Actions' }).first().boundingBox();
      if (!title || !button) throw new Error('The page has no title or no actions.');
      const isBeside = title.x + title.width <= button.x;
      expect([width, isBeside || title.y + title.height <= button.y]).toEqual([width, true]);
    }
  });

  it('axe finds nothing in dialogs, menus and the palette in either theme, and where less motion is wanted nothing moves', async () => {
    const { page } = await console.enter('SUPER_ADMIN', `/devices/${made.device}`, {
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    const found: unknown[] = [];
    // A menu is outside of the landmarks, beside its button.
    const judge = async (where: string, isPopup = false) => {
      const moving = await page.evaluate<number>('document.getAnimations().length');
      if (moving > 0) found.push([where, `${moving} animations`]);
      for (const violation of await violationsInThemes(page, isPopup)) found.push([where, ...violation]);
    };
    await shown(page);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    await judge('menu of actions', true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change the status' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change the status' }).click();
    await page.getByText('Fill this in.').first().waitFor();
    await judge('form of an action');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').fill('KRV');
    await page.getByRole('button', { name: /KRV/ }).first().waitFor();
    await judge('palette');
    await page.goto(`${console.origin}/console/sales/${made.sale}`);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Amount').fill('20');
    await judge('refund');
    await page.goto(`${console.origin}/console/sales/new`);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByLabel('Sold').press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.getByRole('button', { name: 'Forward' }).waitFor();
    await judge('calendar');
    const { x = -1, width = 0 } = (await calendar.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 320]).toEqual([true, true]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${console.origin}/console/customers/${made.customer}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Company').first().waitFor();
    await judge('form of a customer');
    await page.goto(`${console.origin}/console/devices`);
    await page.getByRole('checkbox', { name: 'Select the loaded rows' }).check();
    for (const name of ['Columns', 'Filter', 'Views', 'Export']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page
        .getByRole(name === 'Columns' || name === 'Views' ? 'dialog' : 'menu')
        .first()
        .first()
        .waitFor();
      await judge(name, true);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).first().waitFor();
    await judge('account');
    await page.keyboard.press('Escape');
    await console.app.sql('delete from admin_session');
    await page.getByRole('link', { name: 'Sales', exact: true }).first().click();
    await page.getByText('Your session has ended').first().waitFor();
    await judge('sign-in over a screen');
    const guest = await console.open(await console.visitor({ bypassCSP: true }));
    await guest.getByLabel('E-mail').first().waitFor();
    for (const violation of await violationsInThemes(guest)) found.push(['sign-in', ...violation]);
    expect([found, await widthAt320(guest)]).toEqual([[], 320]);
  });

  it('axe finds nothing on three screens as each other role sees them', async () => {
    const found: unknown[] = [];
    for (const role of ADMIN_ROLES.filter((one) => one !== 'SUPER_ADMIN')) {
      const { page } = await console.enter(role, '', { bypassCSP: true });
      const own = [...(await menu(page)), '/console/me'].slice(-3);
      expect(own.length).toBe(3);
      for (const path of own) {
        await page.goto(`${console.origin}${path}`);
        await shown(page);
        for (const violation of await violations(page)) found.push([role, path, violation]);
      }
    }
    expect(found).toEqual([]);
  });
});
