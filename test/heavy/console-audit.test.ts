import { generateKeyPairSync } from 'node:crypto';
import type { Json } from '../support/callers.ts';
import { consoleTest, describeConsole } from '../support/console.ts';

describeConsole('the audit log, in Chromium', () => {
  const console = consoleTest();

  /** Calls as another admin, so that the log has entries. */
  async function call(query: string, variables: Record<string, unknown>): Promise<Json> {
    const { body } = await (await console.app.as('SUPER_ADMIN')).gql(query, variables);
    expect(body.errors).toBeUndefined();
    return body.data;
  }

  it('a change of a customer is found by the record, shows before and after, and leads to the customer', async () => {
    const made = await call(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
      { input: { fullName: 'Aziza Karimova', city: 'Tashkent' } },
    );
    const { id } = made.createCustomer.customer;
    await call(
      'mutation ($id: ID!, $input: UpdateCustomerInput!) { updateCustomer(id: $id, input: $input) { customer { id } } }',
      { id, input: { city: 'Samarkand', email: 'aziza@karvon.test' } },
    );
    const { page } = await console.enter('SUPER_ADMIN', '/audit');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Record', exact: true }).click();
    await page.getByRole('dialog', { name: 'Record' }).getByRole('combobox').fill('Aziza');
    await page.getByRole('option', { name: /Aziza Karimova/ }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('2 records').first().waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Changed a customer' });
    await row.getByRole('link').first().click();
    const changed = page.getByRole('region', { name: 'What changed' });
    await changed.getByRole('cell', { name: 'Samarkand' }).first().waitFor();
    expect(await changed.getByRole('row').allInnerTexts()).toEqual([
      'Field\tBefore\tAfter',
      'City\tTashkent\tSamarkand',
      'E-mail\tnothing\taziza@karvon.test',
    ]);
    await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: 'Aziza Karimova' }).first().click();
    await page.getByRole('heading', { name: 'Aziza Karimova', level: 1 }).first().waitFor();
    // Settings have no name: the entry says which they are.
    const settings = {
      companyName: 'Karvon',
      orderNumberPrefix: 'KRV',
      defaultCurrency: 'UZS',
      defaultDevicePrice: 2_000_000,
    };
    await call(
      'mutation ($input: UpdateBusinessSettingsInput!) { updateBusinessSettings(input: $input) { businessSettings { revision } } }',
      { input: { ...settings, onlineThresholdMinutes: 10, activeThresholdDays: 9 } },
    );
    await page.goto(`${console.origin}/console/audit?action=updateBusinessSettings`);
    await page.getByRole('row').getByText('Business', { exact: true }).waitFor();
  });

  it('an entry that is written while the log is open is announced, moves no row, and comes when it is asked for', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/audit?action=createCustomer');
    const rows = page.getByRole('row').filter({ hasText: 'Created a customer' });
    await rows.first().waitFor();
    await page.getByText('Live', { exact: true }).first().waitFor();
    const before = await rows.count();
    await call('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }', {
      input: { fullName: 'Timur Pak' },
    });
    const fresh = page.getByRole('button', { name: '1 new' });
    await fresh.first().waitFor();
    expect(await rows.count()).toBe(before);
    await fresh.click();
    await page.getByRole('link', { name: 'Timur Pak' }).first().waitFor();
    expect(await rows.count()).toBe(before + 1);
  });

  it('a viewer sees that something changed, and not to what', async () => {
    const { page } = await console.enter('VIEWER', '/audit?action=updateCustomer');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Record', exact: true }).first().waitFor();
    expect(await page.getByRole('menuitem', { name: 'Request' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('row').filter({ hasText: 'Changed a customer' }).getByRole('link').first().click();
    await page.getByRole('cell', { name: 'hidden from your role' }).first().waitFor();
    expect(await page.getByText('Samarkand').count()).toBe(0);
  });

  it('the first steps are ticked by what there is, and go when they are hidden', async () => {
    const { page } = await console.enter('SUPER_ADMIN', '/today');
    const steps = page.getByRole('region', { name: 'First steps' });
    const batch = steps.getByRole('listitem').filter({ hasText: 'Make the first batch' });
    await batch.getByLabel('to do').first().waitFor();
    await call('mutation ($input: CreateBatchInput!) { createBatch(input: $input) { batch { id } } }', {
      input: { code: 'FIRST', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 },
    });
    await page.reload();
    await batch.getByLabel('done').first().waitFor();
    await steps.getByRole('button', { name: 'Hide' }).click();
    await page.reload();
    await page.getByText('Devices online').first().waitFor();
    await steps.waitFor({ state: 'detached' });
    // Where there is nothing to choose or to do yet, the screen says where it comes from.
    await page.goto(`${console.origin}/console/sales/new`);
    await page.getByRole('combobox', { name: 'Device that is ready' }).press('ArrowDown');
    await page.getByText('No device is ready. Provision a batch under Inventory').first().waitFor();
    await page.goto(`${console.origin}/console/preorders/board`);
    await page
      .getByRole('region', { name: 'New', exact: true })
      .getByText(/^Nothing here\. Preorders of the public site/)
      .waitFor();
  });

  it('operations seals a new secret of a device for a station, and the envelope stays until it is noted', async () => {
    const made = await call(
      'mutation ($input: ProvisionDevicesInput!) { provisionDevices(input: $input) { devices { id serial } } }',
      { input: { batchCode: 'SECOND', model: 'LAMP1', hardwareRevision: 'rev-b', quantity: 1 } },
    );
    const [device] = made.provisionDevices.devices;
    const { page } = await console.enter('OPERATIONS', `/devices/${device.id}`);
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    await page.getByRole('button', { name: 'Issue a provisioning envelope' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Serial on the board').fill(String(device.serial));
    await form.getByLabel('Public key of the station').fill(String(publicKey.export({ type: 'spki', format: 'pem' })));
    await form.getByRole('button', { name: 'Issue a provisioning envelope' }).click();
    const envelope = page.getByTestId('secret');
    await envelope.first().waitFor();
    expect((await envelope.textContent())?.split('.')).toHaveLength(5);
    await page.getByRole('button', { name: 'I have copied the envelope' }).click();
    expect(await page.title()).toBe(`${device.serial} · Devices · Karvon`);
  });
});
