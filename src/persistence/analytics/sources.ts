import { asksOnly } from '../lists/list-filter.ts';
import { isSame, neededOf } from '../sql/sql.ts';
import { type Aggregate, areWeighted, isWhole, onlyWhere, readBy } from './aggregates.ts';
import type { Dataset, FactSource, Rollup } from './dataset.ts';
import { inDefaultCurrency } from './money-apart.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/** One reading of the rows of a source. */
export interface Pass {
  readonly source: FactSource;
  /** Whether it has aggregates that have to see each value. The others PostgreSQL adds up in parallel. */
  readonly isWhole: boolean;
  /** What it is read for, by name. */
  readonly aggregates: ReadonlyMap<string, Aggregate>;
}

/**
 * What is read for a query: the first rollup that has all it asks for, or all but the aggregates that have to see each value; the rows
 * themselves for what that one lacks; and the further rows of the data set.
 * @param wanted the names of the aggregates that it needs
 */
export function passesFor(
  dataset: Dataset,
  query: AnalyticsQuery,
  wanted: ReadonlySet<string>,
  series?: Series,
): readonly Pass[] {
  const found = new Set<string>();
  const passes = [dataset, dataset.money].flatMap((each) =>
    (each ? sourcesIn(each, query, wanted, series) : []).flatMap((source) => {
      // An aggregate is read from the first source that has it.
      const own = Object.entries(source.aggregates).filter(([name]) => wanted.has(name) && !found.has(name));
      for (const [name] of own) found.add(name);
      return [false, true].flatMap((whole) => {
        const aggregates = new Map(own.filter(([, aggregate]) => isWhole(aggregate) === whole));
        return aggregates.size > 0 ? [{ source, isWhole: whole, aggregates }] : [];
      });
    }),
  );
  return readTogether(dataset, query, passes);
}

/**
 * The rows are read once for all currencies and for money, where neither has a rollup: a second reading takes most of the time where there are a
 * million groups. What has to see each value is read with them where the rows are computed, which takes longest, and where
 * all of it follows from how often each value is there; of other rows, PostgreSQL adds up the others in parallel meanwhile.
 */
function readTogether(dataset: Dataset, query: AnalyticsQuery, passes: readonly Pass[]): readonly Pass[] {
  const own = passes.filter(({ source }) => isOwn(dataset, source));
  const areAlike = areWeighted(own.flatMap((pass) => [...pass.aggregates.values()]));
  const isOnce = own.every((pass) => (areAlike || areComputed(pass, query)) && areOfRows(pass));
  const together = isOnce ? own : own.filter(({ isWhole }) => !isWhole);
  const [first] = together;
  if (!first || together.length === 1) return passes;
  const source = together.every((pass) => pass.source === first.source) ? first.source : dataset;
  const aggregates = together.flatMap((pass) => {
    const conditions = pass.source === source ? [] : inDefaultCurrency(dataset);
    return [...pass.aggregates].map(([name, aggregate]) => [name, conditions.reduce(onlyWhere, aggregate)] as const);
  });
  const one = { source, isWhole: together.some(({ isWhole }) => isWhole), aggregates: new Map(aggregates) };
  return passes.flatMap((pass) => {
    if (pass === first) return [one];
    return together.includes(pass) ? [] : [pass];
  });
}

/** Whether a pass reads a table that is computed for the statement: groups of rows, or the places of rows among others. */
function areComputed({ source, aggregates }: Pass, { dimensions = [] }: AnalyticsQuery): boolean {
  const read = [
    ...(source.where ? [source.where] : []),
    ...dimensions.flatMap((key) => source.dimensions[key]?.sql ?? []),
    ...[...aggregates.values()].flatMap(readBy),
  ];
  const { table, joins } = neededOf(source, read);
  return [table, ...joins].some((each) => typeof each.table !== 'string');
}

function areOfRows({ source, aggregates }: Pass): boolean {
  return source.rows === undefined && [...aggregates.values()].every(({ kind }) => kind !== 'first');
}

function sourcesIn(
  dataset: Dataset,
  query: AnalyticsQuery,
  wanted: ReadonlySet<string>,
  series: Series | undefined,
): FactSource[] {
  const own = Object.entries(dataset.aggregates).filter(([name]) => wanted.has(name));
  const all = own.map(([name]) => name);
  const merged = own.flatMap(([name, aggregate]) => (isWhole(aggregate) ? [] : [name]));
  const rollupWith = (names: readonly string[]) =>
    names.length > 0 ? dataset.rollups?.find((rollup) => has(rollup, names, dataset, query, series)) : undefined;
  const rollup = rollupWith(all) ?? rollupWith(merged);
  return [...(rollup ? [rollup] : []), dataset, ...(dataset.further ? [dataset.further] : [])];
}

function has(
  rollup: Rollup,
  aggregates: readonly string[],
  dataset: Dataset,
  query: AnalyticsQuery,
  series: Series | undefined,
): boolean {
  const { dimensions = [], range, currency, filter, search } = query;
  return (
    search === undefined &&
    aggregates.every((name) => Object.hasOwn(rollup.aggregates, name)) &&
    dimensions.every((key) => Object.hasOwn(rollup.dimensions, key)) &&
    (range === undefined || rollup.time !== undefined) &&
    isByDefaultTime(dataset, query) &&
    (currency === undefined || rollup.currency !== undefined) &&
    asksOnly(rollup.fields, filter) &&
    (rollup.answers?.(query, series) ?? true)
  );
}

/** Whether a query counts by the time that a data set has unless another one is asked for. */
export function isByDefaultTime({ times, time }: Dataset, query: AnalyticsQuery): boolean {
  const asked = query.time === undefined ? time : times?.[query.time];
  return asked === time || (asked !== undefined && isSame(asked, time));
}

/** Whether a source has the rows of the data set themselves. */
export function isOwn(dataset: Dataset, source: FactSource): boolean {
  return source === dataset || source === dataset.money;
}

/** Whether a source is a rollup of a data set. */
export function isRollup(dataset: Dataset, source: FactSource): boolean {
  const rollups: readonly FactSource[] = [dataset, dataset.money].flatMap((each) => each?.rollups ?? []);
  return rollups.includes(source);
}
