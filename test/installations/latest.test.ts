import { startTestApp, type TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeRelease } from '../support/factories/release.ts';
import { ask, decisionOf, installationsOf, toldTo } from './firmware-voice.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let revisions = 0;
/** A hardware revision of its own for a test, so that no other test's releases are offered. */
function revision(): string {
  revisions += 1;
  return `rev-latest-${revisions}`;
}

describe('a device that asks for firmware', () => {
  it('gets the release with everything that it needs to verify it', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision, version: '2.1.0', securityVersion: 3 });
    const reply = await ask(app, device);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const [installation] = await installationsOf(app, device.id);
    expect(reply.body).toEqual({
      updateAvailable: true,
      installationId: installation.id,
      releaseId: release.id,
      version: '2.1.0',
      buildNumber: release.buildNumber,
      mandatory: false,
      mandatoryAfter: null,
      releaseNotes: [],
      securityVersion: 3,
      hardwareRevision,
      size: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      etag: `"${reply.body.sha256}"`,
      url: expect.stringMatching(/^http/),
      urlExpiresAt: expect.any(String),
      manifest: null,
      signatures: [],
      pollAfterSeconds: expect.any(Number),
    });
    expect(installation).toMatchObject({ status: 'AVAILABLE', attempt: 1, from_version: '1.0.0', closed_reason: null });
    expect(await decisionOf(app, device.id)).toMatchObject({
      reason: 'OFFERED',
      release_id: release.id,
      installation_id: installation.id,
      current_firmware: '1.0.0',
      app_version: '2.0.0',
      channel: 'STABLE',
      poll_after_seconds: reply.body.pollAfterSeconds,
    });
  });

  it('is told why there is none, and when to ask again', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision: revision() });
    const reply = await ask(app, device);
    expect(reply.body).toEqual({ updateAvailable: false, reason: 'NO_RELEASE', pollAfterSeconds: expect.any(Number) });
    expect(await decisionOf(app, device.id)).toMatchObject({ reason: 'NO_RELEASE', installation_id: null });
  });

  it('gets the same row each time it asks', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision });
    const first = await ask(app, device);
    app.clock.advance(3_600_000);
    const second = await ask(app, device);
    expect(second.body.installationId).toBe(first.body.installationId);
    expect(await toldTo(app, device)).toBe(release.id);
    expect(await installationsOf(app, device.id)).toHaveLength(1);
  });
});
