import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { compactDecrypt } from 'jose';
import { openDeviceSecret } from '../../src/domain/devices/device-secret.ts';
import { DEVICE_STATUSES } from '../../src/model/enums.ts';
import { cleanTestApp, startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { type DeviceOverrides, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { race } from '../support/race.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const ALLOWED = ['INVENTORY', 'READY', 'REPAIR', 'RETURNED'];
const station = newStation();
const stranger = newStation();

let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await cleanTestApp(NOW);
  operator = await app.as('OPERATIONS');
});
afterAll(() => app.stop());

function newStation() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    pkcs1: publicKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    fingerprint: createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
  };
}

const bodyFor = ({ serial, hardwareRevision }: Pick<MadeDevice, 'serial' | 'hardwareRevision'>) => ({
  serialNumber: serial,
  expectedHardwareRevision: hardwareRevision,
  provisionerPublicKey: station.pem,
});
const issue = (device: MadeDevice, more: Json = {}, who = operator): Promise<Reply> =>
  who.rest('POST', `/v1/admin/devices/${device.id}/provisioning-envelope`, { ...bodyFor(device), ...more });
const secrets = (id: string) => app.sql('select * from device_secret where device_id = $1 order by version', [id]);
const envelopes = (id: string) => app.sql('select * from provisioning_envelope where device_id = $1', [id]);

async function openEnvelope(envelope: string, key: KeyObject = station.privateKey) {
  const { plaintext, protectedHeader } = await compactDecrypt(envelope, key);
  return { content: JSON.parse(Buffer.from(plaintext).toString()), header: protectedHeader };
}

describe('issueProvisioningEnvelope: a provisioning envelope', () => {
  it('a provisioning envelope can be decrypted only by its station and contains everything that the device needs', async () => {
    const device = await makeDevice(app, { status: 'READY' });
    const { status, body, headers } = await issue(device);
    expect(status).toBe(201);
    expect(body).toEqual({
      envelopeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      envelope: expect.any(String),
      secretVersion: 2,
      recipientFingerprint: station.fingerprint,
      issuedAt: NOW.toISOString(),
      expiresAt: '2026-11-22T10:00:00.000Z',
    });
    expect(headers['cache-control']).toBe('no-store');

    const { content, header } = await openEnvelope(body.envelope);
    expect(header).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      typ: 'prov+jwe',
      cty: 'application/json',
      kid: station.fingerprint,
    });
    const { keys } = app.runtime;
    expect(content).toEqual({
      v: 1,
      envelopeId: body.envelopeId,
      deviceId: device.id,
      serial: device.serial,
      model: 'LAMP1',
      hardwareRevision: 'rev-b',
      deviceSecret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      secretVersion: 2,
      claimCode: device.claimCode,
      pairingIssuerJwks: JSON.parse(JSON.stringify(keys.pairingIssuerJwks)),
      releaseTrustJwks: JSON.parse(JSON.stringify(keys.releaseTrustJwks)),
      grantIssuerJwks: JSON.parse(JSON.stringify(keys.grantIssuerJwks)),
      apiBaseUrl: 'http://karvon.test',
      brandHeaderPrefix: 'x-karvon',
      issuedAt: NOW.toISOString(),
      expiresAt: '2026-11-22T10:00:00.000Z',
    });
    await expect(openEnvelope(body.envelope, stranger.privateKey)).rejects.toThrow();
  });

  it('a provisioning envelope contains the PENDING secret, while the ACTIVE one stays valid', async () => {
    const device = await makeDevice(app);
    const { body } = await issue(device);
    const { content } = await openEnvelope(body.envelope);
    const [first, second] = await secrets(device.id);
    expect([first.state, second.state, second.version]).toEqual(['ACTIVE', 'PENDING', 2]);
    const binding = { deviceId: device.id, serial: device.serial, secretVersion: 2 };
    const stored = openDeviceSecret(app.runtime.keys, second.sealed, binding);
    expect(stored.toString('base64url')).toBe(content.deviceSecret);
    expect(stored).not.toEqual(device.secret);
  });

  it('a provisioning envelope invalidates the previous envelope', async () => {
    const device = await makeDevice(app);
    const [one, two] = [await issue(device), await issue(device)];
    expect([one.body.secretVersion, two.body.secretVersion]).toEqual([2, 3]);
    expect((await secrets(device.id)).map(({ state }) => state)).toEqual(['ACTIVE', 'RETIRED', 'PENDING']);
    const opened = await Promise.all([one, two].map(({ body }) => openEnvelope(body.envelope)));
    expect(opened[0]?.content.deviceSecret).not.toBe(opened[1]?.content.deviceSecret);
  });

  it('a provisioning envelope is recorded by fingerprint in the audit log and the history, never by content', async () => {
    const device = await makeDevice(app);
    const { body } = await issue(device);
    const { content } = await openEnvelope(body.envelope);
    const [entry] = await app.sql('select * from audit_entry where target_id = $1', [device.id]);
    expect(entry).toMatchObject({
      action: 'issueProvisioningEnvelope',
      target_kind: 'Device',
      actor_id: operator.admin.id,
      detail: { envelopeId: body.envelopeId, secretVersion: 2, recipientFingerprint: station.fingerprint },
    });
    const { pairingIssuers, grantIssuers } = app.runtime.keys;
    expect(await envelopes(device.id)).toEqual([
      {
        id: body.envelopeId,
        device_id: device.id,
        secret_version: 2,
        recipient_fingerprint: station.fingerprint,
        issuers: [...pairingIssuers, ...grantIssuers].map(({ kid }) => kid),
        issued_by: operator.admin.id,
        issued_at: NOW,
      },
    ]);
    const traces = JSON.stringify([entry, await envelopes(device.id), app.logs]);
    for (const secret of [body.envelope, content.deviceSecret, content.claimCode]) expect(traces).not.toContain(secret);
  });

  it.each([
    ['a PKCS#1 key', { provisionerPublicKey: station.pkcs1 }],
    ['white space around its values', { serialNumber: undefined }],
    ['its serial in small letters and with another dash', { typed: true }],
  ])('a provisioning envelope is issued for a request with %s', async (_what, more) => {
    const device = await makeDevice(app);
    const typed = device.serial.toLowerCase().replace('-', '\u2013');
    const serialNumber = 'typed' in more ? typed : ` ${device.serial} `;
    const given = 'provisionerPublicKey' in more ? more : { serialNumber };
    const { status, body } = await issue(device, given);
    expect([status, body.recipientFingerprint]).toEqual([201, station.fingerprint]);
  });

  it.each<[string, DeviceOverrides]>([
    ['no claim code', { codeStatus: null }],
    ['only a void one', { codeStatus: 'VOID' }],
    ['a CLAIMED one', { codeStatus: 'CLAIMED' }],
    ['one that expires at this time', { codeExpiresAt: NOW }],
  ])('a provisioning envelope contains no claim code if the device has %s', async (_what, overrides) => {
    const { body } = await issue(await makeDevice(app, { status: 'REPAIR', ...overrides }));
    expect((await openEnvelope(body.envelope)).content.claimCode).toBeNull();
  });

  it.each(DEVICE_STATUSES)(
    'a provisioning envelope for a device that is %s is issued or rejected by its status',
    async (status) => {
      const device = await makeDevice(app, { status });
      const reply = await issue(device);
      if (ALLOWED.includes(status)) return expect(reply.status).toBe(201);
      expect([reply.status, reply.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
      expect(await secrets(device.id)).toHaveLength(1);
      expect(await app.sql('select 1 from audit_entry where target_id = $1', [device.id])).toEqual([]);
    },
  );

  it('a provisioning envelope and a claim reset let a device in INVENTORY become READY with its new identity', async () => {
    const admin = await app.as('SUPER_ADMIN');
    const device = await makeDevice(app, { status: 'RETURNED' });
    const move = (status: string) =>
      admin.rest('PATCH', `/v1/admin/devices/${device.id}/status`, { status, reason: 'back in stock' });
    expect((await move('INVENTORY')).status).toBe(200);
    const reset = await admin.rest('POST', `/v1/admin/devices/${device.id}/claim/reset`, { reason: 'new label' });
    const { content } = await openEnvelope((await issue(device)).body.envelope);
    expect(content.claimCode).toBe(reset.body.claimCode);
    expect((await move('READY')).status).toBe(200);
    expect((await secrets(device.id)).map(({ state }) => state)).toEqual(['RETIRED', 'ACTIVE']);
  });

  it('issued many times concurrently leaves one valid PENDING secret', async () => {
    const device = await makeDevice(app);
    const replies = await race(8, () => issue(device));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    const stored = await secrets(device.id);
    const versions = stored.map(({ version }) => Number(version));
    expect(new Set(versions).size).toBe(versions.length);
    // A slow machine may refuse one after it was stored: race() makes that call again.
    const answered = replies.map(({ body }) => Number(body.secretVersion));
    expect(new Set(answered).size).toBe(replies.length);
    expect(answered.filter((version) => !versions.includes(version))).toEqual([]);
    const pending = stored.filter(({ state }) => state === 'PENDING');
    expect(pending.map(({ version }) => Number(version))).toEqual([Math.max(...versions)]);
  });
});

describe('issueProvisioningEnvelope: an invalid call', () => {
  it.each([
    ['another serial', { serialNumber: 'KRV-0000000000000000' }],
    ['another hardware revision', { expectedHardwareRevision: 'rev-c' }],
    ['another case', { expectedHardwareRevision: 'REV-B' }],
  ])('an invalid call fails with 409 for %s than the stored one', async (_what, more) => {
    const device = await makeDevice(app);
    const { status, body } = await issue(device, more);
    expect([status, body.error.code]).toEqual([409, 'EXPECTATION_MISMATCH']);
    expect(await secrets(device.id)).toHaveLength(1);
    expect(await envelopes(device.id)).toEqual([]);
  });

  it.each([
    ['a key of 1024 bits', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
    ['an exponent of 3', pemOf(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey)],
    ['a private key', station.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['text', 'x'.repeat(300)],
    ['two keys', station.pem + stranger.pem],
  ])(
    'an invalid call fails with 400 PROVISIONER_KEY_INVALID for %s, before the device is loaded',
    async (_what, provisionerPublicKey) => {
      const path = '/v1/admin/devices/01900000-0000-7000-8000-000000000000/provisioning-envelope';
      const device = { serial: 'KRV-0000000000000000', hardwareRevision: 'rev-b' };
      const { status, body } = await operator.rest('POST', path, { ...bodyFor(device), provisionerPublicKey });
      expect([status, body.error.code]).toEqual([400, 'PROVISIONER_KEY_INVALID']);
      expect(body.error.message).not.toContain('MII');
    },
  );

  it('an invalid call fails with 400 for a station that is not in the list of allowed ones', async () => {
    const closed = await startTestApp({ env: { PROVISIONER_FINGERPRINTS: station.fingerprint.toUpperCase() } });
    try {
      const who = await closed.as('SUPER_ADMIN');
      const device = await makeDevice(closed);
      expect((await issue(device, {}, who)).status).toBe(201);
      const { status, body } = await issue(device, { provisionerPublicKey: stranger.pem }, who);
      expect([status, body.error.code]).toEqual([400, 'PROVISIONER_KEY_INVALID']);
    } finally {
      await closed.stop();
    }
  });

  it.each([
    ['serialNumber', { serialNumber: 'KRV-00000000000' }],
    ['serialNumber', { serialNumber: `KRV-${'0'.repeat(37)}` }],
    ['serialNumber', { serialNumber: undefined }],
    ['expectedHardwareRevision', { expectedHardwareRevision: '' }],
    ['expectedHardwareRevision', { expectedHardwareRevision: 'r'.repeat(65) }],
    ['provisionerPublicKey', { provisionerPublicKey: 'x'.repeat(255) }],
    ['provisionerPublicKey', { provisionerPublicKey: 'x'.repeat(8193) }],
    ['secretVersion', { secretVersion: 1 }],
  ])('an invalid call fails with 400 and names the invalid field %s', async (field, more) => {
    const { status, body } = await issue(await makeDevice(app), more);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.error.message).toContain(field);
  });

  it('an invalid call fails with 404 for an unknown device', async () => {
    const device = await makeDevice(app);
    const { status, body } = await issue({ ...device, id: '01900000-0000-7000-8000-000000000000' });
    expect([status, body.error.code]).toEqual([404, 'DEVICE_NOT_FOUND']);
  });

  it.each(['ADMIN', 'SALES', 'SUPPORT', 'VIEWER', 'FIRMWARE_MANAGER'] as const)(
    'an invalid call fails with 403 for %s',
    async (role) => {
      expect((await issue(await makeDevice(app), {}, await app.as(role))).status).toBe(403);
    },
  );
});

function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
