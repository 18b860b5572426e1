import { ArchiveIcon, KeyIcon, PlusIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import { lazy } from 'react';
import { type Action, byForm } from '../actions/action.ts';
import { callAll, callEach } from '../actions/calls.ts';
import {
  ArchiveBatchDocument,
  BulkArchiveBatchDocument,
  DeleteBatchDocument,
  ProvisionBatchDocument,
  UpdateBatchDocument,
} from '../api/generated/inventory-inventory.ts';
import type { UpdateBatchInput } from '../api/generated/operations.ts';
import { BATCH_STATUSES } from './batch-statuses.ts';
import { keepCodes } from './new-codes.ts';
import '../text/actions.ts';
import '../text/inventory.ts';

export const createBatch: Action = {
  ...byForm,
  key: 'createBatch',
  label: 'batch.new',
  icon: PlusIcon,
  operation: 'createBatch',
  form: lazy(() => import('./batch-form.tsx')),
};

/** Everything that can be done with a batch; the first is its button. */
export const batchActions: readonly Action[] = [
  {
    key: 'provision',
    label: 'batch.provision',
    done: 'batch.did.provision',
    text: 'batch.provisionText',
    icon: KeyIcon,
    operation: 'provisionBatch',
    fields: [
      {
        name: 'expiresAt',
        label: 'batch.expiresAt',
        description: 'batch.expiresAtText',
        kind: 'date',
        isOptional: true,
      },
    ],
    run: (client, records, { expiresAt }) =>
      callEach(records, async ({ id, revision }) => {
        const { data, error } = await client
          .mutation(ProvisionBatchDocument, { id, revision, input: expiresAt ? { expiresAt } : {} })
          .toPromise();
        const made = data?.provisionBatch;
        if (made) {
          const { code, model } = made.batch;
          keepCodes({ batchId: id, batchCode: code, model, devices: made.devices });
        }
        return { error };
      }),
  },
  {
    key: 'setBatchStatus',
    label: 'batch.setStatus',
    done: 'action.did.status',
    icon: SyncIcon,
    operation: 'updateBatch',
    targets: BATCH_STATUSES,
    targetWord: 'BatchStatus',
    fields: [{ name: 'status', label: 'action.setStatusTo', kind: 'target' }],
    run: (client, records, values) =>
      callEach(records, ({ id, revision }) => {
        const input = values as UpdateBatchInput;
        return client.mutation(UpdateBatchDocument, { id, revision, input }).toPromise();
      }),
  },
  {
    key: 'archive',
    label: 'batch.archive',
    done: 'batch.did.archive',
    text: 'batch.archiveText',
    icon: ArchiveIcon,
    operation: 'archiveBatch',
    isBulk: true,
    fields: [],
    run: (client, records, _values, run) =>
      callAll(
        records,
        {
          one: ({ id, revision }) => client.mutation(ArchiveBatchDocument, { id, revision }).toPromise(),
          async many(some) {
            const { data, error } = await client.mutation(BulkArchiveBatchDocument, { records: some }).toPromise();
            return { results: data?.bulkArchiveBatch?.results, error };
          },
        },
        run,
      ),
  },
  {
    key: 'delete',
    label: 'batch.delete',
    done: 'batch.did.delete',
    text: 'batch.deleteText',
    icon: TrashIcon,
    operation: 'deleteBatch',
    isDangerous: true,
    fields: [],
    run: (client, records) =>
      callEach(records, async ({ id, revision }) => {
        const { error } = await client.mutation(DeleteBatchDocument, { id, revision }).toPromise();
        return { error, isGone: true };
      }),
  },
];
