import type { Page } from 'playwright-core';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { insertAdmin } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder, openPreorders } from '../support/factories/preorder.ts';
import { unlimitedRateLimits } from '../support/unlimited-rate-limits.ts';
import { until } from '../support/until.ts';

describeConsole('what staff do with preorders in the console, in Chromium', () => {
  const unlimited = unlimitedRateLimits();
  let movesLeft = Number.POSITIVE_INFINITY;
  const console = consoleTest({
    limits: {
      ...unlimited,
      async consume(bucket, limit) {
        const status = await unlimited.consume(bucket, limit);
        if (!bucket.startsWith('setPreorderStatus:')) return status;
        movesLeft -= 1;
        return movesLeft < 0 ? { ...status, remaining: 0, resetSeconds: 3, exceeded: true } : status;
      },
    },
    async prepare(app) {
      await openPreorders(app);
      await insertAdmin(app.sql, app.clock.now(), { role: 'SALES', name: 'Dilnoza Yusupova' });
    },
    // A refused form, what was deleted, and a limit of calls that was reached.
    expected: /status of (40[04]|429)/,
  });

  const statusOf = async (id: string) =>
    (await console.app.sql('select status from preorder where id = $1', [id]))[0]?.status;

  it('250 preorders are moved in hundreds by keyboard alone, a wait for the limit of calls is counted down, and those that failed stay selected with their reasons', async () => {
    for (let count = 0; count < 250; count += 1) {
      const status = count < 50 ? 'CANCELLED' : 'NEW';
      await makePreorder(console.app, {
        status,
        utmSource: 'bulk',
        number: `PRE-BULK-${String(count).padStart(3, '0')}`,
      });
    }
    const { page } = await console.enter('SUPER_ADMIN', '/preorders?source=bulk');
    await page.getByRole('link', { name: 'PRE-BULK-' }).first().waitFor();
    const keys = keyboardOf(page);
    await keys.press(page.getByRole('button', { name: 'Export' }));
    const file = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href');
    const answer = await page.request.get(`${console.origin}${file}`);
    expect([answer.status(), (await answer.text()).match(/PRE-BULK-/g)?.length]).toEqual([200, 250]);
    await page.keyboard.press('Escape');
    await keys.press(page.getByRole('checkbox', { name: 'Select the loaded rows' }), 'Space');
    await page.getByText('100 selected, 250 in the list').first().waitFor();
    await keys.press(page.getByRole('button', { name: 'Select all 250' }));
    await page.getByText('250 selected').first().waitFor();
    const calls: number[] = [];
    page.on('request', (request) => {
      const body = request.url().endsWith('/graphql') ? request.postDataJSON() : undefined;
      if (body?.operationName === 'BulkSetPreorderStatus') calls.push(body.variables.records.length);
    });
    await keys.press(page.getByRole('button', { name: 'Change the status' }));
    const dialog = page.getByRole('dialog');
    await keys.choose(dialog.getByRole('combobox', { name: 'New status' }), 'Contacted');
    movesLeft = 225;
    await keys.press(dialog.getByRole('button', { name: 'Change the status' }));
    await dialog.getByRole('status').getByText('225 of 250 · Waiting').first().waitFor();
    await dialog
      .getByRole('timer')
      .getByText(/^[12] s$/)
      .first()
      .waitFor();
    movesLeft = Number.POSITIVE_INFINITY;
    await page.getByText('Cannot move from “Cancelled” to “Contacted”', { exact: false }).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const bar = page.getByRole('region', { name: '50 selected' });
    await bar.getByText('200 done · 50 failed').first().waitFor();
    expect(await page.getByRole('list', { name: '50 failed' }).getByRole('listitem').count()).toBe(50);
    const counts = await console.app.sql(
      `select status, count(*)::int from preorder where utm_source = 'bulk' group by 1 order by 1`,
    );
    // What met the limit is asked for again.
    expect([calls.slice(0, 3), new Set(calls.slice(3)), counts]).toEqual([
      [100, 100, 50],
      new Set([25]),
      [
        { status: 'CANCELLED', count: 50 },
        { status: 'CONTACTED', count: 200 },
      ],
    ]);
    // A run is stopped, and does not wait for the limit; what it did not come to stays selected.
    movesLeft = 0;
    await keys.press(page.getByRole('button', { name: 'Change the status' }));
    await keys.choose(dialog.getByRole('combobox', { name: 'New status' }), 'Confirmed');
    // A reason that is too short is said before anything is sent.
    const reason = dialog.getByRole('textbox', { name: 'Note' });
    await keys.write(reason, 'x');
    await keys.press(dialog.getByRole('button', { name: 'Change the status' }));
    await dialog.getByText('At least 2 characters.').waitFor();
    await keys.write(reason, 'as agreed');
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName === 'BulkSetPreorderStatus') await held;
      await route.continue();
    });
    await keys.press(dialog.getByRole('button', { name: 'Change the status' }));
    await keys.press(dialog.getByRole('button', { name: 'Stop' }));
    // The call that is under way still ends.
    await dialog.getByRole('status').getByText('Stopping…').waitFor();
    letGo();
    await page.getByText('0 of 50 done').first().waitFor();
    await page.getByText('50 not tried. They stay selected.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('region', { name: '50 selected' }).count()).toBe(1);
    movesLeft = Number.POSITIVE_INFINITY;
  });

  it('a card of the board is moved by keyboard alone, a state that it cannot have says why, and a step back asks for a note', async () => {
    const { id, number } = await makePreorder(console.app, { utmSource: 'board', number: 'PRE-BOARD-1' });
    const { page } = await console.enter('SUPER_ADMIN', '/preorders/board?source=board');
    const keys = keyboardOf(page);
    await keys.to(page.getByRole('link', { name: number }));
    await page.keyboard.press('m');
    await page.getByText('Cannot move from “New” to “Fulfilled”', { exact: false }).first().waitFor();
    await keys.pick(page.getByRole('menuitem', { name: 'Contacted' }));
    await until(async () => (await statusOf(id)) === 'CONTACTED');
    // Who is the first to contact the customer has the preorder.
    await page.getByText(`${number}: Contacted · Assigned to you`).waitFor();
    const column = page.getByRole('region', { name: 'Contacted' });
    await column.getByRole('link', { name: number }).first().waitFor();
    await until(() => page.evaluate<boolean>(`document.activeElement?.textContent === '${number}'`));
    await page.keyboard.press('m');
    await keys.pick(page.getByRole('menuitem', { name: 'New', exact: true }));
    const dialog = page.getByRole('dialog');
    await keys.press(dialog.getByRole('button', { name: 'Move' }));
    await dialog.getByText('Required', { exact: false }).first().waitFor();
    expect(await statusOf(id)).toBe('CONTACTED');
    await keys.write(dialog.getByLabel('Note'), 'Called the wrong customer');
    await keys.press(dialog.getByRole('button', { name: 'Move' }));
    await until(async () => (await statusOf(id)) === 'NEW');
    await page.getByRole('region', { name: 'New' }).getByRole('link', { name: number }).first().waitFor();
    const [event] = await console.app.sql(
      `select note, correction from preorder_event where preorder_id = $1 order by at desc, id desc limit 1`,
      [id],
    );
    expect(event).toEqual({ note: 'Called the wrong customer', correction: true });
    // A mouse drags it, too.
    const card = page.getByRole('region', { name: 'New' }).getByRole('listitem').filter({ hasText: number });
    await card.dragTo(page.getByRole('region', { name: 'Confirmed' }));
    await until(async () => (await statusOf(id)) === 'CONFIRMED');
    // What its state does not allow is refused with the steps that come first, and opens no form.
    await page
      .getByRole('region', { name: 'Confirmed' })
      .getByRole('listitem')
      .dragTo(page.getByRole('region', { name: 'New' }));
    await page
      .getByText('Cannot move from “Confirmed” to “New”: first set it to “Contacted”', { exact: false })
      .waitFor();
    expect([await statusOf(id), await page.getByRole('dialog').count()]).toEqual(['CONFIRMED', 0]);
  });

  it('a preorder that another admin moves goes to its column on an open board', async () => {
    const { id, number } = await makePreorder(console.app, { utmSource: 'live', number: 'PRE-LIVE-1' });
    const { page } = await console.enter('SUPER_ADMIN', '/preorders/board?source=live');
    await page.getByRole('region', { name: 'New' }).getByRole('link', { name: number }).first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const sales = await console.app.as('SALES');
    const { status } = await sales.rest('PATCH', `/v1/admin/preorders/${id}/status`, { status: 'CONTACTED' });
    expect(status).toBe(200);
    await page.getByRole('region', { name: 'Contacted' }).getByRole('link', { name: number }).first().waitFor();
    // Of a cancelled one nothing is still to be paid.
    await makePreorder(console.app, { utmSource: 'live', status: 'CANCELLED' });
    await page.goto(`${console.origin}/console/preorders/board?source=live`);
    await page.getByText('1 open preorder · 1 device').waitFor();
    await page.goto(`${console.origin}/console/preorders?source=live`);
    await page.getByText('2 preorders · 2 devices').waitFor();
  });

  it('a preorder is assigned, sold from, and deleted after its number was typed', async () => {
    await makeDevice(console.app, { status: 'READY', serial: 'KRV-SELL01' });
    const { id, number, customerId } = await makePreorder(console.app, { number: 'PRE-PAGE-1', fullPrice: 1_500_000 });
    await console.app.sql(`update customer set full_name = 'Nodira Karimova' where id = $1`, [customerId]);
    const { page } = await console.enter('SUPER_ADMIN', `/preorders/${id}`);
    await page.getByRole('heading', { name: number }).first().waitFor();
    const menu = async (name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    await menu('Assign');
    await page.getByLabel('Assigned to').first().click();
    await page.getByRole('option', { name: 'Dilnoza Yusupova' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Assigned to Dilnoza Yusupova').first().waitFor();

    await page.getByRole('button', { name: 'Make a sale' }).click();
    const words = ['Price', 'Discount', 'Payment', 'Channel', 'Notes'];
    for (const label of words) await page.getByRole('dialog').getByLabel(label).first().waitFor();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText('that of Nodira Karimova, so the sale is theirs')
      .waitFor();
    await page.getByRole('dialog').getByText('0 of 1 sold').first().waitFor();
    await page.getByLabel('Device').first().fill('SELL01');
    await page.getByRole('option', { name: 'KRV-SELL01' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a sale' }).click();
    await page.getByText('1 of 1 sold').first().waitFor();
    const history = page.getByRole('region', { name: 'History' });
    expect(await history.getByRole('link', { name: /^Sale \S+ was made$/ }).count()).toBe(1);
    const contact = page.getByRole('region', { name: 'Customer', exact: true });
    expect(await contact.getByRole('link').first().getAttribute('href')).toContain('/customers/');
    expect(await page.getByRole('region', { name: 'Sales' }).getByRole('link').count()).toBe(2);
    const [sale] = await console.app.sql('select unit_price::int, preorder_id from sale where preorder_id = $1', [id]);
    expect(sale).toEqual({ unit_price: 1_500_000, preorder_id: id });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByText('All devices of this preorder are sold.').first().waitFor();
    await page.keyboard.press('Escape');

    await menu('Delete');
    await page.getByLabel('Number of the preorder').fill('PRE-OTHER');
    await page.getByLabel('Reason').fill('The customer asked for it');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('does not match the number', { exact: false }).first().waitFor();
    await page.getByLabel('Number of the preorder').fill(number);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Filter' }).first().waitFor();
    expect(
      (await console.app.sql('select deleted_at is not null as gone from preorder where id = $1', [id]))[0]?.gone ??
        true,
    ).toBe(true);
  });

  it('a super admin closes preorders and sets the capacity, and a viewer can only look', async () => {
    const { id, number } = await makePreorder(console.app, { utmSource: 'look', number: 'PRE-LOOK-1' });
    const { page } = await console.enter('SUPER_ADMIN', '/preorders/settings');
    await page.getByLabel('The public site takes preorders').uncheck();
    await page.getByLabel('Capacity, devices').fill('0');
    await page.getByText('Less than is reserved').first().waitFor();
    await page.getByLabel('Capacity, devices').fill('5000');
    // A currency that there is, by its code or its name.
    await page.getByRole('combobox', { name: 'Currency' }).fill('us dol');
    await page.getByRole('option', { name: 'USD · US Dollar' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByText('Preorders are closed').first().waitFor();
    const [terms] = await console.app.sql(
      'select pre_order_enabled, preorder_capacity, currency from preorder_settings',
    );
    expect(terms).toEqual({ pre_order_enabled: false, preorder_capacity: 5_000, currency: 'USD' });

    const looking = await console.enter('VIEWER', '/preorders/board?source=look');
    await looking.page.getByRole('link', { name: number }).first().waitFor();
    expect(await looking.page.getByRole('button', { name: `Move ${number}` }).count()).toBe(0);
    await looking.page.goto(`${console.origin}/console/preorders/${id}`);
    await looking.page.getByRole('heading', { name: number }).first().waitFor();
    expect(await looking.page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
    await looking.page.goto(`${console.origin}/console/preorders/settings`);
    await looking.page.getByText('Only a super admin changes these settings.').first().waitFor();
    expect(await looking.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('two super admins change the settings of preorders: both changes are kept, and the same field is chosen', async () => {
    const [{ page: one }, { page: other }] = await Promise.all([
      console.enter('SUPER_ADMIN', '/preorders/settings'),
      console.enter('SUPER_ADMIN', '/preorders/settings'),
    ]);
    const stored = async () =>
      (await console.app.sql('select product_name, max_quantity_per_order as most from preorder_settings'))[0];
    const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
    const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor();
    const product = (page: Page) => page.getByLabel('Product', { exact: true });
    await product(other).fill('Lamp of theirs');
    await product(one).fill('Lamp of mine');
    await one.getByLabel('Most devices of one preorder').fill('7');
    await save(one);
    await saved(one);
    await other.getByLabel('Phone').fill('+998711234567');
    await save(other);
    const choice = other.getByRole('radiogroup', { name: 'Product: what stays?' });
    await choice.first().waitFor();
    await save(other);
    await other.getByText('Choose one of the two.').first().waitFor();
    expect(await stored()).toEqual({ product_name: 'Lamp of mine', most: 7 });
    await other.getByRole('navigation').getByRole('link', { name: 'Sales', exact: true }).click();
    await other.getByRole('button', { name: 'Keep editing' }).click();
    await choice.getByRole('radio', { name: 'Yours' }).check();
    await save(other);
    await saved(other);
    expect(await stored()).toEqual({ product_name: 'Lamp of theirs', most: 7 });
    expect(console.takeErrors()).toEqual([expect.stringContaining('409 (Conflict)')]);
  });
});
