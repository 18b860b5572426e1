import type { Page } from 'playwright-core';
import { consoleTest, describeConsole } from '../support/console.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';

describeConsole('today and analytics, in Chromium', () => {
  const console = consoleTest({
    async prepare(app) {
      const { id } = await makeCustomerRow(app, { fullName: 'Laylo Umarova', city: 'Samarqand' });
      const device = await makeDevice(app, { status: 'ACTIVE', owner: id });
      await addPresence(app, device.id);
      await makeSale(app, { customerId: id, deviceId: device.id, unitPrice: 4_190_000, soldAt: app.clock.now() });
      await makePreorder(app, { customerId: id, number: 'PRE-000777', fullName: 'Laylo Umarova' });
    },
    // A refused question.
    expected: /status of 400/,
  });

  const digits = (text: string | null) => Number(text?.replace(/\D/g, ''));

  const view = (page: Page, name: string) =>
    page.getByRole('radiogroup', { name: 'Show' }).getByRole('radio', { name }).press('Space');

  async function choose(page: Page, field: string, option: string) {
    await page.getByLabel(field, { exact: true }).first().click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('the first screen is Today: its charts have tables, and a preorder that waits is assigned there', async () => {
    const { page } = await console.enter('ADMIN', '');
    await page.getByRole('heading', { name: 'Today', exact: true, level: 1 }).first().waitFor();
    await page.getByText('Days and hours of Asia/Tashkent').first().waitFor();
    const sales = page.getByRole('region', { name: 'Net revenue', exact: true }).first();
    await sales
      .getByRole('img', { name: /^Chart: Net revenue/ })
      .first()
      .waitFor();
    await sales.getByRole('radio', { name: 'Table', exact: true }).press('Space');
    await sales
      .getByRole('table')
      .getByText(/4\u202f190\u202f000/)
      .first()
      .waitFor();
    await sales.getByText('(not over yet)').first().waitFor();
    // The longest amount is whole in its tile, on a phone as well.
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const tiles = page.locator('dl[aria-label="How it stands"] > div');
      const cut = await tiles.evaluateAll((all) =>
        all.filter((tile) => {
          const amount = tile.querySelector('b');
          if (amount) amount.textContent = '9\u202f999\u202f999\u202f999\u202f999\u00a0UZS';
          return tile.scrollWidth > tile.clientWidth;
        }),
      );
      expect(cut).toHaveLength(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Assign PRE-000777' }).press('Enter');
    await page.getByRole('menuitem').first().press('Enter');
    await until(
      async () => (await console.app.sql(`select assigned_admin_id from preorder`))[0]?.assigned_admin_id !== null,
    );
    await page.getByRole('link', { name: 'Laylo Umarova' }).press('Enter');
    await page.getByRole('heading', { name: 'PRE-000777' }).first().waitFor();
  });

  it('each figure of Today leads to a list of exactly what it counts', async () => {
    const { app } = console;
    const dayMs = 86_400_000;
    const sold = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);
    await makeSale(app, { unitPrice: 100, soldAt: sold(0), status: 'CANCELLED', paymentStatus: 'UNPAID' });
    await makeSale(app, { unitPrice: 100, soldAt: sold(5), currency: 'USD' });
    await makeSale(app, { unitPrice: 100, soldAt: sold(7) });
    await makePreorder(app, { status: 'CANCELLED' });
    await makePreorder(app, { status: 'CONFIRMED' });
    await app.sql(`update preorder_settings
      set reserved = (select sum(quantity) from preorder where status <> 'CANCELLED' and deleted_at is null)`);
    const { page } = await console.enter('ADMIN', '');
    const figures = page.getByLabel('How it stands');
    const about = (name: string) =>
      figures
        .locator('div')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .locator('dd');
    const counted = {
      'Net revenue today': /(\d+) sales?/g,
      'Net revenue in 7 days': /(\d+) sales?/g,
      'Devices online': /^(\d+)/g,
      Preordered: /in (\d+) preorders?/g,
      Customers: /^(\d+)/g,
    };
    const found: unknown[] = [];
    for (const [name, pattern] of Object.entries(counted)) {
      await page.goto(`${console.origin}/console`);
      await about(name).first().waitFor();
      const text = ((await about(name).first().textContent()) ?? '').replace(/\s+/g, ' ');
      // Sales are counted for each currency; the list has them all.
      const count = [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0);
      await figures.getByRole('link', { name, exact: true }).first().press('Enter');
      const records = page.getByText(/^\d+ records?$/);
      await records.first().waitFor();
      found.push([name, count, digits(await records.first().textContent())]);
    }
    expect(found).toEqual([
      ['Net revenue today', 1, 1],
      ['Net revenue in 7 days', 2, 2],
      ['Devices online', 1, 1],
      ['Preordered', 2, 2],
      ['Customers', expect.any(Number), expect.any(Number)],
    ]);
    expect(found.filter((one) => Array.isArray(one) && one[1] !== one[2])).toEqual([]);
    // Where there are two currencies, each number says of which it is.
    await page.goto(`${console.origin}/console`);
    const week = ((await about('Net revenue in 7 days').first().textContent()) ?? '').replace(/\s+/g, ' ');
    expect(week).toBe('4 190 000 UZS1 sale in UZS · 100 USD in 1 sale');
    await page.getByText('Sales in UZS', { exact: true }).first().waitFor();
  });

  it('the table beside bars has the order of the bars, the largest first', async () => {
    const { app } = console;
    for (const [city, unitPrice] of [
      ['Andijon', 1_000],
      ['Guliston', 9_000],
      ['Jizzax', 5_000],
    ] as const)
      await makeSale(app, { unitPrice, customerId: (await makeCustomerRow(app, { city })).id });
    const { page } = await console.enter('ADMIN', '/analytics');
    await page.getByRole('button', { name: 'Sales', exact: true }).click();
    await choose(page, 'Grouped by', 'Customer: city');
    await page.keyboard.press('Escape');
    await view(page, 'Table');
    const cities = page.getByRole('row').filter({ hasText: /Andijon|Guliston|Jizzax/ });
    await until(
      async () =>
        (await cities.allInnerTexts()).map((line) => line.split('\t')[0]).join() === 'Guliston,Jizzax,Andijon',
    );
    // What is sold in another currency is not in these sums, which the answer says.
    await page.getByText('Records in 1 other currency (USD)').first().waitFor();
    await page.getByRole('button', { name: 'Show each currency' }).press('Enter');
    await page.getByRole('columnheader', { name: 'Currency' }).first().waitFor();
    expect(await page.getByText('Records in 1 other currency').count()).toBe(0);
  });

  it('what is stuck or may be bricked waits in Today, all of it is a list away, and what is only switched off does not wait', async () => {
    const { app } = console;
    const release = await makeRelease(app);
    const since = new Date(app.clock.now().getTime() - 3_600_000);
    const installations = [
      ...Array(6).fill({ status: 'VALIDATING', stuckSince: since }),
      { status: 'DOWNLOADING', stuckSince: since, silent: true },
      { status: 'INSTALLING', stuckSince: since, possiblyBricked: true },
      { status: 'DOWNLOADING' },
      { status: 'FAILED', stuckSince: since },
    ];
    for (const one of installations)
      await makeInstallation(app, await makeDevice(app, { status: 'ACTIVE' }), release, one);
    await app.sql(`update release set lifecycle = 'PAUSED' where id = $1`, [release.id]);
    const { page } = await console.enter('FIRMWARE_MANAGER', '');
    await page.getByRole('heading', { name: 'Stuck installations 6' }).waitFor();
    await page
      .getByText(/^2\.0\.0 · (it never reported|last report .+) · found stuck .+$/)
      .first()
      .waitFor();
    await page.getByText(new RegExp(`^${release.hardwareRevision} · at \\d+ % of devices$`)).waitFor();
    await page.getByRole('heading', { name: 'Devices that may not start any more 1' }).waitFor();
    await page.getByRole('link', { name: 'See all 6' }).press('Enter');
    await page.getByText('6 records', { exact: true }).first().waitFor();
    await page.goto(`${console.origin}/console/installations?stuck=yes`);
    await page.getByText('9 records', { exact: true }).first().waitFor();
    // What has ended without a history gets none any more.
    const [ended] = await app.sql(`select id from installation where status = 'FAILED'`);
    await page.goto(`${console.origin}/console/installations/${ended?.id}`);
    await page.getByRole('heading', { name: 'How it stands' }).waitFor();
    await page.getByRole('heading', { name: 'History' }).waitFor({ state: 'detached' });
    // The device was told to go on, and its page says as Today does that it does not.
    const [stuck] = await app.sql(
      `insert into offer_decision (device_id, at, reason, release_id, installation_id, current_firmware, app_version, channel, poll_after_seconds)
       select device_id, $1, 'IN_PROGRESS', release_id, id, '1.0.0', '2.0.0', 'BETA', 300 from installation where status = 'VALIDATING' limit 1
       returning device_id as id`,
      [app.clock.now()],
    );
    await app.sql(
      `create table device_day_january partition of device_day for values from ('2026-01-01Z') to ('2026-02-01Z')`,
    );
    for (const statement of [
      `insert into fleet_day (starts_at, ends_at, day, time_zone, devices, heartbeats, rolled_up_at)
       select at, at + interval '1 day', at::date, 'UTC', 1, 1, at from days where $1::uuid is not null`,
      `insert into device_day (device_id, starts_at, status, heartbeats, heard_seconds, expected_seconds, restarts, average_rssi)
       select $1, at, 'ACTIVE', 1, 86400, 86400, 0, -60 - extract(day from at) from days`,
    ])
      await app.sql(
        `with days as (select generate_series(timestamptz '2026-01-01Z', timestamptz '2026-01-31Z', interval '1 day') as at) ${statement}`,
        [stuck?.id],
      );
    const { page: other } = await console.enter('SUPER_ADMIN', `/devices/${stuck?.id}`);
    // Of 31 days the latest 30, and each figure with one unit.
    const days = other.getByRole('region', { name: 'The last 30 days' });
    await days.getByText('100 %', { exact: true }).waitFor();
    await days.getByText('31 Jan').first().waitFor();
    expect(await days.textContent()).not.toMatch(/% ?%|dBm ?dBm/);
    await days.getByText('Table', { exact: true }).click();
    await days.getByRole('cell', { name: '2026-01-31' }).waitFor();
    expect(await days.getByRole('row').count()).toBe(31);
    expect(await days.getByRole('cell', { name: '2026-01-01' }).count()).toBe(0);
    const update = other.getByRole('region', { name: 'The update is stuck' });
    await update.getByText('The update is stuck on this device.').waitFor();
    const noticed = /^No report on the update since .+; noticed .+\.$/;
    await update.getByText(noticed).waitFor();
    await update.getByRole('link', { name: '2.0.0 · Testing itself' }).click();
    // The page of the installation says the same, here and once the device is off.
    const standing = other.getByRole('region', { name: 'How it stands' });
    await standing.getByText('The update is stuck on this device.').waitFor();
    await standing.getByText(noticed).waitFor();
    await addPresence(app, stuck?.id ?? '', { lastSeenAt: new Date(app.clock.now().getTime() - 86_400_000) });
    await other.reload();
    for (const card of [standing, other.getByRole('region', { name: 'The update waits for the device' })]) {
      await card.getByText(/^The device is switched off or has no network: it last sent a signal /).waitFor();
      await card.getByText(noticed).waitFor();
      await card.getByText(/^Ask the owner to switch it on /).waitFor();
      await other.goto(`${console.origin}/console/devices/${stuck?.id}`);
    }
    // Whoever may not read releases is told that this one was paused, too.
    await app.sql(`update offer_decision set reason = 'NOT_IN_STAGE'`);
    // It is off as well, without which it would not come either.
    await other.reload();
    await other.getByText('The update is paused for now.').waitFor();
    await other.getByText(/^The device is switched off or has no network: it last sent a signal [^.]+\.$/).waitFor();
    await app.sql('update device_presence set uptime = 7200');
    await other.reload();
    await other.getByText('Had been running for').waitFor();
    await app.sql('delete from device_presence');
    const { page: support } = await console.enter('SUPPORT', `/devices/${stuck?.id}`);
    await support.getByText('The update is paused for now.').waitFor();
    await app.sql('update device set watched_installation_id = null');
    await app.sql('delete from offer_decision');
    await app.sql('drop table device_day_january');
    await app.sql('delete from fleet_day');
    await app.sql('delete from installation');
    await app.sql(`update release set lifecycle = 'ROLLING_OUT' where id = $1`, [release.id]);
  });

  it('a role that may read no report has the figures and its own queue', async () => {
    const { page } = await console.enter('FIRMWARE_MANAGER', '');
    await page.getByText('Nothing waits').first().waitFor();
    await page.getByText('Devices online').first().waitFor();
    expect(await page.getByRole('radiogroup').count()).toBe(0);
  });

  it('revenue by city this quarter against last is answered by clicking, saved, shared, renamed and deleted', async () => {
    const { page } = await console.enter('ADMIN', '/analytics');
    await page.getByRole('button', { name: 'Sales', exact: true }).click();
    await choose(page, 'Grouped by', 'Customer: city');
    await page.keyboard.press('Escape');
    await choose(page, 'Period', 'This quarter');
    await choose(page, 'Compared with', 'The period before');
    await page
      .getByRole('img', { name: /^Chart: Revenue/ })
      .first()
      .waitFor();
    await view(page, 'Table');
    const row = page.getByRole('row', { name: /^Samarqand/ });
    // The answers to the questions before this one have fewer columns.
    const answer = ['Samarqand', '4\u202f190\u202f000\u00a0UZS', '0\u00a0UZS', '–'];
    await until(async () => String(await row.getByRole('cell').allTextContents()) === String(answer));
    const total = page.getByRole('row', { name: /^Total/ }).getByRole('columnheader');
    expect((await total.allTextContents()).slice(2)).toEqual(['0\u00a0UZS', '–']);
    await view(page, 'Query');
    await page
      .getByRole('region', { name: 'SQL that Karvon ran' })
      .getByText(/select/)
      .first()
      .waitFor();
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const file = await page.request.get(`${console.origin}${href}`);
    expect(await file.text()).toMatch(/Samarqand.*4190000/);

    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Cities');
    await dialog.getByLabel('Everybody can use it').press('Space');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    const manage = async (entry: string) => {
      await page.getByRole('button', { name: 'Manage the question' }).press('Enter');
      await page.getByRole('menuitem', { name: entry }).press('Enter');
    };
    await manage('Name and sharing');
    await dialog.getByLabel('Name').fill('Revenue by city');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await until(
      async () => (await console.app.sql(`select name, shared from saved_question`))[0]?.name === 'Revenue by city',
    );
    expect((await console.app.sql(`select shared from saved_question`))[0]?.shared).toBe(true);
    // A super admin shares it as another question, while this page still has the first one.
    const { page: boss } = await console.enter('SUPER_ADMIN', '/analytics');
    await boss.getByRole('link', { name: 'Revenue by city' }).press('Enter');
    await choose(boss, 'Compared with', 'Nothing');
    await boss.getByRole('button', { name: 'Save the changes' }).press('Enter');
    // It is saved at once.
    await boss.getByRole('alert').getByText('Revenue by city').waitFor();
    const before = await console.app.sql('select query from saved_question');
    expect(JSON.stringify(before)).not.toContain('compare');
    expect(await boss.getByRole('dialog').count()).toBe(0);
    await boss.getByRole('button', { name: 'Save the changes' }).waitFor({ state: 'detached' });
    await choose(page, 'Period', 'This year');
    await page.getByRole('button', { name: 'Save the changes' }).press('Enter');
    await dialog.getByRole('radiogroup', { name: 'Question: what stays?' }).waitFor();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByText('Choose one of the two.').first().waitFor();
    expect(await console.app.sql('select query from saved_question')).toEqual(before);
    const theirs = await dialog.getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href');
    expect(decodeURIComponent(String(theirs))).toContain('THIS_QUARTER');
    await dialog.getByRole('radio', { name: 'Yours' }).check();
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(JSON.stringify(await console.app.sql('select query from saved_question'))).toContain('THIS_YEAR');
    // By the button, and by the form that it opened.
    const refused = expect.stringContaining('409 (Conflict)');
    expect(console.takeErrors()).toEqual([refused, refused]);
    const { page: other } = await console.enter('VIEWER', '/analytics');
    await other.getByRole('link', { name: 'Revenue by city' }).press('Enter');
    await other
      .getByRole('img', { name: /^Chart: Revenue/ })
      .first()
      .waitFor();
    await manage('Delete the question');
    await dialog.getByRole('button', { name: 'Delete the question' }).press('Enter');
    await page.getByText('None yet.').first().waitFor();
    await page.getByLabel('Find a question').fill('LIES old');
    const example = page.getByRole('link', { name: 'How old is what lies in stock?' });
    await example.first().waitFor();
    expect(await page.getByRole('link', { name: /\?$/ }).count()).toBe(1);
    await example.press('Enter');
    await page.getByRole('heading', { name: 'How old is what lies in stock?', level: 1 }).first().waitFor();
    // Its chart begins with the number that it asks for.
    await page.goBack();
    await page.getByRole('link', { name: 'How large is a sale of each channel' }).press('Enter');
    await page
      .getByRole('img', { name: /^Chart: Average/ })
      .first()
      .waitFor();
  });

  it('the average sale of each city with more than one sale is asked by clicking, and is what SQL says', async () => {
    const { app } = console;
    for (const [city, prices] of Object.entries({ Buxoro: [100, 300], Navoiy: [700], Xiva: [500, 700, 900] }))
      for (const unitPrice of prices)
        await makeSale(app, { unitPrice, customerId: (await makeCustomerRow(app, { city })).id });
    const { page } = await console.enter('ADMIN', '/analytics');
    await page.getByRole('button', { name: 'Sales', exact: true }).click();
    const own = page.getByRole('region', { name: 'Own numbers' });
    await own.getByLabel('Of what').first().fill('value of');
    await page.getByRole('option', { name: 'Value of a sale', exact: true }).click();
    await own.getByText('Average: value of a sale').first().waitFor();
    await choose(page, 'Grouped by', 'Customer: city');
    await page.keyboard.press('Escape');
    const rows = page.getByRole('region', { name: 'Only rows where' });
    await rows.getByLabel('Number of the condition').first().click();
    await page.getByRole('option', { name: 'Sales', exact: true }).click();
    await rows.getByLabel('Value').first().fill('1');
    await page.keyboard.press('Enter');
    await rows.getByText('Sales > 1').first().waitFor();
    await view(page, 'Table');
    const answer = await app.sql(
      `select coalesce(c.city, 'Not stated') as city, (avg(s.total) filter (where s.currency = 'UZS'))::int as average
         from sale s join customer c on c.id = s.customer_id
        where s.status <> 'CANCELLED' group by 1 having count(*) > 1`,
    );
    expect(answer.length).toBeGreaterThan(1);
    const cells = page
      .getByRole('table')
      .getByRole('row')
      .filter({ hasNot: page.getByRole('columnheader') });
    const shown = async () =>
      (await cells.allInnerTexts()).map((line) => line.split('\t')).map((line) => [line[0], digits(line.at(-1) ?? '')]);
    const isThere = (line: unknown[], lines: unknown[][]) => lines.some((one) => String(one) === String(line));
    await until(async () => {
      const lines = await shown();
      const cities = lines.filter(([city]) => city !== 'Total');
      return cities.length === answer.length && answer.every(({ city, average }) => isThere([city, average], cities));
    });

    const formulas = page.getByRole('region', { name: 'Calculated from them' });
    await formulas.getByLabel('Number', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Average: value of a sale', exact: true }).click();
    await formulas.getByLabel('Other number').first().click();
    await page.getByRole('option', { name: 'Sales', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Average: value of a sale ÷ Sales' }).first().waitFor();
    await own.getByRole('button', { name: 'Remove Average: value of a sale' }).press('Enter');
    await page.getByRole('columnheader', { name: /÷/ }).first().waitFor({ state: 'detached' });
  });

  it('a wrong period is said at its field, and an example is a question to change', async () => {
    const { page } = await console.enter('ADMIN', '/analytics');
    await page.getByRole('link', { name: 'Why does money go back?' }).press('Enter');
    await page.getByText('Nothing matches').first().waitFor();
    await choose(page, 'Period', 'From one day to another');
    await page.getByLabel('From', { exact: true }).fill('2026-11-20');
    await page.getByLabel('Until, with that day').fill('2026-11-10');
    const field = page.getByLabel('Until, with that day');
    await until(async () => (await field.getAttribute('aria-invalid')) === 'true');
  });

  it('hours of a month are drawn as a whole, and where rows are cut off, the answer says until when', async () => {
    const hourly = { metrics: ['ORDERS'], grain: 'HOUR', range: { from: '2026-10-01', to: '2026-10-30' } };
    const asked = (question: object) => `/analytics?set=SALES&q=${encodeURIComponent(JSON.stringify(question))}`;
    const { page } = await console.enter('ADMIN', asked(hourly));
    const chart = page.getByRole('img', { name: 'Chart: Sales, 720 values.' });
    await chart.waitFor();
    // Each line has its figure.
    const lines = chart.locator('.recharts-cartesian-grid-horizontal line');
    const figures = chart.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value');
    await until(async () => (await lines.count()) > 1 && (await lines.count()) === (await figures.count()));
    await page.emulateMedia({ colorScheme: 'dark' });
    const colourOf = (part: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('${part}')).backgroundColor`);
    expect(await colourOf('.mantine-SegmentedControl-root')).not.toBe(await colourOf('[aria-label=Answer]'));
    await page.goto(`${console.origin}/console${asked({ ...hourly, limit: 10 })}`);
    await page.getByText('The first 10 of 720 rows, until 1 Oct 2026, 09:00.').waitFor();
    await page.getByRole('img', { name: 'Chart: Sales, 10 values.' }).waitFor();
  });
});
