import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { AdminRole } from '../../src/model/enums.ts';
import { consoleTest, describeConsole, keyboardOf } from '../support/console.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';

const LONG_NAME = `Registon ${'va Registon '.repeat(9)}`.trim();
const PASSWORD = 'four calm lamps glow 77';

describeConsole('what staff do with customers in the console, in Chromium', () => {
  const console = consoleTest({
    async prepare(app) {
      await makeCustomerRow(app, { fullName: 'Bekzod Sodiqov' });
      await makeCustomerRow(app, { fullName: 'Two People Edit', email: 'two@example.com' });
      await makeCustomerRow(app, { fullName: 'Session Ends' });
      await makeCustomerRow(app, { fullName: LONG_NAME });
      await makeCustomerRow(app, { fullName: 'To Be Erased', email: 'erased@example.com' });
      const { id } = await makeCustomerRow(app, { fullName: 'Laylo Umarova', email: 'laylo@example.com' });
      const device = await makeDevice(app, { status: 'ACTIVE', owner: id, serial: 'KRV-LAYLO1' });
      await addPresence(app, device.id);
      await makeSale(app, { customerId: id, deviceId: device.id, number: 'KRV-2026-000777', unitPrice: 4_190_000 });
      await makePreorder(app, { customerId: id, number: 'PRE-000777' });
    },
    // Two people change one customer.
    expected: /status of 409/,
  });

  async function visit(role: AdminRole = 'SUPER_ADMIN', options: BrowserContextOptions = {}): Promise<Page> {
    const { page } = await console.enter(await console.app.as(role, { password: PASSWORD }), '/customers', options);
    await page.getByRole('link', { name: 'Laylo Umarova' }).first().waitFor();
    return page;
  }

  async function openCustomer(page: Page, name: string) {
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name, exact: true }).first().waitFor();
  }

  async function openForm(page: Page, name: string) {
    await openCustomer(page, name);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Company').first().waitFor();
  }

  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const stored = async (fullName: string) =>
    (await console.app.sql('select company, city, phone, revision from customer where full_name = $1', [fullName]))[0];

  it('two browsers edit one customer by keyboard alone: different fields are both kept without a question, the same field is chosen', async () => {
    const [one, other] = await Promise.all([visit(), visit('SALES')]);
    const [ours, theirs] = [keyboardOf(one), keyboardOf(other)];
    const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
    const saveOf = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
    for (const page of [one, other]) {
      await keyboardOf(page).press(page.getByRole('link', { name: 'Two People Edit' }));
      await page.getByRole('heading', { name: 'Two People Edit', exact: true }).first().waitFor();
      await keyboardOf(page).press(edit(page));
    }
    await ours.write(one.getByLabel('City'), 'Buxoro');
    await ours.press(saveOf(one));
    await one.getByLabel('City').waitFor({ state: 'detached' });
    await theirs.write(other.getByLabel('Company'), 'Registon Hotel');
    await theirs.press(saveOf(other));
    await other.getByText('Their changes are kept: City.').first().waitFor();
    expect(await stored('Two People Edit')).toMatchObject({ company: 'Registon Hotel', city: 'Buxoro' });

    // The focus is back at what opened the form.
    for (const page of [one, other]) {
      await until(() => edit(page).evaluate((element) => element === element.ownerDocument.activeElement));
      await page.keyboard.press('Enter');
    }
    await ours.write(one.getByLabel('Company'), 'Registon Palace');
    await ours.write(one.getByLabel('Phone'), '90 111 22 33');
    await ours.press(saveOf(one));
    await one.getByLabel('City').waitFor({ state: 'detached' });
    const phone = one.getByRole('link', { name: '+998 90 111 22 33' });
    expect(await phone.first().getAttribute('href')).toBe('tel:+998901112233');
    await theirs.write(other.getByLabel('Company'), 'Registon Group');
    await theirs.write(other.getByLabel('City'), 'Samarqand');
    await theirs.press(saveOf(other));
    const choice = other.getByRole('radiogroup', { name: 'Company: what stays?' });
    await choice.first().waitFor();
    expect(await other.getByRole('radiogroup').count()).toBe(1);
    await theirs.press(saveOf(other));
    await other.getByText('Choose one of the two.').first().waitFor();
    expect(await stored('Two People Edit')).toMatchObject({ company: 'Registon Palace', city: 'Buxoro' });
    await theirs.press(choice.getByRole('radio', { name: 'Yours' }), 'Space');
    await theirs.press(saveOf(other));
    await choice.waitFor({ state: 'detached' });
    expect(await stored('Two People Edit')).toEqual({
      company: 'Registon Group',
      city: 'Samarqand',
      phone: '+998 90 111 22 33',
      revision: 5,
    });
    // The form says whom it is of, and has the number as the page has it.
    await edit(one).click();
    await one.getByRole('dialog', { name: 'Edit the customer' }).getByText('Two People Edit').first().waitFor();
    expect(await one.getByLabel('Phone').inputValue()).toBe('+998 90 111 22 33');
  });

  it('a form with changes asks before it is left, and a session that ends in it loses nothing', async () => {
    const page = await visit();
    await openForm(page, 'Session Ends');
    await page.getByLabel('City').fill('Xiva');
    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/customers\/./);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).toBe('Xiva');
    await console.app.sql('delete from admin_session');
    await save(page);
    await page.getByText('Your session has ended').first().waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await until(async () => (await stored('Session Ends'))?.city === 'Xiva');
    await page.getByLabel('Company').waitFor({ state: 'detached' });
    expect((await stored('Session Ends'))?.revision).toBe(2);
  });

  it('signing out in one tab keeps what is typed in another for the same person, and nothing for the next one', async () => {
    const caller = await console.app.as('SALES', { password: PASSWORD });
    const { page, context } = await console.enter(caller, '/customers');
    const tab = await console.open(context, '/me');
    const signOut = async () => {
      await tab.getByRole('button', { name: /^Account of/ }).click();
      await tab.getByRole('button', { name: 'Sign out' }).click();
      await tab.getByText('You have signed out.').waitFor();
    };
    const over = page.getByRole('dialog', { name: 'You have signed out in another tab' });
    const signIn = async (email: string) => {
      await over.getByLabel('E-mail').fill(email);
      await over.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
    };
    await openForm(page, 'Session Ends');
    await page.getByLabel('City').fill('Nukus');
    await signOut();
    await signIn(caller.admin.email);
    await over.waitFor({ state: 'detached' });
    expect(await page.getByLabel('City').inputValue()).toBe('Nukus');
    await tab.getByRole('button', { name: /^Account of/ }).waitFor();
    await signOut();
    const next = await console.app.as('SUPPORT', { password: PASSWORD, name: 'Next Person' });
    await signIn(next.admin.email);
    // No form asks whether it is left: it is gone by then.
    await page.getByRole('button', { name: 'Account of Next Person' }).waitFor();
    expect(await page.evaluate('performance.getEntriesByType("navigation").map(({ type }) => type)')).toEqual([
      'reload',
    ]);
    expect(await page.getByLabel('City').count()).toBe(0);
    expect((await stored('Session Ends'))?.city).not.toBe('Nukus');
  });

  it('a new customer whose e-mail address another has leads to that one, and else comes to the page of its own', async () => {
    const page = await visit('SALES');
    await page.getByRole('link', { name: 'New customer' }).first().click();
    await page.getByLabel('Name').fill('Gulnora Hamidova');
    await page.getByLabel('E-mail').fill('Laylo@example.com');
    await page.getByRole('button', { name: 'Create the customer' }).press('Enter');
    await page.getByRole('link', { name: 'Open Laylo Umarova' }).first().waitFor();
    await page.getByLabel('E-mail').fill('gulnora@example.com');
    await page.getByRole('combobox', { name: 'Country' }).pressSequentially('Kaz');
    await page.getByRole('option', { name: 'Kazakhstan' }).click();
    await page.getByRole('button', { name: 'Create the customer' }).press('Enter');
    await page.getByRole('heading', { name: 'Gulnora Hamidova' }).first().waitFor();
    expect(await console.app.sql(`select country from customer where email = 'gulnora@example.com'`)).toEqual([
      { country: 'KZ' },
    ]);
    await page.getByText('Kazakhstan', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.getByRole('dialog').getByLabel('Note').fill('Calls back on Monday');
    await page.getByRole('dialog').getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'Calls back on Monday' }).first().waitFor();
  });

  it('a person is erased only after their name was typed', async () => {
    const page = await visit();
    await openCustomer(page, 'To Be Erased');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Anonymize' }).click();
    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'The person asked for it' }).click();
    await page.getByLabel('Type To Be Erased to confirm').fill('to be');
    await page.getByRole('button', { name: 'Anonymize', exact: true }).press('Enter');
    await page.getByText('Type it exactly as it is written.').first().waitFor();
    expect(await console.app.sql(`select email from customer where full_name = 'To Be Erased'`)).toEqual([
      { email: 'erased@example.com' },
    ]);
    await page.getByLabel('Type To Be Erased to confirm').fill('To Be Erased');
    await page.getByRole('button', { name: 'Anonymize', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Anonymized', level: 1 }).first().waitFor();
    expect(await console.app.sql(`select id from customer where email = 'erased@example.com'`)).toEqual([]);
  });

  it('Ctrl-K opens a customer with what they bought, ordered and own, and a filter across edges finds them', async () => {
    const page = await visit();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A serial, a name').first().fill('Laylo');
    await page.getByRole('button', { name: /Laylo Umarova/ }).click();
    for (const text of ['KRV-2026-000777', 'PRE-000777', 'laylo@example.com'])
      await page.getByText(text).first().waitFor();
    await page.getByRole('region', { name: 'Devices' }).getByRole('link', { name: 'KRV-LAYLO1' }).first().click();
    await page.getByRole('heading', { name: 'KRV-LAYLO1' }).first().waitFor();
    // A narrow column breaks an address where a reader does.
    const email = page.getByRole('region', { name: 'Facts' }).locator('dd').filter({ hasText: 'laylo@example.com' });
    expect(await email.innerHTML()).toMatch(/^laylo@<wbr>example\.<wbr>com/);
    await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'KRV-2026-000777' }).press('Enter');
    await page.getByRole('heading', { name: 'KRV-2026-000777' }).first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Laylo Umarova' }).first().click();
    await page.getByRole('heading', { name: 'Laylo Umarova' }).first().waitFor();
    await page.goto(`${console.origin}/console/customers?bought=yes&owns=yes`);
    await page.getByText('1 record', { exact: true }).first().waitFor();
    await page.goto(`${console.origin}/console/customers?bought=no&name=Bekzod%20Sodiqov`);
    await page.getByRole('link', { name: 'Bekzod Sodiqov' }).first().waitFor();
  });

  it('a long name is cut to two lines where it would push all else away, and says the whole of itself to the pointer, the keyboard and a finger', async () => {
    const page = await visit('SUPER_ADMIN', { hasTouch: true });
    /** What is cut gives itself as its title; what is not has none. */
    const titleOf = async (one: Locator) => {
      await one.first().hover();
      return one.first().getAttribute('title');
    };
    expect(await titleOf(page.getByRole('cell', { name: LONG_NAME }))).toBe(LONG_NAME);
    expect(await titleOf(page.getByRole('cell', { name: 'Laylo Umarova' }))).toBeNull();
    /** In the tip for who has no pointer. */
    const tip = page.locator('.k-tip', { hasText: LONG_NAME });
    await page.getByRole('link', { name: LONG_NAME }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await tip.waitFor();
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: LONG_NAME }).click();
    const heading = page.getByRole('heading', { name: LONG_NAME });
    await heading.waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await titleOf(heading)).toBe(LONG_NAME);
    // What does nothing has its turn with Tab, as long as it is cut.
    await page.keyboard.press('Tab');
    await page.locator('h1[tabindex="0"]').focus();
    await tip.waitFor();
    await page.keyboard.press('Escape');
    await heading.tap();
    await tip.waitFor();
    const chosen = page.getByRole('dialog').locator('[data-selected]', { hasText: LONG_NAME });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('va Registon');
    await chosen.waitFor();
    expect(await chosen.getByText(LONG_NAME).evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  });

  it('a VIEWER has neither the button to create or export nor that to edit, and what the list exports is what it shows', async () => {
    const page = await visit('VIEWER');
    expect(await page.getByRole('link', { name: 'New customer' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    await openCustomer(page, 'Laylo Umarova');
    await page.getByText('KRV-2026-000777').first().waitFor();
    for (const name of ['Edit', 'Actions', 'Add a note'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);

    const other = await visit('SALES');
    await other.goto(`${console.origin}/console/customers?bought=yes&cols=fullName,email,purchases.netRevenue`);
    await other.getByRole('link', { name: 'Laylo Umarova' }).first().waitFor();
    await other.getByRole('button', { name: 'Export' }).click();
    const address = await other.getByRole('menuitem', { name: 'CSV', exact: true }).getAttribute('href');
    const answer = await other.request.get(`${console.origin}${address}`);
    expect([answer.status(), (await answer.text()).trim().split(/\r?\n/).slice(1)]).toEqual([
      200,
      ['Laylo Umarova,laylo@example.com'],
    ]);
    await other.keyboard.press('Escape');
    await console.app.sql(`update customer set email = 'laylo@new.example' where full_name = 'Laylo Umarova'`);
    await other.getByRole('button', { name: /^As of \d\d:\d\d · Read again$/ }).click();
    await other.getByRole('cell', { name: 'laylo@new.example' }).first().waitFor();
  });
});
