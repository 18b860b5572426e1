import { auditQuestions } from '../../src/persistence/analytics/event-datasets.ts';
import type { TestApp } from '../support/app.ts';
import { askOf, itFollowsTheRules, refusalOf, shortOf, startAnalytics } from './question-support.ts';

const ASKING = { set: auditQuestions, field: 'auditEntryMetrics' };

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
});
afterAll(() => app.stop());

describe('getAuditEntryMetrics: a question about the audit log', () => {
  itFollowsTheRules(() => app, {
    ...ASKING,
    list: 'listAuditEntries',
    guards: { ACTOR: 'listAdminOptions' },
    across: {},
  });

  it('a question about the audit log counts actions by admin and day', async () => {
    const admin = await app.as('ADMIN');
    await admin.rest('POST', '/v1/admin/customers', { fullName: 'Aziza' });
    const answer = await askOf(admin, ASKING, {
      metrics: ['ENTRIES'],
      dimensions: ['ACTOR', 'ACTION'],
      grain: 'DAY',
      range: { preset: 'TODAY' },
      where: [{ dimension: 'ACTION', in: ['createCustomer'] }],
    });
    const [{ id }] = await app.sql(`select actor_id as id from audit_entry where action = 'createCustomer'`);
    expect(shortOf(answer)).toEqual([['2026-11-21', id, 'createCustomer', 1]]);
  });

  it('a question about the audit log filters by a masked field only in roles that see it', async () => {
    const masked = { metrics: ['ENTRIES'], measures: [{ as: 'one', filter: { requestId: { eq: 'abc' } } }] };
    expect(await refusalOf(await app.as('VIEWER'), ASKING, masked)).toEqual([403, 'ROLE_FORBIDDEN', undefined]);
    expect(await refusalOf(await app.as('ADMIN'), ASKING, masked)).toEqual([200, undefined, undefined]);
  });
});
