import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makePackage, makeReleaseKey, sha256Of, trustingFolder } from '../support/release-package.ts';
import { FIELDS, FIRMWARE, nextBuild, uploadPackage } from './releases.ts';
import { postForm } from '../support/form.ts';

const key = makeReleaseKey();
let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: trustingFolder([key]) } });
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(() => app.stop());

describe('a signed package', () => {
  it('becomes a DRAFT with everything that was signed, its history and one audit entry', async () => {
    const buildNumber = nextBuild();
    const made = await makePackage([key], { manifest: { buildNumber, minFromVersion: '1.0.0' }, image: { secureVersion: 2 } });
    const reply = await postForm(manager, `${FIRMWARE}/packages`, { ...FIELDS, mandatory: 'true' }, made.bytes);
    expect(reply.text).toContain('"lifecycle":"DRAFT"');
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      source: 'PACKAGE', product: 'karvon', model: 'LAMP1', version: '1.4.2', buildNumber, hardwareRevision: 'rev-b',
      securityVersion: 2, channel: 'STABLE', lifecycle: 'DRAFT', targetDeviceId: null, mandatory: true,
      releaseNotes: ['Brighter.'], minFromVersion: '1.0.0',
      firmware: { sha256: made.sha256, size: made.image.length },
      package: { sha256: sha256Of(made.bytes), size: made.bytes.length },
      signed: true, signedBy: [key.kid], rolloutPercentage: 0, createdBy: manager.admin.id, revision: 1,
      stats: { total: 0, failureRate: null },
    });
    expect(reply.body.events).toMatchObject([{ fromLifecycle: null, toLifecycle: 'DRAFT', actorId: manager.admin.id }]);
    expect(await app.runtime.storage.size(made.sha256)).toBe(made.image.length);
    expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
      { action: 'uploadPackage', target_kind: 'Release', target_id: reply.body.id, detail: { signedBy: [key.kid] } },
    ]);
  });
});
