import { pairingQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { askOf, itFollowsTheRules, NOW, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: pairingQuestions, field: 'pairingMetrics' };

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  await makeDevice(app, { status: 'ACTIVE', pairings: 2, claimedAt: new Date(NOW.getTime() - 90 * 60_000) });
});
afterAll(() => app.stop());

describe('getPairingMetrics: a question about the pairings of companion apps', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'getDevice',
    guards: { OWNER: 'getCustomer', DEVICE: 'getDevice' },
    across: {},
  });

  it('a question about pairings measures the time from the claim of the device', async () => {
    const measures = [{ as: 'minutes', median: { from: 'DEVICE_CLAIMED_AT', to: 'CREATED_AT', unit: 'MINUTES' } }];
    const answer = await askOf(await app.as('ADMIN'), ASKING, { metrics: ['PAIRINGS', 'LIVE'], measures });
    expect(shortOf(answer)).toEqual([[2, 2, 90]]);
  });
});
