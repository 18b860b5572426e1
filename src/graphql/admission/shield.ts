import { defaultFieldResolver, type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { applyMiddleware, type IMiddlewareTypeMap } from 'graphql-middleware';
import { deny, rule, shield } from 'graphql-shield';
import { authorize } from '../../domain/authorize.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { Call, Operation } from '../../domain/kernel/operation.ts';
import { guardedEdges } from '../schema/edges.ts';
import { rootFields } from '../schema/root-fields.ts';

/** What guards need of the context of resolvers. */
interface GuardedContext {
  readonly call: Call;
  readonly hidden: Set<string>;
  mayFollow(operation: Operation): boolean;
}

type Rules = Record<string, ReturnType<ReturnType<typeof rule>> | typeof deny>;

/** The shield rule of an operation. The domain decides, so both transports allow the same callers. */
function operationRule(operation: Operation) {
  return rule({ cache: 'no_cache' })(async (_parent, _args, { call }: GuardedContext) => {
    try {
      await authorize(operation, call, () => Promise.resolve({}));
      return true;
    } catch (error) {
      if (error instanceof DomainError) return call.runtime.clientErrors.limit({ ...call, admitted: false }, error);
      return error instanceof Error ? error : new Error('refused');
    }
  });
}

function rootRules(root: GraphQLObjectType | null | undefined): Rules {
  // An operation without a resolver is not served; test/architecture/catalog.test.ts fails for it.
  const fields = root?.getFields() ?? {};
  const own = rootFields.filter(({ type, field }) => type === root?.name && field in fields);
  return {
    '*': deny,
    ...Object.fromEntries(own.map(({ field, operation }) => [field, operationRule(operation)])),
  };
}

/**
 * Closes a schema: every root field is denied unless its operation allows the caller, and every guarded edge is null for
 * roles that its operation does not allow. graphql-shield wraps every field of every type, which costs a quarter of a list
 * query; only its root fields are kept.
 */
export function closeSchema(schema: GraphQLSchema): GraphQLSchema {
  closeEdges(schema);
  const rules = { Query: rootRules(schema.getQueryType()), Mutation: rootRules(schema.getMutationType()) };
  const { Query, Mutation } = shield(rules, { allowExternalErrors: true }).generate(schema) as IMiddlewareTypeMap;
  if (!Query || !Mutation) throw new Error('graphql-shield has made no guards.');
  return applyMiddleware(schema, { Query, Mutation });
}

/** A forbidden edge is null without an error, so that a screen shows the rest; `extensions.hidden` names it once. */
function closeEdges(schema: GraphQLSchema): void {
  for (const [typeName, edges] of Object.entries(guardedEdges)) {
    const type = schema.getType(typeName);
    if (!isObjectType(type)) continue;
    for (const [name, operation] of Object.entries(edges)) {
      const field = type.getFields()[name];
      if (!field) continue;
      const { resolve = defaultFieldResolver } = field;
      field.resolve = (record, args, ctx: GuardedContext, info) => {
        if (ctx.mayFollow(operation)) return resolve(record, args, ctx, info);
        ctx.hidden.add(`${typeName}.${name}`);
        return null;
      };
    }
  }
}
