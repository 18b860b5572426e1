import { createPublicKey, verify } from 'node:crypto';
import { compactVerify, importJWK } from 'jose';
import { scheduledJobs } from '../../src/domain/jobs/index.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { codeOf, pair } from '../pairing/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { addClaimCode, addSecret, type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';

let app: TestApp;
let manager: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(() => app.stop());

let boards = 0;
/** A board that nobody has seen. */
const newMac = () => {
  boards += 1;
  return `24:6F:28:AA:${(boards >> 8).toString(16).padStart(2, '0')}:${(boards & 255).toString(16).padStart(2, '0')}`;
};

const body = (device: MadeDevice, release: MadeRelease, more: Json = {}): Json => ({
  expectedMac: newMac(),
  targetSerial: device.serial,
  expectedVersion: release.version,
  expectedBuild: release.buildNumber,
  expectedHardwareRevision: release.hardwareRevision,
  maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
  ...more,
});
const issue = (id: string, given: Json, who: Caller = manager): Promise<Reply> =>
  who.rest('POST', `/v1/admin/firmware/${id}/maintenance-grant`, given);
const grantsOf = (deviceId: string) =>
  app.sql('select id, mac, state, consumed_at from maintenance_grant where device_id = $1 order by id', [deviceId]);
const statesOf = async (deviceId: string) => (await grantsOf(deviceId)).map(({ state }: Json) => state);

const made = async (
  device: Parameters<typeof makeDevice>[1] = {},
  release: Parameters<typeof makeRelease>[1] = {},
) => ({
  device: await makeDevice(app, { status: 'REPAIR', ...device }),
  release: await makeRelease(app, release),
});

describe('issueMaintenanceGrant: a maintenance grant', () => {
  it('a maintenance grant is for the serial on the label, however it was typed', async () => {
    const { device, release } = await made();
    const targetSerial = device.serial.toLowerCase().replace('-', '\u2013');
    const reply = await issue(release.id, body(device, release, { targetSerial }));
    expect([reply.status, reply.body.serial]).toEqual([201, device.serial]);
  });

  it('a maintenance grant names the board and the identity, and is signed', async () => {
    const { device, release } = await made();
    const given = body(device, release);
    const reply = await issue(release.id, given);
    const mac = given.expectedMac.toLowerCase();
    expect(reply.status).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const [row] = await grantsOf(device.id);
    const issued = Math.floor(app.clock.now().getTime() / 1000);
    expect(reply.body).toEqual({
      grantId: row.id,
      grant: expect.any(String),
      mac,
      serial: device.serial,
      purpose: 'ONE_TIME_IDENTITY_PROVISIONING',
      issuedAt: app.clock.now().toISOString(),
      expiresAt: new Date((issued + 900) * 1000).toISOString(),
    });
    expect(row).toEqual({ id: row.id, mac, state: 'ISSUED', consumed_at: null });
    expect(
      await app.sql('select issued_by, issued_at, expires_at from maintenance_grant where id = $1', [row.id]),
    ).toEqual([
      {
        issued_by: manager.admin.id,
        issued_at: app.clock.now(),
        expires_at: new Date((issued + 900) * 1000),
      },
    ]);
    const [jwk] = app.runtime.keys.grantIssuerJwks.keys;
    const { payload, protectedHeader } = await compactVerify(reply.body.grant, await importJWK({ ...jwk }, 'EdDSA'));
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'maintenance-grant+jwt', kid: jwk?.kid });
    expect(jwk?.kid).not.toBe(app.runtime.keys.pairingIssuers[0]?.kid);
    const [{ firmware_sha256: sha256 }] = await app.sql('select firmware_sha256 from release where id = $1', [
      release.id,
    ]);
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual({
      iss: 'http://karvon.test',
      jti: row.id,
      aud: `device-mac:${mac}`,
      sub: device.serial,
      purpose: 'ONE_TIME_IDENTITY_PROVISIONING',
      release: {
        id: release.id,
        version: release.version,
        build: release.buildNumber,
        hardwareRevision: 'rev-b',
        sha256,
      },
      iat: issued,
      nbf: issued,
      exp: issued + 900,
    });
    const [head, claims, signature] = reply.body.grant.split('.');
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    expect(verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('a maintenance grant is contained only in its response', async () => {
    const { device, release } = await made();
    const reply = await issue(release.id, body(device, release));
    const entries = await app.sql('select * from audit_entry where request_id = $1', [reply.headers['x-request-id']]);
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'issueMaintenanceGrant',
        actor_id: manager.admin.id,
        target_kind: 'Release',
        target_id: release.id,
        detail: {
          grantId: reply.body.grantId,
          deviceId: device.id,
          serial: device.serial,
          mac: reply.body.mac,
          purpose: 'ONE_TIME_IDENTITY_PROVISIONING',
          superseded: [],
        },
      }),
    ]);
    const signature = reply.body.grant.split('.')[2];
    expect(JSON.stringify([entries, app.logs, await app.sql('select * from maintenance_grant')])).not.toContain(
      signature,
    );
  });

  it.each([
    ['expectedVersion', { expectedVersion: '2.0.1' }],
    ['expectedBuild', { expectedBuild: 7 }],
    ['expectedHardwareRevision', { expectedHardwareRevision: 'rev-c' }],
  ])('a maintenance grant fails with another %s', async (field, more) => {
    const { device, release } = await made();
    const reply = await issue(release.id, body(device, release, more));
    expect([reply.status, codeOf(reply)]).toEqual([409, 'EXPECTATION_MISMATCH']);
    expect(reply.body.error.message).toContain(field);
    expect(await grantsOf(device.id)).toEqual([]);
  });

  it('a maintenance grant fails for a device of another hardware revision', async () => {
    const { device, release } = await made({ hardwareRevision: 'rev-c' });
    expect(codeOf(await issue(release.id, body(device, release)))).toBe('EXPECTATION_MISMATCH');
  });

  it('a maintenance grant fails only for a revoked release', async () => {
    const { device, release } = await made({}, { lifecycle: 'REVOKED' });
    const reply = await issue(release.id, body(device, release));
    expect([reply.status, codeOf(reply)]).toEqual([409, 'RELEASE_REVOKED']);
    for (const lifecycle of ['DRAFT', 'READY', 'ROLLING_OUT', 'PAUSED', 'COMPLETED'] as const) {
      const other = await made({}, { lifecycle });
      expect((await issue(other.release.id, body(other.device, other.release))).status).toBe(201);
    }
  });

  it.each(['SOLD', 'CLAIMED', 'ACTIVE', 'SUSPENDED', 'REVOKED', 'RETIRED'] as const)(
    'a maintenance grant is refused for a device that is %s',
    async (status) => {
      const { device, release } = await made({ status });
      const reply = await issue(release.id, body(device, release));
      expect([reply.status, codeOf(reply)]).toEqual([409, 'INVALID_TRANSITION']);
    },
  );

  it.each(['INVENTORY', 'READY', 'REPAIR', 'RETURNED'] as const)(
    'a maintenance grant is issued for a device that is %s',
    async (status) => {
      const { device, release } = await made({ status });
      expect((await issue(release.id, body(device, release))).status).toBe(201);
    },
  );

  it('a maintenance grant fails for an unknown serial or release', async () => {
    const { device, release } = await made();
    const serial = await issue(release.id, body(device, release, { targetSerial: 'KRV-NOBODY' }));
    expect([serial.status, codeOf(serial)]).toEqual([404, 'DEVICE_NOT_FOUND']);
    const other = await issue(device.id, body(device, release));
    expect([other.status, codeOf(other)]).toEqual([404, 'RELEASE_NOT_FOUND']);
  });

  it.each([
    ['another word', { maintenancePurpose: 'ANYTHING' }, 'maintenancePurpose'],
    ['a MAC with dashes', { expectedMac: '24-6F-28-AA-BB-CC' }, 'expectedMac'],
    ['a short MAC', { expectedMac: '24:6F:28:AA:BB' }, 'expectedMac'],
    ['a long MAC', { expectedMac: '24:6F:28:AA:BB:CC:DD' }, 'expectedMac'],
    ['build 0', { expectedBuild: 0 }, 'expectedBuild'],
    ['no serial', { targetSerial: '' }, 'targetSerial'],
  ])('a maintenance grant rejects %s', async (_what, more, field) => {
    const { device, release } = await made();
    const reply = await issue(release.id, body(device, release, more));
    expect([reply.status, codeOf(reply)]).toEqual([400, 'VALIDATION_FAILED']);
    expect(reply.body.error.message).toContain(field);
  });
});

describe('issueMaintenanceGrant: open maintenance grants', () => {
  it('open maintenance grants are one per device: a new one replaces the old one', async () => {
    const { device, release } = await made();
    const first = await issue(release.id, body(device, release));
    const second = await issue(release.id, body(device, release));
    expect(await statesOf(device.id)).toEqual(['SUPERSEDED', 'ISSUED']);
    const [entry] = await app.sql('select detail from audit_entry where request_id = $1', [
      second.headers['x-request-id'],
    ]);
    expect(entry.detail.superseded).toEqual([first.body.grantId]);
  });

  it('open maintenance grants are one per board, ignoring the case of its MAC', async () => {
    const [one, two] = [await made(), await made()];
    const expectedMac = newMac();
    await issue(one.release.id, body(one.device, one.release, { expectedMac }));
    const reply = await issue(
      two.release.id,
      body(two.device, two.release, { expectedMac: expectedMac.toLowerCase() }),
    );
    expect(reply.status).toBe(201);
    expect([await statesOf(one.device.id), await statesOf(two.device.id)]).toEqual([['SUPERSEDED'], ['ISSUED']]);
  });

  it('open maintenance grants become EXPIRED by the job, by a new grant, and when they are read', async () => {
    const [one, two] = [await made(), await made()];
    for (const { device, release } of [one, two]) await issue(release.id, body(device, release));
    app.clock.advance(900_000);
    const admin = await app.as('SUPER_ADMIN');
    const read = await admin.gql(
      'query ($id: ID!) { device(id: $id) { maintenanceGrants { nodes { state mac consumedAt } } } }',
      {
        id: one.device.id,
      },
    );
    expect(read.body.data.device.maintenanceGrants.nodes).toEqual([
      { state: 'EXPIRED', mac: expect.any(String), consumedAt: null },
    ]);
    expect(await statesOf(one.device.id)).toEqual(['ISSUED']);
    await issue(one.release.id, body(one.device, one.release));
    expect(await statesOf(one.device.id)).toEqual(['EXPIRED', 'ISSUED']);
    const job = scheduledJobs(app.runtime, undefined as never).find(({ name }) => name === 'closeExpiredGrants');
    await job?.run();
    expect([await statesOf(one.device.id), await statesOf(two.device.id)]).toEqual([
      ['EXPIRED', 'ISSUED'],
      ['EXPIRED'],
    ]);
  });
});

describe('the first proof with a new secret', () => {
  it('the first proof with a new secret consumes the grant and binds the board to the device', async () => {
    const { device, release } = await made({ status: 'INVENTORY' });
    const expectedMac = newMac();
    await issue(release.id, body(device, release, { expectedMac }));
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    expect((await beat(app, { ...device, secret })).status).toBe(201);
    expect(await grantsOf(device.id)).toEqual([
      expect.objectContaining({ state: 'CONSUMED', consumed_at: app.clock.now() }),
    ]);
    const other = await made();
    const reply = await issue(other.release.id, body(other.device, other.release, { expectedMac }));
    expect([reply.status, codeOf(reply)]).toEqual([409, 'GRANT_EXISTS']);
    await app.sql(`update device set status = 'REPAIR' where id = $1`, [device.id]);
    expect((await issue(release.id, body(device, release, { expectedMac }))).status).toBe(201);
  });

  it('the first proof with a new secret consumes the grant in a claim, too', async () => {
    const { device, release } = await made({ status: 'INVENTORY' });
    await issue(release.id, body(device, release));
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    const claimCode = await addClaimCode(app, device);
    expect((await pair(app, { ...device, secret, claimCode })).status).toBe(201);
    expect(await statesOf(device.id)).toEqual(['CONSUMED']);
  });

  it('the first proof with a new secret does not consume the grant with the old secret or after its expiry', async () => {
    const { device, release } = await made();
    await issue(release.id, body(device, release));
    expect((await beat(app, device)).status).toBe(201);
    expect(await statesOf(device.id)).toEqual(['ISSUED']);
    const secret = await addSecret(app, device, { version: 2, state: 'PENDING' });
    app.clock.advance(900_000);
    expect((await beat(app, { ...device, secret })).status).toBe(201);
    expect(await statesOf(device.id)).toEqual(['ISSUED']);
  });
});

it('issueMaintenanceGrant: a maintenance grant is issued over GraphQL too, and listed without its token', async () => {
  const { device, release } = await made();
  const admin = await app.as('SUPER_ADMIN');
  const reply = await admin.gql(
    `mutation ($id: ID!, $input: IssueMaintenanceGrantInput!) {
       issueMaintenanceGrant(id: $id, input: $input) { grantId grant mac serial purpose issuedAt expiresAt } }`,
    { id: release.id, input: body(device, release) },
  );
  const issued = reply.body.data.issueMaintenanceGrant;
  expect(issued).toMatchObject({ serial: device.serial, grant: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
  const read = await admin.gql(
    'query ($id: ID!) { device(id: $id) { maintenanceGrants { nodes { id releaseId mac purpose state } } } }',
    { id: device.id },
  );
  expect(read.body.data.device.maintenanceGrants.nodes).toEqual([
    { id: issued.grantId, releaseId: release.id, mac: issued.mac, purpose: issued.purpose, state: 'ISSUED' },
  ]);
});
