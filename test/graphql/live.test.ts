import 'reflect-metadata';
import { liveFields } from '../../src/graphql/live/live-fields.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { ROLES } from '../support/contract.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makeSale } from '../support/factories/sale.ts';
import { until } from '../support/until.ts';
import { type LiveClient, punctualClient } from './live-client.ts';

let app: TestApp;
let admin: Caller;
const clients: LiveClient[] = [];

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.as('ADMIN');
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => app.stop());

function clientOf({ cookie }: Pick<Caller, 'cookie'>, options = {}, { url } = app): LiveClient {
  const client = punctualClient(app, url, cookie, options);
  clients.push(client);
  return client;
}

const changeDevice = (id: string, caller = admin) =>
  caller.gql(
    'mutation ($id: ID!) { setDeviceStatus(id: $id, input: { status: REPAIR, reason: "dented" }) { device { id } } }',
    {
      id,
    },
  );

describe('a subscription', () => {
  it('a device that is changed is shown as it is after the commit, with any selection', async () => {
    const { id, serial } = await makeDevice(app, { status: 'ACTIVE' });
    const heard = await clientOf(admin).listen(
      'subscription { deviceChanged { event id device { serial status owner { fullName } events(first: 1) { nodes { reason } } } } }',
    );
    expect(heard.events).toEqual([{ event: 'REFETCH', id: null, device: null }]);
    expect((await changeDevice(id)).status).toBe(200);
    await until(() => heard.changes().length > 0);
    const owner = { fullName: 'Aziza Karimova' };
    expect(heard.changes()).toEqual([
      { event: 'UPDATED', id, device: { serial, status: 'REPAIR', owner, events: { nodes: [{ reason: 'dented' }] } } },
    ]);
    expect(heard.results.at(-1)?.extensions).toBeUndefined();
  });

  it('sales, preorders, releases, installations and the audit log are shown', async () => {
    const client = clientOf(admin);
    const [sales, preorders, releases, installations, entries] = await Promise.all([
      client.listen('subscription { saleChanged { event id sale { total } } }'),
      client.listen('subscription { preorderChanged { event id preorder { quantity } } }'),
      client.listen('subscription { releaseChanged { event id release { version stats { total } } } }'),
      client.listen('subscription { installationChanged { event id installation { status } } }'),
      client.listen(
        'subscription { auditEntryAdded(filter: { action: { eq: setDeviceStatus } }) { event auditEntry { action targetId } } }',
      ),
    ]);
    const changeAll = async (version: string) => {
      const sale = await makeSale(app, { deviceStatus: 'ACTIVE' });
      const preorder = await makePreorder(app, { quantity: 2 });
      const release = await makeRelease(app, { version });
      // Of another device than the one that is suspended, which would leave its installation.
      const installation = await makeInstallation(app, await makeDevice(app), release);
      await changeDevice(sale.deviceId);
      await app.sql('delete from preorder where id = $1', [preorder.id]);
      return { sale, preorder, release, installation };
    };
    // What follows shows that nothing else came before it.
    const made = [await changeAll('2.0.0'), await changeAll('2.0.1')];
    const [, last] = made;
    const heardOfTheLast = [
      () => sales.changes().at(-1)?.id === last?.sale.id,
      () => preorders.changes().at(-1)?.event === 'DELETED' && preorders.changes().at(-1)?.id === last?.preorder.id,
      () => releases.changes().at(-1)?.event === 'PROGRESS' && releases.changes().at(-1)?.id === last?.release.id,
      () => installations.changes().at(-1)?.id === last?.installation.id,
      () => entries.changes().at(-1)?.auditEntry.targetId === last?.sale.deviceId,
    ];
    await until(() => heardOfTheLast.every((isHeard) => isHeard()));
    expect(sales.changes()).toEqual(
      made.map(({ sale }) => ({ event: 'CREATED', id: sale.id, sale: { total: 1_000_000 } })),
    );
    for (const { preorder } of made) {
      expect(preorders.changes()).toContainEqual({ event: 'DELETED', id: preorder.id, preorder: null });
    }
    expect(releases.changes()).toEqual(
      made.flatMap(({ release: { id, version } }) => [
        { event: 'CREATED', id, release: { version, stats: { total: expect.any(Number) } } },
        { event: 'PROGRESS', id, release: { version, stats: { total: 1 } } },
      ]),
    );
    expect(installations.changes()).toEqual(
      made.map(({ installation: { id } }) => ({ event: 'CREATED', id, installation: { status: 'AVAILABLE' } })),
    );
    expect(entries.changes()).toEqual(
      made.map(({ sale }) => ({
        event: 'CREATED',
        auditEntry: { action: 'setDeviceStatus', targetId: sale.deviceId },
      })),
    );
  });

  it('a sign-out ends the stream before another event is shown', async () => {
    const caller = await app.as('ADMIN');
    const heard = await clientOf(caller).listen('subscription { saleChanged { event id } }');
    const { status } = await caller.rest('POST', '/v1/admin/auth/logout');
    expect(status).toBe(201);
    await makeSale(app);
    await until(() => heard.isComplete);
    expect(heard.changes()).toEqual([undefined]);
    expect(heard.results.at(-1)?.errors?.map(({ extensions }) => extensions?.code)).toEqual(['ADMIN_AUTH_REQUIRED']);
  });

  it('a subscription that is refused says why', async () => {
    const sales = await app.as('SALES');
    const client = clientOf(sales);
    const [role, invalid, query] = [
      'subscription { releaseChanged { id } }',
      'subscription { nope }',
      '{ viewer { role } }',
    ].map((document) => client.subscribe(document));
    await until(() => [role, invalid, query].every((heard) => heard?.error !== undefined || heard?.isComplete));
    expect(role?.results[0]?.errors?.[0]?.extensions).toMatchObject({ code: 'ROLE_FORBIDDEN', status: 403 });
    expect(invalid?.results[0]?.errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(query?.results[0]?.errors?.[0]?.message).toBe(
      'Only subscriptions are served here. Send queries to /graphql.',
    );
  });
});

describe('a role', () => {
  const fields = [...liveFields.values()];

  it.each(ROLES)('%s may subscribe to what its operations read, and to nothing else', async (role) => {
    const client = clientOf(await app.as(role));
    const allowed = fields.map(({ needs: { access } }) => access.kind === 'admin' && access.roles.includes(role));
    const heard = fields.map(({ name }) => client.subscribe(`subscription { ${name} { event } }`));
    await until(() => heard.every(({ results }) => results.length > 0));
    expect(heard.map(({ events, results }) => events[0]?.event ?? results[0]?.errors?.[0]?.extensions?.code)).toEqual(
      allowed.map((may) => (may ? 'REFETCH' : 'ROLE_FORBIDDEN')),
    );
  });

  it('a role is asked for by every field of Subscription', () => {
    const served = Object.keys(buildOpenSchema().getSubscriptionType()?.getFields() ?? {});
    expect(served).toEqual(fields.map(({ name }) => name));
  });
});

describe('an event', () => {
  it('an event is not shown after a rollback, and not for a record that the arguments leave out', async () => {
    const [device, other] = [await makeDevice(app, { status: 'ACTIVE' }), await makeDevice(app, { status: 'ACTIVE' })];
    const heard = await clientOf(admin).listen('subscription ($id: ID!) { deviceChanged(ids: [$id]) { event id } }', {
      id: device.id.toUpperCase(),
    });
    await app
      .sql(`do $$ begin update device set revision = revision + 1; raise exception 'undone'; end $$`)
      .catch(() => undefined);
    await changeDevice(other.id);
    // Events keep the order of the commits, so this one comes after all that there is.
    await changeDevice(device.id);
    await until(() => heard.changes().length > 0);
    expect(heard.changes()).toEqual([{ event: 'UPDATED', id: device.id }]);
  });

  it('an event follows no heartbeat, but an activation by one', async () => {
    const device = await makeDevice(app, { status: 'CLAIMED' });
    const heard = await clientOf(admin).listen('subscription { deviceChanged { event device { status } } }');
    for (let count = 0; count < 3; count++) {
      await beat(app, device);
      app.clock.advance(1_000);
    }
    await until(() => heard.changes().length > 0);
    await changeDevice(device.id);
    await until(() => heard.changes().at(-1)?.device.status === 'REPAIR');
    expect(heard.changes().map((change) => change.device.status)).toEqual(['ACTIVE', 'REPAIR']);
    expect(heard.changes()[0]?.event).toBe('UPDATED');
  });

  it('an event hides edges that the role may not follow', async () => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const document = 'subscription { deviceChanged { event device { owner { fullName } } } }';
    const [heard, hidden] = await Promise.all([
      clientOf(admin).listen(document),
      clientOf(await app.as('OPERATIONS')).listen(document),
    ]);
    await changeDevice(id);
    await until(() => heard.changes().length > 0 && hidden.changes().length > 0);
    expect(heard.results.at(-1)).toMatchObject({
      data: { deviceChanged: { device: { owner: { fullName: 'Aziza Karimova' } } } },
    });
    expect(hidden.results.at(-1)).toEqual({
      data: { deviceChanged: { event: 'UPDATED', device: { owner: null } } },
      extensions: { hidden: ['Device.owner'] },
    });
  });

  it('an event of the audit log is masked for the roles that see personal data masked', async () => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const document = 'subscription { auditEntryAdded { event auditEntry { actorLabel ip } } }';
    const [clear, masked] = await Promise.all([
      clientOf(admin).listen(document),
      clientOf(await app.as('VIEWER')).listen(document),
    ]);
    await changeDevice(id);
    await until(() => clear.changes().length > 0 && masked.changes().length > 0);
    expect(clear.changes()[0].auditEntry.actorLabel).toBe(admin.admin.email);
    expect(masked.changes()[0].auditEntry).toEqual({
      actorLabel: expect.stringMatching(/^.\*\*\*@.\*\*\*$/),
      ip: '***',
    });
  });

  it('an event tells of devices that come online and go offline, once each', async () => {
    const [fresh, known] = [await makeDevice(app, { status: 'ACTIVE' }), await makeDevice(app, { status: 'ACTIVE' })];
    await addPresence(app, known.id);
    // An instance that nobody has listened to: its first sweep finds the known one, and tells of it to nobody.
    const other = await startTestApp({ database: app.database, clock: app.clock });
    const heard = await clientOf(admin, {}, other).listen(
      'subscription { devicePresenceChanged { event id device { presence { online } } } }',
    );
    await addPresence(app, fresh.id);
    await until(() => heard.changes().length > 0);
    app.clock.advance(3_600_000);
    await until(() =>
      [fresh, known].every(({ id }) => heard.changes().some((each) => each.id === id && each.event === 'OFFLINE')),
    );
    const ids = (event: string) => heard.changes().flatMap((change) => (change.event === event ? [change.id] : []));
    expect(ids('ONLINE')).toEqual([fresh.id]);
    expect(ids('OFFLINE')).toEqual(expect.arrayContaining([fresh.id, known.id]));
    expect(heard.changes()[0].device.presence.online).toBe(true);
    expect(heard.changes().at(-1).device.presence.online).toBe(false);
    await other.stop();
  });
});
