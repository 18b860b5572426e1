import { PAYMENT_STATUSES, SALES_CHANNELS, SALES_RANGES, TIME_GRAINS } from '../enums.ts';
import { answer, integer, money, number, oneOf, part, parts, text, time, type View } from '../record.ts';

/** Figures have the names of the metrics of `salesDataset`. */
export const salesFigures = {
  orders: integer('Sales that were not cancelled.'),
  units: integer('Devices in them.'),
  grossRevenue: money('Before discounts.'),
  discount: money('All discounts.'),
  revenue: money('After discounts.'),
  refunded: money('Refunds of these sales, whenever they were made.'),
  netRevenue: money('After discounts and refunds.'),
};

export const SalesTotalsRecord = answer('SalesTotals', 'The figures of a whole range.', {
  ...salesFigures,
  cancelledOrders: integer('Sales of the range that were cancelled; no other figure counts them.'),
  averageOrderValue: money('Null without an order.').nullable(),
  refundRate: number('The refunded share of the revenue; null without revenue.').nullable(),
  customers: integer('Different customers with a sale in the range.'),
});

const PreviousSalesTotalsRecord = answer('PreviousSalesTotals', 'The figures of the previous range.', {
  ...SalesTotalsRecord.fields,
  from: time('The start of the previous range.'),
  to: time('The end of the previous range, exclusive.'),
});

export const SalesBucketRecord = answer('SalesBucket', 'The figures of one hour, day or month.', {
  date: text('The day it begins with in the business time zone; hours carry time and offset.'),
  start: time('When it begins.'),
  ...salesFigures,
});

export const SalesByChannelRecord = answer('SalesByChannel', 'The figures of one sales channel.', {
  channel: oneOf('SalesChannel', SALES_CHANNELS, 'The channel.'),
  ...salesFigures,
});

export const SalesByPaymentStatusRecord = answer('SalesByPaymentStatus', 'The figures of one payment status.', {
  paymentStatus: oneOf('PaymentStatus', PAYMENT_STATUSES, 'The payment status.'),
  ...salesFigures,
});

export const SalesByModelRecord = answer('SalesByModel', 'The figures of one device model.', {
  model: text('The model.'),
  ...salesFigures,
});

const SalesAnalyticsRangeRecord = answer('SalesAnalyticsRange', '`from` is inclusive, `to` is exclusive.', {
  preset: oneOf('SalesRange', SALES_RANGES, 'The range that was asked for.'),
  from: time('The start of the range.'),
  to: time('The end of the range.'),
  timezone: text('The business time zone, which decides where a day begins: `Asia/Tashkent`.'),
  currency: text('The currency of all amounts; sales in others are left out.'),
  grain: oneOf('TimeGrain', TIME_GRAINS, 'How long a bucket of the series is: HOUR, DAY or MONTH.'),
});

export const SalesAnalyticsRecord = answer(
  'SalesAnalytics',
  'The sales of a range in one currency; amounts in whole currency units.',
  {
    range: part(SalesAnalyticsRangeRecord, 'The range that the report covers.'),
    generatedAt: time('When the figures were read.'),
    totals: part(SalesTotalsRecord, 'Of the whole range.'),
    previous: part(
      PreviousSalesTotalsRecord,
      'The figures of the range before: of as many days, of as many months for whole months, and of the same days of the year before for `year`.',
    ),
    series: parts(SalesBucketRecord, 'In the order of time, without gaps.'),
    byChannel: parts(SalesByChannelRecord, 'Those with orders, most revenue first.'),
    byPaymentStatus: parts(SalesByPaymentStatusRecord, 'Those with orders, most revenue first.'),
    byModel: parts(SalesByModelRecord, 'At most 100 with orders, most revenue first.'),
  },
);

export type SalesBucketView = View<typeof SalesBucketRecord>;
export type SalesRangeView = View<typeof SalesAnalyticsRangeRecord>;
export type SalesAnalyticsView = View<typeof SalesAnalyticsRecord>;
