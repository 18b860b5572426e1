import type { GraphQLResolveInfo } from 'graphql';
import { type FoundNode, getNode, getNodes } from '../../domain/nodes/index.ts';
import type { Reader } from '../../domain/reader.ts';
import { readers } from '../../domain/readers.ts';
import { memberId } from '../../model/nodes.ts';
import type { RecordModel } from '../../model/record.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { operationField } from '../schema/operation-field.ts';
import { type ClassType, neededFields, selectionOf } from '../schema/record-type.ts';
import { NodeType, type TypedObject } from './node.type.ts';

const Node = NodeType as ClassType;

export const nodeFields = [
  operationField(getNode, Node, { show: (found, ctx, info) => found && readNode(ctx, found, info) }),
  operationField(getNodes, [Node], {
    nullable: 'items',
    show: (found, ctx, info) => found.map((each) => each && readNode(ctx, each, info)),
  }),
];

/** Reads only the selected fields of each type, together for all records of the type. */
async function readNode(
  ctx: GraphqlContext,
  { record: model, id, member, view }: FoundNode,
  info: GraphQLResolveInfo,
): Promise<TypedObject | null> {
  if (member) {
    const part = await readMember(ctx, model, member.name, id, selectionOf(info, member.of.name));
    return part && { ...part, id: memberId(member, id), __typename: member.of.name };
  }
  const record = view ?? (await ctx.readOne(readerOf(model.name), id, selectionOf(info, model.name)));
  return record && { ...record, id, __typename: model.name };
}

async function readMember(
  ctx: GraphqlContext,
  owner: RecordModel,
  name: string,
  id: string,
  select: readonly string[] | undefined,
): Promise<object | null> {
  const edge = owner.edges[name]?.spec;
  if (edge) return (await ctx.follow(owner, name, readerOf(edge.to), id, { first: 1, select }))[0] ?? null;
  const record = await ctx.readOne(readerOf(owner.name), id, neededFields(owner.name, [name]));
  return (record as Readonly<Record<string, object | null>> | null)?.[name] ?? null;
}

function readerOf(record: string): Reader<object> {
  const reader = readers.get(record);
  if (!reader) throw new Error(`${record} has no reader in src/domain/readers.ts.`);
  return reader as Reader<object>;
}
