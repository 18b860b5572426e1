import { ClockIcon, CreditCardIcon, LinkIcon, PencilIcon, ReplyIcon, XCircleIcon } from '@primer/octicons-react';
import type { CombinedError } from '@urql/core';
import { lazy } from 'react';
import type { Action, ActionRecord, Outcome } from '../actions/action.ts';
import { type BulkAnswer, inHundreds } from '../actions/in-hundreds.ts';
import type { PaymentStatus } from '../api/generated/enums.ts';
import type { BulkCancelSaleMutation } from '../api/generated/operations.ts';
import {
  BulkCancelSaleDocument,
  BulkUpdateSaleDocument,
  CancelSaleDocument,
  UpdateSaleDocument,
} from '../api/generated/sales-sales.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { SET_PAYMENTS } from './filters.ts';

/** An action whose form does the work. */
const byForm = { fields: [], run: () => Promise.resolve([]) } as const;

/** Everything that can be done with a sale. */
export const saleActions: readonly Action[] = [
  {
    key: 'setPayment',
    label: 'sale.setPayment',
    icon: CreditCardIcon,
    operation: 'updateSale',
    isBulk: true,
    targets: SET_PAYMENTS,
    targetWord: 'PaymentStatus',
    fields: [{ name: 'status', label: 'sale.setPaymentTo', kind: 'target' }],
    async run(client, records, { status }) {
      const input = { paymentStatus: status as PaymentStatus };
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkUpdateSaleDocument, { records: some.map(inBulk), input })
            .toPromise();
          return bulkAnswer(some, data?.bulkUpdateSale?.results, error);
        });
      return one(records, async ({ id, revision }) => {
        const { error } = await client.mutation(UpdateSaleDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      });
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
    text: 'sale.cancelText',
    icon: XCircleIcon,
    operation: 'cancelSale',
    isDangerous: true,
    isBulk: true,
    fields: [{ name: 'reason', label: 'action.reason', description: 'action.reasonText', kind: 'reason' }],
    async run(client, records, { reason = '' }) {
      const input = { reason };
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkCancelSaleDocument, { records: some.map(inBulk), input })
            .toPromise();
          return bulkAnswer(some, data?.bulkCancelSale?.results, error);
        });
      return one(records, async ({ id, revision }) => {
        const { error } = await client.mutation(CancelSaleDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      });
    },
  },
];

const inBulk = ({ id, revision }: ActionRecord) => ({ id, expectedRevision: revision });

const one = (records: readonly ActionRecord[], call: (record: ActionRecord) => Promise<Outcome>) =>
  Promise.all(records.map(call));

type Results = NonNullable<BulkCancelSaleMutation['bulkCancelSale']>['results'];

/** Where the mutation itself failed, so did every record of it. */
function bulkAnswer(
  records: readonly ActionRecord[],
  results: Results | undefined,
  error: CombinedError | undefined,
): BulkAnswer {
  const whole = problemOf(error);
  if (!results) return { outcomes: records.map(({ id }) => ({ id, problem: whole })) };
  return {
    outcomes: results.map(({ id, error: failed }) => ({ id, problem: failed ? bulkProblem(failed) : undefined })),
    retryAfterSeconds:
      results.find(({ error: failed }) => failed?.retryAfterSeconds)?.error?.retryAfterSeconds ?? undefined,
  };
}

function bulkProblem(failed: NonNullable<Results[number]['error']>): Problem {
  const { code, messageId, message, params, requestId } = failed;
  return { code, messageId, message, requestId, params: Object(params) as Problem['params'], fields: [] };
}
