import { ArchiveIcon, KeyIcon, SyncIcon, TrashIcon } from '@primer/octicons-react';
import type { CombinedError } from '@urql/core';
import type { Action, ActionRecord, Outcome } from '../actions/action.ts';
import { type BulkAnswer, inHundreds } from '../actions/in-hundreds.ts';
import {
  ArchiveBatchDocument,
  BulkArchiveBatchDocument,
  DeleteBatchDocument,
  ProvisionBatchDocument,
  UpdateBatchDocument,
} from '../api/generated/inventory-inventory.ts';
import type { BulkArchiveBatchMutation, UpdateBatchInput } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { BATCH_STATUSES } from './batch-status.tsx';
import { keepCodes } from './new-codes.ts';

/** Everything that can be done with a batch; the first is its button. */
export const batchActions: readonly Action[] = [
  {
    key: 'provision',
    label: 'batch.provision',
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
      each(records, async ({ id, revision }) => {
        const { data, error } = await client
          .mutation(ProvisionBatchDocument, { id, revision, input: expiresAt ? { expiresAt } : {} })
          .toPromise();
        const made = data?.provisionBatch;
        if (made) {
          const { code, model } = made.batch;
          keepCodes({ batchId: id, batchCode: code, model, devices: made.devices });
        }
        return { id, problem: problemOf(error) };
      }),
  },
  {
    key: 'setBatchStatus',
    label: 'batch.setStatus',
    icon: SyncIcon,
    operation: 'updateBatch',
    targets: BATCH_STATUSES,
    targetWord: 'BatchStatus',
    fields: [{ name: 'status', label: 'action.setStatusTo', kind: 'target' }],
    run: (client, records, values) =>
      each(records, async ({ id, revision }) => {
        const input = values as UpdateBatchInput;
        const { error } = await client.mutation(UpdateBatchDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      }),
  },
  {
    key: 'archive',
    label: 'batch.archive',
    text: 'batch.archiveText',
    icon: ArchiveIcon,
    operation: 'archiveBatch',
    isBulk: true,
    fields: [],
    async run(client, records) {
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkArchiveBatchDocument, { records: some.map(inBulk) })
            .toPromise();
          return bulkAnswer(some, data?.bulkArchiveBatch?.results, error);
        });
      return each(records, async ({ id, revision }) => {
        const { error } = await client.mutation(ArchiveBatchDocument, { id, revision }).toPromise();
        return { id, problem: problemOf(error) };
      });
    },
  },
  {
    key: 'delete',
    label: 'batch.delete',
    text: 'batch.deleteText',
    icon: TrashIcon,
    operation: 'deleteBatch',
    isDangerous: true,
    fields: [],
    run: (client, records) =>
      each(records, async ({ id, revision }) => {
        const { error } = await client.mutation(DeleteBatchDocument, { id, revision }).toPromise();
        return { id, problem: problemOf(error), isGone: !error };
      }),
  },
];

const inBulk = ({ id, revision }: ActionRecord) => ({ id, expectedRevision: revision });

const each = (records: readonly ActionRecord[], call: (record: ActionRecord) => Promise<Outcome>) =>
  Promise.all(records.map(call));

type Results = NonNullable<BulkArchiveBatchMutation['bulkArchiveBatch']>['results'];

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
