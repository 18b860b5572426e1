import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'four calm lamps glow 77';
const AMOUNT = '17\u202f420\u202f000\u00a0UZS';

/** How far the clocks of the business are ahead of UTC. */
const TASHKENT_MS = 5 * 60 * 60 * 1_000;

describeConsole('sales in the console, in Chromium', () => {
  const console = consoleTest({
    async prepare(app) {
      await app.sql('update business_settings set default_device_price = 1750000');
      await makeDevice(app, { status: 'READY', serial: 'KRV-READY1' });
      const old = await makeDevice(app, { status: 'READY', serial: 'KRV-OLD1' });
      await app.sql(`update inventory_batch set status = 'ARCHIVED' where id = $1`, [old.batchId]);
      await makeSale(app, {
        number: 'KRV-2026-000101',
        unitPrice: 1_500_000,
        customer: { fullName: 'Zulfiya Rahimova', email: 'zulfiya@example.uz' },
        device: { serial: 'KRV-GONE1' },
      });
      const unpaid = { paymentStatus: 'UNPAID' } as const;
      await makeSale(app, { number: 'KRV-2026-000102', unitPrice: 2_000_000, discount: 500_000, ...unpaid });
      await makeSale(app, { number: 'KRV-2026-000103', unitPrice: 1_000_000, ...unpaid });
      await makeSale(app, { number: 'KRV-2026-000104', unitPrice: 120, currency: 'USD' });
      await makeSale(app, { number: 'KRV-2025-000001', unitPrice: 700_000, status: 'CANCELLED', ...unpaid });
    },
  });

  /** Narrow and fixed spaces, which amounts have, as plain ones. */
  const plain = (text: string | null) => (text ?? '').replace(/[\u00a0\u202f]/g, ' ');
  const pickCurrency = async (page: Page, typed: string, code: string) => {
    await page.getByRole('combobox', { name: 'Currency' }).fill(typed);
    await page.getByRole('option', { name: code }).click();
  };
  const amount = (digits: string) => new RegExp(digits.replaceAll(' ', '[\\s\\u202f\\u00a0]'));

  it('the sums of what is found are shown in each currency, and follow the filter', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/sales');
    const sums = page.getByTestId('sums');
    // A usual name and the largest usual amounts are whole where all columns fit.
    const cells = page.getByRole('row').filter({ hasText: 'KRV-2026-000101' }).first().getByRole('cell');
    for (const [at, text] of Object.entries({ 3: 'Ильхом Абдуллаев', 5: AMOUNT, 6: AMOUNT }))
      expect([
        text,
        await cells.nth(Number(at)).evaluate((cell, words) => {
          cell.textContent = words;
          return cell.scrollWidth <= cell.clientWidth;
        }, text),
      ]).toEqual([text, true]);
    await sums.first().waitFor();
    // The order that the list begins with is marked, and turned by its header.
    const sold = page.getByRole('columnheader', { name: 'Sold' });
    expect(await sold.getAttribute('aria-sort')).toBe('descending');
    await sold.getByRole('button').click();
    await until(async () => (await sold.getAttribute('aria-sort')) === 'ascending');
    const lines = (await sums.getByRole('listitem').allInnerTexts()).map(plain);
    expect(lines).toEqual([
      expect.stringContaining('4 000 000 UZS in 3 sales'),
      expect.stringContaining('120 USD in 1 sale'),
      'without cancelled',
    ]);
    await page.getByRole('tab', { name: /^Awaiting payment/ }).click();
    await sums.getByText(amount('2 500 000 UZS')).first().waitFor();
    await page.goto(`${console.origin}/console/sales?total=1200000..&currency=UZS`);
    await page.getByTestId('sums').getByText(amount('3 000 000 UZS')).first().waitFor();
    await page.getByRole('link', { name: 'KRV-2026-000104' }).waitFor({ state: 'detached' });
    const links = page.getByRole('link', { name: /KRV-2026-/ });
    await until(async () => String(await links.allInnerTexts()) === 'KRV-2026-000102,KRV-2026-000101');
    await page.getByTestId('rows').getByText(amount('1 500 000 UZS')).first().click();
    await page.getByRole('heading', { name: /KRV-2026-00010[12]/, level: 1 }).waitFor();
  });

  it('the pages of a device that is ready and of a customer lead who may sell to a sale that has them, and nobody else', async () => {
    const [ready, sold] = [{ serial: 'KRV-READY2' }, { serial: 'KRV-SOLD2' }];
    const { id } = await makeDevice(console.app, { ...ready, status: 'READY' });
    const other = await makeDevice(console.app, { ...sold, status: 'SOLD' });
    const { page } = await console.enter('SALES', `/devices/${id}`);
    const sell = page.getByRole('link', { name: 'Sell', exact: true });
    await sell.click();
    const device = page.getByRole('combobox', { name: 'Device that is ready' });
    await until(async () => (await device.inputValue()) === ready.serial);
    await console.app.sql(
      `insert into offer_decision (device_id, at, reason, current_firmware, app_version, channel, poll_after_seconds)
       values ($1, now(), 'UP_TO_DATE', '1.0.0', '2.0.0', 'STABLE', 3600)`,
      [other.id],
    );
    await page.goto(`${console.origin}/console/devices/${other.id}`);
    await page.getByRole('heading', { name: sold.serial }).first().waitFor();
    const update = page.getByRole('region', { name: 'The firmware is up to date' });
    await update.getByText('The device already has the newest firmware that there is for it.').first().waitFor();
    expect(await sell.count()).toBe(0);
    await page.goto(`${console.origin}/console/sales/new?device=${other.id}`);
    await device.waitFor();
    expect(await device.inputValue()).toBe('');
    const [customer] = await console.app.sql(`select id from customer where full_name = 'Zulfiya Rahimova'`);
    await page.goto(`${console.origin}/console/customers/${customer?.id}`);
    await sell.click();
    const buyer = page.getByRole('combobox', { name: 'Known customer' });
    await until(async () => (await buyer.inputValue()) === 'Zulfiya Rahimova');
    const { page: seen } = await console.enter('OPERATIONS', `/devices/${id}`);
    await seen.getByRole('heading', { name: ready.serial }).first().waitFor();
    expect(await seen.getByRole('link', { name: 'Sell', exact: true }).count()).toBe(0);
    // What cannot be done now is no button; the menu has it, and says why.
    const retired = await makeDevice(console.app, { status: 'RETIRED' });
    await seen.goto(`${console.origin}/console/devices/${retired.id}`);
    await seen.getByRole('button', { name: 'Actions' }).click();
    await seen.getByRole('menuitem', { name: 'Issue a provisioning envelope' }).waitFor();
    expect(await seen.getByRole('button', { name: 'Issue a provisioning envelope' }).count()).toBe(0);
  });

  it('a session that ends in the form of a sale lies over it, and exactly one sale results, as it was typed', async () => {
    const { page } = await console.enter(await console.app.as('SALES', { password: PASSWORD }), '/sales');
    await page.getByRole('link', { name: 'New sale' }).first().click();
    const device = page.getByRole('combobox', { name: 'Device that is ready' });
    await until(() => device.evaluate((one) => one === one.ownerDocument.activeElement));
    await device.press('ArrowDown');
    await page.getByRole('option', { name: 'KRV-READY1' }).waitFor();
    expect(await page.getByRole('option', { name: 'KRV-OLD1' }).count()).toBe(0);
    await device.fill('KRV-OLD1');
    await page.getByRole('option', { name: 'KRV-OLD1' }).getByText('archived batch').waitFor();
    await device.fill('krv-gone1');
    await page.getByText('KRV-GONE1 is sold already: sale KRV-2026-000101.').waitFor();
    await device.fill('KRV-READY1');
    // A scanner presses it before anything is found.
    await device.press('Enter');
    await until(async () => (await device.getAttribute('aria-expanded')) === 'false');
    await page.getByLabel('Discount').focus();
    expect([await device.inputValue(), await page.getByText('Fill this in.').count()]).toEqual(['KRV-READY1', 0]);
    // What is typed over a choice is not sold as the choice.
    await device.fill('krv-gone1');
    await page.getByText('KRV-GONE1 is sold already: sale KRV-2026-000101.').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByText('Fill this in.').first().waitFor();
    expect(await device.inputValue()).toBe('');
    await device.fill('KRV-READY1');
    await device.press('Enter');
    await until(async () => (await device.getAttribute('aria-expanded')) === 'false');
    await page.getByLabel('Discount').fill('10 %');
    await page.getByLabel('Discount').press('Tab');
    await page.getByText('An amount in digits').first().waitFor();
    await page.getByLabel('Discount').fill('99 000 000');
    await page.getByText('The discount is above the price.').waitFor();
    await page.getByLabel('Discount').fill('');
    const customer = page.getByRole('combobox', { name: 'Known customer' });
    await customer.fill('zulfiya');
    await page.locator('[role=option][data-combobox-selected]', { hasText: 'Zulfiya Rahimova' }).waitFor();
    await customer.press('Enter');
    // The usual price is one of its own currency; what was typed stays.
    const price = page.getByLabel('Price');
    const choose = async (currency: string) => {
      await page.getByRole('combobox', { name: 'Currency' }).click();
      await page.getByRole('option', { name: currency, exact: true }).click();
      return plain(await price.inputValue());
    };
    expect([
      plain(await price.inputValue()),
      await choose('USD · US Dollar'),
      await choose('UZS · Uzbekistani Som'),
    ]).toEqual([...['1 750 000', '', '1 750 000']]);
    await price.fill('1500.50');
    expect([await choose('USD · US Dollar'), await choose('UZS · Uzbekistani Som')]).toEqual(['1500.50', '1500.50']);
    await until(
      async () => (await page.getByRole('combobox', { name: 'Currency' }).inputValue()) === 'UZS · Uzbekistani Som',
    );
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByText('An amount in digits, like 1 500 000: whole units, no fraction, no minus.').first().waitFor();
    await price.fill('1 500 000');
    await page.getByLabel('Discount').fill('100000');
    await page.getByRole('combobox', { name: 'Payment' }).click();
    await page.getByRole('option', { name: 'Unpaid' }).click();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Telegram' }).click();
    const soldAt = page.getByLabel('Sold');
    // A day that no month has is said, and nothing is sent.
    await soldAt.fill('31 Feb 2026, 02:30');
    await page.getByRole('button', { name: 'Sell' }).click();
    await page
      .getByText(/^This is not a date\. Write it like \d+ \w+ \d{4}, 10:30\.$/)
      .first()
      .waitFor();
    // A day that is picked or typed where nothing stands has the time of now: nobody sold at midnight.
    const clock = () => new Date(Date.now() + TASHKENT_MS).toISOString().slice(11, 16);
    await soldAt.fill('');
    expect(await soldAt.getAttribute('placeholder')).toBe(null);
    const before = clock();
    await soldAt.fill('28/11/2026');
    await soldAt.press('Tab');
    expect([before, clock()].map((time) => `28 Nov 2026, ${time}`)).toContain(await soldAt.inputValue());
    await soldAt.fill('');
    await soldAt.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Calendar' });
    await calendar.locator('[aria-current=date]').click();
    await calendar.waitFor({ state: 'detached' });
    expect([before, clock()]).toContain((await soldAt.inputValue()).slice(-5));
    await soldAt.fill('14.1.26 2.30');
    await soldAt.press('ArrowDown');
    const day = calendar.getByRole('button', { name: '14 January 2026' });
    await day.waitFor();
    await until(() => day.evaluate((one) => one === one.ownerDocument.activeElement));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await until(async () => (await soldAt.inputValue()) === '15 Jan 2026, 02:30');
    await page.getByText(amount('1 400 000 UZS')).first().waitFor();
    const sales = page.getByRole('navigation').getByRole('link', { name: 'Sales', exact: true });
    await sales.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    await console.app.sql('delete from admin_session');
    await page.getByRole('button', { name: 'Sell' }).click();
    await page.getByText('Your session has ended').first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^KRV-/ }).first().waitFor();
    // Neither a sale that was made nor an empty form is a loss.
    await sales.click();
    await page.getByRole('link', { name: 'New sale' }).first().click();
    await page.getByRole('combobox', { name: 'Device that is ready' }).waitFor();
    await sales.click();
    await page.getByRole('link', { name: 'KRV-2026-000101' }).first().waitFor();
    const made = await console.app.sql(
      `select s.total::int, s.currency, s.payment_status, s.sales_channel, s.sold_at from sale s join device d on d.id = s.device_id where d.serial = 'KRV-READY1'`,
    );
    expect(made).toEqual([
      {
        total: 1_400_000,
        currency: 'UZS',
        payment_status: 'UNPAID',
        sales_channel: 'TELEGRAM',
        sold_at: new Date('2026-01-14T21:30:00Z'),
      },
    ]);
  });

  it('a new customer whose phone a known one has is said before the sale, and a person chooses who is meant', async () => {
    await makeDevice(console.app, { status: 'READY', serial: 'KRV-READY3' });
    await console.app.sql(
      `update customer set phone = '+998901112233', phone_canonical = '+998901112233' where full_name = 'Zulfiya Rahimova'`,
    );
    const { page } = await console.enter('SALES', '/sales/new');
    await page.getByRole('combobox', { name: 'Device that is ready' }).fill('READY3');
    await page.getByRole('option', { name: 'KRV-READY3' }).click();
    await page.getByText('New customer', { exact: true }).first().click();
    const [name, phone] = [page.getByLabel('Name'), page.getByLabel('Phone')];
    await name.fill('Zulfia R.');
    await phone.fill('abc');
    await phone.press('Tab');
    await page.getByText('This is no phone number.').waitFor();
    await phone.fill('90 111 22 33');
    await phone.press('Tab');
    expect(await phone.inputValue()).toBe('+998 90 111 22 33');
    const alert = page.getByRole('alert').filter({ hasText: 'This phone belongs to Zulfiya Rahimova.' });
    await alert.waitFor();
    await alert.getByRole('button', { name: 'Correct the phone' }).click();
    await until(() => phone.evaluate((one) => one === one.ownerDocument.activeElement));
    await phone.fill('+998 90 111 22 44');
    await alert.waitFor({ state: 'detached' });
    await phone.fill('+998 90 111 22 33');
    await page.getByRole('combobox', { name: 'Payment' }).click();
    await page.getByRole('option', { name: 'Partly paid' }).click();
    await page.getByText('Karvon does not hold how much was paid. Write it in the notes.').waitFor();
    await page.getByRole('combobox', { name: 'Channel' }).click();
    await page.getByRole('option', { name: 'Direct' }).click();
    // Sent at once, nothing is sold under another name.
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await alert.waitFor();
    expect([await name.inputValue(), await phone.getAttribute('aria-invalid')]).toEqual(['Zulfia R.', 'true']);
    await alert.getByRole('button', { name: 'Sell to Zulfiya Rahimova' }).click();
    expect(await page.getByRole('combobox', { name: 'Known customer' }).inputValue()).toBe('Zulfiya Rahimova');
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByRole('heading', { name: /^KRV-/, level: 1 }).waitFor();
    await page.getByText('What can be refunded is counted from the whole total').waitFor();
    const made = await console.app.sql(
      `select c.full_name, s.unit_price::int from sale s join device d on d.id = s.device_id join customer c on c.id = s.customer_id
        where d.serial = 'KRV-READY3'`,
    );
    expect(made).toEqual([{ full_name: 'Zulfiya Rahimova', unit_price: 1_750_000 }]);
  });

  it('a part of a sale is refunded by keyboard alone, and the export contains what is seen', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/sales?status=PAID&cols=number,total,refundedTotal');
    const keys = keyboardOf(page);
    await keys.press(page.getByRole('link', { name: 'KRV-2026-000101' }));
    await keys.press(page.getByRole('button', { name: 'Refund', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(amount('At most 1 500 000 UZS')).first().waitFor();
    await keys.write(dialog.getByLabel('Amount'), '1500001');
    await dialog
      .getByText(/More than can be refunded/)
      .first()
      .waitFor();
    await keys.write(dialog.getByLabel('Amount'), '250000');
    await keys.write(dialog.getByLabel('Reason'), 'A scratch on the lens');
    await keys.press(dialog.getByRole('button', { name: 'Refund', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByTestId('money').getByText(amount('1 250 000 UZS')).first().waitFor();
    await page.getByText('A scratch on the lens').first().waitFor();
    await keys.press(page.getByRole('main').getByRole('button', { name: 'Sales' }));
    await page
      .getByRole('cell', { name: amount('250 000 UZS') })
      .first()
      .waitFor();
    const rows = page.getByRole('row').filter({ hasText: 'KRV-2026' });
    const seen = (await rows.allInnerTexts()).map((row) =>
      plain(row)
        .split('\n')
        .map((cell) => cell.trim())
        .filter(Boolean),
    );
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      keys.take(page.getByRole('button', { name: 'Export' }), page.getByRole('menuitem', { name: 'CSV', exact: true })),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toEqual([
      'number,total,currency,refundedTotal',
      'KRV-2026-000104,120,USD,0',
      'KRV-2026-000101,1500000,UZS,250000',
    ]);
    expect(seen).toEqual([
      ['KRV-2026-000104', '120 USD', '–'],
      ['KRV-2026-000101', '1 500 000 UZS', '250 000 UZS'],
    ]);
  });

  it('a sale is changed, corrected and cancelled with a reason, and payments are set for several at once', async () => {
    const { page, caller } = await console.enter('SUPER_ADMIN', '/sales?status=PENDING');
    for (const number of ['KRV-2026-000102', 'KRV-2026-000103'])
      await page.getByRole('checkbox', { name: `Select ${number}` }).check();
    await page.getByRole('button', { name: 'Set the payment' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Payment' }).click();
    await page.getByRole('option', { name: 'Partly paid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Set the payment' }).click();
    await until(
      async () => (await console.app.sql(`select 1 from sale where payment_status = 'PARTIAL'`)).length === 2,
    );
    const menu = async (name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const send = async (name: string) => {
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.getByRole('link', { name: 'KRV-2026-000103' }).first().click();
    await menu('Change the sale');
    await page.getByRole('dialog').locator('.k-mono').getByText('KRV-2026-000103').waitFor();
    await page.getByRole('dialog').getByLabel('Discount').fill('200 000');
    await send('Save');
    await page.getByTestId('money').getByText(amount('800 000 UZS')).first().waitFor();
    await menu('Correct the time or the currency');
    const soldAt = page.getByRole('dialog').getByRole('textbox', { name: 'Sold' });
    await soldAt.fill('1 Jan 2090, 10:00');
    await page.getByText('This time has not come yet.').first().waitFor();
    await soldAt.fill('2 Jan 2026, 10:00');
    await page.getByText('This time has not come yet.').waitFor({ state: 'detached' });
    await pickCurrency(page, 'us dol', 'USD');
    await page.getByRole('dialog').getByLabel('Reason').fill('It was sold in dollars');
    await send('Correct the time or the currency');
    await page.getByTestId('money').getByText(amount('800 000 USD')).first().waitFor();
    // What stands as a button is not in the menu again; what cannot be done there is dimmed.
    await page.getByRole('button', { name: 'Actions' }).click();
    const colourOf = (which: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector('[role=menuitem]${which}')).color`);
    await page.getByRole('menuitem').first().waitFor();
    expect(await colourOf('[aria-disabled]')).not.toBe(await colourOf(':not([aria-disabled])'));
    expect(await page.getByRole('menuitem', { name: 'Set the payment' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Set the payment' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Payment' }).click();
    await page.getByRole('option', { name: 'Unpaid' }).click();
    await send('Set the payment');
    await menu('Cancel the sale');
    await page.getByRole('dialog').getByLabel('Reason').fill('The customer changed his mind');
    await send('Cancel the sale');
    await page.getByText('The customer changed his mind').first().waitFor();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('It was sold in dollars').first().waitFor();
    // What, who and when; the newest first.
    const events = (await history.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n'));
    expect(events.map(([what]) => what)).toEqual([
      'Cancelled',
      'Changed',
      'Corrected',
      'Changed',
      'Changed',
      'Recorded',
      'Sold',
    ]);
    expect(events[2]?.[1]).toMatch(/Sold: \d+ \w+ \d+, \d+:\d+ → 2 Jan 2026, 10:00/);
    expect(events[2]?.[2]).toMatch(new RegExp(`^${caller.admin.name} · \\d`));
    expect(await history.getByRole('link', { name: caller.admin.name }).first().getAttribute('href')).toContain(
      '/team/',
    );
    expect(await history.textContent()).not.toContain(caller.admin.email);
    const [sale] = await console.app.sql(
      `select status, total::int, currency, cancel_reason from sale where number = 'KRV-2026-000103'`,
    );
    expect(sale).toEqual({
      status: 'CANCELLED',
      total: 800_000,
      currency: 'USD',
      cancel_reason: 'The customer changed his mind',
    });
  });

  it('two browsers change one sale: different fields are both kept without a question, the same field is chosen', async () => {
    const number = 'KRV-2026-000105';
    const { id } = await makeSale(console.app, { number, unitPrice: 1_000_000, paymentStatus: 'UNPAID' });
    const [{ page: one }, { page: other }] = await Promise.all([
      console.enter('SUPER_ADMIN', `/sales/${id}`),
      console.enter('SALES', `/sales/${id}`),
    ]);
    const open = async (page: Page) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Change the sale' }).click();
      await page.getByLabel('Discount').first().waitFor();
    };
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
    const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
    const stored = async () =>
      (await console.app.sql('select unit_price::int, discount::int, notes from sale where id = $1', [id]))[0];
    for (const page of [one, other]) await open(page);
    await one.getByLabel('Discount').fill('100 000');
    await save(one);
    await closed(one);
    await other.getByRole('textbox', { name: 'Notes' }).fill('A gift');
    await save(other);
    await other.getByText('Their changes are kept: Discount.').first().waitFor();
    await closed(other);
    expect(await stored()).toEqual({ unit_price: 1_000_000, discount: 100_000, notes: 'A gift' });

    for (const page of [one, other]) await open(page);
    await one.getByLabel('Discount').fill('200000');
    await save(one);
    await closed(one);
    await other.getByLabel('Discount').fill('300 000');
    await other.getByLabel('Price').fill('1 200 000');
    await save(other);
    const choice = other.getByRole('radiogroup', { name: 'Discount: what stays?' });
    // Who it was is in the audit log, which SALES may not read.
    const unnamed = other.getByText('Somebody else changed this record while you were typing.');
    await choice.getByText(amount('200 000 UZS')).first().waitFor();
    await unnamed.waitFor();
    expect(await other.getByRole('radiogroup').count()).toBe(1);
    const [choices = ''] = await choice.allInnerTexts();
    expect(
      plain(choices)
        .replace(/ \d+ \w+ \d+, \d+:\d+/, ' TIME')
        .split(/\n+/),
    ).toEqual([
      ...['Yours · not saved yet', '300 000 UZS', 'Theirs · saved TIME', '200 000 UZS', 'Before', '100 000 UZS'],
    ]);
    expect(await stored()).toEqual({ unit_price: 1_000_000, discount: 200_000, notes: 'A gift' });
    await choice.getByRole('radio', { name: 'Yours' }).check();
    await save(other);
    await closed(other);
    expect(await stored()).toEqual({ unit_price: 1_200_000, discount: 300_000, notes: 'A gift' });
    const refused = expect.stringContaining('409 (Conflict)');
    expect(console.takeErrors()).toEqual([refused, refused]);
  });

  it('two browsers correct one sale, and two link one: a second press overwrites nothing that was not chosen', async () => {
    const { id } = await makeSale(console.app, { number: 'KRV-2026-000106' });
    const customer = (await console.app.sql('select customer_id from sale where id = $1', [id]))[0];
    for (const number of ['PRE-LINK-1', 'PRE-LINK-2'])
      await makePreorder(console.app, { number, customerId: String(customer?.customer_id) });
    const [{ page: one, caller }, { page: other }] = await Promise.all([
      console.enter('SUPER_ADMIN', `/sales/${id}`),
      console.enter('ADMIN', `/sales/${id}`),
    ]);
    const open = async (page: Page, name: string) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor();
    };
    const send = (page: Page, name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
    const CORRECT = 'Correct the time or the currency';
    const LINK = 'Link to a preorder';
    for (const page of [one, other]) {
      await open(page, CORRECT);
      await page.getByRole('textbox', { name: 'Reason' }).fill('A wrong currency');
    }
    await pickCurrency(one, 'usd', 'USD');
    await send(one, CORRECT);
    await closed(one);
    await pickCurrency(other, 'eur', 'EUR');
    const choice = other.getByRole('radiogroup', { name: /what stays/ });
    await send(other, CORRECT);
    await choice.first().waitFor();
    await other.getByText(`${caller.admin.name} changed this record while you were typing.`).waitFor();
    await send(other, CORRECT);
    await other.getByText('Choose one of the two.').first().waitFor();
    const stored = async () =>
      (
        await console.app.sql(
          'select s.currency, p.number from sale s left join preorder p on p.id = s.preorder_id where s.id = $1',
          [id],
        )
      )[0];
    expect(await stored()).toMatchObject({ currency: 'USD' });
    await choice.getByRole('radio', { name: 'Yours' }).check();
    await send(other, CORRECT);
    await closed(other);
    for (const page of [one, other]) await open(page, LINK);
    const pick = async (page: Page, number: string) => {
      await page.getByRole('combobox', { name: 'Preorder' }).click();
      await page.getByRole('option', { name: number }).click();
    };
    await pick(one, 'PRE-LINK-1');
    await send(one, LINK);
    await closed(one);
    await pick(other, 'PRE-LINK-2');
    await send(other, LINK);
    await choice.getByText('PRE-LINK-1').first().waitFor();
    await send(other, LINK);
    await other.getByText('Choose one of the two.').first().waitFor();
    expect(await stored()).toEqual({ currency: 'EUR', number: 'PRE-LINK-1' });
    const refused = expect.stringContaining('409 (Conflict)');
    expect(console.takeErrors()).toEqual([refused, refused]);
  });

  it('a sale that another makes while the list is open is announced, moves no row, and comes when it is asked for', async () => {
    const { page, caller } = await console.enter('ADMIN', '/sales');
    const seller = await console.app.as('SALES');
    const device = await makeDevice(console.app, { status: 'READY', serial: 'KRV-READY6' });
    const rows = page.getByRole('row').filter({ hasText: 'KRV-' });
    await rows.first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const before = await rows.allInnerTexts();
    const { body } = await seller.gql(
      'mutation ($key: String!, $input: CreateSaleInput!) { createSale(idempotencyKey: $key, input: $input) { sale { id } } }',
      {
        key: 'announced',
        input: {
          deviceId: device.id,
          customer: { fullName: 'Timur Pak', phone: '+998901234567' },
          unitPrice: 900_000,
          discount: 0,
          currency: 'UZS',
          paymentStatus: 'UNPAID',
          salesChannel: 'DIRECT',
        },
      },
    );
    expect(body.errors).toBeUndefined();
    const fresh = page.getByRole('button', { name: '1 new' });
    await fresh.first().waitFor();
    expect(await rows.allInnerTexts()).toEqual(before);
    await fresh.click();
    await rows.filter({ hasText: 'KRV-READY6' }).first().waitFor();
    expect(await rows.count()).toBe(before.length + 1);
    await fresh.waitFor({ state: 'detached' });
    // One that ceases to match stays where it is, and says so.
    await page.getByRole('tab', { name: 'Awaiting payment' }).click();
    await rows.filter({ hasText: 'KRV-READY6' }).first().waitFor();
    const { id } = body.data.createSale.sale;
    const cancelled = await caller.gql(
      'mutation ($id: ID!) { cancelSale(id: $id, input: { reason: "Not wanted" }) { sale { id } } }',
      { id },
    );
    expect(cancelled.body.errors).toBeUndefined();
    await page.getByTitle('No longer matches the filter').getByText('KRV-READY6').waitFor();
  });

  it('a VIEWER sees sales and can change none; a FIRMWARE_MANAGER has no entry, and a page that says so', async () => {
    for (const role of ['VIEWER', 'FIRMWARE_MANAGER'] as const) {
      const { page } = await console.enter(role, '/sales');
      if (role === 'VIEWER') {
        await page.getByRole('link', { name: 'KRV-2026-000101' }).first().click();
        await page.getByRole('heading', { name: 'KRV-2026-000101' }).first().waitFor();
        expect(await page.getByRole('button', { name: 'Actions' }).count()).toBe(0);
        await page.goto(`${console.origin}/console/sales`);
        await page.getByRole('link', { name: 'KRV-2026-000103' }).first().click();
        await page.getByText('*** is hidden from your role.').waitFor();
        await page.goto(`${console.origin}/console/sales/new`);
      }
      await page.getByText('Your role does not allow this').first().waitFor();
      expect(await page.getByRole('navigation').getByRole('link', { name: 'Sales' }).count()).toBe(
        role === 'VIEWER' ? 1 : 0,
      );
    }
  });
});
