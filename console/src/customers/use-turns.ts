import { useEffect, useRef } from 'react';
import { type AnyVariables, type TypedDocumentNode, useQuery } from 'urql';

/** A query that is asked again with each turn: something was done on the page. */
export function useTurns<Data, Variables extends AnyVariables & object>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  turn: number,
) {
  const result = useQuery<Data, Variables>({ query, variables, requestPolicy: 'cache-and-network' } as Parameters<
    typeof useQuery<Data, Variables>
  >[0]);
  const [, readAgain] = result;
  const last = useRef(turn);
  useEffect(() => {
    if (turn === last.current) return;
    last.current = turn;
    readAgain({ requestPolicy: 'network-only' });
  }, [turn, readAgain]);
  return result;
}
