import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { temporaryFolder } from '../support/run.ts';
import { draft, plan, provision } from './support.ts';

const issuerKey = () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));

const PRODUCTION = {
  NODE_ENV: 'production',
  MUTATIONS_AUTHORIZED: 'true',
  KEY_ENCRYPTION_KEYS: `a:${randomBytes(32).toString('base64')}`,
  CLAIM_CODE_PEPPER: randomBytes(32).toString('base64'),
  PAIRING_ISSUER_KEY: issuerKey(),
  GRANT_ISSUER_KEY: issuerKey(),
  OBJECT_STORAGE_PATH: temporaryFolder('objects'),
};
const LOCAL = 'http://localhost:3000';
const stationKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).publicKey;

/** In production, one instance whose PUBLIC_URL is its own machine, and one that the world can reach. */
let local: TestApp;
let reachable: TestApp;
let admin: Caller;
let batch: Json;
let device: Json;
beforeAll(async () => {
  reachable = await startTestApp({ env: PRODUCTION });
  local = await startTestApp({ database: reachable.database, env: { ...PRODUCTION, PUBLIC_URL: LOCAL } });
  admin = await local.as('SUPER_ADMIN');
  const planned = await draft(reachable.client({ cookie: admin.cookie }) as Caller);
  device = (await provision(reachable.client({ cookie: admin.cookie }) as Caller, planned.id)).body.devices[0];
  batch = await draft(admin);
});
afterAll(async () => {
  await local.stop();
  await reachable.stop();
});

const envelopeFor = ({ serial, hardwareRevision }: Json) => ({
  serialNumber: serial,
  expectedHardwareRevision: hardwareRevision,
  provisionerPublicKey: stationKey,
});
const oneStep = () => {
  const { code: batchCode, ...planned } = plan();
  return { batchCode, ...planned };
};

/** What would carry the address out of the service, over both transports. */
const calls: readonly (readonly [string, (by: Pick<Caller, 'rest' | 'gql'>) => Promise<Json>])[] = [
  ['provisionBatch, REST', (by) => by.rest('POST', `/v1/admin/inventory/batches/${batch.id}/provision`, {})],
  [
    'provisionBatch, GraphQL',
    (by) => by.gql('mutation ($id: ID!) { provisionBatch(id: $id, input: {}) { batch { id } } }', { id: batch.id }),
  ],
  ['provisionDevices, REST', (by) => by.rest('POST', '/v1/admin/devices/batches', oneStep())],
  [
    'provisionDevices, GraphQL',
    (by) =>
      by.gql('mutation ($input: ProvisionDevicesInput!) { provisionDevices(input: $input) { batch { id } } }', {
        input: oneStep(),
      }),
  ],
  [
    'issueProvisioningEnvelope, REST',
    (by) => by.rest('POST', `/v1/admin/devices/${device.id}/provisioning-envelope`, envelopeFor(device)),
  ],
  [
    'issueProvisioningEnvelope, GraphQL',
    (by) =>
      by.gql(
        'mutation ($id: ID!, $input: IssueProvisioningEnvelopeInput!) { issueProvisioningEnvelope(id: $id, input: $input) { envelopeId } }',
        { id: device.id, input: envelopeFor(device) },
      ),
  ],
];

const errorOf = ({ status, body }: Json): Json =>
  body.error ?? { status, ...body.errors?.[0].extensions, ...body.errors?.[0] };

describe('in production with PUBLIC_URL on this machine', () => {
  it.each(calls)('%s is refused with the setting in its message, and nothing is made', async (_name, call) => {
    const counts = () =>
      local.sql(`select (select count(*)::int from device) as devices, (select count(*)::int from inventory_batch) as batches,
                        (select count(*)::int from provisioning_envelope) as envelopes`);
    const before = await counts();
    const error = errorOf(await call(admin));
    expect(error.code ?? error.extensions.code).toBe('PUBLIC_URL_IS_LOCAL');
    expect(error.message).toContain(`${LOCAL}, which no phone and no device can reach. Set PUBLIC_URL`);
    expect(await counts()).toEqual(before);
  });

  it('provisioning with a PUBLIC_URL on this machine is a 403 that comes after that of the role, and before the limit and the input', async () => {
    const path = `/v1/admin/inventory/batches/${batch.id}/provision`;
    const viewer = await local.as('VIEWER');
    const replies = [await viewer.rest('POST', path, {}), await admin.rest('POST', path, { no: 'field' })];
    expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual([
      [403, 'ROLE_FORBIDDEN'],
      [403, 'PUBLIC_URL_IS_LOCAL'],
    ]);
  });

  it('the start warns of it', () => {
    const warnings = (app: TestApp) => app.logs.filter(({ msg }) => String(msg).startsWith('PUBLIC_URL is'));
    expect(warnings(local).map(({ level }) => level)).toEqual(['warn']);
    expect(warnings(reachable)).toEqual([]);
  });

  it('an instance with a public address makes labels and envelopes', async () => {
    const by = reachable.client({ cookie: admin.cookie });
    const made = await by.rest('POST', '/v1/admin/devices/batches', oneStep());
    const [one] = made.body.devices;
    expect([made.status, one.qr]).toEqual([201, `http://karvon.test/pair#serial=${one.serial}&code=${one.claimCode}`]);
    const envelope = await by.rest('POST', `/v1/admin/devices/${one.id}/provisioning-envelope`, envelopeFor(one));
    expect(envelope.status).toBe(201);
  });
});
