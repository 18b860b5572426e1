import 'reflect-metadata';
import pg from 'pg';
import { liveFields } from '../../src/graphql/live/live-fields.ts';
import { conditionEdges } from '../../src/model/condition-edges.ts';
import { fieldsWith } from '../../src/model/record.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { statementTextsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';
import { type Heard, type LiveClient, punctualClient } from './live-client.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
let admin: Caller;
const clients: LiveClient[] = [];

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => app.stop());

function clientOf({ cookie }: Pick<Caller, 'cookie'>): LiveClient {
  const client = punctualClient(app, app.url, cookie);
  clients.push(client);
  return client;
}

/** The error of a subscription that is refused: its code, the named field and the message. */
async function refusalOf(who: Caller, query: string, variables: Json = {}): Promise<readonly unknown[]> {
  const heard = clientOf(who).subscribe(query, variables);
  await until(() => heard.results.length > 0 || heard.error !== undefined);
  const [error] = heard.results[0]?.errors ?? [];
  const { code, fields } = (error?.extensions ?? {}) as Json;
  return [code, fields?.[0].path, error?.message];
}

const setDevice = (id: string, set: string) =>
  app.sql(`update device set revision = revision + 1, ${set} where id = $1`, [id]);

describe('a subscription with a filter', () => {
  const ACTIVE =
    'subscription { deviceChanged(filter: { status: { eq: ACTIVE } }) { event id matches device { status model } } }';

  it('a subscription with a filter shows a record that matches, and names one that has ceased to match or may have', async () => {
    const [one, other] = [await makeDevice(app, { status: 'ACTIVE' }), await makeDevice(app, { status: 'REPAIR' })];
    const heard = await clientOf(admin).listen(ACTIVE);
    expect(heard.events).toEqual([{ event: 'REFETCH', id: null, matches: false, device: null }]);
    // Neither before nor now: a new device, and a change of something else.
    await makeDevice(app, { status: 'READY' });
    await setDevice(other.id, `model = 'LAMP2'`);
    await setDevice(one.id, `model = 'LAMP3'`);
    await until(() => heard.changes().length > 0);
    await setDevice(one.id, `status = 'REPAIR'`);
    await until(() => heard.changes().length > 1);
    await setDevice(other.id, `status = 'ACTIVE'`);
    await until(() => heard.changes().length > 2);
    const event = 'UPDATED';
    expect(heard.changes()).toEqual([
      { event, id: one.id, matches: true, device: { status: 'ACTIVE', model: 'LAMP3' } },
      { event, id: one.id, matches: false, device: null },
      { event, id: other.id, matches: true, device: { status: 'ACTIVE', model: 'LAMP2' } },
    ]);
  });

  it('a subscription with a filter names every record that is deleted, because nobody knows any more whether it matched', async () => {
    const { id } = await makePreorder(app, { quantity: 2 });
    const heard = await clientOf(admin).listen(
      'subscription { preorderChanged(filter: { quantity: { gte: 2 } }) { event id matches preorder { quantity } } }',
    );
    await app.sql('delete from preorder where id = $1', [id]);
    await until(() => heard.changes().length > 0);
    expect(heard.changes()).toEqual([{ event: 'DELETED', id, matches: false, preorder: null }]);
  });

  it('a subscription with a filter across an edge names a record that does not match after any change, because the other record decides', async () => {
    const found = await makeSale(app, { customer: { fullName: 'Nodira Aminova' } });
    const other = await makeSale(app, { customer: { fullName: 'Timur Aliev' } });
    const heard = await clientOf(admin).listen(
      `subscription { saleChanged(filter: { customer: { fullName: { contains: "nodira" } } }) { event id matches sale { number } } }`,
    );
    for (const { id } of [other, found]) await app.sql('update sale set revision = revision + 1 where id = $1', [id]);
    await until(() => heard.events.length > 2);
    expect(heard.events.slice(1)).toEqual([
      { event: 'UPDATED', id: other.id, matches: false, sale: null },
      { event: 'UPDATED', id: found.id, matches: true, sale: { number: expect.any(String) } },
    ]);
  });

  it('a date in the filter of a subscription is a day of the business time zone', async () => {
    const times = [
      '2026-03-07T18:59:59.999Z',
      '2026-03-07T19:00:00Z',
      '2026-03-08T18:59:59.999Z',
      '2026-03-08T19:00:00Z',
    ];
    const sales: string[] = [];
    for (const soldAt of times) sales.push((await makeSale(app, { soldAt: new Date(soldAt) })).id);
    const [before, first, last, after] = sales;
    const query = 'subscription ($filter: SaleFilter) { saleChanged(filter: $filter) { event id matches } }';
    const matching: Readonly<Record<string, readonly (string | undefined)[]>> = {
      eq: [first, last],
      gte: [first, last, after],
      gt: [after],
      lt: [before],
      lte: [before, first, last],
    };
    const heard = await Promise.all(
      Object.keys(matching).map((operator) =>
        clientOf(admin).listen(query, { filter: { soldAt: { [operator]: '2026-03-08' } } }),
      ),
    );
    const all = await clientOf(admin).listen('subscription { saleChanged { event id matches } }');
    for (const id of sales) await app.sql('update sale set revision = revision + 1 where id = $1', [id]);
    await until(() => all.changes().length >= sales.length);
    await until(() => heard.every((each, at) => each.changes().length >= (Object.values(matching)[at]?.length ?? 0)));
    const matched = heard.map((each) => each.changes().map(({ id, matches }) => [id, matches]));
    expect(matched).toEqual(Object.values(matching).map((ids) => ids.map((id) => [id, true])));
  });

  it('a subscription with ids and a filter shows the records that both allow', async () => {
    const [one, other] = [await makeSale(app), await makeSale(app)];
    const query =
      'subscription ($ids: [ID!], $filter: SaleFilter) { saleChanged(ids: $ids, filter: $filter) { event id matches } }';
    const filter = { status: { in: ['DRAFT', 'PENDING', 'PAID', 'FULFILLED', 'CANCELLED', 'REFUNDED'] } };
    const heard = await clientOf(admin).listen(query, { ids: [one.id.toUpperCase(), UNKNOWN], filter });
    const open = { status: { eq: null }, customer: { city: { contains: null } } };
    const all = await clientOf(admin).listen(query, { ids: null, filter: null });
    const alike = await clientOf(admin).listen(query, { filter: open });
    for (const { id } of [other, one]) await app.sql('update sale set revision = revision + 1 where id = $1', [id]);
    await until(() => heard.events.length > 1 && all.events.length > 2 && alike.events.length > 2);
    expect(alike.events).toEqual(all.events);
    expect(heard.events.slice(1)).toEqual([{ event: 'UPDATED', id: one.id, matches: true }]);
    expect(all.events.slice(1).map(({ id }) => id)).toEqual([other.id, one.id]);
  });

  it('a subscription with a filter reads the record and the condition in one statement, once for all callers', async () => {
    const { id } = await makeSale(app);
    const query =
      'subscription { saleChanged(filter: { total: { gte: 1 } }) { event id matches sale { number customer { fullName } } } }';
    const heard: Heard[] = [];
    for (const role of ['ADMIN', 'ADMIN', 'SALES'] as const) {
      heard.push(await clientOf(await app.as(role)).listen(query));
    }
    const texts = await statementTextsOf(async () => {
      await app.sql('update sale set revision = revision + 1 where id = $1', [id]);
      await until(() => heard.every(({ events }) => events.length > 1));
    });
    const read = texts.filter((text) => / from sale s /.test(text));
    expect(read).toEqual([expect.stringMatching(/s\.id = any\(.*total >= /s)]);
  });
});

describe('the arguments of a subscription', () => {
  it('ids are 1 to 100 UUIDs', async () => {
    const query = 'subscription ($ids: [ID!]) { saleChanged(ids: $ids) { id } }';
    for (const [ids, named, message] of [
      [[], 'ids', 'The argument ids must have 1 to 100 ids, not 0.'],
      [Array.from({ length: 101 }, () => UNKNOWN), 'ids', 'The argument ids must have 1 to 100 ids, not 101.'],
      [['x'], 'ids[0]', 'Every one of the argument ids must be a UUID.'],
    ] as const) {
      expect(await refusalOf(admin, query, { ids })).toEqual(['VALIDATION_FAILED', named, message]);
    }
  });

  it.each([
    ['saleChanged(filter: { createdAt: { withinLast: "24h" } }) { id }', 'filter.createdAt'],
    ['saleChanged(filter: { createdAt: { olderThan: "4w" } }) { id }', 'filter.createdAt'],
    ['saleChanged(filter: { or: [{ not: { createdAt: { during: TODAY } } }] }) { id }', 'filter.createdAt'],
    ['deviceChanged(filter: { online: { eq: true } }) { id }', 'filter.online'],
    ['saleChanged(filter: { device: { createdAt: { withinLast: "7d" } } }) { id }', 'filter.device'],
    ['auditEntryAdded(filter: { serviceAccount: { status: { eq: ACTIVE } } }) { id }', 'filter.serviceAccount'],
  ])('a condition that depends on the present time is refused: %s', async (field, named) => {
    expect(await refusalOf(await app.as('SUPER_ADMIN'), `subscription { ${field} }`)).toEqual([
      'VALIDATION_FAILED',
      named,
      expect.stringContaining('depends on the present time'),
    ]);
  });

  it('a filter by a fixed time and by a date is accepted', async () => {
    const query = `subscription { saleChanged(filter: { createdAt: { gte: "2020-01-01", lt: "2999-01-01T00:00:00Z" } }) { event id matches } }`;
    const heard = await clientOf(admin).listen(query);
    const { id } = await makeSale(app);
    await until(() => heard.events.length > 1);
    expect(heard.events[1]).toEqual({ event: 'CREATED', id, matches: true });
  });

  it('a filter that lists refuse is refused', async () => {
    const query = 'subscription { saleChanged(filter: { createdAt: { gte: "nonsense" } }) { id } }';
    expect(await refusalOf(admin, query)).toEqual(['VALIDATION_FAILED', 'filter.createdAt.gte', expect.any(String)]);
  });
});

describe('the cost of a filter', () => {
  const contains = (count: number) =>
    `{ or: [${Array.from({ length: count }, (_, at) => `{ number: { contains: "x${at}" } }`).join(', ')}] }`;

  it('a filter counts towards the maximum cost of a subscription', async () => {
    const query = (count: number) => `subscription { saleChanged(filter: ${contains(count)}) { event id } }`;
    expect(await refusalOf(admin, query(10))).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
      undefined,
      expect.stringContaining('the maximum is 1000'),
    ]);
    await clientOf(admin).listen(query(9));
  });

  it('a filter costs its caller for records that do not match too: beyond the budget the caller reads again, and nobody else does', async () => {
    const sales = [];
    for (let count = 0; count < 20; count++) sales.push((await makeSale(app)).id);
    const expensive = await clientOf(await app.as('ADMIN')).listen(
      `subscription { saleChanged(filter: ${contains(9)}) { event id matches } }`,
    );
    const quiet = await clientOf(await app.as('ADMIN')).listen('subscription { saleChanged { event id } }');
    await app.sql('update sale set notes = $2 where id = any ($1::uuid[])', [sales, 'nothing']);
    await until(() => quiet.changes().length === sales.length && expensive.events.length > 1);
    await until(() => expensive.events.at(-1)?.event === 'REFETCH');
    expect(expensive.changes().length).toBeLessThan(sales.length);
    expect(quiet.events.filter(({ event }) => event === 'REFETCH')).toHaveLength(1);
  });
});

describe('the rights of a filter', () => {
  /** By the name of its record: a query of a list with the filter. Installations are followed from devices, as events of them are. */
  const listed = (field: string) => (filter: string) => `{ ${field}(first: 1, filter: ${filter}) { nodes { id } } }`;
  const lists: Readonly<Record<string, (filter: string) => string>> = {
    Device: listed('devices'),
    Release: listed('releases'),
    Installation: (filter) =>
      `{ devices(first: 1) { nodes { installations(first: 1, filter: ${filter}) { nodes { id } } } } }`,
    Preorder: listed('preorders'),
    Sale: listed('sales'),
    AuditEntry: listed('auditEntries'),
  };
  /** Filters of a field that are asked as one. */
  const AT_ONCE = 8;
  /** Derived from the time: no event says when it changes. */
  const DERIVED = '{ online: { in: [] } }';
  const condition = ([name = '']: readonly string[]) => `{ ${name}: { in: [] } }`;
  const filters = [...liveFields.values()].flatMap((field) => {
    const { record } = field.reader;
    const own = fieldsWith(record, 'filter').map((name) => condition([name]));
    const across = conditionEdges(record).map(({ name, to }) => `{ ${name}: ${condition(fieldsWith(to, 'filter'))} }`);
    return [...own, ...across]
      .filter((filter) => filter !== DERIVED)
      .map((filter) => ({ field, filter, list: lists[record.name] }));
  });

  type Filter = (typeof filters)[number];
  /** Several filters of one field as one, which is refused if any of them is. */
  const together = ([first, ...others]: readonly [Filter, ...Filter[]]): Filter => ({
    ...first,
    filter: `{ ${[first, ...others].map(({ filter }) => filter.slice(1, -1).trim()).join(', ')} }`,
  });
  const groups = [...liveFields.values()].flatMap((field) => {
    const own = filters.filter((each) => each.field === field);
    return Array.from({ length: Math.ceil(own.length / AT_ONCE) }, (_, at) =>
      own.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
  });

  it.each(ROLES)('a subscription of %s takes exactly the filters that the list takes', async (role) => {
    const caller = await app.as(role);
    const client = clientOf(caller);
    const outcomes: string[] = [];
    /** @returns whether both take the filter */
    const isTaken = async ({ field, filter, list = listed('') }: Filter): Promise<boolean> => {
      const { body } = await caller.gql(list(filter));
      const code = body.errors?.[0].extensions.code ?? 'REFETCH';
      const heard = client.subscribe(`subscription { ${field.name}(filter: ${filter}) { event } }`);
      await until(() => heard.results.length > 0 || heard.error !== undefined);
      const got = heard.events[0]?.event ?? heard.results[0]?.errors?.[0]?.extensions?.code;
      outcomes.push(got);
      expect([field.name, filter, got]).toEqual([field.name, filter, code]);
      heard.dispose();
      return code === 'REFETCH';
    };
    for (const group of groups) {
      const [first, ...others] = group;
      const access = first?.field.needs.access;
      if (!first || access?.kind !== 'admin' || !access.roles.includes(role)) continue;
      if (await isTaken(together([first, ...others]))) continue;
      for (const each of group) await isTaken(each);
    }
    expect(outcomes).toContain('REFETCH');
  });

  it.each([
    ['deviceChanged(filter: { owner: { fullName: { contains: "Canary" } } })', 'OPERATIONS'],
    ['auditEntryAdded(filter: { requestId: { eq: "canary" } })', 'VIEWER'],
  ] as const)('a filter by what a caller may no longer see ends its subscription at once: %s', async (field, role) => {
    const caller = await app.as('ADMIN');
    const heard = await clientOf(caller).listen(`subscription { ${field} { event id matches } }`);
    await app.sql('update admin set role = $2 where id = $1', [caller.admin.id, role]);
    await until(() => heard.isComplete);
    expect(heard.results.at(-1)?.errors?.map(({ extensions }) => extensions?.code)).toEqual(['ROLE_FORBIDDEN']);
  });
});

it('the notification of a change names the columns that it changed, and none of their values', async () => {
  const { id } = await makePreorder(app, { quantity: 2 });
  const payloads: (string | undefined)[] = [];
  const listener = new pg.Client({ connectionString: app.database.url });
  await listener.connect();
  listener.on('notification', ({ payload }) => payloads.push(payload));
  await listener.query('listen karvon');
  await app.sql(`update preorder set quantity = 3, city = 'Canary' where id = $1`, [id]);
  await until(() => payloads.length > 0);
  await listener.end();
  expect(payloads).toEqual([`preorder UPDATED ${id} changed=city,quantity`]);
});
