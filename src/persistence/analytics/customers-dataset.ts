import { CustomerRecord } from '../../model/records/customer.ts';
import { customerList } from '../customers/customer-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { count, sum } from './aggregates.ts';
import { type DescribedDataset, integer, questionSet, share } from './question-set.ts';
import { declaredOf, guardOf, timesOf } from './record-dimensions.ts';
import { tallyRollup } from './tally-rollups.ts';

const SALES = guardOf(CustomerRecord, 'sales');
const DEVICES = guardOf(CustomerRecord, 'devices');
const customer = customerList.table;

/**
 * The sales of each customer that were not cancelled, and the devices that each owns now. Ordered, or PostgreSQL hashes two million sales, which takes three times as long
 * as to group them along their index.
 */
const bought = new Source(
  sql`(select s.customer_id, count(*) as sales, min(s.sold_at) as first_at, max(s.sold_at) as last_at
    from sale s where s.status <> 'CANCELLED' group by s.customer_id order by s.customer_id)`,
  'bought',
  sql`bought.customer_id = ${customer}.id`,
);
const owned = new Source(
  sql`(select d.owner_id, count(*) as devices from device d where d.owner_id is not null group by d.owner_id order by d.owner_id)`,
  'owned',
  sql`owned.owner_id = ${customer}.id`,
);
const NUMBER_OF_SALES = {
  description: 'The sales of the customer that were not cancelled.',
  type: 'INTEGER',
  needs: [SALES],
  sql: sql`coalesce(${bought}.sales, 0)`,
} as const;
const NUMBER_OF_DEVICES = {
  description: 'The devices that the customer owns now.',
  type: 'INTEGER',
  needs: [DEVICES],
  sql: sql`coalesce(${owned}.devices, 0)`,
} as const;
const FIRST_SOLD_AT = {
  description: 'When the customer bought first; null for one that never did.',
  needs: [SALES],
  sql: sql`${bought}.first_at`,
};
const LAST_SOLD_AT = {
  description: 'When the customer last bought; null for one that never did.',
  needs: [SALES],
  sql: sql`${bought}.last_at`,
};
const declared = declaredOf(customerList);

const metrics = {
  customers: integer('customers', 'Customers.'),
  buyers: integer('buyers', 'Customers with a sale that was not cancelled.', { needs: [SALES] }),
  buyerShare: share('buyers', 'customers', 'The share of the customers who bought; null without a customer.', {
    formula: 'BUYERS / CUSTOMERS',
    needs: [SALES],
  }),
  owners: integer('owners', 'Customers who own a device now.', { needs: [DEVICES] }),
};

/** The customers, by the time they were created; the overview counts them without a time. */
export const customersDataset: DescribedDataset<keyof typeof metrics> = {
  table: customer,
  joins: [bought, owned],
  time: sql`${customer}.created_at`,
  times: timesOf(customerList),
  aggregates: {
    customers: count(),
    buyers: count(sql`exists (select 1 from sale s where s.customer_id = ${customer}.id and s.status <> 'CANCELLED')`),
    owners: count(sql`exists (select 1 from device d where d.owner_id = ${customer}.id)`),
  },
  rollups: [tallyRollup('customer', (_tally, number) => ({ customers: sum(number) }), {})],
  metrics,
  ...declared,
  numbers: { ...declared.numbers, SALES: NUMBER_OF_SALES, DEVICES: NUMBER_OF_DEVICES },
  moments: { ...declared.moments, FIRST_SOLD_AT, LAST_SOLD_AT },
  fields: customerList.fields,
};

export const customerQuestions = questionSet(
  {
    name: 'CUSTOMERS',
    prefix: 'Customer',
    description: 'Customers by the time they were created.',
    times: ['CREATED_AT'],
  },
  () => customerList,
  customersDataset,
);
