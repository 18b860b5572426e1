import 'reflect-metadata';
import { getNamedType, isObjectType } from 'graphql';
import { MAX_SAVED_VIEWS } from '../../src/domain/views/saved-view-rules.ts';
import { viewedLists } from '../../src/domain/views/viewed-lists.ts';
import { buildOpenSchema } from '../../src/graphql/schema/schema.ts';
import { conditionEdges } from '../../src/model/condition-edges.ts';
import { ADMIN_ROLES, memberName, VIEWED_LISTS } from '../../src/model/enums.ts';
import { fieldsWith } from '../../src/model/record.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { makeSale } from '../support/factories/sale.ts';
import { dataOf, errorOf } from '../support/graphql-reads.ts';

const FIELDS = 'id name list query columns outdated shared ownerId revision';
const VIEW = {
  sales: {
    filter: { or: [{ status: { in: ['PAID', 'FULFILLED'] } }, { createdAt: { withinLast: '7d' } }] },
    sort: [{ field: 'TOTAL', direction: 'DESC' }],
    search: 'aziza',
    columns: ['number', 'total', 'customer', 'device.serial'],
  },
};
/** Lists of which nobody saves views, and why. */
const NOT_VIEWED: Readonly<Record<string, string>> = {
  heartbeats: 'of one device and a range of time',
  packageDevices: 'of one package',
  savedQuestions: 'a list of what is saved already',
  savedViews: 'the same',
};

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
});
afterAll(() => app.stop());

const create = `mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { savedView { ${FIELDS} } } }`;
const change = `mutation ($id: ID!, $input: UpdateSavedViewInput!, $expectedRevision: Int) {
  updateSavedView(id: $id, input: $input, expectedRevision: $expectedRevision) { savedView { ${FIELDS} } } }`;
const remove = 'mutation ($id: ID!) { deleteSavedView(id: $id) { deletedId } }';
const read = `query ($name: String) { savedViews(filter: { name: { eq: $name } }) { nodes { ${FIELDS} owner { id } } } }`;

let count = 0;
function uniqueName(): string {
  count += 1;
  return `View ${count}`;
}

async function saved(by: Caller, input: Json = {}): Promise<Json> {
  return (await dataOf(by, create, { input: { name: uniqueName(), view: VIEW, ...input } })).createSavedView.savedView;
}

async function seenBy(who: Caller, name: string): Promise<Json> {
  return (await dataOf(who, read, { name })).savedViews.nodes[0];
}

const codeOf = async (by: Caller, document: string, variables: Json = {}): Promise<string> =>
  (await errorOf(by, document, variables))[1];

const entriesOf = (id: string): Promise<Json[]> =>
  app.sql('select action, changes, detail from audit_entry where target_id = $1 order by id', [id]);

it('each list of the schema that can be filtered can be saved as a view', () => {
  const lists = Object.values(buildOpenSchema().getQueryType()?.getFields() ?? {}).filter(
    ({ type, args }) => isObjectType(getNamedType(type)) && args.some(({ name }) => name === 'filter'),
  );
  const named = lists.map(({ name }) => name).filter((name) => !(name in NOT_VIEWED));
  expect(named.sort()).toEqual(VIEWED_LISTS.map(memberName).sort());
});

describe('createSavedView: keeps a view', () => {
  it('a saved view is private unless it is shared, and shows what was given', async () => {
    const { sales } = VIEW;
    const view = await saved(owner);
    expect(view).toEqual({
      id: view.id,
      name: view.name,
      list: 'SALES',
      query: { filter: sales.filter, sort: sales.sort, search: sales.search },
      columns: sales.columns,
      outdated: [],
      shared: false,
      ownerId: owner.admin.id,
      revision: 1,
    });
    expect(await entriesOf(view.id)).toEqual([
      { action: 'createSavedView', changes: null, detail: { name: view.name, list: 'SALES', shared: false } },
    ]);
  });

  it('the query of a saved view is taken by its list as it is, and keeps its meaning', async () => {
    const [expensive, cheap] = [await makeSale(app, { unitPrice: 900 }), await makeSale(app, { unitPrice: 5 })];
    const filter = { and: [{ total: { gte: 100, lt: 1000 } }, { not: { status: { eq: 'CANCELLED' } } }] };
    const { query } = await saved(owner, { view: { sales: { ...VIEW.sales, filter, search: undefined } } });
    const list = `query ($filter: SaleFilter, $sort: [SaleSort!], $search: String) {
      sales(filter: $filter, sort: $sort, search: $search) { nodes { id } } }`;
    const given = await dataOf(owner, list, { filter, sort: VIEW.sales.sort });
    expect((await dataOf(owner, list, query)).sales).toEqual(given.sales);
    expect(given.sales.nodes).toEqual([{ id: expensive.id }]);
    expect(given.sales.nodes).not.toContainEqual({ id: cheap.id });
    const again = await saved(owner, { view: { sales: { ...query, columns: ['number'] } } });
    expect(again.query).toEqual(query);
  });

  it.each([{}, { sales: VIEW.sales, devices: { columns: ['serial'] } }])(
    'a saved view is of exactly one list: %j',
    async (view) => {
      const { status, body } = await owner.gql(create, { input: { name: 'x', view } });
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  it.each([
    [['color'], 'view.sales.columns[0]'],
    [['number', 'customer.password'], 'view.sales.columns[1]'],
    [['refunds'], 'view.sales.columns[0]'],
    [['device.batch.code'], 'view.sales.columns[0]'],
    [['__proto__'], 'view.sales.columns[0]'],
  ])('createSavedView refuses columns that the list has not: %j', async (columns, field) => {
    const input = { name: 'x', view: { sales: { columns } } };
    expect(await errorOf(owner, create, { input })).toEqual([400, 'VALIDATION_FAILED', field]);
  });

  it('createSavedView refuses what the list refuses, and where', async () => {
    for (const [part, field] of [
      [{ columns: [] }, 'view.sales.columns'],
      [{ columns: ['number', 'number'] }, 'view.sales.columns'],
      [{ columns: Array.from({ length: 51 }, (_, at) => `c${at}`) }, 'view.sales.columns'],
      [{ columns: ['number'], filter: { createdAt: { gte: 'nonsense' } } }, 'view.sales.filter.createdAt.gte'],
    ] as const) {
      const error = await errorOf(owner, create, { input: { name: 'x', view: { sales: part } } });
      expect([part, ...error]).toEqual([part, 400, 'VALIDATION_FAILED', field]);
    }
  });

  it.each([
    [{}, 0],
    [{ sales: VIEW.sales, devices: { columns: ['serial'] } }, 2],
  ])('a view that is not of exactly one list is answered with the lists: %j', async (view, count) => {
    const lists = VIEWED_LISTS.map(memberName).sort().join(', ');
    const said = `must have exactly one of these fields, not ${count}: ${lists}.`;
    const { body } = await owner.gql(create, { input: { name: 'x', view } });
    expect(body.errors[0].message).toBe(`Variable "$input" at "input.view" ${said}`);
    const written = count === 0 ? '{}' : '{ sales: { columns: ["id"] }, devices: { columns: ["id"] } }';
    const inDocument = await owner.gql(
      `mutation { createSavedView(input: { name: "x", view: ${written} }) { savedView { id } } }`,
    );
    expect(inDocument.body.errors[0].message).toBe(`The argument "input.view" of "createSavedView" ${said}`);
    expect(inDocument.body.errors[0].extensions.fields[0]).toMatchObject({ code: 'EXACTLY_ONE' });
  });

  it.each([
    ['numbr', 'view.sales.columns[0] is no field of the list: "numbr" (did you mean "number"?)'],
    [
      'customer.fullname',
      'view.sales.columns[0] is no field of the list: "customer.fullname" (did you mean "customer.fullName"?)',
    ],
    ['colour', 'view.sales.columns[0] is no field of the list: "colour"'],
    ['Wide-Valley-52', 'view.sales.columns[0] is no field of the list'],
  ])(
    'a column that the list has not is named with the nearest, unless it may be a secret: %s',
    async (column, message) => {
      const { body } = await owner.gql(create, { input: { name: 'x', view: { sales: { columns: [column] } } } });
      expect(body.errors[0].message).toContain(message);
      if (column.includes('-')) expect(body.errors[0].message).not.toContain(column);
    },
  );

  it('a view that its list refuses when it is asked is refused when it is saved, with the part that is wrong', async () => {
    const twice = ['ASC', 'DESC'].map((direction) => ({ field: 'TOTAL', direction }));
    const asked = 'query ($sort: [SaleSort!]) { sales(sort: $sort) { nodes { id } } }';
    const [status, code, field] = await errorOf(owner, asked, { sort: twice });
    expect([status, code]).toEqual([400, 'VALIDATION_FAILED']);
    const view = { sales: { sort: twice, columns: ['number'] } };
    expect(await errorOf(owner, create, { input: { name: 'x', view } })).toEqual([status, code, `view.sales.${field}`]);
    const { id } = await saved(owner);
    expect(await errorOf(owner, change, { id, input: { view } })).toEqual([status, code, `view.sales.${field}`]);
  });

  it('a view that costs more than a request may is refused when it is saved', async () => {
    const condition = { customer: { fullName: { contains: 'x' }, phone: { contains: 'x' }, email: { contains: 'x' } } };
    const view = { sales: { filter: { or: Array.from({ length: 30 }, () => condition) }, columns: ['number'] } };
    const [status, code, field] = await errorOf(owner, create, { input: { name: 'x', view } });
    expect([status, code, String(field)]).toEqual([
      400,
      'VALIDATION_FAILED',
      expect.stringContaining('view.sales.filter'),
    ]);
  });

  it('createSavedView refuses what the role may not ask the list for', async () => {
    const operations = await app.as('OPERATIONS');
    const owned = { devices: { filter: { owner: { fullName: { contains: 'x' } } }, columns: ['serial'] } };
    expect(await codeOf(operations, create, { input: { name: 'x', view: owned } })).toBe('ROLE_FORBIDDEN');
    expect(await codeOf(operations, create, { input: { name: 'x', view: VIEW } })).toBe('ROLE_FORBIDDEN');
    const masked = { auditEntries: { filter: { requestId: { eq: 'x' } }, columns: ['action'] } };
    expect(await codeOf(await app.as('SUPPORT'), create, { input: { name: 'x', view: masked } })).toBe(
      'ROLE_FORBIDDEN',
    );
    expect(await codeOf(viewer, create, { input: { name: 'x', view: { devices: { columns: ['serial'] } } } })).toBe(
      'ROLE_FORBIDDEN',
    );
  });

  it(`an admin has at most ${MAX_SAVED_VIEWS} saved views, also when many are saved at once`, async () => {
    const collector = await app.as('ADMIN');
    await app.sql(
      `insert into saved_view (id, name, list, query, columns, shared, owner_id, created_at, updated_at)
       select gen_random_uuid(), 'n' || n, 'SALES', '{}', '{number}', false, $1, now(), now() from generate_series(2, $2::int) n`,
      [collector.admin.id, MAX_SAVED_VIEWS],
    );
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => collector.gql(create, { input: { name: 'x', view: VIEW } })),
    );
    const codes = replies.map(({ body }) => body.errors?.[0].extensions.code);
    expect(codes.sort()).toEqual([...Array(3).fill('SAVED_VIEW_LIMIT_REACHED'), undefined]);
  });
});

describe('listSavedViews: those that the caller knows of', () => {
  it('the saved views that a caller sees are the own ones and the shared ones', async () => {
    const name = 'Weekly sales of Navruz';
    const [own, shared] = [await saved(owner, { name }), await saved(other, { name, shared: true })];
    await saved(other, { name });
    const list = `{ savedViews(filter: { name: { eq: "${name}" }, list: { eq: SALES } }, sort: [{ field: CREATED_AT, direction: ASC }]) {
      totalCount nodes { id } } }`;
    expect((await dataOf(owner, list)).savedViews).toEqual({
      totalCount: 2,
      nodes: [{ id: own.id }, { id: shared.id }],
    });
    expect((await dataOf(viewer, '{ savedViews(search: "navruz") { nodes { id } } }')).savedViews.nodes).toEqual([
      { id: shared.id },
    ]);
  });

  it('a shared view of an admin who was disabled stays, and a SUPER_ADMIN can change it', async () => {
    const leaving = await app.as('ADMIN');
    const [shared, own] = [await saved(leaving, { shared: true }), await saved(leaving)];
    await app.sql(`update admin set status = 'DISABLED' where id = $1`, [leaving.admin.id]);
    expect(await seenBy(owner, shared.name)).toMatchObject({ id: shared.id, ownerId: leaving.admin.id });
    expect(await seenBy(superAdmin, own.name)).toBeUndefined();
    expect((await dataOf(superAdmin, remove, { id: shared.id })).deleteSavedView.deletedId).toBe(shared.id);
  });

  it('a view with a column and a condition that are gone is still listed, and says what is gone', async () => {
    const { id, name } = await saved(other, { shared: true });
    const query = { filter: { color: { eq: 'RED' } }, sort: [{ field: 'shade', direction: 'ASC' }] };
    await app.sql('update saved_view set columns = $2, query = $3 where id = $1', [
      id,
      ['number', 'color', 'customer.shade'],
      JSON.stringify(query),
    ]);
    const gone = ['columns[1]', 'columns[2]'];
    const seen = await seenBy(superAdmin, name);
    const asVariables = { ...query, sort: [{ field: 'SHADE', direction: 'ASC' }] };
    expect(seen).toMatchObject({ columns: ['number', 'color', 'customer.shade'], query: asVariables });
    expect(seen.outdated).toEqual([...gone, 'filter.color', 'sort[0].field']);
    // Nobody knows any more whom the condition names.
    expect(await seenBy(await app.as('OPERATIONS'), name)).toMatchObject({ query: null, outdated: gone });
  });
});

describe('a shared view that names a customer', () => {
  const NAME = 'Zulfiya Canary';
  /** A view of each list with a condition across each of its edges, and one of what some roles see masked. */
  const views = VIEWED_LISTS.flatMap((list) => {
    const { record } = viewedLists[list];
    const [column = 'id'] = fieldsWith(record, 'filter');
    const across = conditionEdges(record).map(({ name, to, spec }) => {
      const text = fieldsWith(to, 'filter').find((field) => to.fields[field]?.spec.kind === 'text');
      const filter = text && { [text]: { eq: NAME } };
      return filter ? { [name]: spec.kind === 'many' ? { some: filter } : filter } : undefined;
    });
    const masked = list === 'AUDIT_ENTRIES' ? [{ requestId: { eq: NAME } }] : [];
    return [...across, ...masked].flatMap((filter) =>
      filter ? [{ list, filter, view: { [memberName(list)]: { filter, columns: [column] } } }] : [],
    );
  });

  it.each(ADMIN_ROLES)(
    'a shared view shows its query to %s in every way if that role may ask the list, and else in none',
    async (role) => {
      const caller = await app.as(role);
      let hidden = 0;
      for (const { list, filter, view } of views) {
        const { id, name } = await saved(superAdmin, { view, shared: true });
        const field = memberName(list);
        const type = `${viewedLists[list].record.name}Filter`;
        const asked = await caller.gql(`query ($filter: ${type}) { ${field}(filter: $filter) { nodes { id } } }`, {
          filter,
        });
        const mayAsk = asked.body.errors === undefined;
        const texts = [
          await dataOf(caller, read, { name }),
          await dataOf(
            caller,
            `{ savedViews(filter: { name: { eq: "${name}" } }) { nodes { query } edges { node { q: query outdated } } } }`,
          ),
        ];
        expect([list, filter, texts.map((text) => JSON.stringify(text).includes(NAME))]).toEqual([
          list,
          filter,
          [mayAsk, mayAsk],
        ]);
        if (!mayAsk) hidden += 1;
        await dataOf(superAdmin, remove, { id });
      }
      expect(hidden > 0).toBe(role !== 'SUPER_ADMIN');
    },
  );
});

describe('updateSavedView: changes a view', () => {
  it('updateSavedView changes a view by its owner; an empty change makes no revision and no entry', async () => {
    const { id, name } = await saved(owner);
    const view = { sales: { filter: { status: { eq: 'CANCELLED' } }, columns: ['number'] } };
    app.clock.advance(1_000);
    const changed = await dataOf(owner, change, { id, input: { view }, expectedRevision: 1 });
    expect(changed.updateSavedView.savedView).toMatchObject({
      revision: 2,
      query: { filter: view.sales.filter },
      columns: ['number'],
      name,
    });
    expect((await dataOf(owner, change, { id, input: { name, view } })).updateSavedView.savedView.revision).toBe(2);
    const { filter, search } = VIEW.sales;
    const sort = [{ field: 'total', direction: 'DESC' }];
    expect((await entriesOf(id)).slice(1)).toEqual([
      {
        action: 'updateSavedView',
        changes: {
          query: { from: { filter, sort, search }, to: { filter: view.sales.filter } },
          columns: { from: VIEW.sales.columns, to: ['number'] },
        },
        detail: { name },
      },
    ]);
    expect(await codeOf(owner, change, { id, input: { name: 'late' }, expectedRevision: 1 })).toBe('REVISION_CONFLICT');
  });

  it('the list of a view stays', async () => {
    const { id } = await saved(owner);
    const input = { view: { devices: { columns: ['serial'] } } };
    expect(await errorOf(owner, change, { id, input })).toEqual([400, 'VALIDATION_FAILED', 'view.devices']);
  });

  it('a view is changed by its owner and, if it is shared, by SUPER_ADMINs', async () => {
    const { id } = await saved(owner, { shared: true });
    expect(await codeOf(other, change, { id, input: { name: 'mine now' } })).toBe('ROLE_FORBIDDEN');
    expect((await dataOf(superAdmin, change, { id, input: { shared: false } })).updateSavedView.savedView.shared).toBe(
      false,
    );
    expect(await codeOf(superAdmin, change, { id, input: { name: 'x' } })).toBe('SAVED_VIEW_NOT_FOUND');
  });

  it('a view hides its query from an owner whose role no longer may ask the list, in the answer of a change too', async () => {
    const falling = await app.as('ADMIN');
    const { id } = await saved(falling, {
      view: { devices: { filter: { owner: { fullName: { eq: 'X' } } }, columns: ['serial'] } },
    });
    await app.sql(`update admin set role = 'OPERATIONS' where id = $1`, [falling.admin.id]);
    const { updateSavedView } = await dataOf(falling, change, { id, input: { name: 'Renamed' } });
    expect(updateSavedView.savedView).toMatchObject({ name: 'Renamed', query: null, columns: ['serial'] });
  });
});

describe('deleteSavedView: deletes a view', () => {
  it('deleteSavedView deletes a view of the caller’s own, and says in the audit log what it was', async () => {
    const { id, name } = await saved(owner, { shared: true });
    expect(await codeOf(other, remove, { id })).toBe('ROLE_FORBIDDEN');
    expect((await dataOf(owner, remove, { id })).deleteSavedView).toEqual({ deletedId: id });
    expect((await entriesOf(id))[1]).toEqual({
      action: 'deleteSavedView',
      changes: null,
      detail: { name, list: 'SALES', shared: true },
    });
    expect(await codeOf(owner, remove, { id })).toBe('SAVED_VIEW_NOT_FOUND');
  });
});
