import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf, breakAudit } from '../support/audit.ts';
import type { Caller } from '../support/callers.ts';
import { type DeviceOverrides, makeDevice } from '../support/factories/device.ts';
import { postForm } from '../support/form.ts';
import { makePackage, makeReleaseKey, packageOf, sha256Of, trustingFolder } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { FIELDS, FIRMWARE, nextBuild, uploadPackage } from './releases.ts';

const PACKAGES = `${FIRMWARE}/packages`;
const key = makeReleaseKey();
const retired = makeReleaseKey({ status: 'RETIRED' });
const revoked = makeReleaseKey({ status: 'REVOKED' });
const betaOnly = makeReleaseKey({ channels: ['BETA'] });
const stranger = makeReleaseKey();
const objects = temporaryFolder('objects');

let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp({
    env: { DATA_DIR: trustingFolder([key, retired, revoked, betaOnly]), OBJECT_STORAGE_PATH: objects },
  });
  manager = await app.as('FIRMWARE_MANAGER');
  mkdirSync(join(objects, '.staging'), { recursive: true });
});
afterAll(() => app.stop());
/** Whatever became of an upload: what was being taken in is released, or gone. */
afterEach(() => expect(readdirSync(join(objects, '.staging')).filter((name) => !name.startsWith('ping'))).toEqual([]));

/** Everything an upload may leave: releases, their history, entries, objects. */
async function stored() {
  const [counts] = await app.sql(
    `select (select count(*)::int from release) as releases, (select count(*)::int from release_event) as events,
            (select count(*)::int from audit_entry where action = 'uploadPackage') as entries`,
  );
  let images = 0;
  for await (const _object of app.runtime.storage.list()) images += 1;
  return { ...counts, images };
}

describe('uploadPackage: a signed package', () => {
  it('a signed package becomes a DRAFT with all signed values, its history and one audit entry', async () => {
    const buildNumber = nextBuild();
    const made = await makePackage([key], {
      manifest: { buildNumber, minFromVersion: '1.0.0' },
      image: { secureVersion: 2 },
    });
    const reply = await postForm(manager, PACKAGES, { ...FIELDS, mandatory: 'true' }, made.bytes);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      source: 'PACKAGE',
      product: 'karvon',
      model: 'LAMP1',
      version: '1.4.2',
      buildNumber,
      hardwareRevision: 'rev-b',
      securityVersion: 2,
      channel: 'STABLE',
      lifecycle: 'DRAFT',
      targetDeviceId: null,
      mandatory: true,
      mandatoryAfter: null,
      releaseNotes: ['Brighter.'],
      minFromVersion: '1.0.0',
      minAppVersion: null,
      firmware: { sha256: made.sha256, size: made.image.length },
      package: { sha256: sha256Of(made.bytes), size: made.bytes.length },
      signed: true,
      signedBy: [key.kid],
      rolloutPercentage: 0,
      createdBy: manager.admin.id,
      revision: 1,
      stats: { total: 0, byStatus: [], failureRate: null },
    });
    expect(reply.body.events).toMatchObject([{ fromLifecycle: null, toLifecycle: 'DRAFT', actorId: manager.admin.id }]);
    expect(await app.runtime.storage.size(made.sha256)).toBe(made.image.length);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'uploadPackage', target_kind: 'Release', target_id: reply.body.id, detail: { signedBy: [key.kid] } },
    ]);
    const [row] = await app.sql('select manifest, signatures from release where id = $1', [reply.body.id]);
    expect(row.manifest.equals(made.manifestBytes)).toBe(true);
    expect(row.signatures).toEqual(made.signatures);
  });

  it('a signed package is not mandatory by default', async () => {
    const reply = await uploadPackage(manager, key);
    expect(reply.body.mandatory).toBe(false);
  });

  it.each(['false', 'true'])('a signed package accepts %s as the mandatory field', async (mandatory) => {
    const reply = await uploadPackage(manager, key, { fields: { mandatory } });
    expect(reply.body.mandatory).toBe(mandatory === 'true');
  });

  it('a signed package accepts release notes of 8,000 characters, counted as code points', async () => {
    const releaseNotes = '💡'.repeat(8000);
    const reply = await uploadPackage(manager, key, { fields: { releaseNotes } });
    expect(reply.body.releaseNotes).toEqual([releaseNotes]);
  });

  it('a signed package can have a file name extension in upper case', async () => {
    const { bytes } = await makePackage([key], { manifest: { buildNumber: nextBuild() } });
    expect((await postForm(manager, PACKAGES, FIELDS, bytes, 'LAMP.RELEASE')).status).toBe(201);
  });

  it('a signed package shares one object with other builds of the same image', async () => {
    const first = await uploadPackage(manager, key, { image: { seed: 'same' } });
    const before = await stored();
    const second = await uploadPackage(manager, key, { image: { seed: 'same' } });
    expect(second.body.firmware).toEqual(first.body.firmware);
    expect(await stored()).toEqual({
      ...before,
      releases: before.releases + 1,
      events: before.events + 1,
      entries: before.entries + 1,
    });
  });

  it('a signed package can be signed with more keys than needed', async () => {
    const reply = await uploadPackage(manager, key, { keys: [key, stranger, betaOnly] });
    expect(reply.body.signedBy).toEqual([key.kid]);
  });
});

describe('uploadPackage: a package upload is rejected and stores nothing', () => {
  const refusals: [what: string, code: string, fields: object, make: () => Promise<Buffer>, fileName?: string][] = [
    ['no channel', 'VALIDATION_FAILED', { channel: undefined }, good],
    ['another channel', 'VALIDATION_FAILED', { channel: 'NIGHTLY' }, good],
    ['no notes', 'VALIDATION_FAILED', { releaseNotes: undefined }, good],
    ['blank notes', 'VALIDATION_FAILED', { releaseNotes: '   ' }, good],
    ['notes of 8,001 characters', 'VALIDATION_FAILED', { releaseNotes: 'a'.repeat(8001) }, good],
    ['mandatory set to yes', 'VALIDATION_FAILED', { mandatory: 'yes' }, good],
    ['mandatory as a number', 'VALIDATION_FAILED', { mandatory: '1' }, good],
    ['an empty target', 'VALIDATION_FAILED', { targetDeviceId: '' }, good],
    ['a target of 65 characters', 'VALIDATION_FAILED', { targetDeviceId: 'a'.repeat(65) }, good],
    ['an unknown field', 'VALIDATION_FAILED', { rolloutPercentage: '10' }, good],
    ['another extension', 'VALIDATION_FAILED', {}, good, 'lamp.bin'],
    ['arbitrary bytes', 'PACKAGE_MALFORMED', {}, async () => Buffer.from('hello')],
    [
      'a package with a byte more',
      'PACKAGE_MALFORMED',
      {},
      async () => Buffer.concat([await good(), Buffer.from('.')]),
    ],
    ['a package with a byte less', 'PACKAGE_MALFORMED', {}, async () => (await good()).subarray(0, -1)],
    ['an unsigned package', 'PACKAGE_SIGNATURE_INVALID', {}, () => signedWith([])],
    ['an unknown key', 'PACKAGE_KEY_UNKNOWN', {}, () => signedWith([stranger])],
    ['a retired key', 'PACKAGE_KEY_RETIRED', {}, () => signedWith([retired])],
    ['a revoked key', 'PACKAGE_KEY_REVOKED', {}, () => signedWith([revoked])],
    ['a key of another channel', 'PACKAGE_NOT_ALLOWED', {}, () => signedWith([betaOnly])],
    [
      'a channel that the manifest does not allow',
      'PACKAGE_NOT_ALLOWED',
      {},
      async () =>
        (await makePackage([key], { manifest: { buildNumber: nextBuild(), allowedChannels: ['BETA'] } })).bytes,
    ],
    ['another image than was signed', 'PACKAGE_DIGEST_MISMATCH', {}, swapped],
    ['a release of STABLE for one device', 'TARGET_DEVICE_INCOMPATIBLE', { targetDeviceId: 'x' }, good],
    ['INTERNAL without a device', 'TARGET_DEVICE_INCOMPATIBLE', { channel: 'INTERNAL' }, good],
    ['INTERNAL for no device', 'TARGET_DEVICE_INCOMPATIBLE', { channel: 'INTERNAL', targetDeviceId: 'x' }, good],
  ];

  it.each(refusals)(
    'a package upload is rejected and stores nothing for %s',
    async (...[, code, fields, make, fileName]) => {
      const before = await stored();
      const reply = await postForm(manager, PACKAGES, { ...FIELDS, ...fields }, await make(), fileName);
      expect([reply.status, reply.body.error?.code]).toEqual([400, code]);
      expect(await stored()).toEqual(before);
      expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
    },
  );

  it('a package upload is rejected and stores nothing for an existing hardware revision, version and build number, whatever the image', async () => {
    const { body: first } = await uploadPackage(manager, key);
    const before = await stored();
    const reply = await uploadPackage(manager, key, {
      image: { seed: 'another' },
      manifest: { buildNumber: first.buildNumber },
    });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'RELEASE_CONFLICT']);
    expect(await stored()).toEqual(before);
  });

  async function good(): Promise<Buffer> {
    return signedWith([key]);
  }
  async function signedWith(keys: Parameters<typeof makePackage>[0]): Promise<Buffer> {
    return (await makePackage(keys, { manifest: { buildNumber: nextBuild() } })).bytes;
  }
  async function swapped(): Promise<Buffer> {
    const made = await makePackage([key], { manifest: { buildNumber: nextBuild() } });
    const other = await makePackage([key], { image: { seed: 'other' } });
    return (await packageOf(made.manifestBytes, [key], other.image)).bytes;
  }
});

describe('uploadPackage: an INTERNAL release has one target device', () => {
  const internal = (targetDeviceId: string) => ({ channel: 'INTERNAL', targetDeviceId });

  it.each(['READY', 'SOLD', 'CLAIMED', 'ACTIVE', 'REPAIR'] as const)(
    'an INTERNAL release can have a target device that is %s',
    async (status) => {
      const device = await makeDevice(app, { status });
      const reply = await uploadPackage(manager, key, { fields: internal(device.id.toUpperCase()) });
      expect(reply.body).toMatchObject({ channel: 'INTERNAL', targetDeviceId: device.id });
    },
  );

  const unfit: [what: string, device: DeviceOverrides][] = [
    ['of other hardware', { hardwareRevision: 'rev-c' }],
    ['of another model', { model: 'LAMP2' }],
    ...(['INVENTORY', 'RETURNED', 'SUSPENDED', 'REVOKED', 'RETIRED'] as const).map(
      (status): [string, DeviceOverrides] => [`that is ${status}`, { status }],
    ),
  ];
  it.each(unfit)('an INTERNAL release cannot have a target device %s', async (_what, overrides) => {
    const device = await makeDevice(app, overrides);
    const reply = await uploadPackage(manager, key, { fields: internal(device.id) });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'TARGET_DEVICE_INCOMPATIBLE']);
  });
});

describe('uploadPackage: a failed package upload', () => {
  it('a failed package upload leaves the image without a release, for the sweeper, if the database fails', async () => {
    const repair = await breakAudit(app);
    const before = await stored();
    const reply = await uploadPackage(manager, key, { image: { seed: 'orphan' } });
    expect(reply.status).toBeGreaterThanOrEqual(500);
    await repair();
    expect(await stored()).toEqual({ ...before, images: before.images + 1 });
  });

  it('a failed package upload returns 503 and creates no row if the storage is down', async () => {
    const elsewhere = temporaryFolder('down');
    const down = await startTestApp({
      env: { DATA_DIR: trustingFolder([key]), OBJECT_STORAGE_PATH: join(elsewhere, 'objects') },
    });
    const caller = await down.as('FIRMWARE_MANAGER');
    rmSync(join(elsewhere, 'objects'), { recursive: true, force: true });
    writeFileSync(join(elsewhere, 'objects'), 'a file where a folder was');
    const reply = await uploadPackage(caller, key);
    expect([reply.status, reply.body.error.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(await down.sql('select 1 from release')).toEqual([]);
    await down.stop();
  });
});

it('a package upload of a forbidden role fails before the form is read', async () => {
  for (const role of ['OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'] as const) {
    const reply = await postForm(await app.as(role), PACKAGES, {}, Buffer.from('no package'));
    expect([reply.status, reply.body.error.code]).toEqual([403, 'ROLE_FORBIDDEN']);
  }
  expect((await postForm(app, PACKAGES, {}, Buffer.from('no package'))).status).toBe(401);
});
