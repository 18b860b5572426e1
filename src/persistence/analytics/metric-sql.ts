import { allOf, anyOf, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { isMerged, isNullable, partsSql } from './aggregates.ts';
import { aggregatesOf, averagedSql, formulaSql, operationSql, usesTotal, type Windowed } from './formula.ts';
import type { MetricPredicate } from './query.ts';
import { metricOf, type Period, type QueryParts, usedIn } from './query-parts.ts';

/** How the columns of `final` end: the aggregates of a period, or summed from the first bucket on. */
type Suffix = Period | 'running';

/** SQL of a metric over the aggregates of the row `c`. */
export function figure(parts: QueryParts, key: string, suffix?: Suffix): SqlFragment {
  const end = suffix ? `_${suffix}` : '';
  const period = suffix === 'previous' ? suffix : 'current';
  return sql`(${formulaSql(metricOf(parts.dataset, key).is, {
    columnOf: (name) => trustedSql(`c.${name}${end}`),
    totalOf: (name) => trustedSql(`t.${name}_${period}`),
    windowOf: (windowed) => trustedSql(`c.${windowColumn(parts, windowed)}_${period}`),
  })})`;
}

/** The same of all rows: they have no buckets. */
export function figureOfTotal({ dataset }: QueryParts, key: string, period: Period): SqlFragment {
  return sql`(${formulaSql(metricOf(dataset, key).is, {
    columnOf: (name) => trustedSql(`t.${name}_${period}`),
    totalOf: (name) => trustedSql(`t.${name}_${period}`),
  })})`;
}

/** The column of what is compared with other rows, which the rows of the answer have for each period. */
export function windowColumn({ windowed }: QueryParts, each: Windowed): string {
  return `window${windowed.indexOf(each)}`;
}

/** Whether rows are compared with what they are all together. */
export function needsTotal({ dataset, query }: QueryParts): boolean {
  const isRelative = query.having?.some(({ relativeTo }) => relativeTo === 'TOTAL') ?? false;
  return isRelative || usedIn(query).some((key) => usesTotal(metricOf(dataset, key).is));
}

/** The conditions of `having` over the row `c`. */
export function having(parts: QueryParts, suffix?: Suffix): SqlFragment[] {
  return (parts.query.having ?? []).flatMap((predicate) => {
    const value = figure(parts, predicate.metric, suffix);
    const unit = unitOf(parts, predicate);
    return COMPARISONS.flatMap(([name, operator]) => {
      const given = predicate[name];
      if (given === undefined) return [];
      const bound = sql`${given}::double precision`;
      return [sql`${value} ${trustedSql(operator)} ${unit ? operationSql('multiply', bound, unit) : bound}`];
    });
  });
}

/** What a bound is multiplied by. */
function unitOf(parts: QueryParts, { metric, relativeTo }: MetricPredicate<string>): SqlFragment | undefined {
  if (relativeTo === 'TOTAL') {
    return sql`(select ${figureOfTotal(parts, metric, 'current')}::double precision from total t)`;
  }
  if (relativeTo !== 'AVERAGE') return undefined;
  const value = averagedSql(metricOf(parts.dataset, metric).is, figure(parts, metric, 'current'));
  return sql`(select avg(${value})::double precision from ${trustedSql(finalTable(parts))} c where ${allOf(isShown(parts))})`;
}

/** Without `fill`, a bucket or a group has something of what its numbers are made of: a rate of 0 is shown, a count of nothing is not. */
export function isShown({ dataset, query, dimensions, periods, metrics, aggregates }: QueryParts): SqlFragment[] {
  if (query.fill !== false || (!query.grain && dimensions.length === 0)) return [];
  const isThere = (name: string, suffix: string) => {
    const aggregate = aggregates.get(name);
    return trustedSql(`c.${name}_${suffix} ${aggregate && isNullable(aggregate) ? 'is not null' : '<> 0'}`);
  };
  const shown = new Set(metrics.flatMap(({ metric }) => aggregatesOf(metric.is)));
  const running = new Set((query.cumulative ?? []).flatMap((key) => aggregatesOf(metricOf(dataset, key).is)));
  return [
    anyOf([
      ...periods.flatMap((period) => [...shown].map((name) => isThere(name, period))),
      ...[...running].map((name) => isThere(name, 'running')),
    ]),
  ];
}

/** The table with the rows of the answer. */
export function finalTable({ query, windowed }: QueryParts): string {
  return query.cumulative?.length || windowed.length > 0 ? 'running' : 'pivot';
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
