import { RefundRecord } from '../../model/records/sale.ts';
import { refundList } from '../../persistence/sales/sale-list.ts';
import { graphqlListOperation } from '../list-operation.ts';
import { getSale } from './get-sale.ts';
import { viewRefund } from './sale-view.ts';

export const listRefunds = graphqlListOperation({
  name: 'listRefunds',
  summary: 'Lists the refunds of all sales, newest first.',
  beyond: { why: 'the contract shows refunds with their sale only; a dashboard of money needs them across sales' },
  access: getSale.access,
  record: RefundRecord,
  list: refundList,
  view: viewRefund,
});
