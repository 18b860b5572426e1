import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { FIRMWARE } from './releases.ts';

let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(() => app.stop());

describe('listReleases: the list of releases', () => {
  it('the list of releases is newest first, at most 100 over REST, with the total', async () => {
    const first = await makeRelease(app, {
      version: '9.0.0',
      channel: 'BETA',
      createdAt: new Date(app.clock.now().getTime() + 1000),
    });
    for (let made = 0; made < 101; made += 1) await makeRelease(app);
    const { status, body } = await manager.rest('GET', FIRMWARE);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['items', 'skip', 'take', 'total']);
    expect(body).toMatchObject({ total: 102, skip: 0, take: 100, items: { length: 100 } });
    expect(body.items[0]).toMatchObject({ id: first.id, version: '9.0.0', channel: 'BETA' });
    expect(body.items[0]).not.toHaveProperty('manifest');
    expect(body.items[0]).not.toHaveProperty('signatures');
  });

  it.each(['skip=0', 'take=10', 'channel=BETA'])(
    'the list of releases rejects parameters over REST: %s',
    async (query) => {
      expect((await manager.rest('GET', `${FIRMWARE}?${query}`)).status).toBe(400);
    },
  );

  it('the list of releases is filtered, ordered and paged over GraphQL', async () => {
    const { body } =
      await manager.gql(`{ releases(first: 2, filter: { channel: { in: [BETA, STABLE] }, buildNumber: { gte: 1 } },
      sort: [{ field: BUILD_NUMBER, direction: ASC }]) { totalCount nodes { buildNumber channel } pageInfo { hasNextPage endCursor } } }`);
    const { nodes, totalCount, pageInfo } = body.data.releases;
    expect([nodes.length, totalCount, pageInfo.hasNextPage]).toEqual([2, 102, true]);
    expect(nodes[0].buildNumber).toBeLessThan(nodes[1].buildNumber);
    const next = await manager.gql(
      `query($after: String) { releases(first: 2, after: $after, filter: { channel: { in: [BETA, STABLE] }, buildNumber: { gte: 1 } },
        sort: [{ field: BUILD_NUMBER, direction: ASC }]) { nodes { buildNumber } } }`,
      { after: pageInfo.endCursor },
    );
    expect(next.body.data.releases.nodes[0].buildNumber).toBeGreaterThan(nodes[1].buildNumber);
    const only = await manager.gql('{ releases(filter: { channel: { eq: BETA } }) { nodes { version } } }');
    expect(only.body.data.releases.nodes).toEqual([{ version: '9.0.0' }]);
  });

  it.each([
    ['SUPER_ADMIN', 200],
    ['ADMIN', 200],
    ['FIRMWARE_MANAGER', 200],
    ['VIEWER', 200],
    ['OPERATIONS', 403],
    ['SALES', 403],
    ['SUPPORT', 403],
  ] as const)('the list of releases answers %s with %i', async (role, status) => {
    expect((await (await app.as(role)).rest('GET', FIRMWARE)).status).toBe(status);
  });
});

describe('getRelease: one release', () => {
  it('one release has the statistics of its installations', async () => {
    const release = await makeRelease(app);
    const states = [
      {},
      { status: 'DOWNLOADING' },
      { status: 'SUCCESS', verification: 'CONFIRMED' },
      { status: 'SUCCESS', verification: 'CONFIRMED' },
      { status: 'SUCCESS', verification: 'UNVERIFIED' },
      { status: 'SUCCESS', verification: 'CONTRADICTED' },
      { status: 'FAILED', failureSource: 'DEVICE' },
      { status: 'FAILED', failureSource: 'OPERATOR' },
      { status: 'ROLLED_BACK' },
    ] as const;
    for (const state of states) await makeInstallation(app, await makeDevice(app), release, state);
    const expected = {
      total: 9,
      byStatus: [
        { status: 'AVAILABLE', count: 1 },
        { status: 'DOWNLOADING', count: 1 },
        { status: 'SUCCESS', count: 4 },
        { status: 'FAILED', count: 2 },
        { status: 'ROLLED_BACK', count: 1 },
      ],
      confirmed: 2,
      unverified: 1,
      contradicted: 1,
      interrupted: 1,
      silent: 0,
      failureRate: 0.5,
    };
    const { body } = await manager.rest('GET', `${FIRMWARE}/${release.id}`);
    expect(body.stats).toEqual(expected);
    const reply = await manager.gql(
      `query($id: ID!) { release(id: $id) { stats { total byStatus { status count } confirmed unverified contradicted
         interrupted silent failureRate } events { nodes { id } } availableActions { operation to allowed blockedBy } } }`,
      { id: release.id },
    );
    expect(reply.body.data.release.stats).toEqual(expected);
    const moves = reply.body.data.release.availableActions.filter(({ to, allowed }: Json) => to && allowed);
    expect(moves.map(({ to }: Json) => to)).toEqual(['ROLLING_OUT', 'PAUSED', 'COMPLETED', 'REVOKED']);
  });

  it.each(['01890000-0000-7000-8000-000000000000', 'nonsense'])('one release is 404 for the id %s', async (id) => {
    const reply = await manager.rest('GET', `${FIRMWARE}/${id}`);
    expect([reply.status, reply.body.error.code]).toEqual([404, 'RELEASE_NOT_FOUND']);
  });

  it('one release shows its target device only to roles that may read devices', async () => {
    const device = await makeDevice(app);
    const release = await makeRelease(app, { channel: 'INTERNAL', targetDeviceId: device.id });
    const ask = async (role: 'ADMIN' | 'FIRMWARE_MANAGER' | 'VIEWER') =>
      (await app.as(role)).gql('query($id: ID!) { release(id: $id) { targetDeviceId targetDevice { serial } } }', {
        id: release.id,
      });
    const told = { targetDeviceId: device.id, targetDevice: { serial: device.serial } };
    expect((await ask('ADMIN')).body.data.release).toEqual(told);
    expect((await ask('VIEWER')).body.data.release).toEqual(told);
    const { body } = await ask('FIRMWARE_MANAGER');
    expect(body.data.release).toEqual({ targetDeviceId: device.id, targetDevice: null });
    expect([body.errors, body.extensions.hidden]).toEqual([undefined, ['Release.targetDevice']]);
  });

  it('one release names the role as what blocks the actions of a VIEWER', async () => {
    const release = await makeRelease(app, { lifecycle: 'COMPLETED' });
    const viewer = await app.as('VIEWER');
    const { body } = await viewer.gql(`{ release(id: "${release.id}") { availableActions { to allowed blockedBy } } }`);
    const { availableActions } = body.data.release;
    expect(availableActions).toContainEqual({ to: 'REVOKED', allowed: false, blockedBy: 'ROLE' });
    expect(availableActions.filter(({ blockedBy }: Json) => blockedBy !== 'ROLE')).toEqual([]);
  });
});

describe('listPackageDevices: package devices', () => {
  const path = (query: string) => `${FIRMWARE}/package-devices?${query}`;

  it('package devices are the devices of a hardware revision that accept firmware, by serial, with their versions', async () => {
    const made = new Map<string, string>();
    for (const status of [
      'INVENTORY',
      'READY',
      'SOLD',
      'CLAIMED',
      'ACTIVE',
      'RETURNED',
      'SUSPENDED',
      'REVOKED',
      'REPAIR',
      'RETIRED',
    ] as const)
      made.set(
        status,
        (await makeDevice(app, { status, hardwareRevision: 'rev-list', serial: `LIST-${status}-0001` })).serial,
      );
    await makeDevice(app, { hardwareRevision: 'rev-other' });
    await app.sql(
      `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, firmware_build_number, app_version, uptime, status)
       select id, now(), 1, '1.2.3', 42, '1.0.0', 1, 'healthy' from device where serial = $1`,
      [made.get('ACTIVE')],
    );
    const { body } = await manager.rest('GET', path('hardwareRevision=rev-list'));
    expect(body.items.map(({ status }: Json) => status)).toEqual(['ACTIVE', 'CLAIMED', 'READY', 'REPAIR', 'SOLD']);
    expect(body).toMatchObject({ total: 5, skip: 0, take: 100 });
    expect(body.items[0]).toMatchObject({ firmwareVersion: '1.2.3', firmwareBuildNumber: 42, model: 'LAMP1' });
    expect(body.items[1]).toMatchObject({ firmwareVersion: null, firmwareBuildNumber: null });
    const found = await manager.rest('GET', path('hardwareRevision=rev-list&search=list-sold'));
    expect(found.body.items.map(({ serial }: Json) => serial)).toEqual([made.get('SOLD')]);
    const typed = await makeDevice(app, { status: 'READY', hardwareRevision: 'rev-typed' });
    const search = encodeURIComponent(typed.serial.toLowerCase().replace('-', '\u2013'));
    const byLabel = await manager.rest('GET', path(`hardwareRevision=rev-typed&search=${search}`));
    expect(byLabel.body.items.map(({ serial }: Json) => serial)).toEqual([typed.serial]);
    const graph = await manager.gql(
      '{ packageDevices(hardwareRevision: "rev-list", search: "LIST", first: 2) { totalCount nodes { serial status } pageInfo { hasNextPage } } }',
    );
    expect(graph.body.data.packageDevices).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
  });

  it.each([
    ['', 400],
    ['search=a', 400],
    [`hardwareRevision=${'a'.repeat(65)}`, 400],
    [`hardwareRevision=a&search=${'a'.repeat(65)}`, 400],
    ['hardwareRevision=a&take=1', 400],
    ['hardwareRevision=a&hardwareRevision=b', 400],
    [`hardwareRevision=${'a'.repeat(64)}&search=${'%25_%5C'.repeat(16)}`, 200],
  ])('package devices for %s return %i', async (query, status) => {
    expect((await manager.rest('GET', path(query))).status).toBe(status);
  });

  it.each(['VIEWER', 'SUPPORT', 'OPERATIONS', 'SALES'] as const)(
    'package devices fail with 403 for %s',
    async (role) => {
      expect((await (await app.as(role)).rest('GET', path('hardwareRevision=a'))).status).toBe(403);
    },
  );
});
