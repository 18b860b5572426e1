import fc from 'fast-check';
import type pg from 'pg';
import type { FieldConditions } from '../../src/persistence/lists/field-condition.ts';
import { defineList } from '../../src/persistence/lists/list-definition.ts';
import type { FilterNode } from '../../src/persistence/lists/list-filter.ts';
import type { SortKey } from '../../src/persistence/lists/list-order.ts';
import { Column, Source, sql } from '../../src/persistence/sql/sql.ts';

/** A record of the kind the lists are tried on: every type of field, most of them without a value now and then. */
export interface Thing {
  readonly id: string;
  readonly serial: string;
  readonly note: string | null;
  readonly status: string;
  readonly quantity: number | null;
  readonly ownerId: string | null;
  readonly active: boolean | null;
  readonly seenAt: string | null;
  /** Known only of what was seen. */
  readonly version: string | null;
  readonly createdAt: string;
  /** Of the thing that `ownerId` names, if there is one. */
  readonly ownerSerial: string | null;
  /** Derived from status and quantity. */
  readonly state: string;
}

export const NOW = new Date('2026-11-21T12:00:00.000Z');

// Collation "C" orders by code point, which plain JavaScript can repeat.
export const CREATE_THINGS = `
  create table thing (
    id uuid primary key, serial text collate "C" not null, note text collate "C", status text collate "C" not null,
    quantity integer, owner_id uuid, active boolean, created_at timestamptz(3) not null
  );
  create table thing_sight (
    thing_id uuid primary key, thing_created_at timestamptz(3) not null, seen_at timestamptz(3) not null,
    version text collate "C"
  )`;

/** The things, their owners, what is known of those that were seen, and the others that a search finds. */
const thing = new Source('thing', 't');
const owner = new Source('thing', 'o', (own) => sql`${own}.id = ${thing}.owner_id`);
const sight = new Source('thing_sight', 'p', (own) => sql`${own}.thing_id = ${thing}.id`);
const found = new Source('thing', 'found');

const IS_LATE = sql`${thing}.status = 'READY' and ${thing}.quantity < 0`;

export const things = defineList({
  table: thing,
  joins: [owner, sight],
  columns: { id: sql`${thing}.id`, serial: sql`${thing}.serial`, ownerSerial: sql`${owner}.serial` },
  search: [{ column: sql`${thing}.serial` }, { column: sql`${thing}.note collate "default"` }],
  searchAcross: [{ table: found, key: sql`${thing}.owner_id`, columns: [{ column: sql`${found}.serial` }] }],
  fields: {
    serial: { column: sql`${thing}.serial`, type: 'text', notNull: true },
    note: { column: sql`${thing}.note`, type: 'text' },
    status: { column: sql`${thing}.status`, type: 'enum', notNull: true },
    quantity: { column: sql`${thing}.quantity`, type: 'integer' },
    ownerId: { column: sql`${thing}.owner_id`, type: 'id' },
    active: { column: sql`${thing}.active`, type: 'boolean' },
    seenAt: { column: sql`${sight}.seen_at`, type: 'time' },
    version: { column: sql`${sight}.version`, type: 'text' },
    createdAt: { column: new Column(thing, 'created_at'), type: 'time', notNull: true },
    ownerSerial: { column: sql`${owner}.serial`, type: 'text' },
    state: {
      column: sql`(case when ${IS_LATE} then 'LATE' else ${thing}.status end)`,
      type: 'enum',
      notNull: true,
      words: {
        LATE: IS_LATE,
        READY: sql`${thing}.status = 'READY' and (${thing}.quantity is null or ${thing}.quantity >= 0)`,
        REPAIR: sql`${thing}.status = 'REPAIR'`,
        SOLD: sql`${thing}.status = 'SOLD'`,
      },
    },
  },
  defaultSort: [{ field: 'createdAt', direction: 'DESC' }],
  tieBreak: new Column(thing, 'id'),
  age: sql`${thing}.created_at`,
  sideTable: {
    table: sight,
    repeats: [
      [sql`${thing}.id`, sql`${sight}.thing_id`],
      [sql`${thing}.created_at`, sql`${sight}.thing_created_at`],
    ],
    unindexed: [sql`${sight}.seen_at`],
  },
  tally: { table: new Source(sql`(select count(*) as count from thing)`, 'k'), fields: {} },
});

/** Makes these the only rows of the table. */
export async function store(client: pg.Client, rows: readonly Thing[]): Promise<void> {
  // Quicker than to truncate what is all but empty.
  await client.query('delete from thing_sight');
  await client.query('delete from thing');
  await client.query(
    `insert into thing select t.id, t.serial, t.note, t.status, t.quantity, t."ownerId", t.active, t."createdAt"
     from json_to_recordset($1) as t(id uuid, serial text, note text, status text, quantity int, "ownerId" uuid,
       active boolean, "createdAt" timestamptz)`,
    [JSON.stringify(rows)],
  );
  await client.query(
    `insert into thing_sight select t.id, t."createdAt", t."seenAt", t.version
     from json_to_recordset($1) as t(id uuid, "seenAt" timestamptz, "createdAt" timestamptz, version text)
     where t."seenAt" is not null`,
    [JSON.stringify(rows)],
  );
}

const IDS = Array.from({ length: 4 }, (_, at) => `0000000${at}-0000-7000-8000-00000000000a`);
const HOUR_MS = 3_600_000;
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
// Few different values, so that rows meet conditions and each other; letters with a case are ASCII.
const words = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      'a',
      'A',
      'aB',
      'b%',
      '%',
      '_',
      'a_b',
      '\\',
      '\\%',
      "o'x",
      '"',
      '日本',
      '😀',
      '\u{10ffff}',
      '$1',
      'ё',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 4 }) },
);
const moments = fc
  .oneof(
    fc.integer({ min: -30, max: 3 }).map((hours) => hours * HOUR_MS),
    fc.integer({ min: -3, max: 3 }),
  )
  .map((ms) => new Date(NOW.getTime() + ms).toISOString());
const quantities = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(2_147_483_647, -2_147_483_648));
const statuses = fc.constantFrom('READY', 'SOLD', 'REPAIR');
const ids = fc.constantFrom(...IDS);

export const someThings: fc.Arbitrary<Thing[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: ids }),
      serial: words,
      note: orNull(words),
      status: statuses,
      quantity: orNull(quantities),
      ownerId: orNull(ids),
      active: orNull(fc.boolean()),
      seenAt: orNull(moments),
      version: orNull(words),
      createdAt: moments,
    }),
    { selector: ({ id }) => id, maxLength: 25 },
  )
  .map((rows) =>
    rows.map((row) => ({
      ...row,
      version: row.seenAt === null ? null : row.version,
      ownerSerial: rows.find(({ id }) => id === row.ownerId)?.serial ?? null,
      state: row.status === 'READY' && (row.quantity ?? 0) < 0 ? 'LATE' : row.status,
    })),
  );

/** The things of several runs, each once. */
export function sampleThings(numRuns: number, seed: number): Thing[] {
  const all = fc.sample(someThings, { numRuns, seed }).flat();
  return [...new Map(all.map((thing) => [thing.id, thing])).values()];
}

export const someWords = words;

const FIELD_NAMES = [
  'serial',
  'note',
  'status',
  'quantity',
  'ownerId',
  'active',
  'seenAt',
  'version',
  'createdAt',
  'ownerSerial',
  'state',
] as const;

export const someSort: fc.Arbitrary<SortKey[]> = fc
  .shuffledSubarray([...FIELD_NAMES], { minLength: 0, maxLength: 5 })
  .chain((names) =>
    fc.tuple(
      ...names.map((field) =>
        fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC').map((direction) => ({ field, direction })),
      ),
    ),
  );

const ages = fc.constantFrom('5h', '30m', '1d', '4w');
const bounds = { gt: moments, gte: moments, lt: moments, lte: moments };

function conditions<T>(
  values: fc.Arbitrary<T>,
  more: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<FieldConditions> {
  const operators = {
    eq: values,
    ne: values,
    in: fc.array(values, { maxLength: 3 }),
    notIn: fc.array(values, { maxLength: 3 }),
    isNull: fc.boolean(),
    ...more,
  };
  // Few at a time, so that a filter with many fields has no more conditions than it may have.
  const some = fc.shuffledSubarray(Object.entries(operators), { maxLength: 2 });
  return some.chain((each) => fc.record(Object.fromEntries(each))) as fc.Arbitrary<FieldConditions>;
}

const fieldConditions = fc.record(
  {
    serial: conditions(words, { contains: words, startsWith: words }),
    note: conditions(words, { contains: words, startsWith: words }),
    status: conditions(statuses),
    quantity: conditions(quantities, {
      gt: quantities,
      gte: quantities,
      lt: fc.constantFrom(-3_000_000_000, 0, 3_000_000_000),
      lte: quantities,
    }),
    ownerId: conditions(ids),
    active: conditions(fc.boolean()),
    seenAt: conditions(moments, { ...bounds, withinLast: ages, olderThan: ages }),
    version: conditions(words, { contains: words, startsWith: words }),
    createdAt: conditions(moments, { ...bounds, withinLast: ages, olderThan: ages }),
    ownerSerial: conditions(words),
    state: conditions(fc.constantFrom('LATE', 'READY', 'SOLD', 'NONE')),
  },
  { requiredKeys: [] },
);
/** One field at a time more often than many, so that filters match something. */
const leaf: fc.Arbitrary<FilterNode> = fc
  .tuple(fieldConditions, fc.shuffledSubarray([...FIELD_NAMES], { minLength: 0, maxLength: 2 }))
  .map(([all, names]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.some((kept) => kept === name))),
  );

export const someFilter: fc.Arbitrary<FilterNode> = fc.letrec<{ node: FilterNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('node'), { maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
    fc.tuple(leaf, tie('node')).map(([own, inner]) => ({ ...own, or: [inner, { status: { eq: 'SOLD' } }] })),
  ),
})).node;
