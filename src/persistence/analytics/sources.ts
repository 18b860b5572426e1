import { asksOnly } from '../lists/list-filter.ts';
import { isSame } from '../sql/sql.ts';
import { type Aggregate, isWhole, onlyWhere } from './aggregates.ts';
import type { Dataset, FactSource, Rollup } from './dataset.ts';
import { inDefaultCurrency } from './money-apart.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/** One reading of the rows of a source. */
export interface Pass {
  readonly source: FactSource;
  /** Whether it is for the aggregates that have to see each value, or for those that PostgreSQL adds up in parallel. */
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
  return moneyTogether(dataset, passes);
}

/** One reading of the rows for both, where neither has a rollup. A second one takes most of the time where there are a million groups. */
function moneyTogether(dataset: Dataset, passes: readonly Pass[]): readonly Pass[] {
  const [rows, money] = [dataset, dataset.money].map((each) =>
    passes.find(({ source, isWhole }) => source === each && !isWhole),
  );
  if (!rows || !money) return passes;
  const inCurrency = [...money.aggregates].map(([name, aggregate]) => {
    return [name, inDefaultCurrency(dataset).reduce(onlyWhere, aggregate)] as const;
  });
  const both = { ...rows, aggregates: new Map([...rows.aggregates, ...inCurrency]) };
  return passes.filter((pass) => pass !== money).map((pass) => (pass === rows ? both : pass));
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
