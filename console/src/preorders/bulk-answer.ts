import type { CombinedError } from '@urql/core';
import type { ActionRecord, Outcome } from '../actions/action.ts';
import type { BulkAnswer } from '../actions/in-hundreds.ts';
import type { BulkSetPreorderStatusMutation } from '../api/generated/operations.ts';
import { type Problem, problemOf } from '../api/problem.ts';

type Results = NonNullable<BulkSetPreorderStatusMutation['bulkSetPreorderStatus']>['results'];

export const inBulk = ({ id, revision }: ActionRecord) => ({ id, expectedRevision: revision });

export const one = (records: readonly ActionRecord[], call: (record: ActionRecord) => Promise<Outcome>) =>
  Promise.all(records.map(call));

/** What became of each record. Where the mutation itself failed, so did every record of it. */
export function bulkAnswer(
  records: readonly ActionRecord[],
  results: Results | undefined,
  error: CombinedError | undefined,
): BulkAnswer {
  const whole = problemOf(error);
  if (!results) return { outcomes: records.map(({ id }) => ({ id, problem: whole })) };
  const wait = results.find(({ error: failed }) => failed?.retryAfterSeconds)?.error?.retryAfterSeconds;
  return {
    outcomes: results.map(({ id, error: failed }) => ({ id, problem: failed ? problemIn(failed) : undefined })),
    retryAfterSeconds: wait ?? undefined,
  };
}

function problemIn(failed: NonNullable<Results[number]['error']>): Problem {
  const { code, messageId, message, params, requestId } = failed;
  return { code, messageId, message, requestId, params: Object(params) as Problem['params'], fields: [] };
}
