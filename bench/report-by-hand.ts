import type pg from 'pg';

/** From the first moment up to and without the second; ISO 8601. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What a report is of. */
export interface ReportRange extends Period {
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
}

const FIGURES = `
  count(*) AS orders, count(*) AS units, coalesce(sum(unit_price), 0)::bigint AS "grossRevenue",
  coalesce(sum(discount), 0)::bigint AS discount, coalesce(sum(total), 0)::bigint AS revenue,
  coalesce(sum(refunded_total), 0)::bigint AS refunded,
  coalesce(sum(total - refunded_total), 0)::bigint AS "netRevenue"`;

const SOLD = `sold_at >= $1 AND sold_at < $2 AND currency = $3`;
const COUNTS = `${SOLD} AND status <> 'CANCELLED'`;

const TOTALS = `
  SELECT figures.*, cancelled.*, round(revenue::numeric / nullif(orders, 0))::bigint AS "averageOrderValue",
         refunded::double precision / nullif(revenue, 0) AS "refundRate"
    FROM (SELECT ${FIGURES}, count(DISTINCT customer_id) AS customers FROM sale WHERE ${COUNTS}) figures,
         (SELECT count(*) AS "cancelledOrders" FROM sale WHERE ${SOLD} AND status = 'CANCELLED') cancelled`;

const BY_DAY = `
  SELECT to_char(day, 'YYYY-MM-DD') AS date, day AT TIME ZONE $4 AS start,
         coalesce(orders, 0) AS orders, coalesce(units, 0) AS units, coalesce("grossRevenue", 0) AS "grossRevenue",
         coalesce(discount, 0) AS discount, coalesce(revenue, 0) AS revenue, coalesce(refunded, 0) AS refunded,
         coalesce("netRevenue", 0) AS "netRevenue"
    FROM generate_series($1::timestamptz AT TIME ZONE $4, $2::timestamptz AT TIME ZONE $4 - interval '1 day',
                         interval '1 day') AS day
    LEFT JOIN (SELECT date_trunc('day', sold_at AT TIME ZONE $4) AS day, ${FIGURES}
                 FROM sale WHERE ${COUNTS} GROUP BY 1) sold USING (day)
   ORDER BY day`;

const BY_CHANNEL = `
  SELECT sales_channel AS channel, ${FIGURES} FROM sale WHERE ${COUNTS}
   GROUP BY sales_channel ORDER BY revenue DESC, sales_channel`;

const BY_PAYMENT = `
  SELECT payment_status AS "paymentStatus", ${FIGURES} FROM sale WHERE ${COUNTS}
   GROUP BY payment_status ORDER BY revenue DESC, payment_status`;

const BY_MODEL = `
  SELECT d.model, ${FIGURES} FROM sale JOIN device d ON d.id = sale.device_id WHERE ${COUNTS.replace(
    'AND status',
    'AND sale.status',
  )}
   GROUP BY d.model ORDER BY revenue DESC, d.model LIMIT 100`;

/** The parts of the sales report by day in handwritten SQL: one statement per part, over one connection. */
export async function reportByHand(client: pg.Client, range: ReportRange, previous: Period) {
  const { currency, timezone } = range;
  const asked = [range.from, range.to, currency];
  const { rows: totals } = await client.query(TOTALS, asked);
  const { rows: before } = await client.query(TOTALS, [previous.from, previous.to, currency]);
  const { rows: series } = await client.query(BY_DAY, [...asked, timezone]);
  const { rows: byChannel } = await client.query(BY_CHANNEL, asked);
  const { rows: byPaymentStatus } = await client.query(BY_PAYMENT, asked);
  const { rows: byModel } = await client.query(BY_MODEL, asked);
  return { totals: totals[0], previous: { ...previous, ...before[0] }, series, byChannel, byPaymentStatus, byModel };
}
