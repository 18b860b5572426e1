import { ClockIcon, CreditCardIcon, LinkIcon, PencilIcon, ReplyIcon, XCircleIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callAll } from '../actions/calls.ts';
import type { PaymentStatus } from '../api/generated/enums.ts';
import {
  BulkCancelSaleDocument,
  BulkUpdateSaleDocument,
  CancelSaleDocument,
  UpdateSaleDocument,
} from '../api/generated/sales-sales.ts';
import { SET_PAYMENTS } from './filters.ts';
import '../text/actions.ts';
import '../text/sales.ts';

/** Everything that can be done with a sale. */
export const saleActions: readonly Action[] = [
  {
    key: 'setPayment',
    label: 'sale.setPayment',
    done: 'sale.did.payment',
    icon: CreditCardIcon,
    operation: 'updateSale',
    isBulk: true,
    targets: SET_PAYMENTS,
    targetWord: 'PaymentStatus',
    fields: [{ name: 'status', label: 'sale.setPaymentTo', description: 'sale.partialChoice', kind: 'target' }],
    run(client, records, { status }, run) {
      const input = { paymentStatus: status as PaymentStatus };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(UpdateSaleDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client.mutation(BulkUpdateSaleDocument, { records: some, input }).toPromise();
            return { results: data?.bulkUpdateSale?.results, error };
          },
        },
        run,
      );
    },
  },
  {
    key: 'refund',
    label: 'sale.refund',
    icon: ReplyIcon,
    operation: 'refundSale',
    isDangerous: true,
    form: lazy(() => import('./refund-form.tsx')),
    ...byForm,
  },
  {
    key: 'edit',
    label: 'sale.edit',
    icon: PencilIcon,
    operation: 'updateSale',
    form: lazy(() => import('./edit-form.tsx')),
    ...byForm,
  },
  {
    key: 'link',
    label: 'sale.link',
    icon: LinkIcon,
    operation: 'linkSaleToPreorder',
    form: lazy(() => import('./link-form.tsx')),
    ...byForm,
  },
  {
    key: 'correct',
    label: 'sale.correct',
    icon: ClockIcon,
    operation: 'correctSale',
    form: lazy(() => import('./correct-form.tsx')),
    ...byForm,
  },
  {
    key: 'cancel',
    label: 'sale.cancel',
    done: 'sale.did.cancel',
    text: 'sale.cancelText',
    icon: XCircleIcon,
    operation: 'cancelSale',
    isDangerous: true,
    isBulk: true,
    fields: [{ name: 'reason', label: 'action.reason', description: 'action.reasonText', kind: 'reason', least: 3 }],
    run(client, records, { reason = '' }, run) {
      const input = { reason };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(CancelSaleDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client.mutation(BulkCancelSaleDocument, { records: some, input }).toPromise();
            return { results: data?.bulkCancelSale?.results, error };
          },
        },
        run,
      );
    },
  },
];
