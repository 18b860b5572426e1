import { type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Aggregate, isMerged, type Metric } from './dataset.ts';
import type { MetricPredicate } from './query.ts';
import { metricOf, type Period, type QueryParts } from './query-parts.ts';

/** How the columns of `final` end: the aggregates of a period, or summed from the first bucket on. */
type Suffix = Period | 'running';

/** SQL of a metric over the aggregates of the row `c`. */
export function figure({ of, sql: text = `{${of[0]}}` }: Metric, suffix: Suffix | undefined): SqlFragment {
  return trustedSql(`(${text.replace(/\{(\w+)\}/g, (_, name: string) => `c.${name}${suffix ? `_${suffix}` : ''}`)})`);
}

/** The conditions of `having` over the row `c`. */
export function having({ dataset, query }: QueryParts, suffix: Suffix | undefined): SqlFragment[] {
  return (query.having ?? []).flatMap((predicate) => {
    const value = figure(metricOf(dataset, predicate.metric), suffix);
    return COMPARISONS.flatMap(([name, operator]) => {
      const bound = predicate[name];
      return bound === undefined ? [] : [sql`${value} ${trustedSql(operator)} ${bound}::double precision`];
    });
  });
}

const COMPARISONS = [
  ['gte', '>='],
  ['gt', '>'],
  ['lte', '<='],
  ['lt', '<'],
] as const satisfies readonly (readonly [keyof MetricPredicate<string>, string])[];

/** Whether the aggregates of groups follow from those of their parts. */
export function addsUp({ aggregates }: QueryParts): boolean {
  return [...aggregates.values()].every(isMerged);
}

export function sums({ aggregates }: QueryParts): SqlFragment[] {
  return [...aggregates].map(([name, aggregate]) => trustedSql(`${sumOfParts(name, aggregate)} as ${name}`));
}

/** SQL of an aggregate of several parts. @param where SQL: only of parts that match it */
export function sumOfParts(name: string, aggregate: Aggregate, where?: string): string {
  const filter = where ? ` filter (where ${where})` : '';
  if (typeof aggregate === 'string') return `coalesce(sum(${name})${filter}, 0)::bigint`;
  return `${isMerged(aggregate) ? aggregate.merge : 'max'}(${name})${filter}`;
}
