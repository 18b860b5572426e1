import { readdirSync, readFileSync } from 'node:fs';
import type { TestApp } from '../support/app.ts';
import type { Json } from '../support/callers.ts';
import { addDay, addPairing, groupDays } from '../support/factories/device.ts';
import { dataOf } from '../support/graphql-reads.ts';
import {
  type Example,
  IN_UZS,
  lastDays,
  lastYear,
  MEDIAN,
  MINUTES,
  month,
  OF_FLEET,
  REFUNDED,
  REVENUE,
  SOLD,
  today,
  week,
} from './example-sql.ts';
import { FURTHER_EXAMPLES } from './further-examples.ts';
import { NOW, startAnalytics } from './question-support.ts';
import { openBusiness } from './small-business.ts';

const FOLDER = 'examples/questions';
const ZONES = ['Asia/Tashkent', 'Europe/Berlin', 'America/St_Johns'];

const EXAMPLES: Readonly<Record<string, Example>> = {
  '01-revenue-by-week-and-country': {
    as: 'VIEWER',
    sql: `select *, revenue / nullif(sum(revenue) over (partition by week), 0) from (
      select ${week('s.sold_at')} as week, case c.country when '' then null else c.country end, ${REVENUE} as revenue, count(*)
      ${SOLD} and ${lastDays('s.sold_at', 90)} group by 1, 2) each`,
  },
  '02-refund-rate-by-model': {
    as: 'SUPPORT',
    sql: `select d.model, ${REFUNDED}, ${REVENUE}, ${REFUNDED} / nullif(${REVENUE}, 0) ${SOLD} group by 1`,
  },
  '03-refund-rate-by-batch': {
    as: 'ADMIN',
    sql: `select (select code from inventory_batch b where b.id = d.batch_id), count(*), ${REFUNDED} / nullif(${REVENUE}, 0)
      ${SOLD} group by 1 having count(*) >= 5`,
  },
  '04-refund-reasons': {
    as: 'SUPPORT',
    sql: `select r.reason, coalesce(sum(r.amount) ${IN_UZS}, 0), count(*), round(${MEDIAN} (order by r.amount) ${IN_UZS}), count(r.device_disposition)
      from refund r join sale s on s.id = r.sale_id
     where ${lastDays('r.created_at', 90)} group by 1`,
  },
  '05-return-rate-by-hardware-revision': {
    as: 'ADMIN',
    sql: `select d.hardware_revision, count(s.device_released_at), count(*), count(s.device_released_at)::float8 / count(*)
      from sale s join device d on d.id = s.device_id where s.status <> 'CANCELLED' group by 1`,
  },
  '06-preorder-conversion-by-source-and-language': {
    as: 'OPERATIONS',
    sql: `select month, source, locale, sum(ordered), sum(visits), sum(ordered)::float8 / nullif(sum(visits), 0) from (
      select ${month('p.created_at')} as month, p.utm_source as source, p.locale, 1 as ordered, 0 as visits from preorder p
       where p.deleted_at is null and ${lastYear('p.created_at')}
      union all select to_char(e.day, 'YYYY-MM'), e.utm_source, e.locale, 0, 1 from preorder_view_event e where e.day <= ${today}
      union all select to_char(v.day, 'YYYY-MM'), v.utm_source, v.locale, 0, v.sessions from preorder_view_day v
    ) both_kinds group by 1, 2, 3`,
  },
  '07-days-from-preorder-to-sale': {
    as: 'SALES',
    sql: `select month, count(*), count(sold), ${MEDIAN} (order by extract(epoch from sold - created_at) / 86400) from (
      select ${month('p.created_at')} as month, p.created_at,
        (select min(s.sold_at) from sale s where s.preorder_id = p.id and s.status <> 'CANCELLED') as sold
        from preorder p where p.deleted_at is null and ${lastYear('p.created_at')}) each group by 1`,
  },
  '08-days-from-sale-to-activation': {
    as: 'VIEWER',
    sql: `select ${month('s.sold_at')}, ${MEDIAN} (order by extract(epoch from d.activated_at - s.sold_at)) / 86400
      from sale s join device d on d.id = s.device_id
     where s.status <> 'CANCELLED' and s.device_released_at is null and d.activated_at >= s.sold_at and ${lastYear('s.sold_at')}
     group by 1`,
  },
  '09-time-to-first-contact-by-assignee': {
    as: 'SALES',
    sql: `select p.assigned_admin_id::text, count(*), count(p.first_contacted_at),
      ${MEDIAN} (order by extract(epoch from p.first_contacted_at - p.created_at)) / 3600
      from preorder p where p.deleted_at is null and ${lastDays('p.created_at', 90)} group by 1`,
  },
  '10-online-share-by-firmware-version': {
    as: 'OPERATIONS',
    sql: `select p.firmware_version, count(*), count(*) filter (where is_online), count(p.device_id), count(*) filter (where is_online)::float8 / nullif(count(p.device_id), 0)
      from device d left join (select *, status <> 'shutdown' and last_seen_at >= $2::timestamptz - (select online_threshold_minutes from business_settings) * interval '1 minute' as is_online
        from device_presence) p on p.device_id = d.id where $1 <> '' group by 1`,
  },
  '11-uptime-of-the-fleet-by-version': {
    as: 'OPERATIONS',
    // A day of the business is the same day in every time zone.
    sql: `select ${week(OF_FLEET)}, dd.firmware_version, sum(least(dd.heard_seconds, dd.expected_seconds))::float8 / sum(dd.expected_seconds),
      count(distinct dd.device_id), sum(dd.restarts), sum(dd.restarts)::float8 / count(*)
      from device_day dd join fleet_day f on f.starts_at = dd.starts_at where ${lastDays(OF_FLEET, 90)} group by 1, 2`,
  },
  '12-failure-rate-by-hardware-revision': {
    as: 'FIRMWARE_MANAGER',
    sql: `select r.version, r.hardware_revision, count(*) filter (where i.status <> 'SUCCESS'), count(*) filter (where i.status = 'SUCCESS'),
      count(*), count(*) filter (where i.status <> 'SUCCESS')::float8 / count(*)
      from installation i join release r on r.id = i.release_id group by 1, 2`,
  },
  '13-failures-by-code': {
    as: 'FIRMWARE_MANAGER',
    sql: `select i.failure_code, count(*) from installation i
     where i.status in ('FAILED', 'ROLLED_BACK') and ${lastDays('i.created_at', 30)} group by 1`,
  },
  '14-installation-duration': {
    as: 'FIRMWARE_MANAGER',
    sql: `select r.version, ${MEDIAN} (order by ${MINUTES}), percentile_cont(0.95) within group (order by ${MINUTES}), count(*)
      from installation i join release r on r.id = i.release_id where i.status = 'SUCCESS' group by 1`,
  },
  '15-retention-by-activation-month': {
    as: 'VIEWER',
    sql: `select month, active, devices, active::float8 / devices from (select ${month('d.activated_at')} as month,
      count(*) filter (where p.last_seen_at >= $2::timestamptz - (select active_threshold_days from business_settings) * interval '1 day') as active, count(*) as devices
      from device d left join device_presence p on p.device_id = d.id where ${lastYear('d.activated_at')} group by 1) monthly`,
  },
  '16-orders-and-revenue-by-admin': {
    as: 'ADMIN',
    sql: `select s.created_by::text, count(*), ${REVENUE}, ${REVENUE} / sum(${REVENUE}) over () ${SOLD} and ${lastDays('s.sold_at', 30)} group by 1`,
  },
  '17-top-customers-by-revenue': {
    as: 'SALES',
    sql: `with each as (select c.id::text as id, ${REVENUE} as revenue, count(*) as orders ${SOLD} group by 1 order by 2 desc)
      select *, revenue / sum(revenue) over () from (
        select * from (select * from each limit 3) first
        union all select null, sum(revenue), sum(orders)::bigint from (select * from each offset 3) others) both_kinds`,
  },
  '18-average-order-value-by-channel': {
    as: 'VIEWER',
    sql: `select ${month('s.sold_at')}, s.sales_channel, count(*), round(avg(s.unit_price - s.discount) ${IN_UZS})
      ${SOLD} and ${lastYear('s.sold_at')} group by 1, 2`,
  },
  '19-this-month-against-last-year': {
    as: 'ADMIN',
    beside: 'previous',
    sql: `select sum(unit_price - discount) filter (where now_or_then = 'now' and currency = 'UZS'), count(*) filter (where now_or_then = 'now'),
      round(${MEDIAN} (order by total) filter (where now_or_then = 'now' and currency = 'UZS')), sum(unit_price - discount) filter (where now_or_then = 'then' and currency = 'UZS'), count(*) filter (where now_or_then = 'then'),
      round(${MEDIAN} (order by total) filter (where now_or_then = 'then' and currency = 'UZS'))
      from (select *, case when (sold_at at time zone $1)::date between date_trunc('month', ${today})::date and ${today} then 'now'
        when (sold_at at time zone $1)::date between (date_trunc('month', ${today}) - interval '1 year')::date and (${today} - interval '1 year')::date then 'then' end as now_or_then
        from sale) s where s.status <> 'CANCELLED'`,
  },
  '20-stock-by-age': {
    as: 'OPERATIONS',
    sql: `select model, case when days < 30 then '-Infinity' when days < 90 then '30' when days < 180 then '90' when days < 365 then '180' else '365' end, count(*) from (select model, extract(epoch from $2::timestamptz - created_at) / 86400 as days from device
        where status in ('READY', 'INVENTORY') and $1 <> '') stock group by 1, 2`,
  },
  '21-preorders-per-week-against-capacity': {
    as: 'OPERATIONS',
    beside: 'cumulative',
    sql: `select week, share, devices, sum(share) over (order by week) from (
      select ${week('p.created_at')} as week, sum(p.quantity) filter (where p.status <> 'CANCELLED') as devices,
        sum(p.quantity) filter (where p.status <> 'CANCELLED')::float8 / (select preorder_capacity from preorder_settings) as share
        from preorder p where p.deleted_at is null and ${lastDays('p.created_at', 90)} group by 1) weekly`,
  },
  '22-weak-wifi-and-hot-devices-by-revision': {
    as: 'OPERATIONS',
    sql: `select d.hardware_revision, avg(p.wifi_rssi)::float8, count(*) filter (where p.wifi_rssi <= -75), count(p.wifi_rssi),
      avg(p.temperature), count(*) filter (where p.temperature >= 60), count(p.temperature),
      count(*) filter (where p.wifi_rssi <= -75)::float8 / count(p.wifi_rssi), count(*) filter (where p.temperature >= 60)::float8 / count(p.temperature)
      from device d left join device_presence p on p.device_id = d.id group by 1`,
  },
  '23-days-between-first-and-second-purchase': {
    as: 'SALES',
    sql: `select ${MEDIAN} (order by extract(epoch from times[2] - times[1]) / 86400) from (
      select array_agg(s.sold_at order by s.sold_at) as times from sale s where s.status <> 'CANCELLED' group by s.customer_id) each`,
  },
  '24-share-who-bought-twice-by-first-month': {
    as: 'SALES',
    sql: `select ${month('first')}, count(*), count(*) filter (where orders >= 2), count(*) filter (where orders >= 2)::float8 / count(*)
      from (select min(s.sold_at) as first, count(*) as orders from sale s where s.status <> 'CANCELLED' group by s.customer_id) each group by 1`,
  },
  '25-offline-hours-by-region': {
    as: 'ADMIN',
    sql: `select c.region, percentile_cont(0.9) within group (order by greatest(dd.expected_seconds - dd.heard_seconds, 0) / 3600.0)
      from device_day dd join device d on d.id = dd.device_id left join customer c on c.id = d.owner_id group by 1`,
  },
  '26-devices-with-several-attempts-by-release': {
    as: 'ADMIN',
    sql: 'select i.release_id::text, count(distinct i.device_id) from installation i where i.attempt > 1 group by 1',
  },
  '27-discount-in-bins-by-channel': {
    as: 'VIEWER',
    sql: `select s.sales_channel, trim_scale(floor(s.discount::numeric / s.unit_price * 20) / 20)::text, count(*) ${SOLD} group by 1, 2`,
  },
  '28-revenue-by-weekday-and-hour': {
    as: 'VIEWER',
    sql: `select extract(isodow from s.sold_at at time zone $1)::text, extract(hour from s.sold_at at time zone $1)::text, sum(s.unit_price - s.discount)
      ${SOLD} and s.currency = 'UZS' group by 1, 2`,
  },
  '29-batches-that-fail-more-often': {
    as: 'ADMIN',
    sql: `with each as (select b.code, count(*) filter (where i.status <> 'SUCCESS')::float8 / count(*) as rate
        from installation i join device d on d.id = i.device_id join inventory_batch b on b.id = d.batch_id group by 1)
      select code, rate from each where rate > 1.5 * (select avg(rate) from each)`,
  },
  '30-moving-average-of-orders': {
    as: 'VIEWER',
    sql: `select day, orders, mean from (select to_char(${today} - n, 'YYYY-MM-DD') as day, orders, avg(orders) over (order by -n rows 6 preceding)::float8 as mean
      from generate_series(0, 29) n cross join lateral (select count(*) as orders from sale s
        where s.status <> 'CANCELLED' and (s.sold_at at time zone $1)::date = ${today} - n) counted) daily where mean > 0`,
  },
  '31-cohorts-by-months-since-first-purchase': {
    as: 'SALES',
    sql: `select ${month('first')}, (12 * (extract(year from sold) - extract(year from began)) + extract(month from sold) - extract(month from began))::int::text,
      count(distinct customer_id) from (select s.customer_id, f.first, s.sold_at at time zone $1 as sold, f.first at time zone $1 as began
        from sale s join (select customer_id, min(sold_at) as first from sale where status <> 'CANCELLED' group by 1) f using (customer_id)
        where s.status <> 'CANCELLED') each group by 1, 2`,
  },
  '32-orders-per-customer': {
    as: 'SALES',
    sql: `select case when n < 1 then '-Infinity' when n < 2 then '1' when n < 5 then '2' when n < 10 then '5' when n < 20 then '10' else '20' end, count(*)
      from (select (select count(*) from sale s where s.customer_id = c.id and s.status <> 'CANCELLED') as n from customer c) each group by 1`,
  },
  '33-share-of-revenue-by-channel': {
    as: 'VIEWER',
    sql: `select s.sales_channel, ${REVENUE}, ${REVENUE} / sum(${REVENUE}) over (), count(s.device_released_at)::float8 / count(*) ${SOLD} group by 1`,
  },
  '34-price-percentiles-by-model': {
    as: 'VIEWER',
    sql: `select d.model, min(s.total), round(${MEDIAN} (order by s.total)), round(percentile_cont(0.9) within group (order by s.total)), max(s.total)
      ${SOLD} and s.currency = 'UZS' group by 1`,
  },
  '35-days-from-sale-to-refund': {
    as: 'ADMIN',
    sql: `select r.reason, ${MEDIAN} (order by extract(epoch from r.created_at - s.sold_at)) / 86400
      from refund r join sale s on s.id = r.sale_id group by 1`,
  },
  '36-devices-by-month-of-sale': {
    as: 'ADMIN',
    sql: `select ${month('s.sold_at')}, count(*) filter (where p.last_seen_at >= $2::timestamptz - (select active_threshold_days from business_settings) * interval '1 day')::float8 / count(*), count(*)
      from device d left join device_presence p on p.device_id = d.id
      join sale s on s.device_id = d.id and s.status not in ('CANCELLED', 'REFUNDED') and s.device_released_at is null and s.sold_at <= $2 group by 1`,
  },
  '37-spending-of-customers': {
    as: 'SALES',
    sql: `select country, round(${MEDIAN} (order by spent)), round(percentile_cont(0.8) within group (order by spent)) from (
      select s.customer_id, case c.country when '' then null else c.country end as country, sum(s.total) as spent ${SOLD} and s.currency = 'UZS' group by 1, 2) each group by 1`,
  },
  '38-failed-installations-by-code': {
    as: 'FIRMWARE_MANAGER',
    sql: `select i.failure_code, count(*), count(*) / sum(count(*)) over () from installation i
     where i.status in ('FAILED', 'ROLLED_BACK') and ${lastDays('i.created_at', 30)} group by 1`,
  },
  '39-audit-actions-by-admin-and-day': {
    as: 'ADMIN',
    sql: `select to_char(e.at at time zone $1, 'YYYY-MM-DD'), case e.actor_type when 'ADMIN' then e.actor_id end, e.action, count(*)
      from audit_entry e where ${lastDays('e.at', 7)} group by 1, 2, 3`,
  },
  '40-minutes-from-claim-to-pairing': {
    as: 'ADMIN',
    sql: `select d.model, count(*), ${MEDIAN} (order by extract(epoch from p.created_at - d.claimed_at) / 60)
        filter (where p.created_at >= d.claimed_at)
      from pairing p join device d on d.id = p.device_id group by 1`,
  },
  '41-days-in-each-status-of-preorders': {
    as: 'SALES',
    sql: `select to_status, count(*), ${MEDIAN} (order by extract(epoch from left_at - at)) / 86400 from (
      select e.*, lead(at) over (partition by preorder_id order by at, id) as left_at from preorder_event e) each group by 1`,
  },
  '42-repeat-rate-by-first-channel': {
    as: 'SALES',
    sql: `select sales_channel, count(*), count(*) filter (where sales > 1), (count(*) filter (where sales > 1))::float8 / count(*) from (
      select sales_channel, row_number() over (partition by customer_id order by sold_at, id) as number, count(*) over (partition by customer_id) as sales
        from sale where status <> 'CANCELLED') each where number = 1 group by 1`,
  },
  '43-share-of-channels-by-month': {
    as: 'VIEWER',
    sql: `select *, revenue / sum(revenue) over (partition by month) from (
      select ${month('s.sold_at')} as month, s.sales_channel, sum(s.unit_price - s.discount)::float8 as revenue
      ${SOLD} and s.currency = 'UZS' and ${lastYear('s.sold_at')} group by 1, 2) each`,
  },
  '44-growth-of-orders-by-month': {
    as: 'VIEWER',
    sql: `select month, orders, before, orders::float8 / nullif(before, 0) from (
      select month, orders, lag(orders) over (order by month) as before from (
        select to_char(date_trunc('month', ${today}) - n * interval '1 month', 'YYYY-MM') as month, (select count(*) from sale s
          where s.status <> 'CANCELLED' and (s.sold_at at time zone $1)::date <= ${today} and ${month('s.sold_at')} = to_char(date_trunc('month', ${today}) - n * interval '1 month', 'YYYY-MM')) as orders
          from generate_series(0, 11) n) counted) each where orders > 0 or before > 0`,
  },
  '45-days-until-a-release-is-installed': {
    as: 'ADMIN',
    sql: `select i.release_id::text, count(*), percentile_cont(0.9) within group (order by extract(epoch from i.finished_at - r.rollout_started_at)) / 86400,
        count(distinct d.owner_id)
      from installation i join release r on r.id = i.release_id join device d on d.id = i.device_id where i.status = 'SUCCESS' group by 1`,
  },
  ...FURTHER_EXAMPLES,
};

let app: TestApp;

beforeAll(async () => {
  app = await startAnalytics();
  await openBusiness(app);
  // A sale for each preorder of its customer, in the order of both.
  await app.sql(`update sale s set preorder_id = each.preorder_id, sold_at = greatest(s.sold_at, each.created_at + interval '7 hours')
    from (select s.id, p.id as preorder_id, p.created_at from
      (select id, row_number() over (order by number) as n from sale) s join
      (select id, created_at, row_number() over (order by number) as n from preorder where deleted_at is null) p using (n)
      where n % 3 > 0) each where each.id = s.id`);
  await app.sql(`update customer set region = nullif(country, '')`);
  await app.sql(
    `update device d set owner_id = s.customer_id from sale s where s.device_id = d.id and s.device_released_at is null`,
  );
  await app.sql(`update customer set city = (array['Tashkent', 'Samarkand', null])[1 + right(full_name, 1)::int % 3]`);
  await app.sql(`update device set claimed_at = claimed_at - batch_ordinal * length(model) * interval '17 minutes'`);
  await app.sql(
    `update sale set cancelled_at = sold_at + (unit_price % 11 + 1) * interval '50 minutes' where status = 'CANCELLED'`,
  );
  const claimed = await app.sql('select id from device where claimed_at is not null');
  for (const { id } of claimed) await addPairing(app, { id, epoch: 0, ownerId: null });
  // One batch fails more often than the others.
  await app.sql(`update installation set status = 'FAILED', failure_source = 'DEVICE', failure_code = 'FLASH_WRITE', verification = null
    where device_id in (select id from device where model = 'CLOCK1')`);
  await app.sql(
    `update release set rollout_started_at = $1::timestamptz - interval '40 days' - length(hardware_revision) * interval '5 hours'`,
    [NOW],
  );
  // Each preorder is contacted, and every third one goes back and forth.
  await app.sql(`insert into preorder_event (id, preorder_id, at, from_status, to_status)
    select gen_random_uuid(), p.id, p.created_at + move.at * (extract(day from p.created_at) + 1) * interval '3 hours', move.before, move.after
      from preorder p cross join (values (0, null, 'NEW'), (1, 'NEW', 'CONTACTED'), (3, 'CONTACTED', 'NEW'), (4, 'NEW', 'CONFIRMED')) move (at, before, after)
     where p.deleted_at is null and (move.at < 2 or p.quantity = 3)`);
  for (let day = 0; day < 12; day += 1) await addDays(day);
  await groupDays(app);
  // What the audit log has of these days: somebody makes a customer, and somebody else may not.
  for (const role of ['SALES', 'FIRMWARE_MANAGER'] as const) {
    await (await app.as(role)).rest('POST', '/v1/admin/customers', { fullName: 'Aziza' });
  }
});

/** Days of three devices, no two alike. */
async function addDays(day: number): Promise<void> {
  const devices = await app.sql('select id from device order by serial limit 3');
  const at = new Date(NOW.getTime() - day * 5 * 86_400_000);
  for (const [number, { id }] of devices.entries()) {
    await addDay(app, id, at);
    await app.sql(
      `update device_day set heard_seconds = $2, restarts = $3, firmware_version = $4
        where device_id = $1 and starts_at = (select max(starts_at) from device_day where starts_at < $5)`,
      [id, 1000 * (day + 7 * number), day % 4, day % 2 ? '1.0.0' : '2.0.0', at],
    );
  }
}
afterAll(() => app.stop());

const rounded = (value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(9)) + 0 : value);

describe('the example questions', () => {
  it('the example questions are the files of their folder, each with its question', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace('.graphql', ''));
    expect(files.sort()).toEqual(Object.keys(EXAMPLES).sort());
    for (const file of files) expect(readFileSync(`${FOLDER}/${file}.graphql`, 'utf8')).toMatch(/^# .*[.?]\nquery /);
  });

  it.each(Object.entries(EXAMPLES))(
    '%s is answered as by SQL written by hand, in three time zones',
    async (name, example) => {
      const { as, sql, beside } = example;
      const query = readFileSync(`${FOLDER}/${name}.graphql`, 'utf8');
      const who = await app.as(as);
      for (const timezone of ZONES) {
        const [table] = Object.values<Json>(await dataOf(who, query, { timezone }));
        const isSaid = ({ metrics }: Json) => metrics.some((value: unknown) => value !== 0 && value !== null);
        const rows = table.rows
          .filter(isSaid)
          .map((row: Json) =>
            [
              ...(row.bucketLabel === null ? [] : [row.bucketLabel]),
              ...row.dimensions,
              ...row.metrics,
              ...(beside ? row[beside] : []),
            ].map(rounded),
          );
        const values = [timezone, NOW].slice(
          0,
          Math.max(...[...sql.matchAll(/\$(\d)/g)].map(([, at]) => Number(at)), 0),
        );
        const [{ lines }] = await app.sql(
          `select coalesce(json_agg(line), '[]') as lines
           from (select (select json_agg(value) from json_each(to_json(r))) as line from (${sql}) r) l`,
          values,
        );
        const texts = (found: unknown[][]) => found.map((row) => JSON.stringify(row.map(rounded))).sort();
        expect([timezone, ...texts(rows)]).toEqual([timezone, ...texts(lines)]);
        expect(lines.length).toBeGreaterThan(0);
      }
      // Without a time zone it is that of the business.
      const [{ rows: plain }] = Object.values<Json>(await dataOf(who, query));
      const [{ rows: business }] = Object.values<Json>(await dataOf(who, query, { timezone: 'Asia/Tashkent' }));
      expect(plain).toEqual(business);
    },
  );
});
