import { cleanTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json, Reply } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import {
  type InstallationOverrides,
  type MadeInstallation,
  makeInstallation,
} from '../support/factories/installation.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { type OperatorTransport, transports } from './operator-transports.ts';
import { eventsOf, heartbeat, miscounted, report, rowOf } from './support.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const OLD = '1.0.0';

let app: TestApp;
let release: MadeRelease;
let manager: Caller;
beforeAll(async () => {
  app = await cleanTestApp();
  release = await makeRelease(app, { securityVersion: 4 });
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(async () => {
  expect(await miscounted(app)).toEqual([]);
  await app.stop();
});

interface Place {
  readonly device: MadeDevice;
  readonly installation: MadeInstallation;
}

async function place(overrides: InstallationOverrides = {}): Promise<Place> {
  const device = await makeDevice(app, { status: 'ACTIVE' });
  return { device, installation: await makeInstallation(app, device, release, { fromVersion: OLD, ...overrides }) };
}

const said = ({ device }: Place) => ({
  releaseId: release.id,
  serial: device.serial,
  expectedVersion: release.version,
  expectedBuild: release.buildNumber,
});
const reconciled = (at: Place, more: Json = {}): Json => ({
  ...said(at),
  expectedSlot: 'ota_1',
  observedBootState: 'valid',
  observedOtaSessionState: 'IDLE',
  reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
  ...more,
});
const interrupted = (at: Place, more: Json = {}): Json => ({
  ...said(at),
  expectedFailureReason: 'stuck for a day',
  failureCode: 'USER_CANCELLED_BY_OPERATOR',
  ...more,
});

const codeOf = ({ status, body }: Reply) => [status, body.error?.code];
const messageOf = ({ body }: Reply) => body.error.message;

async function seen({ device }: Place, firmwareVersion: string, more: Json = {}): Promise<void> {
  app.clock.advance(1_000);
  expect((await heartbeat(app, device, { firmwareVersion, ...more })).status).toBe(201);
}

describe.each(transports)('over %s', (_transport, transport: OperatorTransport) => {
  const success = transport.success;

  describe('reconcileInstallation: a reconciliation', () => {
    it('a reconciliation makes a failed installation SUCCESS as attested by the operator, until a heartbeat confirms it', async () => {
      const at = await place({ status: 'FAILED', failureReason: 'SELF_TEST_FAILED' });
      app.clock.advance(1_000);
      const reply = await transport.reconcile(manager, at.installation.id, reconciled(at));
      expect([reply.status, reply.body]).toEqual([
        success,
        expect.objectContaining({
          id: at.installation.id,
          status: 'SUCCESS',
          verification: 'UNVERIFIED',
          evidence: 'OPERATOR_ATTESTED',
          failureCode: null,
          finishedAt: app.clock.now().toISOString(),
        }),
      ]);
      await seen(at, release.version, { firmwareBuildNumber: release.buildNumber });
      expect(await rowOf(app, at.installation.id)).toMatchObject({ verification: 'CONFIRMED', evidence: 'HEARTBEAT' });
    });

    it('a reconciliation is confirmed by a heartbeat after the failure', async () => {
      const at = await place({ status: 'FAILED' });
      await seen(at, release.version, { firmwareBuildNumber: release.buildNumber, otaSlot: 'ota_1' });
      const reply = await transport.reconcile(manager, at.installation.id, reconciled(at));
      expect(reply.body).toMatchObject({ status: 'SUCCESS', verification: 'CONFIRMED', evidence: 'HEARTBEAT' });
      const [device] = await app.sql('select confirmed_security_version from device where id = $1', [at.device.id]);
      expect(device.confirmed_security_version).toBe(4);
    });

    it.each([
      ['version', OLD, {}],
      ['build', undefined, { firmwareBuildNumber: 1 }],
      ['slot', undefined, { otaSlot: 'ota_0' }],
    ])('a reconciliation fails if that heartbeat has another %s', async (what, version, more) => {
      const at = await place({ status: 'FAILED' });
      await seen(at, version ?? release.version, more);
      const reply = await transport.reconcile(manager, at.installation.id, reconciled(at));
      expect([codeOf(reply), messageOf(reply)]).toEqual([
        [409, 'HEARTBEAT_CONTRADICTS'],
        expect.stringContaining(what),
      ]);
      expect((await rowOf(app, at.installation.id)).status).toBe('FAILED');
    });

    it.each([1_000, 0])('a reconciliation ignores a heartbeat %i ms before the failure', async (before) => {
      const device = await makeDevice(app, { status: 'ACTIVE' });
      await heartbeat(app, device, { firmwareVersion: OLD });
      app.clock.advance(before);
      const installation = await makeInstallation(app, device, release, { status: 'FAILED' });
      const at = { device, installation };
      const reply = await transport.reconcile(manager, installation.id, reconciled(at));
      expect(reply.body).toMatchObject({ status: 'SUCCESS', evidence: 'OPERATOR_ATTESTED' });
    });

    it('a reconciliation is contradicted by a later heartbeat with the previous version', async () => {
      const at = await place({ status: 'FAILED' });
      await transport.reconcile(manager, at.installation.id, reconciled(at));
      await seen(at, OLD);
      expect(await rowOf(app, at.installation.id)).toMatchObject({
        status: 'ROLLED_BACK',
        verification: 'CONTRADICTED',
        failure_source: 'SERVER',
      });
    });

    it.each(['FAILED', 'ROLLED_BACK'] as const)(
      'a reconciliation succeeds for an installation that is %s',
      async (status) => {
        const at = await place({ status, failureSource: 'DEVICE' });
        expect((await transport.reconcile(manager, at.installation.id, reconciled(at))).body.status).toBe('SUCCESS');
      },
    );

    it.each(['AVAILABLE', 'DOWNLOADING', 'VALIDATING', 'SUCCESS'] as const)(
      'a reconciliation fails for an installation that is %s',
      async (status) => {
        const at = await place({ status });
        expect(codeOf(await transport.reconcile(manager, at.installation.id, reconciled(at)))).toEqual([
          409,
          'INVALID_TRANSITION',
        ]);
      },
    );

    it('repeated returns the same response and writes one audit entry', async () => {
      const at = await place({ status: 'FAILED' });
      const first = await transport.reconcile(manager, at.installation.id, reconciled(at));
      const again = await transport.reconcile(manager, at.installation.id, reconciled(at));
      expect([again.status, again.body]).toEqual([success, first.body]);
      expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
      expect(
        codeOf(await transport.reconcile(manager, at.installation.id, reconciled(at, { expectedBuild: 1 }))),
      ).toEqual([409, 'EXPECTATION_MISMATCH']);
    });

    it('a reconciliation writes an audit entry with the previous and the new values', async () => {
      const at = await place({ status: 'FAILED', failureReason: 'the battery' });
      const reply = await transport.reconcile(manager, at.installation.id, reconciled(at));
      expect(await auditOf(app, reply.headers['x-request-id'])).toMatchObject([
        {
          action: 'reconcileInstallation',
          actor_id: manager.admin.id,
          target_kind: 'Installation',
          target_id: at.installation.id,
          reason: 'POST_BOOT_FALSE_NEGATIVE_RECONCILIATION',
          changes: { status: { from: 'FAILED', to: 'SUCCESS' }, failureReason: { from: 'the battery', to: null } },
          detail: { evidence: 'OPERATOR_ATTESTED', expectedSlot: 'ota_1' },
        },
      ]);
      expect(await eventsOf(app, at.installation.id)).toMatchObject([
        { source: 'OPERATOR', outcome: 'RECONCILED', actor_id: manager.admin.id, from_status: 'FAILED' },
      ]);
    });

    it('a reconciliation does not resume a paused release', async () => {
      const paused = await makeRelease(app, { lifecycle: 'PAUSED' });
      const device = await makeDevice(app, { status: 'ACTIVE' });
      const installation = await makeInstallation(app, device, paused, { status: 'FAILED' });
      const body = { ...reconciled({ device, installation }), releaseId: paused.id, expectedBuild: paused.buildNumber };
      expect((await transport.reconcile(manager, installation.id, body)).status).toBe(success);
      expect((await app.sql('select lifecycle from release where id = $1', [paused.id]))[0].lifecycle).toBe('PAUSED');
    });
  });

  describe('interruptInstallation: an interruption', () => {
    it.each(['AVAILABLE', 'QUEUED', 'DOWNLOADING', 'VALIDATING'] as const)(
      'an interruption fails an installation that is %s',
      async (status) => {
        const at = await place({ status });
        const reply = await transport.interrupt(manager, at.installation.id, interrupted(at));
        expect([reply.status, reply.body]).toEqual([
          success,
          expect.objectContaining({
            status: 'FAILED',
            failureSource: 'OPERATOR',
            failureCode: 'USER_CANCELLED_BY_OPERATOR',
            failureReason: 'stuck for a day',
            retryAt: null,
          }),
        ]);
        app.clock.advance(1_000);
        const { id, releaseId } = at.installation;
        const told = await report(app, at.device, { releaseId, installationId: id, status: 'INSTALLING' });
        expect(codeOf(told)).toEqual([409, 'INSTALLATION_INTERRUPTED']);
      },
    );

    it('an interruption changes the code of a failure with the expected reason', async () => {
      const at = await place({ status: 'FAILED', failureReason: 'stuck for a day', failureCode: 'UNKNOWN' });
      const failedAt = app.clock.now().toISOString();
      app.clock.advance(1_000);
      const reply = await transport.interrupt(manager, at.installation.id, interrupted(at));
      expect(reply.body).toMatchObject({
        failureSource: 'OPERATOR',
        failureCode: 'USER_CANCELLED_BY_OPERATOR',
        finishedAt: failedAt,
      });
    });

    it('an interruption is rejected for a failure with another reason', async () => {
      const at = await place({ status: 'FAILED', failureReason: 'the battery' });
      expect(codeOf(await transport.interrupt(manager, at.installation.id, interrupted(at)))).toEqual([
        409,
        'EXPECTATION_MISMATCH',
      ]);
    });

    it.each(['SUCCESS', 'ROLLED_BACK'] as const)(
      'an interruption is rejected for an installation that is %s',
      async (status) => {
        const at = await place({ status });
        expect(codeOf(await transport.interrupt(manager, at.installation.id, interrupted(at)))).toEqual([
          409,
          'INSTALLATION_TERMINAL',
        ]);
      },
    );

    it('repeated returns the same response and writes one audit entry', async () => {
      const at = await place({ status: 'DOWNLOADING' });
      const first = await transport.interrupt(manager, at.installation.id, interrupted(at));
      const again = await transport.interrupt(manager, at.installation.id, interrupted(at));
      expect([again.status, again.body]).toEqual([success, first.body]);
      expect(await auditOf(app, first.headers['x-request-id'])).toMatchObject([
        { action: 'interruptInstallation', changes: { status: { from: 'DOWNLOADING', to: 'FAILED' } } },
      ]);
      expect(await auditOf(app, again.headers['x-request-id'])).toEqual([]);
    });
  });

  describe.each([
    ['reconcile', reconciled, { status: 'FAILED' }],
    ['interrupt', interrupted, { status: 'DOWNLOADING' }],
  ] as const)('%s', (name, bodyOf, overrides) => {
    const call = transport[name];

    it('an intervention of an operator takes a serial in small letters and with another dash, and writes it down as on the label', async () => {
      const at = await place({ ...overrides });
      const { serial } = at.device;
      const reply = await call(
        manager,
        at.installation.id,
        bodyOf(at, { serial: serial.toLowerCase().replace('-', '\u2013') }),
      );
      expect(reply.status).toBe(success);
      expect((await auditOf(app, reply.headers['x-request-id'])).map(({ detail }) => detail?.serial)).toEqual([serial]);
    });

    it.each([
      ['releaseId', UNKNOWN, 'INSTALLATION_RELEASE_MISMATCH'],
      ['serial', 'KRV-SOMEBODY-ELSE', 'EXPECTATION_MISMATCH'],
      ['expectedVersion', '9.9.9', 'EXPECTATION_MISMATCH'],
      ['expectedBuild', 1, 'EXPECTATION_MISMATCH'],
    ])('an intervention of an operator is rejected if %s does not match', async (field, value, code) => {
      const at = await place(overrides);
      const before = await rowOf(app, at.installation.id);
      const reply = await call(manager, at.installation.id, bodyOf(at, { [field]: value }));
      expect([codeOf(reply), messageOf(reply)]).toEqual([[409, code], expect.stringContaining(field)]);
      expect(await rowOf(app, at.installation.id)).toEqual(before);
    });

    it('an intervention of an operator fails with 404 for an unknown installation', async () => {
      const at = await place(overrides);
      for (const id of [UNKNOWN, 'no-uuid']) {
        expect(codeOf(await call(manager, id, bodyOf(at)))).toEqual([404, 'INSTALLATION_NOT_FOUND']);
      }
    });

    it('an intervention of an operator fails if the caller read another revision', async () => {
      const at = await place(overrides);
      expect(codeOf(await call(manager, at.installation.id, bodyOf(at), 7))).toEqual([409, 'REVISION_CONFLICT']);
      expect((await call(manager, at.installation.id, bodyOf(at), 1)).status).toBe(success);
    });
  });
});
