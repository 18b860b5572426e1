import { v7 as uuidv7 } from 'uuid';
import { constantName } from '../../src/model/enums.ts';
import { customerList } from '../../src/persistence/customers/customer-list.ts';
import { compileList } from '../../src/persistence/lists/list-query.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { insertPreorder } from './preorder-rows.ts';
import { addNote, CUSTOMERS, codeOf, customer, gqlCodeOf } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());
// Quicker than to truncate what is all but empty.
beforeEach(async () => {
  for (const table of ['preorder', 'device', 'customer']) await app.sql(`delete from ${table}`);
});

const list = (query: Readonly<Record<string, string>> = {}) =>
  admin.rest('GET', `${CUSTOMERS}?${new URLSearchParams(query)}`);
const idsOf = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).body.items.map(({ id }: Json) => id);

it('the list of customers is newest first, 25 per page by default', async () => {
  const made: Json[] = [];
  for (let count = 0; count < 27; count += 1) {
    made.unshift(await customer(admin));
    app.clock.advance(1);
  }
  const all = await list();
  expect(all.status).toBe(200);
  expect(all.body).toEqual({ items: made.slice(0, 25), total: 27, skip: 0, take: 25 });
  expect((await list({ skip: '26', take: '100' })).body).toEqual({
    items: made.slice(26),
    total: 27,
    skip: 26,
    take: 100,
  });
});

it.each([
  ['four bytes each in UTF-8', '😀'],
  ['six bytes each in JSON', '\u0001'],
])('a cursor takes five sort values as long as may be, of %s', async (_, letter) => {
  const long = { fullName: 120, company: 120, country: 80, city: 80, region: 80 };
  const values = Object.fromEntries(Object.entries(long).map(([name, length]) => [name, letter.repeat(length)]));
  const ids = [(await customer(admin)).id, (await customer(admin)).id];
  // A name of controls is refused by now, and one of before may have them.
  const columns = ['full_name', 'company', 'country', 'city', 'region'].map((column, at) => `${column} = $${at + 1}`);
  await app.sql(`update customer set ${columns.join(', ')}`, Object.values(values));
  const sort = Object.keys(long).map((name) => `{ field: ${constantName(name)}, direction: ASC }`);
  const page = async (after?: string) => {
    const reply = await admin.gql(
      `query ($after: String) { customers(first: 1, after: $after, sort: [${sort}]) {
        nodes { id } pageInfo { endCursor } } }`,
      { after },
    );
    expect(reply.body.errors).toBeUndefined();
    return reply.body.data.customers;
  };
  const first = await page();
  const second = await page(first.pageInfo.endCursor);
  expect([...first.nodes, ...second.nodes].map(({ id }: Json) => id)).toEqual(ids);
});

it.each([
  ['take', '0'],
  ['take', '101'],
  ['take', 'x'],
  ['skip', '-1'],
  ['preorderStatus', 'OPEN'],
  ['language', 'de'],
  ['dateFrom', '2026-01-01'],
  ['dateTo', 'yesterday'],
  ['dateFrom', '0001-01-01T00:00:00+14:00'],
  ['city', 'Tashkent'],
])('listCustomers: the list of customers rejects %s = %s', async (name, value) => {
  const reply = await list({ [name]: value });
  expect(codeOf(reply)).toEqual([400, 'VALIDATION_FAILED']);
  expect(reply.body.error.message).toContain(name);
});

it('the search of customers matches name, address, phone, company and Telegram name only', async () => {
  const { id } = await customer(admin, {
    fullName: 'Dilnoza Yusupova',
    email: 'dil.Y@mail.example',
    phone: '90 555-66-77',
    company: 'Registon 100%_Teks',
    telegramUsername: 'noza_tg',
    city: 'Samarqand',
    notes: 'secretive',
  });
  await customer(admin, { fullName: 'Somebody Else', phone: 'ask me', email: 'else@mail.test' });
  for (const search of ['noza Y', 'DIL.y@', '555-66', '905556677', '+99890555', '0%_t', 'NOZA_TG', '  dilnoza ']) {
    expect([search, await idsOf({ search })]).toEqual([search, [id]]);
  }
  for (const search of ['Samarqand', 'secretive', '%', '\\', '0__T']) {
    expect([search, await idsOf({ search })]).toEqual([search, search === '%' ? [id] : []]);
  }
  expect(await idsOf({ search: '' })).toHaveLength(2);
});

it('a Telegram user name is one name however it is typed, in inputs, searches and filters', async () => {
  const typed = ['@nilu_1', 't.me/nilu_1', 'https://t.me/nilu_1', 'HTTPS://T.ME/nilu_1/', 'tg://resolve?domain=nilu_1'];
  const made = [];
  for (const telegramUsername of typed) made.push((await customer(admin, { telegramUsername })).id);
  const stored = await app.sql('select distinct telegram_username as name from customer where id = any ($1)', [made]);
  expect(stored).toEqual([{ name: 'nilu_1' }]);
  for (const search of [...typed, 'nilu_1', '@nilu', 'https://t.me/nil']) {
    expect([search, (await idsOf({ search })).sort()]).toEqual([search, [...made].sort()]);
  }
  for (const condition of [
    ...typed.map((eq) => ({ eq })),
    { in: typed },
    { contains: 't.me/nilu' },
    { startsWith: '@nilu' },
  ]) {
    const { body } = await admin.gql('query ($filter: CustomerFilter) { customers(filter: $filter) { totalCount } }', {
      filter: { telegramUsername: condition },
    });
    expect([condition, body.errors, body.data?.customers.totalCount]).toEqual([condition, undefined, typed.length]);
  }
});

it('the list of customers filters by language and by creation time', async () => {
  const start = app.clock.now();
  const uz = await customer(admin, { preferredLanguage: 'uz' });
  app.clock.advance(1000);
  const ru = await customer(admin, { preferredLanguage: 'ru' });
  const later = app.clock.now().toISOString();
  expect(await idsOf({ language: 'uz' })).toEqual([uz.id]);
  expect(await idsOf({ language: 'en' })).toEqual([]);
  expect(await idsOf({ dateFrom: later })).toEqual([ru.id]);
  expect(await idsOf({ dateTo: later })).toEqual([uz.id]);
  expect(await idsOf({ dateFrom: start.toISOString(), dateTo: later, language: 'ru' })).toEqual([]);
  expect(await idsOf({ dateFrom: later.replace('Z', '+05:00') })).toHaveLength(2);
});

it('the list of customers filters by the status, source and assignee of their preorders', async () => {
  const [one, other] = [await customer(admin), await customer(admin)];
  const colleague = uuidv7();
  await insertPreorder(app, {
    customerId: one.id,
    status: 'CONFIRMED',
    utmSource: 'instagram',
    assignedAdminId: colleague,
  });
  await insertPreorder(app, { customerId: one.id, status: 'CONFIRMED' });
  await insertPreorder(app, {
    customerId: other.id,
    status: 'NEW',
    utmSource: 'expo',
    deleted: true,
    assignedAdminId: colleague,
  });
  expect(await idsOf({ preorderStatus: 'CONFIRMED' })).toEqual([one.id]);
  expect(await idsOf({ preorderStatus: 'NEW' })).toEqual([]);
  expect(await idsOf({ source: 'instagram' })).toEqual([one.id]);
  expect(await idsOf({ source: 'expo' })).toEqual([]);
  expect((await idsOf({ source: 'admin' })).sort()).toEqual([one.id, other.id].sort());
  expect(await idsOf({ assignedAdminId: colleague.toUpperCase() })).toEqual([one.id]);
  expect(await idsOf({ assignedAdminId: uuidv7() })).toEqual([]);
  expect(await idsOf({ assignedAdminId: 'nobody' })).toEqual([]);
  expect(await idsOf({ assignedAdminId: '', source: '' })).toHaveLength(2);
});

describe('listCustomers: the list of customers for typed clients', () => {
  it('filters, sorts and counts', async () => {
    await customer(admin, { fullName: 'Bek', city: 'Termez' });
    await customer(admin, { fullName: 'Ali', city: 'Termez' });
    await customer(admin, { fullName: 'Zor', city: 'Nukus' });
    const { body } = await admin.gql(`{ customers(first: 1, filter: { city: { eq: "Termez" } },
      sort: [{ field: FULL_NAME, direction: ASC }]) { totalCount pageInfo { hasNextPage } nodes { fullName } } }`);
    expect(body.errors).toBeUndefined();
    expect(body.data.customers).toEqual({
      totalCount: 2,
      pageInfo: { hasNextPage: true },
      nodes: [{ fullName: 'Ali' }],
    });
    expect(gqlCodeOf(await admin.gql('{ customers(first: 101) { nodes { id } } }'))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
  });

  it('has edges from a customer to notes, devices and preorders, and from a device to its owner', async () => {
    const { id } = await customer(admin, { fullName: 'Owner', notes: 'about them' });
    const device = await makeDevice(app, { status: 'ACTIVE', owner: id });
    await makeDevice(app, { status: 'ACTIVE' });
    await addNote(admin, id, 'Called');
    await insertPreorder(app, { customerId: id, status: 'CONFIRMED' });
    await insertPreorder(app, { customerId: id, status: 'NEW', deleted: true });
    const query =
      '{ devices { nodes { serial owner { id fullName profileNotes notes { nodes { content author { name } } } devices { nodes { serial } } preorders { nodes { status } totalCount } sales { nodes { number } } } } } }';
    const { body } = await admin.gql(query);
    expect(body.errors).toBeUndefined();
    const found = body.data.devices.nodes.find(({ serial }: Json) => serial === device.serial);
    expect(found.owner).toEqual({
      id,
      fullName: 'Owner',
      profileNotes: 'about them',
      notes: { nodes: [{ content: 'Called', author: { name: admin.admin.name } }] },
      devices: { nodes: [{ serial: device.serial }] },
      preorders: { nodes: [{ status: 'CONFIRMED' }], totalCount: 1 },
      sales: { nodes: [] },
    });
  });

  it('hides the owner from roles that may read devices but not customers', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const operations = await app.as('OPERATIONS');
    const reply = await operations.gql('query ($id: ID!) { device(id: $id) { serial owner { fullName } } }', {
      id: device.id,
    });
    expect([reply.status, reply.body.errors, reply.body.extensions.hidden]).toEqual([200, undefined, ['Device.owner']]);
    expect(reply.body.data.device).toEqual({ serial: device.serial, owner: null });
  });
});

it('customers of one name are found by the index of names, those whose names begin alike among them', async () => {
  const long = 'Aziza '.repeat(40);
  const { id } = await makeCustomerRow(app, { fullName: 'Aziza Karimova' });
  await makeCustomerRow(app, { fullName: `${long}Karimova` });
  const other = await makeCustomerRow(app, { fullName: `${long}Yusupova` });
  await app.sql(
    `insert into customer (id, full_name, created_at, updated_at)
     select gen_random_uuid(), 'Anybody ' || n, now(), now() from generate_series(1, 2000) n`,
  );
  await app.sql('analyze customer');
  const found = async (name: string) => {
    const { rows } = compileList(customerList, { filter: { fullName: { eq: name } }, take: 5 }, app.clock.now());
    const plan = JSON.stringify(await app.sql(`explain (format json) ${rows.text}`, rows.values));
    return {
      ids: (await app.sql(rows.text, rows.values)).map((row) => row.id),
      byNames: plan.includes('customer_full_name_index'),
    };
  };
  expect(await found('Aziza Karimova')).toEqual({ ids: [id], byNames: true });
  expect(await found(`${long}Yusupova`)).toEqual({ ids: [other.id], byNames: true });
  expect((await found('Aziza')).ids).toEqual([]);
});
