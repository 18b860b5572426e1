import type { AdminRole } from '../../src/model/enums.ts';

/** SQL written by hand for the example questions, and its parts: `$1` is the time zone, `$2` the present time. */

/** A question of the folder: who asks it, and SQL written by hand for `$1`, the time zone, and `$2`, the present time. */
export interface Example {
  readonly as: AdminRole;
  /** Rows of the bucket, the dimensions and the metrics, empty buckets left out, sorted as texts. */
  readonly sql: string;
  /** What the rows show beside; null where nothing else is asked for. */
  readonly beside?: 'cumulative' | 'previous';
}

/** The day of the present time, in the time zone. */
export const today = `($2::timestamptz at time zone $1)::date`;
/** The last days up to the present one, in the time zone. */
export const lastDays = (time: string, days: number) =>
  `(${time} at time zone $1)::date between ${today} - ${days - 1} and ${today}`;
/** The twelve months up to the present day, in the time zone. */
export const lastYear = (time: string) =>
  `(${time} at time zone $1)::date between date_trunc('month', ${today})::date - interval '11 months' and ${today}`;
/** The month of a time, as rows name it. */
export const month = (time: string) => `to_char(${time} at time zone $1, 'YYYY-MM')`;
/** The start of a day of the fleet, in the time zone. */
export const OF_FLEET = '(f.day::timestamp at time zone $1)';
/** The week of a time, as rows name it. */
export const week = (time: string) => `to_char(${time} at time zone $1, 'IYYY-"W"IW')`;
/** The sales that count, with device and customer. */
export const SOLD = `from sale s join device d on d.id = s.device_id join customer c on c.id = s.customer_id
  where s.status <> 'CANCELLED'`;
/** Money is in the default currency; what is counted beside it, in every currency. */
export const IN_UZS = `filter (where s.currency = 'UZS')`;
/** The prices after discounts. */
export const REVENUE = `coalesce(sum(s.unit_price - s.discount) ${IN_UZS}, 0)::float8`;
export const REFUNDED = `coalesce(sum(s.refunded_total) ${IN_UZS}, 0)::float8`;
export const MEDIAN = 'percentile_cont(0.5) within group';
export const MINUTES = `extract(epoch from i.finished_at - i.started_at) / 60`;
