import { deviceCodeReader, deviceReader } from '../../src/domain/devices/index.ts';
import { follow, readRecords } from '../../src/domain/reader.ts';
import { BatchRecord } from '../../src/model/records/batch.ts';
import { DeviceRecord } from '../../src/model/records/device.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import {
  addClaimCode,
  addPresence,
  type DeviceOverrides,
  type MadeDevice,
  makeDevice,
} from '../support/factories/device.ts';
import { wholeRecord } from '../support/whole-record.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const MINUTE_MS = 60_000;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('OPERATIONS');
});
afterAll(() => app.stop());
beforeEach(() => app.sql('delete from device'));

const list = async (query: Record<string, string | number> = {}) =>
  admin.rest(
    'GET',
    `/v1/admin/devices?${new URLSearchParams(Object.entries(query).map(([k, v]): [string, string] => [k, String(v)]))}`,
  );
const idsOf = (body: Json) => body.items.map(({ id }: { id: string }) => id);
const made = async (...all: DeviceOverrides[]) => {
  const devices: MadeDevice[] = [];
  for (const [index, overrides] of all.entries()) {
    devices.push(await makeDevice(app, { createdAt: ago((all.length - index) * MINUTE_MS), ...overrides }));
  }
  return devices.map(({ id }) => id);
};

describe('listDevices: the list of devices', () => {
  it('is ordered newest first, paged, and has a total', async () => {
    const [a, b, c] = await made({}, {}, {});
    const all = await list();
    expect(all.status).toBe(200);
    expect(all.body).toMatchObject({ total: 3, skip: 0, take: 50 });
    expect(idsOf(all.body)).toEqual([c, b, a]);
    const page = await list({ skip: 1, take: 1 });
    expect(page.body).toMatchObject({ total: 3, skip: 1, take: 1 });
    expect(idsOf(page.body)).toEqual([b]);
    expect((await list({ skip: 3 })).body).toMatchObject({ items: [], total: 3 });
  });

  it('contains each device with its batch and presence', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', firmwareChannel: 'BETA', pairingEpoch: 2 });
    await addPresence(app, device.id, { lastSeenAt: ago(MINUTE_MS), firmwareVersion: '1.4.2' });
    const { body, text } = await list();
    expect(body.items).toEqual([
      wholeRecord(DeviceRecord, {
        id: device.id,
        serial: device.serial,
        status: 'ACTIVE',
        previousStatus: null,
        model: 'LAMP1',
        hardwareRevision: 'rev-b',
        batch: { id: device.batchId, code: device.batchCode, status: 'COMPLETED' },
        ownerId: device.ownerId,
        firmwareChannel: 'BETA',
        pairingEpoch: 2,
        presence: {
          online: true,
          lastSeenAt: ago(MINUTE_MS).toISOString(),
          firmwareVersion: '1.4.2',
          firmwareBuildNumber: 100,
          otaSlot: 'ota_0',
          appVersion: '2.0.0',
          uptime: 3600,
          wifiRssi: -60,
          freeHeap: 120_000,
          temperature: 41.5,
          status: 'ok',
        },
        claimedAt: NOW.toISOString(),
        activatedAt: NOW.toISOString(),
        revision: 1,
        createdAt: NOW.toISOString(),
        updatedAt: NOW.toISOString(),
      }),
    ]);
    expect(text).not.toContain(device.claimCode.slice(0, 6));
  });

  it.each([
    ['seen just now', 0, 'ok', true],
    ['seen as long ago as the settings allow', 10 * MINUTE_MS, 'ok', true],
    ['seen a millisecond longer ago', 10 * MINUTE_MS + 1, 'ok', false],
    ['that said goodbye', 0, 'shutdown', false],
  ])('derives whether a device %s is online', async (_what, agoMs, status, online) => {
    const device = await makeDevice(app);
    await addPresence(app, device.id, { lastSeenAt: ago(agoMs), status });
    expect((await list()).body.items[0].presence.online).toBe(online);
  });

  it('uses the online threshold of the settings', async () => {
    const device = await makeDevice(app);
    await addPresence(app, device.id, { lastSeenAt: ago(5 * MINUTE_MS) });
    const online = async () => (await list()).body.items[0].presence.online;
    await app.sql('update business_settings set online_threshold_minutes = 4');
    expect(await online()).toBe(false);
    await app.sql('update business_settings set online_threshold_minutes = 10');
    expect(await online()).toBe(true);
  });

  it.each([
    ['search', 'krv-abc', [0]],
    ['search', '\u041aRV\u2013\u0410\u0412C', [0]],
    ['search', 'krv def0 0000 0000 0002', [1]],
    ['search', 'https://karvon.uz/pair#serial=KRV-GHJ0000000000003&code=ABCDEF-GHJKMN-PQRSTV-WXYZ01', [2]],
    ['search', 'plan-7', [0, 1]],
    ['search', 'GLOBE', [2]],
    ['search', '%', []],
    ['search', '_', []],
    ['search', '\\', []],
    ['search', '', [0, 1, 2]],
    ['search', '  GLOBE ', [2]],
    ['hardwareRevision', 'rev-b', [0, 2]],
    ['hardwareRevision', 'rev', []],
    ['hardwareRevision', '', [0, 1, 2]],
    ['firmware', '1.4.2', [1]],
    ['firmware', '1.4', []],
    ['batch', 'PLAN-70', [0]],
    ['batch', 'plan-70', []],
    ['status', 'SOLD', [1]],
    ['status', 'RETIRED', []],
  ])('filtered by %s=%j contains the matching devices', async (name, value, expected) => {
    const ids = await made(
      { serial: 'KRV-ABC0000000000001', batchCode: 'PLAN-70', hardwareRevision: 'rev-b' },
      { serial: 'KRV-DEF0000000000002', batchCode: 'PLAN-71', hardwareRevision: 'rev-c', status: 'SOLD' },
      { serial: 'KRV-GHJ0000000000003', batchCode: 'OTHER', hardwareRevision: 'rev-b', model: 'GLOBE2' },
    );
    await addPresence(app, ids[1] ?? '', { firmwareVersion: '1.4.2' });
    const { status, body } = await list({ [name]: value });
    expect(status).toBe(200);
    expect(idsOf(body).sort()).toEqual(expected.map((index) => ids[index]).sort());
    expect(body.total).toBe(expected.length);
    await app.sql('delete from device');
    await app.sql('delete from inventory_batch');
  });

  it('can be filtered by a batch id, and by several conditions', async () => {
    const device = await makeDevice(app, { status: 'SOLD' });
    await makeDevice(app, { batchId: device.batchId });
    await makeDevice(app);
    expect((await list({ batch: device.batchId })).body.total).toBe(2);
    expect(idsOf((await list({ batch: device.batchId, status: 'SOLD' })).body)).toEqual([device.id]);
  });

  it('has the status of the batch, also for SALES, which may not read batches', async () => {
    const [old, fresh] = [await makeDevice(app), await makeDevice(app)];
    await app.sql(`update inventory_batch set status = 'ARCHIVED' where id = $1`, [old.batchId]);
    const { body } = await (await app.as('SALES')).gql('{ devices { nodes { id batchStatus } } }');
    expect(body.data.devices.nodes).toEqual([
      { id: fresh.id, batchStatus: 'COMPLETED' },
      { id: old.id, batchStatus: 'ARCHIVED' },
    ]);
  });

  it('cannot be searched by owner, because not every reader of devices may read customers', async () => {
    await makeDevice(app, { status: 'ACTIVE' });
    expect((await list({ search: 'Aziza' })).body.total).toBe(0);
    expect((await list({ search: 'example.com' })).body.total).toBe(0);
  });

  it.each([
    ['take', '0'],
    ['take', '101'],
    ['take', '1e1'],
    ['skip', '-1'],
    ['status', 'BROKEN'],
    ['status', ''],
    ['owner', 'x'],
  ])('fails with 400 and names the parameter for %s=%j', async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(name);
  });

  it('accepts a page of 100', async () => {
    expect((await list({ take: 100 })).status).toBe(200);
  });

  it('fails with 403 for FIRMWARE_MANAGER', async () => {
    const { status } = await (await app.as('FIRMWARE_MANAGER')).rest('GET', '/v1/admin/devices');
    expect(status).toBe(403);
  });
});

describe('getDevice: one device', () => {
  const get = (id: string, who = admin) => who.rest('GET', `/v1/admin/devices/${id}`);

  it('is returned with its masked claim code and its latest events', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', codeExpiresAt: new Date('2027-01-01T00:00:00Z') });
    const support = await app.as('SUPPORT');
    await support.rest('PATCH', `/v1/admin/devices/${device.id}/status`, { status: 'REPAIR', reason: 'broken lamp' });
    const { status, body } = await get(device.id);
    expect(status).toBe(200);
    const [listed] = (await list()).body.items;
    const { claimCode, events, ...shared } = body;
    expect(shared).toEqual(listed);
    expect(claimCode).toEqual({
      status: 'CLAIMED',
      lastFour: device.claimCode.slice(-4),
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    expect(events).toEqual([
      {
        id: expect.any(String),
        at: NOW.toISOString(),
        cause: 'setDeviceStatus',
        fromStatus: 'ACTIVE',
        toStatus: 'REPAIR',
        fromOwnerId: device.ownerId,
        toOwnerId: device.ownerId,
        reason: 'broken lamp',
        actorId: support.admin.id,
      },
    ]);
  });

  it('is returned with at most 50 events, latest first', async () => {
    const device = await makeDevice(app);
    await app.sql(
      `insert into device_event (id, device_id, at, cause, to_status)
       select gen_random_uuid(), $1, $2::timestamptz + n * interval '1 second', 'event ' || n, 'READY'
         from generate_series(1, 60) n`,
      [device.id, NOW],
    );
    const { body } = await get(device.id);
    expect(body.events.map(({ cause }: { cause: string }) => cause)).toEqual(
      Array.from({ length: 50 }, (_, index) => `event ${60 - index}`),
    );
  });

  it.each([
    ['an AVAILABLE code', { codeStatus: 'AVAILABLE' }, 'AVAILABLE'],
    ['an expired code', { codeStatus: 'AVAILABLE', codeExpiresAt: NOW }, 'EXPIRED'],
  ] as const)('is returned with %s', async (_what, overrides, status) => {
    const { id } = await makeDevice(app, overrides);
    expect((await get(id)).body.claimCode.status).toBe(status);
  });

  it('has no claim code if the code is VOID', async () => {
    const { id } = await makeDevice(app, { codeStatus: 'VOID' });
    expect((await get(id)).body).toMatchObject({ claimCode: null, events: [], presence: null });
  });

  it.each(['nonsense', '01900000-0000-7000-8000-000000000000', '%00'])('fails with 404 for the id %s', async (id) => {
    const { status } = await get(id);
    expect([400, 404]).toContain(status);
    expect(id === '%00' || status === 404).toBe(true);
  });

  it('is found by an id in upper case', async () => {
    const { id } = await makeDevice(app);
    expect((await get(id.toUpperCase())).body.id).toBe(id);
  });

  it('fails with 403 for FIRMWARE_MANAGER', async () => {
    const { id } = await makeDevice(app);
    expect((await get(id, await app.as('FIRMWARE_MANAGER'))).status).toBe(403);
  });
});

describe('batch reads of devices', () => {
  it('return devices in the order of the ids, with undefined for unknown ids', async () => {
    const em = app.runtime.em();
    const one = await makeDevice(app);
    const two = await makeDevice(app, { codeStatus: 'VOID' });
    await addClaimCode(app, one, { status: 'VOID', createdAt: new Date(NOW.getTime() + 1000) });
    const ids = [two.id, '01900000-0000-7000-8000-000000000000', one.id];
    expect((await readRecords(deviceReader, em, ids, NOW)).map((device) => device?.id)).toEqual([
      two.id,
      undefined,
      one.id,
    ]);
    const codes = await follow(DeviceRecord, 'claimCode', deviceCodeReader, em, ids, { first: 1 }, NOW);
    expect(codes.map(([code]) => code?.lastFour)).toEqual([undefined, undefined, one.claimCode.slice(-4)]);
    expect(await readRecords(deviceReader, em, [], NOW)).toEqual([]);
  });

  it('return the first devices of each batch', async () => {
    const one = await makeDevice(app);
    const others = [await makeDevice(app, { batchId: one.batchId }), await makeDevice(app, { batchId: one.batchId })];
    const alone = await makeDevice(app);
    const batches = [alone.batchId, '01900000-0000-7000-8000-000000000000', one.batchId];
    const found = await follow(BatchRecord, 'devices', deviceReader, app.runtime.em(), batches, { first: 2 }, NOW);
    expect(found.map((devices) => devices.map(({ id }) => id))).toEqual([[alone.id], [], [one.id, others[0]?.id]]);
  });
});

describe('counts of devices by their firmware', () => {
  const FILTERS: Readonly<Record<string, { filter: string; plain: string }>> = {
    'a version': { filter: '{ firmwareVersion: { eq: "2.0.0" } }', plain: `p.firmware_version = '2.0.0'` },
    'no version': { filter: '{ firmwareVersion: { isNull: true } }', plain: 'p.firmware_version is null' },
    'another version': {
      filter: '{ not: { firmwareVersion: { eq: "2.0.0" } } }',
      plain: `p.firmware_version is distinct from '2.0.0'`,
    },
    'part of a version': {
      filter: '{ firmwareVersion: { contains: "0.0" } }',
      plain: `p.firmware_version like '%0.0%'`,
    },
    'a later build': { filter: '{ firmwareBuildNumber: { gte: 100 } }', plain: 'p.firmware_build_number >= 100' },
    'no build': { filter: '{ firmwareBuildNumber: { isNull: true } }', plain: 'p.firmware_build_number is null' },
    'a version and a hardware revision': {
      filter: '{ firmwareVersion: { eq: "2.0.0" }, hardwareRevision: { eq: "rev-c" } }',
      plain: `p.firmware_version = '2.0.0' and d.hardware_revision = 'rev-c'`,
    },
    'no version and a hardware revision': {
      filter: '{ firmwareVersion: { isNull: true }, hardwareRevision: { eq: "rev-b" } }',
      plain: `p.firmware_version is null and d.hardware_revision = 'rev-b'`,
    },
    'a version or a status': {
      filter: '{ or: [{ firmwareVersion: { eq: "2.0.0" } }, { status: { eq: READY } }] }',
      plain: `p.firmware_version = '2.0.0' or d.status = 'READY'`,
    },
  };

  beforeEach(async () => {
    const [a = '', b = '', c = '', d = ''] = await made(
      { status: 'ACTIVE' },
      { status: 'ACTIVE', hardwareRevision: 'rev-c' },
      { status: 'ACTIVE', hardwareRevision: 'rev-c' },
      { status: 'ACTIVE' },
      {},
      { hardwareRevision: 'rev-c' },
    );
    await addPresence(app, a, { firmwareVersion: '2.0.0', firmwareBuildNumber: 200 });
    await addPresence(app, b, { firmwareVersion: '1.0.0', firmwareBuildNumber: null });
    await addPresence(app, c, { firmwareVersion: '1.0.0', firmwareBuildNumber: 99 });
    await addPresence(app, d, { firmwareVersion: '10.0.0', firmwareBuildNumber: 100 });
    await app.sql(`update device_presence set firmware_version = '2.0.0' where device_id = $1`, [c]);
  });

  const counted = async (filter: string): Promise<number> =>
    (await admin.gql(`{ devices(filter: ${filter}) { totalCount } }`)).body.data.devices.totalCount;

  it.each(Object.entries(FILTERS))('are those of the devices themselves: %s', async (_name, { filter, plain }) => {
    const recount = async () => {
      const [row] = await app.sql(
        `select count(*)::int as total from device d left join device_presence p on p.device_id = d.id where ${plain}`,
      );
      return row?.total;
    };
    expect(await counted(filter)).toBe(await recount());
    await app.sql('delete from device where id = (select device_id from device_presence order by device_id limit 1)');
    expect(await counted(filter)).toBe(await recount());
    expect(await recount()).toBeGreaterThan(0);
  });
});
