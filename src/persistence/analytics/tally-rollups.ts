import { type Source, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { type Tallied, tallySource } from '../tallies.ts';
import { type Aggregate, sum } from './aggregates.ts';
import type { Rollup } from './dataset.ts';

/**
 * Current records as triggers count them: a few rows, however many records there are.
 * @param aggregatesOf of the rows of the tally, whose column `count` says how many records each stands for
 * @param dimensions the words of the tally that they have
 */
export function tallyRollup(
  subject: Tallied,
  aggregatesOf: (tally: Source, count: SqlFragment) => Readonly<Record<string, Aggregate>>,
  dimensions: Readonly<Record<string, string>>,
): Rollup {
  const tally = tallySource(subject);
  const count = sql`${tally}.count`;
  const word = (column: string) => sql`nullif(${tally}.${trustedSql(column)}, '')`;
  const { CURRENCY: currency } = dimensions;
  return {
    table: tally,
    ...(currency ? { currency: word(currency) } : {}),
    rows: sum(count),
    aggregates: aggregatesOf(tally, count),
    dimensions: Object.fromEntries(Object.entries(dimensions).map(([name, column]) => [name, { sql: word(column) }])),
    fields: {},
  };
}
