import type { ApolloServerPlugin } from '@apollo/server';
import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { authorizeAll } from '../../domain/conditions.ts';
import { MAX_COST } from '../../domain/kernel/list-price.ts';
import type { Operation } from '../../domain/kernel/operation.ts';
import { costOf, MAX_LOGGED_NAME, requireAffordable } from '../admission/cost.ts';
import { type Selecting, selectingOf } from '../document/selection.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { executorOf } from '../execution/executor.ts';
import { recordsAllowed } from '../execution/record-count.ts';
import { formatError, type HttpErrors, logErrors } from './errors.ts';

/** The cost of the operation, as the reply shows it. */
export function costExtension(requested: number) {
  return { cost: { requested, maximum: MAX_COST } };
}

/**
 * The plugin that handles an operation in Apollo: its cost, its execution, and the extensions of its reply.
 * `responseForOperation` executes. Its result is the reply, so errors are logged and formatted here, and it must not throw.
 */
export function replyPlugin(schema: GraphQLSchema, reporting: HttpErrors): ApolloServerPlugin<GraphqlContext> {
  const execute = executorOf(schema);
  const format = formatError(reporting);

  function shown(result: ExecutionResult, { requestId }: GraphqlContext['call']): FormattedExecutionResult {
    if (!result.errors) return result;
    logErrors(reporting, result.errors, requestId);
    return { ...result, errors: result.errors.map((error) => format(error.toJSON(), error)) };
  }

  return {
    async requestDidStart({ contextValue }) {
      const { call, reply, records } = contextValue;
      let requested = 0;
      let selecting: Selecting | undefined;
      return {
        /** Rejects a query with too high a cost, or with a condition across an edge that the caller may not follow. */
        async didResolveOperation({ document, operation, operationName, request }) {
          if (!operation) return;
          selecting = selectingOf(schema, document, operation, request.variables ?? {});
          const needed = new Set<Operation>();
          const { clock, settings } = call.runtime;
          const { businessTimeZone } = settings;
          requested = costOf({ ...selecting, operation, now: clock.now(), businessTimeZone, needed });
          reply.noteOperation(operationName?.slice(0, MAX_LOGGED_NAME) ?? null, requested);
          requireAffordable(requested, MAX_COST);
          records.allow(recordsAllowed(requested));
          call.share?.expect(requested);
          await authorizeAll(needed, call);
        },

        async responseForOperation({ document, operation, request, response: { http } }) {
          // From here on, each root field is a call with a limit of its own.
          call.admitted = true;
          // Apollo says that the request names no operation.
          if (!operation || !selecting) return null;
          const { operationName, variables } = request;
          const result = await execute({
            document,
            operation,
            operationName,
            variables,
            selecting,
            context: contextValue,
          }).catch(failed);
          return { http, body: { kind: 'single', singleResult: shown(result, call) } };
        },

        async didEncounterErrors({ errors }) {
          logErrors(reporting, errors, call.requestId);
        },

        async willSendResponse({ response: { body, http } }) {
          if (body.kind !== 'single') return;
          const { singleResult } = body;
          singleResult.extensions = { ...costExtension(requested), ...limitsAndEdges(contextValue) };
          const errors = singleResult.errors?.map((error) => ({
            ...error,
            extensions: { ...error.extensions, requestId: call.requestId } as Readonly<Record<string, unknown>>,
          }));
          if (!errors?.[0]) return;
          singleResult.errors = errors;
          const waits = errors.flatMap(({ extensions }) => Number(extensions.retryAfterSeconds ?? 0));
          if (Math.max(...waits) > 0) http.headers.set('retry-after', String(Math.max(...waits)));
          // A partly successful query stays 200.
          if (hasData(singleResult.data)) return;
          const { status } = errors[0].extensions;
          http.status = typeof status === 'number' ? status : (http.status ?? 400);
        },
      };
    },
  };
}

/** An error that the execution itself threw, as the only error of a result. */
function failed(thrown: unknown): ExecutionResult {
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * The rate-limit status of all called operations, the tightest also in the headers, and the edges that are hidden from the
 * caller's role.
 */
function limitsAndEdges({ rateLimits, hidden, reply }: GraphqlContext): object {
  const [tightest] = rateLimits.toSorted((a, b) => a.remaining - b.remaining || b.resetSeconds - a.resetSeconds);
  if (!tightest) return {};
  reply.setRateLimitHeaders(tightest);
  return {
    rateLimits: rateLimits.map(({ exceeded: _exceeded, ...left }) => left),
    ...(hidden.size > 0 ? { hidden: [...hidden].sort() } : {}),
  };
}

function hasData(data: Readonly<Record<string, unknown>> | null | undefined): boolean {
  return data !== null && data !== undefined && Object.values(data).some((value) => value !== null);
}
