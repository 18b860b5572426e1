import { allOf, type SqlFragment, sql } from '../sql/sql.ts';
import type { Dataset, FactSource, Metric } from './dataset.ts';
import { renamed } from './formula.ts';

/** The aggregates of money have names of their own beside those of all rows. */
const moneyName = (name: string) => `money_${name}`;

export const DEFAULT_CURRENCY = sql`(select default_currency from business_settings)`;

/**
 * A data set whose money is in the default currency, while all other metrics count rows of every currency: metrics of
 * money rest on aggregates of another reading of the same rows (`money`), which leaves out the other currencies. A query that asks for
 * nothing but money has that reading alone; where the rows are read for both, `passesFor` makes one reading of the two.
 */
export function withMoneyApart(dataset: Dataset): Dataset {
  return { ...dataset, metrics: mapped(dataset.metrics, ofMoney), money: moneyOf(dataset) };
}

/** The condition of the rows in the default currency; none where all money is in it. */
export function inDefaultCurrency({ currency }: FactSource): SqlFragment[] {
  return currency ? [sql`${currency} = ${DEFAULT_CURRENCY}`] : [];
}

function moneyOf({ further: _further, rollups = [], ...dataset }: Dataset): Dataset {
  const known = rollups.filter(({ currency }) => currency !== undefined);
  return { ...inMoney(dataset), rollups: known.map(inMoney) };
}

function inMoney<Source extends FactSource>(source: Source): Source {
  const { where, aggregates } = source;
  const conditions = [...(where ? [where] : []), ...inDefaultCurrency(source)];
  const named = Object.entries(aggregates).map(([name, aggregate]) => [moneyName(name), aggregate] as const);
  return { ...source, where: allOf(conditions), aggregates: Object.fromEntries(named) };
}

function ofMoney(metric: Metric): Metric {
  return metric.money ? { ...metric, is: renamed(metric.is, moneyName) } : metric;
}

function mapped(metrics: Dataset['metrics'], change: (metric: Metric) => Metric): Dataset['metrics'] {
  return Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, change(metric)]));
}
