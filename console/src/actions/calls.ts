import type { CombinedError } from '@urql/core';
import type { ErrorCode, ErrorMessageId } from '../api/generated/enums.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import type { ActionRecord, Outcome, Run } from './action.ts';
import { inHundreds } from './in-hundreds.ts';
import '../text/field-names.ts';

/** What a mutation of one record answers, as far as every action asks for it. */
interface Answer {
  readonly error?: CombinedError | undefined;
  readonly secret?: string | null | undefined;
  /** Once it has succeeded, the record exists no longer. */
  readonly isGone?: boolean;
}

/** A record as bulk mutations name it. */
export interface BulkRecord {
  readonly id: string;
  readonly expectedRevision: number;
}

interface BulkError {
  readonly code: ErrorCode;
  readonly messageId: ErrorMessageId | null;
  readonly message: string;
  readonly params: unknown;
  readonly requestId: string;
  readonly retryAfterSeconds?: number | null;
}

/** What a bulk mutation answers: an entry for each record, unless it failed as a whole. */
interface BulkAnswer {
  readonly error?: CombinedError | undefined;
  readonly results: readonly { readonly id: string; readonly error: BulkError | null }[] | undefined;
}

interface Calls {
  readonly one: (record: ActionRecord) => Promise<Answer>;
  readonly many: (records: BulkRecord[]) => Promise<BulkAnswer>;
}

/** One call for each record. */
export function callEach(records: readonly ActionRecord[], one: Calls['one']): Promise<Outcome[]> {
  return Promise.all(
    records.map(async (record) => {
      const { error, secret, isGone = false } = await one(record);
      const problem = problemOf(error);
      return { id: record.id, problem, secret: secret ?? undefined, isGone: isGone && !problem };
    }),
  );
}

/** One call for one record, bulk calls in hundreds for more. */
export function callAll(records: readonly ActionRecord[], { one, many }: Calls, run?: Run) {
  if (records.length === 1) return callEach(records, one);
  return inHundreds(
    records,
    async (some) => {
      const { error, results } = await many(some.map(({ id, revision }) => ({ id, expectedRevision: revision })));
      const whole = problemOf(error);
      if (!results) return some.map(({ id }) => ({ id, problem: whole }));
      return results.map(({ id, error: failed }) => ({ id, problem: failed ? problemIn(failed) : undefined }));
    },
    run,
  );
}

function problemIn({ params, ...error }: BulkError): Problem {
  return { ...error, params: Object(params), fields: [] };
}
