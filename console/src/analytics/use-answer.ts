import { useQuery } from 'urql';
import type { DataSet } from '../api/generated/enums.ts';
import type { AnswerFragment } from '../api/generated/operations.ts';
import { ASK } from './data-sets.ts';
import { instead, type Question } from './question.ts';

type Data = { readonly answer: AnswerFragment | null };

/** The answer to a question; where rows were cut off, that to the question which is asked instead. */
export function useAnswer(set: DataSet, question: Question, isPaused: boolean) {
  const ask = (asked: Question, pause: boolean) =>
    ({
      query: ASK[set],
      variables: { query: asked as never },
      pause,
      requestPolicy: 'cache-and-network',
    }) as const;
  const [first] = useQuery<Data, { readonly query: never }>(ask(question, isPaused));
  const cut = first.data?.answer;
  const other = !isPaused && cut ? instead(question, cut) : undefined;
  const [second] = useQuery<Data, { readonly query: never }>(ask(other ?? question, !other));
  // It costs more, so that it may be refused.
  const isSecond = other !== undefined && !second.error;
  return {
    asked: isSecond ? other : question,
    answer: (isSecond ? second : first).data?.answer ?? undefined,
    error: first.error,
    isAsking: first.fetching || (isSecond && second.fetching),
  };
}
