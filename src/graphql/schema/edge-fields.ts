import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { isObjectType } from 'graphql';
import { Arg, FieldResolver, Int, Resolver } from 'type-graphql';
import { PAGE_ARGUMENTS } from '../../domain/kernel/list.ts';
import { type FollowedPage, followedOf } from '../../domain/reader.ts';
import { readers } from '../../domain/readers.ts';
import type { EdgeSpec } from '../../model/edge.ts';
import { UUID } from '../../model/grammar.ts';
import { memberId, membersWithoutId, type NodeMember, singletonId } from '../../model/nodes.ts';
import type { RecordModel } from '../../model/record.ts';
import { records } from '../../model/records/all.ts';
import type { GraphqlContext, NestedPageArguments } from '../execution/context.ts';
import { connectionFrom, connectionOf } from './connection.ts';
import { filterOf, sortOf } from './input-type.ts';
import { type ClassType, objectTypeOf, recordTypes, selectionOf } from './record-type.ts';

type Resolve = GraphQLFieldResolver<Readonly<Record<string, unknown>>, GraphqlContext>;

/** The fields that type-graphql makes of the records' edges; `resolveRecords` gives them their resolvers. */
export function edgeFields(): ClassType[] {
  // An edge names its target, whose type may be used nowhere else.
  for (const model of records) objectTypeOf(model);
  return [...recordTypes.values()].map(({ model, type }) => {
    const resolverClass = { [`${model.name}Edges`]: class {} }[`${model.name}Edges`] as ClassType;
    Resolver(() => type)(resolverClass);
    for (const [name, { spec }] of Object.entries(model.edges)) addField(resolverClass, name, spec);
    return resolverClass;
  });
}

function addField(resolverClass: ClassType, name: string, spec: EdgeSpec): void {
  const { prototype } = resolverClass as { prototype: Record<string, unknown> };
  prototype[name] = unresolved;
  const { to, kind, nullable, description, bound } = spec;
  const target = () => recordTypes.get(to)?.type as ClassType;
  // Made at once: type-graphql looks for a type's metadata before it asks for the type.
  const connection = kind === 'many' ? connectionOf(to, target) : undefined;
  FieldResolver(() => connection ?? target(), { nullable, description })(prototype, name, { value: unresolved });
  if (kind !== 'many') return;
  const { first, after, last, before } = PAGE_ARGUMENTS;
  const model = recordTypes.get(to)?.model as RecordModel;
  const [filter, sort] = [filterOf(model), sortOf(model)];
  const args: readonly (readonly [name: string, type: object, description: string])[] = [
    ...(filter ? [['filter', filter, PAGE_ARGUMENTS.filter] as const] : []),
    ...(sort ? [['sort', [sort], PAGE_ARGUMENTS.sort] as const] : []),
    ['first', Int, first(bound, 0)],
    ['after', String, after],
    ['last', Int, last(bound, 0)],
    ['before', String, before],
  ];
  for (const [at, [argument, type, description]] of args.entries()) {
    Arg(argument, () => type as ClassType, { nullable: true, description })(prototype, name, at);
  }
}

function unresolved(): never {
  throw new Error('An edge has no resolver.');
}

/** Gives the fields of records that are derived from their declarations their resolvers. */
export function resolveRecords(schema: GraphQLSchema): void {
  for (const { model } of recordTypes.values()) {
    const type = schema.getType(model.name);
    if (!isObjectType(type)) continue;
    const fields = type.getFields();
    for (const [name, { spec }] of Object.entries(model.edges)) {
      if (fields[name]) fields[name].resolve = afterPlan(spec, resolverOf(model, name, spec));
    }
    for (const [name, { spec }] of Object.entries(model.fields)) {
      const { path } = spec;
      if (path && fields[name]) fields[name].resolve = (record) => valueAt(record, path);
    }
    for (const member of membersWithoutId(model)) {
      const field = fields[member.name];
      if (field) field.resolve = withId(member, field.resolve as Resolve);
    }
    const only = singletonId(model);
    if (only && fields.id) fields.id.resolve = () => only;
  }
}

/** A part without an id of its own has one that names its owner. */
function withId(member: NodeMember, resolve: Resolve): Resolve {
  return (record, args, ctx, info) => {
    const identified = (value: object | null) => value && { ...value, id: memberId(member, record.id as string) };
    const value: unknown = resolve(record, args, ctx, info);
    return value instanceof Promise ? value.then(identified) : identified(value as object | null);
  };
}

/** A value that the statement of the list has already read needs no resolver. */
function afterPlan({ kind }: EdgeSpec, resolve: Resolve): Resolve {
  return (record, args, ctx, info) => {
    const followed = followedOf(record);
    const { key } = info.path;
    if (!followed || !(key in followed)) return resolve(record, args, ctx, info);
    const value = followed[key];
    if (kind !== 'many') return value;
    const { items, hasMore, cursors } = value as FollowedPage;
    return connectionFrom({ items: [...items], hasMore, cursors, skip: 0, take: items.length }, args);
  };
}

function resolverOf(model: RecordModel, name: string, spec: EdgeSpec): Resolve {
  const { kind, to, key } = spec;
  const reader = readers.get(to);
  if (!reader) throw new Error(`${model.name}.${name} leads to ${to}, which has no reader in src/domain/readers.ts.`);
  if (kind === 'one') {
    const path = model.fields[key]?.spec.path ?? [key];
    return (record, _args, ctx, info) => ctx.readOne(reader, idIn(valueAt(record, path)), selectionOf(info));
  }
  if (kind === 'latest') {
    return async (record, _args, ctx, info) => {
      const window = { first: 1, select: selectionOf(info) };
      return (await ctx.follow(model, name, reader, record.id as string, window))[0] ?? null;
    };
  }
  return (record, args: NestedPageArguments, ctx, info) =>
    ctx.followPage(model, name, reader, record.id as string, args, info);
}

/** A text that is no id, such as `SYSTEM`, leads nowhere. */
function idIn(key: unknown): string | null {
  return typeof key === 'string' && UUID.test(key) ? key : null;
}

function valueAt(record: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  const [first = '', ...rest] = path;
  const value = record[first] ?? null;
  return rest.length === 0 || value === null ? value : valueAt(value as Readonly<Record<string, unknown>>, rest);
}
