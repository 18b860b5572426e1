import pg from 'pg';
import { chance, id, local, PLACE } from './sql.ts';
import { type Facts, type Step, sqlStep } from './step.ts';
import { PRODUCTS } from './words.ts';

/**
 * The life of each device, before anything is written: when it was made, sold, claimed, returned and sold again. Everything
 * else follows from it, so that statuses, histories, sales, refunds and counters agree.
 */

const CHUNK = 25_000;

/** Batches with their product, as tables of the seed's own. */
const batches = sqlStep({ name: 'plan: batches' }, ({ batches: count, batchSize, devices }) => [
  `create unlogged table ${PLACE}.batch as
   select n, id, u, at, p.*, least(${batchSize}, ${devices} - (n - 1) * ${batchSize})::int as quantity
     from (select n, ${id('batch', 'n', count)} as id, u, ${PLACE}.at(u) as at
             from (select n, (n - 0.5) / ${count}::float8 as u from generate_series(1, ${count}) n) t) b
    cross join lateral (
      select model, hardware_revision, price, failing
        from (values ${PRODUCTS.map((p) => `('${p.model}', '${p.hardwareRevision}', ${p.from}::float8, ${p.to}::float8, ${p.price}::bigint, ${p.failing}::float8)`).join()})
          as product (model, hardware_revision, begins, ends, price, failing)
       where b.u >= begins and b.u < ends
       order by ${chance('b.n * 100 + price % 97', 1)} limit 1) p`,
  `alter table ${PLACE}.batch add primary key (n)`,
  `create unlogged table ${PLACE}.life (
     d int, j int, sold float8, kind text, ended float8, claimed float8, activated float8, back float8, ready float8,
     retired float8, next float8)`,
]);

/** SQL: `at` if it has come and `condition` holds. */
const past = (now: number, at: string, condition = 'true') =>
  `case when ${condition} and ${at} <= ${now} then ${at} end`;

/**
 * SQL: the j-th sale of device d at the share u of the timeline, until the device is free again. A third is cancelled,
 * a fifth comes back, the others stay.
 */
function sale(now: number, d: string, j: string, u: string): string {
  const key = `(${d} * 16 + ${j})`;
  return `
    select sold, kind, ended, claimed, activated, back, ready, retired,
           case when kind = 'CANCELLED' and ended is not null
                  then nullif(least(1, ${PLACE}.share(ended) + 0.0003 + 0.008 * ${chance(key, 12)}), 1)
                when ready is not null then nullif(least(1, ${PLACE}.share(ready) + 0.0003 + 0.012 * ${chance(key, 12)}), 1)
           end as next
      from (
        select sold, kind, ended, activated, claimed, back,
               ${past(now, `back + 86400 * (0.2 + 4 * ${chance(key, 9)})`, 'back is not null')} as ready,
               ${past(now, `ended + 86400 * 9`, `kind = 'RETURNED' and ${chance(key, 10)} < 0.06`)} as retired
          from (
            select sold, kind, ended,
                   case when claimed < coalesce(ended, ${now}) then claimed end as claimed,
                   case when activated < coalesce(ended, ${now}) then activated end as activated,
                   ${past(now, `ended + 86400 * (0.5 + 8 * ${chance(key, 8)})`, `kind = 'RETURNED' and ${chance(key, 10)} >= 0.06`)} as back
              from (
                select sold, kind, claimed,
                       case when ${chance(key, 5)} < 0.97 then claimed + 60 + 172800 * ${chance(key, 6)} ^ 4 end as activated,
                       ${past(now, 'over')} as ended
                  from (
                    select ${PLACE}.at(${u}) as sold,
                           case when o < 0.32 then ${PLACE}.at(${u}) + 86400 * (0.2 + 9 * ${chance(key, 7)})
                                when o < 0.57 then ${PLACE}.at(${u}) + 86400 * (2 + 280 * ${chance(key, 7)} ^ 3) end as over,
                           case when o < 0.32 then 'CANCELLED' when o < 0.565 then 'RETURNED' when o < 0.57 then 'REVOKED' else 'KEPT' end as kind,
                           case when o >= 0.32 and ${chance(key, 3)} < 0.96
                                then ${PLACE}.at(${u}) + 86400 * (0.05 + 24 * ${chance(key, 4)} ^ 3) end as claimed
                      from (select ${chance(key, 2)} as o offset 0) o offset 0) a offset 0) b offset 0) c offset 0) e offset 0`;
}

const MEMBERS = 'sold, kind, ended, claimed, activated, back, ready, retired, next';

const lives = sqlStep(
  { name: 'plan: lives of the devices', of: ({ devices }) => devices, chunk: CHUNK },
  ({ timeline: { now }, batchSize }, from, to) => `
    insert into ${PLACE}.life (d, j, ${MEMBERS})
    with recursive life as (
      select d, 1 as j, s.* from (
        select d, b.u + 0.002 + 0.045 * ${chance('d', 1)} ^ 2 as u
          from generate_series(${from}, ${to}) d join ${PLACE}.batch b on b.n = (d - 1) / ${batchSize} + 1 offset 0) first
       cross join lateral (${sale(now, 'first.d', '1', 'first.u')}) s
       where first.u < 1
      union all
      select life.d, life.j + 1, s.* from life cross join lateral (${sale(now, 'life.d', '(life.j + 1)', 'life.next')}) s
       where life.next is not null and life.j < 14
    )
    select d, j, ${MEMBERS} from life`,
);

/**
 * Customers come with the growing number of sales, each by a first sale, every tenth by a preorder. The sale at the place of
 * a preorder fulfills the preorder that many before it.
 */
const preorderLag = (preorders: number) => Math.max(1, Math.round(preorders * 0.03));

/** SQL: the place of the sale that fulfills preorder p. */
export function fulfilling(p: string, facts: Pick<Facts, 'sales' | 'customers' | 'preorders'>): string {
  return placeOf(`10 * (${p} + ${preorderLag(facts.preorders)})`, facts);
}

/** SQL: the place among the sales at which customer m comes. */
export function placeOf(m: string, { sales, customers }: Pick<Facts, 'sales' | 'customers'>): string {
  return `(((${m} - 1)::bigint * ${sales} + ${customers - 1}) / ${customers} + 1)`;
}

/** Sales in the order of time, with their numbers, buyers and money. */
const sales = sqlStep({ name: 'plan: sales' }, ({ customers, preorders, batchSize, timeline: { now }, prefix }) => {
  const lag = preorderLag(preorders);
  return [
    `create unlogged table ${PLACE}.sale as
     select *, row_number() over (partition by year order by s) as place
       from (
         select m.*, extract(year from ${local('sold')})::int as year,
                unit_price - discount as total,
                case when kind = 'CANCELLED' then case when ended is null then 'PENDING' else 'CANCELLED' end
                     when claimed is null and ended is null and sold > ${now} - 86400 * 10 and ${chance('s', 26)} < 0.25 then 'PENDING'
                     when refund = 'FULL' then 'REFUNDED' when claimed is not null then 'FULFILLED' else 'PAID' end as status,
                case refund when 'FULL' then unit_price - discount
                            when 'PART' then greatest(1, round((unit_price - discount) * (0.1 + 0.5 * ${chance('s', 27)}) / unit) * unit)::bigint
                            else 0 end as refunded
           from (
             select l.s, l.d, l.j, l.sold, l.kind, l.ended, l.claimed, l.activated, l.back, l.ready, l.retired, x.m, c.currency, c.unit,
                    greatest(c.unit, round(b.price * (1 + 0.2 * ${PLACE}.share(sold)) / c.rate / c.unit) * c.unit)::bigint as unit_price,
                    case when ${chance('s', 23)} < 0.22 then greatest(0, round(b.price * 0.08 * ${chance('s', 24)} / c.rate / c.unit) * c.unit)::bigint else 0 end as discount,
                    case when kind = 'REVOKED' and ended is not null then 'FULL'
                         when kind = 'RETURNED' and ended is not null then
                           case when ${chance('s', 25)} < 0.7 then 'FULL' when ${chance('s', 25)} < 0.85 then 'PART' end
                         when kind = 'KEPT' and claimed is not null and ${chance('s', 25)} < 0.03 and claimed + 86400 * 4 <= ${now} then 'PART' end as refund,
                    case when ended is not null then ended else claimed + 86400 * 4 end as refunded_at
               from (
                 select l.*, (s - 1) * ${customers} / total + 1 as m, s = 1 or (s - 1) * ${customers} / total > (s - 2) * ${customers} / total as comes
                   from (select row_number() over (order by sold, d, j) as s, count(*) over () as total, l.* from ${PLACE}.life l) l) l
               join ${PLACE}.batch b on b.n = (l.d - 1) / ${batchSize} + 1
              cross join lateral (
                select case when comes and l.m % 10 <> 0 then l.m
                            when comes and l.m / 10 > ${lag} and ${isKept(`l.m / 10 - ${lag}`)} then 10 * (l.m / 10 - ${lag})
                            when ${chance('s', 20)} < 0.05 then 1 + 37 * floor(${chance('s', 21)} * least(60, (l.m + 36) / 37))::bigint
                            else 1 + floor(sqrt(${chance('s', 22)}) * l.m)::bigint end as m offset 0) x
              cross join lateral (
                select case when r < 0.07 then 'USD' else 'UZS' end as currency, case when r < 0.07 then 12500 else 1 end as rate,
                       case when r < 0.07 then 1 else 10000 end as unit
                  from (select ${chance('s', 28)} as r offset 0) r offset 0) c
           ) m
       ) t`,
    `alter table ${PLACE}.sale add primary key (s)`,
    `create index on ${PLACE}.sale (d, j)`,
    `drop table ${PLACE}.life`,
    `analyze ${PLACE}.sale`,
    // The numbers are drawn at once: what the service sells meanwhile comes after them.
    `create table ${PLACE}.numbers as select year, count(*)::int as drawn, 0 as before from ${PLACE}.sale group by year`,
    `insert into order_counter as c (prefix, year, last) select ${pg.escapeLiteral(prefix)}, year, drawn from ${PLACE}.numbers order by year
     on conflict (prefix, year) do update set last = c.last + excluded.last`,
    `update ${PLACE}.numbers n set before = c.last - n.drawn from order_counter c where c.prefix = ${pg.escapeLiteral(prefix)} and c.year = n.year`,
  ];
});

/** SQL: the order number of sale s, of the numbers n that were drawn for its year. */
export function orderNumber(prefix: string): string {
  const place = '(s.place + n.before)::text';
  return `${pg.escapeLiteral(prefix)} || '-' || s.year || '-' || lpad(${place}, greatest(6, length(${place})), '0')`;
}

/** SQL: true unless the customer of preorder p gives it up. */
export function isKept(p: string): string {
  return `${chance(p, 30)} >= 0.24`;
}

const SPECIAL = `(${chance('d', 40)})`;

/** What each device is today. */
const devices = sqlStep(
  {
    name: 'plan: devices',
    of: ({ devices: count }) => count,
    chunk: CHUNK,
    fills: [`${PLACE}.device`, `${PLACE}.batch`],
  },
  ({ timeline: { now }, batchSize, devices: count }, from, to) => `
    insert into ${PLACE}.device
    select d, ${id('device', 'd', count)}, n, (d - 1) % ${batchSize} + 1, at, was,
           coalesce(twist, was), case when twist is not null then changed + ${chance('d', 41)} * (${now} - changed) end, changed,
           case when was in ('READY', 'RETURNED', 'INVENTORY', 'RETIRED') then null else m end,
           case when was in ('SOLD', 'CLAIMED', 'ACTIVE') then s end,
           case when was in ('CLAIMED', 'ACTIVE', 'REVOKED') then claimed end,
           case when was in ('ACTIVE', 'REVOKED') then activated end,
           epoch, 1 + readied, seen, last_ended, coalesce(events, 0) + 1 + (twist is not null)::int
      from (
        select *, case when was = 'ACTIVE' and ${SPECIAL} < 0.004 then 'SUSPENDED' when was = 'ACTIVE' and ${SPECIAL} < 0.01 then 'REPAIR'
                       when was = 'ACTIVE' and ${SPECIAL} < 0.012 then 'REVOKED'
                       when was = 'READY' and events is null and ${SPECIAL} < 0.02 then 'REPAIR'
                       when was = 'READY' and events is null and ${SPECIAL} < 0.03 then 'RETIRED' end as twist
          from (
            select d.d, b.n, b.at, l.m, l.s, l.claimed, l.activated, a.seen, a.last_ended, a.events,
                   coalesce(a.epoch, 0) as epoch, coalesce(a.readied, 0) as readied,
                   case when l.s is null then 'READY'
                        when l.kind = 'CANCELLED' then case when l.ended is null then 'SOLD' else 'READY' end
                        when l.kind = 'REVOKED' and l.ended is not null then 'REVOKED'
                        when l.retired is not null then 'RETIRED'
                        when l.ready is not null then 'READY'
                        when l.back is not null then 'INVENTORY'
                        when l.ended is not null then 'RETURNED'
                        when l.activated is not null then 'ACTIVE' when l.claimed is not null then 'CLAIMED' else 'SOLD' end as was,
                   coalesce(greatest(l.sold, l.ended, l.claimed, l.activated, l.back, l.ready, l.retired), b.at) as changed
              from generate_series(${from}, ${to}) d (d)
              join ${PLACE}.batch b on b.n = (d.d - 1) / ${batchSize} + 1
              left join lateral (
                select count(*) filter (where activated is not null) as seen, max(ended) filter (where activated is not null) as last_ended,
                       count(ended) filter (where kind = 'RETURNED') + count(back) as epoch, count(ready) as readied,
                       count(*) + count(ended) + count(claimed) + count(activated) + count(back) + 2 * count(ready) + count(retired) as events,
                       max(j) as j
                  from ${PLACE}.sale s where s.d = d.d having count(*) > 0) a on true
              left join ${PLACE}.sale l on l.d = d.d and l.j = a.j
          ) state
      ) twisted`,
);

const deviceTable = sqlStep(
  { name: 'plan: table of devices' },
  () => `
  create unlogged table ${PLACE}.device (
    d int primary key, id uuid, batch int, ordinal int, created float8, was text, status text, twist_at float8, changed float8,
    m bigint, live bigint, claimed float8, activated float8, epoch int, version int, seen int, last_ended float8, events int)`,
);

export const planning: readonly Step[] = [batches, lives, sales, deviceTable, devices];
