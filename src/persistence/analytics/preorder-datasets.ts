import { defineDataset } from './dataset.ts';

/** Open: neither fulfilled nor cancelled. */
const OPEN = `p.status not in ('FULFILLED', 'CANCELLED')`;

/** Preorders by creation time, without deleted ones. */
export const preorderDataset = defineDataset({
  from: 'preorder p',
  where: 'p.deleted_at is null',
  time: 'p.created_at',
  currency: 'p.currency',
  aggregates: {
    preorders: 'count(*)',
    quantity: 'coalesce(sum(p.quantity), 0)::bigint',
    cancelled: `count(*) filter (where p.status = 'CANCELLED')`,
    expected: `coalesce(sum(p.full_price * p.quantity) filter (where ${OPEN}), 0)::bigint`,
    fulfilled: `coalesce(sum(p.full_price * p.quantity) filter (where p.status = 'FULFILLED'), 0)::bigint`,
  },
  metrics: {
    preorders: { type: 'INTEGER', of: ['preorders'] },
    /** Ordered devices. */
    quantity: { type: 'INTEGER', of: ['quantity'] },
    cancelRate: {
      type: 'RATIO',
      of: ['cancelled', 'preorders'],
      sql: '{cancelled}::double precision / nullif({preorders}, 0)',
    },
    /** Price times quantity of open preorders; a preorder without a price adds nothing. */
    expected: { type: 'MONEY', money: true, of: ['expected'] },
    fulfilled: { type: 'MONEY', money: true, of: ['fulfilled'] },
  },
  dimensions: {
    STATUS: 'p.status',
    UTM_SOURCE: `nullif(p.utm_source, '')`,
    UTM_MEDIUM: `nullif(p.utm_medium, '')`,
    UTM_CAMPAIGN: `nullif(p.utm_campaign, '')`,
    LOCALE: 'p.locale',
    REGION: 'p.region',
    PRODUCT_COLOR: 'p.product_color',
    PAYMENT_METHOD: 'p.payment_method',
    CURRENCY: 'p.currency',
    ASSIGNED_ADMIN: 'p.assigned_admin_id::text',
  },
  fields: {
    status: { column: 'p.status', type: 'enum' },
    utmSource: { column: 'p.utm_source', type: 'text' },
    locale: { column: 'p.locale', type: 'enum' },
    region: { column: 'p.region', type: 'text' },
    productColor: { column: 'p.product_color', type: 'enum' },
    paymentMethod: { column: 'p.payment_method', type: 'enum' },
  },
});

/**
 * Visitors of the preorder page, each once per business day, dated at the start of that day. Old days are stored as
 * counts by source and locale; a day is in one of the two tables or, while it is moved, partly in both.
 */
export const preorderViewDataset = defineDataset({
  from: `(select day, utm_source, locale, 1 as sessions from preorder_view_event
    union all select day, utm_source, locale, sessions from preorder_view_day) v`,
  time: '(v.day::timestamp at time zone {zone})',
  aggregates: { sessions: 'coalesce(sum(v.sessions), 0)::bigint' },
  metrics: { uniqueViews: { type: 'INTEGER', of: ['sessions'] } },
  dimensions: { UTM_SOURCE: `nullif(v.utm_source, '')`, LOCALE: 'v.locale' },
  fields: {
    utmSource: { column: 'v.utm_source', type: 'text' },
    locale: { column: 'v.locale', type: 'enum' },
  },
});
