import { PowerCut } from '../../src/simulator/board.ts';
import { createDevice, type DeviceOptions, type SimulatedDevice } from '../../src/simulator/device.ts';
import type { DeviceEvent } from '../../src/simulator/device-state.ts';
import { runRound } from '../../src/simulator/fleet.ts';
import { makeFleet } from '../../src/simulator/make-fleet.ts';
import type { Fetch } from '../../src/simulator/network.ts';
import { trustKeys } from '../../src/simulator/signed-manifest.ts';
import { ORIGIN, startTestApp, type TestApp } from '../support/app.ts';
import { type DeviceOverrides, makeDevice } from '../support/factories/device.ts';
import { makeReleaseKey, trustingFolder, trustText } from '../support/release-package.ts';
import { plantRelease } from './release-flow.ts';

const key = makeReleaseKey();
const trust = trustKeys(JSON.parse(trustText([key])));
/** The service's time is real here: devices measure theirs by it. */
const clock = { now: () => new Date(), advance: () => undefined, set: () => undefined };
let app: TestApp;
let revisions = 0;
/** Brings the service's public address to where it really listens, as a proxy in front of it would. */
const reach: Fetch = (url, init) => fetch(url.replace(ORIGIN, app.url), init);

beforeAll(async () => {
  app = await startTestApp({ clock, env: { DATA_DIR: trustingFolder([key]) } });
});
afterAll(() => app.stop());

/** A device and a release of a hardware revision that no other test uses. */
async function setUp(options: Partial<DeviceOptions> = {}, overrides: DeviceOverrides = {}) {
  revisions += 1;
  const hardwareRevision = `sim-${revisions}`;
  const made = await makeDevice(app, { hardwareRevision, status: 'ACTIVE', ...overrides });
  const events: DeviceEvent[] = [];
  const device = createDevice({
    identity: { serial: made.serial, secret: made.secret, hardwareRevision, trust },
    url: app.url,
    fetch: reach,
    clock,
    onEvent: (event) => events.push(event),
    ...options,
  });
  const releaseId = await plantRelease(app, key, { version: '1.1.0', buildNumber: 110, hardwareRevision });
  return { made, device, events, releaseId };
}

async function rowOf(releaseId: string) {
  const rows = await app.sql(
    'select status, verification, restarts, failure_code, from_version from installation where release_id = $1',
    [releaseId],
  );
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('a simulated device against the service', () => {
  it('a simulated device against the service updates, and its own heartbeat confirms it', async () => {
    const { device, releaseId, made } = await setUp();
    await expect(device.turn()).resolves.toMatchObject({ outcome: 'DONE' });
    expect(device.view().app).toMatchObject({ version: '1.1.0', buildNumber: 110 });
    expect(await rowOf(releaseId)).toMatchObject({
      status: 'SUCCESS',
      verification: 'CONFIRMED',
      restarts: 0,
      from_version: '1.0.0',
    });
    const [presence] = await app.sql('select * from device_presence where device_id = $1', [made.id]);
    expect(presence).toMatchObject({ firmware_version: '1.1.0', ota_slot: 'ota_1' });
  });

  it('a simulated device with firmware of the legacy contract updates without an installation id', async () => {
    const { device, releaseId } = await setUp({ legacyReports: true });
    await device.turn();
    expect(await rowOf(releaseId)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a simulated device with a clock that is a day off corrects it from the reply', async () => {
    const { device, releaseId } = await setUp({ skewMs: 86_400_000 });
    await device.turn();
    expect(await rowOf(releaseId)).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED' });
  });

  it('a simulated device that loses power during a download resumes with Range and gets the same image', async () => {
    let pieces = 0;
    const power = (point: string) => {
      if (point === 'flash' && ++pieces === 2) throw new PowerCut(point);
    };
    const { device, events, releaseId } = await setUp({ power });
    await device.turn();
    await device.turn();
    expect(events.filter((event) => event.type === 'downloading').map(({ status }) => status)).toEqual([200, 206]);
    expect(await rowOf(releaseId)).toMatchObject({ status: 'SUCCESS' });
  });

  it('a simulated device that loses power just before it boots the new image is not counted as rolled back', async () => {
    let cuts = 0;
    const power = (point: string) => {
      if (point !== 'settings update' || device.view().activity !== 'INSTALLING' || ++cuts > 1) return;
      throw new PowerCut(point);
    };
    const { device, releaseId } = await setUp({ power });
    await device.turn();
    expect(await rowOf(releaseId)).toMatchObject({ status: 'INSTALLING' });
    await device.turn();
    expect(await rowOf(releaseId)).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED' });
  });

  it.each(['FAIL', 'CRASH'] as const)(
    'a simulated device against the service whose new image ends in %s falls back and is not offered it again',
    async (end) => {
      const { device, events, releaseId } = await setUp({ selfTest: () => end });
      await expect(device.turn()).resolves.toMatchObject({ outcome: 'DONE', reason: 'ROLLED_BACK_HERE' });
      expect(await rowOf(releaseId)).toMatchObject({ status: 'ROLLED_BACK' });
      await device.turn();
      expect(events.filter(({ type }) => type === 'offered')).toHaveLength(1);
      expect(device.view()).toMatchObject({ slot: 'ota_0', app: { version: '1.0.0' } });
    },
  );

  it('a simulated device against the service installs nothing that its own keys did not sign', async () => {
    const { device, releaseId } = await setUp({
      identity: { ...(await stranger()), trust: trustKeys(JSON.parse(trustText([makeReleaseKey()]))) },
    });
    await device.turn();
    expect(await rowOf(releaseId)).toMatchObject({ status: 'FAILED', failure_code: 'SIGNATURE_INVALID' });
    expect(device.view().app).toMatchObject({ version: '1.0.0' });
  });

  async function stranger() {
    const { serial, secret, hardwareRevision } = await makeDevice(app, {
      hardwareRevision: `sim-${revisions + 1}`,
      status: 'ACTIVE',
    });
    return { serial, secret, hardwareRevision };
  }

  it('a simulated device against the service ends in the state that the service has, despite network faults and power cuts', async () => {
    const hardwareRevision = 'sim-storm';
    const identities = [];
    for (let made = 0; made < 12; made += 1) {
      const { serial, secret } = await makeDevice(app, { hardwareRevision, status: 'ACTIVE' });
      identities.push({ serial, secret, hardwareRevision, trust });
    }
    const releaseId = await plantRelease(app, key, { version: '1.1.0', buildNumber: 110, hardwareRevision });
    const ended = new Set<string>();
    const fleet = makeFleet({
      url: app.url,
      identities,
      clock,
      fetch: reach,
      seed: 'storm',
      loss: 0.3,
      powerCuts: 0.02,
      // Not in a first run: that is a fall back, and a few of those pause the release.
      powerCutPoints: /^(flash|erase|otadata new|settings update)$/,
      onEvent: (serial, { type }) => type === 'finished' && ended.add(serial),
    });
    const isOpen = (device: SimulatedDevice) =>
      !ended.has(device.serial) || !device.view().powered || device.view().reportsWaiting > 0;
    for (let pass = 0; pass < 60 && fleet.devices.some(isOpen); pass += 1) await runRound(fleet.devices, 4);
    await fleet.settled();
    const rows = await app.sql(
      `select device.serial, i.status from installation i join device on device.id = i.device_id
         where release_id = $1 order by device.serial collate "C"`,
      [releaseId],
    );
    const serials = identities.map(({ serial }) => serial).toSorted();
    expect(rows).toEqual(serials.map((serial) => ({ serial, status: 'SUCCESS' })));
    for (const device of fleet.devices) expect(device.view().app?.version).toBe('1.1.0');
  });
});
