import fc from 'fast-check';
import pg from 'pg';
import { defineList, type ListQuery } from '../../src/persistence/lists/list-definition.ts';
import type { FilterNode } from '../../src/persistence/lists/list-filter.ts';
import { compileList, pageOf } from '../../src/persistence/lists/list-query.ts';
import { ListQueryError } from '../../src/persistence/lists/list-values.ts';
import { sql, toQuery } from '../../src/persistence/sql/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { repetitions } from '../support/repetitions.ts';
import { contains, matches, sorted } from './in-plain-code.ts';
import {
  CREATE_THINGS,
  NOW,
  sampleThings,
  someFilter,
  someSort,
  someThings,
  someWords,
  store,
  type Thing,
  things,
} from './things.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(CREATE_THINGS);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rounds = (rare: number) => repetitions({ quick: Math.ceil(rare / 6), rare });
const hoursFromNow = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString();

type Row = { readonly id: string; readonly cursorPlace: string };

/** @param isSampled whether all of the table is the sample that decides how rows are found; of these small ones none is by default */
async function read(query: ListQuery, isSampled = false) {
  const compiled = compileList(things, query, NOW);
  const text = isSampled ? sampledWhole(compiled.rows.text) : compiled.rows.text;
  const { rows } = await client.query<Row>(text, [...compiled.rows.values]);
  const count = await client.query<{ total: number }>(compiled.count.text, [...compiled.count.values]);
  return pageOf(compiled, query, rows, ({ id }) => id, count.rows[0]?.total);
}

/** With bounds that are right for no page: two rows that are near. */
function sampledWhole(text: string): string {
  return text
    .replaceAll(/tablesample system \([\d.]+\)/g, 'tablesample system (100)')
    .replaceAll(/limit (2\d{3}|5000) offset 0/g, 'limit 2 offset 0');
}

async function readByCursor(query: ListQuery, isSampled = false): Promise<string[]> {
  const seen: string[] = [];
  let page = await read(query, isSampled);
  for (;;) {
    seen.push(...page.items);
    expect(page.hasMore).toBe(page.nextCursor !== undefined);
    if (page.nextCursor === undefined) return seen;
    if (page.items.length === 0) throw new Error('A cursor leads to no row.');
    if (new Set(seen).size < seen.length) throw new Error(`A row is on two pages: ${seen.join()}`);
    page = await read({ ...query, after: page.nextCursor }, isSampled);
  }
}

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Subplan Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly Filter?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function nodesOf(node: PlanNode | undefined): PlanNode[] {
  return node ? [node, ...(node.Plans ?? []).flatMap(nodesOf)] : [];
}

const idsOf = (rows: readonly Thing[]) => rows.map(({ id }) => id);
const refusal = (query: Partial<Record<keyof ListQuery, unknown>>) => () =>
  compileList(things, { take: 10, ...query } as ListQuery, NOW);

describe('a list', () => {
  it('filters, searches and sorts like a reference implementation', async () => {
    const inputs = [someThings, someFilter, fc.option(someWords, { nil: undefined }), someSort] as const;
    await fc.assert(
      fc.asyncProperty(...inputs, async (rows, filter, search, sort) => {
        await store(client, rows);
        const page = await read({ filter, search, sort, take: 100 });
        const matching = rows.filter(
          (row) =>
            matches(filter, row) &&
            (!search || [row.serial, row.note, row.ownerSerial].some((text) => contains(text, search))),
        );
        expect(page.items).toEqual(idsOf(sorted(matching, sort)));
        expect(page.total).toBe(matching.length);
        expect((await read({ filter, search, sort, take: 100 }, true)).items).toEqual(page.items);
      }),
      { numRuns: rounds(300) },
    );
  });

  it('counts by a condition of the side table and one of a column that it repeats, whether rows without it match or not', async () => {
    const sights: FilterNode[] = [
      { version: { eq: 'a' } },
      { version: { isNull: true } },
      { not: { version: { eq: 'a' } } },
      { or: [{ seenAt: { isNull: true } }, { version: { eq: 'a' } }] },
      { and: [{ seenAt: { lt: NOW.toISOString() } }, { not: { version: { in: ['aB'] } } }] },
    ];
    const ages = fc.constantFrom('5h', '1d').map((withinLast): FilterNode => ({ createdAt: { withinLast } }));
    await fc.assert(
      fc.asyncProperty(someThings, ages, fc.constantFrom(...sights), async (rows, within, filter) => {
        await store(client, rows);
        const { total } = await read({ within, filter, take: 100 });
        expect(total).toBe(rows.filter((row) => matches(within, row) && matches(filter, row)).length);
      }),
      { numRuns: rounds(100) },
    );
  });

  it('reads the page between two cursors from either end, in any order, as the Relay specification cuts it', async () => {
    const place = fc.option(fc.nat(30), { nil: undefined });
    const search = fc.option(someWords, { nil: undefined });
    const inputs = [someThings, someFilter, search, someSort, place, place, fc.boolean(), fc.nat(3)] as const;
    await fc.assert(
      fc.asyncProperty(...inputs, async (rows, filter, search, sort, lower, upper, isBackward, length) => {
        await store(client, rows);
        const all = await read({ filter, search, sort, take: 100, withCursors: true });
        const cursorAt = (at: number | undefined) => (at === undefined ? undefined : all.cursors?.[at]);
        const [after, before] = [cursorAt(lower), cursorAt(upper)];
        const between = all.items.slice(after ? Number(lower) + 1 : 0, before ? upper : undefined);
        const take = length + 1;
        const query = { filter, search, sort, take, after, before, isBackward, withCursors: true };
        for (const isSampled of [false, true]) {
          const page = await read(query, isSampled);
          expect(page.items).toEqual(isBackward ? between.slice(-take) : between.slice(0, take));
          expect(page.hasMore).toBe(between.length > take);
          expect(page.cursors).toEqual(page.items.map((id) => cursorAt(all.items.indexOf(id))));
        }
      }),
      { numRuns: rounds(500) },
    );
  });

  it('visits every row exactly once from the end by cursor, in any order', async () => {
    const inputs = [someThings, someFilter, someSort, fc.integer({ min: 1, max: 4 })] as const;
    await fc.assert(
      fc.asyncProperty(...inputs, async (rows, filter, sort, take) => {
        await store(client, rows);
        const seen: string[] = [];
        let before: string | undefined;
        do {
          const page = await read({ filter, sort, take, before, isBackward: true });
          seen.unshift(...page.items);
          before = page.nextCursor;
        } while (before !== undefined);
        expect(seen).toEqual(
          idsOf(
            sorted(
              rows.filter((row) => matches(filter, row)),
              sort,
            ),
          ),
        );
      }),
      { numRuns: rounds(100) },
    );
  });

  it('visits every row exactly once by cursor and by skipping, in any order', async () => {
    const inputs = [someThings, someFilter, someSort, fc.integer({ min: 1, max: 4 })] as const;
    await fc.assert(
      fc.asyncProperty(...inputs, async (rows, filter, sort, take) => {
        await store(client, rows);
        const expected = idsOf(
          sorted(
            rows.filter((row) => matches(filter, row)),
            sort,
          ),
        );
        expect(await readByCursor({ filter, sort, take })).toEqual(expected);
        expect(await readByCursor({ filter, sort, take }, true)).toEqual(expected);
        for (const skip of [1, 5, 20]) {
          expect((await read({ filter, sort, skip, take }, true)).items).toEqual(expected.slice(skip, skip + take));
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  it.each(['ASC', 'DESC'] as const)(
    'visits every row that any filter finds in an order that no index has, however near it is: %s',
    async (direction) => {
      const sort = [{ field: 'seenAt', direction }];
      await fc.assert(
        fc.asyncProperty(someThings, someFilter, fc.integer({ min: 1, max: 4 }), async (rows, filter, take) => {
          await store(client, rows);
          const found = rows.filter((row) => matches(filter, row));
          const expected = idsOf(sorted(found, sort));
          for (const isSampled of [true, false]) {
            expect(await readByCursor({ filter, sort, take }, isSampled)).toEqual(expected);
          }
          expect((await read({ filter, sort, skip: 2, take }, true)).items).toEqual(expected.slice(2, 2 + take));
        }),
        { numRuns: rounds(100) },
      );
    },
  );

  it('visits every row of a range in the order of their age, near to each other or not', async () => {
    const bound = fc.integer({ min: -3, max: 3 });
    await fc.assert(
      fc.asyncProperty(someThings, bound, fc.integer({ min: 1, max: 4 }), async (rows, gte, take) => {
        await store(client, rows);
        const filter = { quantity: { gte } };
        const expected = idsOf(
          sorted(
            rows.filter((row) => matches(filter, row)),
            [],
          ),
        );
        expect(await readByCursor({ filter, take }, true)).toEqual(expected);
        expect((await read({ filter, skip: 2, take }, true)).items).toEqual(expected.slice(2, 2 + take));
      }),
      { numRuns: rounds(100) },
    );
  });

  it('counts the rows on one side of a time by those on the other side, where those are fewer', async () => {
    const condition = fc.oneof(
      fc.record({ operator: fc.constantFrom('gte', 'lt'), value: fc.integer({ min: -3, max: 3 }).map(hoursFromNow) }),
      fc.record({ operator: fc.constantFrom('withinLast', 'olderThan'), value: fc.constantFrom('1h', '2h', '3h') }),
    );
    await fc.assert(
      fc.asyncProperty(someThings, condition, async (rows, { operator, value }) => {
        await store(client, rows);
        const filter = { createdAt: { [operator]: value } } as FilterNode;
        const { text, values } = compileList(things, { filter, take: 1 }, NOW).count;
        const byOthers = text.replace(' then ', ' or true then ');
        expect(byOthers).not.toBe(text);
        const counts = await Promise.all([text, byOthers].map((each) => client.query(each, [...values])));
        const expected = rows.filter((row) => matches(filter, row)).length;
        expect(counts.map(({ rows: [row] }) => row.total)).toEqual([expected, expected]);
      }),
      { numRuns: rounds(60) },
    );
  });

  it('counts one side of a time together with any other filter, whichever side is smaller', async () => {
    const empty = fc.constantFrom<FilterNode>(
      { or: [] },
      { and: [] },
      { not: {} },
      { not: { or: [] } },
      { status: {} },
    );
    const filters = fc
      .record({ value: fc.integer({ min: -3, max: 3 }).map(hoursFromNow), other: fc.oneof(empty, someFilter) })
      .map(({ value, other }) => ({ ...other, createdAt: { gte: value } }));
    await fc.assert(
      fc.asyncProperty(someThings, filters, async (rows, filter) => {
        await store(client, rows);
        const { text, values } = compileList(things, { filter, take: 1 }, NOW).count;
        const count = await client.query(text.replace(/(pg_stats.*?\)) then /s, '$1 or true then '), [...values]);
        expect(count.rows[0].total).toBe(rows.filter((row) => matches(filter, row)).length);
      }),
      { numRuns: rounds(100) },
    );
  });

  it.each([
    ['gte', -2_900, '<', 100],
    ['gte', -100, '>=', 100],
    ['lt', -100, '>=', 100],
    ['lt', -2_900, '<', 100],
  ])('tells by the histogram which side is smaller: %s %d hours', async (operator, hours, sign, counted) => {
    await client.query('truncate thing, thing_sight');
    await client.query(
      `insert into thing (id, serial, status, created_at)
       select gen_random_uuid(), n::text, 'READY', $1::timestamptz - n * interval '1 hour' from generate_series(1, 3000) n`,
      [NOW],
    );
    await client.query('analyze thing');
    const filter = { createdAt: { [operator]: hoursFromNow(hours) } } as FilterNode;
    const { text, values } = compileList(things, { filter, take: 1 }, NOW).count;
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, [...values]);
    const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).flatMap((node) => {
      const condition = node['Index Cond'] ?? node.Filter;
      return node['Relation Name'] === 'thing' && condition && node['Actual Loops'] > 0
        ? [{ condition, rows: node['Actual Rows'] }]
        : [];
    });
    expect(scans).toEqual([{ condition: expect.stringContaining(` ${sign} `), rows: counted }]);
  });

  it.each([100_000, 100_001])('counts what a text leads to by %s others', async (found) => {
    await client.query('truncate thing, thing_sight');
    await client.query(
      `insert into thing (id, serial, status, created_at)
       select md5(n::text)::uuid, 'owner', 'READY', '2026-01-01' from generate_series(1, $1::int) n`,
      [found],
    );
    await client.query(
      `insert into thing (id, serial, status, owner_id, created_at)
       select gen_random_uuid(), 'owned', 'READY', md5(n::text)::uuid, '2026-01-01' from generate_series(1, 3) n`,
    );
    expect((await read({ search: 'owner', take: 1 })).total).toBe(found + 3);
    await client.query('truncate thing');
  });

  it.each([
    ['note'],
    ['quantity'],
    ['seenAt'],
    ['version'],
    ['seenAt', 'version'],
    ['ownerSerial'],
    ['ownerSerial', 'seenAt'],
    ['state'],
    ['state', 'ownerSerial'],
    ['active'],
  ])('visits every row by cursor and by skipping in the order of fields that can be null: %s %s', async (...fields) => {
    const rows =
      fc.sample(someThings, { numRuns: 8, seed: 23 }).toSorted((one, other) => other.length - one.length)[0] ?? [];
    await store(client, rows);
    for (const direction of ['ASC', 'DESC'] as const) {
      const sort = fields.map((field) => ({ field, direction }));
      const expected = idsOf(sorted(rows, sort));
      for (const take of [1, 4]) {
        expect(await readByCursor({ sort, take })).toEqual(expected);
        expect(await readByCursor({ sort, take }, true)).toEqual(expected);
      }
      for (const [skip] of rows.entries()) {
        expect((await read({ sort, skip, take: 3 }, skip % 2 === 0)).items).toEqual(expected.slice(skip, skip + 3));
      }
    }
  });

  it.each([
    ['ASC', 'ASC'],
    ['DESC', 'DESC'],
    ['ASC', 'DESC'],
    ['DESC', 'ASC'],
  ] as const)('visits every row by cursor where no key can be null: %s, %s', async (first, second) => {
    const rows = sampleThings(5, 11);
    await store(client, rows);
    const sort = [
      { field: 'status', direction: first },
      { field: 'serial', direction: second },
    ] as const;
    expect(await readByCursor({ sort, take: 3 })).toEqual(idsOf(sorted(rows, sort)));
  });

  it('searches case-insensitively beyond ASCII', async () => {
    const [thing] = sampleThings(50, 1);
    await store(client, thing ? [{ ...thing, note: 'Ёлкин Шўҳрат' }] : []);
    expect((await read({ search: 'ёЛКИН шЎҲ', take: 1 })).items).toHaveLength(1);
  });

  it('continues by cursor after the last row, even if rows before it were added and removed', async () => {
    const [rows] = fc.sample(fc.array(someThings, { minLength: 1, maxLength: 1 }), { numRuns: 1, seed: 7 }).flat();
    await store(client, rows ?? []);
    const all = await readByCursor({ take: 100 });
    const page = await read({ take: 5 });
    await client.query('delete from thing where id = any($1)', [all.slice(0, 5)]);
    expect((await read({ take: 100, after: page.nextCursor })).items).toEqual(all.slice(5));
  });

  it('returns the window of skip and take, and the total', async () => {
    await fc.assert(
      fc.asyncProperty(someThings, fc.nat(30), fc.integer({ min: 1, max: 10 }), async (rows, skip, take) => {
        await store(client, rows);
        const page = await read({ skip, take });
        expect(page).toMatchObject({ skip, take, total: rows.length, hasMore: rows.length > skip + take });
        expect(page.items).toEqual(idsOf(sorted(rows, [])).slice(skip, skip + take));
      }),
      { numRuns: rounds(40) },
    );
  });

  it('combines the conditions of the module with those of the caller, so that neither bypasses the other', async () => {
    const rows = sampleThings(20, 3);
    await store(client, rows);
    const page = await read({
      where: [sql`t.status = ${'SOLD'} or t.status = ${'REPAIR'}`, sql`t.active = ${true}`],
      filter: { or: [{ quantity: { gte: 0 } }, { quantity: { isNull: true } }] },
      take: 500,
    });
    const expected = rows.filter(
      ({ status, active, quantity }) => status !== 'READY' && active === true && (quantity === null || quantity >= 0),
    );
    expect(expected.length).toBeGreaterThan(3);
    expect(page.items).toEqual(idsOf(sorted(expected, [])));
  });
});

describe('text from callers', () => {
  const hostile = [
    `'; drop table thing; --`,
    `" or 1=1 --`,
    '$1',
    '$$',
    '%',
    '\\',
    `\\'`,
    '?',
    ':name',
    '/*',
    'é\u202e',
  ];

  it.each(hostile)('is never part of the SQL text: %s', async (word) => {
    const query = (text: string): ListQuery => ({
      take: 10,
      search: text,
      where: [sql`t.note = ${text}`],
      filter: { or: [{ serial: { eq: text, in: [text], contains: text } }, { status: { eq: text } }] },
    });
    const [compiled, harmless] = [compileList(things, query(word), NOW), compileList(things, query('a'), NOW)];
    expect(compiled.rows.text).toBe(harmless.rows.text);
    expect(compiled.count.text).toBe(harmless.count.text);
    await client.query('truncate thing');
    expect((await read(query(word))).items).toEqual([]);
  });

  it.each(hostile.concat('__proto__', 'constructor', 'toString', 't.id', 'id'))(
    'is no field, operator or direction: %s',
    (word) => {
      const entry = (name: string, value: unknown) =>
        JSON.parse(JSON.stringify({ [name]: 0 }).replace(':0', `:${JSON.stringify(value)}`));
      expect(refusal({ filter: entry(word, { eq: 'a' }) })).toThrow(ListQueryError);
      expect(refusal({ filter: { serial: entry(word, 'a') } })).toThrow(ListQueryError);
      expect(refusal({ sort: [{ field: word, direction: 'ASC' }] })).toThrow(ListQueryError);
      expect(refusal({ sort: [{ field: 'serial', direction: word }] })).toThrow(ListQueryError);
    },
  );

  it('cannot act as an SQL fragment', () => {
    const forged = { ...sql`true` };
    expect(refusal({ filter: { serial: { eq: forged } } })).toThrow(ListQueryError);
    expect(toQuery(sql`t.serial = ${JSON.parse(JSON.stringify(forged))}`).values).toEqual([forged]);
  });

  it('is either rejected by validation or accepted by PostgreSQL', async () => {
    const anything = fc.oneof(
      fc.anything({ withDate: true, withBigInt: true, withNullPrototype: true }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\0',
        '\ud800',
        9e15,
        -0,
        '0000-01-01',
        '2026-02-31',
        '10000-01-01T00:00:00Z',
        '2026-11-21T23:59:60Z',
        new Date(8.64e15),
      ),
    );
    const names = fc.constantFrom(
      'serial',
      'status',
      'quantity',
      'ownerId',
      'active',
      'seenAt',
      'and',
      'or',
      'not',
      'in',
    );
    const operators = fc.constantFrom('eq', 'in', 'contains', 'gte', 'lt', 'withinLast', 'is');
    const filters = fc.dictionary(
      names,
      fc.oneof(anything, fc.dictionary(operators, fc.oneof(anything, fc.array(anything, { maxLength: 3 })))),
    );
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.oneof(anything, fc.constant('a')), async (filter, search) => {
        try {
          await read({ take: 5, filter, search } as ListQuery);
          taken += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ListQueryError);
        }
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

describe('the bounds of a filter', () => {
  const nested = (depth: number): FilterNode => (depth === 1 ? { status: { eq: 'SOLD' } } : { not: nested(depth - 1) });
  const many = (count: number) => ({ or: Array.from({ length: count }, () => ({ status: { eq: 'SOLD' } })) });
  const oneOf = (count: number) => ({ quantity: { in: Array.from({ length: count }, (_, at) => at) } });
  const empty = (count: number) => ({ and: Array.from({ length: count }, () => ({})) });

  it.each([
    ['depth', nested(5), nested(6), 'filter.not.not.not.not.not'],
    ['conditions', many(50), many(51), 'filter'],
    ['values of in', oneOf(200), oneOf(201), 'filter.quantity.in'],
    ['parts', empty(99), empty(100), 'filter'],
  ])('%s: the maximum is accepted, one more is rejected by name', async (_what, allowed, refused, field) => {
    await read({ take: 1, filter: allowed });
    expect(refusal({ filter: refused })).toThrow(expect.objectContaining({ name: 'ListQueryError', field }));
  });

  it.each([
    [{ quantity: { eq: '1' } }, 'filter.quantity.eq', 'must be a whole number'],
    [{ quantity: { gte: null } }, 'filter.quantity.gte', 'must be a whole number'],
    [
      { quantity: { contains: '1' } },
      'filter.quantity.contains',
      'is not an operator of this field: eq, ne, in, notIn, isNull, gt, gte, lt, lte',
    ],
    [{ and: [{}, { ownerId: { in: ['x'] } }] }, 'filter.and[1].ownerId.in[0]', 'must be a UUID'],
    [
      { seenAt: { withinLast: '7 days' } },
      'filter.seenAt.withinLast',
      'must be a whole number with a unit: 30m, 24h, 7d or 4w',
    ],
    [{ seenAt: { gte: 'yesterday' } }, 'filter.seenAt.gte', 'must be an RFC 3339 date or date-time'],
    [{ or: { status: { eq: 'SOLD' } } }, 'filter.or', 'must be a list'],
    [{ serial: null }, 'filter.serial', 'must be an object'],
    [{ owner: { eq: 'x' } }, 'filter.owner', 'is not a field of this list'],
  ])('report the invalid part of %j', (filter, field, message) => {
    expect(refusal({ filter })).toThrow(expect.objectContaining({ field, message }));
  });

  it('report an invalid sort, skip and take', () => {
    const twice = [
      { field: 'note', direction: 'ASC' },
      { field: 'note', direction: 'DESC' },
    ];
    const six = ['serial', 'note', 'status', 'quantity', 'seenAt', 'active'].map((field) => ({
      field,
      direction: 'ASC',
    }));
    expect(refusal({ sort: twice })).toThrow(expect.objectContaining({ field: 'sort[1].field' }));
    expect(refusal({ sort: six })).toThrow(expect.objectContaining({ field: 'sort' }));
    expect(refusal({ skip: -1 })).toThrow(expect.objectContaining({ field: 'skip' }));
    expect(refusal({ skip: 1, after: 'x' })).toThrow(expect.objectContaining({ field: 'skip' }));
    expect(refusal({ take: 0 })).toThrow(expect.objectContaining({ field: 'take' }));
    expect(refusal({ take: 1.5 })).toThrow(expect.objectContaining({ field: 'take' }));
  });
});

describe('a cursor', () => {
  const sort = [
    { field: 'seenAt', direction: 'ASC' },
    { field: 'quantity', direction: 'DESC' },
  ] as const;

  async function aCursor(): Promise<string> {
    await store(client, sampleThings(5, 5));
    return (await read({ take: 1, sort })).nextCursor ?? '';
  }

  it('is rejected with another order or list', async () => {
    const after = await aCursor();
    await read({ take: 1, sort, after });
    expect(refusal({ after })).toThrow(expect.objectContaining({ field: 'after' }));
    expect(refusal({ after, sort: [sort[0], { ...sort[1], direction: 'ASC' }] })).toThrow(ListQueryError);
    const other = defineList({ ...things, joins: things.joins?.toReversed() ?? [] });
    expect(() => compileList(other, { take: 1, sort, after }, NOW)).toThrow(ListQueryError);
  });

  it('is rejected if malformed, and never causes a PostgreSQL error if forged', async () => {
    const genuine = await aCursor();
    const seal = genuine.slice(0, 8);
    const forged = (place: unknown) => seal + Buffer.from(JSON.stringify(place) ?? '').toString('base64url');
    const id = '00000000-0000-7000-8000-000000000000';
    const parts = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(
        '0',
        '-1',
        '999999999999999',
        '-99999999999999',
        '9'.repeat(30),
        'NaN',
        id,
        `${id}'`,
        '\0',
        '\ud800',
      ),
    );
    const cursors = fc.oneof(
      fc.string(),
      fc.base64String().map((text) => seal + text),
      fc.nat(genuine.length).map((at) => genuine.slice(0, at)),
      parts.map(forged),
      fc.tuple(parts, parts, fc.oneof(parts, fc.constant(id))).map(forged),
    );
    await fc.assert(
      fc.asyncProperty(cursors, async (after) => {
        try {
          await read({ take: 2, sort, after });
        } catch (error) {
          expect(error).toMatchObject({ name: 'ListQueryError', field: 'after' });
        }
      }),
      { numRuns: rounds(300) },
    );
    expect(refusal({ sort, after: genuine.slice(0, -1) })).toThrow(ListQueryError);
    expect(refusal({ sort, after: forged(['0', '1', null]) })).toThrow(ListQueryError);
    expect(refusal({ sort, after: forged(['0', '1']) })).toThrow(ListQueryError);
  });
});

describe('a list declaration', () => {
  it('fails at the start if a name is unsafe or reserved, or the order unknown', () => {
    expect(() => defineList({ ...things, columns: { 'a" --': things.tieBreak } })).toThrow();
    expect(() =>
      defineList({ ...things, fields: { ...things.fields, not: { column: things.tieBreak, type: 'id' } } }),
    ).toThrow();
    expect(() => defineList({ ...things, defaultSort: [{ field: 'nothing', direction: 'ASC' }] })).toThrow();
  });
});
