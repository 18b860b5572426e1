import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Arg, Args, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { catalog } from '../../domain/catalog.ts';
import { isList, type Operation } from '../../domain/kernel/operation.ts';
import { type GraphqlContext, withoutNulls } from '../execution/context.ts';
import type { PlannedList } from '../execution/plan.ts';
import { argsOf, inputOf } from './input-type.ts';
import { payloadOf } from './payload.ts';
import { type ClassType, objectTypeOf } from './record-type.ts';
import { graphqlOperations, rootFieldOf } from './root-fields.ts';

type ResultType = ClassType | readonly [ClassType];
type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>;

interface QueryOptions<O> {
  /** The part of the operation's result that the field shows; default: all of it. */
  readonly show?: (result: O, ctx: GraphqlContext, info: GraphQLResolveInfo) => unknown;
  /** For a list with null in place of missing records; by default the field itself is null for an error. */
  readonly nullable?: 'items';
}

/** What the fields of mutations do with the results of their operations, beside the payload: cookies. By the name of the operation. */
export type MutationEffects = Readonly<Record<string, (result: never, ctx: GraphqlContext) => void>>;

/** The resolvers of root fields, by type and field; `resolveOperations` gives them to the schema. */
const resolvers = new Map<string, Resolve>();
let mutationClasses: readonly ClassType[] | undefined;

/**
 * Declares the query of an operation. The operation decides its name and its arguments.
 * @param type of the result: an object type, `[type]` for a list, or a connection for a list operation
 */
export function operationField<O>(operation: Operation<O>, type: ResultType, options: QueryOptions<O> = {}): ClassType {
  // A field that its module does not list is not served; test/architecture/catalog.test.ts fails for it.
  if (!catalog.includes(operation)) return class {};
  const { type: root, field } = rootFieldOf(operation);
  const { nullable } = options;
  const resolve = queryResolver(operation, options) as Resolve;
  return declareRootField({ root, field, type, nullable, resolve }, (prototype) =>
    declareArguments(operation, prototype, field),
  );
}

/** The root fields of the operations that write, each with a payload type of its own; made at the first call. */
export function mutationFields(effects: MutationEffects): readonly ClassType[] {
  mutationClasses ??= graphqlOperations
    .filter(({ effect }) => effect === 'write')
    .map((operation) => mutationField(operation, effects[operation.name]));
  return mutationClasses;
}

function mutationField(operation: Operation, effect: MutationEffects[string] | undefined): ClassType {
  const payload = payloadOf(operation);
  const { type: root, field } = rootFieldOf(operation);
  const resolve = async (_root: unknown, args: object, ctx: GraphqlContext) => {
    const { id, input, expectedRevision, idempotencyKey } = args as Given;
    const result = await ctx.run(operation, input ?? {}, id, expectedRevision, idempotencyKey);
    effect?.(result as never, ctx);
    return payload.of(result as object);
  };
  return declareRootField({ root, field, type: objectTypeOf(payload.model), resolve }, (prototype) =>
    declareArguments(operation, prototype, field),
  );
}

/** A root field that is to be declared. */
interface RootDeclaration {
  readonly root: 'Query' | 'Mutation';
  readonly field: string;
  readonly type: ResultType;
  readonly nullable?: boolean | 'items';
  readonly resolve: Resolve;
}

/** @param declareArgs declares the arguments of the field on the prototype of its class */
export function declareRootField(
  { root, field, type, nullable = true, resolve }: RootDeclaration,
  declareArgs: (prototype: object) => void,
): ClassType {
  const resolverClass = { [`${root}_${field}`]: class {} }[`${root}_${field}`] as ClassType;
  const { prototype } = resolverClass as { prototype: Record<string, unknown> };
  prototype[field] = unresolved;
  const declare = root === 'Query' ? Query : Mutation;
  Resolver()(resolverClass);
  declare(() => type as ClassType, { nullable })(prototype, field, { value: unresolved });
  declareArgs(prototype);
  resolvers.set(`${root}.${field}`, resolve);
  return resolverClass;
}

function declareArguments(operation: Operation, prototype: object, field: string): void {
  const { effect, target, takes, input, typedInput = input } = operation;
  const hasInput = Object.keys(typedInput.properties).length > 0;
  const optional = { nullable: true };
  if (target) Arg('id', () => ID)(prototype, field, 0);
  if (hasInput && effect === 'read') Args(() => argsOf(operation))(prototype, field, 1);
  if (hasInput && effect === 'write')
    Arg('input', () => inputOf(operation), inputOptions(operation))(prototype, field, 1);
  if (takes?.revision) Arg('expectedRevision', () => Int, optional)(prototype, field, 2);
  if (takes?.idempotencyKey) Arg('idempotencyKey', () => String, optional)(prototype, field, 3);
}

/** Callers may leave an input out that has defaults for all of its members. */
function inputOptions({ input }: Operation): { readonly nullable: boolean } {
  const { required = [] } = input as { readonly required?: readonly string[] };
  return { nullable: required.length === 0 };
}

interface Given {
  readonly id?: string;
  readonly input?: object | null;
  readonly expectedRevision?: number | null;
  readonly idempotencyKey?: string | null;
}

/** The root value of a query: the plans of its lists, by their keys in the reply. */
export type Plans = ReadonlyMap<string | number, PlannedList>;

function queryResolver<O>(operation: Operation<O>, { show = (result) => result }: QueryOptions<O>) {
  if (isList(operation)) {
    return (plans: Plans, args: object, ctx: GraphqlContext, { path: { key } }: GraphQLResolveInfo) => {
      const plan = plans.get(key);
      if (!plan) throw new Error(`The list ${key} has no plan.`);
      return ctx.list(operation, args, plan);
    };
  }
  return async (_root: unknown, args: object, ctx: GraphqlContext, info: GraphQLResolveInfo) => {
    const { id, ...others } = args as Given;
    const [input, target] = operation.target ? [others, id] : [args, undefined];
    return show(await ctx.run(operation, withoutNulls(input), target), ctx, info);
  };
}

/** The root fields that are lists, and whether each shows what is stored. */
export const listFields: ReadonlyMap<string, { readonly asStored: boolean }> = new Map(
  graphqlOperations.flatMap((operation) => (operation.list ? [[rootFieldOf(operation).field, operation.list]] : [])),
);

/** Gives the root fields of the schema their resolvers. */
export function resolveOperations(schema: GraphQLSchema): void {
  for (const [name, resolve] of resolvers) {
    const [root, field = ''] = name.split('.');
    const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
    const found = type?.getFields()[field];
    if (found) found.resolve = resolve;
  }
}

function unresolved(): never {
  throw new Error('A root field has no resolver.');
}
