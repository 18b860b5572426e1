import type { Page } from 'playwright-core';
import { ADMIN_ROLES } from '../../src/model/enums.ts';
import { consoleTest, describeConsole, violations, violationsInThemes, widthAt320 } from '../support/console.ts';
import { type Everything, makeEverything } from '../support/everything.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { openPreorders } from '../support/factories/preorder.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { until } from '../support/until.ts';

/** The parts of a list on a phone that are cut, or that touch. */
const CUT = `(() => {
  const cut = [...document.querySelectorAll('h1 + * > *, [data-row] .k-mono')].filter((part) => {
    const box = part.closest('[role=cell]') ?? part;
    return box.scrollWidth > box.clientWidth;
  });
  const pills = [...document.querySelectorAll('[data-row] [data-tone]')].map((pill) => pill.getBoundingClientRect());
  const touching = pills.filter(({ top }, at) => at > 0 && Math.abs(top - pills[at - 1].bottom) < 2);
  return [...cut.map(({ textContent }) => textContent), ...touching.map(() => 'two statuses touch')];
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

  const styleOf = (page: Page, where: string, name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${where}')).${name}`);

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

  /** Whether a search without a result keeps the tabs, and a condition of which nothing is chosen cannot be applied. */
  async function whatNarrows(page: Page) {
    const search = page.getByRole('searchbox');
    const tabs = await page.getByRole('tab').count();
    await search.fill('nobody has this');
    await page.getByText('Nothing matches').waitFor();
    const isKept = tabs > 1 && (await page.getByRole('tab').count()) >= tabs;
    await search.fill('');
    await page.getByText('Nothing matches').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sold', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Sold' });
    const period = editor.getByText('Period', { exact: true });
    const apply = editor.getByRole('button', { name: 'Apply' });
    const isOff = [await apply.isDisabled()];
    const isNamed = await period.isVisible();
    await editor.getByRole('combobox').last().click();
    await page.getByRole('option', { name: 'a year' }).click();
    isOff.push(await apply.isDisabled());
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'detached' });
    return { tabs: isKept, isOff, isNamed };
  }

  it('the title of each list of records, and of the board and the settings of preorders, is at the same place', async () => {
    const { page, caller } = await console.enter('SUPER_ADMIN', '', { bypassCSP: true });
    const elsewhere: string[] = [];
    for (const path of ['devices', 'sales', 'preorders', 'preorders/board', 'preorders/settings']) {
      await page.goto(`${console.origin}/console/${path}`);
      await shown(page);
      const title = await page.getByRole('heading', { level: 1 }).first().boundingBox();
      if (!title || title.x > 260 || title.y > 40) elsewhere.push(path);
    }
    expect(elsewhere).toEqual([]);
    await page.goto(`${console.origin}/console/sales`);
    await shown(page);
    expect(await whatNarrows(page)).toEqual({ tabs: true, isOff: [true, false], isNamed: true });
    // 1440 x 900 at 200 %: what does not fit is scrolled to, below and beside.
    await page.setViewportSize({ width: 720, height: 450 });
    const end = page.getByRole('button', { name: 'To the end' });
    await end.scrollIntoViewIfNeeded();
    const { y = 0, height = 0 } = (await end.boundingBox()) ?? {};
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox').last().scrollIntoViewIfNeeded();
    const menu = await columns.boundingBox();
    await page.keyboard.press('Escape');
    const cut = await page.evaluate<number>(
      `document.querySelector('[data-testid=rows]').scrollWidth - document.querySelector('[data-row]').offsetWidth`,
    );
    const shadow = await styleOf(page, '[data-testid=rows]', 'backgroundAttachment');
    const overflow = await styleOf(page, 'div:has(> [data-testid=rows])', 'overflowY');
    expect({
      overflow,
      end: y + height <= 450,
      menu: (menu?.y ?? 0) + (menu?.height ?? 0) <= 450,
      cut,
      shadow,
    }).toEqual({
      overflow: 'auto',
      end: true,
      menu: true,
      cut: 0,
      shadow: 'local, scroll',
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${console.origin}/console/customers`);
    await shown(page);
    const first = await page.getByRole('columnheader').first().boundingBox();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    // A heading has 8 px around its words.
    expect((first?.x ?? 0) + 8).toBe(title?.x);
    await page.setViewportSize({ width: 320, height: 640 });
    // On a phone, the filter is beside the search.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${console.origin}/console/devices`);
    await shown(page);
    const [search, filter] = [
      await page.getByRole('searchbox').boundingBox(),
      await page.getByRole('button', { name: 'Filter', exact: true }).boundingBox(),
    ];
    expect((filter?.y ?? 0) < (search?.y ?? 0) + (search?.height ?? 0)).toBe(true);
    // Uzbek has the longest titles and times.
    const { body } = await caller.gql(
      'mutation { setPreferences(input: { language: uz }) { preferences { language } } }',
    );
    expect(body.errors).toBeUndefined();
    await console.app.sql(`update preorder set number = 'PRE-261129-7K3M9Q' where id = $1`, [made.preorder]);
    await console.app.sql(`update sale set number = 'KRV-2026-900101' where id = $1`, [made.sale]);
    for (const path of ['sales', 'preorders']) {
      await page.goto(`${console.origin}/console/${path}`);
      await shown(page);
      expect([path, await page.evaluate(CUT)]).toEqual([path, []]);
    }
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
    const title = await styleOf(page, '[role=dialog] h2', 'fontWeight');
    if (title !== '600') found.push(['form of an action', `its title has the weight ${title}`]);
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
