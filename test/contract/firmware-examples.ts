import { randomBytes } from 'node:crypto';
import { legacyBinary, legacyFields, nextBuild } from '../firmware/releases.ts';
import { type RunningApp, startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { type InstallationOverrides, makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';
import { makePackage, makeReleaseKey, trustingFolder } from '../support/release-package.ts';
import type { ExampleMaker, FileField } from './example.ts';

const releaseKey = makeReleaseKey();

interface FirmwareNumbers {
  readonly version?: string;
  readonly buildNumber?: number;
}

/** A data folder that trusts the key of the examples' packages. */
export function contractFolder(): string {
  return trustingFolder([releaseKey]);
}

/** The service, trusting the key that the examples' packages are signed with. */
export function startContractApp(options: TestAppOptions = {}): Promise<TestApp> {
  return startTestApp({ ...options, env: { DATA_DIR: contractFolder(), ...options.env } });
}

/** A package that no other one is alike. */
export async function packageFile({ version, buildNumber = nextBuild() }: FirmwareNumbers = {}): Promise<FileField> {
  const image = version === undefined ? {} : { version };
  const { bytes } = await makePackage([releaseKey], { image, manifest: { buildNumber } });
  return { fileName: 'lamp.release', bytes };
}

/** What an operator says of an installation. */
async function expectations(app: RunningApp, overrides: InstallationOverrides) {
  const device = await makeDevice(app);
  const release = await makeRelease(app);
  const { id } = await makeInstallation(app, device, release, overrides);
  const { version, buildNumber } = release;
  const named = { releaseId: release.id, serial: device.serial };
  return { id, body: { ...named, expectedVersion: version, expectedBuild: buildNumber } };
}

export const firmwareExamples: Readonly<Record<string, ExampleMaker>> = {
  'firmware.list': () => ({}),
  'firmware.legacyUpload': () => ({
    body: { ...legacyFields(), file: { fileName: 'firmware.bin', bytes: legacyBinary(64) } },
  }),
  'firmware.packageDevices': async (app) => ({
    query: { hardwareRevision: (await makeDevice(app)).hardwareRevision },
  }),
  'firmware.inspectPackage': async () => ({ body: { file: await packageFile() } }),
  'firmware.createPackage': async () => ({
    body: { channel: 'BETA', releaseNotes: 'Brighter.', file: await packageFile() },
  }),
  'firmware.get': async (app) => ({ id: (await makeRelease(app)).id }),
  'firmware.setLifecycle': async (app) => ({ id: (await makeRelease(app)).id, body: { status: 'PAUSED' } }),
  'firmware.maintenanceGrant': async (app) => {
    const device = await makeDevice(app);
    const { id, version, buildNumber, hardwareRevision } = await makeRelease(app);
    return {
      id,
      body: {
        expectedMac: randomBytes(6).toString('hex').match(/../g)?.join(':'),
        targetSerial: device.serial,
        expectedVersion: version,
        expectedBuild: buildNumber,
        expectedHardwareRevision: hardwareRevision,
        maintenancePurpose: 'ONE_TIME_IDENTITY_PROVISIONING',
      },
    };
  },
  'firmware.reconcileInstallation': async (app) => {
    const { id, body } = await expectations(app, { status: 'FAILED' });
    const observed = { expectedSlot: 'ota_1', observedBootState: 'valid', observedOtaSessionState: 'IDLE' };
    return { id, body: { ...body, ...observed, reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION' } };
  },
  'firmware.interruptInstallation': async (app) => {
    const { id, body } = await expectations(app, { status: 'DOWNLOADING' });
    const why = { expectedFailureReason: 'The customer asked for it', failureCode: 'USER_CANCELLED_BY_OPERATOR' };
    return { id, body: { ...body, ...why } };
  },
};
