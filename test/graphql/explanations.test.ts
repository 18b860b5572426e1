import { explanation, explanationIn } from '../../src/model/explanations.ts';
import { type RunningApp, sharedTestApp } from '../support/app.ts';
import type { Caller } from '../support/callers.ts';
import { makeDevice } from '../support/factories/device.ts';
import { makeInstallation } from '../support/factories/installation.ts';
import { makeRelease } from '../support/factories/release.ts';

let app: RunningApp;
let admin: Caller;

beforeAll(async () => {
  app = await sharedTestApp();
  admin = await app.as('SUPER_ADMIN');
});
afterAll(() => app.stop());

it('the reason why the service paused a rollout has a code and its numbers', async () => {
  const { id } = await makeRelease(app, { lifecycle: 'PAUSED' });
  await app.sql(
    `update release set pause_reason = '5 of 20 installations failed', paused_by = 'SYSTEM' where id = $1`,
    [id],
  );
  const { body } = await admin.gql(`{ release(id: "${id}") { pauseReason pauseExplanation { code params } } }`);
  expect(body.data.release).toEqual({
    pauseReason: '5 of 20 installations failed',
    pauseExplanation: { code: 'INSTALLATIONS_FAILED', params: { failed: 5, finished: 20 } },
  });
});

it.each([
  ['SERVER', { code: 'NO_REPORT', params: { since: '2026-11-26T10:00:00.000Z', status: 'DOWNLOADING' } }],
  ['DEVICE', null],
])('the failure of an installation has a code and values if %s wrote it', async (failureSource, expected) => {
  const device = await makeDevice(app);
  const { id } = await makeInstallation(app, device, await makeRelease(app), { status: 'FAILED' });
  await app.sql('update installation set failure_source = $2, failure_reason = $3 where id = $1', [
    id,
    failureSource,
    'No report since 2026-11-26T10:00:00.000Z while DOWNLOADING',
  ]);
  const { body } = await admin.gql(
    `{ node(id: "${id}") { ... on Installation { failureExplanation { code params } } } }`,
  );
  expect(body.data.node).toEqual({ failureExplanation: expected });
});

it('every sentence that the service stores is found again with its values, and no other is', () => {
  expect(explanationIn(explanation('DEVICES_FELL_BACK', { devices: 7 }))).toEqual({
    code: 'DEVICES_FELL_BACK',
    params: { devices: 7 },
  });
  expect(explanationIn(explanation('OLD_VERSION', { version: '1.2.3' }))).toEqual({
    code: 'OLD_VERSION',
    params: { version: '1.2.3' },
  });
  expect(['battery empty', '', null].map(explanationIn)).toEqual([null, null, null]);
});
