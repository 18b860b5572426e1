import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLOutputType, getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';

const MAX_COST = 10_000;
const DEFAULT_PAGE = 50;
/** What a list without paging is taken to hold. */
const DEFAULT_LIST = 10;

/**
 * What a query costs: 1 for each record it may read. A connection costs its page, another list ten, each times what is
 * asked of one record; fields of a record are free.
 */
function estimate({ field, args, childComplexity }: ComplexityEstimatorArgs): number {
  const named = getNamedType(field.type);
  if (!isObjectType(named)) return 0;
  if (named.name.endsWith('Connection')) return 1 + pageOf(args) * childComplexity;
  if (isList(field.type)) return (field.name === 'nodes' ? 1 : DEFAULT_LIST) * (1 + childComplexity);
  return 1 + childComplexity;
}

function pageOf(args: Readonly<Record<string, unknown>>): number {
  const page = args.first ?? args.take ?? DEFAULT_PAGE;
  return typeof page === 'number' && page >= 0 ? page : DEFAULT_PAGE;
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/** The first to look at the variables: what the types do not allow is the caller's mistake, not a fault. */
function costOf(query: Omit<Parameters<typeof getComplexity>[0], 'estimators'>): number {
  try {
    return getComplexity({ ...query, estimators: [estimate] });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new GraphQLError(error.message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
  }
}

/** Refuses what would cost too much before it is executed, and tells every caller what their query costs. */
export function costPlugin(): ApolloServerPlugin {
  return {
    async requestDidStart() {
      let requested = 0;
      return {
        async didResolveOperation({ schema, document, request, operationName }) {
          requested = costOf({
            schema,
            query: document,
            variables: request.variables ?? {},
            operationName: operationName ?? undefined,
          });
          if (requested <= MAX_COST) return;
          throw new GraphQLError(`The query costs ${requested}; ${MAX_COST} is the most.`, {
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
          });
        },
        async willSendResponse({ response }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          singleResult.extensions = { ...singleResult.extensions, cost: { requested, maximum: MAX_COST } };
        },
      };
    },
  };
}
