import { CustomerRecord } from '../../model/records/customer.ts';
import { customerList } from '../customers/customer-list.ts';
import { sql } from '../sql/sql.ts';
import { count, sum } from './aggregates.ts';
import { type DescribedDataset, integer, questionSet, share } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';
import { tallyRollup } from './tally-rollups.ts';

const SALES = guardOf(CustomerRecord, 'sales');
const customer = customerList.table;

const metrics = {
  customers: integer('customers', 'Customers.'),
  buyers: integer('buyers', 'Customers with a sale that was not cancelled.', { needs: [SALES] }),
  buyerShare: share('buyers', 'customers', 'The share of the customers who bought; null without a customer.', {
    formula: 'BUYERS / CUSTOMERS',
    needs: [SALES],
  }),
  owners: integer('owners', 'Customers who own a device now.', { needs: [guardOf(CustomerRecord, 'devices')] }),
};

/** The customers, by the time they were created; the overview counts them without a time. */
export const customersDataset: DescribedDataset<keyof typeof metrics> = {
  table: customer,
  time: sql`${customer}.created_at`,
  times: timesOf(customerList),
  aggregates: {
    customers: count(),
    buyers: count(sql`exists (select 1 from sale s where s.customer_id = ${customer}.id and s.status <> 'CANCELLED')`),
    owners: count(sql`exists (select 1 from device d where d.owner_id = ${customer}.id)`),
  },
  rollups: [tallyRollup('customer', (_tally, number) => ({ customers: sum(number) }), {})],
  metrics,
  dimensions: dimensionsOf(customerList),
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
