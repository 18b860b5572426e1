import { LOCALES, PAYMENT_METHODS, PREORDER_STATUSES, PRODUCT_COLORS } from '../../model/enums.ts';
import { readList } from '../../persistence/list-reader.ts';
import { preorderList } from '../../persistence/preorders/preorder-list.ts';
import { admins } from '../kernel/access.ts';
import { fields, paging } from '../kernel/input.ts';
import {
  booleanField,
  enumField,
  filterOf,
  idField,
  integerField,
  refinementOf,
  sortOf,
  textField,
  timeField,
  typedList,
} from '../kernel/list.ts';
import { operation } from '../kernel/operation.ts';
import { conditionsOf, MAX_PREORDERS, preorderFilters } from './preorder-input.ts';
import { withoutPlace } from './preorder-reads.ts';
import type { PreorderView } from './preorder-view.ts';

const PreorderQuery = fields({ ...preorderFilters, ...paging(50, MAX_PREORDERS) });

export const listPreorders = operation({
  name: 'listPreorders',
  summary: 'Lists preorders, newest first.',
  access: admins('SUPER_ADMIN', 'ADMIN', 'OPERATIONS', 'SALES', 'SUPPORT', 'VIEWER'),
  limit: 120,
  effect: 'read',
  input: PreorderQuery,
  typedInput: typedList(PreorderQuery, {
    filter: filterOf('PreorderFilter', {
      number: textField,
      status: enumField('PreorderStatus', PREORDER_STATUSES),
      customerId: idField,
      fullName: textField,
      phone: textField,
      email: textField,
      region: textField,
      city: textField,
      productColor: enumField('ProductColor', PRODUCT_COLORS),
      paymentMethod: enumField('PaymentMethod', PAYMENT_METHODS),
      quantity: integerField,
      locale: enumField('Locale', LOCALES),
      utmSource: textField,
      utmMedium: textField,
      utmCampaign: textField,
      currency: textField,
      assignedAdminId: idField,
      firstContactedAt: timeField,
      depositPaidAt: timeField,
      fulfilledAt: timeField,
      cancelledAt: timeField,
      refundDue: booleanField,
      createdAt: timeField,
      updatedAt: timeField,
    }),
    sort: sortOf('PreorderSort', [
      'number',
      'status',
      'fullName',
      'region',
      'city',
      'quantity',
      'locale',
      'utmSource',
      'depositPaidAt',
      'fulfilledAt',
      'cancelledAt',
      'createdAt',
      'updatedAt',
    ]),
  }),
  async handle({ em, now }, input) {
    const { search, skip, take = 50 } = input;
    const query = { ...refinementOf(input), search, skip, take, where: conditionsOf(input) };
    return readList<PreorderView, PreorderView>(em, preorderList, query, now, withoutPlace);
  },
});
