import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { postForm } from '../support/form.ts';
import {
  makePackage,
  makeReleaseKey,
  sha256Of,
  type TestImage,
  type TestManifest,
  trustingFolder,
} from '../support/release-package.ts';
import { FIRMWARE, madeRelease, nextBuild, setLifecycle } from './releases.ts';

const PATH = `${FIRMWARE}/packages/inspect`;
const key = makeReleaseKey();
const retired = makeReleaseKey({ status: 'RETIRED', label: 'old key' });
const stranger = makeReleaseKey();

let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: trustingFolder([key, retired]) } });
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(() => app.stop());

async function inspect(manifest: TestManifest = {}, image: TestImage = {}, keys = [key]): Promise<Json> {
  const { bytes } = await makePackage(keys, { manifest: { buildNumber: nextBuild(), ...manifest }, image });
  return (await postForm(manager, PATH, {}, bytes)).body;
}

describe('inspectPackage: an inspection', () => {
  it('an inspection reports everything about a valid package and stores nothing', async () => {
    const made = await makePackage([key, stranger], {
      manifest: { buildNumber: nextBuild() },
      image: { secureVersion: 1 },
    });
    const counts = async () =>
      (await app.sql('select (select count(*) from release) as r, (select count(*) from audit_entry) as a'))[0];
    const before = await counts();
    const reply = await postForm(manager, PATH, {}, made.bytes, 'any name');
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      valid: true,
      problems: [{ code: 'PACKAGE_KEY_UNKNOWN', severity: 'warning', message: expect.any(String) }],
      manifest: made.manifest,
      signatures: [
        { kid: key.kid, alg: 'Ed25519', status: 'VALID', keyLabel: 'test key' },
        { kid: stranger.kid, alg: 'Ed25519', status: 'UNKNOWN_KEY', keyLabel: null },
      ].sort((a, b) => (a.kid < b.kid ? -1 : 1)),
      thresholdMet: true,
      package: { size: made.bytes.length, sha256: sha256Of(made.bytes) },
      firmware: {
        size: made.image.length,
        sha256: made.sha256,
        embedded: expect.objectContaining({ version: '1.4.2', secureVersion: 1, chip: 'esp32s3' }),
      },
      compatible: { deviceCount: 0, hardwareRevisions: ['rev-b'] },
      existing: { sameDigestReleaseId: null, sameVersionReleaseId: null },
      wouldBeDowngradeFor: 0,
      securityStepsLeft: 15,
      warnings: [],
    });
    expect(await counts()).toEqual(before);
    expect(await auditOf(app, reply.headers['x-request-id'])).toEqual([]);
    expect(await app.runtime.storage.size(made.sha256)).toBeUndefined();
  });

  it.each([
    ['what is no package', async () => Buffer.from('hello'), 'PACKAGE_MALFORMED'],
    ['a retired key', async () => (await makePackage([retired])).bytes, 'PACKAGE_KEY_RETIRED'],
    ['an unknown key', async () => (await makePackage([stranger])).bytes, 'PACKAGE_KEY_UNKNOWN'],
    ['no signature', async () => (await makePackage([])).bytes, 'PACKAGE_SIGNATURE_INVALID'],
  ])('an inspection reports the problem of %s', async (_what, make, code) => {
    const { status, body } = await postForm(manager, PATH, {}, await make());
    expect([status, body.valid, body.problems[0].code, body.problems[0].severity]).toEqual([201, false, code, 'error']);
  });

  it('an inspection counts the compatible devices, and those that already run a newer version', async () => {
    const place = { hardwareRevision: 'rev-fit' };
    const running: [string | null, number | null][] = [
      [null, null],
      ['1.4.1', 999],
      ['1.4.2', 10],
      ['1.4.2', 300],
      ['1.4.2-rc1', 300],
      ['1.10.0', 1],
      ['2.0', null],
      ['nonsense', 5],
    ];
    for (const [version, build] of running) {
      const device = await makeDevice(app, place);
      if (version === null) continue;
      await app.sql(
        `insert into device_presence (device_id, last_seen_at, last_timestamp_ms, firmware_version, firmware_build_number, app_version, uptime, status)
         values ($1, now(), 1, $2, $3, '1.0.0', 1, 'healthy')`,
        [device.id, version, build],
      );
    }
    await makeDevice(app, { ...place, model: 'LAMP2' });
    await makeDevice(app, { ...place, status: 'RETIRED' });
    const body = await inspect({ hardwareRevisions: ['rev-fit'], buildNumber: 200 });
    expect(body).toMatchObject({
      compatible: { deviceCount: running.length, hardwareRevisions: ['rev-fit'] },
      wouldBeDowngradeFor: 4,
    });
  });

  it('an inspection finds the releases of the same image and of the same build', async () => {
    const release = await madeRelease(manager, key, { image: { seed: 'known' } });
    const same = await inspect({ buildNumber: release.buildNumber }, { seed: 'known' });
    expect(same.existing).toEqual({ sameDigestReleaseId: release.id, sameVersionReleaseId: release.id });
    const other = await inspect({}, { seed: 'known' });
    expect(other.existing).toEqual({ sameDigestReleaseId: release.id, sameVersionReleaseId: null });
  });

  it('an inspection warns of irreversible effects and of later failures', async () => {
    const place = { hardwareRevisions: ['rev-warn'] };
    const codes = async (manifest: TestManifest, image: TestImage) =>
      (await inspect({ ...place, ...manifest }, image)).warnings.map(({ code }: Json) => code);
    const { id } = await madeRelease(manager, key, {
      manifest: { ...place, buildNumber: 500 },
      image: { secureVersion: 2 },
    });
    for (const status of ['READY', 'ROLLING_OUT', 'COMPLETED']) await setLifecycle(manager, id, { status });
    expect(await codes({ buildNumber: 501 }, { secureVersion: 3 })).toEqual([]);
    expect(await codes({ buildNumber: 500 }, { secureVersion: 2 })).toEqual(['BUILD_NOT_GREATER']);
    expect(await codes({ buildNumber: 501 }, { secureVersion: 4 })).toEqual(['SECURITY_VERSION_JUMP']);
    expect(await codes({ buildNumber: 501 }, { secureVersion: 1 })).toEqual(['SECURITY_VERSION_LOWER']);
    expect(await codes({ buildNumber: 501 }, { secureVersion: 12 })).toEqual(['SECURITY_VERSION_JUMP']);
    expect(await codes({ buildNumber: 501 }, { secureVersion: 13 })).toEqual([
      'SECURITY_STEPS_LOW',
      'SECURITY_VERSION_JUMP',
    ]);
  });

  it.each(['OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'] as const)(
    'an inspection fails with 403 for %s',
    async (role) => {
      expect((await postForm(await app.as(role), PATH, {}, Buffer.from('x'))).status).toBe(403);
    },
  );

  it('an inspection accepts only a file', async () => {
    const reply = await postForm(manager, PATH, { channel: 'BETA' }, Buffer.from('x'));
    expect([reply.status, reply.body.error.message]).toEqual([400, 'channel is not a known field']);
  });
});
