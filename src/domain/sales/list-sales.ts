import { Type } from 'typebox';
import {
  PAYMENT_STATUSES,
  type PaymentStatus,
  SALE_STATUSES,
  SALES_CHANNELS,
  type SaleStatus,
  type SalesChannel,
} from '../../model/enums.ts';
import { SaleRecord, type StoredSale } from '../../model/records/sale.ts';
import { readList } from '../../persistence/list-reader.ts';
import { saleContains, saleList } from '../../persistence/sales/sale-list.ts';
import { type SqlFragment, sql } from '../../persistence/sql.ts';
import { admins } from '../kernel/access.ts';
import { readFrom, readTo } from '../kernel/business-time.ts';
import { invalid } from '../kernel/errors.ts';
import { described, fields, moment, oneOf, paging, text } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { type SaleView, viewSale } from './sale-view.ts';

const SaleQuery = fields({
  search: Type.Optional(
    described(text(0), 'Text in the number, the customer’s name, e-mail address or phone number, or the serial.'),
  ),
  status: Type.Optional(described(oneOf('SaleStatus', SALE_STATUSES), 'Only sales in this status.')),
  paymentStatus: Type.Optional(
    described(oneOf('PaymentStatus', PAYMENT_STATUSES), 'Only sales with this payment status.'),
  ),
  channel: Type.Optional(described(oneOf('SalesChannel', SALES_CHANNELS), 'Only sales of this channel.')),
  from: Type.Optional(
    described(
      moment(),
      'Only what was sold at this time or later: an RFC 3339 date-time, or a date in the business time zone.',
    ),
  ),
  to: Type.Optional(described(moment(), 'Only what was sold before this time; a date includes its whole day.')),
  ...paging(25, 100),
});

export const listSales = operation({
  name: 'listSales',
  summary: 'Lists sales, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: SaleQuery,
  typedInput: typedList(SaleQuery, refinementFor(SaleRecord)),
  async handle({ em, now, settings }, input) {
    const { skip, take = 25 } = input;
    const where = conditionsOf(input, settings.businessTimeZone);
    // The room searches by itself (`where`): not by columns of the list.
    const query = { ...refinementOf(input), search: undefined, skip, take, where };
    return readList<StoredSale, SaleView>(em, saleList, query, now, viewSale);
  },
});

interface Conditions {
  readonly search?: string;
  readonly status?: SaleStatus;
  readonly paymentStatus?: PaymentStatus;
  readonly channel?: SalesChannel;
  readonly from?: string;
  readonly to?: string;
}

/** @throws DomainError 400 INVALID_RANGE when nothing can be between `from` and `to` */
function conditionsOf({ search, status, paymentStatus, channel, ...range }: Conditions, zone: string): SqlFragment[] {
  const from = range.from === undefined ? undefined : readFrom(range.from, zone);
  const to = range.to === undefined ? undefined : readTo(range.to, zone);
  if (from && to && from >= to) {
    throw invalid('INVALID_RANGE', 'from must be before to.', [{ field: 'from', message: 'must be before to' }]);
  }
  return [
    search ? [saleContains(search)] : [],
    status ? [sql`s.status = ${status}`] : [],
    paymentStatus ? [sql`s.payment_status = ${paymentStatus}`] : [],
    channel ? [sql`s.sales_channel = ${channel}`] : [],
    from ? [sql`s.sold_at >= ${from}::timestamptz`] : [],
    to ? [sql`s.sold_at < ${to}::timestamptz`] : [],
  ].flat();
}
