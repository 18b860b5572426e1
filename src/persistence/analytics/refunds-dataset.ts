import { RefundRecord, SaleRecord } from '../../model/records/sale.ts';
import { customerList } from '../customers/customer-list.ts';
import { deviceListAt } from '../devices/device-list.ts';
import { refundList, saleList } from '../sales/sale-list.ts';
import { Source, sql } from '../sql/sql.ts';
import { count, distinct, sum } from './aggregates.ts';
import { roundedRatio } from './formula.ts';
import { integer, money, questionSet } from './question-set.ts';
import { declaredOf, guardOf, joinedBy, joinOf, timesOf } from './record-dimensions.ts';

const refund = refundList.table;
const sale = joinOf(refundList, 'sale');
const customer = new Source('customer', 'c', sql`c.id = ${sale}.customer_id`);
const device = new Source('device', 'd', sql`d.id = ${sale}.device_id`);
const joinedDevice = joinedBy(device, deviceListAt(new Date(0)));

const metrics = {
  refunds: integer('refunds', 'Refunds, partial ones too.'),
  amount: money('amount', 'The refunded amount.'),
  averageAmount: money(roundedRatio('amount', 'refunds'), 'The mean of a refund; null without one.', {
    formula: 'AMOUNT / REFUNDS, rounded to whole units',
  }),
  devicesReturned: integer('returned', 'Refunds with which the device came back.'),
  sales: integer('sales', 'Different sales with a refund.'),
};

const currency = sql`${sale}.currency`;

const declared = declaredOf(refundList, [
  {
    edge: 'sale',
    needs: [guardOf(RefundRecord, 'sale')],
    joined: joinedBy(sale, saleList),
    except: ['currency', 'customer', 'device', 'preorder'],
    sharesCurrency: true,
  },
  { edge: 'customer', needs: [guardOf(SaleRecord, 'customer')], joined: joinedBy(customer, customerList) },
  { edge: 'device', needs: [guardOf(SaleRecord, 'device')], joined: joinedDevice },
]);

export const refundQuestions = questionSet(
  {
    name: 'REFUNDS',
    prefix: 'Refund',
    description: 'Refunds by the time they were made; those of sales that were cancelled later count as well.',
    times: ['CREATED_AT'],
  },
  () => refundList,
  {
    table: refund,
    joins: [sale, customer, device, ...joinedDevice.joins],
    time: sql`${refund}.created_at`,
    times: timesOf(refundList),
    currency,
    aggregates: {
      refunds: count(),
      amount: sum(sql`${refund}.amount`),
      returned: count(sql`${refund}.device_disposition is not null`),
      sales: distinct(sql`${refund}.sale_id`),
    },
    metrics,
    ...declared,
    dimensions: {
      CURRENCY: { type: 'TEXT', description: 'The currency of the sale.', needs: [], sql: currency },
      ...declared.dimensions,
    },
    fields: refundList.fields,
  },
);
