import { PersonIcon, SyncIcon, TagIcon, TrashIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callAll, callEach } from '../actions/calls.ts';
import type { PreorderStatus } from '../api/generated/enums.ts';
import type { AvailableActionFragment } from '../api/generated/operations.ts';
import {
  AssignPreorderDocument,
  BulkAssignPreorderDocument,
  BulkSetPreorderStatusDocument,
  DeletePreorderDocument,
  SetPreorderStatusDocument,
} from '../api/generated/preorders-preorders.ts';
import type { Text } from '../text/index.tsx';
import { STATUSES } from './statuses.ts';
import '../text/actions.ts';
import '../text/preorders.ts';

const AssigneeField = lazy(() => import('./assignee-field.tsx'));

const isStatus = (value: string | undefined): value is PreorderStatus => STATUSES.some((status) => status === value);

/** Everything that can be done with a preorder; the first is its button. */
export const preorderActions: readonly Action[] = [
  {
    key: 'setStatus',
    label: 'preorder.setStatus',
    done: 'action.did.status',
    icon: SyncIcon,
    operation: 'setPreorderStatus',
    isBulk: true,
    targets: STATUSES,
    targetWord: 'PreorderStatus',
    fields: [
      { name: 'status', label: 'preorder.setStatusTo', kind: 'target' },
      {
        name: 'note',
        label: 'preorder.reason',
        description: 'preorder.reasonText',
        kind: 'reason',
        isOptional: true,
        least: 2,
        most: 500,
      },
    ],
    async run(client, records, { status, note }, run) {
      if (!isStatus(status)) return [];
      const input = { status, note: note?.trim() || undefined };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(SetPreorderStatusDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client
              .mutation(BulkSetPreorderStatusDocument, { records: some, input })
              .toPromise();
            return { results: data?.bulkSetPreorderStatus?.results, error };
          },
        },
        run,
      );
    },
  },
  {
    key: 'assign',
    label: 'preorder.assign',
    done: 'preorder.did.assign',
    icon: PersonIcon,
    operation: 'assignPreorder',
    isBulk: true,
    fields: [{ name: 'adminId', label: 'preorder.assignee', kind: 'text', isOptional: true, input: AssigneeField }],
    run(client, records, { adminId }, run) {
      const input = { adminId: adminId || null };
      return callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(AssignPreorderDocument, { id, revision, input }).toPromise(),
          async many(some) {
            const { data, error } = await client
              .mutation(BulkAssignPreorderDocument, { records: some, input })
              .toPromise();
            return { results: data?.bulkAssignPreorder?.results, error };
          },
        },
        run,
      );
    },
  },
  {
    key: 'sell',
    label: 'preorder.sell',
    icon: TagIcon,
    isUrgent: true,
    operation: 'createSale',
    ...byForm,
    form: lazy(() => import('./sale-dialog.tsx')),
  },
  {
    key: 'delete',
    label: 'preorder.delete',
    done: 'preorder.did.delete',
    text: 'preorder.deleteText',
    icon: TrashIcon,
    operation: 'deletePreorder',
    isDangerous: true,
    fields: [
      { name: 'preorderNumber', label: 'preorder.deleteNumber', kind: 'text' },
      { name: 'reason', label: 'action.reason', description: 'action.reasonText', kind: 'reason', least: 4, most: 240 },
    ],
    run: (client, records, { preorderNumber = '', reason = '' }) =>
      callEach(records, async ({ id, revision }) => {
        const input = { preorderNumber: preorderNumber.trim(), reason };
        const { error } = await client.mutation(DeletePreorderDocument, { id, revision, input }).toPromise();
        return { error, isGone: true };
      }),
  },
];

interface Sellable {
  readonly status: PreorderStatus;
  readonly quantity: number;
  readonly customerId: string | null;
  /** Sales of it that are not cancelled. */
  readonly sold: number;
}

/** How a sale stands on a preorder: `availableActions` of a preorder does not name `createSale`, which is an operation of sales. */
export function saleStanding({ status, quantity, customerId, sold }: Sellable, { t }: Text): AvailableActionFragment {
  const common = {
    __typename: 'AvailableAction',
    operation: 'createSale',
    to: null,
    messageId: null,
    params: null,
  } as const;
  const blocked = (code: 'PREORDER_NOT_LINKABLE' | 'PREORDER_SOLD' | 'CUSTOMER_NOT_FOUND', reason: string) =>
    ({ ...common, allowed: false, blockedBy: 'STATE', code, reason }) as const;
  if (status === 'CANCELLED') return blocked('PREORDER_NOT_LINKABLE', t('preorder.sellCancelled'));
  if (sold >= quantity) return blocked('PREORDER_SOLD', t('preorder.sellSold'));
  if (!customerId) return blocked('CUSTOMER_NOT_FOUND', t('preorder.sellNobody'));
  return { ...common, allowed: true, blockedBy: null, code: null, reason: null };
}
