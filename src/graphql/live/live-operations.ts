import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { RequestParams } from 'graphql-sse';
import { rateLimited, unavailable } from '../../domain/kernel/errors.ts';
import type { Call } from '../../domain/kernel/operation.ts';
import { MAX_LOGGED_NAME } from '../admission/cost.ts';
import { type AcceptedSubscription, acceptSubscription } from './accept-subscription.ts';
import type { LiveCallers } from './live-callers.ts';
import type { LiveErrors } from './live-errors.ts';
import type { LiveHub } from './live-hub.ts';
import type { LiveResults } from './live-results.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { LiveStream, StreamRequest } from './live-stream.ts';
import { LiveSubscription } from './live-subscription.ts';

/** Subscriptions of an admin in 60 seconds. */
const STARTS = 240;

/** What all subscriptions of a service share. */
export interface LiveParts {
  readonly hub: LiveHub;
  readonly sessions: LiveSessions;
  readonly callers: LiveCallers;
  readonly results: LiveResults;
  readonly errors: LiveErrors;
  /** Adds the name and the cost of the operation to the line of the request in the log. */
  readonly noteOperation: (ctx: StreamRequest['ctx'], operation: string | null, cost: number) => void;
}

/**
 * The answer to an operation of a stream: its results, or why there are none.
 * @throws DomainError for what HTTP answers, such as 429
 */
export async function answerSubscription(
  schema: GraphQLSchema,
  parts: LiveParts,
  stream: LiveStream,
  request: StreamRequest,
  params: RequestParams,
): Promise<AsyncIterable<FormattedExecutionResult>> {
  const { ctx, call } = request;
  try {
    if (request.documentError) throw request.documentError;
    // Before the document is parsed, which takes longer than everything else.
    await countStart(call, stream.admin.callerId);
    const accepted = acceptSubscription(schema, params, call.runtime.clock.now());
    const { name, cost, matchPrice } = accepted;
    parts.noteOperation(ctx, name?.slice(0, MAX_LOGGED_NAME) ?? null, cost + matchPrice);
    const subscription = await subscribe(parts, stream, accepted, call);
    stream.accepted();
    return subscription;
  } catch (error) {
    const errors = await parts.errors.ofDocument(error, call);
    // An open stream cannot have another status: errors come as its only result.
    stream.accepted();
    return once({ errors });
  }
}

/** @throws DomainError 429 */
async function countStart({ runtime: { limits } }: Call, callerId: string): Promise<void> {
  const { exceeded, resetSeconds } = await limits.consume(`subscribe:admin:${callerId}`, STARTS);
  if (exceeded) throw rateLimited(resetSeconds);
}

/** @throws DomainError 503 while no live events come */
async function subscribe(
  parts: LiveParts,
  stream: LiveStream,
  accepted: AcceptedSubscription,
  call: Call,
): Promise<LiveSubscription> {
  const { hub, sessions, callers, results, errors } = parts;
  await sessions.allow(accepted, call);
  const document = results.join(accepted);
  const subscription: LiveSubscription = new LiveSubscription(
    { document, allowance: accepted, ids: accepted.ids, call },
    {
      hub,
      sessions,
      results,
      caller: callers.of(stream.admin.callerId),
      hasRoom: () => stream.hasRoom,
      format: (result, of) => errors.shown(result, of),
      report: (result, of) => errors.report(result, of),
      onEnd: () => {
        stream.remove(subscription);
        results.leave(document);
      },
    },
  );
  stream.add(subscription);
  // Its client has left meanwhile.
  if (subscription.isEnded) return subscription;
  try {
    await hub.join(subscription);
  } catch (error) {
    subscription.end();
    call.runtime.warn('live events are not available', { err: error });
    throw unavailable('SERVICE_UNAVAILABLE', 'LIVE');
  }
  return subscription;
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
