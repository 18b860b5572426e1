import { DEVICE_TRANSITIONS } from '../../src/domain/devices/index.ts';
import { DEVICE_STATUSES, type DeviceStatus } from '../../src/model/enums.ts';
import { DeviceRecord } from '../../src/model/records/device.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addSecret, type DeviceOverrides, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { wholeRecord } from '../support/whole-record.ts';

/** What an admin may do by hand, as the design's table says it; SOLD, CLAIMED and ACTIVE only as a return. */
const BY_HAND: Readonly<Record<DeviceStatus, readonly DeviceStatus[]>> = {
  INVENTORY: ['READY', 'REVOKED', 'RETIRED'],
  READY: ['REPAIR', 'REVOKED', 'RETIRED'],
  SOLD: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  CLAIMED: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  ACTIVE: ['RETURNED', 'SUSPENDED', 'REPAIR', 'REVOKED'],
  RETURNED: ['INVENTORY', 'REPAIR', 'REVOKED', 'RETIRED'],
  SUSPENDED: ['RETURNED', 'REVOKED'],
  REVOKED: ['REPAIR', 'RETIRED'],
  REPAIR: ['INVENTORY', 'RETURNED', 'REVOKED', 'RETIRED'],
  RETIRED: [],
};
const RETURNS: readonly (readonly [DeviceStatus, DeviceStatus])[] = [
  ['SUSPENDED', 'SOLD'],
  ['SUSPENDED', 'CLAIMED'],
  ['SUSPENDED', 'ACTIVE'],
  ['REPAIR', 'SOLD'],
  ['REPAIR', 'CLAIMED'],
  ['REPAIR', 'ACTIVE'],
];

let app: RunningApp;
let superAdmin: Caller;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  superAdmin = await app.as('SUPER_ADMIN');
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const set = (who: Caller, id: string, status: string, headers?: Record<string, string>) =>
  who.rest('PATCH', `/v1/admin/devices/${id}/status`, { status, reason: 'checked by hand' }, headers);

const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const secretStates = async (id: string) =>
  (await app.sql('select state from device_secret where device_id = $1 order by version', [id])).map(
    ({ state }) => state,
  );
const codeStates = async (id: string) =>
  (await app.sql('select status from claim_code where device_id = $1 order by id', [id])).map(({ status }) => status);
const livePairings = async (id: string) =>
  (await app.sql('select id from pairing where device_id = $1 and revoked_at is null', [id])).length;
const entries = (id: string) =>
  app.sql(`select * from audit_entry where target_id = $1 and action = 'setDeviceStatus' order by at, id`, [id]);
const events = (id: string) => app.sql('select * from device_event where device_id = $1 order by at, id', [id]);

/** A device in INVENTORY that has all it takes to be READY. */
async function readyToLeave(overrides: DeviceOverrides = {}): Promise<MadeDevice> {
  const device = await makeDevice(app, { status: 'INVENTORY', codeStatus: 'AVAILABLE', ...overrides });
  await addSecret(app, device, { version: 2, state: 'PENDING' });
  return device;
}

const inStatus = (status: DeviceStatus, overrides: DeviceOverrides = {}) =>
  status === 'INVENTORY' ? readyToLeave(overrides) : makeDevice(app, { status, ...overrides });

describe('setDeviceStatus: the table of device transitions', () => {
  it('the table of device transitions equals the table of the design, row by row', () => {
    const byHand = DEVICE_STATUSES.flatMap((from) => BY_HAND[from].map((to) => [from, to] as const));
    const rows = (by: string) =>
      DEVICE_TRANSITIONS.filter((row) => row.by === by)
        .map(({ from, to }) => `${from} ${to}`)
        .sort();
    const pairs = (...moves: (readonly [string, string])[]) => moves.map((move) => move.join(' ')).sort();

    expect([...rows('admin'), ...rows('superAdmin')].sort()).toEqual(pairs(...byHand, ...RETURNS));
    expect(rows('superAdmin')).toEqual(['REVOKED REPAIR']);
    expect(rows('proof')).toEqual(['INVENTORY READY']);
    expect(rows('sale')).toEqual(['READY SOLD']);
    expect(rows('saleCancel')).toEqual(['SOLD READY']);
    expect(rows('claim')).toEqual(['READY CLAIMED', 'SOLD CLAIMED']);
    expect(rows('heartbeat')).toEqual(['CLAIMED ACTIVE']);
    expect(rows('transfer')).toEqual(['ACTIVE CLAIMED', 'CLAIMED CLAIMED']);
    expect(rows('claimReset')).toEqual(
      pairs(
        ['CLAIMED', 'READY'],
        ['CLAIMED', 'SOLD'],
        ['ACTIVE', 'READY'],
        ['ACTIVE', 'SOLD'],
        ...['INVENTORY', 'READY', 'SOLD', 'RETURNED', 'REPAIR'].map((at) => [at, at] as const),
      ),
    );
    const disposable = ['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REPAIR'];
    expect(rows('refund')).toEqual(
      pairs(
        ...disposable.map((from) => [from, 'RETURNED'] as const),
        ...[...disposable, 'RETURNED'].map((from) => [from, 'REVOKED'] as const),
      ),
    );
    expect(new Set(DEVICE_TRANSITIONS.map((row) => JSON.stringify(row))).size).toBe(DEVICE_TRANSITIONS.length);
  });

  it.each(DEVICE_STATUSES)(
    'the table of device transitions decides which PATCH requests succeed for a device that is %s',
    async (from) => {
      for (const to of DEVICE_STATUSES) {
        const { id } = await inStatus(from);
        const reply = await set(superAdmin, id, to);
        const allowed = to === from || BY_HAND[from].includes(to);
        expect([from, to, reply.status]).toEqual([from, to, allowed ? 200 : 409]);
        expect((await deviceRow(id)).status).toBe(allowed ? to : from);
        if (!allowed) {
          expect(reply.body.error.code).toBe('INVALID_TRANSITION');
          for (const word of [from, to]) expect(reply.body.error.message).toContain(word);
        }
        const changed = allowed && to !== from;
        expect(await entries(id)).toHaveLength(changed ? 1 : 0);
        expect(await events(id)).toHaveLength(changed ? 1 : 0);
      }
    },
  );

  it.each(RETURNS)(
    'the table of device transitions allows %s to return to %s only if the device came from there',
    async (from, to) => {
      for (const previousStatus of ['SOLD', 'CLAIMED', 'ACTIVE', 'READY', null] as const) {
        const { id } = await makeDevice(app, { status: from, previousStatus });
        const reply = await set(admin, id, to);
        expect([previousStatus, reply.status]).toEqual([previousStatus, previousStatus === to ? 200 : 409]);
      }
    },
  );

  it('the table of device transitions allows only a SUPER_ADMIN to move a REVOKED device to REPAIR', async () => {
    const { id } = await makeDevice(app, { status: 'REVOKED' });
    const refused = await set(admin, id, 'REPAIR');
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await set(superAdmin, id, 'REPAIR')).status).toBe(200);
  });
});

describe('setDeviceStatus: a status change', () => {
  it('a status change returns the device, and writes one audit entry and one event', async () => {
    const { id, serial, batchId, batchCode, ownerId } = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await set(admin, id, 'SUSPENDED');
    expect(reply.body).toEqual(
      wholeRecord(DeviceRecord, {
        id,
        serial,
        status: 'SUSPENDED',
        previousStatus: 'ACTIVE',
        model: 'LAMP1',
        hardwareRevision: 'rev-b',
        batch: { id: batchId, code: batchCode, status: 'COMPLETED' },
        ownerId,
        firmwareChannel: null,
        pairingEpoch: 0,
        presence: null,
        claimedAt: expect.any(String),
        activatedAt: expect.any(String),
        revision: 2,
        createdAt: expect.any(String),
        updatedAt: app.clock.now().toISOString(),
      }),
    );
    expect(await entries(id)).toEqual([
      expect.objectContaining({
        actor_id: admin.admin.id,
        target_kind: 'Device',
        reason: 'checked by hand',
        changes: {
          status: { from: 'ACTIVE', to: 'SUSPENDED' },
          previousStatus: { from: null, to: 'ACTIVE' },
        },
      }),
    ]);
    expect(await events(id)).toEqual([
      expect.objectContaining({
        cause: 'setDeviceStatus',
        from_status: 'ACTIVE',
        to_status: 'SUSPENDED',
        from_owner_id: ownerId,
        to_owner_id: ownerId,
        reason: 'checked by hand',
        actor_id: admin.admin.id,
      }),
    ]);
  });

  it('a status change to SUSPENDED or REPAIR stores the previous status, and the way back clears it', async () => {
    const { id } = await makeDevice(app, { status: 'CLAIMED', pairings: 1 });
    for (const away of ['SUSPENDED', 'REPAIR']) {
      expect((await set(admin, id, away)).body).toMatchObject({ status: away, previousStatus: 'CLAIMED' });
      expect((await set(admin, id, 'CLAIMED')).body).toMatchObject({ status: 'CLAIMED', previousStatus: null });
    }
    expect(await livePairings(id)).toBe(1);
    expect(await secretStates(id)).toEqual(['ACTIVE']);
    expect((await deviceRow(id)).owner_id).not.toBeNull();
  });

  it('a status change to the same status changes nothing and writes no entry', async () => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const reply = await set(admin, id, 'ACTIVE');
    expect([reply.status, reply.body.revision]).toEqual([200, 1]);
    expect(await entries(id)).toEqual([]);
  });

  it('a status change to RETURNED ends ownership: pairings, epoch, owner and claim code', async () => {
    const { id, ownerId } = await makeDevice(app, { status: 'ACTIVE', pairings: 2, pairingEpoch: 4 });
    expect((await set(admin, id, 'RETURNED')).status).toBe(200);
    expect(await deviceRow(id)).toMatchObject({
      status: 'RETURNED',
      owner_id: null,
      pairing_epoch: 5,
      claimed_at: null,
      activated_at: null,
    });
    expect(await livePairings(id)).toBe(0);
    expect(
      (await app.sql('select distinct revoked_reason, revoked_at from pairing where device_id = $1', [id]))[0],
    ).toEqual({ revoked_reason: 'setDeviceStatus', revoked_at: app.clock.now() });
    expect(await codeStates(id)).toEqual(['VOID']);
    expect(await secretStates(id)).toEqual(['ACTIVE']);
    expect((await events(id))[0]).toMatchObject({ from_owner_id: ownerId, to_owner_id: null });
  });

  it('a status change to REVOKED disables the secrets, the pairings and the code, and keeps the owner', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', pairings: 2 });
    await addSecret(app, device, { version: 2, state: 'PENDING' });
    await set(admin, device.id, 'REVOKED');
    expect(await secretStates(device.id)).toEqual(['RETIRED', 'RETIRED']);
    expect(await livePairings(device.id)).toBe(0);
    expect(await codeStates(device.id)).toEqual(['VOID']);
    expect(await deviceRow(device.id)).toMatchObject({ owner_id: device.ownerId, pairing_epoch: 0 });
  });

  it('a status change to RETIRED voids the code and the pairings', async () => {
    const { id } = await makeDevice(app, { status: 'REPAIR', codeStatus: 'AVAILABLE', pairings: 1 });
    await set(admin, id, 'RETIRED');
    expect(await codeStates(id)).toEqual(['VOID']);
    expect(await livePairings(id)).toBe(0);
  });

  it.each(['RETURNED', 'REPAIR'] as const)(
    'a status change from %s back to INVENTORY removes the secrets, the code, the pairings and the owner',
    async (from) => {
      const device = await makeDevice(app, { status: from, owner: true, codeStatus: 'AVAILABLE', pairings: 1 });
      await addSecret(app, device, { version: 2, state: 'PENDING' });
      expect((await set(admin, device.id, 'INVENTORY')).status).toBe(200);
      expect(await secretStates(device.id)).toEqual(['RETIRED', 'RETIRED']);
      expect(await codeStates(device.id)).toEqual(['VOID']);
      expect(await livePairings(device.id)).toBe(0);
      expect(await deviceRow(device.id)).toMatchObject({ owner_id: null, pairing_epoch: 1, claimed_at: null });
    },
  );
});

describe('setDeviceStatus: a status change from INVENTORY to READY', () => {
  it('a status change from INVENTORY to READY makes the PENDING secret ACTIVE', async () => {
    const { id } = await readyToLeave();
    expect((await set(admin, id, 'READY')).body).toMatchObject({ status: 'READY' });
    expect(await secretStates(id)).toEqual(['RETIRED', 'ACTIVE']);
    expect(await codeStates(id)).toEqual(['AVAILABLE']);
  });

  it('a status change from INVENTORY to READY fails without a provisioning envelope', async () => {
    const { id } = await makeDevice(app, { status: 'INVENTORY', codeStatus: 'AVAILABLE' });
    const { status, body } = await set(admin, id, 'READY');
    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(body.error.message).toContain('envelope');
    expect(body.error.message).not.toContain('claim');
  });

  it.each([
    ['no claim code', { codeStatus: 'VOID' }],
    ['an expired claim code', { codeStatus: 'AVAILABLE', codeExpiresAt: new Date('2026-01-01T00:00:00Z') }],
  ] as const)('a status change from INVENTORY to READY fails for a device with %s', async (_what, overrides) => {
    const { id } = await readyToLeave(overrides);
    const { status, body } = await set(admin, id, 'READY');
    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(body.error.message).toContain('claim');
    expect(await secretStates(id)).toEqual(['RETIRED', 'PENDING']);
  });

  it('a status change from INVENTORY to READY ignores an envelope issued before INVENTORY, because its secret is RETIRED', async () => {
    const device = await makeDevice(app, { status: 'RETURNED' });
    await addSecret(app, device, { version: 2, state: 'PENDING' });
    await set(admin, device.id, 'INVENTORY');
    await admin.rest('POST', `/v1/admin/devices/${device.id}/claim/reset`, { reason: 'new label' });
    expect((await set(admin, device.id, 'READY')).body.error.message).toContain('envelope');
  });
});

describe('setDeviceStatus: an invalid call', () => {
  it.each([
    ['an unknown device', '01900000-0000-7000-8000-000000000000'],
    ['a malformed id', 'nonsense'],
  ])('an invalid call fails with 404 for %s', async (_what, id) => {
    const { status, body } = await set(admin, id, 'REPAIR');
    expect([status, body.error.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
  });

  it.each([
    ['status', { reason: 'a reason' }],
    ['reason', { status: 'REPAIR' }],
    ['reason', { status: 'REPAIR', reason: 'ab' }],
    ['reason', { status: 'REPAIR', reason: '  a  ' }],
    ['status', { status: 'BROKEN', reason: 'a reason' }],
    ['revision', { status: 'REPAIR', reason: 'a reason', revision: 1 }],
  ])('an invalid call fails with 400 and names the invalid field %s', async (field, body) => {
    const { id } = await makeDevice(app);
    const reply = await admin.rest('PATCH', `/v1/admin/devices/${id}/status`, body);
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
    expect((await deviceRow(id)).status).toBe('READY');
  });

  it('an invalid call accepts a reason of three characters', async () => {
    const { id } = await makeDevice(app);
    const reply = await admin.rest('PATCH', `/v1/admin/devices/${id}/status`, { status: 'REPAIR', reason: 'abc' });
    expect(reply.status).toBe(200);
  });

  it('an invalid call fails with 409 if the caller read another revision', async () => {
    const { id } = await makeDevice(app);
    const stale = await set(admin, id, 'REPAIR', { 'if-match': '"7"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    expect((await set(admin, id, 'REPAIR', { 'if-match': '"1"' })).status).toBe(200);
  });

  it.each(['OPERATIONS', 'SALES', 'VIEWER', 'FIRMWARE_MANAGER'] as const)(
    'an invalid call fails with 403 for %s',
    async (role) => {
      const { id } = await makeDevice(app);
      const { status, body } = await set(await app.as(role), id, 'REPAIR');
      expect([status, body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
    },
  );
});
