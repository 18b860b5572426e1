import { ArrowSwitchIcon, SyncIcon, UnlinkIcon } from '@primer/octicons-react';
import type { CombinedError } from '@urql/core';
import type { Action, ActionRecord, Outcome } from '../actions/action.ts';
import { type BulkAnswer, inHundreds } from '../actions/in-hundreds.ts';
import {
  BulkSetDeviceStatusDocument,
  BulkTransferDeviceDocument,
  ResetClaimDocument,
  SetDeviceStatusDocument,
  TransferDeviceDocument,
} from '../api/generated/devices-devices.ts';
import type { BulkSetDeviceStatusMutation, SetDeviceStatusInput } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import { STATUSES } from './filters.ts';

const reason = { name: 'reason', label: 'action.reason', description: 'action.reasonText', kind: 'reason' } as const;

/** Everything that can be done with a device; the first is its button. */
export const deviceActions: readonly Action[] = [
  {
    key: 'setStatus',
    label: 'action.setStatus',
    icon: SyncIcon,
    operation: 'setDeviceStatus',
    isBulk: true,
    targets: STATUSES,
    targetWord: 'DeviceStatus',
    fields: [{ name: 'status', label: 'action.setStatusTo', kind: 'target' }, reason],
    async run(client, records, values) {
      const input = values as SetDeviceStatusInput;
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkSetDeviceStatusDocument, { records: some.map(inBulk), input })
            .toPromise();
          return bulkAnswer(some, data?.bulkSetDeviceStatus?.results, error);
        });
      return one(records, async ({ id, revision }) => {
        const { error } = await client.mutation(SetDeviceStatusDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      });
    },
  },
  {
    key: 'transfer',
    label: 'action.transfer',
    icon: ArrowSwitchIcon,
    operation: 'transferDevice',
    isBulk: true,
    fields: [
      { name: 'customerEmail', label: 'action.transferEmail', kind: 'email' },
      { name: 'customerName', label: 'action.transferName', kind: 'text', isOptional: true },
      reason,
    ],
    async run(client, records, { customerEmail = '', customerName, reason: why = '' }) {
      const input = { customerEmail, customerName: customerName || undefined, reason: why };
      if (records.length > 1)
        return inHundreds(records, async (some) => {
          const { data, error } = await client
            .mutation(BulkTransferDeviceDocument, { records: some.map(inBulk), input })
            .toPromise();
          return bulkAnswer(some, data?.bulkTransferDevice?.results, error);
        });
      return one(records, async ({ id, revision }) => {
        const { error } = await client.mutation(TransferDeviceDocument, { id, revision, input }).toPromise();
        return { id, problem: problemOf(error) };
      });
    },
  },
  {
    key: 'resetClaim',
    label: 'action.resetClaim',
    text: 'action.resetClaimText',
    icon: UnlinkIcon,
    operation: 'resetClaim',
    isDangerous: true,
    fields: [reason],
    run: (client, records, { reason: why = '' }) =>
      one(records, async ({ id, revision }) => {
        const { data, error } = await client
          .mutation(ResetClaimDocument, { id, revision, input: { reason: why } })
          .toPromise();
        return { id, problem: problemOf(error), secret: data?.resetClaim?.claimCode };
      }),
  },
];

const inBulk = ({ id, revision }: ActionRecord) => ({ id, expectedRevision: revision });

const one = (records: readonly ActionRecord[], call: (record: ActionRecord) => Promise<Outcome>) =>
  Promise.all(records.map(call));

type Results = NonNullable<BulkSetDeviceStatusMutation['bulkSetDeviceStatus']>['results'];

/** Where the mutation itself failed, so did every record of it. */
function bulkAnswer(
  records: readonly ActionRecord[],
  results: Results | undefined,
  error: CombinedError | undefined,
): BulkAnswer {
  const whole = problemOf(error);
  if (!results) return { outcomes: records.map(({ id }) => ({ id, problem: whole })), retryAfterSeconds: undefined };
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
