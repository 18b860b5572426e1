import type { Page } from 'playwright-core';
import { consoleTest, describeConsole } from '../support/console.ts';
import { insertAdmin, insertSession } from '../support/factories/admin.ts';
import { until } from '../support/until.ts';

describeConsole('the team, in Chromium', () => {
  const console = consoleTest();

  it('a colleague is added, and the one-time password is shown until it is noted', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/team');
    await page.getByRole('button', { name: 'Add a colleague' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Aziza Karimova');
    await form.getByLabel('E-mail').fill('aziza@karvon.test');
    await form.getByLabel('Role').click();
    await page.getByRole('option', { name: /^Sales/ }).click();
    await form.getByRole('button', { name: 'Add a colleague' }).click();
    const password = await page.getByTestId('secret').textContent();
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').textContent()).toBe(password);
    await page.getByRole('button', { name: 'I have noted the password' }).click();
    await page.getByRole('link', { name: 'Aziza Karimova' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).fill('ziza');
    await page.getByText('1 record', { exact: true }).first().waitFor();
    const own = await console.open(await console.visitor(), '/team');
    await own.getByLabel('E-mail').fill('aziza@karvon.test');
    await own.getByLabel('Password', { exact: true }).fill(password ?? '');
    await own.keyboard.press('Enter');
    await own.getByLabel('New password', { exact: true }).waitFor();
    expect(await own.getByLabel('One-time password').count()).toBe(0);
  });

  it('taking away access names what ends, and ends the sessions and the service accounts', async () => {
    const colleague = await console.app.as('SALES', { name: 'Rustam Aliev' });
    const { id } = colleague.admin;
    const { page: open } = await console.enter(colleague, '/sales');
    await open.getByText('Live', { exact: true }).first().waitFor();
    // Another browser, with a screen that hears of nothing by itself.
    const { context } = await console.enter(colleague, '/me');
    await context.clock.install({ time: console.app.clock.now() });
    const deaf = await console.open(context, '/me');
    await deaf.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await console.app.sql(
      `insert into service_account (id, owner_id, name, role, token_hash, created_at, expires_at)
       values (gen_random_uuid(), $1, 'Nightly export', 'VIEWER', sha256('x'), now(), now() + interval '30 days')`,
      [id],
    );
    await console.app.sql(
      `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, request_id, ip, transport, detail)
       values (gen_random_uuid(), now(), 'ADMIN', $1, 'r@karvon.test', 'logout', 'Session', '019a75e4-2c00-7000-8000-000000000000', 'r1', '10.0.0.1', 'REST', null),
              (gen_random_uuid(), now(), 'ADMIN', $1, 'r@karvon.test', 'createSavedView', 'SavedView', gen_random_uuid(), 'r2', '10.0.0.1', 'REST', '{"name": "Returned lamps"}')`,
      [id],
    );
    const { page } = await console.enter('SUPER_ADMIN', `/team/${id}`);
    // What has no page has no id, but says what it is.
    const deeds = page.getByRole('region', { name: 'Recent actions' });
    await deeds.getByText('Session of 12 Nov 2025').first().waitFor();
    await deeds.getByText('Saved view Returned lamps').first().waitFor();
    expect(await deeds.textContent()).not.toContain('019a75e4');
    // Who looks for another word finds it, too.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('block');
    await page.getByRole('button', { name: 'Take away access' }).nth(1).waitFor();
    await page.keyboard.press('Enter');
    // The palette is gone at once: beside the form, it would have a second button of this name.
    expect(await page.locator('[data-palette]').count()).toBe(0);
    const form = page.getByRole('dialog');
    await form.getByText('Nightly export').first().waitFor();
    // What the colleague does meanwhile does not keep the access.
    await console.app.sql('update admin set revision = revision + 1 where id = $1', [id]);
    await form.getByRole('button', { name: 'Take away access' }).click();
    await page.getByText('Rustam Aliev no longer has access').first().waitFor();
    await page.getByText('No access', { exact: true }).first().waitFor();
    const [left] = await console.app.sql('select count(*)::int as open from admin_session where admin_id = $1', [id]);
    expect(left).toEqual({ open: 0 });
    await open.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await deaf.clock.runFor(31_000);
    await deaf.getByText(/^It was ended before its time: an administrator ended it or changed your access/).waitFor();
    // Nothing of the screen is seen any more: the colour has no alpha.
    await deaf.locator('.mantine-Modal-overlay').waitFor();
    const color = `getComputedStyle(document.querySelector('.mantine-Modal-overlay')).backgroundColor`;
    await until(async () => /^[^/a]+$/.test(await deaf.evaluate<string>(color)));
    await page.getByRole('button', { name: 'Give access back' }).click();
    await form.getByRole('button', { name: 'Give access back' }).click();
    await page.getByTestId('secret').first().waitFor();
    await page.getByRole('button', { name: 'I have noted the password' }).click();
    await page.getByText('Active', { exact: true }).first().waitFor();
  });

  it('a role is changed from the page, also where another changed the colleague meanwhile, and a viewer has no team', async () => {
    const { id } = await insertAdmin(console.app.sql, console.app.clock.now(), { role: 'VIEWER' });
    const { page } = await console.enter(await console.app.as('SUPER_ADMIN', { name: 'Dilnoza Head' }), `/team/${id}`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Change the role' }).click();
    await page.getByRole('dialog').getByLabel('Role').click();
    await page.getByRole('option', { name: /^Support/ }).click();
    await console.app.sql('update admin set revision = revision + 1 where id = $1', [id]);
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await page.getByRole('button', { name: 'Go on from the new state' }).click();
    expect(console.takeErrors()).toEqual([expect.stringContaining('409 (Conflict)')]);
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await until(
      async () => (await console.app.sql('select role from admin where id = $1', [id]))[0]?.role === 'SUPPORT',
    );
    // The page has what was done to the colleague, and by whom; on the command line, too.
    await console.app.sql(
      `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, request_id, ip, transport)
       values (gen_random_uuid(), now(), 'SYSTEM', null, 'CLI', 'resetAdminPassword', 'Admin', $1, 'r3', '127.0.0.1', 'CLI')`,
      [id],
    );
    await page.reload();
    const undergone = page.getByRole('region', { name: 'Role and access' });
    await undergone.getByText('Changed a role').waitFor();
    await undergone.getByText('Viewer → Support').waitFor();
    await undergone.getByRole('link', { name: 'Dilnoza Head' }).waitFor();
    await undergone.getByText('Reset a password').waitFor();
    await undergone.getByText('Karvon itself').waitFor();
    const own = await console.enter('VIEWER', '/team');
    await own.page.getByText('Your role does not allow this').first().waitFor();
    await own.page.getByText('Roles that may: Super admin. Your role is Viewer.').first().waitFor();
    expect(await own.page.getByRole('link', { name: 'Team' }).count()).toBe(0);
  });

  it('another session of one’s own is ended, and this one stays', async () => {
    const caller = await console.app.as('SALES');
    const other = await insertSession(console.app.sql, caller.admin.id, console.app.clock.now());
    const { page } = await console.enter(caller, '/me');
    await page.getByText('This browser').first().waitFor();
    await page.getByRole('button', { name: 'End the session in test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await until(async () => {
      const [row] = await console.app.sql('select id from admin_session where id = $1', [other.id]);
      return row === undefined;
    });
    await page.getByText('This browser').first().waitFor();
  });

  it('who saves settings second keeps both changes, and chooses only where both changed one', async () => {
    const [{ page }, { page: other }] = await Promise.all([
      console.enter('SUPER_ADMIN', '/settings'),
      console.enter('ADMIN', '/settings'),
    ]);
    const cardOf = (one: Page) => one.getByRole('region', { name: 'Business' });
    const [business, theirs] = [cardOf(page), cardOf(other)];
    const stored = async () =>
      (
        await console.app.sql(
          'select company_name as name, order_number_prefix as prefix, active_threshold_days as days from business_settings',
        )
      )[0];
    await business.getByLabel('Company name').fill('Lamps of mine');
    await business.getByLabel('Active for, days').fill('9');
    await theirs.getByLabel('Company name').fill('Lamps of theirs');
    await theirs.getByLabel('Prefix of sale numbers').fill('LMP');
    await theirs.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Saved', { exact: true }).first().waitFor();
    // No events are sent of settings: they are read again when the window has the focus, and what was typed stays.
    const comeBack = (one: Page) => one.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await comeBack(page);
    await business.getByText('Somebody else has saved other values meanwhile.').first().waitFor();
    expect(await business.getByLabel('Company name').inputValue()).toBe('Lamps of mine');
    await business.getByRole('button', { name: 'Save' }).click();
    const choice = business.getByRole('radiogroup', { name: 'Company name: what stays?' });
    await choice.getByText('Lamps of theirs').first().waitFor();
    // Nothing was left out yet; a second press overwrites nothing, and leads to the choice.
    const error = business.getByText('Choose one of the two.');
    expect(await error.count()).toBe(0);
    await business.getByRole('button', { name: 'Save' }).click();
    await error.first().waitFor();
    const colour = `getComputedStyle(document.querySelector('[data-unsettled] [class*="-error"]')).color`;
    expect(await page.evaluate(colour)).toBe('rgb(191, 42, 36)');
    await choice.locator('input:focus').waitFor();
    expect(await stored()).toMatchObject({ name: 'Lamps of theirs' });
    expect(await business.getByLabel('Prefix of sale numbers').inputValue()).toBe('LMP');
    await page.getByRole('navigation').getByRole('link', { name: 'Team' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    // All of a card is its label, which lies over the value.
    await choice.getByText('Lamps of mine').click({ force: true });
    await choice.getByRole('radio', { name: 'Yours', checked: true }).waitFor();
    await business.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    expect(await stored()).toEqual({ name: 'Lamps of mine', prefix: 'LMP', days: 9 });
    await comeBack(other);
    await until(async () => (await theirs.getByLabel('Company name').inputValue()) === 'Lamps of mine');
    // The browser notes the conflict that the page has mended.
    expect(console.takeErrors()).toEqual([expect.stringContaining('409 (Conflict)')]);
    const reader = await console.enter('VIEWER', '/settings');
    await reader.page.getByText('Your role reads these settings.').first().waitFor();
    expect(await reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('a service account is created with a token that calls the API, until it is revoked', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/service-accounts');
    await page.getByRole('button', { name: 'Create a service account' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Hourly report');
    await form.getByLabel('Role').click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    const lastDay = await form.getByRole('textbox', { name: 'Expires' }).inputValue();
    await form.getByRole('button', { name: 'Create a service account' }).click();
    const token = await page.getByTestId('secret').textContent();
    await page.getByRole('button', { name: 'I have noted the token' }).click();
    const headers = { authorization: `Bearer ${token}` };
    const call = async () => (await fetch(`${console.origin}/v1/admin/devices`, { headers })).status;
    expect(await call()).toBe(200);
    await page.getByRole('row').filter({ hasText: 'Hourly report' }).getByText(lastDay, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Hourly report' }).first().click();
    await page.getByRole('region', { name: 'Facts' }).getByText(lastDay, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await form.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect(await call()).toBe(401);
    await page.goto(`${console.origin}/console/audit?action=createServiceAccount`);
    await page.getByRole('row').getByRole('link').first().click();
    await page.getByRole('region', { name: 'Further facts' }).getByText(lastDay, { exact: true }).waitFor();
  });
});
