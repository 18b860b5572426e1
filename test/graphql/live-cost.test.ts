import pg from 'pg';
import { LIVE_BUDGET } from '../../src/graphql/live/live-budget.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { insertSession } from '../support/factories/admin.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeSale } from '../support/factories/sale.ts';
import { insertServiceAccount } from '../support/factories/service-account.ts';
import { waiters } from '../support/lock-waiters.ts';
import { statementTextsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';
import { type Heard, type LiveClient, liveClient, punctualClient } from './live-client.ts';

const SALES = 'subscription { saleChanged { event id sale { number } } }';
const STREAMS_PER_SESSION = 10;
/** At least what an event of `expensive` costs. */
const EXPENSIVE = 900;

let app: TestApp;
const clients: LiveClient[] = [];

beforeAll(async () => {
  app = await cleanTestApp();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => app.stop());

function clientOf({ cookie }: Pick<Caller, 'cookie'>): LiveClient {
  const client = liveClient(app.url, cookie);
  clients.push(client);
  return client;
}

/** One whose listeners hear nothing of what was committed before. */
function punctual({ cookie }: Pick<Caller, 'cookie'>): LiveClient {
  const client = punctualClient(app, app.url, cookie);
  clients.push(client);
  return client;
}

const tokenClient = (token: string): LiveClient => {
  const client = liveClient(app.url, '', { headers: { authorization: `Bearer ${token}` } });
  clients.push(client);
  return client;
};

/** The same admin, signed in once more. */
async function anotherSessionOf({ admin }: Caller): Promise<Pick<Caller, 'cookie'>> {
  const { token } = await insertSession(app.sql, admin.id, app.clock.now());
  return { cookie: `karvon_admin_session=${token}` };
}

/** A document that may read a thousand records, equal to no other. */
const expensive = (name: string) =>
  `subscription { saleChanged { event id ${name}: id sale { customer { sales(first: 50) { nodes { id customer { sales(first: 15) { nodes { id } } } } } } } } }`;

const refetches = ({ events }: Heard) => events.filter(({ event }) => event === 'REFETCH').length;

/** Whether a client that reads again at each REFETCH knows of all changes. */
function knowsAll({ events }: Heard, ids: readonly string[]): boolean {
  let next: number | undefined;
  for (const { event, id } of events) {
    if (event === 'REFETCH') {
      next = undefined;
      continue;
    }
    const at = ids.indexOf(id);
    if (next !== undefined && at !== next) return false;
    next = at + 1;
  }
  return next === undefined || next === ids.length;
}

describe('live events', () => {
  it('live events cost a caller no more than the budget of each second, over all sessions; beyond it the caller reads again, and nobody else does', async () => {
    const flooding = await app.as('ADMIN');
    const sessions = [flooding, await anotherSessionOf(flooding), await anotherSessionOf(flooding)];
    const flood = sessions.flatMap((session, at) => {
      const client = clientOf(session);
      return Array.from({ length: STREAMS_PER_SESSION }, (_, index) => client.subscribe(expensive(`n${at}${index}`)));
    });
    const quiet = await punctual(await app.as('ADMIN')).listen(SALES);
    await until(() => flood.every(({ events }) => events.length > 0));
    const startedAt = performance.now();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push((await makeSale(app)).id);
    await until(() => quiet.changes().length === ids.length);
    expect(quiet.changes().map(({ id }) => id)).toEqual(ids);
    expect(refetches(quiet)).toBe(1);
    // Nobody is left with what is out of date.
    await until(() => flood.every((heard) => knowsAll(heard, ids) && heard.events.length > 1));
    const seconds = (performance.now() - startedAt) / 1_000;
    const shown = flood.reduce((sum, heard) => sum + heard.changes().length, 0);
    expect(shown).toBeGreaterThan(0);
    // One second may have begun before, and one is not over yet.
    expect(shown * EXPENSIVE).toBeLessThanOrEqual(LIVE_BUDGET * (seconds + 2));
    expect(Math.max(...flood.map(refetches))).toBeLessThanOrEqual(seconds + 3);
    // The budget has room again.
    for (const heard of flood.slice(1)) heard.dispose();
    const [last] = flood as [Heard];
    await until(async () => {
      const { id } = await makeSale(app);
      await until(() => last.events.at(-1)?.id === id || last.events.at(-1)?.event === 'REFETCH');
      return last.events.at(-1)?.id === id;
    });
  });

  it('live events of equal subscriptions of callers with equal rights are executed once', async () => {
    const document =
      'subscription ($id: ID!, $more: Boolean!) { saleChanged(ids: [$id]) { event sale { id @include(if: $more) customer { fullName } } } }';
    const { id } = await makeSale(app, { customer: { fullName: 'Karima Nazarova' } });
    const heard = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = clientOf(await app.as(index % 2 ? 'ADMIN' : 'SALES'));
        // The order of variables does not matter.
        const listening = client.subscribe(document, index % 3 ? { id, more: true } : { more: true, id });
        await until(() => listening.events.length > 0);
        return listening;
      }),
    );
    const texts = await statementTextsOf(async () => {
      await app.sql('update sale set revision = revision + 1 where id = $1', [id]);
      await until(() => heard.every(({ events }) => events.length > 1));
    });
    const shown = { event: 'UPDATED', sale: { id, customer: { fullName: 'Karima Nazarova' } } };
    expect(heard.map((each) => each.changes())).toEqual(heard.map(() => [shown]));
    // ADMIN and SALES: two rights.
    expect(texts.filter((text) => / from customer c /.test(text))).toHaveLength(2);
    expect(texts.filter((text) => / from sale s /.test(text))).toHaveLength(1);
  });

  it('live events show each caller what a query shows this caller, whoever has subscribed to the same', async () => {
    const entry = `action actorLabel ip changes actor { name } record { __typename ... on Admin { email role availableActions { operation to allowed blockedBy reason } } }`;
    const device = `serial owner { fullName } availableActions { operation to allowed blockedBy reason }`;
    const made = await makeDevice(app, { status: 'ACTIVE' });
    const [boss, other, owner] = [
      await app.as('SUPER_ADMIN'),
      await app.as('SUPER_ADMIN'),
      await app.as('SUPER_ADMIN'),
    ];
    const scripts = [
      await insertServiceAccount(app, owner.admin.id, 'SUPER_ADMIN'),
      await insertServiceAccount(app, owner.admin.id, 'ADMIN'),
      await insertServiceAccount(app, boss.admin.id, 'SUPPORT'),
    ];
    const people = [
      boss,
      other,
      owner,
      ...(await Promise.all(
        (['ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'] as const).map((role) => app.as(role)),
      )),
    ];
    const callers = [
      ...people.map((caller) => ({ caller, role: caller.admin.role, client: clientOf(caller) })),
      ...scripts.map((script) => ({ caller: script, role: 'script' as const, client: tokenClient(script.token) })),
    ];
    const devices = callers.map(({ client }) =>
      client.subscribe(`subscription ($id: ID!) { deviceChanged(ids: [$id]) { event device { ${device} } } }`, {
        id: made.id,
      }),
    );
    const auditors = callers.filter(({ role }) => role !== 'OPERATIONS' && role !== 'SALES');
    const entries = auditors.map(({ client }) =>
      client.subscribe(
        `subscription { auditEntryAdded(filter: { action: { eq: exportTeam } }) { event auditEntry { id ${entry} } } }`,
      ),
    );
    await until(() => [...devices, ...entries].every(({ events }) => events.length > 0));
    const [about] = await app.sql(
      `insert into audit_entry (id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, request_id, ip, transport)
       values (gen_random_uuid(), now(), 'ADMIN', $1, $2, 'exportTeam', 'Admin', $3, '{"name": {"from": "Old", "to": "New"}}', 'made', '10.1.2.3', 'GRAPHQL') returning id`,
      [boss.admin.id, boss.admin.email, other.admin.id],
    );
    await app.sql('update device set revision = revision + 1 where id = $1', [made.id]);
    await until(() => [...devices, ...entries].every((heard) => heard.changes().length > 0));

    const shownDevices = await Promise.all(
      callers.map(({ caller }) => caller.gql(`query ($id: ID!) { device(id: $id) { ${device} } }`, { id: made.id })),
    );
    expect(devices.map((heard) => heard.changes()[0].device)).toEqual(shownDevices.map(({ body }) => body.data.device));
    const hidden = (extensions: Json) => extensions?.hidden;
    expect(devices.map(({ results }) => hidden(results.at(-1)?.extensions))).toEqual(
      shownDevices.map(({ body }) => hidden(body.extensions)),
    );
    const shownEntries = await Promise.all(
      auditors.map(({ caller }) =>
        caller.gql(`{ auditEntries(first: 1, filter: { action: { eq: exportTeam } }) { nodes { id ${entry} } } }`),
      ),
    );
    expect(entries.map((heard) => heard.changes()[0].auditEntry)).toEqual(
      shownEntries.map(({ body }) => body.data.auditEntries.nodes[0]),
    );
    expect(new Set(entries.map((heard) => heard.changes()[0].auditEntry.id))).toEqual(new Set([about.id]));
    // They do differ: by the role, by the session or token, and by who it is.
    const different = (values: readonly unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
    expect(different(devices.map((heard) => heard.changes()[0]))).toBeGreaterThanOrEqual(4);
    expect(different(entries.map((heard) => heard.changes()[0]))).toBeGreaterThanOrEqual(4);
  });

  it('live events show nothing to one who has signed out, though others with the same subscription see them', async () => {
    const [leaving, staying] = [await app.as('ADMIN'), await app.as('ADMIN')];
    const [gone, there] = [await punctual(leaving).listen(SALES), await punctual(staying).listen(SALES)];
    expect((await leaving.rest('POST', '/v1/admin/auth/logout')).status).toBe(201);
    await makeSale(app);
    await until(() => there.changes().length === 1 && gone.isComplete);
    expect(gone.changes()).toEqual([undefined]);
    expect(gone.results.at(-1)?.errors?.map(({ extensions }) => extensions?.code)).toEqual(['ADMIN_AUTH_REQUIRED']);
  });

  it('live events show a caller whose role changes while they are read what the new role may see', async () => {
    const caller = await app.as('ADMIN');
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const heard = clientOf(caller).subscribe(
      'subscription ($id: ID!) { deviceChanged(ids: [$id]) { event device { serial owner { fullName } } } }',
      { id },
    );
    await until(() => heard.events.length > 0);
    const holder = new pg.Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('begin; lock table customer in access exclusive mode');
    await app.sql('update device set revision = revision + 1 where id = $1', [id]);
    await until(async () => (await waiters(app.sql, `relation = 'customer'::regclass`)) > 0);
    const witness = await punctual(await app.as('SUPER_ADMIN')).listen('subscription { preorderChanged { event } }');
    await app.sql(`update admin set role = 'OPERATIONS' where id = $1`, [caller.admin.id]);
    // Comes after the notification of the role.
    await app.sql(`select pg_notify('karvon', $1)`, [`preorder UPDATED ${id}`]);
    await until(() => witness.events.length > 1);
    await holder.query('commit');
    await holder.end();
    await until(() => heard.changes().length > 0);
    expect(heard.changes()).toEqual([{ event: 'UPDATED', device: { serial: expect.any(String), owner: null } }]);
    expect(heard.results.at(-1)?.extensions).toEqual({ hidden: ['Device.owner'] });
  });

  it('live events are made for one subscription of a caller at a time, and the events of others do not wait for them', async () => {
    const waiting = clientOf(await app.as('ADMIN'));
    const { id } = await makeSale(app);
    const stuck = Array.from({ length: 10 }, (_, index) =>
      waiting.subscribe(`subscription { saleChanged { event n${index}: id sale { refunds { nodes { id } } } } }`),
    );
    const free = await punctual(await app.as('ADMIN')).listen(SALES);
    await until(() => stuck.every(({ events }) => events.length > 0));
    const holder = new pg.Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('begin; lock table refund in access exclusive mode');
    const update = () => app.sql('update sale set revision = revision + 1 where id = $1', [id]);
    await update();
    await until(async () => (await waiters(app.sql, `relation = 'refund'::regclass`)) > 0);
    for (let count = 0; count < 5; count++) await update();
    await until(() => free.changes().length === 6);
    expect(await waiters(app.sql, `relation = 'refund'::regclass`)).toBe(1);
    await holder.query('commit');
    await holder.end();
    await until(() => stuck.every((heard) => heard.changes().length === 6));
  });

  it('live events that are longer than half a megabyte come as REFETCH', async () => {
    const admin = await app.as('ADMIN');
    const client = punctual(admin);
    const [whole, part] = [
      await client.listen('subscription { auditEntryAdded { event auditEntry { id detail } } }'),
      await client.listen('subscription { auditEntryAdded { event id } }'),
    ];
    const insert = `insert into audit_entry (id, at, actor_type, action, detail, request_id, ip, transport)
      values (gen_random_uuid(), now(), 'SYSTEM', 'importAll', jsonb_build_object('text', repeat('x', $1::int)), 'made', '127.0.0.1', 'SYSTEM') returning id`;
    const [long] = await app.sql(insert, [600_000]);
    await until(() => whole.events.length === 2);
    const [short] = await app.sql(insert, [60_000]);
    await until(() => part.changes().length === 2 && whole.events.length === 3);
    expect(part.changes().map(({ id }) => id)).toEqual([long.id, short.id]);
    expect(whole.events.map((each) => each.auditEntry?.id ?? each.event)).toEqual(['REFETCH', 'REFETCH', short.id]);
  });
});

it('an admin has room for as many streams again after all were cut off in the middle of events', async () => {
  const admin = await app.as('ADMIN');
  const sessions = [admin, await anotherSessionOf(admin), await anotherSessionOf(admin)];
  for (let round = 0; round < 3; round++) {
    const streams = sessions.map((session) => clientOf(session));
    const heard = streams.flatMap((stream) =>
      Array.from({ length: STREAMS_PER_SESSION }, () => stream.subscribe(SALES)),
    );
    await until(() => heard.every(({ events }) => events.length > 0));
    await Promise.all(Array.from({ length: 5 }, () => makeSale(app)));
    await until(() => heard.some(({ events }) => events.length > 1));
    for (const stream of streams) stream.close();
    await until(async () => {
      const client = liveClient(app.url, admin.cookie);
      const probe = client.subscribe(SALES);
      await until(() => probe.events.length > 0 || probe.error !== undefined || probe.isComplete);
      client.close();
      return probe.events.length > 0;
    });
  }
});
