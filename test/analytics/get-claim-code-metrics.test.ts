import { claimCodeQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import { makeDevice } from '../support/factories/device.ts';
import { askOf, itFollowsTheRules, NOW, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: claimCodeQuestions, field: 'claimCodeMetrics' };

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  await makeDevice(app, { status: 'READY', codeExpiresAt: new Date(NOW.getTime() - 1000) });
  await makeDevice(app, { status: 'READY' });
  await makeDevice(app, { status: 'CLAIMED' });
});
afterAll(() => app.stop());

describe('getClaimCodeMetrics: a question about the claim codes', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listClaimCodes',
    guards: { OWNER: 'getCustomer', DEVICE: 'getDevice' },
    across: { getDevice: { device: { model: { eq: 'L' } } } },
  });

  it('a question about claim codes counts those that ended as EXPIRED', async () => {
    const answer = await askOf(await app.as('ADMIN'), ASKING, { metrics: ['CLAIM_CODES'], dimensions: ['STATUS'] });
    expect(shortOf(answer)).toEqual([
      ['AVAILABLE', 1],
      ['CLAIMED', 1],
      ['EXPIRED', 1],
    ]);
    expect(answer.totals).toEqual([3]);
  });
});
