import { cancelReason, member, refundReason } from './fleet.ts';
import { fulfilling, isKept, orderNumber, placeOf } from './lives.ts';
import { chance, id, local, PLACE, pick, time } from './sql.ts';
import { type Step, sqlStep } from './step.ts';
import {
  CHANNELS,
  CYRILLIC_FIRST,
  CYRILLIC_LAST,
  LATIN_FIRST,
  LATIN_LAST,
  LOCALES,
  NOTES,
  OPERATORS,
  PLACES,
  SOURCES,
} from './words.ts';

/** Customers, sales, refunds and preorders. */

const CHUNK = 25_000;

/** Twelve operators of ten million numbers each; the factor shares no divisor with them, so no number comes twice. */
const NUMBERS = 120_000_000;
const FACTOR = 48_271_117;

/** SQL: when customer m came: with the first sale or preorder. `t` is the sale of that place, if there is one. */
const CAME = (m: string) => `coalesce(t.sold, ${PLACE}.at(${chance(m, 100)}))`;

const customers = sqlStep(
  { name: 'customers', of: (facts) => facts.customers, chunk: CHUNK, fills: ['customer'] },
  ({ customers: count, before, sales: total }, from, to) => {
    const place = pick(PLACES, chance('g.m', 101));
    const cyrillic = `${chance('m', 102)} < 0.36`;
    const first = pick(LATIN_FIRST, chance('m', 103));
    const last = pick(LATIN_LAST, chance('m', 104));
    return `
    insert into customer (id, full_name, email, phone, phone_canonical, company, country, city, region, telegram_username, preferred_language,
                          notes, source, created_at, updated_at)
    select ${id('customer', 'm', count)}, case when ${cyrillic} then cyrillic else first || ' ' || last end,
           case when ${chance('m', 105)} < 0.72 then lower(first || '.' || last) || '.' || n || '@' || ${pick(['example.com', 'example.uz', 'mail.example', 'post.example'], chance('m', 106))} end,
           case when phoned then case when ${chance('m', 107)} < 0.2 then regexp_replace(phone, '^(....)(..)(...)(..)', '\\1 \\2 \\3 \\4 ')
                                      when ${chance('m', 107)} < 0.3 then substr(phone, 2) else phone end end,
           case when phoned then phone end,
           case when m % 37 = 1 and m < 2300 then last || ' Savdo MChJ' when ${chance('m', 108)} < 0.03 then last || ', ' || first || ' & Co' end,
           country, city, region, case when ${chance('m', 109)} < 0.55 then lower(first) || '_' || n end, language,
           case when ${chance('m', 110)} < 0.04 then ${pick(NOTES, chance('m', 111))} end,
           case when m % 10 = 0 then coalesce(${source('m / 10')}, 'preorder') when t_s is null then 'admin' else 'sale' end, ${time('came')}, ${time('came')}
      from (
        select m, n, t_s, came, ${first} as first, ${last} as last, ${pick(CYRILLIC_FIRST, chance('m', 112))} || ' ' || ${pick(CYRILLIC_LAST, chance('m', 113))} as cyrillic,
               split_part(place, '|', 1) as country, split_part(place, '|', 2) as region, split_part(place, '|', 3) as city,
               case when m % 10 = 0 then ${locale('m / 10')} else ${pick(LOCALES, chance('m', 114))} end as language, ${chance('m', 115)} < 0.96 as phoned,
               case split_part(place, '|', 1)
                 when 'UZ' then '+998' || (array['${OPERATORS.join("','")}'])[1 + x / 10000000] || lpad((x % 10000000)::text, 7, '0')
                 when 'KZ' then '+77' || lpad(x::text, 9, '0') when 'KG' then '+996' || lpad(x::text, 9, '0')
                 when 'TJ' then '+992' || lpad(x::text, 9, '0') else '+79' || lpad(x::text, 9, '0') end as phone
          from (
            select g.m, g.m + ${before.customers} as n, t.s as t_s, ${CAME('g.m')} as came, ${place} as place,
                   ((g.m + ${before.customers}) * ${FACTOR}::bigint % ${NUMBERS})::int as x
              from generate_series(${from}::bigint, ${to}) g (m) left join ${PLACE}.sale t on t.s = ${placeOf('g.m', { sales: total, customers: count })} offset 0) a offset 0) c
     order by m`;
  },
);

/** SQL: where preorder p came from, and its language. */
const source = (p: string) => pick(SOURCES, chance(p, 130));
const locale = (p: string) => pick(LOCALES, chance(p, 131));

const sales = sqlStep(
  { name: 'sales', of: (facts) => facts.sales, chunk: CHUNK, quiet: ['sale'] },
  ({ sales: count, customers: people, devices, preorders, timeline: { now }, prefix }, from, to) => `
    insert into sale (id, number, customer_id, device_id, preorder_id, unit_price, discount, total, currency, payment_status, status, sales_channel, sold_at,
                      notes, refunded_total, cancelled_at, cancel_reason, claimed_at, device_released_at, created_by, revision, created_at, updated_at)
    select ${id('sale', 's.s', count)}, ${orderNumber(prefix)},
           ${id('customer', 's.m', people)}, ${id('device', 's.d', devices)}, case when o.p is not null then ${id('preorder', 'o.p', preorders)} end, s.unit_price, s.discount, s.total, s.currency,
           case s.status when 'CANCELLED' then 'UNPAID' when 'REFUNDED' then 'REFUNDED'
                         when 'PENDING' then case when s.kind <> 'CANCELLED' and ${chance('s.s', 141)} < 0.5 then 'PARTIAL' else 'UNPAID' end else 'PAID' end,
           s.status, ${pick(CHANNELS, chance('s.s', 142))}, ${time('s.sold')}, case when ${chance('s.s', 143)} < 0.05 then 'Gift wrapping' end, s.refunded,
           case when s.status = 'CANCELLED' then ${time('s.ended')} end, case when s.status = 'CANCELLED' then ${cancelReason} end, ${time('s.claimed')},
           case when s.kind <> 'CANCELLED' then ${time('s.ended')} end, ${member('SALES', 's.s')},
           1 + (s.claimed is not null)::int + (s.refund is not null)::int + (s.ended is not null and s.refund is null)::int,
           ${time('s.sold')}, ${time(`greatest(s.sold, s.claimed, s.ended, case when s.refund is not null then s.refunded_at end)`)}
      from ${PLACE}.sale s join ${PLACE}.numbers n on n.year = s.year
      left join ${PLACE}.preorder o on s.m % 10 = 0 and o.p = s.m / 10 and o.fulfilled is not null
            and s.s = ${fulfilling('o.p', { sales: count, customers: people, preorders })}
     where s.s between ${from} and ${to} and s.sold <= ${now} order by s.s`,
);

const refunds = sqlStep(
  { name: 'refunds', of: (facts) => facts.sales, chunk: 4 * CHUNK },
  ({ sales: count }, from, to) => `
    insert into refund (id, sale_id, amount, reason, device_disposition, created_by, created_at)
    select ${id('refund', 's.s', count)}, ${id('sale', 's.s', count)}, s.refunded, ${refundReason}, case when s.ended is not null then s.kind end,
           ${member('SALES', 's.s')}, ${time('s.refunded_at')}
      from ${PLACE}.sale s where s.s between ${from} and ${to} and s.refund is not null order by s.refunded_at`,
);

const notes = sqlStep(
  { name: 'notes', of: (facts) => facts.customers, chunk: 4 * CHUNK },
  ({ customers: count, sales: total, timeline: { now } }, from, to) => `
    insert into customer_note (id, customer_id, content, author_id, created_at)
    select ${id('note', 'g.m', count)}, ${id('customer', 'g.m', count)}, ${pick(NOTES, chance('g.m', 151))}, ${member('SALES', 'g.m')},
           ${time(`${CAME('g.m')} + (${now} - ${CAME('g.m')}) * ${chance('g.m', 152)} ^ 2`)}
      from generate_series(${from}::bigint, ${to}) g (m) left join ${PLACE}.sale t on t.s = ${placeOf('g.m', { sales: total, customers: count })}
     where ${chance('g.m', 150)} < 0.12`,
);

/** When each preorder took its steps. It is fulfilled by a sale of its customer. */
const preorderPlan = sqlStep(
  { name: 'plan: preorders' },
  ({ preorders: count, customers: people, sales: total, timeline: { now } }) => [
    `create unlogged table ${PLACE}.preorder as
   select p, created, contacted, confirmed, asked, paid, packed, fulfilled,
          case when not kept and over <= ${now} then over end as cancelled,
          greatest(created, case when contacted <= bound then contacted end, case when confirmed <= bound then confirmed end, case when asked <= bound then asked end,
                   case when paid <= bound then paid end, case when packed <= bound then packed end, fulfilled, case when not kept and over <= ${now} then over end) as changed, bound
     from (
       select *, case when kept then coalesce(fulfilled, ${now}) else least(over, ${now}) end as bound
         from (
           select p, created, kept, fulfilled, created + span * (0.005 + 0.12 * ${chance('p', 162)} ^ 2) as contacted, created + span * 0.2 as confirmed,
                  created + span * 0.3 as asked, created + span * (0.32 + 0.2 * ${chance('p', 163)}) as paid, created + span * 0.8 as packed,
                  created + span * (0.05 + ${chance('p', 164)}) as over
             from (
               select p, created, kept, fulfilled, coalesce(fulfilled, created + 86400 * 40) - created as span
                 from (
                   select p, ${isKept('p')} as kept, ${PLACE_OF_PREORDER} as created,
                          case when ${isKept('p')} then (select f.sold + 1800 from ${PLACE}.sale f where f.s = ${fulfilling('p', { sales: total, customers: people, preorders: count })} and f.sold + 1800 <= ${now}) end as fulfilled
                     from generate_series(1::bigint, ${count}) g (p) left join ${PLACE}.sale t on t.s = ${placeOf('10 * p', { sales: total, customers: people })} where 10 * p <= ${people}) a offset 0) b offset 0) c offset 0) e offset 0`,
    `alter table ${PLACE}.preorder add primary key (p)`,
    `analyze ${PLACE}.preorder`,
  ],
);
const PLACE_OF_PREORDER = `coalesce(t.sold, ${PLACE}.at(${chance('10 * p', 100)}))`;

const STATUS = `case when p.cancelled is not null then 'CANCELLED' when p.fulfilled is not null then 'FULFILLED' else (${reached('p.bound')}) end`;

/** SQL: the last step before a time. */
function reached(bound: string): string {
  return `case when p.packed <= ${bound} then 'READY_TO_SHIP' when p.paid <= ${bound} then 'DEPOSIT_PAID' when p.asked <= ${bound} then 'PAYMENT_PENDING'
    when p.confirmed <= ${bound} then 'CONFIRMED' when p.contacted <= ${bound} then 'CONTACTED' else 'NEW' end`;
}

/** Numbers of six characters that do not repeat: n times an odd factor, in Crockford's base32. */
const NUMBER = `'PRE-' || to_char(${local('p.created')}, 'YYMMDD') || '-' || (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (x >> (5 * g) & 31)::int, 1), '' order by g)
  from generate_series(0, 5) g, (select (p.p + BEFORE) * 387420489 & 1073741823 as x) x)`;

const preorders = sqlStep(
  { name: 'preorders', of: (facts) => facts.preorders, chunk: CHUNK, quiet: ['preorder'], fills: ['preorder'] },
  ({ preorders: count, customers: people, before }, from, to) => {
    const quantity = `case when ${chance('p.p', 171)} < 0.85 then 1 when ${chance('p.p', 171)} < 0.96 then 2 else 3 + (p.p % 3)::int end`;
    return [
      `with made as (
       insert into preorder (id, number, key_hash, fingerprint, customer_id, status, full_name, phone, region, city, email, telegram_username, note, product_color,
                             payment_method, quantity, locale, utm_source, utm_medium, utm_campaign, referrer, product_name, currency, full_price, deposit_amount,
                             assigned_admin_id, first_contacted_at, deposit_paid_at, fulfilled_at, cancelled_at, refund_due, deleted_at, revision, created_at, updated_at)
       select ${id('preorder', 'p.p', count)}, ${NUMBER.replace('BEFORE', String(before.customers))}, sha256(('k' || ${id('preorder', 'p.p', count)}::text)::bytea),
              case when gone then '' else sha256(('f' || ${id('preorder', 'p.p', count)}::text)::bytea) end, case when not gone then c.id end, status,
              case when not gone then c.full_name end, case when not gone then coalesce(c.phone, '+998900000000') end, case when not gone then c.region end, case when not gone then c.city end,
              case when not gone then c.email end, case when not gone then c.telegram_username end, case when not gone and ${chance('p.p', 172)} < 0.1 then 'Please call first.' end,
              ${pick(['BLACK', 'BLACK', 'WHITE', 'WHITE', 'LAVENDER', null], chance('p.p', 173))}, ${pick(['DEPOSIT', 'DEPOSIT', 'FULL', null], chance('p.p', 174))}, ${quantity},
              ${locale('p.p')}, case when not gone then ${source('p.p')} end, case when not gone and ${source('p.p')} is not null then ${pick(['social', 'cpc', 'story'], chance('p.p', 175))} end,
              case when not gone and ${source('p.p')} is not null then ${pick(['launch', 'navruz', 'new-year', 'lamp2'], chance('p.p', 176))} end,
              case when not gone and ${chance('p.p', 177)} < 0.3 then 'https://www.example.com/lamps' end, 'Karvon', 'UZS', 2290000, 500000,
              case when status not in ('NEW', 'CANCELLED') or contacted <= bound then ${member('SALES', 'p.p')} end, case when p.contacted <= p.bound then ${time('p.contacted')} end,
              case when p.paid <= p.bound then ${time('p.paid')} end, ${time('p.fulfilled')}, ${time('p.cancelled')}, p.cancelled is not null and p.paid <= p.bound,
              case when gone then ${time('p.changed + 60')} end,
              1 + (contacted <= bound)::int + (confirmed <= bound)::int + (asked <= bound)::int + (paid <= bound)::int + (packed <= bound)::int + (fulfilled is not null)::int + (cancelled is not null)::int + gone::int,
              ${time('p.created')}, ${time('p.changed + case when gone then 60 else 0 end')}
         from (select p.*, ${STATUS} as status, p.cancelled is not null and ${chance('p.p', 170)} < 0.02 as gone from ${PLACE}.preorder p where p.p between ${from} and ${to} offset 0) p
         join customer c on c.id = ${id('customer', '10 * p.p', people)}
        order by p.p
       returning quantity, status, deleted_at),
       held as (update preorder_settings set reserved = reserved + (select coalesce(sum(quantity), 0) from made where status <> 'CANCELLED' and deleted_at is null))
       select from made`,
    ];
  },
);

const preorderEvents = sqlStep(
  { name: 'histories of preorders', of: (facts) => facts.preorders, chunk: CHUNK },
  ({ preorders: count }, from, to) => {
    const sales_ = member('SALES', 'p.p');
    return `
    insert into preorder_event (id, preorder_id, at, from_status, to_status, note, from_admin_id, to_admin_id, actor_id)
    select ${id('preorderEvent', 'p.p * 8 + e.n', count * 8)}, ${id('preorder', 'p.p', count)}, ${time('e.at')}, e.a, e.b, e.note, null, e.assignee, e.actor
      from ${PLACE}.preorder p cross join lateral (values
        (0, p.created, null, 'NEW', null, null::uuid, null::uuid),
        (1, p.contacted, 'NEW', 'CONTACTED', null, ${sales_}, ${sales_}),
        (2, p.confirmed, 'CONTACTED', 'CONFIRMED', null, null, ${sales_}),
        (3, p.asked, 'CONFIRMED', 'PAYMENT_PENDING', null, null, ${sales_}),
        (4, p.paid, 'PAYMENT_PENDING', 'DEPOSIT_PAID', null, null, ${sales_}),
        (5, p.packed, 'DEPOSIT_PAID', 'READY_TO_SHIP', null, null, ${sales_}),
        (6, p.fulfilled, 'READY_TO_SHIP', 'FULFILLED', null, null, ${sales_}),
        (7, p.cancelled, ${reached('p.bound')}, 'CANCELLED', 'Does not want it any more', null, ${sales_})) as e (n, at, a, b, note, assignee, actor)
     where p.p between ${from} and ${to} and e.at is not null and (e.n in (0, 6, 7) or e.at <= p.bound)`;
  },
);

/** Visits for each preorder. */
const VISITS = 25;
const KEPT_DAYS = 90;

const views = sqlStep({ name: 'visits by day' }, ({ preorders: count, timeline: { from, now } }) => [
  `insert into preorder_view_day (day, utm_source, locale, sessions)
   select day, source, locale, ceil(${VISITS * count} * part * (0.5 + ${chance('n', 180)}))::int
     from (select ${local(`${from} + 86400 * g + 43200`)}::date as day, source, locale, row_number() over () as n,
                  (${PLACE}.share(${from} + 86400 * g) - ${PLACE}.share(${from} + 86400 * (g - 1))) * weight * share as part
             from generate_series(0, ((${now} - ${from}) / 86400)::int - ${KEPT_DAYS + 1}) g
            cross join (values ${weights(SOURCES)}) as s (source, weight) cross join (values ${weights(LOCALES)}) as l (locale, share)) t
    where ${VISITS * count} * part > ${chance('n', 181)}
   on conflict do nothing`,
  `update preorder_settings set pre_order_enabled = true, full_price = 2290000, deposit_amount = 500000, allow_manual_deposit_confirmation = true,
          preorder_capacity = reserved + greatest(50, reserved / 10), contact_phone = '+998712000000', support_telegram = 'https://t.me/karvon_support', revision = revision + 1, updated_at = ${time(String(now))}
    where not pre_order_enabled and full_price is null`,
  `update business_settings set default_device_price = 2290000, revision = revision + 1, updated_at = ${time(String(now))}
    where default_device_price = 0 and default_currency = 'UZS'`,
]);

const recentViews = sqlStep(
  {
    name: 'visits of the last days',
    of: ({ preorders: count, timeline: { from, shares } }) =>
      Math.ceil(VISITS * count * (1 - (shares[shares.length - 1 - KEPT_DAYS] ?? from))),
    chunk: 4 * CHUNK,
  },
  ({ preorders: count, timeline: { shares } }, from, to) => {
    const begin = shares[shares.length - 1 - KEPT_DAYS] ?? 0;
    return `
    insert into preorder_view_event (session_hash, day, locale, utm_source, utm_medium, utm_campaign, referrer, created_at)
    select sha256(${id('preorder', `-n`, 1)}::text::bytea), ${local('at')}::date, ${locale('n')}, ${source('n')}, 'social', 'launch', null, ${time('at')}
      from (select n, ${PLACE}.at(${begin} + n::float8 / ${VISITS * count + 1}) as at from generate_series(${from}::bigint, ${to}) n
             where ${begin} + n::float8 / ${VISITS * count + 1} < 1 offset 0) v
    on conflict do nothing`;
  },
);

function weights(values: readonly (string | null)[]): string {
  return [...new Set(values)]
    .map((value) => `('${value ?? ''}', ${values.filter((each) => each === value).length / values.length}::float8)`)
    .join();
}

/** After the devices and customers; the preorders before the sales that fulfill them. */
export const commerce: readonly Step[] = [preorders, preorderEvents, sales, refunds, notes, views, recentViews];
export { customers as customerStep, preorderPlan };
