import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { applyMiddleware } from 'graphql-middleware';
import { deny, rule, shield } from 'graphql-shield';
import { authorize } from '../domain/authorize.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { Operation } from '../domain/kernel/operation.ts';
import type { GraphqlContext } from './context.ts';
import { guardedEdges } from './edges.ts';
import { graphqlOperations, rootFieldOf } from './root-fields.ts';

type Rules = Record<string, ReturnType<ReturnType<typeof rule>> | typeof deny>;

/**
 * Whether the caller may call this operation, decided by the domain, so that both transports agree.
 * @param isCall true for a root field, whose client errors are counted; an edge belongs to the call of its root field
 */
function mayCall(operation: Operation, isCall: boolean) {
  return rule({ cache: 'no_cache' })(async (_parent, _args, { call }: GraphqlContext) => {
    try {
      await authorize(operation, call, () => Promise.resolve({}));
      return true;
    } catch (error) {
      if (isCall && error instanceof DomainError)
        return call.runtime.clientErrors.limit({ ...call, admitted: false }, error);
      return error instanceof Error ? error : new Error('refused');
    }
  });
}

function rootRules(root: GraphQLObjectType | null | undefined): Rules {
  // An operation whose resolver was forgotten is not served; test/architecture/catalog.test.ts says so.
  const fields = root?.getFields() ?? {};
  const own = graphqlOperations.filter((operation) => rootFieldOf(operation).field in fields);
  return {
    '*': deny,
    ...Object.fromEntries(own.map((operation) => [rootFieldOf(operation).field, mayCall(operation, true)])),
  };
}

function edgeRules(): Record<string, Rules> {
  return Object.fromEntries(
    Object.entries(guardedEdges).map(([type, edges]) => [
      type,
      Object.fromEntries(Object.entries(edges).map(([field, operation]) => [field, mayCall(operation, false)])),
    ]),
  );
}

/**
 * Closes a schema: every root field is denied unless its operation allows the caller, and every guarded edge carries
 * the rule of the operation that reads its target. graphql-shield wraps every field of every type, which costs a
 * quarter of a list query; only the entries that can refuse are kept of what it generates.
 */
export function closeSchema(schema: GraphQLSchema): GraphQLSchema {
  const edges = edgeRules();
  const guard = shield(
    { Query: rootRules(schema.getQueryType()), Mutation: rootRules(schema.getMutationType()), ...edges },
    { allowExternalErrors: true },
  );
  const generated: Record<string, Record<string, unknown>> = guard.generate(schema) as never;
  const kept = Object.fromEntries(
    Object.entries(generated).flatMap(([type, fields]) => {
      if (type === 'Query' || type === 'Mutation') return [[type, fields]];
      const guarded = Object.keys(edges[type] ?? {});
      return guarded.length > 0 ? [[type, Object.fromEntries(guarded.map((field) => [field, fields[field]]))]] : [];
    }),
  );
  return applyMiddleware(schema, kept as never);
}
