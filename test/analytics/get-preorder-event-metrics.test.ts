import { preorderEventQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { askOf, itFollowsTheRules, NOW, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: preorderEventQuestions, field: 'preorderEventMetrics' };

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  const { id } = await makePreorder(app);
  await app.sql(
    `insert into preorder_event (id, preorder_id, at, from_status, to_status, correction)
     values (gen_random_uuid(), $1, $2, null, 'NEW', false), (gen_random_uuid(), $1, $2, 'NEW', 'CONTACTED', false),
            (gen_random_uuid(), $1, $2, 'CONTACTED', 'NEW', true), (gen_random_uuid(), $1, $2, 'NEW', 'CANCELLED', false)`,
    [id, NOW],
  );
});
afterAll(() => app.stop());

describe('getPreorderEventMetrics: a question about the histories of preorders', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'getPreorder',
    guards: {
      PREORDER_ASSIGNED_ADMIN: 'listAdminOptions',
      PREORDER_CUSTOMER: 'getCustomer',
      PREORDER: 'getPreorder',
      ACTOR: 'listAdminOptions',
      FROM_ADMIN: 'listAdminOptions',
      TO_ADMIN: 'listAdminOptions',
    },
    across: {},
  });

  it('a question about the histories of preorders counts moves by the status that they lead to', async () => {
    const answer = await askOf(await app.as('ADMIN'), ASKING, {
      metrics: ['EVENTS', 'CORRECTIONS', 'CANCELLED'],
      dimensions: ['TO_STATUS'],
      measures: [{ as: 'preorders', distinct: 'PREORDER_REGION' }],
    });
    expect(shortOf(answer)).toEqual([
      ['CANCELLED', 1, 0, 1, 1],
      ['CONTACTED', 1, 0, 0, 1],
      ['NEW', 2, 1, 0, 1],
    ]);
  });
});
