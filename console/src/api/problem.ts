import type { CombinedError } from '@urql/core';
import type { Problem } from '../text/problem.ts';

export type { FieldProblem, Problem } from '../text/problem.ts';

/** The first error of an answer; undefined without an error. */
export function problemOf(error: CombinedError | undefined): Problem | undefined {
  if (!error) return undefined;
  const first = error.graphQLErrors[0];
  if (!first) return { code: 'NETWORK', message: error.message, params: {}, fields: [] };
  const {
    code = 'INTERNAL_ERROR',
    messageId,
    params = {},
    fields = [],
    retryAfterSeconds,
    requestId,
  } = first.extensions as Partial<Problem>;
  return { code, messageId, params, message: first.message, fields, retryAfterSeconds, requestId };
}

/** That what a form needs could not be read, without an error that says why. */
export function notRead(): Problem {
  return { code: 'NETWORK', message: '', params: {}, fields: [] };
}
