import { PreorderRecord } from '../../model/records/preorder.ts';
import { customerList } from '../customers/customer-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { trustedSql } from '../sql/sql.ts';
import { type Dataset, type FactSource, percentile } from './dataset.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';

/** Open: neither fulfilled nor cancelled. */
export const OPEN_PREORDER = `p.status not in ('FULFILLED', 'CANCELLED')`;
const SALES = guardOf(PreorderRecord, 'sales');
/** The first sale of each preorder. A grouped join: PostgreSQL leaves it out where nothing needs it. */
const WITH_FIRST_SALE = `left join (select s.preorder_id, min(s.sold_at) as sold_at from sale s
    where s.preorder_id is not null and s.status <> 'CANCELLED' group by s.preorder_id) f on f.preorder_id = p.id`;
const CAPACITY = '(select preorder_capacity from preorder_settings)';

const metrics = {
  preorders: {
    type: 'INTEGER',
    of: ['preorders'],
    description: 'Preorders that were not deleted, cancelled ones too.',
  },
  quantity: { type: 'INTEGER', of: ['quantity'], description: 'Devices in them.' },
  confirmed: { type: 'INTEGER', of: ['confirmed'], description: 'Preorders whose customer was contacted.' },
  depositPaid: { type: 'INTEGER', of: ['depositPaid'], description: 'Preorders whose deposit was confirmed.' },
  fulfilledPreorders: { type: 'INTEGER', of: ['delivered'], description: 'Preorders that were delivered.' },
  cancelled: { type: 'INTEGER', of: ['cancelled'], description: 'Preorders that were cancelled.' },
  cancelRate: {
    type: 'RATIO',
    of: ['cancelled', 'preorders'],
    sql: '{cancelled}::double precision / nullif({preorders}, 0)',
    formula: 'CANCELLED / PREORDERS',
    description: 'The share of preorders that were cancelled; null without a preorder.',
  },
  expected: {
    type: 'MONEY',
    money: true,
    of: ['expected'],
    formula: 'the sum of `fullPrice` times `quantity`',
    description: 'The value of open preorders, without those that have no price.',
  },
  fulfilled: {
    type: 'MONEY',
    money: true,
    of: ['fulfilled'],
    formula: 'the sum of `fullPrice` times `quantity`',
    description: 'The value of delivered preorders.',
  },
  uniqueViews: {
    type: 'INTEGER',
    of: ['sessions'],
    description: 'Visitors of the preorder page, each once a business day; by UTM_SOURCE and LOCALE.',
  },
  conversionRate: {
    type: 'RATIO',
    of: ['preorders', 'sessions'],
    sql: '{preorders}::double precision / nullif({sessions}, 0)',
    formula: 'PREORDERS / UNIQUE_VIEWS',
    description: 'Preorders for each visitor, by UTM_SOURCE and LOCALE; null without a visitor.',
  },
  capacityShare: {
    type: 'RATIO',
    of: ['reserved'],
    sql: `{reserved}::double precision / nullif(${CAPACITY}, 0)`,
    formula: 'devices of preorders that are not cancelled / the capacity of the settings',
    description: 'The share of the whole capacity that these preorders take; null without a limit.',
  },
  sold: {
    type: 'INTEGER',
    of: ['sold'],
    description: 'Preorders that became a sale; cancelled sales do not count.',
    needs: [SALES],
  },
  medianDaysToSale: {
    type: 'NUMBER',
    unit: 'days',
    of: ['daysToSale'],
    description: 'The median time from a preorder to its sale; null without one.',
    needs: [SALES],
  },
  medianHoursToContact: {
    type: 'NUMBER',
    unit: 'hours',
    of: ['hoursToContact'],
    description: 'The median time until the first contact with the customer; null without one.',
  },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = {
  ...dimensionsOf(preorderList),
  ...dimensionsOf(customerList, { name: 'customer', needs: guardOf(PreorderRecord, 'customer') }),
};

/**
 * Visitors of the preorder page, each once per business day. Old days are stored as
 * counts by source and locale; a day is in one of the two tables or, while it is moved, partly in both.
 */
const views: FactSource = {
  from: `(select day, utm_source, locale, 1 as sessions from preorder_view_event
    union all select day, utm_source, locale, sessions from preorder_view_day) v`,
  time: 'v.day',
  days: {},
  aggregates: { sessions: 'coalesce(sum(v.sessions), 0)::bigint' },
  dimensions: { UTM_SOURCE: { sql: `nullif(v.utm_source, '')` }, LOCALE: { sql: 'v.locale' } },
  fields: {
    utmSource: { column: trustedSql('v.utm_source'), type: 'text' },
    locale: { column: trustedSql('v.locale'), type: 'enum' },
  },
};

/** Preorders by creation time, without deleted ones. */
export const preorderDataset: Dataset<keyof typeof metrics> = {
  from: `${fromText(preorderList)} left join customer c on c.id = p.customer_id`,
  where: 'p.deleted_at is null',
  time: 'p.created_at',
  times: timesOf(preorderList),
  currency: 'p.currency',
  aggregates: {
    preorders: 'count(*)',
    quantity: 'coalesce(sum(p.quantity), 0)::bigint',
    reserved: `coalesce(sum(p.quantity) filter (where p.status <> 'CANCELLED'), 0)::bigint`,
    confirmed: 'count(*) filter (where p.first_contacted_at is not null)',
    depositPaid: 'count(*) filter (where p.deposit_paid_at is not null)',
    delivered: `count(*) filter (where p.status = 'FULFILLED')`,
    cancelled: `count(*) filter (where p.status = 'CANCELLED')`,
    expected: `coalesce(sum(p.full_price * p.quantity) filter (where ${OPEN_PREORDER}), 0)::bigint`,
    fulfilled: `coalesce(sum(p.full_price * p.quantity) filter (where p.status = 'FULFILLED'), 0)::bigint`,
    sold: `count(*) filter (where f.sold_at is not null)`,
    daysToSale: percentile(0.5, { from: 'p.created_at', to: 'f.sold_at', unit: 'days' }),
    hoursToContact: percentile(0.5, { from: 'p.created_at', to: 'p.first_contacted_at', unit: 'hours' }),
  },
  metrics,
  dimensions,
  fields: preorderList.fields,
  further: views,
};

export const preorderQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'PREORDERS',
  prefix: 'Preorder',
  description: 'Preorders by the time they were placed, and the visitors of the preorder page.',
  model: PreorderRecord,
  metrics,
  dimensions,
  times: ['CREATED_AT', 'FULFILLED_AT', 'CANCELLED_AT'],
  // The reports ask for nothing of the sales, and need not even name their table.
  at: (now) => ({
    ...preorderDataset,
    from: `${preorderDataset.from} ${WITH_FIRST_SALE}`,
    edges: filterEdgesOf(preorderList, now),
  }),
};
