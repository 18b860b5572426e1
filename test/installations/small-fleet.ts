import { failStalled } from '../../src/domain/stalls/fail-stalled.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import {
  type InstallationOverrides,
  type MadeInstallation,
  makeInstallation,
} from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** What the devices run, and what they get. */
export const OLD = '1.0.0';
export const NEW = '2.0.0';

/** Devices of one hardware revision, and a release for it. */
export interface SmallFleet {
  readonly release: MadeRelease;
  readonly devices: readonly MadeDevice[];
  /** The first device. */
  readonly device: MadeDevice;
}

let revisions = 0;

export async function makeFleet(app: TestApp, count = 1): Promise<SmallFleet> {
  revisions += 1;
  const hardwareRevision = `rev-fleet-${revisions}`;
  const release = await makeRelease(app, { hardwareRevision, version: NEW });
  const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision });
  const { batchId } = device;
  const devices = [device];
  while (devices.length < count) {
    devices.push(await makeDevice(app, { status: 'ACTIVE', hardwareRevision, batchId, owner: null, codeStatus: null }));
  }
  return { release, devices, device };
}

/** An attempt of each of these devices, on its way from the old version to the release. */
export async function attemptsOf(
  app: TestApp,
  { release }: Pick<SmallFleet, 'release'>,
  devices: readonly MadeDevice[],
  overrides: InstallationOverrides,
): Promise<MadeInstallation[]> {
  const made: MadeInstallation[] = [];
  for (const device of devices)
    made.push(await makeInstallation(app, device, release, { fromVersion: OLD, ...overrides }));
  return made;
}

/** An attempt of the only device of a new fleet. */
export async function loneAttempt(app: TestApp, overrides: InstallationOverrides) {
  const fleet = await makeFleet(app);
  const [{ id } = { id: '' }] = await attemptsOf(app, fleet, fleet.devices, overrides);
  return { ...fleet, id };
}

/** Time passes, and the job looks at silent installations every half hour. */
export async function pass(app: TestApp, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += HOUR_MS / 2) {
    app.clock.advance(Math.min(HOUR_MS / 2, ms - passed));
    await failStalled(app.runtime);
  }
}

/** The state of a rollout. */
export async function lifecycleOf(app: TestApp, { id }: MadeRelease): Promise<Json> {
  return (await app.sql('select lifecycle, pause_reason from release where id = $1', [id]))[0];
}

/** Somebody signed in now: sessions end while the clock moves. */
export function operator(app: TestApp): Promise<Caller> {
  return app.as('SUPER_ADMIN');
}

/** The statistics of a release, over REST. */
export async function statsOf(app: TestApp, { id }: MadeRelease): Promise<Json> {
  return (await (await operator(app)).rest('GET', `/v1/admin/firmware/${id}`)).body.stats;
}
