import { anyOf, joinSql, type SqlFragment, sql, toQuery, trustedSql } from '../sql/sql.ts';
import {
  type Aggregate,
  areWeighted,
  countedValue,
  emptySql,
  isMerged,
  isWhole,
  lookUpRows,
  ofColumns,
  rowsSql,
  valuesOf,
  valuesSql,
} from './aggregates.ts';
import type { FactSource } from './dataset.ts';
import { hourOf, isEarlier, slotOf } from './fact-times.ts';
import {
  aggregatesFrom,
  areCountedApart,
  type Grouping,
  groupBy,
  type Key,
  keysOf,
  rowsIn,
  selected,
} from './pass-rows.ts';
import type { Period, QueryParts } from './query-parts.ts';
import type { Pass } from './sources.ts';
import { weightedFacts } from './weighted-facts.ts';

/** The aggregates of each pass over the rows of each period, by period, bucket and dimensions. */
export function factsBy(parts: QueryParts, grouping: Grouping): SqlFragment {
  return joinSql(
    parts.passes.flatMap((pass) => factsIn(parts, pass, grouping)),
    ' union all ',
  );
}

export function factsIn(parts: QueryParts, pass: Pass, grouping: Grouping): SqlFragment[] {
  const factsOf = factsOfPass(pass);
  return (grouping.period ? [grouping.period] : parts.periods).map((period) => factsOf(parts, pass, period, grouping));
}

function factsOfPass(pass: Pass) {
  if (!pass.isWhole) return summedFacts;
  if (isOnlyDistinct(pass)) return distinctFacts;
  return areWeighted([...pass.aggregates.values()]) ? weightedFacts : columnFacts;
}

function summedFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { source } = pass;
  if (lookUpRows(pass.aggregates) || grouping.isOrdered) return columnFacts(parts, pass, period, grouping);
  const { keys, inSlots } = hourlyKeys(parts, source, period, grouping);
  const aggregates = aggregatesFrom(parts, pass, (aggregate) =>
    isWhole(aggregate) ? emptySql(aggregate) : rowsSql(aggregate, isNew(parts, source, aggregate, period, grouping)),
  );
  const columns = joinSql([...keys.map(selected), ...aggregates], ', ');
  const having = source.rows && keys.length > 0 ? sql` having ${rowsSql(source.rows)} <> 0` : sql``;
  const facts = sql`select '${trustedSql(period)}' as period, ${columns}
      from ${rowsIn(parts, source, period, grouping, columns)}${groupBy(keys)}${having}`;
  return inSlots(facts);
}

/** Of a count of different things: the condition of those that were not in an earlier row of the same group. */
function isNew(
  parts: QueryParts,
  source: FactSource,
  aggregate: Aggregate,
  period: Period,
  { bucket, keys }: Grouping,
): SqlFragment | undefined {
  if (aggregate.kind !== 'first') return undefined;
  const { previous, previousWithin } = aggregate;
  const [before = previous] = keys ? parts.dimensions.flatMap(({ key }) => previousWithin[key] ?? []) : [];
  return anyOf([sql`${before} is null`, ...isEarlier(parts, source, period, before, bucket === true)]);
}

/**
 * Values and look-ups first, aggregates around them (`ofColumns`): `offset 0` keeps PostgreSQL from merging the two, so that its workers compute the
 * values and the one process that sorts them gets nothing else. With totals, the same sorted values are aggregated once more:
 * one row more, with `is_total`. Rows in the order of their groups (`isOrdered`) come from the workers as they are: the sums of a part of each of a
 * million groups would be larger, and dearer to send, than its rows.
 */
function columnFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { source } = pass;
  const plain = { keys: keysOf(parts, source, period, grouping), inSlots: (facts: SqlFragment) => facts };
  const { keys, inSlots } = pass.isWhole ? plain : hourlyKeys(parts, source, period, grouping);
  const read = new Map<string, Key>();
  const columnOf = (value: SqlFragment) => {
    // By its text: each filter has tables of its own, also where two measures have the same one.
    const text = JSON.stringify(toQuery(value));
    const found = read.get(text) ?? { column: `v${read.size}`, value };
    read.set(text, found);
    return trustedSql(found.column);
  };
  const aggregates = aggregatesFrom(parts, pass, (aggregate) => {
    if (isWhole(aggregate)) return valuesSql(aggregate, columnOf(countedValue(aggregate)));
    return isMerged(aggregate) ? rowsSql(ofColumns(aggregate, columnOf)) : emptySql(aggregate);
  });
  const columns = joinSql([...keys, ...read.values()].map(selected), ', ');
  const names = keys.map(({ column }) => column);
  // Rows without a value make no group: where another pass has all of them, they are left out.
  const isOther = areCountedApart(parts, pass);
  const values = [...read.values()].map(({ column }) => trustedSql(`${column} is not null`));
  const counted = isOther ? sql` where ${anyOf(values)}` : sql``;
  const isTotal = grouping.totals ? [trustedSql(`grouping(${names[0]}) = 1 as is_total`)] : [];
  const by = grouping.totals ? trustedSql(` group by grouping sets ((${names.join(', ')}), ())`) : groupBy(keys);
  const last = grouping.isOrdered ? trustedSql(`order by ${names.join(', ')}`) : trustedSql('offset 0');
  return inSlots(sql`select '${trustedSql(period)}' as period, ${joinSql([...names.map(trustedSql), ...isTotal, ...aggregates], ', ')}
      from (select ${columns}
      from ${rowsIn(parts, source, period, grouping, columns)} ${last}) as f${counted}${by}`);
}

/** Whether all that a pass is read for is how many different values there are of one thing. */
function isOnlyDistinct({ aggregates }: Pass): boolean {
  return (
    [...aggregates.values()].every(({ kind }) => kind === 'distinct') && valuesOf(aggregates.values()).length === 1
  );
}

/**
 * The rows in the order of their values: a value counts in the first of its rows in each group, and for the total in the
 * first of all. PostgreSQL sorts them in its workers, once; `count(distinct)` sorts them in one process, once for each grouping.
 */
function distinctFacts(parts: QueryParts, pass: Pass, period: Period, grouping: Grouping): SqlFragment {
  const { source } = pass;
  const { keys, inSlots } = hourlyKeys(parts, source, period, grouping);
  const names = keys.map(({ column }) => column);
  const [distinct] = pass.aggregates.values();
  // A row that is not counted makes a group where groups are shown that count nothing.
  const isOther = parts.passes.some((each) => each.source === source && !each.isWhole);
  const isLeftOut = isOther || !grouping.keys || parts.dimensions.length === 0;
  if (distinct?.kind !== 'distinct') throw new Error('The pass has no count of different values.');
  const value = isLeftOut ? distinct.of : countedValue(distinct);
  const counted = isLeftOut ? [sql`${distinct.of} is not null`, ...distinct.where] : [];
  const columns = joinSql([...keys.map(selected), sql`${value} as v`], ', ');
  const values = sql`select ${columns}
      from ${rowsIn(parts, source, period, grouping, columns, counted)}`;
  const places = [
    `row_number() over (partition by ${['v', ...names].join(', ')}) as nth`,
    ...(grouping.totals ? ['row_number() over (partition by v) as nth_of_all'] : []),
  ];
  const isTotal = `grouping(${names[0]}) = 1`;
  const inGroup = 'count(v) filter (where nth = 1)';
  const count = grouping.totals
    ? `case when ${isTotal} then count(v) filter (where nth_of_all = 1) else ${inGroup} end`
    : inGroup;
  const aggregates = aggregatesFrom(parts, pass, () => trustedSql(count));
  const by = grouping.totals ? `grouping sets ((${names.join(', ')}), ())` : names.join(', ');
  const totals = grouping.totals ? [trustedSql(`${isTotal} as is_total`)] : [];
  const facts = sql`select '${trustedSql(period)}' as period, ${joinSql([...names.map(trustedSql), ...totals, ...aggregates], ', ')}
      from (select ${trustedSql([...names, 'v', ...places].join(', '))} from (${values}) as d) as f${trustedSql(names.length > 0 ? ` group by ${by}` : '')}`;
  return inSlots(facts, grouping.totals ? ['is_total'] : []);
}

interface HourlyKeys {
  readonly keys: readonly Key[];
  /** Gives each hour the number of its slot; leaves facts that are not by the hour as they are. @param more columns between the keys and the aggregates */
  inSlots(facts: SqlFragment, more?: readonly string[]): SqlFragment;
}

/** What rows are grouped by: thousands of buckets are looked up for each hour, and not for each row. */
function hourlyKeys(parts: QueryParts, source: FactSource, period: Period, grouping: Grouping): HourlyKeys {
  const keys = keysOf(parts, source, period, grouping);
  const hour = grouping.bucket ? hourOf(parts, source, period) : undefined;
  const slot = hour && slotOf(parts, source, period, trustedSql('h.ordinal'));
  if (!slot) return { keys, inSlots: (facts) => facts };
  const others = keys.slice(1);
  return {
    keys: [{ column: 'ordinal', value: hour }, ...others],
    inSlots(facts, more = []) {
      const columns = [...others.map(({ column }) => column), ...more, ...parts.aggregates.keys()].join(', ');
      return sql`select period, ${slot} as ordinal, ${trustedSql(columns)} from (${facts}) h`;
    },
  };
}
