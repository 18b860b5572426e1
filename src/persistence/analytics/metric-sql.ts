import { type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { isMerged, partsSql } from './aggregates.ts';
import { formulaSql } from './formula.ts';
import type { MetricPredicate } from './query.ts';
import { metricOf, type Period, type QueryParts } from './query-parts.ts';

/** How the columns of `final` end: the aggregates of a period, or summed from the first bucket on. */
type Suffix = Period | 'running';

/** SQL of a metric over the aggregates of the row `c`. */
export function figure({ dataset }: QueryParts, key: string, suffix?: Suffix): SqlFragment {
  const end = suffix ? `_${suffix}` : '';
  return sql`(${formulaSql(metricOf(dataset, key).is, (name) => trustedSql(`c.${name}${end}`))})`;
}

/** The conditions of `having` over the row `c`. */
export function having(parts: QueryParts, suffix?: Suffix): SqlFragment[] {
  return (parts.query.having ?? []).flatMap((predicate) => {
    const value = figure(parts, predicate.metric, suffix);
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

/** The columns of all aggregates, of parts that have them. */
export function sums({ aggregates }: QueryParts): SqlFragment[] {
  return [...aggregates].map(
    ([name, aggregate]) => sql`${partsSql(aggregate, trustedSql(name))} as ${trustedSql(name)}`,
  );
}
