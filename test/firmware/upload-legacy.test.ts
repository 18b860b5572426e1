import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { formOf, partsOf } from '../support/form.ts';
import {
  legacySignature,
  makeReleaseKey,
  sha256Of,
  trustingFolder,
  withKey,
  writeTrust,
} from '../support/release-package.ts';
import { FIRMWARE, legacyFields, setLifecycle, uploadLegacy } from './releases.ts';

const key = makeReleaseKey();
const retired = makeReleaseKey({ status: 'RETIRED' });
const revoked = makeReleaseKey({ status: 'REVOKED' });
const dataDir = trustingFolder([key, retired, revoked]);
const image = Buffer.from('a legacy upload');

let app: TestApp;
let root: Caller;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
  root = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

describe('uploadLegacyRelease: a legacy upload', () => {
  it('a legacy upload creates a DRAFT with the fields of the form, marked as unsigned', async () => {
    const fields = legacyFields({
      securityVersion: '3',
      mandatory: 'true',
      mandatoryAfter: '2027-01-02T03:04:05+05:00',
      rolloutPercentage: '25',
    });
    const reply = await uploadLegacy(root, fields, image);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      source: 'LEGACY',
      product: null,
      model: null,
      version: '1.4.2',
      buildNumber: fields.buildNumber,
      hardwareRevision: 'rev-b',
      securityVersion: 3,
      channel: 'BETA',
      lifecycle: 'DRAFT',
      mandatory: true,
      mandatoryAfter: '2027-01-01T22:04:05.000Z',
      releaseNotes: ['Brighter.', 'Quieter.'],
      firmware: { sha256: sha256Of(image), size: image.length },
      package: null,
      signed: false,
      signedBy: [],
      rolloutPercentage: 25,
    });
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'uploadLegacyRelease', target_id: reply.body.id },
    ]);
  });

  it('a legacy upload uses the defaults of omitted fields', async () => {
    const { body } = await uploadLegacy(root, legacyFields());
    expect(body).toMatchObject({ securityVersion: 0, mandatory: false, mandatoryAfter: null, rolloutPercentage: 0 });
  });

  it.each([
    ['a repeated field', ['One.', 'Two.'], ['One.', 'Two.']],
    ['one field with a JSON array', '["One.","Two."]', ['One.', 'Two.']],
    ['one field', 'One.', ['One.']],
    ['an empty array', '[]', []],
    ['text that only looks like an array', '[beta] One.', ['[beta] One.']],
  ])('a legacy upload accepts release notes as %s', async (_what, releaseNotes, expected) => {
    const reply = await uploadLegacy(root, legacyFields({ releaseNotes }));
    expect(reply.body.releaseNotes).toEqual(expected);
  });

  it.each([
    ['version', ['0.0.0', '9999.9999.9999']],
    ['buildNumber', ['2147483647']],
    ['hardwareRevision', ['a', `A${'._-'.repeat(21)}`]],
    ['channel', ['STABLE', 'BETA']],
    ['securityVersion', ['0', '2147483647']],
    ['rolloutPercentage', ['0', '100']],
  ])('a legacy upload accepts for %s the values %j', async (field, values) => {
    for (const value of values) {
      const reply = await uploadLegacy(root, legacyFields({ [field]: value }));
      expect([value, reply.status]).toEqual([value, 201]);
      expect(String(reply.body[field])).toBe(value);
    }
  });
});

describe('a legacy upload is rejected', () => {
  it.each([
    ['version', [undefined, '1.2', '1.2.3.4', '12345.0.0', 'v1.2.3', '1.2.3-rc1', '1.2.3\n', '']],
    ['buildNumber', [undefined, '0', '-1', '2147483648', '1.5', '0x10', '1e3', ' 7', 'seven', '']],
    ['hardwareRevision', [undefined, '', '-a', '.a', 'a b', `a${'b'.repeat(64)}`]],
    ['channel', [undefined, 'stable', '']],
    ['securityVersion', ['-1', '2147483648', '']],
    ['releaseNotes', [undefined, '[1]', '["a",null]']],
    ['mandatory', ['TRUE', '1', 'on', '']],
    [
      'mandatoryAfter',
      ['2027-01-02', 'soon', '2027-02-30T00:00:00Z', '', '0026-11-26T00:00:00Z', '1999-12-31T23:59:59Z'],
    ],
    ['rolloutPercentage', ['-1', '101', '10.5', '10%']],
    ['signature', ['', 'no base64', 'AAAA']],
    ['targetDeviceId', ['x']],
    ['sneaky', ['1']],
  ])('a legacy upload is rejected for %s with the values %j', async (field, values) => {
    for (const value of values) {
      const reply = await uploadLegacy(root, legacyFields({ [field]: value }), image);
      expect([value, reply.status]).toEqual([value, 400]);
      if (reply.body.error.code === 'VALIDATION_FAILED') expect(reply.body.error.message).toContain(field);
    }
  });

  it('a legacy upload is rejected without its file', async () => {
    const { body, headers } = formOf(partsOf(legacyFields()));
    const reply = await root.rest('POST', FIRMWARE, body, headers);
    expect([reply.status, reply.body.error.message]).toEqual([400, 'file is required']);
  });

  it.each(['ADMIN', 'FIRMWARE_MANAGER'] as const)('a legacy upload is rejected with 403 for %s', async (role) => {
    expect((await uploadLegacy(await app.as(role), legacyFields())).status).toBe(403);
  });

  it('a legacy upload is rejected for an existing hardware revision, version and build number', async () => {
    const fields = legacyFields();
    expect((await uploadLegacy(root, fields, image)).status).toBe(201);
    const reply = await uploadLegacy(root, fields, Buffer.from('another'));
    expect([reply.status, reply.body.error.code]).toEqual([409, 'RELEASE_CONFLICT']);
  });
});

describe('the signature of a legacy upload', () => {
  const sign = (by: typeof key) => ({ signature: legacySignature(image, by) });

  it('the signature of a legacy upload makes the release a signed one', async () => {
    const reply = await uploadLegacy(root, legacyFields({ channel: 'STABLE', ...sign(key) }), image);
    expect(reply.body).toMatchObject({ signed: true, signedBy: [key.kid] });
    expect((await setLifecycle(root, reply.body.id, { status: 'READY' })).body.lifecycle).toBe('READY');
  });

  it.each([
    ['of another image', 'PACKAGE_SIGNATURE_INVALID', { signature: legacySignature(Buffer.from('x'), key) }],
    ['of an unknown key', 'PACKAGE_SIGNATURE_INVALID', sign(makeReleaseKey())],
    ['of a retired key', 'PACKAGE_KEY_RETIRED', sign(retired)],
    ['of a revoked key', 'PACKAGE_KEY_REVOKED', sign(revoked)],
  ])('%s is rejected', async (_what, code, fields) => {
    const reply = await uploadLegacy(root, legacyFields(fields), image);
    expect([reply.status, reply.body.error.code]).toEqual([400, code]);
  });

  it('the signature of a legacy upload stays valid after its key is retired, but not after it is revoked', async () => {
    const { body } = await uploadLegacy(root, legacyFields(sign(key)), image);
    writeTrust(dataDir, [withKey(key, { status: 'REVOKED' })]);
    const refused = await setLifecycle(root, body.id, { status: 'READY' });
    writeTrust(dataDir, [withKey(key, { status: 'RETIRED' })]);
    const taken = await setLifecycle(root, body.id, { status: 'READY' });
    writeTrust(dataDir, [key, retired, revoked]);
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'PACKAGE_KEY_REVOKED']);
    expect(taken.body.lifecycle).toBe('READY');
  });
});

describe('an unsigned release', () => {
  it('an unsigned release cannot leave DRAFT on STABLE', async () => {
    const { body } = await uploadLegacy(root, legacyFields({ channel: 'STABLE' }));
    const reply = await setLifecycle(root, body.id, { status: 'READY' });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'RELEASE_CONFLICT']);
  });

  it('an unsigned release can be rolled out on BETA and to one device, with the percentage of its upload', async () => {
    const device = await makeDevice(app);
    for (const place of [{ channel: 'BETA' }, { channel: 'INTERNAL', targetDeviceId: device.id }]) {
      const { body } = await uploadLegacy(root, legacyFields({ ...place, rolloutPercentage: '25' }));
      expect((await setLifecycle(root, body.id, { status: 'READY' })).status).toBe(200);
      const reply = await setLifecycle(root, body.id, { status: 'ROLLING_OUT' });
      expect(reply.body).toMatchObject({ lifecycle: 'ROLLING_OUT', rolloutPercentage: 25, ...place });
    }
  });
});
