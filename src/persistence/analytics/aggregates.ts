import { allOf, isSame, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';

/** How many rows there are, or how many of them match. */
interface Count {
  readonly kind: 'count';
  readonly where?: SqlFragment | undefined;
}

/** A sum of whole numbers, zero or more: zero where there are no rows. */
export interface Sum {
  readonly kind: 'sum';
  readonly of: SqlFragment;
  readonly where?: SqlFragment | undefined;
}

/** A sum of fractions, the least or the greatest of numbers; null where there are none. */
interface Merged {
  readonly kind: 'total' | 'min' | 'max';
  readonly of: SqlFragment;
}

/** How many different values there are, in the rows that match. */
interface Distinct {
  readonly kind: 'distinct';
  readonly of: SqlFragment;
  readonly where?: SqlFragment | undefined;
}

/** The value that a fraction of the rows does not exceed, divided by `divisor`; null where there are no values. */
interface Percentile {
  readonly kind: 'percentile';
  readonly fraction: number;
  readonly of: SqlFragment;
  readonly divisor: number;
}

/**
 * A count of different things, of rows that each say how many they have and when those were there last: only what the bucket
 * and the range have not counted before is added up.
 */
interface First {
  readonly kind: 'first';
  /** How many different things a row has. */
  readonly of: SqlFragment;
  /** The time (for `days` the day) of the latest row before it with the same things; null for none. */
  readonly previous: SqlFragment;
  /** The same among the rows with one value of a dimension, by its name. */
  readonly previousWithin: Readonly<Record<string, SqlFragment>>;
}

/** An aggregate that has to see each value: those of parts of the rows say nothing of that of all. A row where the value is null is not counted. */
export type Whole = Distinct | Percentile;
/** An aggregate that says what it is, so that the compiler knows how those of parts are put together. */
export type Aggregate = Count | Sum | Merged | Whole | First;

/** @param where only rows that match */
export function count(where?: SqlFragment): Aggregate {
  return { kind: 'count', where };
}

/** @param of whole numbers, zero or more */
export function sum(of: SqlFragment, where?: SqlFragment): Sum {
  return { kind: 'sum', of, where };
}

/** A sum of numbers that are not whole. */
export function total(of: SqlFragment, where?: SqlFragment): Aggregate {
  return { kind: 'total', of: valueWhere(of, where) };
}

export function greatest(of: SqlFragment, where?: SqlFragment): Aggregate {
  return { kind: 'max', of: valueWhere(of, where) };
}

export function least(of: SqlFragment, where?: SqlFragment): Aggregate {
  return { kind: 'min', of: valueWhere(of, where) };
}

export function distinct(of: SqlFragment, where?: SqlFragment): Aggregate {
  return { kind: 'distinct', of, where };
}

const MICROSECONDS = { minutes: 60_000_000, hours: 3_600_000_000, days: 86_400_000_000 } as const;

/** The time between two times of a row, of those that match `where`. */
interface Elapsed {
  readonly from: SqlFragment;
  readonly to: SqlFragment;
  readonly unit: keyof typeof MICROSECONDS;
  readonly where?: SqlFragment;
}

/**
 * The time that this fraction of the rows does not exceed, between two of them if it must. It is found among whole
 * microseconds, which PostgreSQL subtracts and sorts faster than decimal numbers, and divided once.
 */
export function percentile(fraction: number, { from, to, unit, where }: Elapsed): Aggregate {
  const of = valueWhere(sql`round(date_part('epoch', ${to} - ${from}) * 1000000)`, where);
  return { kind: 'percentile', fraction, of, divisor: MICROSECONDS[unit] };
}

/** The number that this fraction of the rows does not exceed, between two of them if it must. */
export function percentileOf(fraction: number, of: SqlFragment, where?: SqlFragment): Aggregate {
  return { kind: 'percentile', fraction, of: valueWhere(of, where), divisor: 1 };
}

/** The same aggregate of fewer rows. @throws Error for one of rows that are aggregated already */
export function onlyWhere(aggregate: Aggregate, condition: SqlFragment): Aggregate {
  switch (aggregate.kind) {
    case 'count':
    case 'sum':
    case 'distinct':
      return { ...aggregate, where: aggregate.where ? allOf([aggregate.where, condition]) : condition };
    case 'first':
      throw new Error('Rows that are aggregated already cannot be left out.');
    default:
      return { ...aggregate, of: valueWhere(aggregate.of, condition) };
  }
}

function valueWhere(value: SqlFragment, where: SqlFragment | undefined): SqlFragment {
  return where ? sql`case when ${where} then ${value} end` : value;
}

/** Whether an aggregate is a sum or a count: zero or more, zero where there are no rows, and as much as those of the parts together. */
export function isSum({ kind }: Aggregate): boolean {
  return kind === 'count' || kind === 'sum';
}

/** Whether an aggregate of all rows follows from those of parts of them. */
export function isMerged(aggregate: Aggregate): aggregate is Count | Sum | Merged {
  return !isWhole(aggregate) && aggregate.kind !== 'first';
}

export function isWhole(aggregate: Aggregate): aggregate is Whole {
  return aggregate.kind === 'distinct' || aggregate.kind === 'percentile';
}

/** Whether an aggregate is null where there are no rows, and not zero. */
export function isNullable({ kind }: Aggregate): boolean {
  return kind === 'total' || kind === 'min' || kind === 'max' || kind === 'percentile';
}

/** SQL of an aggregate without rows. */
export function emptySql(aggregate: Aggregate): SqlFragment {
  return trustedSql(isNullable(aggregate) ? 'null::double precision' : '0::bigint');
}

/** SQL of an aggregate of rows. @param isNew of `first`: the condition of what was not there before */
export function rowsSql(aggregate: Exclude<Aggregate, Whole>, isNew?: SqlFragment): SqlFragment {
  switch (aggregate.kind) {
    case 'count':
      return sql`count(*)${filter(aggregate.where)}`;
    case 'sum':
      return sql`coalesce(sum(${aggregate.of})${filter(aggregate.where)}, 0)::bigint`;
    case 'first':
      return sql`coalesce(sum(${aggregate.of})${filter(isNew)}, 0)::bigint`;
    default:
      return sql`${mergeOf(aggregate)}(${aggregate.of})`;
  }
}

const MERGES: Readonly<Partial<Record<Aggregate['kind'], string>>> = { total: 'sum', min: 'min' };

/** How values for parts are put together. What has one value beside nothing is the greatest. */
function mergeOf({ kind }: Aggregate): SqlFragment {
  return trustedSql(MERGES[kind] ?? 'max');
}

/** SQL of a value that an aggregate has to see; null for a row that it does not count. */
export function countedValue(aggregate: Whole): SqlFragment {
  return aggregate.kind === 'distinct' ? valueWhere(aggregate.of, aggregate.where) : aggregate.of;
}

/** SQL of an aggregate that sees each value. @param values the column that has them */
export function valuesSql(aggregate: Whole, values: SqlFragment): SqlFragment {
  if (aggregate.kind === 'distinct') return sql`count(distinct ${values})`;
  const { fraction, divisor } = aggregate;
  return sql`percentile_cont(${trustedSql(`${fraction}`)}) within group (order by ${values}) / ${trustedSql(`${divisor}`)}`;
}

/** SQL of an aggregate of parts that have it in a column, or the only value of it. @param where only of parts that match */
export function partsSql(aggregate: Aggregate, column: SqlFragment, where?: SqlFragment): SqlFragment {
  if (isSum(aggregate)) return sql`coalesce(sum(${column})${filter(where)}, 0)::bigint`;
  return sql`${mergeOf(aggregate)}(${column})${filter(where)}`;
}

function filter(where: SqlFragment | undefined): SqlFragment {
  return where ? sql` filter (where ${where})` : sql``;
}

/** The aggregates of a rollup whose columns hold those of the rows. @throws Error for one that does not follow from what it is of parts */
export function addedUp(
  aggregates: Readonly<Record<string, Aggregate>>,
  columnOf: (name: string) => SqlFragment,
): Readonly<Record<string, Aggregate>> {
  return Object.fromEntries(
    Object.entries(aggregates).map(([name, aggregate]) => {
      if (isSum(aggregate)) return [name, sum(columnOf(name))];
      if (!isMerged(aggregate)) throw new Error(`${name} does not follow from what it is of parts of the rows.`);
      return [name, { ...aggregate, of: columnOf(name) }];
    }),
  );
}

/** Values that aggregates have to see, each once. */
export function valuesOf(aggregates: Iterable<Aggregate>): readonly SqlFragment[] {
  const values: SqlFragment[] = [];
  for (const aggregate of aggregates) {
    if (isWhole(aggregate) && !values.some((value) => isSame(value, countedValue(aggregate))))
      values.push(countedValue(aggregate));
  }
  return values;
}
