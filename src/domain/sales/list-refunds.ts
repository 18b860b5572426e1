import { RefundRecord } from '../../model/records/sale.ts';
import { refundList } from '../../persistence/sales/sale-list.ts';
import { fields, paging } from '../kernel/input.ts';
import { refinementOf, typedList } from '../kernel/list.ts';
import { refinementFor } from '../kernel/record-input.ts';
import { listOperation } from '../list-operation.ts';
import { getSale } from './get-sale.ts';
import { viewRefund } from './sale-view.ts';

const RefundQuery = fields(paging(50, 100));

export const listRefunds = listOperation({
  name: 'listRefunds',
  summary: 'Lists the refunds of all sales, newest first.',
  beyond: 'the contract shows refunds with their sale only; a dashboard of money needs them across sales',
  graphqlOnly: 'the REST API is the contract’s',
  access: getSale.access,
  limit: 120,
  input: RefundQuery,
  typedInput: typedList(RefundQuery, refinementFor(RefundRecord), { asStored: true }),
  rows(_context, input) {
    const { skip, take = 50 } = input;
    return { list: refundList, query: { ...refinementOf(input), skip, take }, view: viewRefund };
  },
});
