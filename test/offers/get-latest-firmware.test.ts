import { pollAfterSeconds } from '../../src/domain/offers/poll-interval.ts';
import { StorageUnavailable } from '../../src/model/storage-errors.ts';
import { rows } from '../../src/persistence/sql/query.ts';
import { answerFor, ask, decisionOf, installationsOf } from '../installations/signed-look-ups.ts';
import { heartbeat } from '../installations/support.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import { addPresence, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';

let app: TestApp;
beforeAll(async () => {
  app = await cleanTestApp();
});
afterAll(() => app.stop());

let revisions = 0;
/** A hardware revision of its own for a test, so that no other test's releases are offered. */
function revision(): string {
  revisions += 1;
  return `rev-latest-${revisions}`;
}

describe('getLatestFirmware: a device that asks for firmware', () => {
  it('a device that asks for firmware gets the release with everything that it needs to verify it', async () => {
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

  it('a device that asks for firmware gets the reason for no offer, and the time of its next request', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision: revision() });
    const reply = await ask(app, device);
    expect(reply.body).toEqual({ updateAvailable: false, reason: 'NO_RELEASE', pollAfterSeconds: expect.any(Number) });
    expect(await decisionOf(app, device.id)).toMatchObject({ reason: 'NO_RELEASE', installation_id: null });
  });

  it('a device that asks for firmware leaves an installation that says from which version and build it started', async () => {
    const hardwareRevision = revision();
    const [known, unknown] = [
      await makeDevice(app, { status: 'ACTIVE', hardwareRevision }),
      await makeDevice(app, { status: 'ACTIVE', hardwareRevision }),
    ];
    await addPresence(app, known.id, { firmwareVersion: '1.0.0', firmwareBuildNumber: 77 });
    await addPresence(app, unknown.id, { firmwareVersion: '0.9.0', firmwareBuildNumber: 77 });
    await makeRelease(app, { hardwareRevision });
    for (const device of [known, unknown]) await ask(app, device);
    const from = async ({ id }: { readonly id: string }) =>
      (await installationsOf(app, id)).map((row) => [row.from_version, row.from_build_number]);
    expect([await from(known), await from(unknown)]).toEqual([[['1.0.0', '77']], [['1.0.0', null]]]);
  });

  it('a device that asks for firmware gets the same installation at each request', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision });
    const first = await ask(app, device);
    app.clock.advance(3_600_000);
    const second = await ask(app, device);
    expect(second.body.installationId).toBe(first.body.installationId);
    expect(await answerFor(app, device)).toBe(release.id);
    expect(await installationsOf(app, device.id)).toHaveLength(1);
  });

  it('a device that asks for firmware gets a new URL each time, which expires as stated', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    await makeRelease(app, { hardwareRevision });
    const first = await ask(app, device);
    app.clock.advance(120_000);
    const second = await ask(app, device);
    expect(second.body.url).not.toBe(first.body.url);
    const lifetime = Date.parse(second.body.urlExpiresAt) - app.clock.now().getTime();
    expect(lifetime).toBeLessThanOrEqual(app.runtime.settings.downloadUrlSeconds * 1_000);
    expect(lifetime).toBeGreaterThan(app.runtime.settings.downloadUrlSeconds * 1_000 - 1_000);
  });

  it('a device that asks for firmware gets the signed bytes unchanged', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision });
    const manifest = Buffer.from('{"schema":"release/1"}');
    const signatures = [{ kid: 'k', alg: 'Ed25519', sig: 'c2ln' }];
    // What was sent before is remembered for its revision only.
    expect((await ask(app, device)).body).toMatchObject({ manifest: null, signatures: [], releaseNotes: [] });
    const change = `manifest = $2, signatures = $3, release_notes = '{one,two}', revision = revision + 1`;
    await app.sql(`update release set ${change} where id = $1`, [release.id, manifest, JSON.stringify(signatures)]);
    const { body } = await ask(app, device);
    expect(body).toMatchObject({ manifest: manifest.toString('base64'), signatures, releaseNotes: ['one', 'two'] });
  });

  it('a device that asks for firmware gets no release without a trusted signature', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision });
    await app.sql(`update release set signed_by = '{key-that-was-revoked}' where id = $1`, [release.id]);
    expect(await answerFor(app, device)).toBe('KEYS_REVOKED');
    await makeInstallation(app, device, release, { status: 'DOWNLOADING' });
    expect(await answerFor(app, device)).toBe('KEYS_REVOKED');
  });

  it('a device that asks for firmware gets 503 if the storage cannot sign a URL, and its offer the next time', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    await makeRelease(app, { hardwareRevision });
    const { storage } = app.runtime;
    const { signDownload } = storage;
    Object.assign(storage, { signDownload: () => Promise.reject(new StorageUnavailable('away')) });
    const refused = await ask(app, device);
    Object.assign(storage, { signDownload });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    const [{ id }] = (await installationsOf(app, device.id)) as [{ id: string }];
    expect((await ask(app, device)).body.installationId).toBe(id);
  });

  it('a device that asks for firmware gets 400 for a query outside the contract', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    for (const query of [
      { channel: 'NIGHTLY' },
      { hardwareRevision: undefined },
      { appVersion: undefined },
      { extra: '1' },
      { currentFirmware: '1.0' },
    ]) {
      const { status, body } = await ask(app, device, { query });
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
    expect(await decisionOf(app, device.id)).toBeUndefined();
  });
});

describe('getLatestFirmware: a firmware look-up', () => {
  const rowOf = async (id: string) => (await app.sql('select * from device_presence where device_id = $1', [id]))[0];

  async function seenDevice() {
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision: revision() });
    await addPresence(app, device.id, { firmwareVersion: '1.0.0' });
    return device;
  }

  it('a firmware look-up creates no presence before the first heartbeat', async () => {
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision: revision() });
    await ask(app, device);
    expect(await rowOf(device.id)).toBeUndefined();
  });

  it('a firmware look-up updates the presence, and clears the build of another version', async () => {
    // Of a clock that is ahead of the database, everything is written.
    app.clock.set(new Date());
    const device = await seenDevice();
    app.clock.advance(60_000);
    await ask(app, device);
    expect(await rowOf(device.id)).toMatchObject({
      last_seen_at: app.clock.now(),
      firmware_version: '1.0.0',
      firmware_build_number: '100',
    });
    // The same again is written only every half a minute.
    const seen = await rowOf(device.id);
    app.clock.advance(29_000);
    await ask(app, device);
    expect(await rowOf(device.id)).toEqual(seen);
    await ask(app, device, { query: { currentFirmware: '1.1.0' } });
    expect(await rowOf(device.id)).toMatchObject({
      firmware_version: '1.1.0',
      firmware_build_number: null,
      ota_slot: null,
    });
  });

  it('a firmware look-up never moves the presence back in time', async () => {
    const device = await seenDevice();
    const before = await rowOf(device.id);
    app.clock.advance(60_000);
    await ask(app, device, {
      query: { currentFirmware: '0.5.0' },
      timestamp: app.clock.now().getTime() - 60_000,
    });
    expect(await rowOf(device.id)).toEqual(before);
  });

  it('a firmware look-up replaces a presence and a decision that lie 45 days in the future', async () => {
    const device = await seenDevice();
    const now = new Date();
    app.clock.set(new Date(now.getTime() + 45 * 86_400_000));
    await ask(app, device, { query: { currentFirmware: '1.1.0' } });
    app.clock.set(now);
    await ask(app, device, { query: { currentFirmware: '1.2.0' } });
    expect(await rowOf(device.id)).toMatchObject({ firmware_version: '1.2.0', last_seen_at: now });
    expect(await decisionOf(app, device.id)).toMatchObject({ current_firmware: '1.2.0', at: now });
  });

  it('a firmware look-up does not replace a heartbeat of the same millisecond', async () => {
    const device = await seenDevice();
    app.clock.advance(60_000);
    await ask(app, device);
    expect(Number((await rowOf(device.id)).last_timestamp_ms)).toBe(app.clock.now().getTime() - 1);
  });

  it('a firmware look-up leaves the decision of the newest question, in whichever order they are stored', async () => {
    const device = await seenDevice();
    const now = app.clock.now();
    const decided = (currentFirmware: string, afterMs: number) => ({
      deviceId: device.id,
      at: new Date(now.getTime() + afterMs),
      reason: 'NO_RELEASE' as const,
      releaseId: null,
      installationId: null,
      currentFirmware,
      appVersion: '2.0.0',
      channel: 'STABLE' as const,
      pollAfterSeconds: 60,
      timestampMs: now.getTime() + afterMs,
    });
    const { offers } = app.runtime;
    await Promise.all([offers.record(decided('1.2.0', 20)), offers.record(decided('1.1.0', 10))]);
    expect(await decisionOf(app, device.id)).toMatchObject({ current_firmware: '1.2.0' });
    await offers.record(decided('1.1.0', 10));
    expect(await decisionOf(app, device.id)).toMatchObject({ current_firmware: '1.2.0' });
  });

  it('a firmware look-up does not wait for a lock on the device, nor on its presence', async () => {
    const device = await seenDevice();
    app.clock.advance(1_000);
    const [held, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = app.runtime
      .em()
      .fork()
      .transactional(async (em) => {
        await rows(em, 'select id from device where id = $1 for update', [device.id]);
        await rows(em, 'select device_id from device_presence where device_id = $1 for update', [device.id]);
        held.resolve();
        await done.promise;
      });
    await held.promise;
    expect((await ask(app, device, { query: { currentFirmware: '1.1.0' } })).body.reason).toBe('NO_RELEASE');
    done.resolve();
    await holding;
  });
});

describe('the last offer decision', () => {
  const QUERY = `query ($id: ID!) { device(id: $id) { offerDecision {
    at reason explanation releaseId installationId currentFirmware appVersion channel pollAfterSeconds } } }`;

  it('the last offer decision has its reason as text, and is null before the first look-up', async () => {
    const support = await app.as('SUPPORT');
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const before = await support.gql(QUERY, { id: device.id });
    expect(before.body.data.device).toEqual({ offerDecision: null });
    const release = await makeRelease(app, { hardwareRevision, rolloutPercentage: 0 });
    const { body } = await ask(app, device, { query: { channel: 'BETA', appVersion: 'x'.repeat(100) } });
    const after = await support.gql(QUERY, { id: device.id });
    expect(after.body.data.device.offerDecision).toEqual({
      at: app.clock.now().toISOString(),
      reason: 'NOT_IN_STAGE',
      explanation: 'The rollout has not reached the device yet.',
      releaseId: release.id,
      installationId: null,
      currentFirmware: '1.0.0',
      appVersion: 'x'.repeat(64),
      channel: 'BETA',
      pollAfterSeconds: body.pollAfterSeconds,
    });
  });

  it('the last offer decision has the state of its release now for each role that reads the device, and the release itself only for those that may read it', async () => {
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    await ask(app, device);
    const query = `query ($id: ID!) { device(id: $id) { offerDecision { reason releaseLifecycle release { id } } } }`;
    const decisionFor = async (role: Parameters<typeof app.as>[0]) =>
      (await (await app.as(role)).gql(query, { id: device.id })).body.data.device?.offerDecision;
    expect(await decisionFor('SUPPORT')).toEqual({ reason: 'NO_RELEASE', releaseLifecycle: null, release: null });
    const { id } = await makeRelease(app, { hardwareRevision, rolloutPercentage: 0 });
    await ask(app, device, { query: { channel: 'BETA' } });
    const decided = { reason: 'NOT_IN_STAGE', releaseLifecycle: 'ROLLING_OUT', release: null };
    expect(await decisionFor('SUPPORT')).toEqual(decided);
    await app.sql(`update release set lifecycle = 'PAUSED' where id = $1`, [id]);
    for (const role of ['OPERATIONS', 'SALES', 'SUPPORT'] as const)
      expect(await decisionFor(role)).toEqual({ ...decided, releaseLifecycle: 'PAUSED' });
    for (const role of ['SUPER_ADMIN', 'ADMIN', 'VIEWER'] as const)
      expect(await decisionFor(role)).toEqual({ ...decided, releaseLifecycle: 'PAUSED', release: { id } });
    expect(await decisionFor('FIRMWARE_MANAGER')).toBeUndefined();
  });

  it('the last offer decision stays as it was given when the device falls back; its installation is newer, and the next decision agrees', async () => {
    const support = await app.as('SUPPORT');
    const hardwareRevision = revision();
    const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
    const release = await makeRelease(app, { hardwareRevision, version: '2.0.0' });
    await makeInstallation(app, device, release, { status: 'INSTALLING', fromVersion: '1.0.0' });
    await ask(app, device, { query: { channel: 'BETA' } });
    app.clock.advance(60_000);
    await heartbeat(app, device, { firmwareVersion: '1.0.0', uptime: 10 });
    const { body } = await support.gql(
      `query ($id: ID!) { device(id: $id) {
        offerDecision { at reason releaseId } installations(first: 1) { nodes { status updatedAt releaseId } } } }`,
      { id: device.id },
    );
    const { offerDecision, installations } = body.data.device;
    expect(offerDecision).toMatchObject({ reason: 'IN_PROGRESS', releaseId: release.id });
    expect(installations.nodes).toMatchObject([{ status: 'ROLLED_BACK', releaseId: release.id }]);
    expect(Date.parse(installations.nodes[0].updatedAt)).toBeGreaterThan(Date.parse(offerDecision.at));
    await ask(app, device, { query: { channel: 'BETA' } });
    expect((await decisionOf(app, device.id)).reason).toBe('ROLLED_BACK_HERE');
  });
});

describe('getLatestFirmware: when a device asks again', () => {
  const now = new Date();
  const question = { reason: 'UP_TO_DATE', mandatoryWaits: false, retryAt: null, now, share: 0.5 } as const;

  it.each([
    ['there is nothing for it', question, 6 * 3_600],
    ['a mandatory release waits', { ...question, reason: 'NOT_IN_STAGE', mandatoryWaits: true }, 900],
    ['it has an offer', { ...question, reason: 'OFFERED' }, 300],
    ['it is installing', { ...question, reason: 'IN_PROGRESS' }, 300],
    ['as early as it may', { ...question, share: 0 }, 19_440],
    ['as late as it may', { ...question, share: 1 }, 23_760],
    ['no room, at the earliest', { ...question, reason: 'DOWNLOADS_BUSY', share: 0 }, 60],
    ['no room, at the latest', { ...question, reason: 'DOWNLOADS_BUSY', share: 1 }, 600],
    ['a retry soon', { ...question, reason: 'RETRY_LATER', retryAt: new Date(now.getTime() + 900_500) }, 901],
    ['a retry sooner than a minute', { ...question, reason: 'RETRY_LATER', retryAt: new Date(now.getTime() + 1) }, 60],
    ['a retry tomorrow', { ...question, reason: 'RETRY_LATER', retryAt: new Date(now.getTime() + 86_400_000) }, 21_600],
  ] as const)('%s', (_what, asked, seconds) => {
    expect(pollAfterSeconds(asked)).toBe(seconds);
  });
});
