import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { statementsOf } from '../support/statements.ts';
import { report } from './support.ts';

let app: RunningApp;
let release: MadeRelease;
let devices: MadeDevice[];
let admin: Caller;
beforeAll(async () => {
  app = await sharedTestApp();
  release = await makeRelease(app);
  admin = await app.as('SUPER_ADMIN');
  devices = [];
  for (let made = 0; made < 12; made += 1) {
    const device = await makeDevice(app, { status: 'ACTIVE' });
    const { id } = await makeInstallation(app, device, release);
    const status = made % 2 ? 'DOWNLOADING' : 'FAILED';
    await report(app, device, { releaseId: release.id, installationId: id, status, failureReason: 'FLASH_WRITE' });
    devices.push(device);
  }
});
afterAll(() => app.stop());

const DEEP = `query ($take: Int!) { devices(first: $take) { nodes { serial installations { totalCount nodes {
  status attempt failureCode events { nodes { outcome source } } release { version stats { total } } availableActions { operation to }
  device { serial } } } } } }`;

describe('installations', () => {
  it('installations of a device are returned with their release, their history and the available actions', async () => {
    const { body } = await admin.gql(
      `query ($id: ID!) { device(id: $id) { installations { nodes { status failureCode serial version
         events { nodes { source outcome reportedStatus } } release { version buildNumber } device { serial }
         availableActions { operation to allowed } } } } }`,
      { id: devices[0]?.id },
    );
    expect(body.data.device.installations.nodes).toEqual([
      {
        status: 'FAILED',
        failureCode: 'FLASH_WRITE',
        serial: devices[0]?.serial,
        version: release.version,
        events: { nodes: [{ source: 'DEVICE', outcome: 'FAILED', reportedStatus: 'FAILED' }] },
        release: { version: release.version, buildNumber: release.buildNumber },
        device: { serial: devices[0]?.serial },
        availableActions: [
          { operation: 'reconcileInstallation', to: 'SUCCESS', allowed: true },
          { operation: 'interruptInstallation', to: 'FAILED', allowed: true },
        ],
      },
    ]);
  });

  it('installations of a release can be filtered by status', async () => {
    const { body } = await admin.gql(
      `query ($id: ID!) { release(id: $id) { all: installations { ...S } failed: installations(filter: { status: { eq: FAILED } }) { ...S }
         none: installations(filter: { status: { eq: SUCCESS } }) { ...S } } }
       fragment S on InstallationConnection { totalCount nodes { status } }`,
      { id: release.id },
    );
    const { all, failed, none } = body.data.release;
    expect([all.nodes.length, failed.nodes.length, none.nodes.length]).toEqual([12, 6, 0]);
    expect([all.totalCount, failed.totalCount, none.totalCount]).toEqual([12, 6, 0]);
    expect(failed.nodes.every(({ status }: { status: string }) => status === 'FAILED')).toBe(true);
  });

  it('installations of many devices cost as many SQL statements as those of one', async () => {
    const counts: number[] = [];
    for (const take of [1, 12]) {
      counts.push(
        await statementsOf(async () => {
          const { body } = await admin.gql(DEEP, { take });
          expect(body.errors).toBeUndefined();
          expect(body.data.devices.nodes).toHaveLength(take);
        }),
      );
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[1]).toBeLessThanOrEqual(14);
  });

  it('installations have no edge to a device or a release for roles that may not read it', async () => {
    const manager = await app.as('FIRMWARE_MANAGER');
    const ofRelease = await manager.gql(
      'query ($id: ID!) { release(id: $id) { installations(filter: { status: { eq: FAILED } }) { nodes { serial device { serial } } } } }',
      { id: release.id },
    );
    expect(ofRelease.body.data.release.installations.nodes[0]).toEqual({ serial: expect.any(String), device: null });
    expect([ofRelease.body.errors, ofRelease.body.extensions.hidden]).toEqual([undefined, ['Installation.device']]);
    const support = await app.as('SUPPORT');
    const ofDevice = await support.gql(
      `query ($id: ID!) { device(id: $id) { installations { nodes { status release { version }
         availableActions { allowed blockedBy } } } } }`,
      { id: devices[0]?.id },
    );
    expect(ofDevice.body.data.device.installations.nodes[0]).toEqual({
      status: 'FAILED',
      release: null,
      availableActions: [
        { allowed: false, blockedBy: 'ROLE' },
        { allowed: false, blockedBy: 'ROLE' },
      ],
    });
    expect([ofDevice.body.errors, ofDevice.body.extensions.hidden]).toEqual([undefined, ['Installation.release']]);
  });
});
