import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { customerList } from '../customers/customer-list.ts';
import { filterEdgesOf } from '../lists/filter-edges.ts';
import { refundList, saleList } from '../sales/sale-list.ts';
import { type Dataset, distinct } from './dataset.ts';
import { dimensionsOfDevice, WITH_DEVICE } from './device-dimensions.ts';
import { fromText } from './from-text.ts';
import type { DescribedMetric, QuestionSet } from './question-set.ts';
import { dimensionsOf, guardOf, timesOf } from './record-dimensions.ts';

const metrics = {
  refunds: { type: 'INTEGER', of: ['refunds'], description: 'Refunds, partial ones too.' },
  amount: { type: 'MONEY', money: true, of: ['amount'], description: 'The refunded amount.' },
  averageAmount: {
    type: 'MONEY',
    money: true,
    of: ['amount', 'refunds'],
    sql: 'round({amount}::numeric / nullif({refunds}, 0))::bigint',
    formula: 'AMOUNT / REFUNDS, rounded to whole units',
    description: 'The mean of a refund; null without one.',
  },
  devicesReturned: {
    type: 'INTEGER',
    of: ['returned'],
    description: 'Refunds with which the device came back.',
  },
  sales: { type: 'INTEGER', of: ['sales'], description: 'Different sales with a refund.' },
} as const satisfies Record<string, DescribedMetric>;

const dimensions = {
  CURRENCY: {
    type: 'TEXT',
    description: 'The currency of the sale.',
    needs: [],
    sql: 's.currency',
  },
  ...dimensionsOf(refundList),
  ...dimensionsOf(saleList, { name: 'sale', needs: guardOf(RefundRecord, 'sale') }, ['currency']),
  ...dimensionsOf(customerList, { name: 'customer', needs: guardOf(SaleRecord, 'customer') }),
  ...dimensionsOfDevice(guardOf(SaleRecord, 'device')),
} as const;

const refundsDataset: Dataset<keyof typeof metrics> = {
  from: `${fromText(refundList)} left join customer c on c.id = s.customer_id left join device d on d.id = s.device_id ${WITH_DEVICE}`,
  time: 'r.created_at',
  times: timesOf(refundList),
  currency: 's.currency',
  aggregates: {
    refunds: 'count(*)',
    amount: 'coalesce(sum(r.amount), 0)::bigint',
    returned: 'count(*) filter (where r.device_disposition is not null)',
    sales: distinct('r.sale_id'),
  },
  metrics,
  dimensions,
  fields: refundList.fields,
};

export const refundQuestions: QuestionSet<keyof typeof metrics> = {
  name: 'REFUNDS',
  prefix: 'Refund',
  description: 'Refunds by the time they were made; those of sales that were cancelled later count as well.',
  model: RefundRecord,
  metrics,
  dimensions,
  times: ['CREATED_AT'],
  at: (now) => ({ ...refundsDataset, edges: filterEdgesOf(refundList, now) }),
};
