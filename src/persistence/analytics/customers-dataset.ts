import { CustomerRecord } from '../../model/records/customer.ts';
import { customerList } from '../customers/customer-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import type { Dataset } from './dataset.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';

const SALES = guardOf(CustomerRecord, 'sales');

const metrics = {
  customers: { type: 'INTEGER', of: ['customers'], description: 'Customers.' },
  buyers: {
    type: 'INTEGER',
    of: ['buyers'],
    description: 'Customers with a sale that was not cancelled.',
    needs: [SALES],
  },
  buyerShare: {
    type: 'RATIO',
    of: ['buyers', 'customers'],
    sql: '{buyers}::double precision / nullif({customers}, 0)',
    formula: 'BUYERS / CUSTOMERS',
    description: 'The share of the customers who bought; null without a customer.',
    needs: [SALES],
  },
  owners: {
    type: 'INTEGER',
    of: ['owners'],
    description: 'Customers who own a device now.',
    needs: [guardOf(CustomerRecord, 'devices')],
  },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = dimensionsOf(customerList);

/** The customers, by the time they were created; the overview counts them without a time. */
export const customersDataset: Dataset<keyof typeof metrics> = {
  from: fromText(customerList),
  time: 'c.created_at',
  times: timesOf(customerList),
  aggregates: {
    customers: 'count(*)',
    buyers: `count(*) filter (where exists (select 1 from sale s where s.customer_id = c.id and s.status <> 'CANCELLED'))`,
    owners: 'count(*) filter (where exists (select 1 from device d where d.owner_id = c.id))',
  },
  metrics,
  dimensions,
  fields: customerList.fields,
};

export const customerQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'CUSTOMERS',
  prefix: 'Customer',
  description: 'Customers by the time they were created.',
  model: CustomerRecord,
  metrics,
  dimensions,
  times: ['CREATED_AT'],
  at: (now) => ({ ...customersDataset, edges: filterEdgesOf(customerList, now) }),
};
