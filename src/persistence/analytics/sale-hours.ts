import type { Pool } from 'pg';
import { type Dimension, defineDataset } from './dataset.ts';
import type { TimeRange } from './query.ts';
import { salesDataset } from './sales-dataset.ts';

/** The parts by which the sales of an hour, and in `<part>_DAY` those of a day of UTC, are kept: all of them, and those with the same value of a column. */
const PARTS = { ALL: `''`, CHANNEL: 'sales_channel', PAYMENT_STATUS: 'payment_status', MODEL: 'model' } as const;
type Part = keyof typeof PARTS;

const VALUE: Dimension = { sql: 'v.value' };

/** The figures of an hour have the names of the aggregates of `salesDataset`. */
const FIGURES = ['orders', 'cancelled', 'gross', 'discount', 'refunded'] as const;

type SalesMetric = keyof typeof salesDataset.metrics;

/** Whether a metric follows from the figures of hours alone; the number of different customers, for example, does not. */
export function isOfHourFigures(metric: SalesMetric): boolean {
  const figures: readonly string[] = FIGURES;
  return salesDataset.metrics[metric].of.every((aggregate) => figures.includes(aggregate));
}

const figures = FIGURES.join(', ');
const common = {
  time: 'v.hour',
  currency: 'v.currency',
  aggregates: Object.fromEntries(FIGURES.map((figure) => [figure, `coalesce(sum(v.${figure}), 0)::bigint`])),
  metrics: salesDataset.metrics,
  fields: {},
};
const CURRENCY: Dimension = { sql: 'v.currency' };

/**
 * `salesDataset` by the hour (migration 2026-11-22h, ADR 24): the same figures, exact in every snapshot, for ranges that
 * `isOfHours` and metrics that `isOfHourFigures`.
 */
export const saleHours = defineDataset({
  ...common,
  from: `(select hour, currency, ${figures} from sale_hour where part = 'ALL'
      union all select hour, currency, ${figures} from sale_hour_change) v`,
  dimensions: { CURRENCY },
});

/** The same for figures of whole ranges, without a grain: by the day of UTC, and by the hour on the days in which a range begins or ends. */
export const saleDays = daysOf('ALL', {});
export const saleDaysByChannel = daysOf('CHANNEL', { SALES_CHANNEL: VALUE });
export const saleDaysByPaymentStatus = daysOf('PAYMENT_STATUS', { PAYMENT_STATUS: VALUE });
export const saleDaysByModel = daysOf('MODEL', { DEVICE_MODEL: VALUE });

function daysOf<Name extends string>(part: Part, dimension: Readonly<Record<Name, Dimension>>) {
  return defineDataset({
    ...common,
    from: `(select hour, currency, value, ${figures} from sale_hour where part = '${part}_DAY' and hour <> all ({edgeDays})
      union all select hour, currency, value, ${figures} from sale_hour where part = '${part}' and hour = any ({edgeHours})
      union all select hour, currency, ${PARTS[part]}, ${figures} from sale_hour_change) v`,
    dimensions: { CURRENCY, ...dimension },
  });
}

const HOUR_MS = 3_600_000;
/** No time zone is off the whole hour for a shorter time of a year. */
const STEP_MS = 30 * 24 * HOUR_MS;

/** Whether a range and the days of a time zone in it begin and end with an hour of UTC. */
export function isOfHours({ from, to }: TimeRange, timeZone: string): boolean {
  if (from.getTime() % HOUR_MS !== 0 || to.getTime() % HOUR_MS !== 0) return false;
  const minute = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
  for (let at = from.getTime(); at < to.getTime() + STEP_MS; at += STEP_MS) {
    if (minute.format(Math.min(at, to.getTime())) !== '0') return false;
  }
  return true;
}

const summed = FIGURES.map((figure) => `sum(${figure})`).join(', ');
const parts = Object.entries(PARTS).flatMap(([part, value]) => [
  `select '${part}', hour, currency, ${value}, ${summed} from gone group by 2, 3, 4`,
  `select '${part}_DAY', date_trunc('day', hour, 'UTC'), currency, ${value}, ${summed} from gone group by 2, 3, 4`,
]);

/** In one statement: what it takes out of the changes it adds to the hours and days, and every snapshot sees either. */
const FOLD = `
  with gone as materialized (delete from sale_hour_change returning *)
  insert into sale_hour as h (part, hour, currency, value, ${FIGURES.join(', ')})
  ${parts.join(' union all ')}
  order by 1, 2, 3, 4
  on conflict (part, hour, currency, value) do update set
    ${FIGURES.map((figure) => `${figure} = h.${figure} + excluded.${figure}`).join(', ')}`;

/** Folds the changes of sales into their hours and days. Two at once do not count anything twice: each change is deleted once. */
export async function foldSaleHours(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query(FOLD);
}
