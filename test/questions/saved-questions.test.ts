import { questionSchema, questionSets } from '../../src/domain/analytics/index.ts';
import { ADMIN_ROLES, graphqlName } from '../../src/model/enums.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';

const FIELDS = 'id name description dataSet question shared ownerId revision';
const BY_CHANNEL = { metrics: ['ORDERS'], dimensions: ['SALES_CHANNEL'] };

let app: TestApp;
let owner: Caller;
let other: Caller;
let superAdmin: Caller;
let viewer: Caller;

beforeAll(async () => {
  app = await cleanTestApp();
  owner = await app.as('SALES');
  other = await app.as('ADMIN');
  superAdmin = await app.as('SUPER_ADMIN');
  viewer = await app.as('VIEWER');
  await makeSale(app, { salesChannel: 'DIRECT' });
  await makeSale(app, { salesChannel: 'WEBSITE' });
});
afterAll(() => app.stop());

const create = `mutation ($input: CreateSavedQuestionInput!) { createSavedQuestion(input: $input) { savedQuestion { ${FIELDS} } } }`;
const change = `mutation ($id: ID!, $input: UpdateSavedQuestionInput!, $expectedRevision: Int) {
  updateSavedQuestion(id: $id, input: $input, expectedRevision: $expectedRevision) { savedQuestion { ${FIELDS} } } }`;

async function saved(by: Caller, input: Json = {}): Promise<Json> {
  const given = { name: 'Orders by channel', question: { sales: BY_CHANNEL }, ...input };
  return (await dataOf(by, create, { input: given })).createSavedQuestion.savedQuestion;
}

const codeOf = async (by: Caller, document: string, variables: Json = {}): Promise<string> =>
  (await errorOf(by, document, variables))[1];

const entriesOf = (id: string): Promise<Json[]> =>
  app.sql('select action, changes, detail from audit_entry where target_id = $1 order by id', [id]);

describe('createSavedQuestion: keeps a question', () => {
  it('private unless it is shared, in its first revision', async () => {
    const question = await saved(owner, { description: '' });
    expect(question).toMatchObject({
      name: 'Orders by channel',
      description: null,
      dataSet: 'SALES',
      question: { sales: BY_CHANNEL },
      shared: false,
      revision: 1,
    });
    const { savedQuestion } = await dataOf(
      owner,
      `{ savedQuestion(id: "${question.id}") { owner { id } revisions { nodes { number name question changedById } } } }`,
    );
    expect(savedQuestion.revisions.nodes).toEqual([
      { number: 1, name: 'Orders by channel', question: { sales: BY_CHANNEL }, changedById: question.ownerId },
    ]);
    const [entry] = await app.sql(`select action, detail from audit_entry where target_id = $1`, [question.id]);
    expect(entry).toEqual({
      action: 'createSavedQuestion',
      detail: { name: 'Orders by channel', dataSet: 'SALES', shared: false },
    });
  });

  it('createSavedQuestion keeps what a role sees masked from it, in the filters of measures too', async () => {
    const query = { measures: [{ as: 'one', filter: { requestId: { eq: 'abc' } } }] };
    const input = { name: 'One request', question: { auditEntries: query } };
    const { id } = await saved(other, { ...input, shared: true });
    const seen = async (by: Caller) =>
      (await dataOf(by, `{ savedQuestion(id: "${id}") { question } }`)).savedQuestion.question;
    expect([await seen(superAdmin), await seen(viewer)]).toEqual([{ auditEntries: query }, null]);
    expect(await codeOf(await app.as('SUPPORT'), create, { input })).toBe('ROLE_FORBIDDEN');
  });

  it('createSavedQuestion refuses a question that costs more than a request may', async () => {
    const filter = { customer: { devices: { some: { serial: { contains: 'A' } } } }, serial: { contains: 'B' } };
    const measures = Array.from({ length: 12 }, (_, at) => ({
      as: `m${at}`,
      filter: { or: [filter, filter], customerName: { contains: 'C' } },
    }));
    const input = { name: 'Expensive', question: { sales: { measures } } };
    expect(await errorOf(other, create, { input })).toEqual([400, 'VALIDATION_FAILED', 'question.sales']);
  });

  it('createSavedQuestion refuses what cannot be asked, and says where', async () => {
    for (const [query, field] of [
      [{}, 'question.sales.metrics'],
      [{ ...BY_CHANNEL, grain: 'DAY' }, 'question.sales.grain'],
      [{ ...BY_CHANNEL, timezone: '+05:00' }, 'question.sales.timezone'],
      [{ measures: [{ as: 'one', avg: {} }] }, 'question.sales.measures[0]'],
    ] as const) {
      const error = await errorOf(owner, create, { input: { name: 'x', question: { sales: query } } });
      expect([query, ...error]).toEqual([query, 400, 'VALIDATION_FAILED', field]);
    }
    const range = { from: '2026-02-01', to: '2026-01-01' };
    expect(await codeOf(owner, create, { input: { name: 'x', question: { sales: { ...BY_CHANNEL, range } } } })).toBe(
      'INVALID_RANGE',
    );
  });

  it('createSavedQuestion refuses what the role may not ask', async () => {
    const operations = await app.as('OPERATIONS');
    const input = { name: 'x', question: { sales: BY_CHANNEL } };
    expect(await codeOf(operations, create, { input })).toBe('ROLE_FORBIDDEN');
    expect(await codeOf(viewer, create, { input })).toBe('ROLE_FORBIDDEN');
  });
});

describe('a saved question is typed', () => {
  it('a saved question has the type of the question of its data set, and of exactly one', async () => {
    const wrong = [
      { sales: { metrics: ['NO_SUCH'] } },
      { sales: { ...BY_CHANNEL, nonsense: 1 } },
      { sales: { ...BY_CHANNEL, filter: { password: { eq: 'x' } } } },
      { sales: BY_CHANNEL, devices: { metrics: ['DEVICES'] } },
      {},
    ];
    for (const question of wrong) {
      const { body } = await owner.gql(create, { input: { name: 'x', question } });
      expect([question, body.errors[0].extensions.status]).toEqual([question, 400]);
    }
  });

  it('what a saved question answers is what a client sends, to save it again and to ask it', async () => {
    const sales = {
      measures: [{ as: 'paid', filter: { status: { in: ['PAID'] }, soldAt: { gte: '2020-01-01' } } }],
      derived: [{ as: 'hour', time: 'SOLD_AT', part: 'HOUR' }],
      top: { count: 3, byMeasure: 'paid', rest: false },
      range: { preset: 'LAST_30_DAYS' },
      search: 'Aziza',
      fill: 'NONE',
    };
    const first = await saved(owner, { question: { sales } });
    expect(first.question).toEqual({ sales });
    const again = await saved(owner, { question: first.question });
    expect(again.question).toEqual(first.question);
    const answer = 'query ($query: SalesQuestion!) { salesMetrics(query: $query) { columns { key } } }';
    const { salesMetrics } = await dataOf(owner, answer, { query: first.question.sales });
    expect(salesMetrics.columns.map(({ key }: Json) => key)).toEqual(['hour', 'paid']);
  });

  it.each(questionSets.map(({ set }) => [set.name, set] as const))(
    'every name in a question to %s is the same in GraphQL and as it is stored',
    (_name, set) => {
      const differing: string[] = [];
      JSON.stringify(questionSchema(set), (_key, part) => {
        for (const value of part?.enum ?? []) {
          if (graphqlName(part.enumName, value) !== value) differing.push(`${part.enumName}.${value}`);
        }
        return part;
      });
      expect(differing).toEqual([]);
    },
  );
});

describe('getSavedQuestion: one question', () => {
  it('a saved question is unknown to others until it is shared', async () => {
    const { id } = await saved(owner);
    const read = `{ savedQuestion(id: "${id}") { id revisions { nodes { number } } } }`;
    expect(await codeOf(other, read)).toBe('SAVED_QUESTION_NOT_FOUND');
    expect(await codeOf(superAdmin, read)).toBe('SAVED_QUESTION_NOT_FOUND');
    await dataOf(owner, change, { id, input: { shared: true } });
    expect((await dataOf(other, read)).savedQuestion.id).toBe(id);
  });
});

it('the audit log does not lead to questions, which their owners alone may know of', async () => {
  await saved(owner);
  const { auditEntries } = await dataOf(
    superAdmin,
    `{ auditEntries(filter: { action: { eq: createSavedQuestion } }) { nodes { targetKind record { id __typename } } } }`,
  );
  expect(auditEntries.nodes[0]).toEqual({ targetKind: 'SavedQuestion', record: null });
});

describe('listSavedQuestions: those that the caller knows of', () => {
  it('the saved questions that a caller knows of are the own ones and the shared ones, by name', async () => {
    const name = 'Weekly figures of Navruz';
    const [own, shared] = [await saved(owner, { name }), await saved(other, { name, shared: true })];
    await saved(other, { name });
    const list = `{ savedQuestions(filter: { name: { eq: "${name}" } }, sort: [{ field: CREATED_AT, direction: ASC }]) {
      totalCount nodes { id } } }`;
    expect((await dataOf(owner, list)).savedQuestions).toEqual({
      totalCount: 2,
      nodes: [{ id: own.id }, { id: shared.id }],
    });
    expect(
      (await dataOf(viewer, '{ savedQuestions(search: "navruz") { nodes { id } } }')).savedQuestions.nodes,
    ).toEqual([{ id: shared.id }]);
  });
});

describe('a shared question whose filter names a customer', () => {
  const NAME = 'Zulfiya Canary';
  const question = { sales: { metrics: ['ORDERS'], filter: { customer: { fullName: { eq: NAME } } } } };
  const text = (id: string) => `{
    savedQuestion(id: "${id}") { name question revisions(first: 5) { nodes { number question } } }
    again: savedQuestion(id: "${id}") { q: question ...R }
    savedQuestions(search: "Canary question") { nodes { question revisions { nodes { question dataSet } } } edges { node { question } } }
    only: savedQuestions(search: "Canary question") { nodes { question } }
    parts: savedQuestions(search: "Canary question") { nodes { revisions { nodes { number question } } } }
  } fragment R on SavedQuestion { revisions { nodes { question } } }`;

  it.each(ADMIN_ROLES)(
    'a shared question whose filter names a customer shows it to %s in every way, if that role may ask it, and else in none',
    async (role) => {
      const { id } = await saved(owner, { name: 'Canary question', question, shared: true });
      const caller = await app.as(role);
      const asked = await caller.gql(`{ askSavedQuestion(id: "${id}") { rows { metrics } } }`);
      const mayAsk = asked.body.errors === undefined;
      const shown = await dataOf(caller, text(id));
      expect(JSON.stringify(shown).includes(NAME)).toBe(mayAsk);
      expect(shown.savedQuestion).toEqual({
        name: 'Canary question',
        question: mayAsk ? question : null,
        revisions: { nodes: [{ number: 1, question: mayAsk ? question : null }] },
      });
      expect(shown.only.nodes[0]).toEqual({ question: mayAsk ? question : null });
      expect(shown.savedQuestions.nodes[0].revisions.nodes[0].dataSet).toBe('SALES');
    },
  );

  it('a shared question whose filter names a customer shows an earlier revision by its own query, and hides one that is no longer valid', async () => {
    const operations = await app.as('OPERATIONS');
    const devices = { devices: { metrics: ['DEVICES'] } };
    const filter = { owner: { fullName: { eq: NAME } } };
    const { id } = await saved(superAdmin, { question: { devices: { metrics: ['DEVICES'], filter } }, shared: true });
    await dataOf(superAdmin, change, { id, input: { question: devices } });
    const read = `{ savedQuestion(id: "${id}") { question revisions { nodes { number question } } } }`;
    expect((await dataOf(operations, read)).savedQuestion).toEqual({
      question: devices,
      revisions: {
        nodes: [
          { number: 2, question: devices },
          { number: 1, question: null },
        ],
      },
    });
    const gone = { metrics: ['GONE'], filter };
    await app.sql('update saved_question set query = $2 where id = $1', [id, JSON.stringify(gone)]);
    expect((await dataOf(operations, read)).savedQuestion.question).toBeNull();
    expect((await dataOf(superAdmin, read)).savedQuestion.question).toEqual({ devices: gone });
  });
});

describe('updateSavedQuestion: changes a question', () => {
  it('updateSavedQuestion changes a question by its owner, with a new revision; an empty change makes none', async () => {
    const { id } = await saved(owner);
    app.clock.advance(1_000);
    const query = { metrics: ['ORDERS', 'NET_REVENUE'], grain: 'MONTH', range: { preset: 'LAST_12_MONTHS' } };
    const changed = await dataOf(owner, change, { id, input: { question: { sales: query } }, expectedRevision: 1 });
    expect(changed.updateSavedQuestion.savedQuestion).toMatchObject({ revision: 2, question: { sales: query } });
    const [stored] = await app.sql('select updated_at from saved_question where id = $1', [id]);
    expect(stored).toEqual({ updated_at: app.clock.now() });
    await dataOf(owner, change, { id, input: { name: 'Orders by channel' } });
    expect(await entriesOf(id)).toEqual([
      expect.objectContaining({ action: 'createSavedQuestion' }),
      {
        action: 'updateSavedQuestion',
        changes: { question: { from: { sales: BY_CHANNEL }, to: { sales: query } } },
        detail: { name: 'Orders by channel' },
      },
    ]);
    const { savedQuestion } = await dataOf(
      owner,
      `{ savedQuestion(id: "${id}") { revision revisions { nodes { number question } } } }`,
    );
    expect(savedQuestion).toEqual({
      revision: 2,
      revisions: {
        nodes: [
          { number: 2, question: { sales: query } },
          { number: 1, question: { sales: BY_CHANNEL } },
        ],
      },
    });
    expect(await codeOf(owner, change, { id, input: { name: 'late' }, expectedRevision: 1 })).toBe('REVISION_CONFLICT');
    expect(await codeOf(owner, change, { id, input: { question: { sales: { metrics: [] } } } })).toBe(
      'VALIDATION_FAILED',
    );
    expect(await errorOf(owner, change, { id, input: { question: { devices: { metrics: ['DEVICES'] } } } })).toEqual([
      400,
      'VALIDATION_FAILED',
      'question.devices',
    ]);
  });

  it('updateSavedQuestion is for the owner of the question and SUPER_ADMINs', async () => {
    const { id } = await saved(owner, { shared: true });
    expect(await codeOf(other, change, { id, input: { name: 'mine now' } })).toBe('ROLE_FORBIDDEN');
    expect(
      (await dataOf(superAdmin, change, { id, input: { shared: false } })).updateSavedQuestion.savedQuestion.shared,
    ).toBe(false);
    const { savedQuestion } = await dataOf(
      owner,
      `{ savedQuestion(id: "${id}") { revisions { nodes { changedById } } } }`,
    );
    const by = [superAdmin, owner].map(({ admin }) => ({ changedById: admin.id }));
    expect(savedQuestion.revisions.nodes).toEqual(by);
    expect(await codeOf(superAdmin, change, { id, input: { name: 'x' } })).toBe('SAVED_QUESTION_NOT_FOUND');
  });
});

describe('deleteSavedQuestion: deletes a question', () => {
  it('deleteSavedQuestion deletes a question with its revisions', async () => {
    const { id } = await saved(owner, { shared: true });
    const remove = `mutation ($id: ID!) { deleteSavedQuestion(id: $id) { deletedId } }`;
    expect(await codeOf(other, remove, { id })).toBe('ROLE_FORBIDDEN');
    expect((await dataOf(owner, remove, { id })).deleteSavedQuestion).toEqual({ deletedId: id });
    expect((await entriesOf(id))[1]).toEqual({
      action: 'deleteSavedQuestion',
      changes: null,
      detail: { name: 'Orders by channel', dataSet: 'SALES', shared: true },
    });
    expect(await codeOf(owner, remove, { id })).toBe('SAVED_QUESTION_NOT_FOUND');
    expect(await app.sql('select 1 from saved_question_revision where question_id = $1', [id])).toEqual([]);
  });
});

describe('askSavedQuestion: asks with the rights of the reader', () => {
  const ask = (id: string, args = '') =>
    `{ askSavedQuestion(id: "${id}"${args}) { from timezone rows { dimensions metrics } } }`;

  it('askSavedQuestion answers it, for another range when one is given', async () => {
    const { id } = await saved(owner, { shared: true });
    expect((await dataOf(viewer, ask(id))).askSavedQuestion).toEqual({
      from: null,
      timezone: 'Asia/Tashkent',
      rows: [
        { dimensions: ['DIRECT'], metrics: [1] },
        { dimensions: ['WEBSITE'], metrics: [1] },
      ],
    });
    const args = ', range: { from: "2020-01-01", to: "2020-01-31" }, timezone: "UTC"';
    expect((await dataOf(viewer, ask(id, args))).askSavedQuestion).toEqual({
      from: '2020-01-01T00:00:00.000Z',
      timezone: 'UTC',
      rows: [],
    });
    expect((await dataOf(viewer, ask(id, ', limit: 1'))).askSavedQuestion.rows).toHaveLength(1);
    const short = await saved(owner, { question: { sales: { ...BY_CHANNEL, limit: 1 } } });
    expect((await dataOf(owner, ask(short.id, ', limit: 2'))).askSavedQuestion.rows).toHaveLength(1);
  });

  it('askSavedQuestion is refused to roles that may not ask it, and unknown to whom it is not shared with', async () => {
    const shared = await saved(owner, { shared: true });
    const operations = await app.as('OPERATIONS');
    expect(
      (await dataOf(operations, `{ savedQuestion(id: "${shared.id}") { name } }`)).savedQuestion.name,
    ).toBeTruthy();
    expect(await codeOf(operations, ask(shared.id))).toBe('ROLE_FORBIDDEN');
    const hidden = await saved(owner);
    expect(await codeOf(viewer, ask(hidden.id))).toBe('SAVED_QUESTION_NOT_FOUND');
  });

  it('askSavedQuestion is refused by a clear error when what it asks for is no longer there', async () => {
    const { id } = await saved(owner);
    await app.sql(`update saved_question set query = '{"metrics": ["GONE"]}' where id = $1`, [id]);
    expect(await errorOf(owner, ask(id))).toEqual([400, 'VALIDATION_FAILED', 'query.metrics[0]']);
  });
});
