import { allOf, isSame, looksUp, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';

/** What is counted only in the rows that match all of these. */
interface Conditional {
  readonly where: readonly SqlFragment[];
}

/** How many rows there are, or how many of them match. */
interface Count extends Conditional {
  readonly kind: 'count';
}

/** A sum of whole numbers, zero or more: zero where there are no rows. */
export interface Sum extends Conditional {
  readonly kind: 'sum';
  readonly of: SqlFragment;
}

/** A sum of fractions, the least or the greatest of numbers; null where there are none. */
interface Merged extends Conditional {
  readonly kind: 'total' | 'min' | 'max';
  readonly of: SqlFragment;
}

/** How many different values there are, in the rows that match. */
interface Distinct extends Conditional {
  readonly kind: 'distinct';
  readonly of: SqlFragment;
}

/** The value that a fraction of the rows does not exceed, divided by `divisor`; null where there are no values. */
interface Percentile {
  readonly kind: 'percentile';
  readonly fraction: number;
  readonly of: SqlFragment;
  readonly divisor: number;
  /** Whether many rows have the same value, as with prices, and not with durations. */
  readonly repeats?: boolean;
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

/** @param where only rows that match all of these; so for the others below */
export function count(...where: readonly SqlFragment[]): Aggregate {
  return { kind: 'count', where };
}

/** @param of whole numbers, zero or more */
export function sum(of: SqlFragment, ...where: readonly SqlFragment[]): Sum {
  return { kind: 'sum', of, where };
}

/** A sum of numbers that are not whole. */
export function total(of: SqlFragment, ...where: readonly SqlFragment[]): Aggregate {
  return { kind: 'total', of, where };
}

export function greatest(of: SqlFragment, ...where: readonly SqlFragment[]): Aggregate {
  return { kind: 'max', of, where };
}

export function least(of: SqlFragment, ...where: readonly SqlFragment[]): Aggregate {
  return { kind: 'min', of, where };
}

export function distinct(of: SqlFragment, ...where: readonly SqlFragment[]): Aggregate {
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
  const of = valueWhere(sql`round(date_part('epoch', ${to} - ${from}) * 1000000)`, where ? [where] : []);
  return { kind: 'percentile', fraction, of, divisor: MICROSECONDS[unit] };
}

/**
 * The number that this fraction of the rows does not exceed, between two of them if it must.
 * @param repeats whether many rows have the same number
 */
export function percentileOf(
  fraction: number,
  of: SqlFragment,
  repeats: boolean,
  where: readonly SqlFragment[],
): Aggregate {
  return { kind: 'percentile', fraction, of: valueWhere(of, where), divisor: 1, repeats };
}

/** The same aggregate of fewer rows. @throws Error for one of rows that are aggregated already */
export function onlyWhere(aggregate: Aggregate, condition: SqlFragment): Aggregate {
  switch (aggregate.kind) {
    case 'percentile':
      return { ...aggregate, of: valueWhere(aggregate.of, [condition]) };
    case 'first':
      throw new Error('Rows that are aggregated already cannot be left out.');
    default:
      return { ...aggregate, where: [...aggregate.where, condition] };
  }
}

function valueWhere(value: SqlFragment, where: readonly SqlFragment[]): SqlFragment {
  return where.length > 0 ? sql`case when ${allOf(where)} then ${value} end` : value;
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

/** Whether aggregates follow from how often each value of one number is there, and from sums beside it. */
export function areWeighted(aggregates: readonly Aggregate[]): boolean {
  const repeated = aggregates.filter((each) => each.kind === 'percentile' && each.repeats);
  const others = aggregates.filter((each) => !repeated.includes(each));
  const read = aggregates.flatMap(readBy);
  return valuesOf(repeated).length === 1 && others.every(isMerged) && !read.some(looksUp);
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
      return sql`coalesce(sum(${aggregate.of})${filter(isNew ? [isNew] : [])}, 0)::bigint`;
    default:
      return sql`${mergeOf(aggregate)}(${aggregate.of})${filter(aggregate.where)}`;
  }
}

type Conditioned = Count | Sum | Merged;

/** Whether aggregates have conditions that are found out by reading rows of other tables, and can be had of columns. */
export function lookUpRows(aggregates: ReadonlyMap<string, Aggregate>): boolean {
  const all = [...aggregates.values()];
  return all.every(isMerged) && all.some(({ where }) => where.some(looksUp));
}

/**
 * The same aggregates of the columns of a subquery, in which each look-up stands once. PostgreSQL takes an aggregate for one row, and looks each of its rows up; of a
 * subquery it knows how many rows it has, and hashes once what matches where that is cheaper.
 * @param columnOf the name of a column that has this
 */
export function ofColumns(aggregate: Conditioned, columnOf: (value: SqlFragment) => SqlFragment): Conditioned {
  const found = aggregate.where.filter(looksUp);
  const others = aggregate.where.filter((condition) => !looksUp(condition));
  const where = found.map(columnOf);
  if (aggregate.kind !== 'count') return { ...aggregate, of: columnOf(valueWhere(aggregate.of, others)), where };
  return { ...aggregate, where: [...where, ...(others.length > 0 ? [columnOf(allOf(others))] : [])] };
}

const MERGES: Readonly<Partial<Record<Aggregate['kind'], string>>> = { total: 'sum', min: 'min' };

/** How values for parts are put together. What has one value beside nothing is the greatest. */
function mergeOf({ kind }: Aggregate): SqlFragment {
  return trustedSql(MERGES[kind] ?? 'max');
}

/** What an aggregate reads of each row. */
export function readBy(aggregate: Aggregate): readonly SqlFragment[] {
  const of = aggregate.kind === 'count' ? [] : [aggregate.of];
  return 'where' in aggregate ? [...of, ...aggregate.where] : of;
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
  const only = filter(where ? [where] : []);
  if (isSum(aggregate)) return sql`coalesce(sum(${column})${only}, 0)::bigint`;
  return sql`${mergeOf(aggregate)}(${column})${only}`;
}

function filter(where: readonly SqlFragment[]): SqlFragment {
  return where.length > 0 ? sql` filter (where ${allOf(where)})` : sql``;
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
      return [name, { ...aggregate, of: columnOf(name), where: [] }];
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
