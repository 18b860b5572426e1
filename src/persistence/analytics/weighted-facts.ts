import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Aggregate, isMerged, partsSql, rowsSql, valuesOf } from './aggregates.ts';
import { aggregatesFrom, areCountedApart, type Grouping, keysOf, rowsIn, selected } from './pass-rows.ts';
import type { Period, QueryParts } from './query-parts.ts';
import type { Pass } from './sources.ts';

/**
 * Percentiles of a number that many rows share: PostgreSQL's workers count how often each value is there, and the values are sorted instead of the
 * rows. What else the pass is read for is added up beside the counts.
 */
export function weightedFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { source } = pass;
  const keys = keysOf(parts, source, period, grouping);
  const names = keys.map(({ column }) => column);
  const [value = sql`null`] = valuesOf(pass.aggregates.values());
  const merged = [...pass.aggregates].flatMap(([name, each]) =>
    isMerged(each) ? [sql`${rowsSql(each)} as ${trustedSql(name)}`] : [],
  );
  const counts = [sql`(${value})::double precision as v`, sql`count(*) as n`, ...merged];
  const columns = joinSql([...keys.map(selected), ...counts], ', ');
  const counted = areCountedApart(parts, pass) ? [sql`${value} is not null`] : [];
  const by = [...names, 'v'].map((_, at) => at + 1).join(', ');
  const places = [...placesIn(names, ''), ...(grouping.totals ? placesIn([], '_of_all') : [])];
  const isTotal = `grouping(${names[0]}) = 1`;
  const aggregates = aggregatesFrom(parts, pass, (aggregate, name) => {
    if (aggregate.kind !== 'percentile') return partsSql(aggregate, trustedSql(name));
    const inGroup = percentileSql(aggregate, '');
    return trustedSql(
      grouping.totals
        ? `case when ${isTotal} then ${percentileSql(aggregate, '_of_all')} else ${inGroup} end`
        : inGroup,
    );
  });
  const totals = grouping.totals ? [trustedSql(`${isTotal} as is_total`)] : [];
  const sets = grouping.totals ? `grouping sets ((${names.join(', ')}), ())` : names.join(', ');
  return sql`select '${trustedSql(period)}' as period, ${joinSql([...names.map(trustedSql), ...totals, ...aggregates], ', ')}
      from (select w.*, ${trustedSql(places.join(', '))} from (select ${columns}
      from ${rowsIn(parts, source, period, grouping, columns, counted)} group by ${trustedSql(by)}) as w) as f${trustedSql(names.length > 0 ? ` group by ${sets}` : '')}`;
}

/** Of each value, how many values there are up to it, and the place of the last one, from zero. A row without a value comes last and is none. */
function placesIn(names: readonly string[], suffix: string): string[] {
  const group = names.length > 0 ? `partition by ${names.join(', ')}` : '';
  const values = 'sum(n) filter (where v is not null)';
  return [
    `${values} over (${group} order by v) as upto${suffix}`,
    `(${values} over (${group}))::double precision - 1 as last${suffix}`,
  ];
}

/** As `percentile_cont` defines it: at a fraction of the last place, between two values if it must. */
function percentileSql({ fraction, divisor }: Extract<Aggregate, { kind: 'percentile' }>, suffix: string): string {
  const valueAt = (round: string) => `min(v) filter (where upto${suffix} > ${round}(${fraction} * last${suffix}))`;
  const place = `${fraction} * max(last${suffix})`;
  return `(${valueAt('floor')} + (${place} - floor(${place})) * (${valueAt('ceil')} - ${valueAt('floor')})) / ${divisor}`;
}
