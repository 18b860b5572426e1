import { claimCodeHash, openClaimCode } from '../../src/domain/devices/claim-code.ts';
import { openDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import { cleanTestApp, ORIGIN, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { BATCHES, draft, plan, provision } from './support.ts';

let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('ADMIN');
});
afterAll(() => app.stop());

const devicesOf = (batchId: string) =>
  app.sql('select * from device where batch_id = $1 order by batch_ordinal', [batchId]);

async function countsOf(batchId: string) {
  const [counts] = await app.sql(
    `select (select count(*)::int from device where batch_id = $1) as devices,
            (select count(*)::int from device_secret s join device d on d.id = s.device_id where d.batch_id = $1) as secrets,
            (select count(*)::int from claim_code c join device d on d.id = c.device_id where d.batch_id = $1) as codes,
            (select count(*)::int from device_event e join device d on d.id = e.device_id where d.batch_id = $1) as events`,
    [batchId],
  );
  return counts;
}

const entriesFor = (batchId: string, action: string) =>
  app.sql('select * from audit_entry where target_id = $1 and action = $2', [batchId, action]);

describe('provisionBatch: provisioning a batch', () => {
  it('provisioning a batch creates every device with its secret, its claim code and its first event', async () => {
    const batch = await draft(admin, { quantity: 5 });
    const reply = await provision(admin, batch.id);
    expect(reply.status).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toMatchObject({
      id: batch.id,
      status: 'COMPLETED',
      deviceCount: 5,
      quantity: 5,
      revision: batch.revision + 1,
      provisionedAt: app.clock.now().toISOString(),
    });
    expect(await countsOf(batch.id)).toEqual({ devices: 5, secrets: 5, codes: 5, events: 5 });

    const stored = await devicesOf(batch.id);
    expect(reply.body.devices.map(({ id }: Json) => id)).toEqual(stored.map(({ id }) => id));
    for (const [index, device] of stored.entries()) {
      expect(device).toMatchObject({
        batch_ordinal: index + 1,
        status: 'READY',
        model: 'LAMP1',
        hardware_revision: 'rev-b',
        pairing_epoch: 0,
        owner_id: null,
        revision: 1,
      });
      const shown = reply.body.devices[index];
      expect(shown).toEqual({
        id: device.id,
        serial: device.serial,
        claimCode: expect.stringMatching(/^[0-9A-Z]{6}(-[0-9A-Z]{6}){3}$/),
        hardwareRevision: 'rev-b',
        qr: `${ORIGIN}/pair#serial=${device.serial}&code=${shown.claimCode}`,
      });
    }
  });

  it('provisioning a batch seals secret and claim code so that each opens only for its own device', async () => {
    const batch = await draft(admin, { quantity: 2 });
    const { body } = await provision(admin, batch.id);
    const { keys } = app.runtime;
    const [mine, other] = body.devices;
    const [code] = await app.sql('select * from claim_code where device_id = $1', [mine.id]);
    const [secret] = await app.sql('select * from device_secret where device_id = $1', [mine.id]);
    expect(code).toMatchObject({ status: 'AVAILABLE', expires_at: null, last_four: mine.claimCode.slice(-4) });
    expect(code.code_hash.equals(claimCodeHash(keys, mine.claimCode))).toBe(true);
    expect(secret).toMatchObject({ version: 1, state: 'ACTIVE' });
    const own = { deviceId: mine.id, serial: mine.serial };
    const foreign = { deviceId: other.id, serial: other.serial };
    expect(openClaimCode(keys, code.sealed, own)).toBe(mine.claimCode);
    expect(openDeviceSecret(keys, secret.sealed, { ...own, secretVersion: 1 })).toHaveLength(32);
    expect(() => openClaimCode(keys, code.sealed, foreign)).toThrow();
    expect(() => openDeviceSecret(keys, secret.sealed, { ...foreign, secretVersion: 1 })).toThrow();
  });

  it('provisioning a batch records the admin in the device histories and the count in the audit entry, but no claim codes', async () => {
    const batch = await draft(admin);
    const { body } = await provision(admin, batch.id, { expiresAt: '2099-01-01' });
    const events = await app.sql('select * from device_event where device_id = $1', [body.devices[0].id]);
    expect(events).toEqual([
      expect.objectContaining({
        cause: 'provisionBatch',
        from_status: null,
        to_status: 'READY',
        actor_id: admin.admin.id,
      }),
    ]);
    const entries = await entriesFor(batch.id, 'provisionBatch');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      target_kind: 'Batch',
      changes: { status: { from: 'DRAFT', to: 'COMPLETED' } },
      detail: { devices: 3 },
    });
    const [database] = await app.sql('select json_agg(e)::text as text from audit_entry e');
    for (const { claimCode } of body.devices) expect(database.text).not.toContain(claimCode);
    const logged = JSON.stringify(app.logs);
    for (const { claimCode } of body.devices) expect(logged).not.toContain(claimCode);
  });

  it('provisioning a batch creates 500 devices', async () => {
    const batch = await draft(admin, { quantity: 500 });
    const { status, body } = await provision(admin, batch.id);
    expect(status).toBe(201);
    expect(new Set(body.devices.map(({ serial }: Json) => serial)).size).toBe(500);
    expect(new Set(body.devices.map(({ claimCode }: Json) => claimCode)).size).toBe(500);
    expect(await countsOf(batch.id)).toEqual({ devices: 500, secrets: 500, codes: 500, events: 500 });
  });

  it('provisioning a batch creates nothing if the audit entry cannot be written', async () => {
    const batch = await draft(admin);
    await app.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no audit'; end $$`,
    );
    await app.sql(
      `create trigger refuse before insert on audit_entry for each row when (new.action = 'provisionBatch') execute function refuse()`,
    );
    expect((await provision(admin, batch.id)).status).toBe(500);
    await app.sql('drop trigger refuse on audit_entry');
    expect(await countsOf(batch.id)).toEqual({ devices: 0, secrets: 0, codes: 0, events: 0 });
    expect((await provision(admin, batch.id)).status).toBe(201);
  });

  it('provisioning a batch continues a batch left in PROVISIONING with the missing places', async () => {
    const batch = await draft(admin, { quantity: 4 });
    await provision(admin, batch.id);
    await app.sql('delete from device where batch_id = $1 and batch_ordinal in (2, 4)', [batch.id]);
    await app.sql(`update inventory_batch set status = 'PROVISIONING', provisioned_at = null where id = $1`, [
      batch.id,
    ]);
    const before = await devicesOf(batch.id);
    const reply = await provision(admin, batch.id);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ status: 'COMPLETED', deviceCount: 4 });
    expect(reply.body.devices).toHaveLength(2);
    const after = await devicesOf(batch.id);
    expect(after.map(({ batch_ordinal }) => batch_ordinal)).toEqual([1, 2, 3, 4]);
    expect(after.filter(({ id }) => before.some((kept) => kept.id === id))).toEqual(before);
  });

  it.each([
    ['COMPLETED', 'BATCH_ALREADY_PROVISIONED'],
    ['ARCHIVED', 'BATCH_ALREADY_PROVISIONED'],
  ])('provisioning a batch fails for a batch that is %s', async (status, code) => {
    const batch = await draft(admin);
    await provision(admin, batch.id);
    if (status === 'ARCHIVED') await admin.rest('POST', `${BATCHES}/${batch.id}/archive`);
    const reply = await provision(admin, batch.id);
    expect([reply.status, reply.body.error.code]).toEqual([409, code]);
    expect(await entriesFor(batch.id, 'provisionBatch')).toHaveLength(1);
  });

  it.each(['CANCELLED', 'ARCHIVED'])(
    'provisioning a batch fails for a batch that is %s and never had devices',
    async (status) => {
      const batch = await draft(admin);
      await admin.rest('PATCH', `${BATCHES}/${batch.id}`, { status: 'CANCELLED' });
      if (status === 'ARCHIVED') await admin.rest('POST', `${BATCHES}/${batch.id}/archive`);
      const reply = await provision(admin, batch.id);
      expect([reply.status, reply.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect((await countsOf(batch.id)).devices).toBe(0);
    },
  );

  it('provisioning a batch fails for an outdated revision', async () => {
    const batch = await draft(admin);
    const stale = await admin.rest('POST', `${BATCHES}/${batch.id}/provision`, {}, { 'if-match': '"9"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    const fresh = await admin.rest(
      'POST',
      `${BATCHES}/${batch.id}/provision`,
      {},
      { 'if-match': `"${batch.revision}"` },
    );
    expect(fresh.status).toBe(201);
  });

  it.each(['018f0000-0000-7000-8000-000000000000', 'no-uuid'])(
    'provisioning a batch fails with 404 for the id %s',
    async (id) => {
      const reply = await provision(admin, id);
      expect([reply.status, reply.body.error.code]).toEqual([404, 'BATCH_NOT_FOUND']);
    },
  );
});

describe('provisionBatch: the expiry of claim codes', () => {
  const storedExpiry = async (batchId: string) => {
    const found = await app.sql(
      'select distinct c.expires_at from claim_code c join device d on d.id = c.device_id where d.batch_id = $1',
      [batchId],
    );
    return found.map(({ expires_at }) => expires_at.toISOString());
  };

  it('the expiry of claim codes accepts a date-time with milliseconds and any offset', async () => {
    const batch = await draft(admin);
    expect((await provision(admin, batch.id, { expiresAt: '2099-06-01T10:00:00.250+05:00' })).status).toBe(201);
    expect(await storedExpiry(batch.id)).toEqual(['2099-06-01T05:00:00.250Z']);
  });

  it('the expiry of claim codes includes the whole day of a date in the business time zone', async () => {
    const batch = await draft(admin);
    expect((await provision(admin, batch.id, { expiresAt: '2099-06-01' })).status).toBe(201);
    // A code is good before this moment; Asia/Tashkent is five hours ahead of UTC.
    expect(await storedExpiry(batch.id)).toEqual(['2099-06-01T19:00:00.000Z']);
  });

  it('the expiry of claim codes accepts the date of today, and rejects a timestamp in the past', async () => {
    const now = app.clock.now();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tashkent' }).format(now);
    const batch = await draft(admin);
    for (const expiresAt of [now.toISOString(), '2020-01-01', '0001-01-01', '2020-01-01t00:00:00z']) {
      const reply = await provision(admin, batch.id, { expiresAt });
      expect([expiresAt, reply.status, reply.body.error.code]).toEqual([expiresAt, 400, 'VALIDATION_FAILED']);
      expect(reply.body.error.message).toContain('expiresAt');
    }
    expect((await provision(admin, batch.id, { expiresAt: today })).status).toBe(201);
  });

  it.each([
    '',
    'tomorrow',
    '2099-02-30',
    '2099-06-01T25:00:00Z',
    '2099-06-01T10:00:00',
    '9999-12-31T23:59:59-05:00',
    7,
    null,
  ])('the expiry of claim codes rejects %p', async (expiresAt) => {
    const batch = await draft(admin);
    const reply = await provision(admin, batch.id, { expiresAt });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain('expiresAt');
    expect((await countsOf(batch.id)).devices).toBe(0);
  });
});

describe('provisionDevices: creating and provisioning a batch in one step', () => {
  const form = (overrides: Json = {}) => {
    const { code, ...rest } = plan(overrides);
    return { batchCode: code, ...rest };
  };
  const post = (caller: Caller, body: unknown) => caller.rest('POST', '/v1/admin/devices/batches', body);

  it('creating and provisioning a batch in one step creates a COMPLETED batch with its devices', async () => {
    const body = form({ quantity: 2, expiresAt: '2099-06-01' });
    const reply = await post(admin, body);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      code: body.batchCode,
      status: 'COMPLETED',
      quantity: 2,
      deviceCount: 2,
      notes: null,
      source: null,
      createdBy: admin.admin.id,
    });
    expect(reply.body.devices).toHaveLength(2);
    expect(await countsOf(reply.body.id)).toEqual({ devices: 2, secrets: 2, codes: 2, events: 2 });
    const entries = await entriesFor(reply.body.id, 'provisionDevices');
    expect(entries).toHaveLength(1);
    expect(entries[0].detail).toMatchObject({ code: body.batchCode, devices: 2 });
    const again = await provision(admin, reply.body.id);
    expect([again.status, again.body.error.code]).toEqual([409, 'BATCH_ALREADY_PROVISIONED']);
  });

  it('creating and provisioning a batch in one step fails for a code in use and creates nothing', async () => {
    const taken = await draft(admin);
    const [before] = await app.sql('select count(*)::int as devices from device');
    const reply = await post(admin, form({ code: taken.code }));
    expect([reply.status, reply.body.error.code]).toEqual([409, 'DUPLICATE_BATCH_CODE']);
    expect(await app.sql('select count(*)::int as devices from device')).toEqual([before]);
  });

  it.each([
    ['batchCode', 'ab'],
    ['batchCode', 'x'.repeat(65)],
    ['model', 'm'],
    ['model', 'm'.repeat(33)],
    ['hardwareRevision', ''],
    ['hardwareRevision', 'r'.repeat(65)],
    ['quantity', 0],
    ['quantity', 501],
    ['quantity', 1.5],
    ['quantity', '3'],
    ['expiresAt', '2020-01-01'],
    ['notes', 'not of this form'],
  ])('creating and provisioning a batch in one step rejects %s = %p', async (field, value) => {
    const reply = await post(admin, { ...form(), [field]: value });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });

  it.each(['batchCode', 'model', 'hardwareRevision', 'quantity'])(
    'creating and provisioning a batch in one step requires %s',
    async (field) => {
      const { [field]: _missing, ...rest } = form();
      expect((await post(admin, rest)).status).toBe(400);
    },
  );

  it.each(['OPERATIONS', 'SALES', 'SUPPORT', 'FIRMWARE_MANAGER', 'VIEWER'] as const)(
    'creating and provisioning a batch in one step fails with 403 for %s',
    async (role) => {
      expect((await post(await app.as(role), form())).status).toBe(403);
    },
  );
});
