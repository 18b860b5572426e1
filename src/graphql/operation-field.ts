import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Arg, Args, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Operation } from '../domain/kernel/operation.ts';
import type { Page } from '../model/ports.ts';
import type { GraphqlContext } from './context.ts';
import { argsOf, inputOf } from './input-type.ts';
import type { ClassType } from './record-type.ts';
import { rootFieldOf } from './root-fields.ts';

type ResultType = ClassType | readonly [ClassType];
type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>;

interface OperationFieldOptions<O> {
  /** What the field shows of the operation's result; default all of it. */
  readonly show?: (result: O, ctx: GraphqlContext, info: GraphQLResolveInfo) => unknown;
  /** Of a list that has null in place of what is not there; by default the field itself is null for an error. */
  readonly nullable?: 'items';
  /** Callers may leave the input out: the operation has defaults for all of it. */
  readonly optionalInput?: boolean;
}

/** The resolvers of root fields, by type and field; `resolveOperations` gives them to the schema. */
const resolvers = new Map<string, Resolve>();

/**
 * Declares the root field of an operation. The operation decides its name and its arguments.
 * @param type of the result: an object type, `[type]` for a list, or a connection for a list operation
 */
export function operationField<O>(
  operation: Operation<O>,
  type: ResultType,
  options: OperationFieldOptions<O> = {},
): ClassType {
  const { type: root, field } = rootFieldOf(operation);
  const made = { [`${root}_${field}`]: class {} }[`${root}_${field}`] as ClassType;
  const { prototype } = made as { prototype: Record<string, unknown> };
  prototype[field] = unresolved;
  const declare = root === 'Query' ? Query : Mutation;
  Resolver()(made);
  declare(() => type as ClassType, { nullable: options.nullable ?? true })(prototype, field, { value: unresolved });
  declareArguments(operation, prototype, field, options.optionalInput);
  resolvers.set(`${root}.${field}`, resolverOf(operation, options) as Resolve);
  return made;
}

function declareArguments(operation: Operation, prototype: object, field: string, optionalInput = false): void {
  const { effect, target, takesRevision, takesIdempotencyKey, input, typedInput = input } = operation;
  const hasInput = Object.keys(typedInput.properties).length > 0;
  const optional = { nullable: true };
  if (target) Arg('id', () => ID)(prototype, field, 0);
  if (hasInput && effect === 'read') Args(() => argsOf(operation))(prototype, field, 1);
  if (hasInput && effect === 'write') {
    Arg('input', () => inputOf(operation), { nullable: optionalInput })(prototype, field, 1);
  }
  if (takesRevision) Arg('expectedRevision', () => Int, optional)(prototype, field, 2);
  if (takesIdempotencyKey) Arg('idempotencyKey', () => String, optional)(prototype, field, 3);
}

interface Given {
  readonly id?: string;
  readonly input?: object | null;
  readonly expectedRevision?: number | null;
  readonly idempotencyKey?: string | null;
}

function resolverOf<O>(operation: Operation<O>, { show = (result) => result }: OperationFieldOptions<O>) {
  if (isList(operation)) {
    const list = operation as unknown as Operation<Page<unknown>>;
    return (_root: unknown, args: object, ctx: GraphqlContext, info: GraphQLResolveInfo) => ctx.list(list, args, info);
  }
  return async (_root: unknown, args: object, ctx: GraphqlContext, info: GraphQLResolveInfo) => {
    const { id: target, ...withoutTarget } = args as Given;
    const { input, expectedRevision, idempotencyKey, ...others } = operation.target ? withoutTarget : (args as Given);
    const given = operation.effect === 'read' ? others : (input ?? {});
    const id = operation.target && target;
    return show(await ctx.run(operation, given, id, expectedRevision, idempotencyKey), ctx, info);
  };
}

/** Whether an operation answers pages of a list, of which GraphQL asks for parts. */
function isList({ typedInput }: Operation): boolean {
  return typedInput?.properties.select !== undefined;
}

/** Gives the root fields of the schema their resolvers. */
export function resolveOperations(schema: GraphQLSchema): void {
  for (const [name, resolve] of resolvers) {
    const [root, field = ''] = name.split('.');
    const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
    const found = type?.getFields()[field];
    if (found) found.resolve = resolve as never;
  }
}

function unresolved(): never {
  throw new Error('A root field has no resolver.');
}
