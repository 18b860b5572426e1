import { questionExports } from '../../src/domain/analytics/question-exports.ts';
import { catalog } from '../../src/domain/catalog.ts';
import { listExports } from '../../src/domain/list-exports.ts';
import { AUDIT_ACTIONS } from '../../src/model/audit-actions.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';

let app: TestApp;
let admin: Caller;

async function insertEntries(action: string, count: number): Promise<void> {
  await app.sql(
    `insert into audit_entry (id, at, actor_type, action, request_id, ip, transport)
     select gen_random_uuid(), now(), 'SYSTEM', $1, 'r', '192.0.2.1', 'SYSTEM' from generate_series(1, $2)`,
    [action, count],
  );
}

beforeAll(async () => {
  app = await cleanTestApp();
  admin = await app.as('SUPER_ADMIN');
  await app.sql(
    'alter table audit_entry disable trigger user; delete from audit_entry; alter table audit_entry enable trigger user; delete from tally where subject = $$audit_entry$$; delete from tally_change where subject = $$audit_entry$$',
  );
  await insertEntries('refundSale', 3);
  await insertEntries('loginFailed', 2);
  // Of an operation that this version does not have.
  await insertEntries('sellSpaceship', 4);
  await insertEntries('OTHER', 1);
});
afterAll(() => app.stop());

async function ask(query: string, variables: Json = {}): Promise<Json> {
  const { status, body } = await admin.gql(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
}

const countBy = (filter: Json) =>
  ask('query ($filter: AuditEntryFilter) { auditEntries(filter: $filter) { totalCount nodes { action } } }', {
    filter,
  }).then(({ auditEntries }) => {
    expect(auditEntries.nodes).toHaveLength(auditEntries.totalCount);
    return auditEntries.totalCount;
  });

describe('the actions of the audit log', () => {
  it('each operation that writes an entry is a value of AuditAction', () => {
    const all = [...catalog, ...listExports.values(), ...questionExports.values()];
    const writing = all.filter(
      ({ effect, answers, access }) => effect === 'write' || (answers === 'file' && access.kind === 'admin'),
    );
    const missing = writing.filter(({ name }) => !AUDIT_ACTIONS.includes(name));
    expect(missing.map(({ name }) => `${name}: add it to OPERATIONS of src/model/audit-actions.ts`)).toEqual([]);
    expect(writing.length).toBeGreaterThan(80);
  });

  it('an entry of an action that this version does not know is OTHER, in whatever way the list is read', async () => {
    const plain = '{ auditEntries(first: 20) { nodes { action } } }';
    const asRows = '{ auditEntries(first: 20) { nodes { action record { id } } totalCount } }';
    for (const query of [plain, asRows]) {
      const actions = (await ask(query)).auditEntries.nodes.map(({ action }: Json) => action);
      expect(actions.sort()).toEqual([
        ...Array.from({ length: 5 }, () => 'OTHER'),
        'loginFailed',
        'loginFailed',
        'refundSale',
        'refundSale',
        'refundSale',
      ]);
    }
  });

  it('REST shows an action as it is stored, and finds it by that name', async () => {
    const { body } = await admin.rest('GET', '/v1/admin/audit?action=sellSpaceship');
    expect(body.items.map(({ action }: Json) => action)).toEqual(Array.from({ length: 4 }, () => 'sellSpaceship'));
  });

  it.each([
    [{ action: { eq: 'refundSale' } }, 3],
    [{ action: { eq: 'OTHER' } }, 5],
    [{ action: { in: ['OTHER', 'loginFailed'] } }, 7],
    [{ action: { ne: 'OTHER' } }, 5],
    [{ action: { notIn: ['OTHER', 'refundSale'] } }, 2],
    [{ not: { action: { in: ['OTHER'] } } }, 5],
    [{ action: { in: [] } }, 0],
  ])('a filter finds the entries of %j', async (filter, count) => {
    expect(await countBy(filter)).toBe(count);
  });

  it('the facets of the audit log count each action, and what is not known as OTHER', async () => {
    const { facets } = (await ask('{ auditEntries { facets(fields: [ACTION]) { values { value count } } } }'))
      .auditEntries;
    const counts = facets[0].values.filter(({ count }: Json) => count > 0);
    expect(Object.fromEntries(counts.map(({ value, count }: Json) => [value, count]))).toEqual({
      refundSale: 3,
      loginFailed: 2,
      OTHER: 5,
    });
  });

  it('the audit log is sorted by the action, by cursors too', async () => {
    const page = `query ($after: String) { auditEntries(first: 4, after: $after, sort: [{ field: ACTION, direction: ASC }]) {
      nodes { id } pageInfo { hasNextPage endCursor } } }`;
    const ids: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo }: Json = (await ask(page, { after })).auditEntries;
      ids.push(...nodes.map(({ id }: Json) => id));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    expect(new Set(ids).size).toBe(10);
  });

  it('a question counts the entries by their action, and what is not known as OTHER', async () => {
    const question = `{ auditEntryMetrics(query: { metrics: [ENTRIES], dimensions: [ACTION] }) { rows { dimensions metrics } } }`;
    const { rows } = (await ask(question)).auditEntryMetrics;
    expect(Object.fromEntries(rows.map(({ dimensions, metrics }: Json) => [dimensions[0], metrics[0]]))).toEqual({
      refundSale: 3,
      loginFailed: 2,
      OTHER: 5,
    });
    const filtered = `{ auditEntryMetrics(query: { metrics: [ENTRIES], filter: { action: { in: [OTHER, refundSale] } } }) { rows { metrics } } }`;
    expect((await ask(filtered)).auditEntryMetrics.rows).toEqual([{ metrics: [8] }]);
  });
});
