import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pauseRevokedKeys, RELEASE_TRANSITIONS } from '../../src/domain/firmware/index.ts';
import { FIRMWARE_LIFECYCLES, type FirmwareLifecycle } from '../../src/model/enums.ts';
import { answerFor } from '../installations/signed-look-ups.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { auditOf } from '../support/audit.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeReleaseKey, trustingFolder, withKey, writeTrust } from '../support/release-package.ts';
import { temporaryFolder } from '../support/run.ts';
import { madeRelease, nextBuild, setLifecycle, uploadPackage } from './releases.ts';

const key = makeReleaseKey();
const dataDir = trustingFolder([key]);
const objects = temporaryFolder('objects');
const ROLLING: readonly (string | { status: string; rolloutPercentage?: number })[] = [
  'READY',
  { status: 'ROLLING_OUT', rolloutPercentage: 10 },
];
let revisions = 0;

let app: TestApp;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp({ env: { DATA_DIR: dataDir, OBJECT_STORAGE_PATH: objects } });
  manager = await app.as('FIRMWARE_MANAGER');
});
afterAll(() => app.stop());

/** A release of hardware that no other release of this file is for. */
function alone(moves: typeof ROLLING = [], image = {}): Promise<Json> {
  revisions += 1;
  return madeRelease(manager, key, { image, manifest: { hardwareRevisions: [`rev-${revisions}`] } }, moves);
}

interface Change {
  readonly status: FirmwareLifecycle;
  readonly rolloutPercentage?: number;
}
interface Outcome {
  readonly code?: string;
  readonly message?: string;
  readonly release?: Json;
  readonly requestId?: string;
}
type Transport = (id: string, change: Change) => Promise<Outcome>;

const rest: Transport = async (id, change) => {
  const { status, body, headers } = await setLifecycle(manager, id, change);
  const requestId = headers['x-request-id'];
  return status === 200 ? { release: body, requestId } : { ...body.error, requestId };
};
/** As REST shows it. */
const withPlainEvents = ({ events, ...release }: Json) => ({ ...release, events: events.nodes });
const gql: Transport = async (id, input) => {
  const { body, headers } = await manager.gql(
    `mutation($id: ID!, $input: SetReleaseLifecycleInput!) { setReleaseLifecycle(id: $id, input: $input) { release {
       id lifecycle rolloutPercentage revision pausedBy: pausedById pauseReason failureWindowFrom
       events { nodes { fromLifecycle toLifecycle fromPercentage toPercentage reason actorId } } availableActions { to allowed } } } }`,
    { id, input },
  );
  const [error] = body.errors ?? [];
  const requestId = headers['x-request-id'];
  return error
    ? { code: error.extensions.code, message: error.message, requestId }
    : { release: withPlainEvents(body.data.setReleaseLifecycle.release), requestId };
};

describe.each([
  ['REST', rest],
  ['GraphQL', gql],
] as const)('setReleaseLifecycle: over %s, a release', (_name, move) => {
  let id: string;
  beforeAll(async () => {
    ({ id } = await alone());
  });

  const pairs = FIRMWARE_LIFECYCLES.flatMap((from) => FIRMWARE_LIFECYCLES.map((to) => [from, to] as const));
  it.each(pairs)('a release that is %s moves to %s if the table allows it', async (from, to) => {
    await app.sql('update release set lifecycle = $2, rollout_percentage = 30 where id = $1', [id, from]);
    await app.sql('delete from release_event where release_id = $1', [id]);
    const legal = RELEASE_TRANSITIONS.some((row) => row.from === from && row.to === to && row.by === 'admin');
    const outcome = await move(id, { status: to });
    const entries = await auditOf(app, outcome.requestId);
    const [row] = await app.sql('select lifecycle from release where id = $1', [id]);
    if (from === to) {
      expect(outcome.release).toMatchObject({ lifecycle: to, rolloutPercentage: 30, events: [] });
      expect(entries).toEqual([]);
    } else if (legal) {
      expect(outcome.release).toMatchObject({
        lifecycle: to,
        events: [{ fromLifecycle: from, toLifecycle: to, actorId: manager.admin.id, reason: null }],
      });
      expect(entries).toMatchObject([
        { action: 'setReleaseLifecycle', target_id: id, changes: { lifecycle: { from, to } } },
      ]);
    } else {
      expect(outcome).toMatchObject({ code: 'INVALID_LIFECYCLE_TRANSITION' });
      expect(outcome.message).toContain(`from ${from} to ${to}`);
      expect(row.lifecycle).toBe(from);
      expect(entries).toEqual([]);
    }
  });

  it('a release can change its percentage while it is ROLLING_OUT, with one audit entry per change', async () => {
    const release = await alone(ROLLING);
    let fromPercentage = 10;
    for (const rolloutPercentage of [50, 20, 0, 100]) {
      const outcome = await move(release.id, { status: 'ROLLING_OUT', rolloutPercentage });
      expect(outcome.release.rolloutPercentage).toBe(rolloutPercentage);
      expect(outcome.release.events[0]).toMatchObject({
        fromPercentage,
        toPercentage: rolloutPercentage,
        toLifecycle: 'ROLLING_OUT',
      });
      fromPercentage = rolloutPercentage;
      expect(await auditOf(app, outcome.requestId)).toHaveLength(1);
    }
    const again = await move(release.id, { status: 'ROLLING_OUT', rolloutPercentage: 100 });
    expect(await auditOf(app, again.requestId)).toEqual([]);
  });

  it.each(['DRAFT', 'READY', 'PAUSED', 'COMPLETED', 'REVOKED'] as const)(
    'a release that is %s cannot change its percentage',
    async (from) => {
      await app.sql('update release set lifecycle = $2, rollout_percentage = 30 where id = $1', [id, from]);
      const outcome = await move(id, { status: from, rolloutPercentage: 31 });
      expect(outcome.code).toBe('INVALID_LIFECYCLE_TRANSITION');
    },
  );

  it('a release that does not exist is RELEASE_NOT_FOUND', async () => {
    expect((await move('01890000-0000-7000-8000-000000000000', { status: 'READY' })).code).toBe('RELEASE_NOT_FOUND');
    expect((await move('nonsense', { status: 'READY' })).code).toBe('RELEASE_NOT_FOUND');
  });

  it('a release that the service paused resumes only with a given percentage', async () => {
    const release = await alone(ROLLING);
    await app.sql(
      `update release set lifecycle = 'PAUSED', paused_by = 'SYSTEM', pause_reason = 'FAILURE_RATE' where id = $1`,
      [release.id],
    );
    const refused = await move(release.id, { status: 'ROLLING_OUT' });
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining('rolloutPercentage') });
    const { release: resumed } = await move(release.id, { status: 'ROLLING_OUT', rolloutPercentage: 5 });
    expect(resumed).toMatchObject({ rolloutPercentage: 5, pausedBy: null, pauseReason: null });
    expect(new Date(resumed.failureWindowFrom)).toEqual(app.clock.now());
  });

  it('a release that an admin paused resumes with its previous percentage', async () => {
    const release = await alone([...ROLLING, 'PAUSED']);
    expect(release.pausedBy).toBe(manager.admin.id);
    const { release: resumed } = await move(release.id, { status: 'ROLLING_OUT' });
    expect(resumed).toMatchObject({ rolloutPercentage: 10, pausedBy: null, failureWindowFrom: null });
  });
});

describe('setReleaseLifecycle: a rollout starts', () => {
  it('a rollout starts with the percentage of the settings if none is given, and with 0 if that is given', async () => {
    await app.sql('update system_settings set default_rollout_percentage = 15');
    const [first, armed] = [await alone(['READY']), await alone(['READY'])];
    expect((await setLifecycle(manager, first.id, { status: 'ROLLING_OUT' })).body).toMatchObject({
      rolloutPercentage: 15,
      rolloutStartedAt: app.clock.now().toISOString(),
    });
    const reply = await setLifecycle(manager, armed.id, { status: 'ROLLING_OUT', rolloutPercentage: 0 });
    expect(reply.body.rolloutPercentage).toBe(0);
  });

  it.each([-1, 101, 1.5, '10', null])('a rollout does not start with a percentage of %j', async (rolloutPercentage) => {
    const reply = await setLifecycle(manager, (await alone(['READY'])).id, {
      status: 'ROLLING_OUT',
      rolloutPercentage,
    });
    expect([reply.status, reply.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('a rollout starts only with a build number above all ROLLING_OUT and COMPLETED releases of its hardware and channel', async () => {
    const place = { hardwareRevisions: ['rev-builds'] };
    const ready = (buildNumber: number, version: string, channel = 'STABLE') =>
      madeRelease(manager, key, { image: { version }, manifest: { ...place, buildNumber }, fields: { channel } }, [
        'READY',
      ]);
    const high = await ready(50, '1.0.0');
    const [same, lower, beta, higher] = [
      await ready(50, '1.0.1'),
      await ready(49, '1.0.2'),
      await ready(49, '1.0.3', 'BETA'),
      await ready(51, '1.0.4'),
    ];
    const start = async ({ id }: Json) => {
      const { status, body } = await setLifecycle(manager, id, { status: 'ROLLING_OUT' });
      return body.error?.code ?? status;
    };
    expect(await start(high)).toBe(200);
    expect(await start(same)).toBe('RELEASE_CONFLICT');
    expect(await start(lower)).toBe('RELEASE_CONFLICT');
    expect(await start(beta)).toBe(200);
    await setLifecycle(manager, high.id, { status: 'COMPLETED' });
    expect(await start(lower)).toBe('RELEASE_CONFLICT');
    expect(await start(higher)).toBe(200);
    await setLifecycle(manager, high.id, { status: 'REVOKED' });
    await setLifecycle(manager, higher.id, { status: 'REVOKED' });
    expect(await start(lower)).toBe(200);
  });

  it('a rollout does not start below the security version of a completed release', async () => {
    const place = { hardwareRevisions: ['rev-security'] };
    const make = (secureVersion: number) =>
      madeRelease(manager, key, { image: { secureVersion }, manifest: { ...place, buildNumber: nextBuild() } });
    const [low, early, done] = [await make(1), await make(1), await make(2)];
    await setLifecycle(manager, early.id, { status: 'READY' });
    for (const status of ['READY', 'ROLLING_OUT', 'COMPLETED']) await setLifecycle(manager, done.id, { status });
    const { body } = await setLifecycle(manager, low.id, { status: 'READY' });
    expect(body.error.code).toBe('RELEASE_CONFLICT');
    const late = await setLifecycle(manager, early.id, { status: 'ROLLING_OUT' });
    expect(late.body.error.code).toBe('RELEASE_CONFLICT');
  });
});

describe('setReleaseLifecycle: a release is verified again', () => {
  const steps: [to: string, moves: typeof ROLLING][] = [
    ['READY', []],
    ['ROLLING_OUT', ['READY']],
    ['ROLLING_OUT', [...ROLLING, 'PAUSED']],
  ];

  it.each(steps)(
    'a release is verified again before it becomes %s after %j: 409 if its image was changed or lost',
    async (status, moves) => {
      const { id, firmware } = await alone(moves, { seed: `damaged ${status} ${moves.length}` });
      const path = join(objects, firmware.sha256.slice(0, 2), firmware.sha256.slice(2));
      writeFileSync(path, Buffer.alloc(firmware.size));
      const changed = await setLifecycle(manager, id, { status });
      rmSync(path);
      const lost = await setLifecycle(manager, id, { status });
      for (const { status: http, body } of [changed, lost])
        expect([http, body.error.code]).toEqual([409, 'RELEASE_CONFLICT']);
      expect(await app.sql('select revision from release where id = $1', [id])).toEqual([
        { revision: moves.length + 1 },
      ]);
    },
  );

  it.each(steps)(
    'a release is verified again before it becomes %s after %j: it fails with an unknown or revoked key',
    async (status, moves) => {
      const { id } = await alone(moves);
      const tries: unknown[] = [];
      for (const registry of [[], [withKey(key, { status: 'REVOKED' })], [withKey(key, { status: 'RETIRED' })]]) {
        writeTrust(dataDir, registry);
        const { status: http, body } = await setLifecycle(manager, id, { status });
        tries.push(body.error?.code ?? http);
      }
      writeTrust(dataDir, [key]);
      expect(tries).toEqual(['PACKAGE_KEY_UNKNOWN', 'PACKAGE_KEY_REVOKED', 200]);
    },
  );

  it('a release is not verified again before it becomes PAUSED, COMPLETED or REVOKED', async () => {
    const { id, firmware } = await alone(ROLLING, { seed: 'lost on its way' });
    rmSync(join(objects, firmware.sha256.slice(0, 2), firmware.sha256.slice(2)));
    for (const status of ['PAUSED', 'COMPLETED', 'REVOKED'])
      expect((await setLifecycle(manager, id, { status })).status).toBe(200);
  });
});

describe('setReleaseLifecycle: offers without a download are withdrawn or kept', () => {
  it.each([
    ['PAUSED', 'RELEASE_PAUSED'],
    ['REVOKED', 'RELEASE_REVOKED'],
    ['COMPLETED', null],
  ])('offers without a download are withdrawn or kept when their release becomes %s', async (status, reason) => {
    const release = await alone(ROLLING);
    const offered = await makeInstallation(app, await makeDevice(app), release);
    const begun = await makeInstallation(app, await makeDevice(app), release, { status: 'DOWNLOADING' });
    const other = await makeInstallation(app, await makeDevice(app), await alone(ROLLING));
    const reply = await setLifecycle(manager, release.id, { status });
    const closed = async ({ id }: { id: string }) =>
      (await app.sql('select closed_reason from installation where id = $1', [id]))[0].closed_reason;
    expect(await Promise.all([offered, begun, other].map(closed))).toEqual([reason, null, null]);
    expect(reply.body.stats.byStatus).toEqual([
      { status: 'AVAILABLE', count: 1 },
      { status: 'DOWNLOADING', count: 1 },
    ]);
    const [entry] = await auditOf(app, reply.headers['x-request-id']);
    expect(entry?.detail).toEqual(reason ? { withdrawnOffers: 1 } : null);
  });
});

describe('the service itself', () => {
  it('the service itself pauses the rollouts whose keys are all revoked, with an audit entry', async () => {
    const other = makeReleaseKey();
    writeTrust(dataDir, [key, other]);
    const mine = await alone(ROLLING);
    const both = await madeRelease(
      manager,
      key,
      { keys: [key, other], manifest: { hardwareRevisions: ['rev-both'] } },
      ROLLING,
    );
    const offered = await makeInstallation(app, await makeDevice(app), mine);
    writeTrust(dataDir, [withKey(key, { status: 'REVOKED' }), other]);
    expect(await pauseRevokedKeys(app.runtime)).toBeGreaterThanOrEqual(1);
    expect(await pauseRevokedKeys(app.runtime)).toBe(0);
    writeTrust(dataDir, [key]);
    const states = await app.sql(
      'select lifecycle, paused_by, pause_reason from release where id = any($1) order by id',
      [[mine.id, both.id]],
    );
    expect(states).toEqual([
      { lifecycle: 'PAUSED', paused_by: 'SYSTEM', pause_reason: 'SIGNING_KEYS_REVOKED' },
      { lifecycle: 'ROLLING_OUT', paused_by: null, pause_reason: null },
    ]);
    const entries = await app.sql(
      `select actor_type, actor_id, target_kind, changes, detail, reason, transport from audit_entry
        where target_id = $1 and action = 'pauseRelease'`,
      [mine.id],
    );
    expect(entries).toEqual([
      {
        actor_type: 'SYSTEM',
        actor_id: null,
        target_kind: 'Release',
        changes: { lifecycle: { from: 'ROLLING_OUT', to: 'PAUSED' } },
        detail: null,
        reason: 'SIGNING_KEYS_REVOKED',
        transport: 'SYSTEM',
      },
    ]);
    const [row] = await app.sql('select closed_reason from installation where id = $1', [offered.id]);
    expect(row.closed_reason).toBe('RELEASE_PAUSED');
    const { body } = await manager.rest('GET', `/v1/admin/firmware/${mine.id}`);
    expect(body.events[0]).toMatchObject({
      fromLifecycle: 'ROLLING_OUT',
      toLifecycle: 'PAUSED',
      fromPercentage: 10,
      toPercentage: 10,
      reason: 'SIGNING_KEYS_REVOKED',
      actorId: null,
    });
  });
});

it('a release whose keys were revoked is offered no more from then on, though nothing of it has changed', async () => {
  const release = await alone(['READY', { status: 'ROLLING_OUT', rolloutPercentage: 100 }]);
  const device = await makeDevice(app, { status: 'ACTIVE', hardwareRevision: `rev-${revisions}` });
  expect(await answerFor(app, device)).toBe(release.id);
  writeTrust(dataDir, [withKey(key, { status: 'REVOKED' })]);
  expect(await answerFor(app, device)).toBe('KEYS_REVOKED');
  writeTrust(dataDir, [key]);
  expect(await answerFor(app, device)).toBe(release.id);
});

describe('setReleaseLifecycle: a change of the lifecycle', () => {
  it('a change of the lifecycle fails with REVISION_CONFLICT for an older revision', async () => {
    const release = await alone();
    const stale = await setLifecycle(manager, release.id, { status: 'READY' }, { 'if-match': '"7"' });
    expect([stale.status, stale.body.error.code]).toEqual([409, 'REVISION_CONFLICT']);
    const fresh = await setLifecycle(manager, release.id, { status: 'READY' }, { 'if-match': '"1"' });
    expect(fresh.body.revision).toBe(2);
    const gone = await manager.gql(
      `mutation { setReleaseLifecycle(id: "${release.id}", input: { status: DRAFT }, expectedRevision: 1) { release { id } } }`,
    );
    expect(gone.body.errors[0].extensions.code).toBe('REVISION_CONFLICT');
  });

  it.each(['OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'] as const)(
    'a change of the lifecycle fails with 403 for %s',
    async (role) => {
      const { body: release } = await uploadPackage(manager, key);
      expect((await setLifecycle(await app.as(role), release.id, { status: 'READY' })).status).toBe(403);
    },
  );
});
