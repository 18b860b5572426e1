import {
  CombinedError,
  type Exchange,
  getOperationName,
  makeErrorResult,
  makeResult,
  type Operation,
} from '@urql/core';
import { filter, make, merge, mergeMap, pipe, takeUntil, tap } from 'wonka';
import { send, takeEarly } from './early-answers.ts';
import { askGate } from './gate.ts';
import type { OnTheWay } from './on-the-way.ts';
import { reachability, unlessSilent } from './reachability.ts';
import { unreadOf } from './read-again.ts';

/** Reads that the service put off are sent again so many times, each after the seconds that it named. */
const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 20;

/** So many answers that are old when they come are not given. */
const MAX_OLD = 3;

/** Operations that say themselves who is signed in. */
const WITHOUT_SESSION = new Set(['Viewer', 'SignIn', 'SignOut']);

type Result = ReturnType<typeof makeResult>;

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/**
 * Sends each operation with its own text. A request that meets an ended session waits for the sign-in and goes on. What could not be read while the service was away
 * is read again when it answers.
 */
export const transport =
  (way: OnTheWay): Exchange =>
  ({ client }) =>
  (operations) => {
    const unread = unreadOf(client);
    const sent = pipe(
      operations,
      tap(({ kind, key }) => void (kind === 'teardown' && unread.forget(key))),
      // One query is never twice on its way: the older answer could come last.
      filter(({ kind, key }) => kind === 'mutation' || (kind === 'query' && !way.askedAgain(key))),
      mergeMap((operation) => {
        const teardown = pipe(
          operations,
          filter(({ kind, key }) => kind === 'teardown' && key === operation.key),
        );
        return pipe(
          make<Result>(({ next, complete }) => {
            const controller = new AbortController();
            const give = (result: Result) => {
              if (operation.kind === 'query' && result.error?.networkError) unread.add(operation);
              next(result);
            };
            void untilFresh(operation, controller.signal, way, give).then(complete);
            return () => {
              controller.abort();
              way.ended(operation.key);
            };
          }),
          takeUntil(teardown),
        );
      }),
    );
    return merge([sent]);
  };

/** Gives the answer. One that is old when it comes is asked for again; where events keep coming, old ones are given meanwhile. */
async function untilFresh(operation: Operation, signal: AbortSignal, way: OnTheWay, give: (result: Result) => void) {
  const { key, kind } = operation;
  for (let tries = 1; ; tries += 1) {
    if (kind === 'query') way.began(key);
    const result = await resultOf(operation, signal);
    if (signal.aborted) return;
    const goesOn = way.isOld(key);
    if (!goesOn) way.ended(key);
    if (!goesOn || tries >= MAX_OLD) give(result);
    if (!goesOn) return;
  }
}

async function resultOf(operation: Operation, signal: AbortSignal, retries = 0): Promise<Result> {
  const name = getOperationName(operation.query) ?? '';
  const variables = operation.variables || {};
  // While it renders, urql looks whether there is an answer already, and takes the question back at once: such a question is not sent.
  await undefined;
  const silence = new AbortController();
  try {
    const sent = takeEarly(name, variables) ?? send(name, variables, AbortSignal.any([signal, silence.signal]));
    const response = await unlessSilent(sent);
    const answer = (await response.json()) as Answer;
    reachability.set(true);
    const code = answer.errors?.[0]?.extensions?.code;
    if (code === 'ADMIN_AUTH_REQUIRED' && !WITHOUT_SESSION.has(name) && (await askGate()))
      return await resultOf(operation, signal, retries);
    const wait = Number(response.headers.get('retry-after') ?? 0);
    const isPutOff = (response.status === 429 || response.status === 503) && wait > 0 && wait <= MAX_WAIT_SECONDS;
    if (isPutOff && operation.kind === 'query' && retries < MAX_RETRIES) {
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
      return await resultOf(operation, signal, retries + 1);
    }
    return makeResult(
      operation,
      { data: answer.data, errors: answer.errors ? [...answer.errors] : undefined },
      response,
    );
  } catch (failure) {
    silence.abort();
    if (!signal.aborted) reachability.set(false);
    return makeErrorResult(operation, failure instanceof Error ? failure : new CombinedError({}));
  }
}
