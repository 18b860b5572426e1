import { cancelReason, member, refundReason } from './fleet.ts';
import { orderNumber, placeOf } from './lives.ts';
import { chance, id, PLACE, pick, time } from './sql.ts';
import { type Step, sqlStep } from './step.ts';
import { RETURN_REASONS } from './words.ts';

/**
 * The audit log begins where the newest entries fill it: what was done in all years would be many times as much. From
 * there on, every sale, cancellation, refund, claim and change of a preorder is in it.
 */
const begin = sqlStep({ name: 'plan: audit log' }, ({ audit }) => [
  `create unlogged table ${PLACE}.audit as
   select coalesce((select at from (
     select sold as at from ${PLACE}.sale union all select ended from ${PLACE}.sale where ended is not null
     union all select claimed from ${PLACE}.sale where claimed is not null
     union all select back from ${PLACE}.sale where back is not null
     union all select created from ${PLACE}.preorder union all select contacted from ${PLACE}.preorder where contacted <= bound) t
     order by at desc offset ${audit} limit 1), 0) as begins`,
]);

const COLUMNS =
  'id, at, actor_type, actor_id, actor_label, action, target_kind, target_id, changes, detail, reason, request_id, ip, transport';

/** SQL: a change of one field. */
const change = (field: string, from: string, to: string) =>
  `jsonb_build_object('${field}', jsonb_build_object('from', ${from}, 'to', ${to}))`;

const ofSales = sqlStep(
  {
    name: 'audit entries of sales and devices',
    of: ({ sales }) => sales,
    chunk: 25_000,
    quiet: ['audit_entry'],
  },
  ({ sales: count, customers, devices, prefix }, from, to) => {
    const status = (before: string, after: string) => change('status', `'${before}'::text`, `'${after}'::text`);
    return `
    insert into audit_entry (${COLUMNS})
    select ${id('audit', 's.s * 8 + e.n', count * 8)}, ${time('e.at')}, case when e.n = 4 then 'INSTALLATION' else 'ADMIN' end,
           coalesce(a.id, p.id)::text, coalesce(a.email, replace(${id('pairing', '-s.s', count)}::text, '-', '')), e.action, e.kind,
           case e.kind when 'Sale' then k.sale when 'Device' then k.device else p.id::text end,
           case e.n when 1 then ${status('PENDING', 'CANCELLED')} when 2 then ${change('refundedTotal', '0', 's.refunded')}
                    when 3 then ${status('ACTIVE', 'RETURNED')} when 4 then ${status('SOLD', 'CLAIMED')} when 5 then ${status('RETURNED', 'INVENTORY')} end,
           case e.n when 0 then jsonb_build_object('number', k.number, 'customerId', ${id('customer', 's.m', customers)}, 'customerCreated', s.s = ${placeOf('s.m', { sales: count, customers })},
                                  'deviceId', k.device, 'total', s.total, 'currency', s.currency,
                                  'paymentStatus', case when s.status in ('PENDING', 'CANCELLED') then 'UNPAID' else 'PAID' end)
                    when 1 then jsonb_build_object('number', k.number, 'deviceId', k.device)
                    when 2 then jsonb_build_object('number', k.number, 'amount', s.refunded, 'deviceDisposition', s.kind)
                    when 4 then jsonb_build_object('deviceId', k.device, 'kind', 'first', 'replaced', null, 'saleId', k.sale, 'customerCreated', false) end,
           case e.n when 1 then ${cancelReason} when 2 then ${refundReason} when 3 then ${pick(RETURN_REASONS, chance('s.s', 51))} when 5 then 'Checked and cleaned' end,
           md5('r' || s.s || '.' || e.n)::uuid::text, '10.0.' || (s.s % 4) || '.' || (s.s % 200), case when e.n <> 4 and s.s % 3 > 0 then 'GRAPHQL' else 'REST' end
      from ${PLACE}.audit x
      join ${PLACE}.sale s on greatest(s.sold, s.ended, s.claimed, s.back) > x.begins
      join ${PLACE}.numbers n on n.year = s.year
     cross join lateral (
       select ${id('sale', 's.s', count)}::text as sale, ${id('device', 's.d', devices)}::text as device,
              ${orderNumber(prefix)} as number offset 0) k
     cross join lateral (values
       (0, s.sold, 'createSale', 'Sale'),
       (1, case when s.kind = 'CANCELLED' then s.ended end, 'cancelSale', 'Sale'),
       (2, case when s.refund is not null and s.kind <> 'KEPT' then s.ended end, 'refundSale', 'Sale'),
       (3, case when s.kind <> 'CANCELLED' and s.refund is null then s.ended end, 'setDeviceStatus', 'Device'),
       (4, s.claimed, 'claimDevice', 'Pairing'),
       (5, s.back, 'setDeviceStatus', 'Device')) as e (n, at, action, kind)
      left join ${PLACE}.team a on e.n <> 4 and a.id = case when e.n in (3, 5) then ${member('SUPPORT', 's.s')} else ${member('SALES', 's.s')} end
      left join lateral (select ${id('pairing', 's.s', count)} as id where e.n = 4) p on true
     where s.s between ${from} and ${to} and e.at > x.begins`;
  },
);

const ofPreorders = sqlStep(
  { name: 'audit entries of preorders', of: ({ preorders }) => preorders, chunk: 25_000, quiet: ['audit_entry'] },
  ({ preorders: count, sales, customers }, from, to) => `
    insert into audit_entry (${COLUMNS})
    select ${id('audit', `${sales} * 8 + p.p * 2 + e.n`, `${sales} * 8`)}, ${time('e.at')}, e.type, e.actor, e.label, e.action, 'Preorder', ${id('preorder', 'p.p', count)}::text,
           e.changes, e.detail, null, md5('p' || p.p || '.' || e.n)::uuid::text, '10.1.' || (p.p % 9) || '.7', 'REST'
      from ${PLACE}.preorder p cross join ${PLACE}.audit x
      join preorder o on o.id = ${id('preorder', 'p.p', count)}
      left join ${PLACE}.team a on a.id = ${member('SALES', 'p.p')}
     cross join lateral (values
       (0, p.created, 'PUBLIC', null, null, 'createPreorder', null::jsonb, jsonb_build_object('number', o.number, 'quantity', o.quantity)),
       (1, case when p.contacted <= p.bound then p.contacted end, 'ADMIN', a.id::text, a.email, 'setPreorderStatus', ${change('status', `'NEW'::text`, `'CONTACTED'::text`)}, null))
       as e (n, at, type, actor, label, action, changes, detail)
     where p.p between ${from} and ${to} and e.at > x.begins and ${customers} > 0`,
);

/** Sign-ins of the team: before the last thing that each of them did, and within the life of a session. Whoever did nothing never signed in. */
const signIns = sqlStep(
  { name: 'sign-ins of the team' },
  () => `
    update admin a
       set last_login_at = (d.at - make_interval(mins => 5 + floor(115 * ${chance('extract(epoch from d.at)', 61)})::int))::timestamptz(3),
           must_change_password = false
      from (select actor, max(at) as at
              from (select actor_id as actor, at from audit_entry where actor_type = 'ADMIN'
                    union all select created_by::text, created_at from inventory_batch
                    union all select created_by::text, created_at from release) done
             group by actor) d
     where a.id in (select id from ${PLACE}.team) and d.actor = a.id::text and a.last_login_at is null`,
);

export const auditPlan = begin;
export const audit: readonly Step[] = [ofSales, ofPreorders, signIns];
