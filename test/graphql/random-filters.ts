import fc from 'fast-check';
import { MAX_CONDITIONS_ACROSS } from '../../src/model/limits.ts';
import { Refund } from '../../src/persistence/sales/refund.entity.ts';
import { cleanTestApp, type TestApp } from '../support/app.ts';
import type { Caller, Json } from '../support/callers.ts';
import { addPresence, makeCustomerRow, makeDevice } from '../support/factories/device.ts';
import { insertRow } from '../support/factories/insert.ts';
import { makePreorder } from '../support/factories/preorder.ts';
import { makeSale } from '../support/factories/sale.ts';
import { repetitions } from '../support/repetitions.ts';
import { KEPT, type Kind, matching, type World } from './filter-model.ts';

/**
 * Random filters of the whole language over the rows of several records, compared with a model that shares no code with the compiler.
 * Each is asked a second time with parts that are null, which must change nothing.
 */

const ROUNDS = repetitions({ quick: 150, rare: 12_000 });
const NOW = new Date('2026-03-04T20:30:00Z');
/** Fields that lists are counted by. */
const FACETS: Readonly<Record<string, string>> = {
  customers: 'PREFERRED_LANGUAGE',
  devices: 'STATUS',
  sales: 'STATUS',
  preorders: 'STATUS',
  batches: 'STATUS',
};
const TYPES: Readonly<Record<string, string>> = {
  customers: 'Customer',
  devices: 'Device',
  sales: 'Sale',
  preorders: 'Preorder',
  refunds: 'Refund',
  batches: 'Batch',
};

/** The operators of each kind. */
const EQUALITY = ['eq', 'ne', 'in', 'notIn', 'isNull'];
const ORDER = ['gt', 'gte', 'lt', 'lte'];
const OPERATORS: Readonly<Record<Kind, readonly string[]>> = {
  text: [...EQUALITY, 'contains', 'startsWith'],
  enum: EQUALITY,
  integer: [...EQUALITY, ...ORDER],
  time: [...EQUALITY, ...ORDER, 'withinLast', 'olderThan', 'during'],
  id: EQUALITY,
  boolean: EQUALITY,
};

const PAYMENTS = {
  PENDING: 'UNPAID',
  PAID: 'PAID',
  FULFILLED: 'PAID',
  CANCELLED: 'UNPAID',
  REFUNDED: 'REFUNDED',
} as const;

const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

/** A few rows of each record: some without values, without others that lead to them, or deleted. */
async function makeWorld(app: TestApp): Promise<World> {
  const { sql } = app;
  const customers: string[] = [];
  for (const [at, city] of ['Nukus', 'nukus 2', null, 'Nu%', 'A_b'].entries()) {
    const { id } = await makeCustomerRow(app);
    const source = [null, 'ads', 'shop', 'ADS', null][at];
    await sql('update customer set city = $2, source = $3, created_at = $4 where id = $1', [
      id,
      city,
      source,
      hours(-30 * at),
    ]);
    customers.push(id);
  }
  const [first = '', second = '', third = ''] = customers;
  const devices: { readonly id: string; readonly batchId: string }[] = [];
  for (const [at, owner] of [first, first, second, null, null, third, null, first].entries()) {
    const serial = `KRV-${'AB'[at % 2]}${at}`;
    const channel = ([null, 'STABLE', 'BETA'] as const)[at % 3] ?? null;
    const made = await makeDevice(app, {
      serial,
      status: owner ? 'CLAIMED' : 'SOLD',
      owner,
      firmwareChannel: channel,
      ...(at % 4 > 0 && devices[0] ? { batchId: devices[0].batchId } : { batchCode: `LOT-${at}` }),
      createdAt: hours(-7 * at),
    });
    devices.push(made);
    if (at % 3 === 2) continue;
    await addPresence(app, made.id, {
      lastSeenAt: hours(-50 * at),
      firmwareVersion: at % 2 ? '1.0.0' : '1.1.0',
      firmwareBuildNumber: at === 4 ? null : 100 + at,
    });
  }
  const preorders: string[] = [];
  for (const at of [0, 1, 2, 3]) {
    const { id } = await makePreorder(app, {
      customerId: customers[at % 2] ?? first,
      utmSource: [null, 'ads', 'Ads'][at % 3],
    });
    const status = ['NEW', 'CONTACTED', 'FULFILLED', 'NEW'][at];
    await sql('update preorder set number = $2, status = $3, fulfilled_at = $4 where id = $1', [
      id,
      `P-${at}`,
      status,
      status === 'FULFILLED' ? hours(-20) : null,
    ]);
    preorders.push(id);
  }
  // Nobody sees a deleted one, through the sale that it became either.
  await sql('update preorder set deleted_at = $2, customer_id = null where id = $1', [preorders[3], NOW]);
  const sales = [
    [0, first, 'CANCELLED'],
    [0, second, 'PAID'],
    [1, first, 'FULFILLED'],
    [2, second, 'PENDING'],
    [3, third, 'REFUNDED'],
    [3, third, 'FULFILLED'],
    [4, second, 'PAID'],
    [5, third, 'PAID'],
    [6, second, 'REFUNDED'],
  ] as const;
  for (const [at, [device, customerId, status]] of sales.entries()) {
    const isReleased = at === 5;
    const { id } = await makeSale(app, {
      number: `S-${at}`,
      customerId,
      deviceId: devices[device]?.id ?? '',
      unitPrice: 1_000 * (at % 3),
      paymentStatus: PAYMENTS[status],
      status,
      claimedAt: status === 'FULFILLED' ? hours(-3 * at) : null,
      deviceReleasedAt: isReleased ? hours(-1) : null,
      soldAt: hours(-11 * at),
    });
    await sql('update sale set preorder_id = $2 where id = $1', [id, preorders[at - 3] ?? null]);
    for (let count = 0; count < at % 3; count += 1) {
      await insertRow(sql, Refund, {
        saleId: id,
        amount: 1,
        reason: 'r',
        createdBy: first,
        createdAt: hours(-at - 24 * count),
      });
    }
  }
  const read = Object.entries(KEPT).map(async ([list, { rows }]) => [list, await sql(rows)] as const);
  return Object.fromEntries(await Promise.all(read));
}

const times = fc.oneof(
  fc.integer({ min: -130, max: 5 }).map((count) => hours(count).toISOString()),
  fc.constantFrom('2026-03-01', '2026-03-03', '2026-03-04', '2026-03-05'),
);

function valuesOf(kind: Kind, words: readonly string[], ids: readonly string[]): fc.Arbitrary<unknown> {
  if (kind === 'time') return times;
  if (kind === 'integer') return fc.constantFrom(0, 100, 101, 1_000, 1_500, 2_000, 500);
  if (kind === 'boolean') return fc.boolean();
  return fc.constantFrom(...(kind === 'id' ? ids : words));
}

function operatorOf(operator: string, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (operator === 'in' || operator === 'notIn') return fc.array(values, { maxLength: 3 });
  if (operator === 'isNull') return fc.boolean();
  if (operator === 'withinLast' || operator === 'olderThan') return fc.constantFrom('5h', '90m', '2d', '1w');
  return operator === 'during' ? fc.constantFrom('TODAY', 'YESTERDAY') : values;
}

/** Random filters of a list, with groups and edges up to a depth. */
function filtersOf(list: string, groups: number, edges: number, ids: readonly string[]): fc.Arbitrary<Json> {
  const { fields = {}, words = {}, edges: leads = {} } = KEPT[list] ?? {};
  const conditions = Object.entries(fields).map(([name, kind]) => {
    const values = valuesOf(kind, words[name] ?? [], ids);
    const members = OPERATORS[kind].map((operator) =>
      operatorOf(operator, values).map((value): Json => ({ [operator]: value })),
    );
    const some = fc.array(fc.oneof(...members), { minLength: 1, maxLength: 2 });
    return some.map((each): Json => ({ [name]: Object.assign({}, ...each) }));
  });
  const choices: fc.WeightedArbitrary<Json>[] = [
    { weight: 6, arbitrary: fc.oneof(...conditions) },
    { weight: 1, arbitrary: fc.constant<Json>({}) },
  ];
  if (groups > 0) {
    const inner = filtersOf(list, groups - 1, edges, ids);
    const many = fc.array(inner, { maxLength: 3 });
    choices.push(
      { weight: 1, arbitrary: many.map((and): Json => ({ and })) },
      { weight: 2, arbitrary: many.map((or): Json => ({ or })) },
      { weight: 2, arbitrary: inner.map((not): Json => ({ not })) },
    );
  }
  const across = Object.entries(edges > 0 ? leads : {}).map(([name, [kind, to]]) => {
    const inner = filtersOf(to, Math.min(groups, 1), edges - 1, ids);
    if (kind !== 'many') return inner.map((filter): Json => ({ [name]: filter }));
    const atLeast = fc.record({ count: fc.integer({ min: 1, max: 3 }), of: inner }, { requiredKeys: [] });
    const quantified = fc.record({ some: inner, none: inner, every: inner, atLeast }, { requiredKeys: [] });
    return quantified.map((filters): Json => ({ [name]: filters }));
  });
  if (across.length > 0) choices.push({ weight: 6, arbitrary: fc.oneof(...across) });
  return fc.array(fc.oneof(...choices), { minLength: 1, maxLength: 2 }).map((parts) => Object.assign({}, ...parts));
}

/** How many look-ups in other records a filter asks for. */
function crossingsIn(list: string, filter: Json): number {
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const counts = Object.entries(filter).map(([name, part]: [string, Json]): number => {
    if (['and', 'or', 'not'].includes(name)) return sumOf([part].flat().map((each: Json) => crossingsIn(list, each)));
    const [kind, to = ''] = KEPT[list]?.edges[name] ?? [];
    if (!kind || Object.keys(part).length === 0) return 0;
    const filters: Json[] =
      kind === 'many'
        ? Object.entries(part).map(([name, each]: [string, Json]) => (name === 'atLeast' ? (each.of ?? {}) : each))
        : [part];
    return sumOf(filters.map((each) => 1 + crossingsIn(to, each)));
  });
  return sumOf(counts);
}

const NO_COUNT = { atLeast: { count: null, of: { not: null } } };

/** A filter with parts that are null at random places: in what is not empty, because what is empty has a meaning of its own. */
function withNulls(list: string, filter: Json, random: () => number): Json {
  const names = Object.keys(filter);
  if (names.length === 0) return filter;
  const { fields = {}, edges = {} } = KEPT[list] ?? {};
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const nothing = (name: string): Json => {
    if (name === 'and' || name === 'or') return pick([null, [null], [null, { not: null }], [nothingOf()]]);
    if (name === 'not') return pick([null, nothingOf()]);
    const [kind] = edges[name] ?? [];
    if (kind === 'many') return pick([null, { some: null }, { none: { and: [null] }, every: null }, NO_COUNT]);
    return kind
      ? pick([null, { and: null }, { not: { or: [null] } }])
      : pick([null, { eq: null }, { in: [null] }, { ne: null, isNull: null }]);
  };
  const nothingOf = (): Json => {
    const [field = ''] = Object.keys(fields);
    return pick([{ [field]: null }, { [field]: { eq: null } }, { not: null }]);
  };
  const inList = (items: readonly Json[], none: () => Json): Json[] =>
    items.flatMap((item) => (random() < 0.2 ? [none(), item] : [item]));
  const kept = Object.entries(filter).map(([name, part]: [string, Json]): [string, Json] => {
    if (name === 'not') return [name, withNulls(list, part, random)];
    if (name === 'and' || name === 'or')
      return [
        name,
        inList(
          part.map((each: Json) => withNulls(list, each, random)),
          () => pick([null, nothingOf()]),
        ),
      ];
    const [kind, to = ''] = edges[name] ?? [];
    if (kind === 'many') {
      const withNullsIn = (quantifier: string, each: Json) => {
        if (quantifier !== 'atLeast') return withNulls(to, each, random);
        if (Object.keys(each).length === 0) return each;
        return { count: null, ...each, of: each.of ? withNulls(to, each.of, random) : pick([null, { not: null }]) };
      };
      const filters = Object.entries(part).map(([quantifier, each]) => [quantifier, withNullsIn(quantifier, each)]);
      const more =
        filters.length > 0 && random() < 0.3 ? pick([{ some: null }, { none: null }, { every: null }, NO_COUNT]) : {};
      return [name, { ...more, ...Object.fromEntries(filters) }];
    }
    if (kind) return [name, withNulls(to, part, random)];
    const conditions = Object.entries(part).map(([operator, value]: [string, Json]) => [
      operator,
      Array.isArray(value) ? inList(value, () => null) : value,
    ]);
    const more = random() < 0.3 ? { [pick(['eq', 'ne', 'in', 'notIn', 'isNull'])]: null } : {};
    return [name, { ...more, ...Object.fromEntries(conditions) }];
  });
  const others = [...Object.keys(fields), ...Object.keys(edges), 'and', 'or', 'not'].filter(
    (name) => !names.includes(name),
  );
  const added = others.filter(() => random() < 0.15).map((name) => [name, nothing(name)]);
  return Object.fromEntries([...kept, ...added].sort(() => random() - 0.5));
}

/** Random numbers that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export function describeRandomFilters(): void {
  let app: TestApp;
  let admin: Caller;
  let world: World;

  beforeAll(async () => {
    app = await cleanTestApp(NOW);
    admin = await app.as('SUPER_ADMIN');
    world = await makeWorld(app);
  });
  afterAll(() => app.stop());

  /** Filters that find some of a list, of all lists: one has few records. */
  let matched = 0;

  const idsIn = (rows: readonly Json[]) => rows.map(({ id }) => id).sort();

  /** What lists, counts and, of sales, questions and exports find. */
  async function compare(list: string, filter: Json, withNull: Json, round: number): Promise<void> {
    const expected = idsIn(matching(world, list, filter, NOW));
    const facets = FACETS[list] ? `facets(fields: [${FACETS[list]}]) { values { value count } }` : '';
    const found = (name: string) => `${list}(first: 100, filter: $${name}) { totalCount nodes { id } ${facets} }`;
    const question =
      list === 'sales' ? 'q: salesMetrics(query: { metrics: [ORDERS, CANCELLED_ORDERS], filter: $b }) { totals }' : '';
    const type = `${TYPES[list]}Filter`;
    const { body } = await admin.gql(
      `query ($a: ${type}, $b: ${type}) { a: ${found('a')} b: ${found('b')} ${question} }`,
      {
        a: filter,
        b: withNull,
      },
    );
    expect(body.errors).toBeUndefined();
    const { a, b, q } = body.data;
    expect({ a: idsIn(a.nodes), total: a.totalCount }).toEqual({ a: expected, total: expected.length });
    expect({ b: idsIn(b.nodes), total: b.totalCount }).toEqual({ b: expected, total: expected.length });
    expect(b.facets).toEqual(a.facets);
    if (q) expect(q.totals[0] + q.totals[1]).toBe(expected.length);
    if (round % 10 > 0) return;
    await compareSaved(list, filter, withNull, expected.length);
    const parameter = encodeURIComponent(JSON.stringify(withNull));
    const file = await admin.rest('GET', `/v1/admin/exports/${list}?format=ndjson&fields=id&filter=${parameter}`);
    const lines = String(file.text).split('\n').filter(Boolean);
    expect([file.status, idsIn(lines.map((line) => JSON.parse(line)))]).toEqual([200, expected]);
  }

  /** What is kept of a filter with null, in a view, in a question and in the measures of one. */
  async function compareSaved(list: string, filter: Json, withNull: Json, expected: number): Promise<void> {
    const views = await Promise.all(
      [filter, withNull].map(async (each) => {
        const view = { [list]: { filter: each, columns: ['id'] } };
        const made = await admin.gql(
          'mutation ($view: ViewInput!) { createSavedView(input: { name: "Random", view: $view }) { savedView { id query } } }',
          { view },
        );
        const { id, query } = made.body.data.createSavedView.savedView;
        await admin.gql('mutation ($id: ID!) { deleteSavedView(id: $id) { deletedId } }', { id });
        return query;
      }),
    );
    expect(views[1]).toEqual(views[0]);
    // Two measures with the filter have to fit in one question.
    if (list !== 'sales' || 2 * crossingsIn(list, filter) > MAX_CONDITIONS_ACROSS) return;
    const measures = ['ORDERS', 'CANCELLED_ORDERS'].map((metric, at) => ({ as: `of${at}`, metric, filter: withNull }));
    const query = { metrics: ['ORDERS', 'CANCELLED_ORDERS'], filter: withNull };
    const made = await admin.gql(
      `mutation ($query: SalesQuestion!) { createSavedQuestion(input: { name: "Random", question: { sales: $query } }) { savedQuestion { id } } }`,
      { query },
    );
    const { id } = made.body.data.createSavedQuestion.savedQuestion;
    const { body } = await admin.gql(
      `query ($id: ID!, $query: SalesQuestion!) { saved: askSavedQuestion(id: $id) { totals } measured: salesMetrics(query: $query) { totals } }`,
      { id, query: { measures } },
    );
    expect(body.errors).toBeUndefined();
    const sums = [body.data.saved, body.data.measured].map(({ totals }: Json) => totals[0] + totals[1]);
    expect(sums).toEqual([expected, expected]);
    await admin.gql('mutation ($id: ID!) { deleteSavedQuestion(id: $id) { deletedId } }', { id });
  }

  it.each(Object.keys(KEPT))(
    'random filters of the %s find what the model finds, and parts that are null change nothing',
    async (list) => {
      const ids = Object.values(world).flatMap((rows) => rows.slice(0, 2).map(({ id }) => String(id)));
      const filters = filtersOf(list, 2, 2, ids).filter((filter) => crossingsIn(list, filter) <= MAX_CONDITIONS_ACROSS);
      let round = 0;
      await fc.assert(
        fc.asyncProperty(filters, fc.nat(), async (filter, seed) => {
          round += 1;
          const found = matching(world, list, filter, NOW).length;
          if (found > 0 && found < (world[list] ?? []).length) matched += 1;
          await compare(list, filter, withNulls(list, filter, randomFrom(seed)), round);
        }),
        { numRuns: Math.ceil(ROUNDS / Object.keys(KEPT).length) },
      );
    },
  );

  it('random filters find some records of a list and not others', () => {
    expect(matched).toBeGreaterThan(0);
  });
}
