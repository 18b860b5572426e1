import type { Pool } from 'pg';
import { Source, type SqlFragment, sql, trustedSql } from '../sql/sql.ts';
import { sum } from './aggregates.ts';
import { EDGE_DAYS, EDGE_HOURS } from './asked.ts';
import type { Rollup } from './dataset.ts';
import type { AnalyticsQuery } from './query.ts';
import type { Series } from './series.ts';

/** The parts by which the sales of an hour, and in `<part>_DAY` those of a day of UTC, are kept: all of them, and those with the same value of a column. */
const PARTS = { ALL: `''`, CHANNEL: 'sales_channel', PAYMENT_STATUS: 'payment_status', MODEL: 'model' } as const;
type Part = keyof typeof PARTS;

/** The dimension that the values of a part are. */
const DIMENSIONS: Readonly<Record<Part, string | undefined>> = {
  ALL: undefined,
  CHANNEL: 'SALES_CHANNEL',
  PAYMENT_STATUS: 'PAYMENT_STATUS',
  MODEL: 'DEVICE_MODEL',
};

/** The figures of an hour have the names of the aggregates of the sales. */
const FIGURES = ['orders', 'cancelled', 'gross', 'discount', 'refunded'] as const;
const figures = FIGURES.join(', ');

/**
 * The sales by the hour and by the day of UTC (migrations 2026-11-22h and 2026-11-25d, ADR 24): the same figures, exact in every
 * snapshot, for what begins and ends with an hour. Whole ranges are read by the day, and by the hour on the days in which one begins or ends.
 */
export const saleRollups: readonly Rollup[] = [daysOf, hoursOf].flatMap((rowsOf) =>
  (Object.keys(PARTS) as Part[]).map((part) => rollupOf(part, rowsOf(part))),
);

interface Rows {
  readonly rows: SqlFragment;
  readonly answers: NonNullable<Rollup['answers']>;
}

function rollupOf(part: Part, { rows, answers }: Rows): Rollup {
  const dimension = DIMENSIONS[part];
  const changes = trustedSql(`select hour, currency, ${PARTS[part]}, ${figures} from sale_hour_change`);
  const kept = new Source(sql`(${rows} union all ${changes})`, 'v');
  const currency = sql`${kept}.currency`;
  return {
    table: kept,
    answers,
    time: sql`${kept}.hour`,
    currency,
    rows: sum(sql`${kept}.orders + ${kept}.cancelled`),
    aggregates: Object.fromEntries(FIGURES.map((figure) => [figure, sum(sql`${kept}.${trustedSql(figure)}`)])),
    dimensions: { CURRENCY: { sql: currency }, ...(dimension ? { [dimension]: { sql: sql`${kept}.value` } } : {}) },
    fields: {},
  };
}

function daysOf(part: Part): Rows {
  return {
    rows: sql`${keptAs(`${part}_DAY`)} and hour <> all (${EDGE_DAYS})
      union all ${keptAs(part)} and hour = any (${EDGE_HOURS})`,
    answers: (query, series) => !query.grain && isMadeOfHours(query, series),
  };
}

function hoursOf(part: Part): Rows {
  return { rows: keptAs(part), answers: isMadeOfHours };
}

function keptAs(part: string): SqlFragment {
  return trustedSql(`select hour, currency, value, ${figures} from sale_hour where part = '${part}'`);
}

/** Whether the ranges and buckets of a query begin and end with an hour of UTC. */
function isMadeOfHours({ range, compareTo }: AnalyticsQuery, series: Series | undefined): boolean {
  const edges = [range, compareTo].flatMap((each) => (each ? [each.from, each.to] : []));
  const sides = series ? [series.current, series.previous] : [];
  return edges.every((edge) => edge.getTime() % HOUR_MS === 0) && sides.every((side) => side.isMadeOfHours);
}

const HOUR_MS = 3_600_000;

const summed = FIGURES.map((figure) => `sum(${figure})`).join(', ');
const parts = Object.entries(PARTS).flatMap(([part, value]) => [
  `select '${part}', hour, currency, ${value}, ${summed} from gone group by 2, 3, 4`,
  `select '${part}_DAY', date_trunc('day', hour, 'UTC'), currency, ${value}, ${summed} from gone group by 2, 3, 4`,
]);

/** In one statement: what it takes out of the changes it adds to the hours and days, and every snapshot sees either. */
const FOLD = `
  with gone as materialized (delete from sale_hour_change returning *)
  insert into sale_hour as h (part, hour, currency, value, ${figures})
  ${parts.join(' union all ')}
  order by 1, 2, 3, 4
  on conflict (part, hour, currency, value) do update set
    ${FIGURES.map((figure) => `${figure} = h.${figure} + excluded.${figure}`).join(', ')}`;

/** Folds the changes of sales into their hours and days. Two at once do not count anything twice: each change is deleted once. */
export async function foldSaleHours(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(FOLD);
}
