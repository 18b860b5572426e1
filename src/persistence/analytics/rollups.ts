import { asksOnly } from '../lists/list-filter.ts';
import { type Aggregate, type Dataset, type FactSource, isWhole, type Rollup } from './dataset.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/**
 * What is read for a query: the first rollup that has all it asks for, or all but the aggregates that have to see each value; the rows
 * themselves for what that one lacks; and the further rows of the data set.
 * @param wanted the names of the aggregates that it needs
 */
export function sourcesFor(
  dataset: Dataset,
  query: AnalyticsQuery,
  wanted: readonly string[],
  series?: Series,
): FactSource[] {
  const { money } = dataset;
  return [...ownSources(dataset, query, wanted, series), ...(money ? ownSources(money, query, wanted, series) : [])];
}

function ownSources(dataset: Dataset, query: AnalyticsQuery, wanted: readonly string[], series?: Series): FactSource[] {
  const own = wanted.filter((name) => Object.hasOwn(dataset.aggregates, name));
  const added = own.filter((name) => !isWhole(dataset.aggregates[name] ?? ''));
  const rollupWith = (names: readonly string[]) =>
    names.length > 0 ? dataset.rollups?.find((rollup) => has(rollup, names, dataset, query, series)) : undefined;
  const rollup = rollupWith(own) ?? rollupWith(added);
  const all = [...(rollup ? [rollup] : []), dataset, ...(dataset.further ? [dataset.further] : [])];
  return all.filter((source) => wanted.some((name) => sourceOf(all, name) === source));
}

/** The source that an aggregate is read from: the first that has it. */
export function sourceOf(sources: readonly FactSource[], name: string): FactSource | undefined {
  return sources.find(({ aggregates }) => Object.hasOwn(aggregates, name));
}

function has(
  rollup: Rollup,
  aggregates: readonly string[],
  dataset: Dataset,
  query: AnalyticsQuery,
  series: Series | undefined,
): boolean {
  const { dimensions = [], range, time, currency, filter } = query;
  return (
    aggregates.every((name) => Object.hasOwn(rollup.aggregates, name)) &&
    dimensions.every((key) => Object.hasOwn(rollup.dimensions, key)) &&
    (range === undefined || rollup.time !== undefined) &&
    (time === undefined || dataset.times?.[time] === dataset.time) &&
    (currency === undefined || rollup.currency !== undefined) &&
    asksOnly(rollup.fields, filter) &&
    (rollup.answers?.(query, series) ?? true)
  );
}

/**
 * The aggregates of a rollup whose columns hold those of the rows.
 * @param columnOf SQL of the column of each
 * @throws Error for an aggregate that has to see each value
 */
export function addedUp(
  aggregates: Readonly<Record<string, Aggregate>>,
  columnOf: (name: string) => string,
): Record<string, Aggregate> {
  return Object.fromEntries(
    Object.entries(aggregates).map(([name, aggregate]) => {
      if (typeof aggregate === 'string') return [name, `coalesce(sum(${columnOf(name)}), 0)::bigint`];
      if (!('merge' in aggregate)) throw new Error(`${name} does not follow from what it is of parts of the rows.`);
      return [name, { ...aggregate, sql: `${aggregate.merge}(${columnOf(name)})` }];
    }),
  );
}
