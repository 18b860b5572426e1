import { Type } from 'typebox';
import { PAYMENT_STATUSES, SALE_STATUSES, SALES_CHANNELS } from '../../model/enums.ts';
import { pageOf } from '../../model/records/page.ts';
import { SaleRecord, ShownSaleRecord } from '../../model/records/sale.ts';
import { equal } from '../../persistence/lists/list-filter.ts';
import { saleList } from '../../persistence/sales/sale-list.ts';
import { searchedOnLabel } from '../devices/index.ts';
import { readFrom, readTo, withinTimes } from '../formats/business-time.ts';
import { admins } from '../kernel/access.ts';
import { fieldProblem, invalid } from '../kernel/errors.ts';
import { described, fields, oneOf, paging, text, timestamp } from '../kernel/input.ts';
import { listOperation } from '../list-operation.ts';
import { viewSale } from './sale-view.ts';

const SaleQuery = fields({
  search: Type.Optional(
    described(
      text(0),
      'Text in the number, the customer’s name, e-mail address or phone number, or the serial. Up to four words of the name are found in any order.',
    ),
  ),
  status: Type.Optional(described(oneOf('SaleStatus', SALE_STATUSES), 'Only sales in this status.')),
  paymentStatus: Type.Optional(
    described(oneOf('PaymentStatus', PAYMENT_STATUSES), 'Only sales with this payment status.'),
  ),
  channel: Type.Optional(described(oneOf('SalesChannel', SALES_CHANNELS), 'Only sales of this channel.')),
  from: Type.Optional(
    described(
      timestamp(),
      'Only sales at this time or later: an RFC 3339 date-time, or a date in the business time zone.',
    ),
  ),
  to: Type.Optional(described(timestamp(), 'Only sales before this time; a date includes its whole day.')),
  ...paging(25, 100),
});

export const listSales = listOperation({
  name: 'listSales',
  summary: 'Lists sales, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  errors: ['INVALID_RANGE'],
  answers: pageOf(ShownSaleRecord),
  input: SaleQuery,
  record: SaleRecord,
  asStored: true,
  rows({ settings }, input) {
    const { status, paymentStatus, channel } = input;
    const search = input.search === undefined ? undefined : searchedOnLabel(input.search);
    const [from, to] = rangeOf(input, settings.businessTimeZone);
    const within = {
      status: equal(status),
      paymentStatus: equal(paymentStatus),
      salesChannel: equal(channel),
      ...(from || to ? { soldAt: { gte: from, lt: to } } : {}),
    };
    return { list: saleList, query: { search, within }, view: viewSale };
  },
});

/**
 * Converts the range of days to timestamps; `to` is exclusive.
 * @throws DomainError 400 INVALID_RANGE when `from` is not before `to`
 */
function rangeOf(
  range: { readonly from?: string; readonly to?: string },
  zone: string,
): [from: Date | undefined, to: Date | undefined] {
  const from = range.from === undefined ? undefined : readFrom(range.from, zone);
  const to = range.to === undefined ? undefined : readTo(range.to, zone);
  if (from && to && from >= to) {
    throw invalid('INVALID_RANGE', 'NOT_BEFORE').with({
      fields: [fieldProblem('from', 'NOT_BEFORE', { other: 'to' })],
    });
  }
  return [from && withinTimes(from), to && withinTimes(to)];
}
