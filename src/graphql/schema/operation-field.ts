import type { GraphQLFieldResolver, GraphQLResolveInfo, GraphQLSchema } from 'graphql';
import { Arg, Args, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { catalog } from '../../domain/catalog.ts';
import { isList, type Operation } from '../../domain/kernel/operation.ts';
import { type GraphqlContext, withoutNulls } from '../execution/context.ts';
import type { PlannedList } from '../execution/plan.ts';
import { argsOf, inputOf } from './input-type.ts';
import type { ClassType } from './record-type.ts';
import { graphqlOperations, rootFieldOf } from './root-fields.ts';

type ResultType = ClassType | readonly [ClassType];
type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>;

interface OperationFieldOptions<O> {
  /** The part of the operation's result that the field shows; default: all of it. */
  readonly show?: (result: O, ctx: GraphqlContext, info: GraphQLResolveInfo) => unknown;
  /** For a list with null in place of missing records; by default the field itself is null for an error. */
  readonly nullable?: 'items';
  /** Callers may leave the input out: the operation has defaults for all of it. */
  readonly optionalInput?: boolean;
}

/** The resolvers of root fields, by type and field; `resolveOperations` gives them to the schema. */
const resolvers = new Map<string, Resolve>();
/** By the name of the operation. */
const resultTypes = new Map<string, ResultType>();

/**
 * Declares the root field of an operation. The operation decides its name and its arguments.
 * @param type of the result: an object type, `[type]` for a list, or a connection for a list operation
 */
export function operationField<O>(
  operation: Operation<O>,
  type: ResultType,
  options: OperationFieldOptions<O> = {},
): ClassType {
  // A field that its module does not list is not served; test/architecture/catalog.test.ts fails for it.
  if (!catalog.includes(operation)) return class {};
  const { type: root, field } = rootFieldOf(operation);
  resultTypes.set(operation.name, type);
  const { nullable, optionalInput } = options;
  const resolve = resolverOf(operation, options) as Resolve;
  return declareRootField({ root, field, type, nullable, resolve }, (prototype) =>
    declareArguments(operation, prototype, field, optionalInput),
  );
}

/** The type that the root field of an operation shows. */
export function resultTypeOf({ name }: Operation): ResultType | undefined {
  return resultTypes.get(name);
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

function declareArguments(operation: Operation, prototype: object, field: string, optionalInput = false): void {
  const { effect, target, takes, input, typedInput = input } = operation;
  const hasInput = Object.keys(typedInput.properties).length > 0;
  const optional = { nullable: true };
  if (target) Arg('id', () => ID)(prototype, field, 0);
  if (hasInput && effect === 'read') Args(() => argsOf(operation))(prototype, field, 1);
  if (hasInput && effect === 'write') {
    Arg('input', () => inputOf(operation), { nullable: optionalInput })(prototype, field, 1);
  }
  if (takes?.revision) Arg('expectedRevision', () => Int, optional)(prototype, field, 2);
  if (takes?.idempotencyKey) Arg('idempotencyKey', () => String, optional)(prototype, field, 3);
}

interface Given {
  readonly id?: string;
  readonly input?: object | null;
  readonly expectedRevision?: number | null;
  readonly idempotencyKey?: string | null;
}

/** The root value of a query: the plans of its lists, by their keys in the reply. */
export type Plans = ReadonlyMap<string | number, PlannedList>;

function resolverOf<O>(operation: Operation<O>, { show = (result) => result }: OperationFieldOptions<O>) {
  if (isList(operation)) {
    return (plans: Plans, args: object, ctx: GraphqlContext, { path: { key } }: GraphQLResolveInfo) => {
      const plan = plans.get(key);
      if (!plan) throw new Error(`The list ${key} has no plan.`);
      return ctx.list(operation, args, plan);
    };
  }
  return async (_root: unknown, args: object, ctx: GraphqlContext, info: GraphQLResolveInfo) => {
    const { id: target, ...withoutTarget } = args as Given;
    const { input, expectedRevision, idempotencyKey, ...others } = operation.target ? withoutTarget : (args as Given);
    const operationInput = operation.effect === 'read' ? withoutNulls(others) : (input ?? {});
    const id = operation.target && target;
    return show(await ctx.run(operation, operationInput, id, expectedRevision, idempotencyKey), ctx, info);
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
