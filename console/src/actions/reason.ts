import type { AvailableActionFragment } from '../api/generated/operations.ts';
import type { Sentence } from '../text/problem.ts';

/** Why an action is not allowed, as a sentence in parts. */
export function sentencePartsOf({ code, messageId, params, reason }: AvailableActionFragment): Sentence {
  return {
    code: code ?? 'INVALID_TRANSITION',
    messageId,
    params: typeof params === 'object' && params !== null ? { ...params } : {},
    message: reason ?? '',
  };
}
