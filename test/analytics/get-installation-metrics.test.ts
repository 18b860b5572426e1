import fc from 'fast-check';
import { installationQuestions } from '../../src/persistence/analytics/installations-dataset.ts';
import { Installation } from '../../src/persistence/installations/installation.entity.ts';
import type { TestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { type MadeDevice, makeDevice } from '../support/factories/device.ts';
import { insertRows } from '../support/factories/insert.ts';
import { type MadeRelease, makeRelease } from '../support/factories/release.ts';
import { percentileOf } from './plain-count.ts';
import { askOf, itFollowsTheRules, NOW, type Question, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: installationQuestions, field: 'installationMetrics' };
const MINUTE_MS = 60_000;

let app: TestApp;
let manager: Caller;
let devices: readonly MadeDevice[];
let releases: readonly MadeRelease[];

beforeAll(async () => {
  app = await startAnalytics();
  manager = await app.as('FIRMWARE_MANAGER');
  devices = [await makeDevice(app, { model: 'LAMP1' }), await makeDevice(app, { model: 'CLOCK1' })];
  releases = [
    await makeRelease(app, { version: '2.0.0', hardwareRevision: 'rev-a' }),
    await makeRelease(app, { version: '2.1.0', hardwareRevision: 'rev-b' }),
  ];
});
afterAll(() => app.stop());

const ask = (question: Question, who = manager) => askOf(who, ASKING, question);

const attempt = fc.record({
  device: fc.nat(1),
  release: fc.nat(1),
  status: fc.constantFrom('SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILED', 'ROLLED_BACK'),
  code: fc.constantFrom<string>('DOWNLOAD_NETWORK', 'FLASH_WRITE'),
  seconds: fc.integer({ min: 0, max: 7_200 }),
  restarts: fc.nat(3),
  bricked: fc.boolean(),
});
type Attempt = typeof attempt extends fc.Arbitrary<infer One> ? One : never;

async function put(made: readonly Attempt[]): Promise<void> {
  await app.sql('delete from installation');
  await insertRows(
    app.sql,
    Installation,
    made.map(({ device, release, status, code, seconds, restarts, bricked }, at) => ({
      deviceId: devices[device]?.id ?? '',
      releaseId: releases[release]?.id ?? '',
      attempt: at + 1,
      status: status as 'SUCCESS',
      failureSource: status === 'SUCCESS' ? null : ('DEVICE' as const),
      failureCode: status === 'SUCCESS' ? null : code,
      verification: status === 'SUCCESS' ? ('UNVERIFIED' as const) : null,
      restarts,
      possiblyBricked: bricked,
      startedAt: new Date(NOW.getTime() - seconds * 1000),
      finishedAt: NOW,
      createdAt: new Date(NOW.getTime() - 180 * MINUTE_MS),
      updatedAt: NOW,
    })),
  );
}

function figuresOf(made: readonly Attempt[]) {
  const count = (status: string) => made.filter((one) => one.status === status).length;
  const [succeeded, rolledBack] = [count('SUCCESS'), count('ROLLED_BACK')];
  const failed = count('FAILED') + rolledBack;
  const minutes = made.filter(({ status }) => status === 'SUCCESS').map(({ seconds }) => seconds / 60);
  return {
    INSTALLATIONS: made.length,
    SUCCEEDED: succeeded,
    FAILED: failed,
    FAILURE_RATE: made.length === 0 ? null : failed / (failed + succeeded),
    ROLLED_BACK: rolledBack,
    POSSIBLY_BRICKED: made.filter(({ bricked }) => bricked).length,
    RESTARTS: made.reduce((sum, { restarts }) => sum + restarts, 0),
    MEDIAN_MINUTES: percentileOf(minutes, 0.5),
    P95_MINUTES: percentileOf(minutes, 0.95),
  };
}

const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value);

describe('getInstallationMetrics: a question about installations', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: ['SUPER_ADMIN', 'ADMIN', 'FIRMWARE_MANAGER', 'VIEWER'],
    guards: {
      OWNER: 'getCustomer',
      DEVICE: 'getDevice',
      RELEASE_CREATED_BY: 'listAdminOptions',
      RELEASE_PAUSED_BY: 'listAdminOptions',
      RELEASE_TARGET_DEVICE: 'getDevice',
      RELEASE: 'getRelease',
    },
    across: {
      getDevice: { device: { model: { eq: 'LAMP1' } } },
      getRelease: { release: { version: { eq: '2.0.0' } } },
    },
  });

  it('a question about installations counts failures, rates and percentiles by revision, code and month as by hand', async () => {
    const metrics = Object.keys(figuresOf([]));
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { maxLength: 40, size: 'max' }), async (made) => {
        await put(made);
        const groups: readonly (readonly [string, (one: Attempt) => string | null])[] = [
          ['VERSION', ({ release }) => releases[release]?.version ?? null],
          ['HARDWARE_REVISION', ({ release }) => releases[release]?.hardwareRevision ?? null],
          ['FAILURE_CODE', ({ status, code }) => (status === 'SUCCESS' ? null : code)],
          ['RELEASE', ({ release }) => releases[release]?.id ?? null],
        ];
        for (const [dimension, keyOf] of groups) {
          const { rows, totals } = await ask({ metrics, dimensions: [dimension] });
          const found = rows.map(({ dimensions, metrics }: Record<string, unknown[]>) => [
            dimensions?.[0],
            metrics?.map(rounded),
          ]);
          const expected = [...Map.groupBy(made, keyOf)].map(([key, some]) => [
            key,
            Object.values(figuresOf(some)).map(rounded),
          ]);
          const byKey = ([one]: unknown[], [other]: unknown[]) => (String(one) < String(other) ? -1 : 1);
          expect(found.sort(byKey)).toEqual(expected.sort(byKey));
          expect(totals.map(rounded)).toEqual(Object.values(figuresOf(made)).map(rounded));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('a question about installations has percentiles of the rest, and versions instead of the ids of releases', async () => {
    const plain = { device: 0, code: 'FLASH_WRITE', restarts: 0, bricked: false };
    await put([
      { ...plain, release: 0, status: 'SUCCESS', seconds: 60 },
      { ...plain, release: 1, status: 'SUCCESS', seconds: 120 },
      { ...plain, release: 1, status: 'SUCCESS', seconds: 240 },
      { ...plain, release: 1, status: 'FAILED', seconds: 9_000 },
    ]);
    const { rows } = await ask({
      metrics: ['MEDIAN_MINUTES', 'INSTALLATIONS'],
      dimensions: ['RELEASE'],
      top: { count: 1, direction: 'ASC' },
    });
    expect(rows.map(({ rest, labels, metrics }: Record<string, unknown>) => [rest, labels, metrics])).toEqual([
      [false, ['2.0.0'], [1, 1]],
      [true, [null], [3, 3]],
    ]);
    const series = { grain: 'DAY', time: 'FINISHED_AT', range: { preset: 'TODAY' } };
    expect(shortOf(await ask({ metrics: ['P95_MINUTES'], ...series }))).toEqual([['2026-11-21', 3.8]]);
    const viewer = await app.as('VIEWER');
    expect(shortOf(await ask({ metrics: ['FAILED'], dimensions: ['DEVICE_MODEL'] }, viewer))).toEqual([['LAMP1', 1]]);
  });
});
