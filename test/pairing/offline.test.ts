import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  createCompanionApp,
  type DeviceKnowledge,
  verifyOffline,
  verifyPossession,
} from '../../src/simulator/companion-app.ts';
import { beat } from '../heartbeats/signed-heartbeats.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { temporaryFolder } from '../support/run.ts';
import { hexHmac } from './support.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

async function pairedApp(key: 'Ed25519' | 'P-256' = 'Ed25519') {
  const device = await makeDevice(app);
  const companion = createCompanionApp({ baseUrl: app.url, key });
  const customerEmail = `owner.${device.id}@example.com`;
  const claimed = await companion.claim({
    serial: device.serial,
    claimCode: device.claimCode,
    customerEmail,
    askDevice: (payload) => hexHmac(device.secret, payload),
  });
  expect(claimed.status).toBe(201);
  const issuerKeys = app.runtime.keys.pairingIssuerJwks.keys;
  const knows = (more: Partial<DeviceKnowledge> = {}): DeviceKnowledge => ({
    serial: device.serial,
    issuerKeys,
    epoch: 0,
    revokedJti: [],
    now: app.clock.now(),
    ...more,
  });
  return { device, companion, customerEmail, credential: companion.credential() ?? '', knows };
}

it('openssl verifies a credential with the published key alone, as documented', async () => {
  const { credential, device } = await pairedApp();
  const keys = await app.rest('GET', '/v1/devices/pair/issuer-keys');
  const [script = ''] =
    /^\{ printf[\s\S]*?-sigfile signature$/m.exec(readFileSync('docs/devices/pairing.md', 'utf8')) ?? [];
  const cwd = temporaryFolder('openssl');
  const verify = (shown: string) =>
    execFileSync('sh', ['-ec', script], {
      cwd,
      env: { PATH: process.env.PATH, x: keys.body.keys[0].x, credential: shown },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(verify(credential)).toMatch(/Signature Verified Successfully/);
  const [head, claims = '', signature] = credential.split('.');
  expect(() => verify(`${head}.${claims}x.${signature}`)).toThrow();
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString()).aud).toBe(device.serial);
});

it('another library verifies a credential with all claims that a device checks', async () => {
  const { credential, device } = await pairedApp();
  const keys = await app.rest('GET', '/v1/devices/pair/issuer-keys');
  const options = { issuer: 'http://karvon.test', audience: device.serial, typ: 'pairing+jwt', algorithms: ['EdDSA'] };
  const { payload } = await jwtVerify(credential, createLocalJWKSet(keys.body), options);
  expect(payload.epoch).toBe(0);
});

describe('a device without a network', () => {
  it.each(['Ed25519', 'P-256'] as const)('a device without a network accepts an app with its %s key', async (key) => {
    const { companion, credential, knows } = await pairedApp(key);
    const claims = verifyOffline(credential, knows());
    const nonce = randomBytes(32);
    expect(claims).toMatchObject({ sub: companion.installationId });
    const proof = companion.provePossession(nonce);
    expect(verifyPossession(claims ?? {}, companion.publicJwk, nonce, proof)).toBe(true);
    expect(verifyPossession(claims ?? {}, companion.publicJwk, randomBytes(32), proof)).toBe(false);
    const thief = createCompanionApp({ baseUrl: app.url, key });
    expect(verifyPossession(claims ?? {}, thief.publicJwk, nonce, thief.provePossession(nonce))).toBe(false);
  });

  it('a device without a network rejects a credential for another device, of an old epoch, too early, too late or altered', async () => {
    const { credential, knows } = await pairedApp();
    expect(verifyOffline(credential, knows({ serial: 'KRV-OTHER' }))).toBeUndefined();
    expect(verifyOffline(credential, knows({ epoch: 1 }))).toBeUndefined();
    expect(verifyOffline(credential, knows({ now: new Date(app.clock.now().getTime() - 302_000) }))).toBeUndefined();
    expect(
      verifyOffline(credential, knows({ now: new Date(app.clock.now().getTime() + 366 * 86_400_000) })),
    ).toBeUndefined();
    expect(verifyOffline(credential, knows({ issuerKeys: app.runtime.keys.grantIssuerJwks.keys }))).toBeUndefined();
    const [head = '', , signature = ''] = credential.split('.');
    const other = (await pairedApp()).credential.split('.')[1];
    expect(verifyOffline(`${head}.${other}.${signature}`, knows())).toBeUndefined();
    expect(verifyOffline(credential, knows())).toBeDefined();
  });

  it('a device without a network learns revoked pairings from heartbeats, with all of their credentials', async () => {
    const { device, companion, credential, knows } = await pairedApp();
    expect((await companion.refresh()).status).toBe(201);
    const newer = companion.credential() ?? '';
    expect((await companion.me()).status).toBe(200);
    expect((await companion.revoke()).status).toBe(201);
    const { body } = await beat(app, device);
    for (const shown of [credential, newer]) {
      expect(verifyOffline(shown, knows())).toBeDefined();
      expect(verifyOffline(shown, knows(body.pairing))).toBeUndefined();
    }
  });

  it('a device without a network learns of a transfer from the epoch', async () => {
    const { device, credential, knows } = await pairedApp();
    const admin = await app.as('ADMIN');
    const next = { customerEmail: `next.${device.id}@example.com`, reason: 'sold on' };
    expect((await admin.rest('POST', `/v1/admin/devices/${device.id}/transfer`, next)).status).toBe(201);
    const { body } = await beat(app, device);
    expect(body.pairing).toEqual({ epoch: 1, revokedJti: [] });
    expect(verifyOffline(credential, knows(body.pairing))).toBeUndefined();
  });
});

it('the code status says if a claim code can be used', async () => {
  const { companion, device } = await pairedApp();
  expect((await companion.codeStatus(device.claimCode)).body).toEqual({ status: 'CLAIMED' });
});

it('admins see the apps of a device, with only the thumbprints of their keys', async () => {
  const { device, companion } = await pairedApp();
  await companion.revoke();
  const admin = await app.as('SUPPORT');
  const { body } = await admin.gql(
    `query ($id: ID!) { device(id: $id) { pairings { nodes {
       id deviceName appVersion keyThumbprint epoch createdAt refreshedAt expiresAt revokedAt revokedReason } } } }`,
    { id: device.id },
  );
  expect(body.data.device.pairings.nodes).toEqual([
    {
      id: expect.any(String),
      deviceName: 'Aziza’s phone',
      appVersion: '2.1.0',
      keyThumbprint: expect.stringMatching(/^[\w-]{43}$/),
      epoch: 0,
      createdAt: app.clock.now().toISOString(),
      refreshedAt: null,
      expiresAt: expect.any(String),
      revokedAt: app.clock.now().toISOString(),
      revokedReason: 'revokePairing',
    },
  ]);
  const manager = await app.as('FIRMWARE_MANAGER');
  const refused = await manager.gql('{ devices { nodes { pairings { nodes { id } } } } }');
  expect(refused.body.errors?.[0].extensions.code).toBe('ROLE_FORBIDDEN');
});
