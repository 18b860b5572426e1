import { member, refundReason } from './fleet.ts';
import { chance, id, PLACE, pick, time } from './sql.ts';
import { type Step, sqlStep } from './step.ts';

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
  { name: 'audit entries of sales and devices', of: ({ sales }) => sales, chunk: 25_000, quiet: ['audit_entry'] },
  ({ sales: count, customers, prefix }, from, to) => {
    const seller = member('SALES', 's.s');
    const number = `'${prefix}-' || s.year || '-' || lpad((s.place + n.before)::text, greatest(6, length((s.place + n.before)::text)), '0')`;
    const customer = `${id('customer', 's.m', customers)}::text`;
    const isRefund = `s.refund is not null and s.kind <> 'KEPT'`;
    return `
    insert into audit_entry (${COLUMNS})
    select ${id('audit', 's.s * 8 + e.n', count * 8)}, ${time('e.at')}, e.type, e.actor, coalesce(a.email, e.label), e.action, e.kind, e.target, e.changes, e.detail, e.reason,
           md5('r' || s.s || '.' || e.n)::uuid::text, '10.0.' || (s.s % 4) || '.' || (s.s % 200), case when e.type = 'ADMIN' and s.s % 3 > 0 then 'GRAPHQL' else 'REST' end
      from ${PLACE}.sale s
      join ${PLACE}.device d on d.d = s.d
      join ${PLACE}.numbers n on n.year = s.year
     cross join ${PLACE}.audit x
     cross join lateral (values
       (0, s.sold, 'ADMIN', ${seller}::text, null, 'createSale', 'Sale', ${id('sale', 's.s', count)}::text, null::jsonb,
        jsonb_build_object('number', ${number}, 'customerId', ${customer}, 'customerCreated', s.s = 2 * s.m - 1, 'deviceId', d.id, 'total', s.total,
                           'currency', s.currency, 'paymentStatus', case when s.status in ('PENDING', 'CANCELLED') then 'UNPAID' else 'PAID' end), null),
       (1, case when s.kind = 'CANCELLED' then s.ended end, 'ADMIN', ${seller}::text, null, 'cancelSale', 'Sale', ${id('sale', 's.s', count)}::text,
        ${change('status', `'PENDING'::text`, `'CANCELLED'::text`)}, jsonb_build_object('number', ${number}, 'deviceId', d.id), 'No answer'),
       (2, case when ${isRefund} then s.ended end, 'ADMIN', ${seller}::text, null, 'refundSale', 'Sale', ${id('sale', 's.s', count)}::text,
        ${change('refundedTotal', '0', 's.refunded')}, jsonb_build_object('number', ${number}, 'amount', s.refunded, 'deviceDisposition', s.kind), ${refundReason}),
       (3, case when s.kind <> 'CANCELLED' and not (${isRefund}) then s.ended end, 'ADMIN', ${member('SUPPORT', 's.s')}::text, null, 'setDeviceStatus', 'Device', d.id::text,
        ${change('status', `'ACTIVE'::text`, `'RETURNED'::text`)}, null, ${pick(['Came back by courier', 'Returned in the shop'], chance('s.s', 51))}),
       (4, s.claimed, 'INSTALLATION', ${id('pairing', 's.s', count)}::text, replace(${id('pairing', '-s.s', count)}::text, '-', ''), 'claimDevice', 'Pairing',
        ${id('pairing', 's.s', count)}::text, ${change('status', `'SOLD'::text`, `'CLAIMED'::text`)},
        jsonb_build_object('deviceId', d.id, 'kind', 'first', 'replaced', null, 'saleId', ${id('sale', 's.s', count)}, 'customerCreated', false), null),
       (5, s.back, 'ADMIN', ${member('SUPPORT', 's.s')}::text, null, 'setDeviceStatus', 'Device', d.id::text, ${change('status', `'RETURNED'::text`, `'INVENTORY'::text`)},
        null, 'Checked and cleaned')) as e (n, at, type, actor, label, action, kind, target, changes, detail, reason)
      left join admin a on e.type = 'ADMIN' and a.id = e.actor::uuid
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
      left join admin a on a.id = ${member('SALES', 'p.p')}
     cross join lateral (values
       (0, p.created, 'PUBLIC', null, null, 'createPreorder', null::jsonb, jsonb_build_object('number', o.number, 'quantity', o.quantity)),
       (1, case when p.contacted <= p.bound then p.contacted end, 'ADMIN', a.id::text, a.email, 'setPreorderStatus', ${change('status', `'NEW'::text`, `'CONTACTED'::text`)}, null))
       as e (n, at, type, actor, label, action, changes, detail)
     where p.p between ${from} and ${to} and e.at > x.begins and ${customers} > 0`,
);

export const audit: readonly Step[] = [begin, ofSales, ofPreorders];
