import { joinSql, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { emptySql, isNullable, isWhole, partsSql } from './aggregates.ts';
import { aggregatesOf, averagedSql, formulaSql, type Windowed } from './formula.ts';
import { addsUp, windowColumn } from './metric-sql.ts';
import { factsBy, factsIn } from './passes.ts';
import { metricOf, type Period, type QueryParts, wholeOf } from './query-parts.ts';
import { leaderTables, leavesRest, topTables } from './top-groups.ts';

/** Cells that a filled series may have: slots times combinations of dimensions. */
export const MAX_FILLED_CELLS = 200_000;

/**
 * The CTEs of a query. `final` has a row for each slot of the series (`ordinal`) and combination of
 * dimensions, with `rest` where there is a `top`, and each aggregate as `<name>_current`, `_previous` and `_running`;
 * `total` has one row of the same aggregates.
 * @param withTotal whether `total` is needed
 */
export function cellTables(parts: QueryParts, withTotal: boolean): SqlFragment {
  if (leavesRest(parts)) return joinSql(leaderTables(parts), ', ');
  return joinSql(
    [
      ...partTables(parts, withTotal),
      ...(withTotal ? totalTables(parts) : []),
      ...topTables(parts),
      ...keyTable(parts),
      sql`cell as (${cells(parts)})`,
      sql`pivot as (${pivot(parts, 'cell', partKeys(parts, true))})`,
      ...runningTable(parts),
    ],
    ', ',
  );
}

/** The columns that identify a row beside its bucket. */
function keyColumns({ query, dimensions }: QueryParts): string[] {
  return [...(query.top ? ['rest'] : []), ...dimensions.map(({ column }) => column)];
}

/** The columns that identify a row beside its period. @param isFolded whether those that a top leaves out are the rest */
function partKeys(parts: QueryParts, isFolded = false): string[] {
  const keys = isFolded ? keyColumns(parts) : parts.dimensions.map(({ column }) => column);
  return [...(parts.query.grain ? ['ordinal'] : []), ...keys];
}

/** `part` has the aggregates by period, slot and dimensions; `counted` those that have to see each value, with their totals. */
function partTables(parts: QueryParts, withTotal: boolean): SqlFragment[] {
  const grouping = { bucket: true, keys: true };
  if (!(withTotal && countsTotals(parts))) return [sql`part as (${factsBy(parts, grouping)})`];
  const names = ['period', ...partKeys(parts), ...parts.aggregates.keys()].join(', ');
  const whole = parts.passes.filter((pass) => pass.isWhole);
  const others = parts.passes.filter((pass) => !pass.isWhole);
  const counted = whole.flatMap((pass) => factsIn(parts, pass, { ...grouping, totals: true }));
  const summed = others.flatMap((pass) => factsIn(parts, pass, grouping));
  return [
    sql`counted as materialized (${joinSql(counted, ' union all ')})`,
    sql`part as (${joinSql([...summed, trustedSql(`select ${names} from counted where not is_total`)], ' union all ')})`,
  ];
}

/**
 * Whether the totals are found together with the parts: where they do not follow from them, unless only the first are shown, or things
 * count that were in an earlier part.
 */
function countsTotals(parts: QueryParts): boolean {
  if ([...parts.aggregates.values()].some(({ kind }) => kind === 'first')) return false;
  return !addsUp(parts) && !parts.query.top && partKeys(parts).length > 0;
}

function partTable({ query }: QueryParts): string {
  return query.top ? 'folded' : 'part';
}

/** The combinations of a filled series, one more than it may have: then it is refused. */
function keyTable(parts: QueryParts): SqlFragment[] {
  const columns = keyColumns(parts).join(', ');
  if (!isFilled(parts) || columns === '') return [];
  return [
    sql`key as materialized (select distinct ${trustedSql(columns)} from ${trustedSql(partTable(parts))} limit ${mostKeys(parts) + 1})`,
  ];
}

function isFilled({ query }: QueryParts): boolean {
  return query.grain !== undefined && query.fill !== false;
}

function mostKeys({ series }: QueryParts): number {
  return series ? Math.floor(MAX_FILLED_CELLS / series.slots.length) : MAX_FILLED_CELLS;
}

/** Whether a filled series has too many cells: the answer lacks some of them. */
export function overfilled(parts: QueryParts): SqlFragment {
  if (keyTable(parts).length === 0) return trustedSql('false');
  return sql`((select count(*) from key) > ${mostKeys(parts)})`;
}

/** The parts, with an empty cell for every slot of a filled series. */
function cells(parts: QueryParts): SqlFragment {
  const { aggregates, series } = parts;
  const columns = keyColumns(parts);
  const own = ['period', ...partKeys(parts, true), ...aggregates.keys()];
  const found = trustedSql(`select ${own.join(', ')} from ${partTable(parts)}`);
  if (!series || !isFilled(parts)) return found;
  const keys = columns.length > 0 ? sql` cross join key as k` : sql``;
  const none = [...columns.map((column) => trustedSql(`k.${column}`)), ...[...aggregates.values()].map(emptySql)];
  return sql`${found} union all select 'current', slot, ${joinSql(none, ', ')}
      from generate_series(1, ${series.slots.length}::int) as slot${keys}`;
}

/**
 * Puts both periods in one row. A cell has one value and possibly an empty one, so the greatest is the value; where
 * there are several passes, each has a value of its own aggregates and zero or null for the others'.
 */
function pivot({ aggregates, periods }: QueryParts, table: string, keys: readonly string[]): SqlFragment {
  const values = periods.flatMap((period) =>
    [...aggregates].map(([name, aggregate]) => {
      const value = `max(${name}) filter (where period = '${period}')`;
      const shown = isNullable(aggregate) ? value : `coalesce(${value}, 0)`;
      return `${shown} as ${name}_${period}`;
    }),
  );
  const grouping = keys.length > 0 ? ` group by ${keys.join(', ')}` : '';
  return trustedSql(`select ${[...keys, ...values].join(', ')} from ${table}${grouping}`);
}

/** The sums from the first bucket on, and what is compared with other rows. */
function runningTable(parts: QueryParts): SqlFragment[] {
  const { dataset, query, windowed, periods } = parts;
  const names = new Set((query.cumulative ?? []).flatMap((key) => aggregatesOf(metricOf(dataset, key).is)));
  if (names.size === 0 && windowed.length === 0) return [];
  const keys = keyColumns(parts);
  const partition = keys.length > 0 ? `partition by ${keys.join(', ')} ` : '';
  const sums = [...names].map((name) =>
    trustedSql(`(sum(${name}_current) over (${partition}order by ordinal))::bigint as ${name}_running`),
  );
  const compared = windowed.flatMap((each) =>
    periods.map((period) => {
      const column = trustedSql(`${windowColumn(parts, each)}_${period}`);
      return sql`${windowSql(parts, each, period)} as ${column}`;
    }),
  );
  return [sql`running as (select c.*, ${joinSql([...sums, ...compared], ', ')} from pivot c)`];
}

function windowSql(parts: QueryParts, { windowOf, kind, buckets }: Windowed, period: Period): SqlFragment {
  const value = formulaSql(windowOf, { columnOf: (name) => trustedSql(`c.${name}_${period}`) });
  if (kind === 'bucketShare') {
    // Not in a subquery, in which a window would have one row. What adds up is of whole numbers.
    return sql`${value}::double precision / nullif(sum(${value}) over (partition by c.ordinal), 0)::double precision`;
  }
  // A bucket that only the other range has is no bucket of this one.
  const keys = keyColumns(parts).map((key) => trustedSql(`c.${key}`));
  const own = sql`partition by ${joinSql([...keys, isSlotOf(parts, period)], ', ')} order by c.ordinal`;
  if (kind === 'earlier') return sql`lag(${value}, ${buckets}::int) over (${own})`;
  return sql`avg(${averagedSql(windowOf, value)}) over (${own} rows between ${buckets - 1} preceding and current row)`;
}

function isSlotOf({ series }: QueryParts, period: Period): SqlFragment {
  const ordinals = series?.[period].ordinals;
  return ordinals ? sql`(c.ordinal = any(${ordinals}::int[]))` : trustedSql('true');
}

/** The aggregates of all rows of each period, whatever is shown of them. */
function totalTables(parts: QueryParts): SqlFragment[] {
  if (!(addsUp(parts) || countsTotals(parts) || partKeys(parts).length === 0)) {
    return [sql`whole as (${factsBy(wholeOf(parts), {})})`, sql`total as (${pivot(parts, 'whole', [])})`];
  }
  const counted = countsTotals(parts);
  const values = parts.periods.flatMap((period) =>
    [...parts.aggregates].map(([name, aggregate]) => {
      const sum = partsSql(aggregate, trustedSql(name), sql`period = '${trustedSql(period)}'`);
      const column = trustedSql(`${name}_${period}`);
      if (!isWhole(aggregate)) return sql`${sum} as ${column}`;
      const all = counted ? sql`(select ${sum} from counted where is_total)` : sum;
      return sql`${isNullable(aggregate) ? all : sql`coalesce(${all}, 0)`} as ${column}`;
    }),
  );
  // Without an aggregate of its own, the select would have a row for each part.
  const from = counted && [...parts.aggregates.values()].every(isWhole) ? sql`` : sql` from part`;
  return [sql`total as (select ${joinSql(values, ', ')}${from})`];
}
