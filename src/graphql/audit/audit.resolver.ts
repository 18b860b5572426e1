import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { listAuditEntries } from '../../domain/audit/index.ts';
import { mayRead } from '../../domain/nodes/index.ts';
import type { Reader } from '../../domain/reader.ts';
import { readers } from '../../domain/readers.ts';
import { UUID } from '../../model/grammar.ts';
import type { AuditEntryView } from '../../model/records/audit-entry.ts';
import type { GraphqlContext } from '../execution/context.ts';
import { NodeType, type TypedObject } from '../nodes/node.type.ts';
import { operationField } from '../schema/operation-field.ts';
import { type ClassType, selectionOf } from '../schema/record-type.ts';
import { AuditEntryConnection, AuditEntryType } from './audit-entry.type.ts';

export const auditFields = [operationField(listAuditEntries, AuditEntryConnection)];

@Resolver(() => AuditEntryType)
export class AuditEntryResolver {
  /** Hidden like an edge, by the roles of the operations that read a record of its kind. */
  @FieldResolver(() => NodeType as ClassType, {
    nullable: true,
    description:
      'The record that was acted on, as it is now; null when it is gone, for sessions and settings, and for roles that may not read such a record.',
  })
  async record(
    @Root() { targetKind, targetId }: AuditEntryView,
    @Ctx() ctx: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<TypedObject | null> {
    const reader = readers.get(targetKind ?? '') as Reader<object> | undefined;
    if (!reader || !targetId || !UUID.test(targetId)) return null;
    const { name } = reader.record;
    if (!mayRead(await ctx.admin(), reader.record)) {
      ctx.hidden.add('AuditEntry.record');
      return null;
    }
    const record = await ctx.readOne(reader, targetId, selectionOf(info, name));
    return record && { ...record, id: targetId, __typename: name };
  }
}
