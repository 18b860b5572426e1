import {
  type Example,
  IN_UZS,
  lastDays,
  lastYear,
  MEDIAN,
  month,
  OF_FLEET,
  REVENUE,
  SOLD,
  today,
} from './example-sql.ts';

const NUMBERED = `(select s.*, row_number() over own as n, lag(sold_at) over own as before, lead(sold_at) over own as after
  from sale s where s.status <> 'CANCELLED' window own as (partition by customer_id order by sold_at, id))`;
const weekday = (time: string) => `extract(isodow from ${time} at time zone $1)::text`;
const FAILED = `i.status in ('FAILED', 'ROLLED_BACK')`;
const HAS_FAILED = `exists (select from installation i where i.device_id = s.device_id and ${FAILED})`;

/** What analysts asked after the first examples were written. */
export const FURTHER_EXAMPLES: Readonly<Record<string, Example>> = {
  '46-retention-by-batch': {
    as: 'ADMIN',
    sql: `select code, active, devices, active::float8 / devices from (select b.code, count(*) as devices,
      count(*) filter (where p.last_seen_at >= $2::timestamptz - (select active_threshold_days from business_settings) * interval '1 day') as active
      from device d join inventory_batch b on b.id = d.batch_id left join device_presence p on p.device_id = d.id
      where d.activated_at is not null and $1 <> '' group by 1) each`,
  },
  '47-hours-from-claim-to-first-heartbeat': {
    as: 'VIEWER',
    sql: `select hardware_revision, ${MEDIAN} (order by hours), percentile_cont(0.9) within group (order by hours) from (
      select hardware_revision, extract(epoch from activated_at - claimed_at) / 3600 as hours from device) each group by 1`,
  },
  '48-refunds-of-sales-from-preorders': {
    as: 'SALES',
    sql: `select *, b::float8 / a, d::float8 / c from (select count(*) filter (where preorder_id is not null) as a,
      count(*) filter (where preorder_id is not null and refunded_total > 0) as b, count(*) filter (where preorder_id is null) as c,
      count(*) filter (where preorder_id is null and refunded_total > 0) as d from sale where status <> 'CANCELLED') each`,
  },
  '49-failures-by-weekday-and-hour': {
    as: 'FIRMWARE_MANAGER',
    sql: `select ${weekday('i.finished_at')}, extract(hour from i.finished_at at time zone $1)::text, count(*)
      from installation i where ${FAILED} group by 1, 2`,
  },
  '50-second-purchase-within-60-days-by-first-channel': {
    as: 'SALES',
    sql: `select sales_channel, count(*), count(*) filter (where soon), (count(*) filter (where soon))::float8 / count(*) from (
      select sales_channel, after - sold_at <= interval '60 days' as soon from ${NUMBERED} numbered where n = 1) each group by 1`,
  },
  '51-growth-by-city-against-last-year': {
    as: 'SALES',
    beside: 'previous',
    sql: `select city, sum(amount) filter (where sold between ${today} - 89 and ${today}), coalesce(sum(amount) filter (where
        sold between (${today} - 89 - interval '1 year')::date and (${today} - interval '1 year')::date), 0)
      from (select c.city, s.unit_price - s.discount as amount, (s.sold_at at time zone $1)::date as sold ${SOLD} and s.currency = 'UZS') each group by 1`,
  },
  '52-installations-by-days-since-rollout': {
    as: 'FIRMWARE_MANAGER',
    sql: `select r.version, floor(extract(epoch from i.created_at - r.rollout_started_at) / 86400)::text, count(*)
      from installation i join release r on r.id = i.release_id group by 1, 2`,
  },
  '53-share-of-revenue-from-loyal-customers': {
    as: 'SALES',
    sql: `select *, loyal_revenue / revenue from (select count(*), count(*) filter (where orders >= 17), sum(spent) as revenue,
      sum(spent) filter (where orders >= 17) as loyal_revenue
      from (select count(*) as orders, sum(total) as spent ${SOLD} and s.currency = 'UZS' group by s.customer_id) each) all_of_them`,
  },
  '54-discount-rate-by-admin': {
    as: 'ADMIN',
    sql: `select s.created_by::text, count(*) filter (where s.discount > 0), (avg(s.discount::numeric / s.unit_price) filter (where s.discount > 0))::float8,
      max(s.discount::numeric / s.unit_price)::float8 ${SOLD} group by 1`,
  },
  '55-hours-from-sale-to-cancellation': {
    as: 'VIEWER',
    sql: `select sales_channel, count(*), count(cancelled_at), ${MEDIAN} (order by extract(epoch from cancelled_at - sold_at)) / 3600,
      count(cancelled_at)::float8 / count(*) from sale group by 1`,
  },
  '56-customers-by-days-since-last-purchase': {
    as: 'SALES',
    sql: `select case when days is null then null when days < 2 then '-Infinity' when days < 4 then '2' when days < 30 then '4' when days < 365 then '30' else '365' end, count(*)
      from (select extract(epoch from $2::timestamptz - max(s.sold_at) filter (where s.status <> 'CANCELLED')) / 86400 as days
        from customer c left join sale s on s.customer_id = c.id where $1 <> '' group by c.id) each group by 1`,
  },
  '57-revenue-of-new-and-returning-customers': {
    as: 'SALES',
    sql: `select month, new, again, new + again, new::float8 / nullif(new + again, 0) from (select ${month('sold_at')} as month,
      coalesce(sum(total) filter (where n = 1), 0) as new, coalesce(sum(total) filter (where n > 1), 0) as again
      from ${NUMBERED} numbered where currency = 'UZS' and ${lastYear('sold_at')} group by 1) each`,
  },
  '58-funnel-of-preorders-by-source': {
    as: 'SALES',
    sql: `select *, contacted::float8 / made, sold::float8 / nullif(contacted, 0) from (select p.utm_source, count(*) as made, count(p.first_contacted_at) as contacted,
      count(*) filter (where exists (select from sale s where s.preorder_id = p.id and s.status <> 'CANCELLED')) as sold
      from preorder p where p.deleted_at is null group by 1) each`,
  },
  '59-contacted-within-four-hours-by-weekday': {
    as: 'SALES',
    sql: `select weekday, made, quick, quick::float8 / made from (select ${weekday('p.created_at')} as weekday, count(*) as made,
      count(*) filter (where p.first_contacted_at - p.created_at <= interval '4 hours') as quick
      from preorder p where p.deleted_at is null group by 1) each`,
  },
  '60-devices-refunded-more-than-once': {
    as: 'ADMIN',
    sql: `select model, count(*) filter (where refunds >= 2), coalesce(sum(amount) filter (where refunds >= 2), 0), count(*) from (
      select d.id, d.model, count(*) as refunds, sum(r.amount) as amount
        from refund r join sale s on s.id = r.sale_id join device d on d.id = s.device_id where s.currency = 'UZS' group by 1, 2) each group by 1`,
  },
  '61-failure-rate-by-attempt': {
    as: 'FIRMWARE_MANAGER',
    sql: `select case when attempt < 2 then '-Infinity' when attempt < 6 then '2' when attempt < 20 then '6' else '20' end,
      count(*) filter (where ${FAILED})::float8 / count(*), count(*) from installation i group by 1`,
  },
  '62-share-sold-by-batch': {
    as: 'ADMIN',
    sql: `select *, sold::float8 / devices, stock / sum(stock) over () from (select b.code, count(*) as devices, count(*) filter (where d.status = 'SOLD') as sold,
      count(*) filter (where d.status in ('READY', 'INVENTORY')) as stock from device d join inventory_batch b on b.id = d.batch_id group by 1) each`,
  },
  '63-refunds-by-weeks-since-sale': {
    as: 'ADMIN',
    sql: `select (7 * floor(extract(epoch from r.created_at - s.sold_at) / 86400 / 7))::int::text, count(*), coalesce(sum(r.amount) ${IN_UZS}, 0)
      from refund r join sale s on s.id = r.sale_id group by 1`,
  },
  '64-uptime-by-weekday': {
    as: 'OPERATIONS',
    sql: `select ${weekday(OF_FLEET)}, sum(least(dd.heard_seconds, dd.expected_seconds))::float8 / sum(dd.expected_seconds), count(*)
      from device_day dd join fleet_day f on f.starts_at = dd.starts_at group by 1`,
  },
  '65-silent-devices-by-region': {
    as: 'ADMIN',
    sql: `select *, silent::float8 / owned from (select c.region, count(*) as owned, count(*) filter (where p.last_seen_at < $2::timestamptz - interval '7 days') as silent
      from device d join customer c on c.id = d.owner_id left join device_presence p on p.device_id = d.id where $1 <> '' group by 1) each`,
  },
  '66-denied-calls-by-day': {
    as: 'ADMIN',
    sql: `select *, denied::float8 / entries from (select to_char(e.at at time zone $1, 'YYYY-MM-DD'), count(*) as entries,
      count(*) filter (where e.action in ('loginFailed', 'accessDenied')) as denied from audit_entry e where ${lastDays('e.at', 7)} group by 1) each`,
  },
  '67-moves-of-preorders': {
    as: 'SALES',
    sql: `select from_status, to_status, count(*), count(distinct preorder_id), count(*) / sum(count(*)) over () from preorder_event group by 1, 2`,
  },
  '68-revenue-since-new-year': {
    as: 'VIEWER',
    beside: 'cumulative',
    sql: `select *, sum(revenue) over (order by month), sum(orders) over (order by month) from (
      select ${month('s.sold_at')} as month, ${REVENUE} as revenue, count(*) as orders ${SOLD}
       and (s.sold_at at time zone $1)::date between date_trunc('year', ${today}) and ${today} group by 1) each`,
  },
  '69-days-between-purchases-by-channel': {
    as: 'SALES',
    sql: `select sales_channel, count(*), ${MEDIAN} (order by extract(epoch from sold_at - before)) / 86400 from ${NUMBERED} numbered where n > 1 group by 1`,
  },
  '70-customers-by-models-bought': {
    as: 'SALES',
    sql: `select models::text, count(*), round(${MEDIAN} (order by spent)) from (
      select count(distinct d.model) as models, sum(s.total) as spent ${SOLD} and s.currency = 'UZS' group by s.customer_id) each group by 1`,
  },
  '71-returns-of-devices-that-failed': {
    as: 'ADMIN',
    sql: `select *, b::float8 / a, d::float8 / c from (select count(*) filter (where ${HAS_FAILED}) as a,
      count(device_released_at) filter (where ${HAS_FAILED}) as b, count(*) filter (where not ${HAS_FAILED}) as c,
      count(device_released_at) filter (where not ${HAS_FAILED}) as d from sale s where s.status <> 'CANCELLED') each`,
  },
};
