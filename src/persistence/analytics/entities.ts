import { fieldProblem } from '../../model/field-problems.ts';
import { ListQueryError } from '../lists/list-values.ts';
import { allOf, joinSql, neededOf, Source, type SqlFragment, sql, tablesSql, trustedSql } from '../sql/sql.ts';
import { countedValue, isWhole, rowsSql, valuesSql } from './aggregates.ts';
import { momentOf } from './asked-values.ts';
import { type Dataset, type Dimension, type Moment, ownName, type RowNumber } from './dataset.ts';
import { formulaSql } from './formula.ts';
import { type AskedMeasure, measureOf } from './measures.ts';
import { DEFAULT_CURRENCY } from './money-apart.ts';
import { conditionsOf } from './pass-rows.ts';
import type { AnalyticsQuery } from './query.ts';

/** What rows with the same values of dimensions have together: a number, or one of their times. */
export interface AskedEntityValue extends AskedMeasure {
  readonly first?: string;
  readonly last?: string;
  /** The n-th of their times, from 1; null where there are fewer. */
  readonly nth?: { readonly time: string; readonly n: number };
}

/** Rows of a data set put together: one for each customer, device, batch or whatever dimensions say. */
export interface AskedEntities {
  readonly by: readonly string[];
  readonly values: readonly AskedEntityValue[];
  /** The value, a time, to which ranges and grains apply; default: they apply to the rows. */
  readonly time?: string;
}

/**
 * The entities as a data set of their own: its numbers and times are their values. Its dimensions are those that make an entity, and
 * those that follow from an id of it, so that an entity is in one group only.
 * @param named the dimensions that the question names
 * @throws ListQueryError
 */
export function entityDataset(
  rows: Dataset,
  { by, values, time }: AskedEntities,
  query: AnalyticsQuery,
  named: ReadonlySet<string>,
): Dataset {
  const dataset = values.every(isOfCounted) ? onlyCounted(rows) : rows;
  const found = values.map((value, at) => entityValue(dataset, value, query.now, at));
  const isMoney = found.some((each) => 'type' in each && each.money);
  const keys = [
    ...new Set([
      ...by,
      ...Object.keys(dataset.dimensions).filter((name) => named.has(name) && follows(dataset, by, name)),
    ]),
  ];
  const dimensions = keys.map((key): readonly [string, Dimension] => {
    const dimension = Object.hasOwn(dataset.dimensions, key) ? dataset.dimensions[key] : undefined;
    if (!dimension) throw new ListQueryError(fieldProblem('per.by', 'NO_DIMENSION', { name: key }));
    return [key, dimension];
  });
  const isOpen = isMoney && query.currency === undefined && !by.includes('CURRENCY');
  const { range: asked, ...rest } = query;
  const inner = time === undefined && asked ? { ...rest, range: asked } : rest;
  const conditions = [
    ...conditionsOf({ dataset, query: inner }, dataset, 'current'),
    ...(isOpen && dataset.currency ? [sql`${dataset.currency} = ${DEFAULT_CURRENCY}`] : []),
    ...dimensions.flatMap(([, { title, sql: key }]) => (title ? [sql`${key} is not null`] : [])),
  ];
  const columns = [
    ...dimensions.map(([, { sql: key }], at) => sql`${key} as ${trustedSql(`b${at}`)}`),
    ...found.map((value, at) => sql`${value.sql} as ${trustedSql(`v${at}`)}`),
  ];
  const exists = dataset.counted ? sql` having bool_or(${dataset.counted})` : sql``;
  const tables = tablesSql(neededOf(dataset, [...columns, ...conditions, exists]));
  const groups = trustedSql(dimensions.map((_, at) => at + 1).join(', '));
  const table = new Source(
    sql`(select ${joinSql(columns, ', ')} from ${tables} where ${allOf(conditions)} group by ${groups}${exists})`,
    'e',
  );
  const columnOf = (name: string) => sql`${table}.${trustedSql(name)}`;
  const own = found.map((value, at) => [ownName(values[at]?.as ?? ''), { ...value, sql: columnOf(`v${at}`) }] as const);
  const moments = own.filter(
    (entry): entry is readonly [string, Moment & { sql: SqlFragment }] => !('type' in entry[1]),
  );
  const numbers = own.filter((entry): entry is readonly [string, RowNumber] => 'type' in entry[1]);
  const times = Object.fromEntries(moments);
  return {
    table,
    ...(time === undefined ? {} : { time: momentOf({ ...dataset, moments: times }, ownName(time), 'per.time').sql }),
    ...(dataset.currency
      ? { currency: query.currency === undefined ? DEFAULT_CURRENCY : sql`${query.currency}::text` }
      : {}),
    aggregates: {},
    metrics: {},
    dimensions: Object.fromEntries(
      dimensions.map(([key, dimension], at) => [key, { ...dimension, sql: columnOf(`b${at}`) }]),
    ),
    numbers: Object.fromEntries(numbers),
    moments: { ...times, ...(dataset.moments?.NOW ? { NOW: dataset.moments.NOW } : {}) },
    fields: {},
  };
}

/** Whether a value is of the rows alone that count. A metric has conditions of its own. */
function isOfCounted({ metric, all }: AskedEntityValue): boolean {
  return metric === undefined && !all;
}

/** The rows that count, which need no conditions any more: the others are neither sorted nor grouped. */
function onlyCounted({ counted, where, ...dataset }: Dataset): Dataset {
  return counted ? { ...dataset, where: where ? allOf([where, counted]) : counted } : { ...dataset, where };
}

/** Whether a dimension is of a record whose id makes the entity: `CUSTOMER_COUNTRY` of `CUSTOMER`. */
function follows({ dimensions }: Dataset, by: readonly string[], name: string): boolean {
  return by.some((id) => dimensions[id]?.title !== undefined && name.startsWith(`${id}_`));
}

function entityValue(dataset: Dataset, value: AskedEntityValue, now: Date, at: number): RowNumber | Moment {
  const part = `per.values[${at}]`;
  const { first, last, nth } = value;
  const times = [first, last, nth?.time].filter((name) => name !== undefined);
  if (times.length > 1) throw new ListQueryError(fieldProblem(part, 'ONE_KIND'));
  const counted = dataset.counted ? sql` filter (where ${dataset.counted})` : sql``;
  if (first !== undefined) return { sql: sql`min(${momentOf(dataset, first, part).sql})${counted}` };
  if (last !== undefined) return { sql: sql`max(${momentOf(dataset, last, part).sql})${counted}` };
  if (nth) {
    const { sql: moment } = momentOf(dataset, nth.time, part);
    return { sql: sql`(array_agg(${moment} order by ${moment})${counted})[${nth.n}::int]` };
  }
  const { metric, aggregates } = measureOf(dataset, value, now, 'v', part);
  const all = { ...dataset.aggregates, ...aggregates };
  const columnOf = (name: string) => {
    const aggregate = all[name];
    if (!aggregate || aggregate.kind === 'first') throw new ListQueryError(fieldProblem(part, 'OTHER_ROWS'));
    return isWhole(aggregate) ? valuesSql(aggregate, countedValue(aggregate)) : rowsSql(aggregate);
  };
  const { type, money, unit } = metric;
  return {
    type,
    ...(money ? { money } : {}),
    ...(unit ? { unit } : {}),
    isSigned: true,
    sql: formulaSql(metric.is, { columnOf }),
  };
}
