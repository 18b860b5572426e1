import { createHmac } from 'node:crypto';
import type { DeviceStatus } from '../../src/model/enums.ts';
import { cleanTestApp, startTestApp, type TestApp, testClock } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeCustomerRow, makeDevice } from '../support/factories/device.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const CODE = /^[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){3}$/;

let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  admin = await app.as('SUPPORT');
});
afterAll(() => app.stop());

const reset = (id: string, more: Json = {}, who = admin, headers: Record<string, string> = {}) =>
  who.rest('POST', `/v1/admin/devices/${id}/claim/reset`, { reason: 'lost label', ...more }, headers);
const deviceRow = async (id: string): Promise<Json> => (await app.sql('select * from device where id = $1', [id]))[0];
const codes = (id: string) => app.sql('select * from claim_code where device_id = $1 order by id', [id]);
const events = (id: string) => app.sql('select * from device_event where device_id = $1', [id]);
const entries = (id: string) => app.sql('select * from audit_entry where target_id = $1', [id]);

describe('resetClaim: a claim reset', () => {
  it('a claim reset returns a new code once and voids the old one', async () => {
    const { id, claimCode: old } = await makeDevice(app, { createdAt: new Date('2026-11-20T10:00:00Z') });
    const { status, body, headers } = await reset(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ id, status: 'READY', expiresAt: null, revision: 2, batch: {}, presence: null });
    expect(body.claimCode).toMatch(CODE);
    expect(body.claimCode).not.toBe(old);
    expect(headers['cache-control']).toBe('no-store');

    const [before, after] = await codes(id);
    expect(before).toMatchObject({ status: 'VOID', last_four: old.slice(-4) });
    expect(after).toMatchObject({ status: 'AVAILABLE', last_four: body.claimCode.slice(-4), expires_at: null });
    const pepper = app.runtime.keys.claimCodePepper;
    expect(after.code_hash).toEqual(createHmac('sha256', pepper).update(body.claimCode).digest());
  });

  it('a claim reset is recorded in the audit log and the history without the code', async () => {
    const { id } = await makeDevice(app);
    const { body } = await reset(id, { expiresAt: '2027-01-01T00:00:00Z' });
    const [entry] = await entries(id);
    expect(entry).toMatchObject({
      action: 'resetClaim',
      target_kind: 'Device',
      reason: 'lost label',
      detail: { expiresAt: '2027-01-01T00:00:00.000Z' },
    });
    expect(await events(id)).toEqual([
      expect.objectContaining({
        cause: 'resetClaim',
        from_status: 'READY',
        to_status: 'READY',
        reason: 'lost label',
        actor_id: admin.admin.id,
      }),
    ]);
    const shown = await admin.rest('GET', `/v1/admin/devices/${id}`);
    for (const text of [
      JSON.stringify(entry),
      JSON.stringify(await events(id)),
      shown.text,
      JSON.stringify(app.logs),
    ]) {
      expect(text).not.toContain(body.claimCode);
      expect(text).not.toContain(body.claimCode.slice(0, 6));
    }
  });

  it.each(['CLAIMED', 'ACTIVE'] as const)('a claim reset removes the owner of a device that is %s', async (from) => {
    const device = await makeDevice(app, { status: from, pairings: 2, pairingEpoch: 3 });
    const { id, ownerId } = device;
    const { status, body } = await reset(id);
    expect([status, body.status, body.ownerId, body.pairingEpoch]).toEqual([201, 'READY', null, 4]);
    expect(await deviceRow(id)).toMatchObject({
      status: 'READY',
      owner_id: null,
      claimed_at: null,
      activated_at: null,
    });
    const pairings = await app.sql('select revoked_at, revoked_reason from pairing where device_id = $1', [id]);
    expect(pairings).toEqual([1, 2].map(() => ({ revoked_at: app.clock.now(), revoked_reason: 'resetClaim' })));
    expect((await codes(id)).map((code) => code.status)).toEqual(['VOID', 'AVAILABLE']);
    expect((await events(id))[0]).toMatchObject({ from_status: from, from_owner_id: ownerId, to_owner_id: null });
    expect((await entries(id))[0].changes).toEqual({
      status: { from, to: 'READY' },
      ownerId: { from: ownerId, to: null },
      pairingEpoch: { from: 3, to: 4 },
    });
  });

  it.each(['INVENTORY', 'READY', 'SOLD', 'RETURNED', 'REPAIR'] as const)(
    'a claim reset keeps a device that is %s in its status',
    async (at) => {
      const { id } = await makeDevice(app, { status: at });
      const { status, body } = await reset(id);
      expect([status, body.status, body.pairingEpoch]).toEqual([201, at, 0]);
      expect((await codes(id)).map((code) => code.status)).toEqual(['VOID', 'AVAILABLE']);
    },
  );

  it('a claim reset keeps the buyer of a SOLD device as its owner', async () => {
    const { id: owner } = await makeCustomerRow(app);
    const { id } = await makeDevice(app, { status: 'SOLD', owner });
    expect((await reset(id)).body.ownerId).toBe(owner);
    const inRepair = await makeDevice(app, { status: 'REPAIR', previousStatus: 'SOLD', owner });
    expect((await reset(inRepair.id)).body).toMatchObject({ ownerId: owner, previousStatus: 'SOLD' });
  });

  it('a claim reset prevents a device in REPAIR from returning to its former owner', async () => {
    const { id } = await makeDevice(app, { status: 'REPAIR', previousStatus: 'ACTIVE', owner: true, pairings: 1 });
    const { body } = await reset(id);
    expect(body).toMatchObject({ status: 'REPAIR', previousStatus: null, ownerId: null, pairingEpoch: 1 });
    const back = await admin.rest('PATCH', `/v1/admin/devices/${id}/status`, { status: 'ACTIVE', reason: 'repaired' });
    expect(back.status).toBe(409);
  });

  it.each(['SUSPENDED', 'REVOKED', 'RETIRED'] as const)(
    'a claim reset fails with 409 for a device that is %s',
    async (at: DeviceStatus) => {
      const { id } = await makeDevice(app, { status: at });
      const before = await codes(id);
      const { status, body } = await reset(id);
      expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(await codes(id)).toEqual(before);
      expect(await entries(id)).toEqual([]);
    },
  );
});

describe('resetClaim: the expiry of a claim code', () => {
  it.each([
    ['a date-time', '2026-11-21T10:00:00.001Z', '2026-11-21T10:00:00.001Z'],
    ['a date-time with an offset', '2026-12-01t05:00:00+05:00', '2026-12-01T00:00:00.000Z'],
    ['a date: the end of that day in Tashkent', '2026-12-31', '2026-12-31T19:00:00.000Z'],
    ['today', '2026-11-21', '2026-11-21T19:00:00.000Z'],
  ])('the expiry of a claim code can be %s', async (_what, given, stored) => {
    const { id } = await makeDevice(app);
    const { status, body } = await reset(id, { expiresAt: given });
    expect([status, body.expiresAt]).toEqual([201, stored]);
    expect((await codes(id))[1].expires_at).toEqual(new Date(stored));
  });

  it.each([
    ['now', '2026-11-21T10:00:00.000Z'],
    ['the past', '2020-01-01T00:00:00Z'],
    ['yesterday', '2026-11-20'],
    ['a nonexistent day', '2026-02-30'],
    ['a nonexistent time', 'tomorrow'],
    ['an empty string', ''],
    ['a local time', '2027-01-01T00:00:00'],
    ['null', null],
    ['a number', 1_900_000_000],
  ])('the expiry of a claim code fails with 400 and changes nothing if it is %s', async (_what, expiresAt) => {
    const { id } = await makeDevice(app, { status: 'ACTIVE' });
    const { status, body } = await reset(id, { expiresAt });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain('expiresAt');
    expect((await deviceRow(id)).status).toBe('ACTIVE');
  });

  it.each([
    ['Europe/Berlin', '2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31', '2027-10-31T23:00:00.000Z'],
    ['Australia/Sydney', '2027-10-02', '2027-10-02T14:00:00.000Z'],
    ['Australia/Sydney', '2027-10-03', '2027-10-03T13:00:00.000Z'],
  ])(
    'the expiry of a claim code on a day of a clock change is the local midnight, in %s on %s',
    async (zone, date, end) => {
      const other = await startTestApp({ clock: testClock(NOW), env: { BUSINESS_TIME_ZONE: zone } });
      try {
        const { id } = await makeDevice(other);
        expect((await reset(id, { expiresAt: date }, await other.as('ADMIN'))).body.expiresAt).toBe(end);
      } finally {
        await other.stop();
      }
    },
  );
});

describe('resetClaim: an invalid call', () => {
  it.each([
    ['reason', { reason: undefined }],
    ['reason', { reason: 'ab' }],
    ['claimCode', { claimCode: 'x' }],
  ])('an invalid call fails with 400 and names the invalid field %s', async (field, more) => {
    const { id } = await makeDevice(app);
    const { status, body } = await reset(id, more);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
  });

  it('an invalid call fails with 404 for an unknown device, after the input was validated', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    expect((await reset(unknown)).body.error.code).toBe('DEVICE_NOT_FOUND');
    expect((await reset(unknown, { expiresAt: '2020-01-01' })).status).toBe(400);
  });

  it('an invalid call fails with 409 if the caller read another revision', async () => {
    const { id } = await makeDevice(app);
    expect((await reset(id, {}, admin, { 'if-match': '"2"' })).body.error.code).toBe('REVISION_CONFLICT');
  });

  it.each(['OPERATIONS', 'SALES', 'VIEWER', 'FIRMWARE_MANAGER'] as const)(
    'an invalid call fails with 403 for %s',
    async (role) => {
      const { id } = await makeDevice(app);
      expect((await reset(id, {}, await app.as(role))).status).toBe(403);
    },
  );
});
