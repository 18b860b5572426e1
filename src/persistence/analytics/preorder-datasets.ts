import { PreorderRecord } from '../../model/records/preorder.ts';
import { customerList } from '../customers/customer-list.ts';
import { preorderList } from '../preorders/preorder-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { count, percentile, sum } from './aggregates.ts';
import type { FactSource } from './dataset.ts';
import { type DescribedDataset, integer, money, number, questionSet, share } from './question-set.ts';
import { declaredOf, guardOf, joinedBy, timesOf } from './record-dimensions.ts';
import { tallyRollup } from './tally-rollups.ts';

const preorder = preorderList.table;
const customer = new Source('customer', 'c', sql`c.id = ${preorder}.customer_id`);
/** The first sale of each preorder. */
const firstSale = new Source(
  sql`(select s.preorder_id, min(s.sold_at) as sold_at from sale s
    where s.preorder_id is not null and s.status <> 'CANCELLED' group by s.preorder_id)`,
  'f',
  sql`f.preorder_id = ${preorder}.id`,
);

/** Of the rows of preorders or of their tally. Open: neither fulfilled nor cancelled. */
const isOpen = (rows: Source) => sql`${rows}.status not in ('FULFILLED', 'CANCELLED')`;
const isFulfilled = (rows: Source) => sql`${rows}.status = 'FULFILLED'`;
const VALUE = sql`${preorder}.full_price * ${preorder}.quantity`;
const SALES = guardOf(PreorderRecord, 'sales');

const metrics = {
  preorders: integer('preorders', 'Preorders that were not deleted, cancelled ones too.'),
  quantity: integer('quantity', 'Devices in them.'),
  confirmed: integer('confirmed', 'Preorders whose customer was contacted.'),
  depositPaid: integer('depositPaid', 'Preorders whose deposit was confirmed.'),
  fulfilledPreorders: integer('delivered', 'Preorders that were delivered.'),
  cancelled: integer('cancelled', 'Preorders that were cancelled.'),
  cancelRate: share('cancelled', 'preorders', 'The share of preorders that were cancelled; null without a preorder.', {
    formula: 'CANCELLED / PREORDERS',
  }),
  expected: money('expected', 'The value of open preorders, without those that have no price.', {
    formula: 'the sum of `fullPrice` times `quantity`',
  }),
  fulfilled: money('fulfilled', 'The value of delivered preorders.', {
    formula: 'the sum of `fullPrice` times `quantity`',
  }),
  uniqueViews: integer(
    'sessions',
    'Visitors of the preorder page, each once a business day; by UTM_SOURCE and LOCALE.',
  ),
  conversionRate: share(
    'preorders',
    'sessions',
    'Preorders for each visitor, by UTM_SOURCE and LOCALE; null without a visitor.',
    { formula: 'PREORDERS / UNIQUE_VIEWS' },
  ),
  capacityShare: share(
    'reserved',
    sql`(select preorder_capacity from preorder_settings)`,
    'The share of the whole capacity that these preorders take; null without a limit.',
    { formula: 'devices of preorders that are not cancelled / the capacity of the settings' },
  ),
  sold: integer('sold', 'Preorders that became a sale; cancelled sales do not count.', { needs: [SALES] }),
  medianDaysToSale: number('days', 'daysToSale', 'The median time from a preorder to its sale; null without one.', {
    needs: [SALES],
  }),
  medianHoursToContact: number(
    'hours',
    'hoursToContact',
    'The median time until the first contact with the customer; null without one.',
  ),
};

const view = new Source(
  sql`(select day, utm_source, locale, 1 as sessions from preorder_view_event
    union all select day, utm_source, locale, sessions from preorder_view_day)`,
  'v',
);

/**
 * Visitors of the preorder page, each once per business day. Old days are stored as
 * counts by source and locale; a day is in one of the two tables or, while it is moved, partly in both.
 */
const views: FactSource = {
  table: view,
  time: sql`${view}.day`,
  days: {},
  aggregates: { sessions: sum(sql`${view}.sessions`) },
  dimensions: { UTM_SOURCE: { sql: sql`nullif(${view}.utm_source, '')` }, LOCALE: { sql: sql`${view}.locale` } },
  fields: {
    utmSource: { column: sql`${view}.utm_source`, type: 'text' },
    locale: { column: sql`${view}.locale`, type: 'enum' },
  },
};

const tally = tallyRollup(
  'preorder',
  (rows, number) => ({
    preorders: sum(number),
    quantity: sum(sql`${rows}.quantity`),
    expected: sum(sql`${rows}.full_price`, isOpen(rows)),
    fulfilled: sum(sql`${rows}.full_price`, isFulfilled(rows)),
  }),
  {
    STATUS: 'status',
    LOCALE: 'locale',
    PRODUCT_COLOR: 'product_color',
    PAYMENT_METHOD: 'payment_method',
    CURRENCY: 'currency',
  },
);

const declared = declaredOf(preorderList, [
  { edge: 'customer', needs: [guardOf(PreorderRecord, 'customer')], joined: joinedBy(customer, customerList) },
]);
const FIRST_SOLD_AT = {
  description: 'When it first became a sale; cancelled sales do not count. Null where it did not.',
  needs: [SALES],
  sql: sql`${firstSale}.sold_at`,
};

/** Preorders by creation time, without deleted ones. */
export const preorderDataset: DescribedDataset<keyof typeof metrics> = {
  table: preorder,
  joins: [customer, firstSale],
  where: preorderList.where,
  time: sql`${preorder}.created_at`,
  times: timesOf(preorderList),
  currency: sql`${preorder}.currency`,
  aggregates: {
    preorders: count(),
    quantity: sum(sql`${preorder}.quantity`),
    reserved: sum(sql`${preorder}.quantity`, sql`${preorder}.status <> 'CANCELLED'`),
    confirmed: count(sql`${preorder}.first_contacted_at is not null`),
    depositPaid: count(sql`${preorder}.deposit_paid_at is not null`),
    delivered: count(isFulfilled(preorder)),
    cancelled: count(sql`${preorder}.status = 'CANCELLED'`),
    expected: sum(VALUE, isOpen(preorder)),
    fulfilled: sum(VALUE, isFulfilled(preorder)),
    sold: count(sql`${firstSale}.sold_at is not null`),
    daysToSale: percentile(0.5, {
      from: sql`${preorder}.created_at`,
      to: sql`${firstSale}.sold_at`,
      unit: 'days',
    }),
    hoursToContact: percentile(0.5, {
      from: sql`${preorder}.created_at`,
      to: sql`${preorder}.first_contacted_at`,
      unit: 'hours',
    }),
  },
  rollups: [tally],
  metrics,
  ...declared,
  moments: { ...declared.moments, FIRST_SOLD_AT },
  fields: preorderList.fields,
  further: views,
};

export const preorderQuestions = questionSet(
  {
    name: 'PREORDERS',
    prefix: 'Preorder',
    description: 'Preorders by the time they were placed, and the visitors of the preorder page.',
    times: ['CREATED_AT', 'FULFILLED_AT', 'CANCELLED_AT'],
  },
  () => preorderList,
  preorderDataset,
);
