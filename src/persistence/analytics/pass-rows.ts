import { fieldProblem } from '../../model/field-problems.ts';
import { compileFilter, type FilterNode } from '../lists/list-filter.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { allOf, neededOf, type SqlFragment, sql, tablesSql, trustedSql } from '../sql/sql.ts';
import { type Aggregate, emptySql, isWhole } from './aggregates.ts';
import type { FactSource } from './dataset.ts';
import { inPeriod, slotOf } from './fact-times.ts';
import { dimensionIn, type Period, type QueryParts } from './query-parts.ts';
import type { Pass } from './sources.ts';

export interface Grouping {
  /** Whether the rows are grouped by bucket: `ordinal` is the number of its slot. */
  readonly bucket?: boolean;
  /** Whether they are grouped by the dimensions. */
  readonly keys?: boolean;
  /** Whether those that are not in `ranked` become the rest. */
  readonly ranked?: boolean;
  /** Only this period. */
  readonly period?: Period;
  /** Whether there is a row of all of them as well, for each period. */
  readonly totals?: boolean;
  /** Whether there are as many groups as to be gathered from rows in their order. */
  readonly isOrdered?: boolean;
}

export interface Key {
  readonly column: string;
  readonly value: SqlFragment;
}

export function keysOf(
  parts: QueryParts,
  source: FactSource,
  period: Period,
  { bucket, keys, ranked }: Grouping,
): Key[] {
  const { dimensions } = parts;
  const slot = bucket ? slotOf(parts, source, period) : undefined;
  const rest = ranked ? [{ column: 'rest', value: sql`(top.member is null)` }] : [];
  const values = ranked
    ? dimensions.map(({ column }) => ({ column, value: trustedSql(`top.${column}`) }))
    : dimensionsOf(parts, source);
  return [...(slot ? [{ column: 'ordinal', value: slot }] : []), ...(keys ? [...rest, ...values] : [])];
}

function dimensionsOf({ dimensions }: QueryParts, source: FactSource): Key[] {
  return dimensions.map(({ key, column }) => ({ column, value: dimensionIn(source, key) }));
}

export function selected({ column, value }: Key): SqlFragment {
  return sql`${value} as ${trustedSql(column)}`;
}

/** By position: PostgreSQL does not treat two parameters with the same value as the same expression. */
export function groupBy(keys: readonly Key[]): SqlFragment {
  return keys.length > 0 ? trustedSql(` group by ${keys.map((_, at) => at + 2).join(', ')}`) : sql``;
}

/** The rows of a source in a period: what comes after `from`. @param columns what is read of them @param counted more conditions */
export function rowsIn(
  parts: QueryParts,
  source: FactSource,
  period: Period,
  { ranked }: Grouping,
  columns: SqlFragment,
  counted: readonly SqlFragment[] = [],
): SqlFragment {
  const joined = ranked ? joinRanked(parts, dimensionsOf(parts, source)) : sql``;
  const rest = sql`${joined}
     where ${allOf([...conditionsOf(parts, source, period), ...counted])}`;
  return sql`${tablesSql(neededOf(source, [columns, rest]))}${rest}`;
}

export function conditionsOf(
  parts: Pick<QueryParts, 'dataset' | 'query'>,
  source: FactSource,
  period: Period,
): SqlFragment[] {
  const { filter, search, currency, now } = parts.query;
  return [
    ...(source.where ? [source.where] : []),
    ...inPeriod(parts, source, period),
    ...(currency !== undefined && source.currency ? [sql`${source.currency} = ${currency}`] : []),
    ...(filter ? [conditionOf(source, filter, now)] : []),
    ...(search === undefined ? [] : [foundIn(source, search)]),
  ];
}

function foundIn({ found }: FactSource, text: string): SqlFragment {
  if (!found) throw new ListQueryError(fieldProblem('search', 'NOT_WITH_THESE_METRICS'));
  return found(text);
}

/**
 * The condition of the rows of a source that a filter matches.
 * @param path where the filter is in the question
 * @throws ListQueryError when the source lacks what it names
 */
export function conditionOf(
  { fields, edges }: FactSource,
  filter: FilterNode,
  now: Date,
  path = 'filter',
): SqlFragment {
  return compileFilter(fields, filter, now, edges, { emptyIsNone: true, path });
}

const NO_NUMBER = trustedSql(`'NaN'::numeric`);
const NO_ID = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** A value that no row has. */
function noneOf(dimension: QueryParts['dimensions'][number] | undefined): SqlFragment {
  if (dimension?.isNumber) return NO_NUMBER;
  return dimension?.title ? NO_ID : trustedSql(`''`);
}

/** By comparisons that PostgreSQL can hash; a dimension may have no value. */
export function joinRanked({ query, dimensions }: QueryParts, values: readonly Key[]): SqlFragment {
  const matches = values.map(({ column, value }) => {
    const known = trustedSql(`top.${column}`);
    const none = noneOf(dimensions.find((each) => each.column === column));
    return sql`coalesce(${value}, ${none}) = coalesce(${known}, ${none}) and (${value} is null) = (${known} is null)`;
  });
  const kind = query.top?.rest ? 'left join' : 'join';
  return sql` ${trustedSql(kind)} ranked top on ${allOf(matches)}`;
}

/** The columns of all aggregates of a query. Those of other passes are empty. */
export function aggregatesFrom(
  { aggregates }: QueryParts,
  pass: Pass,
  sqlOf: (aggregate: Aggregate, name: string) => SqlFragment,
): SqlFragment[] {
  return [...aggregates].map(([name, aggregate]) => {
    const own = pass.aggregates.get(name);
    return sql`${own ? sqlOf(own, name) : emptySql(aggregate)} as ${trustedSql(name)}`;
  });
}

/** Whether another pass has all rows, so that those without a value make no group of this one. */
export function areCountedApart({ passes }: QueryParts, { source, aggregates }: Pass): boolean {
  return [...aggregates.values()].every(isWhole) && passes.some((each) => each.source === source && !each.isWhole);
}
